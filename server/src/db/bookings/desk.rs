//! Bookings at the desk: finding them by code, onboarding, releasing and finishing them, and listing them by day.

use sixfold_domain::booking::BookingStatus;
use sixfold_domain::score::Score;
use sixfold_domain::time::{Date, SlotTime};
use sqlx::FromRow;

use crate::db::connection::column::{OptionalNumber, OptionalSlotColumns, Text};
use crate::db::results::result::TabletStamp;
use crate::db::{Conn, Result, params};

pub const PAGE: usize = 100;
/// How long after the onboarding an athlete who is not finished may still be in the test, ms: it may run past midnight.
const IN_TEST_MS: i64 = 12 * 3_600_000;

const FIND: &str = "SELECT booking_id, uaid, event_id, status, test_date, test_time, code, onboarded_at, \
     protocol_version, completed_at, score_removed_at IS NOT NULL AS score_removed, rev FROM booking WHERE booking_id = $1";
const OPEN_BY_CODE: &str =
    "SELECT booking_id, uaid FROM booking WHERE code = $1 AND status IN ('booked', 'assistance')";
const CLOSED_BY_CODE: &str = "SELECT booking_id, uaid FROM booking WHERE code = $1 AND status NOT IN ('booked', 'assistance') \
     ORDER BY created_at DESC, booking_id DESC LIMIT 1";
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
     b.protocol_version, b.score_hundredths, b.score_removed_at IS NOT NULL AS score_removed, b.arrived_at, \
     a.emergency_name_sealed, a.emergency_number_sealed FROM booking b JOIN account a ON a.uaid = b.uaid \
     WHERE b.event_id = $1 AND b.test_date = $2 AND b.status NOT IN ('cancelled', 'declined') \
     AND a.deleted_at IS NULL AND (b.test_time > $3 OR (b.test_time = $3 AND b.booking_id > $4)) \
     ORDER BY b.test_time, b.booking_id LIMIT $5";
/// Bookings of other days that were onboarded since `$2` and are not finished: by a tablet that sent late, or before midnight.
pub const BEYOND: &str = "SELECT b.booking_id, b.uaid, a.first_name, a.last_name, b.code, b.test_time, b.status, \
     b.booking_type, b.t_shirt_size, b.assistance_required, b.assistance_type_sealed, b.onboarded_at, \
     b.onboarded_device, b.protocol_version, b.score_hundredths, b.score_removed_at IS NOT NULL AS score_removed, \
     b.arrived_at, a.emergency_name_sealed, a.emergency_number_sealed FROM booking b JOIN account a ON a.uaid = b.uaid \
     WHERE b.event_id = $1 AND b.status = 'booked' AND b.onboarded_at >= $2 AND b.test_date <> $3 \
     AND a.deleted_at IS NULL ORDER BY b.test_time, b.booking_id LIMIT $4";
const COMES_ON: &str = "SELECT COUNT(*) FROM booking WHERE uaid = $1 \
     AND ((test_date = $2 AND status NOT IN ('cancelled', 'declined')) \
     OR (test_date < $2 AND status = 'booked' AND onboarded_at >= $3))";

#[derive(Debug, Clone, FromRow)]
pub struct DeskBooking {
    /// `eventBookingId`.
    #[sqlx(rename = "booking_id")]
    pub id: String,
    pub uaid: String,
    pub event_id: String,
    #[sqlx(try_from = "Text<BookingStatus>")]
    pub status: BookingStatus,
    /// When it takes place; none for a request for assistance that has no slot yet.
    #[sqlx(flatten, try_from = "OptionalSlotColumns")]
    pub slot: Option<(Date, SlotTime)>,
    /// `eventTestCode`.
    pub code: String,
    pub onboarded_at: Option<i64>,
    pub protocol_version: Option<i64>,
    /// When it was finished, with a score or without, ms.
    #[sqlx(rename = "completed_at")]
    pub finished_at: Option<i64>,
    /// Whether programme delivery has removed its score (RULES 4.17).
    pub score_removed: bool,
    /// Raised by every change of the booking.
    pub rev: i64,
}

pub async fn find(conn: &mut Conn, booking_id: &str) -> Result<Option<DeskBooking>> {
    conn.optional(FIND, params![booking_id]).await
}

/// Booking and athlete of a code: the open booking with that code, else the newest.
pub async fn by_code(conn: &mut Conn, code: &str) -> Result<Option<(String, String)>> {
    for sql in [OPEN_BY_CODE, CLOSED_BY_CODE] {
        let found: Option<(String, String)> = conn.optional(sql, params![code]).await?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// Onboards a booking; false if it is onboarded already, or finished.
pub async fn onboard(
    conn: &mut Conn,
    booking_id: &str,
    by: &str,
    stamp: &TabletStamp,
    protocol_version: i64,
    now_ms: i64,
) -> Result<bool> {
    conn.affected_one(ONBOARD, params![booking_id, now_ms, by, stamp.device, protocol_version]).await
}

/// Undoes an onboarding; false if the booking is not onboarded, or has results.
pub async fn release(conn: &mut Conn, booking_id: &str, now_ms: i64) -> Result<bool> {
    conn.affected_one(RELEASE, params![booking_id, now_ms]).await
}

#[derive(Debug, Clone)]
pub struct Finish<'a> {
    /// Completed, or not tested.
    pub status: BookingStatus,
    /// None without a result.
    pub score: Option<Score>,
    /// The desk's note; none keeps the present one.
    pub notes: Option<&'a str>,
    /// Whether it is held for a reveal.
    pub held: bool,
}

/// Finishes a booking; false if it has changed since it was read. The letter about a final that is not held is written
/// in the same job.
pub async fn finish(conn: &mut Conn, booking: &DeskBooking, end: &Finish<'_>, now_ms: i64) -> Result<bool> {
    conn.affected_one(
        FINISH,
        params![booking.id, booking.rev, end.status, end.score, end.notes, end.held, now_ms],
    )
    .await
}

/// A booking of a day; health data is still encrypted.
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
    #[sqlx(rename = "score_hundredths", try_from = "OptionalNumber<Score>")]
    pub score: Option<Score>,
    /// Whether programme delivery has removed it (RULES 4.17).
    pub score_removed: bool,
    pub arrived_at: Option<i64>,
    pub emergency_name_sealed: Option<String>,
    pub emergency_number_sealed: Option<String>,
}

/// The bookings of a day after a time and id, up to one more than [`PAGE`], which means that there are more.
pub async fn day(conn: &mut Conn, event_id: &str, date: &str, after: (&str, &str)) -> Result<Vec<DayRow>> {
    conn.all(DAY, params![event_id, date, after.0, after.1, PAGE + 1]).await
}

/// The earliest onboarding of an athlete who may still be in the test (RULES 9.4).
pub const fn in_test_since(now_ms: i64) -> i64 {
    now_ms - IN_TEST_MS
}

/// The bookings of other days that the desk has onboarded since `since_ms`.
pub async fn beyond(conn: &mut Conn, event_id: &str, (today, since_ms): (&str, i64)) -> Result<Vec<DayRow>> {
    conn.all(BEYOND, params![event_id, since_ms, today, PAGE]).await
}

/// Whether somebody has a booking today, other than a cancelled or declined one, or is still in the test of an earlier day.
pub async fn comes_on(conn: &mut Conn, uaid: &str, (today, now_ms): (Date, i64)) -> Result<bool> {
    conn.any(COMES_ON, params![uaid, today, in_test_since(now_ms)]).await
}
