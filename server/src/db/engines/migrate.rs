//! The migrations: numbered files, with the same numbers and names for both engines, each run once and never changed
//! afterwards (their checksums are stored).

use std::time::Duration;

use sha2::{Digest as _, Sha256};
use sqlx::FromRow;

use crate::db::connection::conn::{Conn, Link};
use crate::db::connection::engine::Engine;
use crate::db::connection::error::{DbError, Result};
use crate::db::params;

#[derive(Debug, Clone, Copy)]
pub struct Migration {
    /// Consecutive.
    pub version: i64,
    /// The file's name without its number.
    pub name: &'static str,
    pub sqlite: &'static str,
    pub postgres: &'static str,
}

macro_rules! migration {
    ($version:literal, $name:literal, $file:literal) => {
        Migration {
            version: $version,
            name: $name,
            sqlite: include_str!(concat!("../../../../migrations/sqlite/", $file)),
            postgres: include_str!(concat!("../../../../migrations/postgres/", $file)),
        }
    };
}

pub const ALL: &[Migration] = &[
    migration!(1, "first_release", "0001_first_release.sql"),
    migration!(2, "accounts", "0002_accounts.sql"),
    migration!(3, "content", "0003_content.sql"),
    migration!(4, "test_day", "0004_test_day.sql"),
    migration!(5, "boards", "0005_boards.sql"),
    migration!(6, "delivery", "0006_delivery.sql"),
    migration!(7, "mail", "0007_mail.sql"),
    migration!(8, "sign_in", "0008_sign_in.sql"),
    migration!(9, "coaches", "0009_coaches.sql"),
    migration!(10, "folded_names", "0010_folded_names.sql"),
    migration!(11, "desk", "0011_desk.sql"),
    migration!(12, "offer_letter", "0012_offer_letter.sql"),
    migration!(13, "moved_pages", "0013_moved_pages.sql"),
    migration!(14, "waiting_room", "0014_waiting_room.sql"),
    migration!(15, "smaller_indexes", "0015_smaller_indexes.sql"),
    migration!(16, "crews", "0016_crews.sql"),
    migration!(17, "wallets", "0017_wallets.sql"),
    migration!(18, "cards", "0018_cards.sql"),
    migration!(19, "notifications", "0019_notifications.sql"),
    migration!(20, "passkeys", "0020_passkeys.sql"),
    migration!(21, "alerts", "0021_alerts.sql"),
    migration!(22, "birthday_letter", "0022_birthday_letter.sql"),
    migration!(23, "taken_down", "0023_taken_down.sql"),
    migration!(24, "photo_sources", "0024_photo_sources.sql"),
    migration!(25, "requested_version", "0025_requested_version.sql"),
    migration!(26, "booking_decisions", "0026_booking_decisions.sql"),
    migration!(27, "removed_scores", "0027_removed_scores.sql"),
];

const CREATE_SQLITE: &str = "CREATE TABLE IF NOT EXISTS schema_migration (\
     version INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL) STRICT";
const CREATE_POSTGRES: &str = "CREATE TABLE IF NOT EXISTS schema_migration (\
     version BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL)";
const WRITE_NOTHING: &str = "DELETE FROM schema_migration WHERE version < 0";
const LIST: &str = "SELECT version, name, checksum FROM schema_migration ORDER BY version";
const NOTE: &str = "INSERT INTO schema_migration (version, name, checksum) VALUES ($1, $2, $3)";
/// Another node's migrations, and one of a large table, may take any time.
const PATIENT_POSTGRES: [&str; 4] = [
    // Without the remark that the list of migrations is there already.
    "SET LOCAL client_min_messages = warning",
    "SET LOCAL lock_timeout = 0",
    "SET LOCAL statement_timeout = 0",
    "SET LOCAL idle_in_transaction_session_timeout = 0",
];
/// Another encoding refuses names, or orders and searches them wrongly.
const ENCODING_POSTGRES: &str = "SELECT current_setting('server_encoding')";
/// Two nodes that start at once take turns.
const LOCK_POSTGRES: &str = "SELECT pg_advisory_xact_lock(6006)";
/// Readers queue behind a statement that waits for exclusive access, and nodes give up after four seconds.
const BRIEF_POSTGRES: &str = "SET LOCAL lock_timeout = '2s'";
/// PostgreSQL's `lock_not_available`.
const LOCK_NOT_AVAILABLE: &str = "55P03";
/// How long readers are let through before the migrations are tried again.
const RETRY_PAUSE: Duration = Duration::from_secs(3);

/// Whether a copy into this database is under way ([`crate::db::upkeep::copy`]).
const UNFINISHED_SQLITE: &str =
    "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = 'copy_progress'";
const UNFINISHED_POSTGRES: &str = "SELECT COUNT(*) FROM pg_class WHERE oid = to_regclass('copy_progress')";

#[derive(FromRow)]
struct Applied {
    version: i64,
    name: String,
    checksum: String,
}

/// Runs the migrations that are missing, in one transaction, and returns how many. Refuses a database that is newer
/// than this program, or whose migrations differ. While a long transaction, such as a dump, uses a table that a migration
/// changes, they are tried again and again, so that others can read it meanwhile.
pub async fn run(conn: &mut Conn) -> Result<usize> {
    loop {
        if let Some(taken) = attempt(conn).await? {
            return Ok(taken);
        }
        tokio::time::sleep(RETRY_PAUSE).await;
    }
}

/// None if a table was in use for too long: then nothing has changed.
async fn attempt(conn: &mut Conn) -> Result<Option<usize>> {
    let begin = match conn.engine() {
        Engine::Sqlite => "BEGIN IMMEDIATE",
        Engine::Postgres => "BEGIN",
    };
    conn.command(begin).await?;
    let taken = prepared_steps(conn).await;
    match &taken {
        Ok(Some(_)) => conn.command("COMMIT").await?,
        // The connection may be gone, and the transaction with it.
        Ok(None) | Err(_) => conn.command("ROLLBACK").await.unwrap_or_default(),
    }
    taken
}

async fn prepared_steps(conn: &mut Conn) -> Result<Option<usize>> {
    match conn.engine() {
        Engine::Sqlite => {
            conn.command(CREATE_SQLITE).await?;
            // `BEGIN IMMEDIATE` accepts a file that cannot be written; a statement that could write does not.
            conn.command(WRITE_NOTHING)
                .await
                .map_err(|error| DbError::Other(format!("the file cannot be written: {error}")))?;
        }
        Engine::Postgres => {
            require_utf8(conn).await?;
            let before = [LOCK_POSTGRES, CREATE_POSTGRES, BRIEF_POSTGRES];
            for statement in PATIENT_POSTGRES.into_iter().chain(before) {
                conn.command(statement).await?;
            }
        }
    }
    steps(conn).await
}

async fn require_utf8(conn: &mut Conn) -> Result<()> {
    let encoding: String = conn.scalar(ENCODING_POSTGRES, params![]).await?;
    if encoding != "UTF8" {
        return Err(DbError::Other(format!(
            "the database has the encoding {encoding}; make one with UTF8: createdb --encoding UTF8 --template template0 NAME"
        )));
    }
    Ok(())
}

/// Refuses a database that this program does not know: a newer one, one with other migrations, or one of another
/// program.
pub(in crate::db) async fn is_known(conn: &mut Conn) -> Result<()> {
    known(conn).await.map(drop)
}

/// As [`is_known`]; refuses one that lacks migrations too.
pub(in crate::db) async fn is_current(conn: &mut Conn) -> Result<()> {
    if known(conn).await? < ALL.len() {
        return Err(DbError::Other(
            "it is of an earlier version: bring it up to date with `sixfold migrate`".to_owned(),
        ));
    }
    Ok(())
}

/// How many of this program's migrations a database has.
async fn known(conn: &mut Conn) -> Result<usize> {
    let applied: Vec<Applied> = conn.all(LIST, params![]).await.unwrap_or_default();
    if applied.is_empty() {
        return Err(DbError::Other("it is no database of this program".to_owned()));
    }
    check(conn.engine(), &applied)?;
    Ok(applied.len())
}

/// Refuses the target of a copy that was interrupted: part of its data is missing.
pub(in crate::db) async fn refuse_unfinished(conn: &mut Conn) -> Result<()> {
    let sql = match conn.engine() {
        Engine::Sqlite => UNFINISHED_SQLITE,
        Engine::Postgres => UNFINISHED_POSTGRES,
    };
    if conn.any(sql, params![]).await? {
        return Err(DbError::Other(
            "it is a copy that is not finished: run the same `sixfold copy` again".to_owned(),
        ));
    }
    Ok(())
}

/// None if a table was in use for too long.
async fn steps(conn: &mut Conn) -> Result<Option<usize>> {
    refuse_unfinished(conn).await?;
    let applied: Vec<Applied> = conn.all(LIST, params![]).await?;
    check(conn.engine(), &applied)?;
    let due = ALL.iter().filter(|migration| applied.iter().all(|step| step.version != migration.version));
    let mut taken = 0;
    for migration in due {
        let Migration { version, name, .. } = *migration;
        if !applied.is_empty() {
            tracing::info!(version, name, "migrating");
        }
        let sql = text(conn.engine(), migration);
        if !script(conn, sql).await.map_err(|error| failed(migration, error))? {
            tracing::warn!(version, name, "another transaction uses a table of this migration; trying again");
            return Ok(None);
        }
        conn.execute(NOTE, params![migration.version, migration.name, checksum(sql)]).await?;
        taken += 1;
    }
    Ok(Some(taken))
}

/// Runs the statements of a migration; false if a table was in use for too long.
async fn script(conn: &mut Conn, sql: &'static str) -> Result<bool> {
    let ran = match &mut conn.link {
        Link::Sqlite(c) => sqlx::raw_sql(sql).execute(c).await.map(drop),
        Link::Postgres(c) => sqlx::raw_sql(sql).execute(&mut **c).await.map(drop),
    };
    match ran {
        Err(sqlx::Error::Database(refused)) if refused.code().as_deref() == Some(LOCK_NOT_AVAILABLE) => {
            Ok(false)
        }
        ran => Ok(ran.map(|()| true)?),
    }
}

/// Names the migration; the transaction of all of them ends with it.
fn failed(migration: &Migration, error: DbError) -> DbError {
    let Migration { version, name, .. } = migration;
    let told = |reason: String| format!("migration {version} ({name}) failed, nothing was changed: {reason}");
    match error {
        DbError::Busy(reason) => DbError::Busy(told(reason)),
        DbError::Undone(reason) => DbError::Undone(told(reason)),
        DbError::NotFound | DbError::Conflict(_) | DbError::Unstorable | DbError::Other(_) => {
            DbError::Other(told(error.to_string()))
        }
    }
}

/// Whether the migrations that were run are this program's.
fn check(engine: Engine, applied: &[Applied]) -> Result<()> {
    for step in applied {
        let known = ALL.iter().find(|migration| migration.version == step.version);
        let known = known.ok_or_else(|| {
            DbError::Other(format!(
                "the database is newer than this program: it knows migration {}",
                step.version
            ))
        })?;
        if known.name != step.name || checksum(text(engine, known)) != step.checksum {
            return Err(DbError::Other(format!("migration {} is not the one that was run", step.version)));
        }
    }
    Ok(())
}

fn text(engine: Engine, migration: &Migration) -> &'static str {
    match engine {
        Engine::Sqlite => migration.sqlite,
        Engine::Postgres => migration.postgres,
    }
}

fn checksum(sql: &str) -> String {
    hex::encode(Sha256::digest(sql.as_bytes()))
}
