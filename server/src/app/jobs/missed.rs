//! Closes every missed booking at London midnight.

use sixfold_domain::time::london_date_time;

use crate::booking::missed::close_if_missed;
use crate::db::DbError;
use crate::db::bookings::booking;
use crate::state::AppState;

/// The most bookings closed in one round.
const BATCH: i64 = 200;

/// Closes every missed booking; returns how many.
pub async fn close_missed(state: &AppState) -> Result<usize, DbError> {
    let now = state.clock.now_ms();
    let Ok(local) = london_date_time(now) else { return Ok(0) };
    if state.clock_guard.is_in_doubt(now) {
        return Ok(0);
    }
    let missed = state.db.read(async |conn| booking::list_missed(conn, local.date, BATCH).await).await?;
    let mut count = 0;
    for candidate in missed {
        let job = state.clone();
        let closed = state
            .db
            .write(async move |conn| {
                booking::lock_athlete(conn, &candidate.uaid, now).await?;
                match booking::find_open(conn, &candidate.uaid).await? {
                    Some(open) => close_if_missed(conn, &open, local.date, &job, now).await,
                    None => Ok(false),
                }
            })
            .await?;
        count += usize::from(closed);
    }
    Ok(count)
}
