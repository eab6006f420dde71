//! The commands. Each opens what it needs, does its work and closes the store.

use std::path::Path;
use std::time::Duration;

use crate::app::error::RunError;
use crate::app::key_rotation;
use crate::app::listen::Listeners;
use crate::app::router;
use crate::app::{accounts, copy, demo, jobs, logs, metrics, serve};
use crate::board::{crew, live};
use crate::booking::history_import;
use crate::config::cli::{Cli, ClockCommand, Command, ImportCommand, KeysCommand, MailCommand, UserCommand};
use crate::config::clock;
use crate::config::clock::Clock;
use crate::config::notifications::make_key;
use crate::config::{Config, ConfigError, secrets};
use crate::db::DbError;
use crate::db::topic::topics;
use crate::db::upkeep::clock_guard;
use crate::mail::deliver::Transport;
use crate::state::AppState;
use crate::{content, routes};

/// How long open requests may continue after the signal to stop.
const GRACE: Duration = Duration::from_secs(10);
/// How often the start retries while the store is busy, a second apart: another node may be filling it.
const START_TRIES: u32 = 30;

/// How long letters that are being sent may take: longer than one attempt at the relay.
const LAST_LETTERS: Duration = Duration::from_secs(25);

fn other(error: impl std::fmt::Display) -> RunError {
    RunError::Other(error.to_string())
}

pub async fn run(cli: Cli) -> Result<(), RunError> {
    if matches!(cli.command, Command::Openapi) {
        say!("{}", routes::document().to_pretty_json().map_err(other)?);
        return Ok(());
    }
    if let Command::Keys { command: KeysCommand::Push { file } } = &cli.command {
        let public = make_key(file).map_err(RunError::Other)?;
        say!("Made a key for notifications in {}. Its public half is {public}.", file.display());
        return Ok(());
    }
    let (config, clock) = Config::from_flags(&cli.flags)?;
    let traces = logs::start(&config, matches!(cli.command, Command::Serve))?;
    let ended = run_command(cli, config, clock).await;
    traces.end().await;
    ended
}

async fn run_command(cli: Cli, mut config: Config, clock: Clock) -> Result<(), RunError> {
    for warning in &config.warnings {
        tracing::warn!("{warning}");
    }
    let serves = matches!(cli.command, Command::Serve);
    if serves {
        serve::fit_to_files(&mut config);
        if let Some(backups) = &config.backups {
            backups.open_directory()?;
        }
    }
    if let Command::Backup { file } = &cli.command {
        config.database.require().map_err(RunError::Other)?;
        config.database.backup(file).await?;
        config.database.note_backup(clock.now_ms()).await?;
        say!("Copied the database to {}.", file.display());
        return Ok(());
    }
    if let Command::Restore { file } = &cli.command {
        return restore(&config, &clock, file).await;
    }
    if let Command::Copy(urls) = &cli.command {
        return copy::run(urls).await.map_err(RunError::Other);
    }
    // A server creates a database only if there has never been one: otherwise an empty one would hide that the data is
    // lost.
    let (mut lock, may_begin) = match &cli.command {
        Command::Serve => {
            let lock = config.database.lock().map_err(RunError::Other)?;
            let unused = lock.as_ref().is_none_or(|lock| !lock.used());
            (lock, unused)
        }
        Command::Migrate => (None, true),
        Command::Seed
        | Command::User { .. }
        | Command::Keys { .. }
        | Command::Import { .. }
        | Command::Clock { .. }
        | Command::Mail { .. }
        | Command::Openapi
        | Command::Backup { .. }
        | Command::Copy(_)
        | Command::Restore { .. } => (None, false),
    };
    if !may_begin {
        config.database.require().map_err(RunError::Other)?;
    }
    // Before the database is touched: a port that is in use leaves it as it is.
    let listeners = if serves { Some(Listeners::open(&config).await?) } else { None };
    let opened = config.database.open_with(&config.postgres).await;
    let (db, applied) = opened.map_err(|error| ConfigError::new("--database-url", error.to_string()))?;
    if serves || applied > 0 {
        tracing::info!(applied, "the schema is up to date");
    }
    if let Some(lock) = &mut lock {
        lock.note_opened().map_err(other)?;
    }
    let state = AppState::new(config, db, clock).map_err(other)?;
    let result = match key_rotation::check(&state).await {
        Ok(()) => match listeners {
            Some(listeners) => serve(&state, listeners).await,
            None => with_store(&state, cli.command, applied).await,
        },
        Err(error) => Err(error.into()),
    };
    state.db.close().await;
    result
}

async fn with_store(state: &AppState, command: Command, applied: usize) -> Result<(), RunError> {
    match command {
        Command::Migrate => {
            say!("The schema is up to date (migrations run: {applied}).");
            Ok(())
        }
        Command::Seed => seed(state).await,
        Command::User { command } => user(state, command).await,
        Command::Keys { command: KeysCommand::Rotate } => rotate(state).await,
        Command::Import { command: ImportCommand::Results { file, dry_run } } => {
            import_results(state, &file, dry_run).await
        }
        Command::Clock { command: ClockCommand::Accept } => accept_clock(state).await,
        Command::Mail { command: MailCommand::Retry { id } } => {
            say!("{}", accounts::retry_letters(state, id).await.map_err(RunError::Other)?);
            Ok(())
        }
        Command::Serve
        | Command::Keys { command: KeysCommand::Push { .. } }
        | Command::Openapi
        | Command::Backup { .. }
        | Command::Copy(_)
        | Command::Restore { .. } => Ok(()),
    }
}

/// Replaces the database with a backup.
async fn restore(config: &Config, clock: &Clock, file: &Path) -> Result<(), RunError> {
    let stamp = clock::iso(clock.now_ms()).map_err(other)?.replace([':', '-'], "").replace('.', "");
    let former = config.database.restore(file, &stamp).await.map_err(RunError::Other)?;
    say!("Restored the database from {}.", file.display());
    if let Some(former) = former {
        say!("The former one is {}; remove it once you do not need it any more.", former.display());
    }
    Ok(())
}

async fn accept_clock(state: &AppState) -> Result<(), RunError> {
    let now_ms = state.clock.now_ms();
    let before: Result<Option<i64>, DbError> = state
        .db
        .write(move |conn| Box::pin(async move { clock_guard::accept(conn, None, now_ms).await }))
        .await;
    let now = clock::iso(now_ms).map_err(other)?;
    match before?.map(clock::iso).transpose().map_err(other)? {
        Some(before) => say!("The clock is right: {now}. The newest time seen before was {before}."),
        None => say!("The clock is right: {now}."),
    }
    Ok(())
}

async fn rotate(state: &AppState) -> Result<(), RunError> {
    let done = key_rotation::rotate(state).await?;
    let (mut renewed, mut shut) = (0, 0);
    for rotated in &done {
        say!("{:>9}  {}.{}", rotated.renewed, rotated.of.table, rotated.of.column);
        renewed += rotated.renewed;
        shut += rotated.shut;
    }
    say!("{renewed:>9}  values re-encrypted.");
    if shut > 0 {
        return Err(RunError::Config(ConfigError {
            setting: "--previous-secrets".into(),
            reason: format!(
                "{shut} values open with none of these secrets; name the one that encrypted them and run this again"
            ),
        }));
    }
    say!("Everything opens with --secret alone: the earlier secrets are not needed any more.");
    Ok(())
}

/// Imports a file of results, or prints its errors line by line.
async fn import_results(state: &AppState, file: &Path, dry: bool) -> Result<(), RunError> {
    let outcome = history_import::from_file(state, file, dry).await.map_err(other)?;
    for problem in &outcome.problems {
        say!("{problem}");
    }
    let (shown, all) = (outcome.problems.len(), outcome.problem_count);
    if all > 0 {
        let first = if shown < all { format!(", the first {shown} of them above") } else { String::new() };
        return Err(RunError::Other(format!("import: nothing was imported; things to fix: {all}{first}.")));
    }
    let (rows, athletes) = (outcome.rows, outcome.athletes);
    if dry {
        say!(
            "Everything fits. Rows: {rows}, athletes: {athletes}. Nothing was imported: this was a dry run."
        );
    } else {
        say!("Imported. Rows: {rows}, athletes: {athletes}.");
    }
    Ok(())
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

/// Every provider must answer when the server starts; one that fails later only keeps its own users out.
async fn discover(state: &AppState) -> Result<(), RunError> {
    state.auth.providers.discover(&state.clock).await.map_err(|(id, error)| {
        let setting = format!("SIXFOLD_OIDC_{}_ISSUER", id.to_ascii_uppercase());
        RunError::Config(ConfigError { setting: setting.into(), reason: error.to_string() })
    })
}

async fn serve(state: &AppState, listeners: Listeners) -> Result<(), RunError> {
    discover(state).await?;
    if key_rotation::follow(state).await? {
        tracing::warn!("the secret is a new one: everybody signs in again");
    }
    patiently(|| seed_content(state)).await?;
    if state.config.demo {
        patiently(|| seed_demo(state)).await?;
    }
    patiently(|| async { Ok(jobs::fold_names(state).await?) }).await?;
    let transport = Transport::from_config(state.config.smtp_url.as_deref(), &state.config.data_dir)
        .map_err(|reason| RunError::Config(ConfigError { setting: "--smtp-url".into(), reason }))?;
    // Requests are accepted only once the boards are built and the content is read.
    state.boards.current(&state.db).await?;
    patiently(|| async { state.hub.generation().await.map(drop).map_err(other) }).await?;
    // Jobs that close or erase something run only once the clock has been compared with the store.
    state.clock_guard.compare(&state.db, state.clock.now_ms()).await?;
    let Listeners { public: listener, metrics: scraped, tls } = listeners;
    let address = listener.local_addr().map_err(other)?;
    let mut jobs = jobs::start(state, transport);
    let topics = state.topics.clone();
    jobs.follow("news", move || topics.clone().follow(topics::EVERY));
    let db = state.db.clone();
    jobs.follow("replica", move || {
        let db = db.clone();
        async move { db.follow_replica().await }
    });
    let follower = state.clone();
    jobs.follow("content", move || {
        let state = follower.clone();
        async move { state.hub.follow(&state.topics).await }
    });
    let follower = state.clone();
    jobs.follow("events", move || {
        let state = follower.clone();
        async move { state.events.follow(&state.db, &state.topics).await }
    });
    let follower = state.clone();
    jobs.follow("boards", move || {
        let state = follower.clone();
        async move { state.boards.follow(&state.db, &state.topics).await }
    });
    let follower = state.clone();
    jobs.follow("live screen", move || live::follow(follower.clone()));
    let follower = state.clone();
    jobs.follow("crews", move || crew::follow(follower.clone()));
    // Listens for signals before the line below is printed: its reader may stop the server at once.
    let mut signals = Signals::listen();
    if let Some(scraped) = scraped {
        say!("Metrics are at http://{}/metrics.", scraped.local_addr().map_err(other)?);
        let (app, config, stop) = (metrics::router(state.clone()), state.config.clone(), state.stop.clone());
        tokio::spawn(
            async move { serve::serve((scraped, None), app, &config, stop.cancelled_owned()).await },
        );
    }
    say!("Sixfold is open at {} (listening on {address}).", state.config.public_url);
    tracing::info!(%address, "listening");

    let (stop, stopping) = tokio::sync::oneshot::channel::<()>();
    let stopping = async move {
        stopping.await.ok();
    };
    let (app, config) = (router::router(state.clone()), state.config.clone());
    let mut server = tokio::spawn(async move { serve::serve((listener, tls), app, &config, stopping).await });
    tokio::select! {
        ended = &mut server => return ended.map_err(other),
        () = signals.next() => tracing::info!("stopping"),
    }
    state.readiness.drain();
    let drain = state.config.operations.drain();
    if !drain.is_zero() {
        tracing::info!(seconds = drain.as_secs(), "draining; another signal ends it");
        tokio::select! {
            ended = &mut server => return ended.map_err(other),
            () = tokio::time::sleep(drain) => {}
            () = signals.next() => {}
        }
    }
    // Streams never end by themselves.
    state.live.stop();
    state.crews.stop();
    stop.send(()).ok();
    if tokio::time::timeout(GRACE, &mut server).await.is_err() {
        tracing::warn!("some requests were cut off");
        server.abort();
    }
    jobs.stop(GRACE).await;
    // Letters that the relay has accepted must be marked as sent, or they would be sent again.
    if tokio::time::timeout(LAST_LETTERS, state.sending.write()).await.is_err() {
        tracing::warn!("a mail relay did not answer; what was being sent to it is sent again");
    }
    Ok(())
}

async fn seed_demo(state: &AppState) -> Result<(), RunError> {
    demo::seed(state).await.map_err(|error| match error {
        demo::DemoError::Db(error) => error.into(),
        error => other(error),
    })
}

/// Runs a step of the start, retrying while the store is busy.
async fn patiently<R>(step: impl Fn() -> R) -> Result<(), RunError>
where
    R: Future<Output = Result<(), RunError>>,
{
    for _ in 1..START_TRIES {
        match step().await {
            Err(RunError::Db(DbError::Busy(reason) | DbError::Undone(reason))) => {
                tracing::info!(reason, "the store is busy; trying again");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
            done => return done,
        }
    }
    step().await
}

/// SIGINT, SIGTERM and SIGHUP.
struct Signals {
    #[cfg(unix)]
    ends: [Option<tokio::signal::unix::Signal>; 3],
}

impl Signals {
    fn listen() -> Self {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            let ends = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()].map(|kind| {
                signal(kind).inspect_err(|error| tracing::warn!(%error, "a signal is not heard")).ok()
            });
            Self { ends }
        }
        #[cfg(not(unix))]
        Self {}
    }

    /// Waits for the next of them.
    async fn next(&mut self) {
        #[cfg(unix)]
        {
            let heard = self.ends.iter_mut().flatten().map(|end| Box::pin(end.recv()));
            futures::future::select_all(heard).await;
        }
        #[cfg(not(unix))]
        tokio::signal::ctrl_c().await.ok();
    }
}

async fn user(state: &AppState, command: UserCommand) -> Result<(), RunError> {
    let message = match command {
        UserCommand::Create { email, role, password, password_file } => {
            let file = password_file.map(|file| secrets::one_line("--password-file", &file)).transpose()?;
            let setting = if file.is_some() { "--password-file" } else { "--password" };
            accounts::create(state, &email, role, (setting, file.or(password))).await
        }
        UserCommand::SetPassword { email, password_file } => {
            let given = password_file.map(|file| secrets::one_line("--password-file", &file)).transpose()?;
            accounts::set_password(state, &email, given).await
        }
        UserCommand::SetRole { email, role } => accounts::set_role(state, &email, role).await,
        UserCommand::ResetFactor { email } => accounts::reset_factor(state, &email).await,
    };
    say!("{}", message.map_err(RunError::Other)?);
    Ok(())
}
