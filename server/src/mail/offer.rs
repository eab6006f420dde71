//! Offering a freed seat of a full slot to the next on its waiting list.

use sixfold_domain::time::london_to_millis;
use sixfold_domain::waiting::{Offer, OfferRules, offer};

use super::{Notice, Outbox, letters};
use crate::db::bookings::waitlist;
use crate::db::calendar::slot::{self, SlotKey};
use crate::db::{Conn, DbError};

/// Offers a freed seat to the first on the waiting list, with a letter; the seat stays taken for the offer. Without
/// anybody waiting, or if the time has passed, the seat goes back to the slot. A letter that would arrive at night is
/// left to [`crate::app::jobs::write_offers`]. The caller has locked the slot.
pub async fn pass_on(
    conn: &mut Conn<'_>,
    outbox: &Outbox,
    key: &SlotKey,
    offer_minutes: u32,
    now_ms: i64,
) -> Result<(), DbError> {
    let starts = london_to_millis(key.date, key.time.time_of_day()).unwrap_or(now_ms);
    let rules = OfferRules::holding(offer_minutes);
    let Some(Offer { told_at, until }) = offer(now_ms, starts, &rules).unwrap_or_default() else {
        return slot::give_back(conn, key).await;
    };
    let Some(first) = waitlist::first(conn, key).await? else { return slot::give_back(conn, key).await };
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
    outbox.enqueue(conn, letter, now_ms).await?;
    let notice = Notice::offer(key.date, key.time, offer_id, until);
    outbox.notify(conn, uaid, &notice, now_ms).await
}
