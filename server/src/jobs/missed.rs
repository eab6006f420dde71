//! Closes the bookings of those who did not come: an open booking that was never onboarded becomes `dnt` at the next London
//! midnight, so that a no-show can book again (decisions, "Booking").

use sixfold_domain::booking::BookingStatus;
use sixfold_domain::time::{Date, london_date_time};

use crate::config::Config;
use crate::db::booking::{self, Booking};
use crate::db::{Conn, DbError, schedule};
use crate::mail::{self, letters};
use crate::state::AppState;

/// How many bookings one round closes at most.
const BATCH: i64 = 200;

/// Closes every missed booking and says how many there were.
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

/// Closes the athlete's open booking when its day is over and they never came. The caller has locked the athlete; booking
/// calls it too, so that nobody has to wait for the job.
pub async fn close_if_missed(
    conn: &mut Conn<'_>,
    uaid: &str,
    today: Date,
    config: &Config,
    now_ms: i64,
) -> Result<Option<Booking>, DbError> {
    let Some(open) = booking::find_open(conn, uaid).await? else { return Ok(None) };
    let over = open.place.is_some_and(|(date, _)| date < today) && open.onboarded_at.is_none();
    let Some(next) = BookingStatus::Dnt.reached_from(Some(open.status)).ok().filter(|_| over) else {
        return Ok(None);
    };
    let closed = booking::close(conn, &open, next, None, now_ms).await?;
    crate::db::audit::system(conn, "booking.missed", Some(uaid), Some(&closed.id), now_ms).await?;
    if let (Some(event), Some(to)) =
        (schedule::find_event(conn, Some(&closed.event_id)).await?, mail::recipient(conn, uaid).await?)
    {
        let site_info = mail::site_info(conn, &event, config).await?;
        mail::enqueue(
            conn,
            letters::booking(&site_info, &to, &letters::Ticket::of(&closed), letters::Change::Missed, now_ms),
            now_ms,
        )
        .await?;
    }
    Ok(Some(closed))
}
