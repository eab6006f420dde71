//! Teams and their athletes for staff, without any health data.

use sixfold_domain::score::Score;
use sqlx::FromRow;

use crate::db::connection::column::{OptionalNumber, OptionalText};
use crate::db::people::coach::Access;
use crate::db::people::fold::fold;
use crate::db::people::search::SearchTerms;
use crate::db::{Conn, Result, params};

/// The most teams or coaches on a page (RULES 8.5).
pub const PAGE: usize = 100;

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
pub const UPCOMING_OF_COACH: &str = teams!(
    " AND t.coach_uaid = $1 AND (t.test_date, t.test_time, t.name, t.team_booking_id) > ($2, $3, $4, $5) \
     ORDER BY t.test_date, t.test_time, t.name, t.team_booking_id LIMIT $6"
);
pub const PAST_OF_COACH: &str = teams!(
    " AND t.coach_uaid = $1 AND (t.test_date, t.test_time, t.name, t.team_booking_id) < ($2, $3, $4, $5) \
     ORDER BY t.test_date DESC, t.test_time DESC, t.name DESC, t.team_booking_id DESC LIMIT $6"
);
pub const BETWEEN: &str = teams!(
    " AND (t.test_date, t.test_time, t.name, t.team_booking_id) > ($1, $2, $3, $4) AND t.test_date <= $5 \
     AND ($6 = '' OR t.coach_uaid = $6) ORDER BY t.test_date, t.test_time, t.name, t.team_booking_id LIMIT $7"
);
pub const MEMBERS: &str = "SELECT b.uaid, a.first_name, a.last_name, a.email, b.booking_id, b.code, b.test_date, b.test_time, \
     b.status, b.booking_type, b.t_shirt_size, b.score_hundredths, b.held, \
     b.score_removed_at IS NOT NULL AS score_removed, a.date_of_birth, \
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

/// Where a team is in a list: date, time, name, id. A page continues after a position; the default one is before all teams.
pub type Position = (String, String, String, String);

/// Where a coach is in a list: folded last and first name, uaid. The default position is before all coaches.
pub type CoachPosition = (String, String, String);

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
    /// Whether programme delivery has removed the score.
    pub score_removed: bool,
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

impl Coach {
    pub fn position(&self) -> CoachPosition {
        by_name(&self.last_name, &self.first_name, &self.uaid)
    }

    /// Whether each term is in the name, the address or the number.
    fn fits(&self, words: &SearchTerms) -> bool {
        let Self { uaid, first_name, last_name, email, .. } = self;
        words.are_number(uaid) || words.are_in(&format!("{first_name} {last_name} {email} {uaid}"))
    }
}

/// A team; none if it does not exist, or was deleted.
pub async fn row(conn: &mut Conn, id: &str) -> Result<Option<TeamRow>> {
    conn.optional(ONE, params![id]).await
}

/// A coach's teams after a position, one more than a page has: first those from `today` on, by date and time, then the past
/// ones, newest first.
pub async fn list_of_coach(
    conn: &mut Conn,
    coach: &str,
    today: &str,
    after: &Position,
) -> Result<Vec<TeamRow>> {
    let start = start_of(today);
    let among_past = !after.0.is_empty() && after.0.as_str() < today;
    let mut rows: Vec<TeamRow> = Vec::new();
    if !among_past {
        let (date, time, name, id) = std::cmp::max(after, &start);
        rows = conn.all(UPCOMING_OF_COACH, params![coach, date, time, name, id, PAGE + 1]).await?;
    }
    let left = (PAGE + 1).saturating_sub(rows.len());
    if left > 0 {
        let (date, time, name, id) = if among_past { after } else { &start };
        let past: Vec<TeamRow> = conn.all(PAST_OF_COACH, params![coach, date, time, name, id, left]).await?;
        rows.extend(past);
    }
    Ok(rows)
}

/// Teams between two days after a position, all or one coach's, one more than a page has, by date, then time.
pub async fn list_between(
    conn: &mut Conn,
    from: &str,
    to: &str,
    coach: Option<&str>,
    after: &Position,
) -> Result<Vec<TeamRow>> {
    let start = start_of(from);
    let (date, time, name, id) = std::cmp::max(after, &start);
    conn.all(BETWEEN, params![date, time, name, id, to, coach.unwrap_or_default(), PAGE + 1]).await
}

/// The position before the first team of a day.
fn start_of(day: &str) -> Position {
    (day.to_owned(), String::new(), String::new(), String::new())
}

/// A team's athletes by name, each with the newest booking in it that is not cancelled or declined.
pub async fn members(conn: &mut Conn, id: &str) -> Result<Vec<MemberRow>> {
    let mut rows: Vec<MemberRow> = conn.all(MEMBERS, params![id]).await?;
    rows.dedup_by(|next, first| next.uaid == first.uaid);
    rows.sort_by_cached_key(|row| by_name(&row.last_name, &row.first_name, &row.uaid));
    Ok(rows)
}

/// The coaches that match a search, by name, after a position, one more than a page has; `upcoming` counts from `today`.
pub async fn coaches(
    conn: &mut Conn,
    today: &str,
    words: &SearchTerms,
    after: &CoachPosition,
) -> Result<Vec<Coach>> {
    let mut rows: Vec<Coach> = conn.all(COACHES, params![today]).await?;
    rows.retain(|row| row.fits(words) && row.position() > *after);
    rows.sort_by_cached_key(Coach::position);
    rows.truncate(PAGE + 1);
    Ok(rows)
}

/// What people are sorted by. The engines have no order of names in common: that of SQLite compares bytes and puts "de Souza" after
/// "Young".
fn by_name(last_name: &str, first_name: &str, uaid: &str) -> (String, String, String) {
    (fold(last_name), fold(first_name), uaid.to_owned())
}
