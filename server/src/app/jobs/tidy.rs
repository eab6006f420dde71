//! Deletes expired rows, what has become old (RULES 14.2), and old e-mails that were written as files.

use std::path::Path;
use std::time::{Duration, SystemTime};

use sixfold_domain::time::london_date_time;

use crate::config::mail_files;
use crate::db::DbError;
use crate::db::people;
use crate::db::upkeep::tidy::{self, Old};
use crate::state::AppState;

/// How many names are folded in one job.
const BATCH: i64 = 200;
/// How many old rows of a kind one job deletes, so that others wait for milliseconds only.
const OLD_BATCH: i64 = 500;

/// Days after a visit until the phones with its ticket are forgotten (RULES 4.15).
const VISIT_DAYS: i32 = 90;

const DAY_MS: i64 = 24 * 60 * 60_000;

/// Deletes expired and old rows, unless the clock is in doubt: a wrong one would end every session and delete every
/// letter.
pub async fn tidy(state: &AppState) -> Result<(), DbError> {
    let now_ms = state.clock.now_ms();
    if state.clock_guard.is_in_doubt(now_ms) {
        return Ok(());
    }
    state.db.write(async move |conn| tidy::run(conn, now_ms).await).await?;
    delete_old(state, now_ms).await?;
    let deleted = delete_mail_files(state, now_ms).await;
    deleted.map_err(|error| DbError::Other(format!("old e-mails on the disk: {error}")))
}

async fn delete_old(state: &AppState, now_ms: i64) -> Result<(), DbError> {
    let Ok(today) = london_date_time(now_ms) else { return Ok(()) };
    let settings = &state.config.operations;
    let before_ms = |days: u32| now_ms - i64::from(days) * DAY_MS;
    let old = Old {
        history: settings.history_from(today.date),
        history_ms: before_ms(settings.history_days),
        figures: settings.figures_from(today.date),
        visits: today.date.add_days(-VISIT_DAYS),
        revisions_ms: before_ms(settings.revision_days),
        log_ms: before_ms(state.config.audit_days),
    };
    while state.db.write(async move |conn| tidy::prune_old(conn, old, OLD_BATCH).await).await? > 0 {
        if state.stop.is_cancelled() {
            return Ok(());
        }
    }
    Ok(())
}

/// Deletes e-mails that were written as files, by the time of the file.
async fn delete_mail_files(state: &AppState, now_ms: i64) -> std::io::Result<()> {
    let directory = mail_files(&state.config.data_dir);
    let until_ms = now_ms - i64::from(state.config.operations.mail_file_days) * DAY_MS;
    let until = SystemTime::UNIX_EPOCH + Duration::from_millis(u64::try_from(until_ms).unwrap_or(0));
    let deleting = tokio::task::spawn_blocking(move || delete_files(&directory, until));
    deleting.await.map_err(std::io::Error::other)?
}

fn delete_files(directory: &Path, until: SystemTime) -> std::io::Result<()> {
    let files = match std::fs::read_dir(directory) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        files => files?,
    };
    for file in files {
        let path = file?.path();
        // A part is left where the disk was full, or the server was killed.
        let is_mail = path.extension().is_some_and(|ending| ending == "eml" || ending == "part");
        if is_mail && std::fs::metadata(&path)?.modified()? < until {
            std::fs::remove_file(&path)?;
        }
    }
    Ok(())
}

/// Folds every name for searching ([`people::fold`]), in small jobs.
pub async fn fold_names(state: &AppState) -> Result<(), DbError> {
    while state.db.write(async move |conn| people::fold::keep_all(conn, BATCH).await).await? > 0 {}
    Ok(())
}
