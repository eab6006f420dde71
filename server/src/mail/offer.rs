//! The letter and the notification of a seat that is kept for an athlete.

use super::{About, Message, Notice, Outbox, letters};
use crate::db::calendar::slot::SlotKey;
use crate::db::{Conn, DbError};

/// Writes the letter of an offer, and notifies the athlete.
pub async fn tell_offer(
    conn: &mut Conn,
    outbox: &Outbox,
    (uaid, to): (&str, &letters::Recipient),
    key: &SlotKey,
    (offer_id, until): (&str, i64),
    now_ms: i64,
) -> Result<(), DbError> {
    let letter = letters::offer(&outbox.site_info, to, key.date, key.time, (offer_id, until), now_ms);
    let useful_with = Some(About::Offer(offer_id.to_owned()));
    outbox.enqueue(conn, Message { useful_until: Some(until), useful_with, ..letter }, now_ms).await?;
    let notice = Notice::offer(key.date, key.time, offer_id, until);
    outbox.notify(conn, uaid, &notice, now_ms).await
}
