//! Writes reminders the day before a test, and letters about finals that have been revealed. Each is written once, in
//! the transaction that marks it: a booking that moves to another day gets a reminder for that one.

use sixfold_domain::time::{TimeOfDay, london_date_time};

use crate::booking::event_snapshot::EventSnapshots;
use crate::db::bookings::booking;
use crate::db::messages::scheduled_letters;
use crate::db::{Conn, DbError};
use crate::mail::letters::FinalVisibility;
use crate::mail::{self, letters};
use crate::state::AppState;

/// The most letters of a kind written in one round.
pub(super) const BATCH: i64 = 200;
/// The hour in London from which reminders are sent, so that nobody's phone rings at midnight.
pub(super) const FROM_HOUR: u16 = 9;
/// A booking made or moved this recently needs no reminder, ms.
const LATELY_MS: i64 = 12 * 60 * 60_000;
/// How long ago a final must have been revealed, ms: a mistake can be put right, a letter cannot be taken back.
const SETTLED_MS: i64 = 10 * 60_000;

/// Writes reminders for tomorrow's tests; returns how many.
pub async fn remind(state: &AppState) -> Result<usize, DbError> {
    let now_ms = state.clock.now_ms();
    let Ok(local) = london_date_time(now_ms) else { return Ok(0) };
    if state.clock_guard.is_in_doubt(now_ms) {
        return Ok(0);
    }
    if TimeOfDay::from_minutes(FROM_HOUR * 60).is_ok_and(|from| local.time < from) {
        return Ok(0);
    }
    let tomorrow = local.date.add_days(1);
    let due = state
        .db
        .read(async |conn| scheduled_letters::to_remind(conn, tomorrow, now_ms - LATELY_MS, BATCH).await)
        .await?;
    let mut count = 0;
    for (booking_id, uaid) in due {
        let events = state.events.clone();
        let written: bool = state
            .db
            .write(async move |conn| {
                // It was moved, cancelled or reminded of by another node meanwhile.
                if !booking::lock_athlete(conn, &uaid, now_ms).await?
                    || !scheduled_letters::remind(conn, &booking_id, tomorrow, now_ms).await?
                {
                    return Ok::<_, DbError>(false);
                }
                write_reminder(conn, &booking_id, &events, now_ms).await
            })
            .await?;
        count += usize::from(written);
    }
    Ok(count)
}

async fn write_reminder(
    conn: &mut Conn,
    booking_id: &str,
    events: &EventSnapshots,
    now_ms: i64,
) -> Result<bool, DbError> {
    let Some(booked) = booking::find(conn, booking_id).await? else { return Ok(false) };
    let (Some(event), Some(to)) =
        (events.in_job(conn, Some(&booked.event_id)).await?, mail::recipient(conn, &booked.uaid).await?)
    else {
        return Ok(false);
    };
    let letter = letters::reminder(&event.outbox.site_info, &to, &letters::Ticket::of(&booked));
    event.outbox.enqueue(conn, letter, now_ms).await?;
    event.outbox.remind(conn, &booked, now_ms).await?;
    Ok(true)
}

/// Writes letters about revealed finals; returns how many.
pub async fn follow_up(state: &AppState) -> Result<usize, DbError> {
    let now_ms = state.clock.now_ms();
    if state.clock_guard.is_in_doubt(now_ms) {
        return Ok(0);
    }
    let due = state
        .db
        .read(async |conn| scheduled_letters::to_follow_up(conn, now_ms - SETTLED_MS, BATCH).await)
        .await?;
    let mut count = 0;
    for (booking_id, event_id) in due {
        let events = state.events.clone();
        let written: bool = state
            .db
            .write(async move |conn| {
                let Some(event) = events.in_job(conn, Some(&event_id)).await? else { return Ok(false) };
                mail::tell_final(conn, &event.outbox, &booking_id, FinalVisibility::Revealed, now_ms).await
            })
            .await?;
        count += usize::from(written);
    }
    Ok(count)
}
