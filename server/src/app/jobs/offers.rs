//! Passes the place of a lapsed waiting-list offer to the next in line, or back to the slot; writes the letters of
//! offers made at night.

use sixfold_domain::time::{london_date_time, london_to_millis};
use sixfold_domain::waiting::{Offer, OfferRules, offer};

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
    if state.clock_guard.is_in_doubt(now) {
        return Ok(0);
    }
    let local = london_date_time(now).map_err(|_| DbError::broken("clock"))?;
    let lapsed = state.db.read(async |conn| waitlist::list_lapsed(conn, (now, local), BATCH).await).await?;
    let mut count = 0;
    for lapsing in lapsed {
        let job_state = state.clone();
        let passed = state
            .db
            .write(async move |conn| {
                schedule::lock_shared(conn).await?;
                offers::lapse(conn, &job_state, &lapsing, now).await
            })
            .await?;
        count += usize::from(passed);
    }
    if state.db.read(async |conn| waitlist::any_past(conn, local.date).await).await? {
        state.db.write(async move |conn| waitlist::end_past(conn, local.date).await).await?;
    }
    Ok(count)
}

/// Writes the letters of offers made at night, once it is morning, and keeps their seats from then on (RULES 5.3); returns how
/// many.
pub async fn write_offers(state: &AppState) -> Result<usize, DbError> {
    let now = state.clock.now_ms();
    let due = state.db.read(async |conn| waitlist::list_letters(conn, now, BATCH).await).await?;
    let rules = OfferRules::holding(state.config.offer_minutes);
    let mut count = 0;
    for entry in due {
        let starts = london_to_millis(entry.slot.date, entry.slot.time.time_of_day()).unwrap_or(now);
        // A letter may be late, as after a stop of the server. Its test may have started, and it may be night again.
        let renewed = offer(now, starts, &rules).unwrap_or_default().filter(|offer| offer.told_at <= now);
        let (Some(Offer { until, .. }), Some(first)) = (renewed, entry.offer_expires_at) else { continue };
        let until = until.max(first);
        let events = state.events.clone();
        let written = state.db.write(async move |conn| {
            let Some(offer_id) = &entry.offer_id else { return Ok(false) };
            let event = events.in_job(conn, Some(&entry.slot.event_id)).await?;
            // It was accepted, left or written by another node meanwhile.
            if !waitlist::claim_letter(conn, &entry.id, until).await? {
                return Ok::<_, DbError>(false);
            }
            // Only now: the account may have been erased while this waited for the entry.
            let to = mail::recipient(conn, &entry.uaid).await?;
            if let (Some(event), Some(to)) = (event, to) {
                let (whom, offer) = ((entry.uaid.as_str(), &to), (offer_id.as_str(), until));
                mail::tell_offer(conn, &event.outbox, whom, &entry.slot, offer, now).await?;
            }
            Ok(true)
        });
        count += usize::from(written.await?);
    }
    Ok(count)
}
