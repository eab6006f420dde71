//! The secret links by which staff subscribe to the schedule, and what such a calendar shows of the bookings: how full each
//! time is and which teams come. Never an athlete.

use sixfold_domain::role::Role;
use sixfold_domain::time::{Date, SlotTime};
use sqlx::FromRow;

use super::{Conn, DbError, Result, new_id, params};

const FIND: &str = "SELECT feed_id, created_at FROM calendar_feed WHERE uaid = $1 AND revoked_at IS NULL ORDER BY created_at DESC LIMIT 1";
const INSERT: &str =
    "INSERT INTO calendar_feed (feed_id, uaid, secret_hash, created_at) VALUES ($1, $2, $3, $4)";
const REVOKE: &str = "UPDATE calendar_feed SET revoked_at = $2 WHERE uaid = $1 AND revoked_at IS NULL";
const READER: &str = "SELECT a.uaid, a.role FROM calendar_feed f JOIN account a ON a.uaid = f.uaid \
     WHERE f.secret_hash = $1 AND f.revoked_at IS NULL AND a.deleted_at IS NULL AND a.role > 1";
const SLOTS: &str = "SELECT test_date, test_time, taken, capacity FROM slot \
     WHERE event_id = $1 AND test_date BETWEEN $2 AND $3 AND taken > 0 ORDER BY test_date, test_time";
const TEAMS: &str = "SELECT t.team_booking_id, t.name, t.test_date, t.test_time, (SELECT COUNT(*) FROM booking b \
     WHERE b.team_booking_id = t.team_booking_id AND b.status NOT IN ('cancelled', 'declined')) AS members FROM team t \
     WHERE t.event_id = $1 AND t.test_date BETWEEN $2 AND $3 AND t.deleted_at IS NULL \
     AND (t.coach_uaid = $4 OR CAST($4 AS TEXT) IS NULL) ORDER BY t.test_date, t.test_time, t.name, t.team_booking_id";

/// When somebody's link was made, ms; none while they have none.
pub async fn made_at(conn: &mut Conn<'_>, uaid: &str) -> Result<Option<i64>> {
    let row: Option<(String, i64)> = conn.optional(FIND, params![uaid]).await?;
    Ok(row.map(|(_, created_at)| created_at))
}

/// Gives somebody a new link in the place of the one they had.
pub async fn renew(conn: &mut Conn<'_>, uaid: &str, secret_hash: &str, now_ms: i64) -> Result<String> {
    revoke(conn, uaid, now_ms).await?;
    let id = new_id(now_ms);
    conn.execute(INSERT, params![id, uaid, secret_hash, now_ms]).await?;
    Ok(id)
}

/// Takes somebody's link back; false when they had none.
pub async fn revoke(conn: &mut Conn<'_>, uaid: &str, now_ms: i64) -> Result<bool> {
    let rows = conn.affected(REVOKE, params![uaid, now_ms]).await?;
    Ok(rows > 0)
}

/// Whose link a secret opens, and the role that they hold now; none once it is revoked, or they are no staff any more.
pub async fn reader(conn: &mut Conn<'_>, secret_hash: &str) -> Result<Option<(String, Role)>> {
    let row: Option<(String, i64)> = conn.optional(READER, params![secret_hash]).await?;
    row.map(|(uaid, role)| {
        let role = u8::try_from(role).ok().and_then(|number| Role::from_number(number).ok());
        Ok((uaid, role.ok_or_else(|| DbError::broken("role"))?))
    })
    .transpose()
}

/// How full a time is.
#[derive(Debug, Clone, Copy)]
pub struct Filled {
    pub date: Date,
    pub time: SlotTime,
    /// Places gone, or held for somebody in line.
    pub taken: i64,
    /// Places in all.
    pub capacity: i64,
}

/// A team that comes.
#[derive(Debug, Clone)]
pub struct TeamVisit {
    /// `teamBookingId`.
    pub id: String,
    pub name: String,
    pub date: Date,
    pub time: SlotTime,
    /// How many come.
    pub members: i64,
}

#[derive(FromRow)]
struct TeamRow {
    team_booking_id: String,
    name: String,
    test_date: String,
    test_time: String,
    members: i64,
}

/// The times of which a place is gone, from one day to another.
pub async fn slots(conn: &mut Conn<'_>, event_id: &str, days: (Date, Date)) -> Result<Vec<Filled>> {
    let rows: Vec<(String, String, i64, i64)> = conn.all(SLOTS, params![event_id, days.0, days.1]).await?;
    rows.into_iter()
        .map(|(date, time, taken, capacity)| {
            let (date, time) = place(&date, &time)?;
            Ok(Filled { date, time, taken, capacity })
        })
        .collect()
}

/// The teams that come from one day to another: everybody's, or one coach's.
pub async fn teams(
    conn: &mut Conn<'_>,
    event_id: &str,
    days: (Date, Date),
    coach: Option<&str>,
) -> Result<Vec<TeamVisit>> {
    let rows: Vec<TeamRow> = conn.all(TEAMS, params![event_id, days.0, days.1, coach]).await?;
    rows.into_iter()
        .map(|row| {
            let (date, time) = place(&row.test_date, &row.test_time)?;
            Ok(TeamVisit { id: row.team_booking_id, name: row.name, date, time, members: row.members })
        })
        .collect()
}

fn place(date: &str, time: &str) -> Result<(Date, SlotTime)> {
    Ok((
        date.parse().map_err(|_| DbError::broken("date of a place"))?,
        time.parse().map_err(|_| DbError::broken("time of a place"))?,
    ))
}
