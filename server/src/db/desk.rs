//! Bookings as the desk works on them: found by code, taken on, let go, ended, and listed for a day.

use sixfold_domain::booking::BookingStatus;
use sixfold_domain::score::Score;
use sixfold_domain::time::{Date, SlotTime};
use sqlx::FromRow;

use super::result::Mark;
use super::{Conn, DbError, Result, params};

/// Bookings on a page of a day.
pub const PAGE: usize = 100;

const FIND: &str = "SELECT booking_id, uaid, event_id, status, test_date, test_time, code, onboarded_at, \
     protocol_version, completed_at, rev FROM booking WHERE booking_id = $1";
const OPEN_BY_CODE: &str =
    "SELECT booking_id, uaid FROM booking WHERE code = $1 AND status IN ('booked', 'assistance')";
const CLOSED_BY_CODE: &str =
    "SELECT booking_id, uaid FROM booking WHERE code = $1 ORDER BY created_at DESC, booking_id DESC LIMIT 1";
const ONBOARD: &str = "UPDATE booking SET onboarded_at = $2, onboarded_by = $3, onboarded_device = $4, \
     protocol_version = $5, rev = rev + 1, updated_at = $2 \
     WHERE booking_id = $1 AND onboarded_at IS NULL AND completed_at IS NULL";
const RELEASE: &str = "UPDATE booking SET onboarded_at = NULL, onboarded_by = NULL, onboarded_device = NULL, \
     protocol_version = NULL, rev = rev + 1, updated_at = $2 \
     WHERE booking_id = $1 AND onboarded_at IS NOT NULL AND completed_at IS NULL \
     AND NOT EXISTS (SELECT 1 FROM result_test t WHERE t.booking_id = $1)";
const FINISH: &str = "UPDATE booking SET status = $3, score_hundredths = $4, notes = COALESCE($5, notes), held = $6, \
     followed_up_at = CASE WHEN CAST($4 AS BIGINT) IS NOT NULL AND NOT $6 THEN $7 ELSE followed_up_at END, \
     completed_at = $7, updated_at = $7, sequence = sequence + 1, rev = rev + 1 WHERE booking_id = $1 AND rev = $2";
const DAY: &str = "SELECT b.booking_id, b.uaid, a.first_name, a.last_name, b.code, b.test_time, b.status, \
     b.booking_type, b.t_shirt_size, b.assistance_required, b.assistance_type_sealed, b.onboarded_at, \
     b.onboarded_device, \
     b.protocol_version, b.score_hundredths, b.arrived_at, a.emergency_name_sealed, a.emergency_number_sealed \
     FROM booking b JOIN account a ON a.uaid = b.uaid \
     WHERE b.event_id = $1 AND b.test_date = $2 AND b.status NOT IN ('cancelled', 'declined') \
     AND a.deleted_at IS NULL AND (b.test_time > $3 OR (b.test_time = $3 AND b.booking_id > $4)) \
     ORDER BY b.test_time, b.booking_id LIMIT $5";
/// Bookings of other days that were taken on since `$2` and have not ended: programme delivery may do that.
const BEYOND: &str = "SELECT b.booking_id, b.uaid, a.first_name, a.last_name, b.code, b.test_time, b.status, \
     b.booking_type, b.t_shirt_size, b.assistance_required, b.assistance_type_sealed, b.onboarded_at, \
     b.onboarded_device, b.protocol_version, b.score_hundredths, b.arrived_at, a.emergency_name_sealed, a.emergency_number_sealed \
     FROM booking b JOIN account a ON a.uaid = b.uaid \
     WHERE b.event_id = $1 AND b.status = 'booked' AND b.onboarded_at >= $2 AND b.test_date <> $3 \
     AND a.deleted_at IS NULL ORDER BY b.test_time, b.booking_id LIMIT $4";
const COMES_ON: &str = "SELECT COUNT(*) FROM booking WHERE uaid = $1 AND test_date = $2 \
     AND status NOT IN ('cancelled', 'declined')";

/// A booking on the desk.
#[derive(Debug, Clone)]
pub struct DeskBooking {
    /// `eventBookingId`.
    pub id: String,
    pub uaid: String,
    pub event_id: String,
    pub status: BookingStatus,
    /// When it takes place; none for a request for assistance without a place.
    pub place: Option<(Date, SlotTime)>,
    /// `eventTestCode`.
    pub code: String,
    /// When the desk took it on.
    pub onboarded_at: Option<i64>,
    /// The protocols that its tests are scored by.
    pub protocol_version: Option<i64>,
    /// When its final came in, with a score or without.
    pub finished_at: Option<i64>,
    /// Rises with every change of the booking.
    pub rev: i64,
}

#[derive(Debug, FromRow)]
struct Row {
    booking_id: String,
    uaid: String,
    event_id: String,
    status: String,
    test_date: Option<String>,
    test_time: Option<String>,
    code: String,
    onboarded_at: Option<i64>,
    protocol_version: Option<i64>,
    completed_at: Option<i64>,
    rev: i64,
}

impl Row {
    fn read(self) -> Result<DeskBooking> {
        let place = match (self.test_date, self.test_time) {
            (Some(date), Some(time)) => Some((
                date.parse().map_err(|_| DbError::broken("booking date"))?,
                time.parse().map_err(|_| DbError::broken("booking time"))?,
            )),
            _ => None,
        };
        Ok(DeskBooking {
            id: self.booking_id,
            uaid: self.uaid,
            event_id: self.event_id,
            status: self.status.parse().map_err(|_| DbError::broken("booking status"))?,
            place,
            code: self.code,
            onboarded_at: self.onboarded_at,
            protocol_version: self.protocol_version,
            finished_at: self.completed_at,
            rev: self.rev,
        })
    }
}

pub async fn find(conn: &mut Conn<'_>, booking_id: &str) -> Result<Option<DeskBooking>> {
    let row: Option<Row> = conn.optional(FIND, params![booking_id]).await?;
    row.map(Row::read).transpose()
}

/// Booking and athlete of a code: the open one of that code, else the newest.
pub async fn by_code(conn: &mut Conn<'_>, code: &str) -> Result<Option<(String, String)>> {
    for sql in [OPEN_BY_CODE, CLOSED_BY_CODE] {
        let found: Option<(String, String)> = conn.optional(sql, params![code]).await?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// Takes a booking on; false when it is on the desk already.
pub async fn onboard(
    conn: &mut Conn<'_>,
    booking_id: &str,
    by: &str,
    mark: &Mark,
    protocol_version: i64,
    now_ms: i64,
) -> Result<bool> {
    Ok(conn.affected(ONBOARD, params![booking_id, now_ms, by, mark.device, protocol_version]).await? == 1)
}

/// Lets a booking go again; false when it is not on the desk, or has results.
pub async fn release(conn: &mut Conn<'_>, booking_id: &str, now_ms: i64) -> Result<bool> {
    Ok(conn.affected(RELEASE, params![booking_id, now_ms]).await? == 1)
}

/// How a booking ends.
#[derive(Debug, Clone)]
pub struct Finish<'a> {
    /// Completed, or not tested.
    pub status: BookingStatus,
    /// The final score; none without one.
    pub score: Option<Score>,
    /// What the team noted; none keeps what is there.
    pub notes: Option<&'a str>,
    /// Whether it waits for its reveal.
    pub held: bool,
}

/// Ends a booking as it was read; false when it was changed meanwhile. Whoever can see their final is told of it now.
pub async fn finish(
    conn: &mut Conn<'_>,
    booking: &DeskBooking,
    end: &Finish<'_>,
    now_ms: i64,
) -> Result<bool> {
    Ok(conn
        .affected(
            FINISH,
            params![booking.id, booking.rev, end.status, end.score, end.notes, end.held, now_ms],
        )
        .await?
        == 1)
}

/// One booking of a day; health data is sealed still.
#[derive(Debug, Clone, FromRow)]
pub struct DayRow {
    pub booking_id: String,
    pub uaid: String,
    pub first_name: String,
    pub last_name: String,
    pub code: String,
    pub test_time: String,
    pub status: String,
    pub booking_type: String,
    pub t_shirt_size: String,
    pub assistance_required: bool,
    pub assistance_type_sealed: Option<String>,
    pub onboarded_at: Option<i64>,
    pub onboarded_device: Option<String>,
    pub protocol_version: Option<i64>,
    pub score_hundredths: Option<i64>,
    pub arrived_at: Option<i64>,
    pub emergency_name_sealed: Option<String>,
    pub emergency_number_sealed: Option<String>,
}

impl DayRow {
    pub fn score(&self) -> Result<Option<Score>> {
        self.score_hundredths.map(super::result::score).transpose()
    }
}

/// The bookings of a day after a place in it (time, then id); one more than [`PAGE`] tells that there are more.
pub async fn day(
    conn: &mut Conn<'_>,
    event_id: &str,
    date: &str,
    after: (&str, &str),
) -> Result<Vec<DayRow>> {
    let limit = i64::try_from(PAGE + 1).unwrap_or(i64::MAX);
    conn.all(DAY, params![event_id, date, after.0, after.1, limit]).await
}

/// The bookings of other days that the desk works on today, since it began.
pub async fn beyond(
    conn: &mut Conn<'_>,
    event_id: &str,
    (today, since_ms): (&str, i64),
) -> Result<Vec<DayRow>> {
    let limit = i64::try_from(PAGE).unwrap_or(i64::MAX);
    conn.all(BEYOND, params![event_id, since_ms, today, limit]).await
}

/// Whether somebody has a booking on a day that was not called off.
pub async fn comes_on(conn: &mut Conn<'_>, uaid: &str, date: Date) -> Result<bool> {
    let count: i64 = conn.scalar(COMES_ON, params![uaid, date]).await?;
    Ok(count > 0)
}
