//! The rows of the CSV exports for programme delivery, read in pages in a fixed order; each page begins after the last
//! row of the one before. No statement here reads health data.

use sixfold_domain::attempt::Raw;
use sixfold_domain::score::Score;
use sqlx::FromRow;

use super::booking::{Part, Position, dateless_after};
use crate::db::connection::column::OptionalNumber;
use crate::db::{Conn, Result, Row, Sql, params};

/// Rows per page; for results, bookings per page.
pub const PAGE: usize = 500;

const BOOKINGS: &str = "SELECT page.booking_id, page.uaid, a.first_name, a.last_name, page.code, \
     COALESCE(page.test_date, '') AS test_date, COALESCE(page.test_time, '') AS test_time, page.status, page.booking_type, \
     page.t_shirt_size, page.team_booking_id, t.name AS team_name, page.created_at, page.arrived_at, page.onboarded_at, \
     page.completed_at, page.score_hundredths, page.held, page.score_removed_at IS NOT NULL AS score_removed \
     FROM (SELECT * FROM booking b WHERE b.event_id = $1 AND {condition} \
     ORDER BY b.test_date, b.test_time, b.booking_id LIMIT $2) page JOIN account a ON a.uaid = page.uaid \
     LEFT JOIN team t ON t.team_booking_id = page.team_booking_id ORDER BY page.test_date, page.test_time, page.booking_id";
const DATED: &str = "(b.test_date, b.test_time, b.booking_id) > ($3, $4, $5) AND b.test_date <= $6";
const DATELESS: &str = "b.test_date IS NULL AND b.test_time IS NULL AND b.booking_id > $3";
const USERS: &str = "SELECT uaid, email, first_name, last_name, date_of_birth, gender, phone_number, postcode, region, role, \
     is_competitor, sport_played, sport_level, marketing_pref_1, marketing_pref_2, marketing_pref_3, created_at, \
     registered_at, team_booking_id, email_confirmed_at IS NOT NULL AS email_confirmed FROM account \
     WHERE uaid > $1 AND deleted_at IS NULL AND created_at >= $2 AND created_at <= $3 ORDER BY uaid LIMIT $4";
const RESULTS: &str = "SELECT page.booking_id, page.uaid, a.first_name, a.last_name, page.test_date, page.test_time, page.status, \
     page.score_hundredths AS final_hundredths, r.test_type, r.status AS test_status, r.score_hundredths, m.raw_thousandths, \
     page.held, page.score_removed_at IS NOT NULL AS score_removed \
     FROM (SELECT * FROM booking b WHERE b.event_id = $1 AND (b.test_date, b.test_time, b.booking_id) > ($2, $3, $4) \
     AND b.test_date <= $5 AND EXISTS (SELECT 1 FROM result_test x WHERE x.booking_id = b.booking_id) \
     ORDER BY b.test_date, b.test_time, b.booking_id LIMIT $6) page \
     JOIN account a ON a.uaid = page.uaid JOIN result_test r ON r.booking_id = page.booking_id \
     LEFT JOIN result_attempt m ON m.booking_id = r.booking_id AND m.test_type = r.test_type \
     ORDER BY page.test_date, page.test_time, page.booking_id, r.test_type, m.attempt";
const TEAMS: &str = "SELECT page.team_booking_id, page.name, page.test_date, page.test_time, page.coach_uaid, \
     a.first_name, a.last_name, (SELECT COUNT(DISTINCT b.uaid) FROM booking b \
     JOIN account m ON m.uaid = b.uaid AND m.deleted_at IS NULL WHERE b.team_booking_id = page.team_booking_id \
     AND b.status NOT IN ('cancelled', 'declined')) AS members, (SELECT COUNT(DISTINCT b.uaid) FROM booking b \
     JOIN account m ON m.uaid = b.uaid AND m.deleted_at IS NULL WHERE b.team_booking_id = page.team_booking_id \
     AND b.status = 'completed') AS completed \
     FROM (SELECT * FROM team t WHERE t.deleted_at IS NULL AND t.event_id = $1 \
     AND (t.test_date, t.test_time, t.team_booking_id) > ($2, $3, $4) AND t.test_date <= $5 \
     ORDER BY t.test_date, t.test_time, t.team_booking_id LIMIT $6) page \
     LEFT JOIN account a ON a.uaid = page.coach_uaid ORDER BY page.test_date, page.test_time, page.team_booking_id";

/// An event, a range of days, and the row after which the page begins.
#[derive(Debug, Clone)]
pub struct ExportRange {
    pub event_id: String,
    /// The last row of the page before; for the first page the first day and two empty texts.
    pub after: Position,
    /// The last day, ISO.
    pub to: String,
    /// Whether bookings without a date follow those on the days.
    pub dateless: bool,
}

#[derive(Debug, FromRow)]
pub struct BookingLine {
    pub booking_id: String,
    pub uaid: String,
    pub first_name: String,
    pub last_name: String,
    pub code: String,
    /// Like the time, empty for a request for assistance without a slot.
    pub test_date: String,
    pub test_time: String,
    pub status: String,
    pub booking_type: String,
    pub t_shirt_size: String,
    pub team_booking_id: Option<String>,
    pub team_name: Option<String>,
    pub created_at: i64,
    pub arrived_at: Option<i64>,
    pub onboarded_at: Option<i64>,
    pub completed_at: Option<i64>,
    #[sqlx(rename = "score_hundredths", try_from = "OptionalNumber<Score>")]
    pub score: Option<Score>,
    pub held: bool,
    pub score_removed: bool,
}

#[derive(Debug, FromRow)]
pub struct UserLine {
    pub uaid: String,
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub date_of_birth: Option<String>,
    pub gender: Option<String>,
    pub phone_number: String,
    pub postcode: String,
    pub region: Option<String>,
    pub role: i64,
    pub is_competitor: bool,
    pub sport_played: String,
    pub sport_level: String,
    pub marketing_pref_1: bool,
    pub marketing_pref_2: bool,
    pub marketing_pref_3: bool,
    pub created_at: i64,
    pub registered_at: Option<i64>,
    pub team_booking_id: Option<String>,
    pub email_confirmed: bool,
}

/// An attempt of a test, or a test without attempts.
#[derive(Debug, FromRow)]
pub struct ResultLine {
    pub booking_id: String,
    pub uaid: String,
    pub first_name: String,
    pub last_name: String,
    pub test_date: String,
    pub test_time: String,
    pub status: String,
    #[sqlx(rename = "final_hundredths", try_from = "OptionalNumber<Score>")]
    pub final_score: Option<Score>,
    pub test_type: String,
    pub test_status: String,
    #[sqlx(rename = "score_hundredths", try_from = "OptionalNumber<Score>")]
    pub score: Option<Score>,
    #[sqlx(rename = "raw_thousandths", try_from = "OptionalNumber<Raw>")]
    pub attempt: Option<Raw>,
    pub held: bool,
    pub score_removed: bool,
}

#[derive(Debug, FromRow)]
pub struct TeamLine {
    pub team_booking_id: String,
    pub name: String,
    pub test_date: String,
    pub test_time: String,
    pub coach_uaid: Option<String>,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub members: i64,
    pub completed: i64,
}

/// Bookings by date, then time; those without a date last.
pub async fn bookings(conn: &mut Conn, days: &ExportRange) -> Result<Vec<BookingLine>> {
    let (date, time, id) = &days.after;
    let those = |condition: &str| Sql::built(BOOKINGS.replace("{condition}", condition));
    let mut rows: Vec<BookingLine> = Vec::new();
    for part in Part::after(&days.after, days.dateless) {
        let left = PAGE - rows.len();
        rows.extend(match part {
            Part::Dated => {
                conn.all::<BookingLine>(those(DATED), params![days.event_id, left, date, time, id, days.to])
                    .await?
            }
            Part::Dateless => {
                let after = dateless_after(&days.after);
                conn.all(those(DATELESS), params![days.event_id, left, after]).await?
            }
        });
        if rows.len() == PAGE {
            break;
        }
    }
    Ok(rows)
}

/// Results of at most [`PAGE`] bookings, a row for each attempt.
pub async fn results(conn: &mut Conn, days: &ExportRange) -> Result<Vec<ResultLine>> {
    by_day(conn, RESULTS, days).await
}

/// Teams by date, then time.
pub async fn teams(conn: &mut Conn, days: &ExportRange) -> Result<Vec<TeamLine>> {
    by_day(conn, TEAMS, days).await
}

async fn by_day<T: Row>(conn: &mut Conn, sql: &'static str, days: &ExportRange) -> Result<Vec<T>> {
    let (date, time, id) = &days.after;
    conn.all(sql, params![days.event_id, date, time, id, days.to, PAGE]).await
}

/// People by number whose account was created between two instants, both included.
pub async fn users(conn: &mut Conn, after: &str, (from_ms, to_ms): (i64, i64)) -> Result<Vec<UserLine>> {
    conn.all(USERS, params![after, from_ms, to_ms, PAGE]).await
}
