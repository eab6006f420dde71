//! Offering a freed seat of a full slot to the next on its waiting list.

use sixfold_domain::time::london_to_millis;
use sixfold_domain::waiting::{Offer, OfferRules, offer};

use super::{Message, Notice, Outbox, letters};
use crate::db::bookings::waitlist;
use crate::db::calendar::slot::{self, SlotKey};
use crate::db::{Conn, DbError};

/// What a freed seat is offered under.
#[derive(Debug, Clone, Copy)]
pub struct OfferTerms {
    /// How long an offer is open.
    pub minutes: u32,
    /// The capacity of slots that is set now; a slot may have more seats taken (RULES 3.9).
    pub capacity: u16,
}

/// Offers a freed seat to the first on the waiting list, with a letter; the seat stays taken for the offer. Without
/// anybody waiting, if the time has passed, or if the slot has more seats than it should, the seat goes back to the slot. A letter
/// that would arrive at night is left to [`crate::app::jobs::write_offers`]. The caller has locked the slot.
pub async fn pass_on(
    conn: &mut Conn<'_>,
    outbox: &Outbox,
    key: &SlotKey,
    terms: OfferTerms,
    now_ms: i64,
) -> Result<(), DbError> {
    let OfferTerms { minutes, capacity } = terms;
    let starts = london_to_millis(key.date, key.time.time_of_day()).unwrap_or(now_ms);
    let rules = OfferRules::holding(minutes);
    let Some(Offer { told_at, until }) = offer(now_ms, starts, &rules).unwrap_or_default() else {
        return slot::give_back(conn, key, capacity).await;
    };
    let Some(first) = waitlist::first(conn, key).await? else {
        return slot::give_back(conn, key, capacity).await;
    };
    if slot::find(conn, key).await?.is_some_and(|fill| fill.taken > i64::from(capacity)) {
        return slot::give_back(conn, key, capacity).await;
    }
    let letter_at = (told_at > now_ms).then_some(told_at);
    let offer_id = waitlist::offer(conn, &first.waitlist_id, until, letter_at, now_ms).await?;
    if letter_at.is_some() {
        return Ok(());
    }
    let to =
        letters::Recipient { email: first.email, first_name: first.first_name, last_name: first.last_name };
    tell_offer(conn, outbox, (&first.uaid, &to), key, (&offer_id, until), now_ms).await
}

/// Writes the letter of an offer, and notifies the athlete.
pub async fn tell_offer(
    conn: &mut Conn<'_>,
    outbox: &Outbox,
    (uaid, to): (&str, &letters::Recipient),
    key: &SlotKey,
    (offer_id, until): (&str, i64),
    now_ms: i64,
) -> Result<(), DbError> {
    let minutes = (until - now_ms) / 60_000;
    let letter = letters::offer(&outbox.site_info, to, key.date, key.time, minutes, offer_id);
    outbox.enqueue(conn, Message { useful_until: Some(until), ..letter }, now_ms).await?;
    let notice = Notice::offer(key.date, key.time, offer_id, until);
    outbox.notify(conn, uaid, &notice, now_ms).await
}
