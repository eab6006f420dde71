//! Coaches and their athletes: who is in a coach's teams, and whether an athlete lets the coach see their results.

use std::collections::{HashMap, HashSet};

use serde::Serialize;
use sqlx::FromRow;
use utoipa::ToSchema;

use crate::db::bookings::team;
use crate::db::connection::column::{Text, read_from};
use crate::db::{Conn, Result, params};

const FIND: &str = "SELECT access FROM coach_athlete WHERE coach_uaid = $1 AND athlete_uaid = $2";
/// An athlete who has answered is not asked again: a no stays a no. Nor is anybody asked about somebody who is no coach any
/// more, and whose teams may remain (RULES 12.1).
const ASK: &str = "INSERT INTO coach_athlete (coach_uaid, athlete_uaid, access, asked_at) SELECT $1, $2, 'asked', $3 \
     WHERE EXISTS (SELECT 1 FROM account WHERE uaid = $1 AND role = 4) \
     ON CONFLICT (coach_uaid, athlete_uaid) DO UPDATE SET asked_at = excluded.asked_at \
     WHERE coach_athlete.access = 'asked'";
const LINK: &str = "UPDATE coach_athlete SET token_hash = $3, token_expires_at = $4 \
     WHERE coach_uaid = $1 AND athlete_uaid = $2";
/// An athlete answers a coach who has asked, and one in whose team they are. What is left of somebody who is no coach any more
/// takes no answer: a yes would return with the role.
const DECIDE: &str = "INSERT INTO coach_athlete (coach_uaid, athlete_uaid, access, asked_at, decided_at, decided_by) \
     SELECT $1, $2, $3, $4, $4, $5 WHERE $1 <> $2 AND EXISTS (SELECT 1 FROM account WHERE uaid = $1 AND role = 4) \
     AND (EXISTS (SELECT 1 FROM coach_athlete WHERE coach_uaid = $1 AND athlete_uaid = $2) \
     OR EXISTS (SELECT 1 FROM team WHERE coach_uaid = $1 AND deleted_at IS NULL AND team_booking_id IN \
     (SELECT team_booking_id FROM account WHERE uaid = $2 AND deleted_at IS NULL UNION \
     SELECT team_booking_id FROM booking WHERE uaid = $2 AND status NOT IN ('cancelled', 'declined')))) \
     ON CONFLICT (coach_uaid, athlete_uaid) DO UPDATE SET access = excluded.access, decided_at = excluded.decided_at, \
     decided_by = excluded.decided_by";
const BY_TOKEN: &str =
    "SELECT coach_uaid, athlete_uaid FROM coach_athlete WHERE token_hash = $1 AND token_expires_at > $2";
/// Those who have asked, and the coaches in whose teams the athlete is: they may have lost the role since they asked, and have it
/// again, or have been given the team after the test.
const OF_ATHLETE: &str = "SELECT r.coach_uaid, a.first_name, a.last_name, r.access, r.asked_at, r.decided_at, r.decided_by \
     FROM (SELECT coach_uaid, access, asked_at, decided_at, decided_by FROM coach_athlete WHERE athlete_uaid = $1 \
     UNION ALL SELECT t.coach_uaid, 'asked', MAX(t.created_at), NULL, NULL FROM team t WHERE t.deleted_at IS NULL \
     AND t.coach_uaid <> $1 AND t.team_booking_id IN (SELECT team_booking_id FROM account WHERE uaid = $1 UNION \
     SELECT team_booking_id FROM booking WHERE uaid = $1 AND status NOT IN ('cancelled', 'declined')) \
     AND NOT EXISTS (SELECT 1 FROM coach_athlete k WHERE k.coach_uaid = t.coach_uaid AND k.athlete_uaid = $1) \
     GROUP BY t.coach_uaid) AS r JOIN account a ON a.uaid = r.coach_uaid \
     WHERE a.deleted_at IS NULL AND a.role = 4 ORDER BY r.asked_at DESC, r.coach_uaid";
/// Of former coaches too.
const STORED_ABOUT: &str = "SELECT r.coach_uaid, a.first_name, a.last_name, r.access, r.asked_at, r.decided_at, r.decided_by \
     FROM coach_athlete r JOIN account a ON a.uaid = r.coach_uaid WHERE r.athlete_uaid = $1 \
     ORDER BY r.asked_at DESC, r.coach_uaid";
const ANSWERS: &str = "SELECT athlete_uaid, access FROM coach_athlete WHERE coach_uaid = $1";
/// Open bookings of an athlete that a coach made: in the coach's teams, and without a team.
const OPEN: &str = "SELECT b.booking_id FROM booking b LEFT JOIN team t ON t.team_booking_id = b.team_booking_id \
     WHERE b.uaid = $2 AND (t.coach_uaid = $1 OR (b.team_booking_id IS NULL AND b.created_by = $1)) \
     AND b.status IN ('booked', 'assistance') ORDER BY b.booking_id";
const TEAMS: &str = "SELECT team_booking_id FROM team WHERE coach_uaid = $1 AND deleted_at IS NULL";
/// The athletes of a coach: members of their teams, and everybody who has accepted.
const PEOPLE: &str = "SELECT x.uaid FROM team t JOIN account x ON x.team_booking_id = t.team_booking_id \
     WHERE t.coach_uaid = $1 AND t.deleted_at IS NULL AND x.uaid <> $1 \
     UNION SELECT x.uaid FROM team t JOIN booking x ON x.team_booking_id = t.team_booking_id \
     WHERE t.coach_uaid = $1 AND t.deleted_at IS NULL AND x.status NOT IN ('cancelled', 'declined') \
     UNION SELECT athlete_uaid FROM coach_athlete WHERE coach_uaid = $1 AND access = 'accepted'";
const UNANSWERED: &str = "SELECT coach_uaid, asked_at FROM coach_athlete WHERE athlete_uaid = $1 AND access = 'asked' \
     AND EXISTS (SELECT 1 FROM account WHERE uaid = coach_athlete.coach_uaid AND role = 4) ORDER BY coach_uaid";
const FORGET_LINKS: &str =
    "UPDATE coach_athlete SET token_hash = NULL, token_expires_at = NULL WHERE athlete_uaid = $1";
const FORGET: &str = "DELETE FROM coach_athlete WHERE coach_uaid = $1 OR athlete_uaid = $1";
const END: &str = "DELETE FROM coach_athlete WHERE coach_uaid = $1 AND access <> 'declined'";

/// An athlete's answer to a coach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, strum::EnumString, strum::IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(const_into_str, serialize_all = "lowercase")]
pub enum Access {
    Asked,
    /// The coach may see their results.
    Accepted,
    /// Refused, or taken back.
    Declined,
}

read_from!(Text, OptionalText: Access);

/// How much of an athlete a coach may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visibility {
    /// The athlete has nothing to do with the coach.
    Nothing,
    /// First name, initial, and the bookings that the coach made: the athlete is in a team and has not accepted.
    Name(Access),
    /// What RULES 12.2 lists: the athlete, or programme delivery for them, has accepted.
    Open,
}

impl Visibility {
    /// Whether the athlete lets the coach see more than their name.
    pub fn is_open(self) -> bool {
        self == Self::Open
    }

    /// The athlete's answer; none if they have nothing to do with the coach.
    pub fn access(self) -> Option<Access> {
        match self {
            Self::Nothing => None,
            Self::Name(access) => Some(access),
            Self::Open => Some(Access::Accepted),
        }
    }
}

#[derive(Debug, Clone)]
pub struct CoachOf {
    pub coach_uaid: String,
    pub name: String,
    pub access: Access,
    pub asked_at: i64,
    /// When the answer was given, ms.
    pub decided_at: Option<i64>,
    /// Whether programme delivery gave it.
    pub by_team: bool,
}

#[derive(FromRow)]
struct Row {
    coach_uaid: String,
    first_name: String,
    last_name: String,
    #[sqlx(try_from = "Text<Access>")]
    access: Access,
    asked_at: i64,
    decided_at: Option<i64>,
    decided_by: Option<String>,
}

/// An athlete's answer to a coach; none if they were never asked.
pub async fn access(conn: &mut Conn, coach: &str, athlete: &str) -> Result<Option<Access>> {
    let access: Option<Text<Access>> = conn.optional_scalar(FIND, params![coach, athlete]).await?;
    Ok(access.map(|Text(access)| access))
}

/// Whether an athlete has said no to a coach, who then makes no new booking for them (RULES 12.1).
pub async fn has_declined(conn: &mut Conn, coach: &str, athlete: &str) -> Result<bool> {
    Ok(access(conn, coach, athlete).await? == Some(Access::Declined))
}

/// How much of an athlete a coach may see.
pub async fn visibility(conn: &mut Conn, coach: &str, athlete: &str) -> Result<Visibility> {
    let access = access(conn, coach, athlete).await?;
    if access == Some(Access::Accepted) {
        return Ok(Visibility::Open);
    }
    let own = team::looks_after(conn, coach, athlete).await?;
    Ok(if own { Visibility::Name(access.unwrap_or(Access::Asked)) } else { Visibility::Nothing })
}

/// Records that an athlete is asked. False if they have answered already, with a yes or a no, or the other one is no coach any
/// more: then nothing changes.
pub async fn ask(conn: &mut Conn, coach: &str, athlete: &str, now_ms: i64) -> Result<bool> {
    conn.affected_one(ASK, params![coach, athlete, now_ms]).await
}

/// Stores the token of the links in the newest letter; those in older letters stop working.
pub async fn link(
    conn: &mut Conn,
    coach: &str,
    athlete: &str,
    token_hash: &str,
    expires_ms: i64,
) -> Result<()> {
    conn.execute(LINK, params![coach, athlete, token_hash, expires_ms]).await
}

/// Stores an answer; false if the athlete was never asked about that coach and is in none of their teams, or the other one is no
/// coach any more.
pub async fn decide(
    conn: &mut Conn,
    (coach, athlete): (&str, &str),
    access: Access,
    by: &str,
    now_ms: i64,
) -> Result<bool> {
    conn.affected_one(DECIDE, params![coach, athlete, access.into_str(), now_ms, by]).await
}

/// The coach and athlete of a letter's link; none if it is unknown or expired.
pub async fn by_token(conn: &mut Conn, token_hash: &str, now_ms: i64) -> Result<Option<(String, String)>> {
    conn.optional(BY_TOKEN, params![token_hash, now_ms]).await
}

/// The coaches who have booked an athlete, latest first.
pub async fn of_athlete(conn: &mut Conn, athlete: &str) -> Result<Vec<CoachOf>> {
    list(conn, OF_ATHLETE, athlete).await
}

/// Every coach about whom an athlete was asked or has answered, those who have lost the role since too, latest first.
pub async fn stored_about(conn: &mut Conn, athlete: &str) -> Result<Vec<CoachOf>> {
    list(conn, STORED_ABOUT, athlete).await
}

async fn list(conn: &mut Conn, sql: &'static str, athlete: &str) -> Result<Vec<CoachOf>> {
    let rows: Vec<Row> = conn.all(sql, params![athlete]).await?;
    let read = |row: Row| CoachOf {
        name: format!("{} {}", row.first_name, row.last_name).trim().to_owned(),
        access: row.access,
        asked_at: row.asked_at,
        decided_at: row.decided_at,
        by_team: row.decided_by.is_some_and(|by| by != athlete),
        coach_uaid: row.coach_uaid,
    };
    Ok(rows.into_iter().map(read).collect())
}

/// The answers of every athlete whom a coach has booked.
pub async fn answers(conn: &mut Conn, coach: &str) -> Result<HashMap<String, Access>> {
    let rows: Vec<(String, Text<Access>)> = conn.all(ANSWERS, params![coach]).await?;
    Ok(rows.into_iter().map(|(uaid, Text(access))| (uaid, access)).collect())
}

pub async fn teams(conn: &mut Conn, coach: &str) -> Result<HashSet<String>> {
    let ids: Vec<String> = conn.scalars(TEAMS, params![coach]).await?;
    Ok(ids.into_iter().collect())
}

/// Every athlete who is in one of a coach's teams or lets them see their results.
pub async fn people(conn: &mut Conn, coach: &str) -> Result<Vec<String>> {
    conn.scalars(PEOPLE, params![coach]).await
}

/// The open bookings of an athlete that a coach made.
pub async fn open_bookings(conn: &mut Conn, coach: &str, athlete: &str) -> Result<Vec<String>> {
    conn.scalars(OPEN, params![coach, athlete]).await
}

/// The coaches to whom an athlete has not given the answer that they were asked for, and when each asked, ms.
pub async fn unanswered(conn: &mut Conn, athlete: &str) -> Result<Vec<(String, i64)>> {
    conn.all(UNANSWERED, params![athlete]).await
}

/// Invalidates the links in an athlete's letters about coaches.
pub async fn forget_links(conn: &mut Conn, athlete: &str) -> Result<()> {
    conn.execute(FORGET_LINKS, params![athlete]).await
}

/// Erases a person, as coach and as athlete.
pub async fn forget(conn: &mut Conn, uaid: &str) -> Result<()> {
    conn.execute(FORGET, params![uaid]).await
}

/// Ends every access that athletes gave to somebody who is no longer a coach; it does not return with the role. A no stays
/// (RULES 12.1).
pub async fn end(conn: &mut Conn, coach: &str) -> Result<()> {
    conn.execute(END, params![coach]).await
}
