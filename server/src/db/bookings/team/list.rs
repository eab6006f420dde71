//! Teams and their athletes for staff, without any health data.

use sixfold_domain::score::Score;
use sqlx::FromRow;

use crate::db::connection::column::{OptionalNumber, OptionalText};
use crate::db::people::coach::Access;
use crate::db::people::fold::fold;
use crate::db::{Conn, Result, params};

pub const LIST_LIMIT: usize = 500;

macro_rules! teams {
    ($and:literal) => {
        concat!(
            "SELECT t.team_booking_id, t.event_id, t.name, t.test_date, t.test_time, t.coach_uaid, t.rev, \
             COALESCE(TRIM(c.first_name || ' ' || c.last_name), '') AS coach_name, \
             (SELECT COUNT(DISTINCT b.uaid) FROM booking b JOIN account m ON m.uaid = b.uaid AND m.deleted_at IS NULL \
             WHERE b.team_booking_id = t.team_booking_id AND b.status NOT IN ('cancelled', 'declined')) AS members, \
             (SELECT COUNT(DISTINCT b.uaid) FROM booking b JOIN account m ON m.uaid = b.uaid AND m.deleted_at IS NULL \
             WHERE b.team_booking_id = t.team_booking_id AND b.status = 'completed') AS completed, \
             COALESCE((SELECT MAX(b.test_time) FROM booking b WHERE b.team_booking_id = t.team_booking_id \
             AND b.test_date = t.test_date AND b.status NOT IN ('cancelled', 'declined')), t.test_time) AS last_time \
             FROM team t LEFT JOIN account c ON c.uaid = t.coach_uaid WHERE t.deleted_at IS NULL",
            $and
        )
    };
}

pub const ONE: &str = teams!(" AND t.team_booking_id = $1");
pub const OF_COACH: &str = teams!(
    " AND t.coach_uaid = $1 ORDER BY CASE WHEN t.test_date >= $2 THEN 0 ELSE 1 END, \
     CASE WHEN t.test_date >= $2 THEN t.test_date || t.test_time END, \
     t.test_date DESC, t.test_time DESC, t.team_booking_id LIMIT $3"
);
pub const BETWEEN: &str = teams!(
    " AND t.test_date >= $1 AND t.test_date <= $2 AND ($3 = '' OR t.coach_uaid = $3) \
     ORDER BY t.test_date, t.test_time, t.name, t.team_booking_id LIMIT $4"
);
pub const MEMBERS: &str = "SELECT b.uaid, a.first_name, a.last_name, a.email, b.booking_id, b.code, b.test_date, b.test_time, \
     b.status, b.booking_type, b.t_shirt_size, b.score_hundredths, b.held, a.date_of_birth, \
     (SELECT COALESCE(r.access, 'asked') FROM team t JOIN account c ON c.uaid = t.coach_uaid AND c.role = 4 \
     LEFT JOIN coach_athlete r ON r.coach_uaid = c.uaid AND r.athlete_uaid = b.uaid \
     WHERE t.team_booking_id = b.team_booking_id) AS access \
     FROM booking b JOIN account a ON a.uaid = b.uaid WHERE b.team_booking_id = $1 \
     AND b.status NOT IN ('cancelled', 'declined') AND a.deleted_at IS NULL \
     ORDER BY b.uaid, b.created_at DESC, b.booking_id DESC";
pub const COACHES: &str = "SELECT a.uaid, a.first_name, a.last_name, a.email, \
     (SELECT COUNT(*) FROM team t WHERE t.coach_uaid = a.uaid AND t.deleted_at IS NULL) AS teams, \
     (SELECT COUNT(*) FROM team t WHERE t.coach_uaid = a.uaid AND t.deleted_at IS NULL \
     AND t.test_date >= $1) AS upcoming \
     FROM account a WHERE a.role = 4 AND a.deleted_at IS NULL";

#[derive(Debug, Clone, FromRow)]
pub struct TeamRow {
    pub team_booking_id: String,
    pub event_id: String,
    pub name: String,
    /// ISO.
    pub test_date: String,
    /// `HH:MM`.
    pub test_time: String,
    pub coach_uaid: Option<String>,
    /// First and last name of the coach; empty if there is none.
    pub coach_name: String,
    /// Athletes with a booking in it, other than a cancelled or declined one; those who have deleted their account do not count.
    pub members: i64,
    /// Those of them with a final.
    pub completed: i64,
    /// `HH:MM` of its last quarter of an hour.
    pub last_time: String,
    /// Rises with every edit.
    pub rev: i64,
}

/// An athlete of a team, by their booking in it.
#[derive(Debug, Clone, FromRow)]
pub struct MemberRow {
    pub uaid: String,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub booking_id: String,
    /// The code on the ticket.
    pub code: String,
    /// ISO.
    pub test_date: Option<String>,
    /// `HH:MM`.
    pub test_time: Option<String>,
    /// booked, assistance, completed or dnt.
    pub status: String,
    /// `test` or `retest`.
    pub booking_type: String,
    /// XXS to XXXL.
    pub t_shirt_size: String,
    #[sqlx(rename = "score_hundredths", try_from = "OptionalNumber<Score>")]
    pub score: Option<Score>,
    /// Whether the final is held for a reveal.
    pub held: bool,
    /// ISO.
    pub date_of_birth: Option<String>,
    /// Whether they let the team's coach see their results; none without a coach, or if the coach has lost the role.
    #[sqlx(try_from = "OptionalText<Access>")]
    pub access: Option<Access>,
}

#[derive(Debug, Clone, FromRow)]
pub struct Coach {
    pub uaid: String,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub teams: i64,
    /// Teams of today and later.
    pub upcoming: i64,
}

/// A team; none if it does not exist, or was deleted.
pub async fn row(conn: &mut Conn<'_>, id: &str) -> Result<Option<TeamRow>> {
    conn.optional(ONE, params![id]).await
}

/// A coach's teams: first those from `today` on, by date and time, then the past ones, newest first.
pub async fn list_of_coach(conn: &mut Conn<'_>, coach: &str, today: &str) -> Result<Vec<TeamRow>> {
    conn.all(OF_COACH, params![coach, today, LIST_LIMIT + 1]).await
}

/// Teams between two days, all or one coach's, by date, then time.
pub async fn list_between(
    conn: &mut Conn<'_>,
    from: &str,
    to: &str,
    coach: Option<&str>,
) -> Result<Vec<TeamRow>> {
    conn.all(BETWEEN, params![from, to, coach.unwrap_or_default(), LIST_LIMIT + 1]).await
}

/// A team's athletes by name, each with the newest booking in it that is not cancelled or declined.
pub async fn members(conn: &mut Conn<'_>, id: &str) -> Result<Vec<MemberRow>> {
    let mut rows: Vec<MemberRow> = conn.all(MEMBERS, params![id]).await?;
    rows.dedup_by(|next, first| next.uaid == first.uaid);
    rows.sort_by_cached_key(|row| by_name(&row.last_name, &row.first_name, &row.uaid));
    Ok(rows)
}

/// Coaches by name; `upcoming` counts from `today`.
pub async fn coaches(conn: &mut Conn<'_>, today: &str) -> Result<Vec<Coach>> {
    let mut rows: Vec<Coach> = conn.all(COACHES, params![today]).await?;
    rows.sort_by_cached_key(|row| by_name(&row.last_name, &row.first_name, &row.uaid));
    rows.truncate(LIST_LIMIT + 1);
    Ok(rows)
}

/// What people are sorted by. The engines have no order of names in common: that of SQLite compares bytes and puts "de Souza" after
/// "Young".
fn by_name(last_name: &str, first_name: &str, uaid: &str) -> (String, String, String) {
    (fold(last_name), fold(first_name), uaid.to_owned())
}
