//! Missed bookings: an open booking whose athlete was never onboarded becomes `dnt` at the next London midnight, so that a no-show
//! can book again (RULES 4.5).

use sixfold_domain::booking::BookingStatus;
use sixfold_domain::time::Date;

use crate::config::Config;
use crate::db::booking::{self, Booking};
use crate::db::{Conn, DbError, audit, schedule};
use crate::mail::{self, letters};

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
    audit::system(conn, "booking.missed", Some(uaid), Some(&closed.id), now_ms).await?;
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
