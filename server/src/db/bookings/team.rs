//! Teams: a name and a slot for the bookings that carry the team's id. A job that changes a team's athletes locks the
//! schedule, then the team, the athletes and the slots, the latter two in the order of their keys, so that no two jobs
//! wait for each other.

pub mod list;

use sixfold_domain::time::{Date, SlotTime};
use sqlx::FromRow;

pub use list::{
    Coach, CoachPosition, MemberRow, PAGE, Position, TeamRow, coaches, list_between, list_of_coach, members,
    row,
};

use super::booking::{self, Booking};
use crate::db::calendar::slot::SlotKey;
use crate::db::connection::column::SlotColumns;
use crate::db::{Conn, Result, params};

const LOCK: &str = "UPDATE team SET updated_at = updated_at WHERE team_booking_id = $1 AND deleted_at IS NULL \
     RETURNING team_booking_id, event_id, name, test_date, test_time, coach_uaid, rev";
const INSERT: &str = "INSERT INTO team (team_booking_id, event_id, name, test_date, test_time, coach_uaid, created_at, \
     created_by, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $7)";
const UPDATE: &str = "UPDATE team SET name = $2, test_date = $3, test_time = $4, coach_uaid = $5, rev = rev + 1, \
     updated_at = $6 WHERE team_booking_id = $1";
const REMOVE: &str =
    "UPDATE team SET deleted_at = $2, updated_at = $2, rev = rev + 1 WHERE team_booking_id = $1";
const PEOPLE: &str = "SELECT uaid FROM account WHERE team_booking_id = $1 \
     UNION SELECT uaid FROM booking WHERE team_booking_id = $1 ORDER BY uaid";
const OPEN: &str = "SELECT booking_id FROM booking WHERE team_booking_id = $1 AND status IN ('booked', 'assistance') \
     ORDER BY uaid";
const DONE: &str = "SELECT DISTINCT uaid FROM booking WHERE team_booking_id = $1 AND status IN ('completed', 'dnt') ORDER BY uaid";
const DONE_AT: &str = "SELECT COUNT(*) FROM booking WHERE team_booking_id = $1 AND test_date = $2 AND test_time = $3 \
     AND status IN ('completed', 'dnt')";
const OTHERS: &str = "SELECT COUNT(DISTINCT uaid) FROM booking WHERE team_booking_id = $1 AND uaid <> $2 \
     AND status NOT IN ('cancelled', 'declined')";
const JOIN: &str = "UPDATE account SET team_booking_id = $2 WHERE uaid = $1";
const LEAVE: &str = "UPDATE account SET team_booking_id = NULL WHERE uaid = $1 AND team_booking_id = $2";
/// Somebody who did not come was not tested in the team.
const TAKE_MISSED_OUT: &str = "UPDATE booking SET team_booking_id = NULL WHERE uaid = $1 AND status = 'dnt' \
     AND onboarded_at IS NULL AND team_booking_id IN (SELECT t.team_booking_id FROM team t WHERE t.coach_uaid = $2)";
/// Of the teams of one coach, and only if the athlete has no booking left in it.
const LEAVE_COACH: &str = "UPDATE account SET team_booking_id = NULL WHERE uaid = $1 \
     AND team_booking_id IN (SELECT t.team_booking_id FROM team t WHERE t.coach_uaid = $2) \
     AND NOT EXISTS (SELECT 1 FROM booking b WHERE b.uaid = account.uaid \
     AND b.team_booking_id = account.team_booking_id AND b.status NOT IN ('cancelled', 'declined'))";
const TAKE_ON: &str = "UPDATE booking SET team_booking_id = $2, \
     t_shirt_size = (SELECT a.t_shirt_size FROM account a WHERE a.uaid = booking.uaid), \
     assistance_required = (SELECT a.assistance_required FROM account a WHERE a.uaid = booking.uaid) \
     WHERE booking_id = $1";
const TAKE_OUT: &str = "UPDATE booking SET team_booking_id = NULL WHERE booking_id = $1";
const LEAVE_SEAT: &str = "UPDATE booking SET seat = NULL WHERE booking_id = $1";
/// Somebody is in a coach's team by their newest team, or by a booking made for another.
pub const LOOKS_AFTER: &str = "SELECT COUNT(*) FROM team WHERE coach_uaid = $1 AND deleted_at IS NULL AND team_booking_id IN \
     (SELECT team_booking_id FROM account WHERE uaid = $2 AND deleted_at IS NULL UNION \
     SELECT team_booking_id FROM booking WHERE uaid = $2 AND status NOT IN ('cancelled', 'declined'))";

const OWN: &str =
    "SELECT COUNT(*) FROM team WHERE team_booking_id = $1 AND coach_uaid = $2 AND deleted_at IS NULL";

#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct Team {
    /// `teamBookingId`.
    #[sqlx(rename = "team_booking_id")]
    pub id: String,
    pub event_id: String,
    pub name: String,
    #[sqlx(flatten, try_from = "SlotColumns")]
    pub slot: (Date, SlotTime),
    /// The coach; none for a team of programme delivery.
    #[sqlx(rename = "coach_uaid")]
    pub coach: Option<String>,
    /// Rises with every edit.
    pub rev: i64,
}

impl Team {
    /// The slot in which its athletes have seats.
    pub fn slot_key(&self) -> SlotKey {
        SlotKey { event_id: self.event_id.clone(), date: self.slot.0, time: self.slot.1 }
    }
}

/// Locks a team to the end of the job; none if it does not exist, or was deleted.
pub async fn lock(conn: &mut Conn, id: &str) -> Result<Option<Team>> {
    conn.optional(LOCK, params![id]).await
}

/// Stores a new team; its revision is 1.
pub async fn insert(conn: &mut Conn, team: &Team, created_by: &str, now_ms: i64) -> Result<()> {
    conn.execute(
        INSERT,
        params![team.id, team.event_id, team.name, team.slot.0, team.slot.1, team.coach, now_ms, created_by],
    )
    .await
}

/// Stores name, slot and coach of a team that the caller has locked, and raises its revision.
pub async fn update(conn: &mut Conn, team: &Team, now_ms: i64) -> Result<()> {
    conn.execute(UPDATE, params![team.id, team.name, team.slot.0, team.slot.1, team.coach, now_ms]).await
}

/// Deletes a team; the caller cancels its athletes' bookings.
pub async fn remove(conn: &mut Conn, id: &str, now_ms: i64) -> Result<()> {
    conn.execute(REMOVE, params![id, now_ms]).await
}

/// Everybody who is in a team or ever had a booking in it, by id.
pub async fn people(conn: &mut Conn, id: &str) -> Result<Vec<String>> {
    conn.scalars(PEOPLE, params![id]).await
}

/// The team's open bookings, by athlete.
pub async fn open(conn: &mut Conn, id: &str) -> Result<Vec<Booking>> {
    let ids: Vec<String> = conn.scalars(OPEN, params![id]).await?;
    let mut open = Vec::with_capacity(ids.len());
    for id in ids {
        open.extend(booking::find(conn, &id).await?);
    }
    Ok(open)
}

/// The athletes who were tested in the team, or did not come.
pub async fn done(conn: &mut Conn, id: &str) -> Result<Vec<String>> {
    conn.scalars(DONE, params![id]).await
}

/// Whether somebody was tested in the team at its time, or did not come to it then.
pub async fn has_done_at(conn: &mut Conn, team: &Team) -> Result<bool> {
    conn.any(DONE_AT, params![team.id, team.slot.0, team.slot.1]).await
}

/// Adds a booking to the team, copies the test-day details from the athlete's profile, and makes the team the athlete's
/// newest.
pub async fn take_on(conn: &mut Conn, booking: &Booking, id: &str) -> Result<()> {
    conn.execute(TAKE_ON, params![booking.id, id]).await?;
    join(conn, &booking.uaid, id).await
}

/// Takes a booking out of its team.
pub async fn take_out(conn: &mut Conn, booking_id: &str) -> Result<()> {
    conn.execute(TAKE_OUT, params![booking_id]).await
}

/// How many athletes a team has apart from one: with an open booking in it, tested in it, or not come to it.
pub async fn others(conn: &mut Conn, id: &str, uaid: &str) -> Result<usize> {
    let others: i64 = conn.scalar(OTHERS, params![id, uaid]).await?;
    Ok(usize::try_from(others).unwrap_or(usize::MAX))
}

/// Frees a booking's seat, before its athlete takes another in the same job.
pub async fn leave_seat(conn: &mut Conn, booking_id: &str) -> Result<()> {
    conn.execute(LEAVE_SEAT, params![booking_id]).await
}

pub async fn is_own(conn: &mut Conn, id: &str, coach: &str) -> Result<bool> {
    conn.any(OWN, params![id, coach]).await
}

/// Makes a team an athlete's newest.
pub async fn join(conn: &mut Conn, uaid: &str, id: &str) -> Result<()> {
    conn.execute(JOIN, params![uaid, id]).await
}

pub async fn leave(conn: &mut Conn, uaid: &str, id: &str) -> Result<()> {
    conn.execute(LEAVE, params![uaid, id]).await
}

/// Takes an athlete's missed bookings out of a coach's teams, and the athlete out of the team in which they have no booking then.
pub async fn leave_coach(conn: &mut Conn, uaid: &str, coach: &str) -> Result<()> {
    conn.execute(TAKE_MISSED_OUT, params![uaid, coach]).await?;
    conn.execute(LEAVE_COACH, params![uaid, coach]).await
}

pub async fn looks_after(conn: &mut Conn, coach: &str, uaid: &str) -> Result<bool> {
    conn.any(LOOKS_AFTER, params![coach, uaid]).await
}
