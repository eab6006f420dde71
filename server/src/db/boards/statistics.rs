//! Figures for staff, read from tallies: bookings by slot, scores by day, waiting lists by day. The triggers of
//! migration 6 maintain the tallies; nothing here writes.

use std::str::FromStr;

use sixfold_domain::numbers::PARTS;
use sixfold_domain::time::{Date, LocalDateTime, SlotTime, TimeOfDay};
use sqlx::{ColumnIndex, Decode, FromRow, Row, Type};

use crate::db::{Conn, DbError, Result, params};

/// The tally counts a visit as finished once a desk has finished it. One that programme delivery has ended is over as well, although
/// a tablet may still finish it with the results that it has (RULES 4.5).
const DAY: &str = "SELECT t.test_time, CAST(t.booked AS BIGINT), CAST(t.arrived AS BIGINT), \
    CAST(t.onboarded AS BIGINT), t.finished + (SELECT COUNT(*) FROM booking b WHERE b.event_id = t.event_id \
    AND b.test_date = t.test_date AND b.test_time = t.test_time AND b.status = 'dnt' AND b.onboarded_at IS NOT NULL \
    AND b.completed_at IS NULL), CAST(t.missed AS BIGINT) FROM slot_tally t \
    WHERE t.event_id = $1 AND t.test_date = $2 AND t.booked > 0 ORDER BY t.test_time";
const WAITING: &str = "SELECT COUNT(*) FROM waitlist WHERE event_id = $1 AND test_date = $2 \
    AND status IN ('waiting', 'offered')";
/// `due` counts those who should have arrived by `$1` at `$2`, and those who arrived early.
const HOURS: &str = "SELECT CAST(weekday AS BIGINT), CAST(hour AS BIGINT), CAST(SUM(booked) AS BIGINT), CAST(SUM(arrived) AS BIGINT), \
    CAST(SUM(CASE WHEN test_date < $1 OR (test_date = $1 AND test_time <= $2) THEN booked ELSE arrived END) AS BIGINT) FROM slot_tally \
    WHERE event_id = $3 AND test_date BETWEEN $4 AND $5 \
    GROUP BY weekday, hour HAVING SUM(booked) > 0 ORDER BY weekday, hour";
const BOOKINGS: &str = "SELECT test_date, CAST(SUM(booked) AS BIGINT), CAST(SUM(arrived) AS BIGINT), \
    CAST(SUM(missed) AS BIGINT), CAST(SUM(cancelled) AS BIGINT) FROM slot_tally \
    WHERE event_id = $1 AND test_date BETWEEN $2 AND $3 GROUP BY test_date ORDER BY test_date";
const RETESTS: &str = "SELECT test_date, CAST(SUM(booked) AS BIGINT), CAST(SUM(retests) AS BIGINT) FROM slot_tally \
    WHERE event_id = $1 AND test_date BETWEEN $2 AND $3 GROUP BY test_date ORDER BY test_date";
const FINALS: &str = "SELECT test_date, CAST(scores AS BIGINT), CAST(points AS BIGINT) FROM score_tally \
    WHERE event_id = $1 AND test_type = 'final' AND test_date BETWEEN $2 AND $3 ORDER BY test_date";
const WAITED: &str = "SELECT test_date, COUNT(*), \
    CAST(SUM(CASE WHEN status IN ('waiting', 'offered') THEN 1 ELSE 0 END) AS BIGINT), \
    COUNT(offered_at), CAST(SUM(CASE WHEN status = 'accepted' AND offered_at IS NOT NULL THEN 1 ELSE 0 END) AS BIGINT) \
    FROM waitlist \
    WHERE event_id = $1 AND test_date BETWEEN $2 AND $3 GROUP BY test_date ORDER BY test_date";
const DISTRIBUTION: &str = "SELECT test_type, CAST(SUM(scores) AS BIGINT), CAST(SUM(points) AS BIGINT), \
    CAST(SUM(b0) AS BIGINT), CAST(SUM(b1) AS BIGINT), CAST(SUM(b2) AS BIGINT), CAST(SUM(b3) AS BIGINT), \
    CAST(SUM(b4) AS BIGINT), CAST(SUM(b5) AS BIGINT), CAST(SUM(b6) AS BIGINT), CAST(SUM(b7) AS BIGINT), \
    CAST(SUM(b8) AS BIGINT), CAST(SUM(b9) AS BIGINT), CAST(SUM(b10) AS BIGINT), CAST(SUM(b11) AS BIGINT), \
    CAST(SUM(b12) AS BIGINT), CAST(SUM(b13) AS BIGINT), CAST(SUM(b14) AS BIGINT), CAST(SUM(b15) AS BIGINT), \
    CAST(SUM(b16) AS BIGINT), CAST(SUM(b17) AS BIGINT), CAST(SUM(b18) AS BIGINT), CAST(SUM(b19) AS BIGINT) \
    FROM score_tally WHERE event_id = $1 AND test_date BETWEEN $2 AND $3 \
    AND (test_type = $4 OR CAST($4 AS TEXT) IS NULL) GROUP BY test_type ORDER BY test_type";

/// The statements of this file, for the test that prepares each on both engines.
pub const STATEMENTS: &[&str] = &[DAY, WAITING, HOURS, BOOKINGS, RETESTS, FINALS, WAITED, DISTRIBUTION];

/// The name of the final score among the tests of a tally.
pub const FINAL: &str = "final";

/// A range of dates of an event, both ends included.
#[derive(Debug, Clone)]
pub struct Range {
    pub event_id: String,
    pub from: Date,
    pub to: Date,
}

/// The athletes booked at a quarter of an hour, and how far they are: each number up to `finished` is part of the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrivals {
    pub time: SlotTime,
    /// Bookings, without cancelled and declined ones.
    pub booked: i64,
    /// Checked in, at the door or at the desk.
    pub arrived: i64,
    pub onboarded: i64,
    /// Finished, with a score or without.
    pub finished: i64,
    /// Booked, but ended as `dnt` without having arrived.
    pub missed: i64,
}

/// The quarters of an hour of a day with bookings, in order.
pub async fn day(conn: &mut Conn, event_id: &str, date: Date) -> Result<Vec<Arrivals>> {
    type Slot = (String, i64, i64, i64, i64, i64);
    let slots: Vec<Slot> = conn.all(DAY, params![event_id, date]).await?;
    slots
        .into_iter()
        .map(|(time, booked, arrived, onboarded, finished, missed)| {
            Ok(Arrivals { time: read(&time)?, booked, arrived, onboarded, finished, missed })
        })
        .collect()
}

pub async fn waiting(conn: &mut Conn, event_id: &str, date: Date) -> Result<i64> {
    conn.scalar(WAITING, params![event_id, date]).await
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hour {
    /// Monday is 1.
    pub weekday: i64,
    /// London time, 9 to 23.
    pub hour: i64,
    /// Seats taken.
    pub booked: i64,
    /// Of these, those whose athlete arrived.
    pub arrived: i64,
    /// Of the seats taken, those whose time has passed, and those whose athlete arrived early.
    pub due: i64,
}

/// Seats taken and arrivals, by weekday and hour; hours without any booking are left out.
pub async fn hours(conn: &mut Conn, range: &Range, now: LocalDateTime) -> Result<Vec<Hour>> {
    type Cell = (i64, i64, i64, i64, i64);
    // Somebody is missing only once their quarter of an hour is over.
    let over = now
        .time
        .minutes()
        .checked_sub(SlotTime::STEP_MINUTES)
        .and_then(|at| TimeOfDay::from_minutes(at).ok());
    let over = over.map(|time| time.to_string()).unwrap_or_default();
    let cells: Vec<Cell> =
        conn.all(HOURS, params![now.date.to_string(), over, range.event_id, range.from, range.to]).await?;
    let hour = |(weekday, hour, booked, arrived, due)| Hour { weekday, hour, booked, arrived, due };
    Ok(cells.into_iter().map(hour).collect())
}

/// Counts of one date; the function that reads them says what each means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts<const N: usize> {
    pub date: Date,
    pub counts: [i64; N],
}

/// For each date with bookings: booked (without cancelled and declined), arrived, missed, cancelled.
pub async fn bookings(conn: &mut Conn, range: &Range) -> Result<Vec<Counts<4>>> {
    by_date(conn, BOOKINGS, range).await
}

/// For each date with bookings: booked (without cancelled and declined), and the retests among these.
pub async fn retests(conn: &mut Conn, range: &Range) -> Result<Vec<Counts<2>>> {
    by_date(conn, RETESTS, range).await
}

/// For each date with finals: their number, and their sum in hundredths. Held finals do not count.
pub async fn finals(conn: &mut Conn, range: &Range) -> Result<Vec<Counts<2>>> {
    by_date(conn, FINALS, range).await
}

/// For each date with a waiting list: how many joined it, still wait, were offered a seat, and took the one they were offered.
pub async fn waited(conn: &mut Conn, range: &Range) -> Result<Vec<Counts<4>>> {
    by_date(conn, WAITED, range).await
}

async fn by_date<const N: usize>(
    conn: &mut Conn,
    sql: &'static str,
    range: &Range,
) -> Result<Vec<Counts<N>>> {
    conn.all(sql, params![range.event_id, range.from, range.to]).await
}

impl<'r, R, const N: usize> FromRow<'r, R> for Counts<N>
where
    R: Row,
    usize: ColumnIndex<R>,
    i64: Decode<'r, R::Database> + Type<R::Database>,
    &'r str: Decode<'r, R::Database> + Type<R::Database>,
{
    fn from_row(row: &'r R) -> sqlx::Result<Self> {
        let date: &str = row.try_get(0)?;
        let date = date.parse().map_err(|error| sqlx::Error::Decode(Box::new(error)))?;
        Ok(Self { date, counts: columns(row, 1)? })
    }
}

/// The numbers in the columns from `first` on.
fn columns<'r, R, const N: usize>(row: &'r R, first: usize) -> sqlx::Result<[i64; N]>
where
    R: Row,
    usize: ColumnIndex<R>,
    i64: Decode<'r, R::Database> + Type<R::Database>,
{
    let mut numbers = [0; N];
    for (column, number) in (first..).zip(&mut numbers) {
        *number = row.try_get(column)?;
    }
    Ok(numbers)
}

/// The points of one test, or of finals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distribution {
    /// A test's name, or [`FINAL`].
    pub test_type: String,
    pub scores: i64,
    /// Their sum, in hundredths.
    pub points: i64,
    /// How many are in each band of five points.
    pub parts: [i64; PARTS],
}

/// The distribution of points of one test, or of all tests and finals that have any.
pub async fn distribution(
    conn: &mut Conn,
    range: &Range,
    test_type: Option<&str>,
) -> Result<Vec<Distribution>> {
    conn.all(DISTRIBUTION, params![range.event_id, range.from, range.to, test_type]).await
}

impl<'r, R> FromRow<'r, R> for Distribution
where
    R: Row,
    usize: ColumnIndex<R>,
    i64: Decode<'r, R::Database> + Type<R::Database>,
    String: Decode<'r, R::Database> + Type<R::Database>,
{
    fn from_row(row: &'r R) -> sqlx::Result<Self> {
        Ok(Self {
            test_type: row.try_get(0)?,
            scores: row.try_get(1)?,
            points: row.try_get(2)?,
            parts: columns(row, 3)?,
        })
    }
}

fn read<T: FromStr>(text: &str) -> Result<T> {
    text.parse().map_err(|_| DbError::broken("tally"))
}
