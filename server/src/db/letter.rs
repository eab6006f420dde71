//! The letters that the server sends by itself: whose test is tomorrow, whose final has become visible, and that each of them
//! is told once. What staff made of a letter's wording is read here too.

use serde_json::{Map, Value};
use sixfold_domain::score::Score;
use sixfold_domain::time::{Date, SlotTime};
use sqlx::FromRow;

use super::{Conn, DbError, Result, params};
use crate::db::content::LIBRARY;

const EDITED: &str = "SELECT i.id, r.elements FROM content_item i JOIN content_revision r ON r.library_id = i.library_id \
     AND r.id = i.id AND r.rev = i.ready_rev WHERE i.library_id = $1 AND i.type_id = 'letter' \
     AND i.deleted_at IS NULL AND i.ready_rev > 1";
const TO_REMIND: &str = "SELECT booking_id, uaid FROM booking WHERE status = 'booked' AND reminded_at IS NULL \
     AND test_date = $1 AND updated_at <= $2 ORDER BY test_date, booking_id LIMIT $3";
const REMIND: &str = "UPDATE booking SET reminded_at = $2 WHERE booking_id = $1 AND reminded_at IS NULL \
     AND status = 'booked' AND test_date = $3";
const TO_FOLLOW_UP: &str = "SELECT booking_id FROM booking WHERE revealed_at IS NOT NULL AND followed_up_at IS NULL \
     AND revealed_at <= $1 AND status = 'completed' AND NOT held ORDER BY revealed_at, booking_id LIMIT $2";
const FOLLOW_UP: &str = "UPDATE booking SET followed_up_at = $2 WHERE booking_id = $1 AND followed_up_at IS NULL \
     AND status = 'completed' AND NOT held AND score_hundredths IS NOT NULL";
const FINAL: &str =
    "SELECT uaid, event_id, test_date, test_time, score_hundredths FROM booking WHERE booking_id = $1";

/// The letters whose wording staff have changed, by id. Those of the first revision say what is built in.
pub async fn edited(conn: &mut Conn<'_>) -> Result<Vec<(String, Map<String, Value>)>> {
    let rows: Vec<(String, String)> = conn.all(EDITED, params![LIBRARY]).await?;
    Ok(rows
        .into_iter()
        .map(|(id, elements)| (id, serde_json::from_str(&elements).unwrap_or_default()))
        .collect())
}

/// At most `limit` bookings of a day that nobody was reminded of and that stand since before `before_ms`: booking and athlete.
pub async fn to_remind(
    conn: &mut Conn<'_>,
    day: Date,
    before_ms: i64,
    limit: i64,
) -> Result<Vec<(String, String)>> {
    conn.all(TO_REMIND, params![day, before_ms, limit]).await
}

/// Notes that somebody is reminded of a booking; false when they were, or when it is not for that day any more.
pub async fn remind(conn: &mut Conn<'_>, booking_id: &str, day: Date, now_ms: i64) -> Result<bool> {
    Ok(conn.affected(REMIND, params![booking_id, now_ms, day]).await? == 1)
}

/// At most `limit` finals that were revealed by `until_ms` and whose athletes have not been told.
pub async fn to_follow_up(conn: &mut Conn<'_>, until_ms: i64, limit: i64) -> Result<Vec<String>> {
    conn.scalars(TO_FOLLOW_UP, params![until_ms, limit]).await
}

/// Notes that somebody is told of their final; false when they were, or when it is not to be seen.
pub async fn follow_up(conn: &mut Conn<'_>, booking_id: &str, now_ms: i64) -> Result<bool> {
    Ok(conn.affected(FOLLOW_UP, params![booking_id, now_ms]).await? == 1)
}

/// A final as its letter tells it.
#[derive(Debug, Clone)]
pub struct Final {
    pub uaid: String,
    pub event_id: String,
    /// When the tests were taken.
    pub place: Option<(Date, SlotTime)>,
    pub score: Score,
}

#[derive(FromRow)]
struct FinalRow {
    uaid: String,
    event_id: String,
    test_date: Option<String>,
    test_time: Option<String>,
    score_hundredths: Option<i64>,
}

/// The final of a booking; none where it has none.
pub async fn find_final(conn: &mut Conn<'_>, booking_id: &str) -> Result<Option<Final>> {
    let row: Option<FinalRow> = conn.optional(FINAL, params![booking_id]).await?;
    let Some(row) = row else { return Ok(None) };
    let Some(score) = row.score_hundredths else { return Ok(None) };
    let place = match (row.test_date, row.test_time) {
        (Some(date), Some(time)) => Some((
            date.parse().map_err(|_| DbError::broken("booking date"))?,
            time.parse().map_err(|_| DbError::broken("booking time"))?,
        )),
        _ => None,
    };
    let score = super::result::score(score)?;
    Ok(Some(Final { uaid: row.uaid, event_id: row.event_id, place, score }))
}
