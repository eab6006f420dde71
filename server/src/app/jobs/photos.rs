//! Deletes photographs that no public card uses (RULES 13.19).

use crate::db::DbError;
use crate::db::sharing::share::photo;
use crate::state::AppState;

/// Deletes those that waited too long; returns how many.
pub async fn forget_photos(state: &AppState) -> Result<usize, DbError> {
    let now_ms = state.clock.now_ms();
    if state.clock_guard.is_in_doubt(now_ms) {
        return Ok(0);
    }
    if !state.db.read(async |conn| photo::is_any_due(conn, now_ms).await).await? {
        return Ok(0);
    }
    let gone = state.db.write(async move |conn| photo::forget(conn, now_ms).await).await?;
    Ok(usize::try_from(gone).unwrap_or(usize::MAX))
}
