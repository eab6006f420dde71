//! Deletes expired rows.

use crate::db::{self, DbError, people};
use crate::state::AppState;

/// How many names are folded in one job.
const BATCH: i64 = 200;

const DAY_MS: i64 = 24 * 60 * 60_000;

/// Deletes expired rows, unless the clock is in doubt: a wrong one would end every session and delete every letter.
pub async fn tidy(state: &AppState) -> Result<(), DbError> {
    let now_ms = state.clock.now_ms();
    if state.clock_guard.holds(now_ms) {
        return Ok(());
    }
    let logged_until_ms = now_ms - i64::from(state.config.audit_days) * DAY_MS;
    state
        .db
        .write(move |conn| {
            Box::pin(async move {
                db::tidy::run(conn, now_ms).await?;
                db::audit::prune(conn, logged_until_ms).await.map(drop)
            })
        })
        .await
}

/// Folds every name for searching ([`people::fold`]), in small jobs.
pub async fn fold_names(state: &AppState) -> Result<(), DbError> {
    while state.db.write(|conn| Box::pin(people::fold::keep_all(conn, BATCH))).await? > 0 {}
    Ok(())
}
