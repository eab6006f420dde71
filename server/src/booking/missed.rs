//! Missed bookings: an open booking whose athlete was never onboarded becomes `dnt` at the next London midnight, so that a no-show
//! can book again (RULES 4.5).

use sixfold_domain::booking::BookingStatus;
use sixfold_domain::time::Date;

use crate::db::bookings::booking::{self, Booking};
use crate::db::people::audit;
use crate::db::{Conn, DbError};
use crate::mail;
use crate::mail::letters::{self, Change};
use crate::state::AppState;

/// What the letter about a booking that ends as `dnt` says: nobody misses a test that was never confirmed to them.
pub(crate) fn did_not_test(open: &Booking) -> Change {
    if open.status == BookingStatus::Assistance { Change::Unanswered } else { Change::Missed }
}

/// Whether the day of an open booking is over and its athlete never came.
pub(crate) fn is_missed(open: &Booking, today: Date) -> bool {
    open.slot.is_some_and(|(date, _)| date < today) && open.onboarded_at.is_none()
}

/// Closes an open booking when its day is over and its athlete never came; false where that is not so, or where the clock is in
/// doubt (RULES 1.3). The caller has locked the athlete; booking calls it too, so that nobody has to wait for the job.
pub async fn close_if_missed(
    conn: &mut Conn,
    open: &Booking,
    today: Date,
    state: &AppState,
    now_ms: i64,
) -> Result<bool, DbError> {
    let missed = is_missed(open, today) && !state.clock_guard.is_in_doubt(now_ms);
    let Some(next) = BookingStatus::Dnt.reached_from(Some(open.status)).ok().filter(|_| missed) else {
        return Ok(false);
    };
    let closed = booking::close(conn, open, next, None, now_ms).await?;
    audit::system(conn, "booking.missed", Some(&closed.uaid), Some(&closed.id), now_ms).await?;
    tell(conn, &closed, did_not_test(open), state, now_ms).await?;
    Ok(true)
}

/// Puts the letter about a booking that has ended as `dnt` into the outbox.
pub(crate) async fn tell(
    conn: &mut Conn,
    closed: &Booking,
    change: Change,
    state: &AppState,
    now_ms: i64,
) -> Result<(), DbError> {
    if let (Some(event), Some(to)) =
        (state.events.in_job(conn, Some(&closed.event_id)).await?, mail::recipient(conn, &closed.uaid).await?)
    {
        let (outbox, ticket) = (&event.outbox, letters::Ticket::of(closed));
        let letter = letters::booking(&outbox.site_info, &to, &ticket, change, now_ms);
        outbox.enqueue(conn, letter, now_ms).await?;
    }
    Ok(())
}
