//! Passes a freed place of a full slot on to whoever waits for it.

use sixfold_domain::time::london_to_millis;

use super::letters;
use crate::db::slot::{self, SlotKey};
use crate::db::{Conn, DbError, waitlist};

/// Gives a freed place to the first in line, as an offer that holds it and a letter that says so; with nobody waiting, or when the
/// time has come already, back to the slot. The caller has locked the slot.
pub async fn pass_on(
    conn: &mut Conn<'_>,
    house: &letters::House,
    key: &SlotKey,
    offer_minutes: i64,
    now_ms: i64,
) -> Result<(), DbError> {
    let starts = london_to_millis(key.date, key.time.time_of_day()).unwrap_or(now_ms);
    if starts <= now_ms {
        return slot::give_back(conn, key).await;
    }
    let Some(first) = waitlist::first(conn, key).await? else { return slot::give_back(conn, key).await };
    let until = (now_ms + offer_minutes * 60_000).min(starts);
    let offer_id = waitlist::offer(conn, &first.waitlist_id, until, now_ms).await?;
    let to =
        letters::Recipient { email: first.email, first_name: first.first_name, last_name: first.last_name };
    let minutes = (until - now_ms) / 60_000;
    super::enqueue(conn, letters::offer(house, &to, key.date, key.time, minutes, &offer_id), now_ms).await
}
