//! Notifying an athlete that a time has opened (RULES 5.6).

use sixfold_domain::time::{Date, SlotTime};

use super::{Notice, Outbox, letters};
use crate::db::{Conn, DbError};

/// Notifies an athlete, by letter and on their devices, that a time they have an alert for has opened. The caller has claimed
/// the alert in the same job.
pub async fn tell_opened(
    conn: &mut Conn,
    outbox: &Outbox,
    (uaid, to): (&str, &letters::Recipient),
    (date, time): (Date, SlotTime),
    now_ms: i64,
) -> Result<(), DbError> {
    let letter = letters::time_opened(&outbox.site_info, to, date, time);
    outbox.enqueue(conn, letter, now_ms).await?;
    match Notice::opened(date, time) {
        Some(notice) => outbox.notify(conn, uaid, &notice, now_ms).await,
        None => Ok(()),
    }
}
