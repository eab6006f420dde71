//! Letters that the server sends by itself, each once: reminders of tomorrow's tests, results once they are visible, and
//! what an 18th birthday changes. Also the wording of letters as edited by staff.

use serde_json::{Map, Value};
use sixfold_domain::score::Score;
use sixfold_domain::time::{Date, SlotTime};
use sqlx::FromRow;

use crate::db::connection::column::{Number, OptionalSlotColumns};
use crate::db::content::LIBRARY;
use crate::db::{Conn, DbError, Result, params};

const EDITED: &str = "SELECT i.id, r.elements FROM content_item i JOIN content_revision r ON r.library_id = i.library_id \
     AND r.id = i.id AND r.rev = i.ready_rev WHERE i.library_id = $1 AND i.type_id = 'letter' \
     AND i.deleted_at IS NULL AND i.ready_rev > 1";
/// The open statuses are named for SQLite, which uses their index only then.
pub const TO_REMIND: &str = "SELECT booking_id, uaid FROM booking WHERE status IN ('booked', 'assistance') AND status = 'booked' \
     AND reminded_at IS NULL AND test_date = $1 AND updated_at <= $2 ORDER BY test_date, booking_id LIMIT $3";
const REMIND: &str = "UPDATE booking SET reminded_at = $2 WHERE booking_id = $1 AND reminded_at IS NULL \
     AND status = 'booked' AND test_date = $3";
/// Not in mid-ceremony, which may go back, and whose next steps change the position.
const TO_FOLLOW_UP: &str = "SELECT booking_id, event_id FROM booking WHERE revealed_at IS NOT NULL AND followed_up_at IS NULL \
     AND revealed_at <= $1 AND status = 'completed' AND NOT held AND NOT EXISTS (SELECT 1 FROM reveal_step s \
     JOIN reveal r ON r.event_id = s.event_id WHERE s.booking_id = booking.booking_id AND r.running) \
     ORDER BY revealed_at, booking_id LIMIT $2";
const FOLLOW_UP: &str = "UPDATE booking SET followed_up_at = $2 WHERE booking_id = $1 AND followed_up_at IS NULL \
     AND status = 'completed' AND NOT held AND score_hundredths IS NOT NULL AND NOT EXISTS (SELECT 1 FROM reveal_step s \
     JOIN reveal r ON r.event_id = s.event_id WHERE s.booking_id = booking.booking_id AND r.running)";
/// Athletes whom public boards will show because of their age alone. A letter before `$3` was about a date of birth that has been
/// corrected since.
const BIRTHDAY_LETTERS_DUE: &str = "SELECT uaid, date_of_birth FROM account WHERE date_of_birth > $1 AND date_of_birth <= $2 \
     AND is_competitor AND NOT public_opt_in AND deleted_at IS NULL AND first_name <> '' \
     AND COALESCE(birthday_letter_at, 0) < $3 ORDER BY date_of_birth, uaid LIMIT $4";
const MARK_BIRTHDAY_LETTER: &str = "UPDATE account SET birthday_letter_at = $5 WHERE uaid = $4 AND date_of_birth > $1 \
     AND date_of_birth <= $2 AND is_competitor AND NOT public_opt_in AND deleted_at IS NULL \
     AND COALESCE(birthday_letter_at, 0) < $3";
/// A revealed final is not known until the letter about it is written.
const KNOWN: &str = "SELECT COUNT(*) FROM booking WHERE booking_id = $1 AND NOT held \
     AND (revealed_at IS NULL OR followed_up_at IS NOT NULL)";
const FINAL: &str = "SELECT uaid, event_id, test_date, test_time, score_hundredths, protocol_version FROM booking \
     WHERE booking_id = $1 AND score_hundredths IS NOT NULL";

/// The letters whose wording staff have changed, by id. An item at its first revision has the built-in wording.
pub async fn edited(conn: &mut Conn) -> Result<Vec<(String, Map<String, Value>)>> {
    let rows: Vec<(String, String)> = conn.all(EDITED, params![LIBRARY]).await?;
    Ok(rows
        .into_iter()
        .map(|(id, elements)| (id, serde_json::from_str(&elements).unwrap_or_default()))
        .collect())
}

/// At most `limit` bookings of a day without a reminder that have not changed since `before_ms`: booking and athlete.
pub async fn to_remind(
    conn: &mut Conn,
    day: Date,
    before_ms: i64,
    limit: i64,
) -> Result<Vec<(String, String)>> {
    conn.all(TO_REMIND, params![day, before_ms, limit]).await
}

/// Records that a reminder is being sent; false if it was sent before, or the booking is no longer on that day.
pub async fn remind(conn: &mut Conn, booking_id: &str, day: Date, now_ms: i64) -> Result<bool> {
    conn.affected_one(REMIND, params![booking_id, now_ms, day]).await
}

/// At most `limit` finals revealed by `until_ms`, in ceremonies that have ended, whose athletes have had no letter about them:
/// booking and event.
pub async fn to_follow_up(conn: &mut Conn, until_ms: i64, limit: i64) -> Result<Vec<(String, String)>> {
    conn.all(TO_FOLLOW_UP, params![until_ms, limit]).await
}

/// Records that the letter about a final is being sent; false if it was sent before, or the final is not visible for good.
pub async fn follow_up(conn: &mut Conn, booking_id: &str, now_ms: i64) -> Result<bool> {
    conn.affected_one(FOLLOW_UP, params![booking_id, now_ms]).await
}

/// Whose 18th birthday is near.
#[derive(Debug, Clone)]
pub struct Birthdays {
    /// Their dates of birth are later than this one, `YYYY-MM-DD`.
    pub born_after: String,
    /// The last of their dates of birth, `YYYY-MM-DD`.
    pub born_until: String,
    /// They have had no such letter since, ms.
    pub not_since_ms: i64,
}

/// At most `limit` athletes whom public boards show from their 18th birthday on and who have had no letter about it: number and
/// date of birth.
pub async fn birthday_letters_due(
    conn: &mut Conn,
    who: &Birthdays,
    limit: i64,
) -> Result<Vec<(String, Date)>> {
    let Birthdays { born_after, born_until, not_since_ms } = who;
    let rows: Vec<(String, String)> = conn
        .all(BIRTHDAY_LETTERS_DUE, params![born_after.as_str(), born_until.as_str(), *not_since_ms, limit])
        .await?;
    let born = |text: &str| text.parse::<Date>().map_err(|_| DbError::broken("date of birth"));
    rows.into_iter().map(|(uaid, text)| Ok((uaid, born(&text)?))).collect()
}

/// Records that the letter is being sent; false if it was sent before, or does not concern the athlete any more.
pub async fn mark_birthday_letter(conn: &mut Conn, uaid: &str, who: &Birthdays, now_ms: i64) -> Result<bool> {
    let Birthdays { born_after, born_until, not_since_ms } = who;
    conn.affected_one(
        MARK_BIRTHDAY_LETTER,
        params![born_after.as_str(), born_until.as_str(), *not_since_ms, uaid, now_ms],
    )
    .await
}

#[derive(Debug, Clone, FromRow)]
pub struct Final {
    pub uaid: String,
    pub event_id: String,
    /// When the tests were taken.
    #[sqlx(flatten, try_from = "OptionalSlotColumns")]
    pub slot: Option<(Date, SlotTime)>,
    #[sqlx(rename = "score_hundredths", try_from = "Number<Score>")]
    pub score: Score,
    /// The version of the protocols that scored it; none if it is older than stored versions.
    pub protocol_version: Option<i64>,
}

/// Whether the athlete knows the final of a completed booking.
pub async fn knows_final(conn: &mut Conn, booking_id: &str) -> Result<bool> {
    conn.any(KNOWN, params![booking_id]).await
}

pub async fn find_final(conn: &mut Conn, booking_id: &str) -> Result<Option<Final>> {
    conn.optional(FINAL, params![booking_id]).await
}
