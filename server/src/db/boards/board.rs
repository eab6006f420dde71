//! What the boards in memory are built from and updated with: the finals that count, of everybody or of some athletes,
//! and the athletes whose rank has changed since a version.
//!
//! A day's finals are read as one text with a line each: as a million separate rows they would cost the driver more
//! than the database. No checked name contains a tab or a line break (RULES 9.10); in a name that was stored without
//! the checks they are replaced with spaces here, so that it breaks no line.

use sixfold_domain::identity::Uaid;
use sixfold_domain::profile::Gender;
use sixfold_domain::protocol::Measurement;
use sixfold_domain::score::Score;
use sixfold_domain::test_type::TestType;
use sixfold_domain::time::Date;

use crate::db::results::mark::{Marks, attempts};
use crate::db::{Conn, DbError, Result, params, topic};

/// A statement that reads the finals that count, of some tables and under some condition: for each event and day one text,
/// with a line for each final that begins with `$value`.
macro_rules! finals {
    ($value:expr, $tables:literal, $condition:literal) => {
        concat!(
            "SELECT b.event_id, b.test_date, string_agg(",
            $value,
            " || '\t' || b.uaid || '\t' || COALESCE(b.completed_at, b.updated_at) || '\t' || \
             COALESCE(b.revealed_at, b.completed_at, b.updated_at) || '\t' || COALESCE(a.gender, '') || '\t' || \
             COALESCE(a.date_of_birth, '') || '\t' || CASE WHEN a.public_opt_in THEN '1' ELSE '' END || '\t' || \
             REPLACE(REPLACE(a.first_name, '\t', ' '), '\n', ' ') || '\t' || REPLACE(a.last_name, '\n', ' '), '\n') \
             FROM booking b JOIN account a ON a.uaid = b.uaid",
            $tables,
            " WHERE ",
            $condition,
            "b.status = 'completed' AND NOT b.held AND b.score_hundredths IS NOT NULL AND b.test_date IS NOT NULL \
             AND a.is_competitor AND a.deleted_at IS NULL GROUP BY b.event_id, b.test_date"
        )
    };
}

/// The points of a final, which has no mark.
macro_rules! of_final {
    () => {
        "b.score_hundredths || '\t'"
    };
}

macro_rules! of_test {
    () => {
        concat!("t.score_hundredths || '\t' || ", attempts!())
    };
}

const FINALS: &str = finals!(of_final!(), "", "");
const FINALS_IN: &str = finals!(of_final!(), "", "b.event_id = $1 AND b.test_date BETWEEN $2 AND $3 AND ");
const FINALS_OF: &str = finals!(of_final!(), "", "b.uaid IN ({list}) AND ");
const TESTS: &str = finals!(
    of_test!(),
    " JOIN result_test t ON t.booking_id = b.booking_id",
    "b.event_id = $1 AND b.test_date BETWEEN $2 AND $3 AND t.test_type = $4 AND t.score_hundredths IS NOT NULL AND "
);
const TESTS_OF: &str = finals!(
    of_test!(),
    " JOIN result_test t ON t.booking_id = b.booking_id",
    "t.test_type = $1 AND b.uaid IN ({list}) AND t.score_hundredths IS NOT NULL AND "
);
/// The statements that are put together, for the test that prepares every statement.
pub const STATEMENTS: [&str; 5] = [FINALS, FINALS_IN, FINALS_OF, TESTS, TESTS_OF];
const CHANGES: &str = "SELECT version, uaid FROM board_change WHERE version > $1 ORDER BY version LIMIT $2";
const PRUNE: &str = "DELETE FROM board_change WHERE changed_at < $1";

/// How many changes are applied one by one; beyond that, reading everything is quicker.
const FOLLOWED: i64 = 5_000;

/// A result that counts: a final, or one test of it.
#[derive(Debug)]
pub struct Counted<'a> {
    pub event_id: &'a str,
    pub date: Date,
    pub uaid: Uaid,
    pub first_name: &'a str,
    /// In full.
    pub last_name: &'a str,
    /// As stated by the athlete.
    pub gender: Gender,
    /// Decides whether they may be shown in public, and their age group.
    pub date_of_birth: Option<Date>,
    /// Whether somebody under age has agreed to be shown.
    pub opted_in: bool,
    pub score: Score,
    /// The mark of a test; none of a final, and of a test without attempts.
    pub mark: Option<Measurement>,
    /// When it was reached, ms.
    pub at_ms: i64,
    /// When it became visible, ms.
    pub since_ms: i64,
}

/// The changes since a version.
#[derive(Debug, PartialEq, Eq)]
pub enum Changes {
    /// These athletes, up to this version.
    Of(Vec<String>, i64),
    /// More changes than are stored or can be applied: everything has to be read again.
    Lost,
}

/// Calls `take` with every final that counts, of all events, in no particular order.
pub async fn each_final(conn: &mut Conn, mut take: impl FnMut(Counted<'_>) + Send) -> Result<()> {
    conn.each(FINALS, params![], |day| read(&day, None, &mut take)).await
}

/// Calls `take` with an event's finals that count, for test dates in a range, both ends included.
pub async fn each_final_in(
    conn: &mut Conn,
    event_id: &str,
    (from, to): (Date, Date),
    mut take: impl FnMut(Counted<'_>) + Send,
) -> Result<()> {
    conn.each(FINALS_IN, params![event_id, from, to], |day| read(&day, None, &mut take)).await
}

/// Calls `take` with the finals of some athletes that count.
pub async fn each_final_of(
    conn: &mut Conn,
    uaids: &[String],
    mut take: impl FnMut(Counted<'_>) + Send,
) -> Result<()> {
    let days: Vec<Day> = conn.all_in(FINALS_OF, params![], uaids).await?;
    days.iter().try_for_each(|day| read(day, None, &mut take))
}

/// Calls `take` with the results of one test in an event's finals that count, for test dates in a range, both ends
/// included.
pub async fn each_test(
    conn: &mut Conn,
    event_id: &str,
    (from, to): (Date, Date),
    test: TestType,
    mut take: impl FnMut(Counted<'_>) + Send,
) -> Result<()> {
    let marks = Marks::read(conn, test).await?;
    conn.each(TESTS, params![event_id, from, to, test], |day| read(&day, Some(&marks), &mut take)).await
}

/// Calls `take` with the results of one test in the finals of some athletes that count.
pub async fn each_test_of(
    conn: &mut Conn,
    uaids: &[String],
    test: TestType,
    mut take: impl FnMut(Counted<'_>) + Send,
) -> Result<()> {
    let marks = Marks::read(conn, test).await?;
    let days: Vec<Day> = conn.all_in(TESTS_OF, params![test], uaids).await?;
    days.iter().try_for_each(|day| read(day, Some(&marks), &mut take))
}

/// The athletes whose rank has changed since a version. Versions have no gaps as long as their changes are stored, so a
/// gap shows that some have been deleted.
pub async fn changes_since(conn: &mut Conn, known: i64) -> Result<Changes> {
    let version = topic::version(conn, topic::BOARD).await?;
    if version == known {
        return Ok(Changes::Of(Vec::new(), known));
    }
    let rows: Vec<(i64, String)> = conn.all(CHANGES, params![known, FOLLOWED]).await?;
    let mut last = known;
    let mut whose: Vec<String> = Vec::with_capacity(rows.len());
    for (at, uaid) in rows {
        if at > last + 1 {
            return Ok(Changes::Lost);
        }
        last = at;
        whose.push(uaid);
    }
    // The limit may cut off the changes of the last version. A version lower than the known one means another database.
    if last < version || whose.len() >= usize::try_from(FOLLOWED).unwrap_or(0) || version < known {
        return Ok(Changes::Lost);
    }
    whose.sort_unstable();
    whose.dedup();
    Ok(Changes::Of(whose, last))
}

/// Deletes the changes before an instant of the database's clock.
pub async fn prune(conn: &mut Conn, before_ms: i64) -> Result<()> {
    conn.execute(PRUNE, params![before_ms]).await
}

/// Event, test date, and the lines of that day.
type Day = (String, String, String);

fn read(
    (event_id, date, lines): &Day,
    marks: Option<&Marks>,
    take: &mut impl FnMut(Counted<'_>),
) -> Result<()> {
    let date = date.parse().map_err(|_| DbError::broken("test date"))?;
    lines.split('\n').try_for_each(|line| {
        take(line_of(event_id, date, line, marks)?);
        Ok(())
    })
}

fn line_of<'a>(event_id: &'a str, date: Date, line: &'a str, marks: Option<&Marks>) -> Result<Counted<'a>> {
    let mut fields = line.splitn(10, '\t');
    let mut next = || fields.next().ok_or_else(|| DbError::broken("final"));
    let score = next()?.parse().map_err(|_| DbError::broken("score"))?;
    let attempts = next()?;
    let mark = marks.map(|marks| marks.of(attempts)).transpose()?.flatten();
    let uaid = next()?.parse().map_err(|_| DbError::broken("uaid"))?;
    let at_ms = next()?.parse().map_err(|_| DbError::broken("moment"))?;
    let since_ms = next()?.parse().map_err(|_| DbError::broken("moment"))?;
    let gender = match next()? {
        "" => Gender::None,
        word => word.parse().map_err(|_| DbError::broken("gender"))?,
    };
    let date_of_birth = match next()? {
        "" => None,
        born => Some(born.parse().map_err(|_| DbError::broken("date of birth"))?),
    };
    let opted_in = next()? == "1";
    let (first_name, last_name) = (next()?, next()?);
    let score = Score::from_hundredths(score);
    Ok(Counted {
        event_id,
        date,
        uaid,
        first_name,
        last_name,
        gender,
        date_of_birth,
        opted_in,
        score,
        mark,
        at_ms,
        since_ms,
    })
}
