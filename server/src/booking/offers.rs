//! Who is offered the seat of a full slot that comes free (RULES 5.2).

use std::collections::BTreeSet;

use sixfold_domain::booking::{BookingStatus, BookingType, booking_type, may_cancel};
use sixfold_domain::eligibility::{EligibilityRefusal, EligibilityRules, booking_refusals};
use sixfold_domain::slot::{Schedule, SlotQuery};
use sixfold_domain::time::{Date, LocalDateTime, london_date_time, london_to_millis};
use sixfold_domain::waiting::{Offer, OfferRules, offer};

use super::event_snapshot::EventSnapshot;
use super::missed::is_missed;
use crate::db::bookings::booking::{self, Athlete, Booking};
use crate::db::bookings::waitlist::{self, OpenOffer};
use crate::db::calendar::slot::{self, SlotKey};
use crate::db::people::eligibility::EligibilityFacts;
use crate::db::{Conn, DbError};
use crate::mail::{self, letters};
use crate::state::AppState;

impl EventSnapshot {
    /// Offers a freed seat to the first on the waiting list who could take it, with a letter; the seat stays taken for the
    /// offer. If there is nobody, if the time has passed, or if the slot has more seats than it should (RULES 3.9), the seat
    /// goes back to the slot. Returns whether it was offered. A letter that would arrive at night is left to
    /// [`crate::app::jobs::write_offers`]. The caller has locked the slot.
    pub async fn pass_on(
        &self,
        conn: &mut Conn,
        state: &AppState,
        key: &SlotKey,
        now_ms: i64,
    ) -> Result<bool, DbError> {
        let capacity = self.schedule.slot_capacity();
        let starts = london_to_millis(key.date, key.time.time_of_day()).unwrap_or(now_ms);
        let rules = OfferRules::holding(state.config.offer_minutes);
        let Some(Offer { told_at, until }) = offer(now_ms, starts, &rules).unwrap_or_default() else {
            slot::give_back(conn, key, capacity).await?;
            return Ok(false);
        };
        let Some((entry, athlete)) = self.first_who_could_take(conn, state, key, told_at).await? else {
            slot::give_back(conn, key, capacity).await?;
            return Ok(false);
        };
        let letter_at = (told_at > now_ms).then_some(told_at);
        let offer_id = waitlist::offer(conn, &entry.id, until, letter_at, now_ms).await?;
        if letter_at.is_none() {
            let Athlete { email, first_name, last_name, .. } = athlete;
            let to = letters::Recipient { email, first_name, last_name };
            let (whom, offer) = ((entry.uaid.as_str(), &to), (offer_id.as_str(), until));
            mail::tell_offer(conn, &self.outbox, whom, key, offer, now_ms).await?;
        }
        Ok(true)
    }

    /// The first on a waiting list who could take a seat at `at_ms`, when they hear of it; nobody if the slot has more seats
    /// than it should. Everybody else keeps their place on the list.
    async fn first_who_could_take(
        &self,
        conn: &mut Conn,
        state: &AppState,
        key: &SlotKey,
        at_ms: i64,
    ) -> Result<Option<(waitlist::Entry, Athlete)>, DbError> {
        let waiting = waitlist::waiting(conn, key).await?;
        if waiting.is_empty() {
            return Ok(None);
        }
        let capacity = i64::from(self.schedule.slot_capacity());
        if slot::find(conn, key).await?.is_some_and(|fill| fill.taken > capacity) {
            return Ok(None);
        }
        let at = london_date_time(at_ms).map_err(|_| DbError::broken("clock"))?;
        let schedule = self.schedule.clone().for_waiting_lists();
        let consent = state.hub.consent_version();
        for entry in waiting {
            let found = booking::find_athlete(conn, &entry.uaid, &consent).await?;
            let could = |athlete: &Athlete| {
                could_take(athlete, &schedule, self.config.cancel_cutoff_minutes, key, (at_ms, at))
            };
            if let Some(athlete) = found.filter(could) {
                return Ok(Some((entry, athlete)));
            }
        }
        Ok(None)
    }
}

/// Ends an offer as lapsed, with a letter to somebody who has had one about the offer, and passes its seat on. False if its athlete
/// or another node has ended it before. The caller has the schedule locked.
pub(crate) async fn lapse(
    conn: &mut Conn,
    state: &AppState,
    OpenOffer { entry, letter_at }: &OpenOffer,
    now_ms: i64,
) -> Result<bool, DbError> {
    slot::lock_existing(conn, &entry.slot).await?;
    let current = waitlist::find_offer(conn, entry.offer_id.as_deref().unwrap_or_default()).await?;
    if current.is_none() || !waitlist::end(conn, &entry.id, "expired").await? {
        return Ok(false);
    }
    if let Some(event) = state.events.in_job(conn, Some(&entry.slot.event_id)).await? {
        event.pass_on(conn, state, &entry.slot, now_ms).await?;
        let to = if letter_at.is_none() { mail::recipient(conn, &entry.uaid).await? } else { None };
        if let Some(to) = to {
            let (date, time) = (entry.slot.date, entry.slot.time);
            let letter = letters::offer_lapsed(&event.outbox.site_info, &to, date, time);
            event.outbox.enqueue(conn, letter, now_ms).await?;
        }
    }
    Ok(true)
}

/// Ends the offers of times that the stored schedule refuses to their athletes: the wait for a retest is longer now, or the time
/// is left to the other kind of booking. In the latter case those who only wait leave the list too. The caller has locked and
/// changed the schedule.
pub(crate) async fn end_refused(
    conn: &mut Conn,
    state: &AppState,
    event_id: &str,
    now_ms: i64,
) -> Result<(), DbError> {
    let Some(event) = state.events.in_job(conn, Some(event_id)).await? else { return Ok(()) };
    let schedule = event.schedule.clone().for_waiting_lists();
    let consent = state.hub.consent_version();
    let today = london_date_time(now_ms).map_err(|_| DbError::broken("clock"))?.date;
    end_waiting(conn, &schedule, (event_id, &consent), today).await?;
    let offers = waitlist::list_offers(conn, event_id, now_ms).await?;
    let uaids = uaids_of(offers.iter().map(|offer| &offer.entry));
    let athletes = booking::find_athletes(conn, &uaids, &consent).await?;
    for open in &offers {
        let OpenOffer { entry, letter_at } = open;
        let Some(athlete) = athletes.get(&entry.uaid) else { continue };
        // As when it was made: by the moment at which they hear of it.
        let at_ms = letter_at.map_or(now_ms, |due| due.max(now_ms));
        let at = london_date_time(at_ms).map_err(|_| DbError::broken("clock"))?;
        let query = SlotQuery::after(&athlete.history(), at, false);
        if schedule.check(&query, entry.slot.date, entry.slot.time, 1).is_err() {
            lapse(conn, state, open, now_ms).await?;
        }
    }
    Ok(())
}

/// Ends the entries without an offer for times that are not offered to their athletes' kind of booking. A refusal that passes, such as
/// the wait for a retest, ends none.
async fn end_waiting(
    conn: &mut Conn,
    schedule: &Schedule,
    (event_id, consent): (&str, &str),
    today: Date,
) -> Result<(), DbError> {
    let not_offered =
        |kind: BookingType, slot: &SlotKey| schedule.not_offered(kind, slot.date, slot.time).is_some();
    let mut waiting = waitlist::list_waiting(conn, event_id, today).await?;
    waiting.retain(|entry| {
        [BookingType::Test, BookingType::Retest].into_iter().any(|kind| not_offered(kind, &entry.slot))
    });
    let athletes = booking::find_athletes(conn, &uaids_of(waiting.iter()), consent).await?;
    for entry in &waiting {
        let Some(athlete) = athletes.get(&entry.uaid) else { continue };
        if not_offered(booking_type(&athlete.history()), &entry.slot) {
            slot::lock_existing(conn, &entry.slot).await?;
            waitlist::end(conn, &entry.id, "expired").await?;
        }
    }
    Ok(())
}

/// Whose entries these are, each once.
fn uaids_of<'a>(entries: impl Iterator<Item = &'a waitlist::Entry>) -> Vec<&'a str> {
    entries.map(|entry| entry.uaid.as_str()).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Whether an athlete could take a seat at an instant, by the rules of the call that accepts an offer. What they can give
/// themselves may be missing: the page asks for it first.
fn could_take(
    athlete: &Athlete,
    schedule: &Schedule,
    cutoff_minutes: u16,
    key: &SlotKey,
    (at_ms, at): (i64, LocalDateTime),
) -> bool {
    // The call to accept closes a missed booking first.
    let open = athlete.open().filter(|open| !is_missed(open, at.date));
    let asks_for_help = open.is_some_and(|open| open.status == BookingStatus::Assistance);
    let EligibilityFacts { born, record, .. } = &athlete.eligibility;
    let refusals = booking_refusals(record, *born, &EligibilityRules::default(), at.date);
    let eligible = refusals.into_iter().all(|refusal| {
        refusal.athlete_can_settle() || (asks_for_help && refusal == EligibilityRefusal::ScreeningNotCleared)
    });
    let movable = open.is_none_or(|open| may_move(open, cutoff_minutes, at_ms));
    let query = SlotQuery::after(&athlete.history(), at, false);
    eligible && movable && schedule.check(&query, key.date, key.time, 1).is_ok()
}

/// Whether an athlete can still move the open booking that they have, at an instant.
pub(crate) fn may_move(open: &Booking, cutoff_minutes: u16, at_ms: i64) -> bool {
    open.onboarded_at.is_none() && may_cancel(open.status, open.slot, cutoff_minutes, false, at_ms).is_ok()
}
