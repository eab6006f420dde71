//! The finals of a range of days, read from the database (seasons are cached in memory, see `crate::board`), and the
//! position named in a letter. A final that is held for a reveal is on no board.

use sixfold_domain::identity::Uaid;
use sixfold_domain::leaderboard::Final;
use sixfold_domain::leaderboard::age_group::AgeGroup;
use sixfold_domain::profile::Gender;
use sixfold_domain::protocol::Measurement;
use sixfold_domain::score::Score;
use sixfold_domain::test_type::TestType;
use sixfold_domain::time::Date;
use sqlx::FromRow;

use crate::db::connection::column::{Number, OptionalText, Text};
use crate::db::results::mark::{Marks, attempts};
use crate::db::{Conn, Result, params};

/// A statement that reads the finals that count: their points and attempts, of some tables and under one more condition.
macro_rules! finals {
    ($values:expr, $tables:literal, $condition:literal) => {
        concat!(
            "SELECT b.uaid, b.test_date, a.first_name, a.last_name, COALESCE(a.gender, 'none') AS gender, \
             a.date_of_birth, a.public_opt_in, ",
            $values,
            ", COALESCE(b.completed_at, b.updated_at) AS at_ms, \
             COALESCE(b.revealed_at, b.completed_at, b.updated_at) AS since_ms \
             FROM booking b JOIN account a ON a.uaid = b.uaid",
            $tables,
            " WHERE b.event_id = $1 AND b.test_date BETWEEN $2 AND $3 AND b.status = 'completed' AND NOT b.held \
             AND b.score_hundredths IS NOT NULL AND a.is_competitor AND a.deleted_at IS NULL",
            $condition
        )
    };
}

const FINALS: &str = finals!("b.score_hundredths, '' AS attempts", "", "");
const TESTS: &str = finals!(
    concat!("t.score_hundredths, ", attempts!(), " AS attempts"),
    " JOIN result_test t ON t.booking_id = b.booking_id",
    " AND t.test_type = $4 AND t.score_hundredths IS NOT NULL"
);
/// The statements that are put together, for the test that prepares every statement.
pub const STATEMENTS: [&str; 2] = [FINALS, TESTS];
const AHEAD: &str = "SELECT COUNT(DISTINCT b.uaid) FROM booking b JOIN account a ON a.uaid = b.uaid \
    WHERE b.event_id = $1 AND b.test_date BETWEEN $2 AND $3 AND b.status = 'completed' AND NOT b.held \
    AND b.uaid <> $4 AND a.is_competitor AND a.deleted_at IS NULL \
    AND (a.public_opt_in OR a.date_of_birth BETWEEN '1' AND $5) \
    AND b.score_hundredths > (SELECT MAX(o.score_hundredths) FROM booking o WHERE o.uaid = $4 AND o.event_id = $1 \
    AND o.test_date BETWEEN $2 AND $3 AND o.status = 'completed' AND NOT o.held)";

/// A competitor's final, with what its row shows.
#[derive(Debug, Clone)]
pub struct Entry {
    pub ranked: Final,
    /// The mark of a test; none of a final, and of a test without attempts.
    pub mark: Option<Measurement>,
    pub date: Date,
    pub first_name: String,
    /// In full.
    pub last_name: String,
    /// Decides whether they may be shown in public.
    pub date_of_birth: Option<Date>,
    /// Whether somebody under age has agreed to be shown.
    pub opted_in: bool,
}

#[derive(Debug, FromRow)]
struct Row {
    #[sqlx(try_from = "Text<Uaid>")]
    uaid: Uaid,
    #[sqlx(rename = "test_date", try_from = "Text<Date>")]
    date: Date,
    first_name: String,
    last_name: String,
    #[sqlx(try_from = "Text<Gender>")]
    gender: Gender,
    #[sqlx(try_from = "OptionalText<Date>")]
    date_of_birth: Option<Date>,
    public_opt_in: bool,
    #[sqlx(rename = "score_hundredths", try_from = "Number<Score>")]
    score: Score,
    attempts: String,
    at_ms: i64,
    since_ms: i64,
}

/// An event's finals with a test date in the range, both ends included, of competitors whose account is not deleted;
/// with a test, its scores in these finals.
pub async fn finals(
    conn: &mut Conn,
    event_id: &str,
    (from, to): (Date, Date),
    test: Option<TestType>,
) -> Result<Vec<Entry>> {
    let (rows, marks): (Vec<Row>, Option<Marks>) = match test {
        None => (conn.all(FINALS, params![event_id, from, to]).await?, None),
        Some(test) => {
            let marks = Marks::read(conn, test).await?;
            (conn.all(TESTS, params![event_id, from, to, test]).await?, Some(marks))
        }
    };
    rows.into_iter().map(|row| row.read(marks.as_ref())).collect()
}

/// The position of a person's best final on the public board of a window: one more than the number of better ones
/// (RULES 8.1). `born_by` is the latest date of birth of somebody of age.
pub async fn position(
    conn: &mut Conn,
    event_id: &str,
    (from, to): (Date, Date),
    uaid: &str,
    born_by: &str,
) -> Result<i64> {
    let ahead: i64 = conn.scalar(AHEAD, params![event_id, from, to, uaid, born_by]).await?;
    Ok(ahead + 1)
}

impl Entry {
    /// The age group in which it counts; none without a date of birth (RULES 8.10).
    pub fn ages(&self) -> Option<AgeGroup> {
        self.date_of_birth.map(|born| AgeGroup::on(born, self.date))
    }
}

impl Row {
    fn read(self, marks: Option<&Marks>) -> Result<Entry> {
        let Self { uaid, gender, score, at_ms, since_ms, .. } = self;
        Ok(Entry {
            ranked: Final { uaid, gender, score, at_ms, since_ms },
            mark: marks.map(|marks| marks.of(&self.attempts)).transpose()?.flatten(),
            date: self.date,
            first_name: self.first_name,
            last_name: self.last_name,
            date_of_birth: self.date_of_birth,
            opted_in: self.public_opt_in,
        })
    }
}
