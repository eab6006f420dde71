//! What the desk records: a row for each test of a booking, and its attempts.
//!
//! A writer names the revision that it has seen, and the statement itself checks it: of two tablets that close a test
//! at once one wins, whatever the code around it does.

use std::collections::BTreeMap;

use sixfold_domain::attempt::Raw;
use sixfold_domain::score::Score;
use sixfold_domain::test_type::TestType;
use sqlx::FromRow;

use crate::db::connection::column::{OptionalNumber, Text, read_from};
use crate::db::{Conn, Result, params};

const FIND: &str = "SELECT t.booking_id, t.test_type, t.status, t.score_hundredths, t.revision, a.raw_thousandths \
     FROM result_test t LEFT JOIN result_attempt a ON a.booking_id = t.booking_id AND a.test_type = t.test_type \
     WHERE t.booking_id = $1 ORDER BY t.test_type, a.attempt";
const FIND_DAY: &str = "SELECT t.booking_id, t.test_type, t.status, t.score_hundredths, t.revision, a.raw_thousandths \
     FROM booking b JOIN result_test t ON t.booking_id = b.booking_id \
     LEFT JOIN result_attempt a ON a.booking_id = t.booking_id AND a.test_type = t.test_type \
     WHERE b.event_id = $1 AND b.test_date = $2 AND b.test_time >= $3 AND b.test_time <= $4 \
     ORDER BY t.booking_id, t.test_type, a.attempt";
const COUNT: &str = "SELECT COUNT(*) FROM result_test WHERE booking_id = $1";
const INSERT_TEST: &str = "INSERT INTO result_test (booking_id, test_type, status, score_hundredths, revision, updated_at, \
     recorded_at, recorded_by, device) VALUES ($1, $2, $3, $4, 1, $5, $6, $7, $8) \
     ON CONFLICT (booking_id, test_type) DO NOTHING";
const REPLACE_TEST: &str = "UPDATE result_test SET status = $3, score_hundredths = $4, revision = revision + 1, \
     updated_at = $5, recorded_at = $6, recorded_by = $7, device = $8 \
     WHERE booking_id = $1 AND test_type = $2 AND revision = $9";
const CLEAR_ATTEMPTS: &str = "DELETE FROM result_attempt WHERE booking_id = $1 AND test_type = $2";
const INSERT_ATTEMPT: &str =
    "INSERT INTO result_attempt (booking_id, test_type, attempt, raw_thousandths) VALUES ($1, $2, $3, $4)";

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(const_into_str, serialize_all = "lowercase")]
pub enum TestStatus {
    /// More attempts may follow.
    Open,
    Closed,
    Dnt,
}

read_from!(Text, OptionalText: TestStatus);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    pub test: TestType,
    pub status: TestStatus,
    /// Its points; none unless it is closed, and none if they were removed (RULES 4.17).
    pub score: Option<Score>,
    /// Rises with every change; the first is 1.
    pub revision: i64,
    pub attempts: Vec<Raw>,
}

/// The time and device that the tablet reports; stored, never used for ordering.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TabletStamp {
    /// When it was typed, by the tablet's clock, which may be wrong; ms.
    pub recorded_at: Option<i64>,
    pub device: Option<String>,
}

#[derive(Debug, Clone)]
pub struct Written<'a> {
    pub booking_id: &'a str,
    pub test: TestType,
    /// Closed or not tested.
    pub status: TestStatus,
    pub score: Option<Score>,
    pub attempts: &'a [Raw],
    pub by: &'a str,
    pub stamp: &'a TabletStamp,
}

#[derive(Debug, FromRow)]
struct Row {
    booking_id: String,
    #[sqlx(rename = "test_type", try_from = "Text<TestType>")]
    test: TestType,
    #[sqlx(try_from = "Text<TestStatus>")]
    status: TestStatus,
    #[sqlx(rename = "score_hundredths", try_from = "OptionalNumber<Score>")]
    score: Option<Score>,
    revision: i64,
    #[sqlx(rename = "raw_thousandths", try_from = "OptionalNumber<Raw>")]
    attempt: Option<Raw>,
}

/// The stored tests of a booking, in their fixed order.
pub async fn find(conn: &mut Conn, booking_id: &str) -> Result<Vec<Stored>> {
    let rows = conn.all(FIND, params![booking_id]).await?;
    Ok(gather(rows).remove(booking_id).unwrap_or_default())
}

/// Whether anything has been recorded for a booking.
pub async fn has_any(conn: &mut Conn, booking_id: &str) -> Result<bool> {
    conn.any(COUNT, params![booking_id]).await
}

/// The stored tests of a day's bookings between two times, both included, by booking.
pub async fn of_day(
    conn: &mut Conn,
    event_id: &str,
    date: &str,
    times: (&str, &str),
) -> Result<BTreeMap<String, Vec<Stored>>> {
    conn.all(FIND_DAY, params![event_id, date, times.0, times.1]).await.map(gather)
}

/// Writes a test in place of revision `replaces`, 0 for none, and returns its new revision. None if the stored revision
/// is another by now: then nothing is changed.
pub async fn write(conn: &mut Conn, test: &Written<'_>, replaces: i64, now_ms: i64) -> Result<Option<i64>> {
    let Written { booking_id, test: name, status, score, stamp, by, .. } = test;
    let (status, at, device) = (status.into_str(), stamp.recorded_at, stamp.device.as_deref());
    let rows = if replaces == 0 {
        conn.affected(INSERT_TEST, params![booking_id, name, status, score, now_ms, at, by, device]).await?
    } else {
        let params = params![booking_id, name, status, score, now_ms, at, by, device, replaces];
        conn.affected(REPLACE_TEST, params).await?
    };
    if rows != 1 {
        return Ok(None);
    }
    conn.execute(CLEAR_ATTEMPTS, params![test.booking_id, name]).await?;
    for (place, raw) in (1_i64..).zip(test.attempts) {
        conn.execute(INSERT_ATTEMPT, params![test.booking_id, name, place, raw.thousandths()]).await?;
    }
    Ok(Some(replaces + 1))
}

fn gather(rows: Vec<Row>) -> BTreeMap<String, Vec<Stored>> {
    let mut found: BTreeMap<String, Vec<Stored>> = BTreeMap::new();
    for Row { booking_id, test, status, score, revision, attempt } in rows {
        let tests = found.entry(booking_id).or_default();
        if let Some(known) = tests.iter_mut().find(|known| known.test == test) {
            known.attempts.extend(attempt);
        } else {
            tests.push(Stored { test, status, score, revision, attempts: attempt.into_iter().collect() });
        }
    }
    for tests in found.values_mut() {
        tests.sort_by_key(|stored| stored.test);
    }
    found
}
