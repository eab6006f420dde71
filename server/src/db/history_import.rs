//! Results that come in from a file: what is known of a person beforehand, and days of tests stored many at a time.
//!
//! A file has thousands of rows and one job stores it, so the statements carry as many rows as they can.

use sixfold_domain::attempt::Raw;
use sixfold_domain::booking::{BookingCode, BookingStatus, BookingType, HistoryEntry};
use sixfold_domain::score::Score;
use sixfold_domain::test_type::TestType;
use sixfold_domain::time::{Date, TimeOfDay, london_to_millis};
use sqlx::AssertSqlSafe;

use super::schedule::ACADEMY;
use super::{Conn, DbError, new_id, on, random_bytes};

const KNOWN: &str = "SELECT b.test_date, b.status, CAST((SELECT COUNT(*) FROM result_test t \
    WHERE t.booking_id = b.booking_id) AS BIGINT) AS tests FROM account a \
    LEFT JOIN booking b ON b.uaid = a.uaid AND b.status NOT IN ('cancelled', 'declined') \
    WHERE a.uaid = $1 AND a.deleted_at IS NULL";

/// The statements of this file, for the test that prepares each on both engines.
pub const STATEMENTS: &[&str] = &[KNOWN];

const BOOKINGS: &str = "booking (booking_id, uaid, event_id, status, booking_type, test_date, test_time, code, \
    score_hundredths, created_at, created_by, updated_at, onboarded_at, completed_at, protocol_version)";
const TESTS: &str =
    "result_test (booking_id, test_type, status, score_hundredths, updated_at, recorded_by, device)";
const ATTEMPTS: &str = "result_attempt (booking_id, test_type, attempt, raw_thousandths)";
const AUDIT: &str = "audit_log (audit_id, at, actor_uaid, actor_role, action, subject_uaid, object_id)";

/// Days that one statement carries: with the most attempts of every test far below what either engine binds.
const AT_ONCE: usize = 100;
/// The time of day at which imported tests stand.
const NOON: &str = "12:00";
/// Who made a booking that came in at the terminal, and the device of every imported test.
const IMPORT: &str = "import";

/// Somebody's day of tests, ready to be stored.
#[derive(Debug, Clone)]
pub struct Day {
    /// Whose.
    pub uaid: String,
    /// When.
    pub date: Date,
    /// First test or retest.
    pub booking_type: BookingType,
    /// The final score; none where a test was not taken.
    pub score: Option<Score>,
    /// All six, in order: points (none: not taken) and measurements.
    pub tests: Vec<(TestType, Option<Score>, Vec<Raw>)>,
}

/// A person's bookings that were not called off: day, status, and how many tests they have.
#[derive(Debug, Clone, Default)]
pub struct Known(Vec<(Date, BookingStatus, i64)>);

impl Known {
    /// Whether there are results of that day.
    pub fn has_results_on(&self, day: Date) -> bool {
        let done = |status, tests| status == BookingStatus::Completed || tests > 0;
        self.0.iter().any(|(date, status, tests)| *date == day && done(*status, *tests))
    }

    /// Whether a booking of that day is still open.
    pub fn is_booked_on(&self, day: Date) -> bool {
        self.0.iter().any(|(date, status, _)| *date == day && status.is_open())
    }

    /// The completed ones, as the rules want to know of them.
    pub fn completed(&self) -> Vec<HistoryEntry> {
        let completed = self.0.iter().filter(|(_, status, _)| *status == BookingStatus::Completed);
        completed
            .map(|(date, status, _)| HistoryEntry {
                event_test_status: *status,
                event_test_date: Some(*date),
            })
            .collect()
    }
}

/// What is known of a person; none where there is no such account.
pub async fn known(conn: &mut Conn<'_>, uaid: &str) -> Result<Option<Known>, DbError> {
    type Row = (Option<String>, Option<String>, i64);
    let rows: Vec<Row> =
        on!(conn, c => sqlx::query_as::<_, Row>(KNOWN).bind(uaid).fetch_all(&mut **c).await)?;
    if rows.is_empty() {
        return Ok(None);
    }
    let mut known = Known::default();
    for (date, status, tests) in rows {
        // An account without bookings has one row without any; a request for help may have no day.
        let (Some(date), Some(status)) = (date, status) else { continue };
        let date = date.parse().map_err(|_| DbError::broken("booking date"))?;
        let status = status.parse().map_err(|_| DbError::broken("booking status"))?;
        known.0.push((date, status, tests));
    }
    Ok(Some(known))
}

/// Stores days of tests: a booking each, `completed` with all six tests, else `dnt`; a line of the audit log for each.
pub async fn insert(
    conn: &mut Conn<'_>,
    days: &[Day],
    by: Option<(&str, i64)>,
    protocol_version: i64,
    now_ms: i64,
) -> Result<(), DbError> {
    for days in days.chunks(AT_ONCE) {
        let noon = |date| london_to_millis(date, TimeOfDay::from_minutes(12 * 60)?);
        let mut stored = Vec::with_capacity(days.len());
        for day in days {
            let at = noon(day.date).map_err(|error| DbError::Other(error.to_string()))?;
            stored.push((new_id(at), at, day));
        }
        bookings(conn, &stored, by, protocol_version, now_ms).await?;
        tests(conn, &stored, by, now_ms).await?;
        attempts(conn, &stored).await?;
        audited(conn, &stored, by, now_ms).await?;
    }
    Ok(())
}

/// The booking's id, the instant at which it stands, and the day.
type Stored<'a> = (String, i64, &'a Day);

async fn bookings(
    conn: &mut Conn<'_>,
    stored: &[Stored<'_>],
    by: Option<(&str, i64)>,
    protocol_version: i64,
    now_ms: i64,
) -> Result<(), DbError> {
    let sql = many(BOOKINGS, 15, stored.len());
    on!(conn, c => {
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for (id, at, day) in stored {
            let status = if day.score.is_some() { BookingStatus::Completed } else { BookingStatus::Dnt };
            query = query
                .bind(id.clone()).bind(day.uaid.clone()).bind(ACADEMY).bind(status.as_str())
                .bind(day.booking_type.as_str()).bind(day.date.to_string()).bind(NOON)
                .bind(BookingCode::from_random_bytes(random_bytes()).as_str().to_owned())
                .bind(day.score.map(|score| i64::from(score.hundredths()))).bind(*at)
                .bind(by.map_or(IMPORT, |(uaid, _)| uaid).to_owned()).bind(now_ms).bind(*at)
                .bind(*at).bind(protocol_version);
        }
        query.execute(&mut **c).await.map(drop)?;
    });
    Ok(())
}

async fn tests(
    conn: &mut Conn<'_>,
    stored: &[Stored<'_>],
    by: Option<(&str, i64)>,
    now_ms: i64,
) -> Result<(), DbError> {
    let sql = many(TESTS, 7, stored.iter().map(|(_, _, day)| day.tests.len()).sum());
    on!(conn, c => {
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for (id, _, day) in stored {
            for (test, score, _) in &day.tests {
                query = query
                    .bind(id.clone()).bind(test.as_str()).bind(if score.is_some() { "closed" } else { "dnt" })
                    .bind(score.map(|score| i64::from(score.hundredths()))).bind(now_ms)
                    .bind(by.map(|(uaid, _)| uaid.to_owned())).bind(IMPORT);
            }
        }
        query.execute(&mut **c).await.map(drop)?;
    });
    Ok(())
}

async fn attempts(conn: &mut Conn<'_>, stored: &[Stored<'_>]) -> Result<(), DbError> {
    let tests = stored.iter().flat_map(|(id, _, day)| day.tests.iter().map(move |test| (id, test)));
    let all: Vec<(String, &'static str, i64, i64)> = tests
        .flat_map(|(id, (test, _, attempts))| {
            (1_i64..)
                .zip(attempts)
                .map(move |(number, raw)| (id.clone(), test.as_str(), number, i64::from(raw.thousandths())))
        })
        .collect();
    if all.is_empty() {
        return Ok(());
    }
    let sql = many(ATTEMPTS, 4, all.len());
    on!(conn, c => {
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for (id, test, number, raw) in all {
            query = query.bind(id).bind(test).bind(number).bind(raw);
        }
        query.execute(&mut **c).await.map(drop)?;
    });
    Ok(())
}

async fn audited(
    conn: &mut Conn<'_>,
    stored: &[Stored<'_>],
    by: Option<(&str, i64)>,
    now_ms: i64,
) -> Result<(), DbError> {
    let sql = many(AUDIT, 7, stored.len());
    on!(conn, c => {
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for (id, _, day) in stored {
            query = query
                .bind(new_id(now_ms)).bind(now_ms).bind(by.map(|(uaid, _)| uaid.to_owned()))
                .bind(by.map(|(_, role)| role)).bind("result.imported").bind(day.uaid.clone()).bind(id.clone());
        }
        query.execute(&mut **c).await.map(drop)?;
    });
    Ok(())
}

/// An insertion of so many rows of so many values.
fn many(into: &str, width: usize, rows: usize) -> String {
    let row = |row: usize| {
        let places: Vec<String> = (1..=width).map(|place| format!("${}", row * width + place)).collect();
        format!("({})", places.join(", "))
    };
    let rows: Vec<String> = (0..rows).map(row).collect();
    format!("INSERT INTO {into} VALUES {}", rows.join(", "))
}
