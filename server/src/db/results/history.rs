//! An athlete's past results: completed bookings with tests and attempts, and the season's scores to compare them with.

use std::collections::HashMap;

use sixfold_domain::attempt::Raw;
use sixfold_domain::booking::BookingStatus;
use sixfold_domain::profile::Gender;
use sixfold_domain::score::Score;
use sixfold_domain::season::Season;
use sixfold_domain::test_type::TestType;
use sixfold_domain::time::Date;
use sqlx::FromRow;

use crate::db::connection::column::{Number, OptionalNumber, OptionalText, Text};
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
/// Before the booking, as when a visit is finished: the tallies are locked in the same order.
const REMOVE_POINTS: &str = "UPDATE result_test SET score_hundredths = NULL, revision = revision + 1, updated_at = $2 \
    WHERE booking_id = $1 AND score_hundredths IS NOT NULL";
/// Without `completed_at` it would count as a missed booking, and could be onboarded again.
const REMOVE_FINAL: &str = "UPDATE booking SET status = $2, score_hundredths = NULL, held = FALSE, score_removed_at = $3, \
    completed_at = COALESCE(completed_at, updated_at), updated_at = $3, sequence = sequence + 1, rev = rev + 1 \
    WHERE booking_id = $1 AND status = 'completed'";
const RESCORE: &str = "UPDATE booking SET score_hundredths = $2, rev = rev + 1, updated_at = $3 \
    WHERE booking_id = $1 AND status = 'completed'";

#[derive(Debug, Clone, FromRow)]
pub struct Completed {
    pub booking_id: String,
    pub event_id: String,
    #[sqlx(rename = "test_date", try_from = "Text<Date>")]
    pub date: Date,
    #[sqlx(rename = "score_hundredths", try_from = "Number<Score>")]
    pub score: Score,
    /// The version of the protocols that scored it; none if it is older than stored versions.
    pub protocol_version: Option<i64>,
    /// Whether it is held for a reveal.
    pub held: bool,
    /// The closed tests, in the order of [`TestType::ALL`].
    #[sqlx(skip)]
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
struct TestRow {
    booking_id: String,
    #[sqlx(try_from = "Text<TestType>")]
    test_type: TestType,
    #[sqlx(rename = "score_hundredths", try_from = "Number<Score>")]
    score: Score,
    revision: i64,
    #[sqlx(rename = "raw_thousandths", try_from = "OptionalNumber<Raw>")]
    attempt: Option<Raw>,
}

/// A person's completed bookings, newest first; two statements, whatever their number.
pub async fn completed(conn: &mut Conn, uaid: &str) -> Result<Vec<Completed>> {
    let mut completed: Vec<Completed> = conn.all(COMPLETED, params![uaid]).await?;
    let mut tests = by_booking(conn.all(TESTS, params![uaid]).await?);
    for booking in &mut completed {
        booking.tests = tests.remove(&booking.booking_id).unwrap_or_default();
    }
    Ok(completed)
}

/// What decides which boards somebody is on, apart from the overall one: gender and date of birth.
///
/// # Errors
/// [`DbError::NotFound`] without such an account.
pub async fn divisions(conn: &mut Conn, uaid: &str) -> Result<(Gender, Option<Date>)> {
    let (OptionalText(gender), OptionalText(born)) = conn.one(DIVISIONS, params![uaid]).await?;
    Ok((gender.unwrap_or(Gender::None), born))
}

/// Every score of a season, in one statement that counts equal scores.
pub async fn season_scores(conn: &mut Conn, season: &Season) -> Result<SeasonScores> {
    let rows: Vec<(String, Number<Score>, i64)> = conn.all(FIELD, params![season.start, season.end]).await?;
    let mut field = SeasonScores::default();
    for (test, Number(score), times) in rows {
        let times = usize::try_from(times).map_err(|_| DbError::broken("count"))?;
        let scores = if test.is_empty() {
            &mut field.finals
        } else {
            let test: TestType = test.parse().map_err(|_| DbError::broken("test"))?;
            &mut field.tests[test.index()]
        };
        scores.extend(std::iter::repeat_n(score, times));
    }
    Ok(field)
}

/// Gives a completed booking another final score.
///
/// # Errors
/// [`DbError::NotFound`] when it is not completed.
pub async fn rescore(conn: &mut Conn, booking_id: &str, score: Score, now_ms: i64) -> Result<()> {
    let rows = conn.affected(RESCORE, params![booking_id, score, now_ms]).await?;
    if rows == 1 { Ok(()) } else { Err(DbError::NotFound) }
}

/// Removes the scores of a completed booking, the final and those of its tests, and ends it with another status. The measurements
/// stay.
///
/// # Errors
/// [`DbError::NotFound`] when it is not completed.
pub async fn remove_scores(
    conn: &mut Conn,
    booking_id: &str,
    status: BookingStatus,
    now_ms: i64,
) -> Result<()> {
    conn.execute(REMOVE_POINTS, params![booking_id, now_ms]).await?;
    let rows = conn.affected(REMOVE_FINAL, params![booking_id, status, now_ms]).await?;
    if rows == 1 { Ok(()) } else { Err(DbError::NotFound) }
}

fn by_booking(rows: Vec<TestRow>) -> HashMap<String, Vec<ScoredTest>> {
    let mut found: HashMap<String, Vec<ScoredTest>> = HashMap::new();
    for TestRow { booking_id, test_type, score, revision, attempt } in rows {
        let tests = found.entry(booking_id).or_default();
        match tests.iter_mut().find(|test| test.test_type == test_type) {
            Some(test) => test.attempts.extend(attempt),
            None => {
                tests.push(ScoredTest {
                    test_type,
                    score,
                    revision,
                    attempts: attempt.into_iter().collect(),
                });
            }
        }
    }
    for tests in found.values_mut() {
        tests.sort_by_key(|test| test.test_type);
    }
    found
}
