//! The commands: each opens what it needs, does its work and closes the store.

use std::path::Path;
use std::time::Duration;

use tracing_subscriber::EnvFilter;

use crate::app;
use crate::auth::password;
use crate::cli::{Cli, Command, ImportWhat, KeysAct, LogFormat, UserAct};
use crate::config::{Config, ConfigError};
use crate::db::account::{self, NewAccount};
use crate::db::{self, DbError};
use crate::mail::deliver::Transport;
use crate::rotation::{self, RotationError};
use crate::state::AppState;
use crate::{content, demo, jobs, listen, live, results, routes, topics};

/// How long open requests may go on after the signal to stop.
const GRACE: Duration = Duration::from_secs(10);

/// Why a command did not do its work. One line for the person at the terminal.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A setting is wrong.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The store did not open or refused.
    #[error("the database: {0}")]
    Db(#[from] DbError),
    /// Anything else, as a sentence.
    #[error("{0}")]
    Other(String),
}

impl From<RotationError> for RunError {
    fn from(error: RotationError) -> Self {
        match error {
            RotationError::Config(error) => Self::Config(error),
            RotationError::Db(error) => Self::Db(error),
            RotationError::Vault(error) => other(error),
        }
    }
}

fn other(error: impl std::fmt::Display) -> RunError {
    RunError::Other(error.to_string())
}

/// Runs one command.
pub async fn run(cli: Cli) -> Result<(), RunError> {
    if matches!(cli.command, Command::Openapi) {
        let (_, document) = routes::api();
        println!("{}", document.to_pretty_json().map_err(other)?);
        return Ok(());
    }
    let (config, clock) = Config::from_flags(&cli.flags)?;
    start_logs(&config)?;
    if let Command::Backup { file } = &cli.command {
        config.database.backup(file).await?;
        println!("Copied the database to {}.", file.display());
        return Ok(());
    }
    let (db, applied) = config.database.open().await?;
    tracing::info!(applied, "the schema is up to date");
    let state = AppState::new(config, db, clock).map_err(other)?;
    let result = match rotation::check(&state).await {
        Ok(()) => act(&state, cli.command, applied).await,
        Err(error) => Err(error.into()),
    };
    state.db.close().await;
    result
}

async fn act(state: &AppState, command: Command, applied: usize) -> Result<(), RunError> {
    match command {
        Command::Serve => serve(state).await,
        Command::Migrate => {
            println!("The schema is up to date ({applied} migrations run).");
            Ok(())
        }
        Command::Seed => seed(state).await,
        Command::User { act: UserAct::Create { email, role, password } } => {
            create_user(state, email, role, password).await
        }
        Command::Keys { act: KeysAct::Rotate } => rotate(state).await,
        Command::Import { what: ImportWhat::Results { file, dry_run } } => {
            import_results(state, &file, dry_run).await
        }
        Command::Openapi | Command::Backup { .. } => Ok(()),
    }
}

async fn rotate(state: &AppState) -> Result<(), RunError> {
    let done = rotation::rotate(state).await?;
    let (mut renewed, mut shut) = (0, 0);
    for rotated in &done {
        println!("{:>9}  {}.{}", rotated.renewed, rotated.of.table, rotated.of.column);
        renewed += rotated.renewed;
        shut += rotated.shut;
    }
    println!("{renewed:>9}  values sealed anew.");
    if shut > 0 {
        return Err(RunError::Config(ConfigError {
            setting: "--previous-secrets".into(),
            reason: format!(
                "{shut} values open with none of these secrets; name the one that sealed them and run this again"
            ),
        }));
    }
    println!("Everything opens with --secret alone: the earlier secrets are not needed any more.");
    Ok(())
}

/// Imports a file of results, or tells line by line what is wrong with it.
async fn import_results(state: &AppState, file: &Path, dry: bool) -> Result<(), RunError> {
    let outcome = results::from_file(state, file, dry).await.map_err(other)?;
    for problem in &outcome.problems {
        println!("{problem}");
    }
    let (told, all) = (outcome.problems.len(), outcome.problem_count);
    if all > 0 {
        let first = if told < all { format!(", the first {told} of them above") } else { String::new() };
        return Err(RunError::Other(format!(
            "import: nothing was imported; things to put right: {all}{first}."
        )));
    }
    let (rows, athletes) = (outcome.rows, outcome.athletes);
    if dry {
        println!(
            "Everything fits: {rows} rows, {athletes} athletes. Nothing was imported: this was a dry run."
        );
    } else {
        println!("Imported {rows} rows of {athletes} athletes.");
    }
    Ok(())
}

fn start_logs(config: &Config) -> Result<(), RunError> {
    let filter = EnvFilter::try_new(&config.log_filter).map_err(|error| {
        RunError::Config(ConfigError {
            setting: "--log".into(),
            reason: format!("not a log filter: {error}"),
        })
    })?;
    let colours = std::io::IsTerminal::is_terminal(&std::io::stderr());
    let base =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(colours);
    let started = match config.log_format {
        LogFormat::Json => base.json().flatten_event(true).try_init(),
        LogFormat::Text => base.with_target(false).try_init(),
    };
    started.map_err(other)
}

async fn seed_content(state: &AppState) -> Result<(), RunError> {
    let seeds = content::seed::items().map_err(other)?;
    let now_ms = state.clock.now_ms();
    state
        .db
        .write(move |conn| Box::pin(async move { content::seed::run(conn, &seeds, now_ms).await }))
        .await
        .map_err(|error: DbError| error.into())
}

async fn seed(state: &AppState) -> Result<(), RunError> {
    if !state.config.demo {
        return Err(RunError::Other("seed: say --demo; there is nothing else to seed".to_owned()));
    }
    seed_content(state).await?;
    demo::seed(state).await.map_err(other)
}

/// Every provider has to be there when the server starts; later one that is gone only keeps its own people out.
async fn discover(state: &AppState) -> Result<(), RunError> {
    state.auth.providers.discover(&state.clock).await.map_err(|(id, error)| {
        let setting = format!("SIXFOLD_OIDC_{}_ISSUER", id.to_ascii_uppercase());
        RunError::Config(ConfigError { setting: setting.into(), reason: error.to_string() })
    })
}

async fn serve(state: &AppState) -> Result<(), RunError> {
    discover(state).await?;
    if rotation::follow(state).await? {
        tracing::warn!("the secret is a new one: everybody signs in again");
    }
    seed_content(state).await?;
    if state.config.demo {
        demo::seed(state).await.map_err(other)?;
    }
    let transport = Transport::from_config(state.config.smtp_url.as_deref(), &state.config.data_dir)
        .map_err(|reason| RunError::Config(ConfigError { setting: "--smtp-url".into(), reason }))?;
    // Nobody is answered before the boards stand.
    state.boards.current(&state.db).await?;
    let listener = tokio::net::TcpListener::bind(state.config.listen).await.map_err(|error| {
        let reason = format!("{} cannot be listened on: {error}", state.config.listen);
        RunError::Config(ConfigError { setting: "--listen".into(), reason })
    })?;
    let address = listener.local_addr().map_err(other)?;
    listen::raise_file_limit();
    let mut jobs = jobs::start(state, transport);
    jobs.spawn(tidy(state.clone()));
    jobs.spawn(state.topics.clone().follow(topics::EVERY));
    let (hub, topics) = (state.hub.clone(), state.topics.clone());
    jobs.spawn(async move { hub.follow(&topics).await });
    let follower = state.clone();
    jobs.spawn(async move { follower.boards.follow(&follower.db, &follower.topics).await });
    jobs.spawn(live::follow(state.clone()));
    println!("Sixfold is open at {} (listening on {address}).", state.config.public_url);
    tracing::info!(%address, "listening");

    let (stop, stopping) = tokio::sync::oneshot::channel::<()>();
    let stopping = async move {
        stopping.await.ok();
    };
    let mut server = tokio::spawn(listen::serve(listener, app::router(state.clone()), stopping));
    tokio::select! {
        ended = &mut server => return ended.map_err(other),
        () = signalled() => tracing::info!("stopping"),
    }
    // Streams have no end of their own to wait for.
    state.live.stop();
    stop.send(()).ok();
    if tokio::time::timeout(GRACE, &mut server).await.is_err() {
        tracing::warn!("some requests were cut off");
        server.abort();
    }
    jobs.shutdown().await;
    Ok(())
}

/// Forgets what has served its time, now and every hour.
async fn tidy(state: AppState) {
    let mut hours = tokio::time::interval(Duration::from_hours(1));
    loop {
        hours.tick().await;
        let now_ms = state.clock.now_ms();
        let tidied: Result<(), DbError> =
            state.db.write(move |conn| Box::pin(async move { db::tidy::run(conn, now_ms).await })).await;
        if let Err(error) = tidied {
            tracing::warn!(%error, "tidying up did not work");
        }
        if let Err(error) = state.db.forget_pages().await {
            tracing::warn!(%error, "what was erased is still in the database's log");
        }
    }
}

/// Waits for Ctrl-C or the polite signal to end.
async fn signalled() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    interrupt.await.ok();
}

async fn create_user(
    state: &AppState,
    email: String,
    role: u8,
    given: Option<String>,
) -> Result<(), RunError> {
    let made_up = given.is_none();
    let chosen = given.unwrap_or_else(|| hex::encode(crate::db::random_bytes::<12>()));
    password::check_new(&chosen).map_err(|error| RunError::Other(format!("--password: {error}")))?;
    let email = sixfold_domain::profile::contact::email(&email)
        .map_err(|error| RunError::Other(format!("--email: {error}")))?;
    let hash = state.auth.hasher.hash(chosen.clone()).await.map_err(other)?;
    let now_ms = state.clock.now_ms();
    let new = NewAccount { email: email.clone(), password_hash: Some(hash), role, date_of_birth: None };
    let made: Result<Option<String>, DbError> =
        state.db.write(move |conn| Box::pin(async move { account::create(conn, &new, now_ms).await })).await;
    let uaid = made?.ok_or_else(|| RunError::Other(format!("--email: {email} has an account already")))?;
    println!("Created {email}, role {role}, uaid {uaid}.");
    if made_up {
        println!("Password: {chosen}");
    }
    Ok(())
}
