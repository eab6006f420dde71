//! Scheduled backups of an SQLite store. The store lists those that it has made, and only these are ever removed.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::config::backups::Backups;
use crate::db::engines::{backup, store_metadata};
use crate::db::{Conn, DbError};
use crate::state::AppState;

/// The subject of the warning in readiness.
const WARNING: &str = "backups";

/// The backups that a database has begun, each at an instant in ms, which names its file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Made {
    /// A copy of the database elsewhere has made none of them.
    database: String,
    at: Vec<i64>,
}

/// Makes a backup if one is due, and puts the earlier ones in order whether or not it is; returns the file that was made. A
/// failure is a sentence, which readiness repeats until a round succeeds.
pub async fn back_up_if_due(state: &AppState) -> Result<Option<PathBuf>, String> {
    let Some(backups) = &state.config.backups else { return Ok(None) };
    let now_ms = state.clock.now_ms();
    let made = back_up(state, backups, now_ms).await;
    let in_order = put_in_order(state, backups, now_ms).await;
    let done = made.and_then(|file| in_order.map(|()| file));
    let warning = done.as_ref().err().map(|reason| format!("the scheduled backup failed: {reason}"));
    state.readiness.warn(WARNING, warning);
    done
}

async fn back_up(state: &AppState, backups: &Backups, now_ms: i64) -> Result<Option<PathBuf>, String> {
    let mut made = read(state, backups).await.map_err(|error| error.to_string())?;
    let every_ms = i64::try_from(backups.every.as_millis()).unwrap_or(i64::MAX);
    if newest(backups, &made, now_ms).is_some_and(|newest| now_ms - newest < every_ms) {
        return Ok(None);
    }
    let file = file(backups, now_ms);
    if file.exists() {
        return Err(format!("{} exists already", file.display()));
    }
    // Before it is begun, so that what a crash leaves of it is known and removed.
    made.at.push(now_ms);
    note(state, &made, None).await.map_err(|error| error.to_string())?;
    if let Err(error) = state.config.database.backup(&file).await {
        made.at.retain(|at| *at != now_ms);
        note(state, &made, None).await.ok();
        return Err(error.to_string());
    }
    Ok(Some(file))
}

/// Removes what is too many, and brings the list and the time of the last backup in line with the files.
async fn put_in_order(state: &AppState, backups: &Backups, now_ms: i64) -> Result<(), String> {
    let made = read(state, backups).await.map_err(|error| error.to_string())?;
    // If none is there, the disk may be away: forgotten backups would never be removed.
    let Some(newest) = newest(backups, &made, now_ms) else { return Ok(()) };
    let mut kept = made.clone();
    // While the clock is in doubt nobody knows which are old (RULES 1.3).
    let removed =
        if state.clock_guard.is_in_doubt(now_ms) { Ok(()) } else { remove_old(backups, &mut kept, newest) };
    let backed_up = backed_up(state).await.map_err(|error| error.to_string())?;
    let changed = backed_up.is_none_or(|at| at < newest || at > now_ms).then_some(newest);
    if kept != made || changed.is_some() {
        note(state, &kept, changed).await.map_err(|error| error.to_string())?;
    }
    removed.map_err(|reason| format!("the newest is whole, but an old one cannot be removed: {reason}"))
}

/// The newest backup that is there. Later ones are of a clock that was wrong.
fn newest(backups: &Backups, made: &Made, now_ms: i64) -> Option<i64> {
    made.at.iter().copied().filter(|at| *at <= now_ms && file(backups, *at).is_file()).max()
}

/// Removes the oldest backups but for the number to keep, and what crashes have left of others.
fn remove_old(backups: &Backups, made: &mut Made, newest: i64) -> Result<(), String> {
    made.at.sort_unstable();
    made.at.dedup();
    let whole: Vec<i64> = made.at.iter().copied().filter(|at| file(backups, *at).is_file()).collect();
    let many = whole.len().saturating_sub(backups.keep);
    let old: Vec<i64> = whole.iter().copied().filter(|at| *at != newest).take(many).collect();
    let mut failed = Ok(());
    made.at.retain(|at| {
        let path = file(backups, *at);
        let removed = match (whole.contains(at), old.contains(at)) {
            (true, false) => return true,
            (true, true) => backup::remove(&path),
            (false, _) => backup::remove(&backup::unfinished(&path)),
        };
        if let Err(error) = &removed {
            failed = Err(format!("{}: {error}", path.display()));
        }
        removed.is_err()
    });
    failed
}

/// The file of a backup, named by its instant in UTC.
fn file(backups: &Backups, at_ms: i64) -> PathBuf {
    let at = jiff::Timestamp::from_millisecond(at_ms).unwrap_or_default();
    backups.directory.join(format!("sixfold-{}.db", at.strftime("%Y%m%dT%H%M%SZ")))
}

async fn read(state: &AppState, backups: &Backups) -> Result<Made, DbError> {
    let stored = state
        .db
        .read(async |conn| store_metadata::find(conn, store_metadata::SCHEDULED_BACKUPS).await)
        .await?;
    let made: Option<Made> = stored.and_then(|stored| serde_json::from_str(&stored).ok());
    let made = made.filter(|made| made.database == backups.database);
    Ok(made.unwrap_or_else(|| Made { database: backups.database.clone(), at: Vec::new() }))
}

/// When the store was last backed up, by schedule or by hand.
async fn backed_up(state: &AppState) -> Result<Option<i64>, DbError> {
    let stored =
        state.db.read(async |conn| store_metadata::find(conn, store_metadata::BACKED_UP).await).await?;
    Ok(stored.and_then(|at| at.parse().ok()))
}

/// Stores the list, and when the store was backed up.
async fn note(state: &AppState, made: &Made, backed_up: Option<i64>) -> Result<(), DbError> {
    let made = serde_json::to_string(made).map_err(|error| DbError::Other(error.to_string()))?;
    state.db.write(async move |conn| put(conn, made, backed_up).await).await
}

async fn put(conn: &mut Conn, made: String, backed_up: Option<i64>) -> Result<(), DbError> {
    store_metadata::replace(conn, store_metadata::SCHEDULED_BACKUPS, &made).await?;
    match backed_up {
        Some(at_ms) => store_metadata::replace(conn, store_metadata::BACKED_UP, &at_ms.to_string()).await,
        None => Ok(()),
    }
}
