//! An athlete's past results: completed bookings with tests and attempts, and the season's scores to compare them with.

use std::collections::HashMap;

use sixfold_domain::attempt::Raw;
use sixfold_domain::profile::Gender;
use sixfold_domain::score::Score;
use sixfold_domain::season::Season;
use sixfold_domain::test_type::TestType;
use sixfold_domain::time::Date;
use sqlx::FromRow;

use crate::db::connection::column::score;
use crate::db::{Conn, DbError, Result, params};

const COMPLETED: &str = "SELECT booking_id, event_id, test_date, score_hundredths, protocol_version, held FROM booking \
    WHERE uaid = $1 AND status = 'completed' AND score_hundredths IS NOT NULL AND test_date IS NOT NULL \
    ORDER BY test_date DESC, COALESCE(completed_at, updated_at) DESC, booking_id DESC";
const TESTS: &str = "SELECT t.booking_id, t.test_type, t.score_hundredths, t.revision, a.raw_thousandths FROM booking b \
    JOIN result_test t ON t.booking_id = b.booking_id \
    LEFT JOIN result_attempt a ON a.booking_id = t.booking_id AND a.test_type = t.test_type \
    WHERE b.uaid = $1 AND b.status = 'completed' AND t.status = 'closed' AND t.score_hundredths IS NOT NULL \
    ORDER BY t.booking_id, t.test_type, a.attempt";
/// Lists every event, so that the index of finals is used.
const FIELD: &str = "SELECT t.test_type, t.score_hundredths, COUNT(*) AS times FROM booking b \
    JOIN result_test t ON t.booking_id = b.booking_id \
    WHERE b.event_id IN (SELECT event_id FROM event) AND b.test_date BETWEEN $1 AND $2 AND b.status = 'completed' \
    AND b.score_hundredths IS NOT NULL AND NOT b.held AND t.status = 'closed' AND t.score_hundredths IS NOT NULL \
    GROUP BY t.test_type, t.score_hundredths UNION ALL SELECT '', b.score_hundredths, COUNT(*) FROM booking b \
    WHERE b.event_id IN (SELECT event_id FROM event) AND b.test_date BETWEEN $1 AND $2 AND b.status = 'completed' \
    AND b.score_hundredths IS NOT NULL AND NOT b.held GROUP BY b.score_hundredths";
const DIVISIONS: &str = "SELECT gender, date_of_birth FROM account WHERE uaid = $1";
const RESCORE: &str = "UPDATE booking SET score_hundredths = $2, rev = rev + 1, updated_at = $3 \
    WHERE booking_id = $1 AND status = 'completed'";
/// A completed booking.
#[derive(Debug, Clone)]
pub struct Completed {
    pub booking_id: String,
    pub event_id: String,
    pub date: Date,
    pub score: Score,
    /// The version of the protocols that scored it; none if it is older than stored versions.
    pub protocol_version: Option<i64>,
    /// Whether it is held for a reveal.
    pub held: bool,
    /// The closed tests, in the order of [`TestType::ALL`].
    pub tests: Vec<ScoredTest>,
}

#[derive(Debug, Clone)]
pub struct ScoredTest {
    pub test_type: TestType,
    pub score: Score,
    /// How often it was saved.
    pub revision: i64,
    pub attempts: Vec<Raw>,
}

/// Every score of a season, finals and tests, except held ones.
#[derive(Debug, Clone, Default)]
pub struct SeasonScores {
    pub finals: Vec<Score>,
    /// By [`TestType::index`].
    pub tests: [Vec<Score>; 6],
}

#[derive(Debug, FromRow)]
struct BookingRow {
    booking_id: String,
    event_id: String,
    test_date: String,
    score_hundredths: i64,
    protocol_version: Option<i64>,
    held: bool,
}

#[derive(Debug, FromRow)]
struct TestRow {
    booking_id: String,
    test_type: String,
    score_hundredths: i64,
    revision: i64,
    raw_thousandths: Option<i64>,
}

/// A person's completed bookings, newest first; two statements, whatever their number.
pub async fn completed(conn: &mut Conn<'_>, uaid: &str) -> Result<Vec<Completed>> {
    let rows: Vec<BookingRow> = conn.all(COMPLETED, params![uaid]).await?;
    let tests: Vec<TestRow> = conn.all(TESTS, params![uaid]).await?;
    let mut tests = by_booking(tests)?;
    rows.into_iter()
        .map(|row| {
            Ok(Completed {
                date: row.test_date.parse().map_err(|_| DbError::broken("booking date"))?,
                score: score(row.score_hundredths)?,
                protocol_version: row.protocol_version,
                held: row.held,
                tests: tests.remove(&row.booking_id).unwrap_or_default(),
                booking_id: row.booking_id,
                event_id: row.event_id,
            })
        })
        .collect()
}

/// What decides on which boards somebody is, besides the one of everybody: gender and date of birth.
///
/// # Errors
/// [`DbError::NotFound`] without such an account.
pub async fn divisions(conn: &mut Conn<'_>, uaid: &str) -> Result<(Gender, Option<Date>)> {
    let row: Option<(Option<String>, Option<String>)> = conn.optional(DIVISIONS, params![uaid]).await?;
    let (gender, born) = row.ok_or(DbError::NotFound)?;
    let gender = gender.map_or(Ok(Gender::None), |word| word.parse());
    let born = born.filter(|text| !text.is_empty()).map(|text| text.parse()).transpose();
    Ok((gender.map_err(|_| DbError::broken("gender"))?, born.map_err(|_| DbError::broken("date of birth"))?))
}

/// Every score of a season, in one statement that counts equal scores.
pub async fn season_scores(conn: &mut Conn<'_>, season: &Season) -> Result<SeasonScores> {
    let rows: Vec<(String, i64, i64)> = conn.all(FIELD, params![season.start, season.end]).await?;
    let mut field = SeasonScores::default();
    for (test, hundredths, times) in rows {
        let times = usize::try_from(times).map_err(|_| DbError::broken("count"))?;
        let scores = if test.is_empty() { &mut field.finals } else { &mut field.tests[read(&test)?.index()] };
        scores.extend(std::iter::repeat_n(score(hundredths)?, times));
    }
    Ok(field)
}

/// Gives a completed booking another final score.
///
/// # Errors
/// [`DbError::NotFound`] when it is not completed.
pub async fn rescore(conn: &mut Conn<'_>, booking_id: &str, score: Score, now_ms: i64) -> Result<()> {
    let rows = conn.affected(RESCORE, params![booking_id, score, now_ms]).await?;
    if rows == 1 { Ok(()) } else { Err(DbError::NotFound) }
}

fn by_booking(rows: Vec<TestRow>) -> Result<HashMap<String, Vec<ScoredTest>>> {
    let mut found: HashMap<String, Vec<ScoredTest>> = HashMap::new();
    for row in rows {
        let test_type = read(&row.test_type)?;
        let raw = row.raw_thousandths.map(raw).transpose()?;
        let tests = found.entry(row.booking_id).or_default();
        match tests.iter_mut().find(|test| test.test_type == test_type) {
            Some(test) => test.attempts.extend(raw),
            None => tests.push(ScoredTest {
                test_type,
                score: score(row.score_hundredths)?,
                revision: row.revision,
                attempts: raw.into_iter().collect(),
            }),
        }
    }
    for tests in found.values_mut() {
        tests.sort_by_key(|test| test.test_type);
    }
    Ok(found)
}

fn read(test: &str) -> Result<TestType> {
    test.parse().map_err(|_| DbError::broken("test"))
}

fn raw(thousandths: i64) -> Result<Raw> {
    i32::try_from(thousandths).map(Raw::from_thousandths).map_err(|_| DbError::broken("measurement"))
}
