//! Passes the place of a lapsed waiting-list offer to the next in line, or back to the slot; writes the letters of
//! offers made at night.

use crate::booking::offers;
use crate::db::DbError;
use crate::db::bookings::waitlist;
use crate::db::calendar::schedule;
use crate::mail;
use crate::state::AppState;

/// The most lapsed offers handled in one round.
const BATCH: i64 = 100;

/// Ends every lapsed offer; returns how many.
pub async fn pass_on_lapsed(state: &AppState) -> Result<usize, DbError> {
    let now = state.clock.now_ms();
    if state.clock_guard.holds(now) {
        return Ok(0);
    }
    let lapsed = state.db.read(move |conn| Box::pin(waitlist::list_lapsed(conn, now, BATCH))).await?;
    let mut count = 0;
    for entry in lapsed {
        let job_state = state.clone();
        let passed = state
            .db
            .write(move |conn| {
                Box::pin(async move {
                    schedule::hold(conn).await?;
                    offers::lapse(conn, &job_state, &entry, now).await
                })
            })
            .await?;
        count += usize::from(passed);
    }
    let Ok(today) = sixfold_domain::time::london_date_time(now) else { return Ok(count) };
    if state.db.read(move |conn| Box::pin(waitlist::any_past(conn, today.date))).await? {
        state.db.write(move |conn| Box::pin(waitlist::end_past(conn, today.date))).await?;
    }
    Ok(count)
}

/// Writes the letters of offers made at night, once it is morning; returns how many.
pub async fn write_offers(state: &AppState) -> Result<usize, DbError> {
    let now = state.clock.now_ms();
    let due = state.db.read(move |conn| Box::pin(waitlist::list_letters(conn, now, BATCH))).await?;
    let mut count = 0;
    for entry in due {
        let events = state.events.clone();
        let written = state.db.write(move |conn| {
            Box::pin(async move {
                let (Some(offer_id), Some(until)) = (&entry.offer_id, entry.offer_expires_at) else {
                    return Ok(false);
                };
                let event = events.in_job(conn, Some(&entry.slot.event_id)).await?;
                // It was accepted, left or written by another node meanwhile.
                if !waitlist::claim_letter(conn, &entry.id).await? {
                    return Ok::<_, DbError>(false);
                }
                // Only now: the account may have been erased while this waited for the entry.
                let to = mail::recipient(conn, &entry.uaid).await?;
                if let (Some(event), Some(to)) = (event, to) {
                    let (whom, offer) = ((entry.uaid.as_str(), &to), (offer_id.as_str(), until));
                    mail::tell_offer(conn, &event.outbox, whom, &entry.slot, offer, now).await?;
                }
                Ok(true)
            })
        });
        count += usize::from(written.await?);
    }
    Ok(count)
}
