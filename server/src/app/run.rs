//! The commands. Each opens what it needs, does its work and closes the store.

use std::path::Path;

use crate::app::error::{RunError, other};
use crate::app::key_rotation;
use crate::app::listen::Listeners;
use crate::app::server::{self, seed_content};
use crate::app::{accounts, copy, demo, logs, serve};
use crate::booking::history_import::{self, SeasonVisits};
use crate::config::cli::{
    self, Cli, ClockCommand, Command, ImportCommand, KeysCommand, MailCommand, UserCommand,
};
use crate::config::clock;
use crate::config::clock::Clock;
use crate::config::notifications::make_key;
use crate::config::{Config, ConfigError, secrets};
use crate::db::DbError;
use crate::db::engines::store_metadata::CANARY;
use crate::db::upkeep::{clock_guard, deletions};
use crate::routes;
use crate::state::AppState;

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
    let (config, clock) = Config::for_command(&cli.flags, cli.command.data_dir())?;
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
            backups.check_directory()?;
        }
    }
    if let Command::Backup { file } = &cli.command {
        config.database.require().map_err(RunError::Other)?;
        config.database.backup(file).await.map_err(other)?;
        say!("Copied {} to {}.", config.database.display_url(), file.display());
        // The copy is complete, so the command succeeds without the note: a script must not throw the copy away.
        if let Err(error) = config.database.note_backup(clock.now_ms()).await {
            tracing::warn!(%error, "the database could not note the backup, so Today may still ask for one");
        }
        return Ok(());
    }
    if let Command::Restore { file } = &cli.command {
        return restore(&config, &clock, file).await;
    }
    if let Command::Copy(urls) = &cli.command {
        return copy::run(urls).await;
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
    let canary = config.database.find_fact(&config.postgres, CANARY).await.map_err(not_opened)?;
    key_rotation::check_before_opening(&config, canary.as_deref())?;
    let opened = config.database.open_with(&config.postgres).await;
    let (db, applied) = opened.map_err(not_opened)?;
    if serves || applied > 0 {
        tracing::info!(applied, database = config.database.display_url(), "the schema is up to date");
    }
    if let Some(lock) = &mut lock {
        lock.note_opened().map_err(other)?;
    }
    let state = AppState::new(config, db, clock).map_err(other)?;
    let result = match key_rotation::check(&state).await {
        Ok(()) => match listeners {
            Some(listeners) => server::run(&state, listeners).await,
            None => with_store(&state, cli.command, applied).await,
        },
        Err(error) => Err(error.into()),
    };
    state.db.close().await;
    result
}

/// A store that is away may come back; anything else needs another setting.
fn not_opened(error: DbError) -> RunError {
    let setting = "--database-url";
    if matches!(error, DbError::Busy(_) | DbError::Undone(_)) {
        return RunError::Other(format!("{}: {error}", cli::named(setting)));
    }
    RunError::Config(ConfigError::new(setting, error.to_string()))
}

async fn with_store(state: &AppState, command: Command, applied: usize) -> Result<(), RunError> {
    match command {
        Command::Migrate => {
            let database = state.config.database.display_url();
            say!("The schema of {database} is up to date (migrations run: {applied}).");
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
    say!("Restored {} from {}.", config.database.display_url(), file.display());
    if let Some(former) = former {
        say!("The former one is {}; remove it once you do not need it any more.", former.display());
        list_deleted(config, &former).await;
    }
    Ok(())
}

/// Prints what was deleted after the backup. The restore is complete, so the command succeeds without it.
async fn list_deleted(config: &Config, former: &Path) {
    match deletions::after_backup(&config.database, former).await {
        Ok(deleted) if deleted.is_empty() => {}
        Ok(deleted) => {
            let count = deleted.len();
            say!(
                "Deleted, withdrawn, revoked or replaced after the backup, and now back: {count}. Do these again:"
            );
            for deletion in deleted {
                say!("  {deletion}");
            }
        }
        Err(error) => say!(
            "The former database's audit log cannot be read ({error}): what was deleted after the backup is back."
        ),
    }
}

async fn accept_clock(state: &AppState) -> Result<(), RunError> {
    let now_ms = state.clock.now_ms();
    let before = state.db.write(async move |conn| clock_guard::accept(conn, None, now_ms).await).await;
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
    say!("{}", key_rotation::earlier_secrets(state).await?);
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
    if let (Some(first), Some(last)) = (outcome.first_day, outcome.last_day) {
        say!("Days with results: {first} to {last}.");
    }
    for SeasonVisits { season, visits } in &outcome.seasons {
        match season {
            Some(number) => say!("Visits in season {number}: {visits}."),
            None => say!("Visits in no season, so that no board shows their finals: {visits}."),
        }
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

async fn seed(state: &AppState) -> Result<(), RunError> {
    if !state.config.demo {
        return Err(ConfigError::new("--demo", "needed: there is nothing else to seed").into());
    }
    seed_content(state).await?;
    demo::seed(state).await.map_err(other)
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
        UserCommand::Erase { email } => accounts::erase(state, &email).await,
    };
    say!("{}", message.map_err(RunError::Other)?);
    Ok(())
}
