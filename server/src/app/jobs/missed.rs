//! Closes every missed booking at London midnight.

use sixfold_domain::time::london_date_time;

use crate::booking::missed::close_if_missed;
use crate::db::DbError;
use crate::db::booking;
use crate::state::AppState;

/// The most bookings closed in one round.
const BATCH: i64 = 200;

/// Closes every missed booking; returns how many.
pub async fn close_missed(state: &AppState) -> Result<usize, DbError> {
    let now = state.clock.now_ms();
    let Ok(local) = london_date_time(now) else { return Ok(0) };
    if state.clock_guard.holds(now) {
        return Ok(0);
    }
    let missed = state.db.read(move |conn| Box::pin(booking::list_missed(conn, local.date, BATCH))).await?;
    let mut count = 0;
    for candidate in missed {
        let config = state.config.clone();
        let closed = state
            .db
            .write(move |conn| {
                Box::pin(async move {
                    booking::lock_athlete(conn, &candidate.uaid, now).await?;
                    close_if_missed(conn, &candidate.uaid, local.date, &config, now).await
                })
            })
            .await?;
        count += usize::from(closed.is_some());
    }
    Ok(count)
}
