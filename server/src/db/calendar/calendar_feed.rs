//! The secret links by which staff subscribe to the schedule, and the bookings in such a calendar: how full each slot is, and which
//! teams come. Never an athlete.

use sixfold_domain::role::Role;
use sixfold_domain::time::{Date, SlotTime};
use sqlx::FromRow;

use crate::db::connection::column::{Number, Text};
use crate::db::{Conn, Result, new_id, params};

const FIND: &str = "SELECT created_at FROM calendar_feed WHERE uaid = $1 AND revoked_at IS NULL ORDER BY created_at DESC LIMIT 1";
const INSERT: &str =
    "INSERT INTO calendar_feed (feed_id, uaid, secret_hash, created_at) VALUES ($1, $2, $3, $4)";
const REVOKE: &str = "UPDATE calendar_feed SET revoked_at = $2 WHERE uaid = $1 AND revoked_at IS NULL";
const READER: &str = "SELECT a.uaid, a.role FROM calendar_feed f JOIN account a ON a.uaid = f.uaid \
     WHERE f.secret_hash = $1 AND f.revoked_at IS NULL AND a.deleted_at IS NULL AND a.role > 1";
const SLOTS: &str = "SELECT test_date, test_time, taken, capacity FROM slot \
     WHERE event_id = $1 AND test_date BETWEEN $2 AND $3 AND taken > 0 ORDER BY test_date, test_time";
const TEAMS: &str = "SELECT t.team_booking_id, t.name, t.test_date, t.test_time, (SELECT COUNT(DISTINCT b.uaid) FROM booking b \
     JOIN account m ON m.uaid = b.uaid AND m.deleted_at IS NULL \
     WHERE b.team_booking_id = t.team_booking_id AND b.status NOT IN ('cancelled', 'declined')) AS members FROM team t \
     WHERE t.event_id = $1 AND t.test_date BETWEEN $2 AND $3 AND t.deleted_at IS NULL \
     AND (t.coach_uaid = $4 OR CAST($4 AS TEXT) IS NULL) ORDER BY t.test_date, t.test_time, t.name, t.team_booking_id";

/// When a person's link was made, ms.
pub async fn made_at(conn: &mut Conn, uaid: &str) -> Result<Option<i64>> {
    conn.optional_scalar(FIND, params![uaid]).await
}

/// Replaces a person's link.
pub async fn renew(conn: &mut Conn, uaid: &str, secret_hash: &str, now_ms: i64) -> Result<String> {
    revoke(conn, uaid, now_ms).await?;
    let id = new_id(now_ms);
    conn.execute(INSERT, params![id, uaid, secret_hash, now_ms]).await?;
    Ok(id)
}

/// Revokes a person's link; false if they had none.
pub async fn revoke(conn: &mut Conn, uaid: &str, now_ms: i64) -> Result<bool> {
    Ok(conn.affected(REVOKE, params![uaid, now_ms]).await? > 0)
}

/// The owner of a link and their present role; none if the link is revoked or its owner no longer on the staff.
pub async fn reader(conn: &mut Conn, secret_hash: &str) -> Result<Option<(String, Role)>> {
    let row = conn.optional(READER, params![secret_hash]).await?;
    Ok(row.map(|(uaid, Number(role))| (uaid, role)))
}

#[derive(Debug, Clone, Copy, FromRow)]
pub struct SlotOccupancy {
    #[sqlx(rename = "test_date", try_from = "Text<Date>")]
    pub date: Date,
    #[sqlx(rename = "test_time", try_from = "Text<SlotTime>")]
    pub time: SlotTime,
    /// Seats of bookings and of open offers.
    pub taken: i64,
    pub capacity: i64,
}

#[derive(Debug, Clone, FromRow)]
pub struct TeamVisit {
    /// `teamBookingId`.
    #[sqlx(rename = "team_booking_id")]
    pub id: String,
    pub name: String,
    #[sqlx(rename = "test_date", try_from = "Text<Date>")]
    pub date: Date,
    #[sqlx(rename = "test_time", try_from = "Text<SlotTime>")]
    pub time: SlotTime,
    pub members: i64,
}

/// The slots of a range of days in which a seat is taken.
pub async fn slots(conn: &mut Conn, event_id: &str, days: (Date, Date)) -> Result<Vec<SlotOccupancy>> {
    conn.all(SLOTS, params![event_id, days.0, days.1]).await
}

/// The teams of a range of days: all, or one coach's.
pub async fn teams(
    conn: &mut Conn,
    event_id: &str,
    days: (Date, Date),
    coach: Option<&str>,
) -> Result<Vec<TeamVisit>> {
    conn.all(TEAMS, params![event_id, days.0, days.1, coach]).await
}
