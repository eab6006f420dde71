//! Bookings: finding, inserting, moving and closing them, and the athlete's details that a booking carries.
//!
//! The domain crate decides beforehand which of these changes is allowed. The database itself guarantees one open booking per
//! athlete, one booking per seat and one open booking per code.

mod acts;
mod athlete;
mod entries;
mod past;
mod staff;

use std::collections::BTreeSet;

use serde_json::{Value, json};
use sixfold_domain::booking::{BookingCode, BookingStatus, BookingType, HistoryEntry};
use sixfold_domain::time::{Date, SlotTime};
use sqlx::FromRow;

pub use acts::{BookingAct, acts};
pub use athlete::{Athlete, find as find_athlete, find_all as find_athletes, lock_and_find};
pub use entries::{
    AccountWithBookings, Attempt, EventEntry, EventGroup, TestResult, find_with_bookings, read_events,
};
pub use past::{PastBooking, PastTest, insert_past};
pub use staff::{
    Page, Part, Path, Position, StaffQuery, StaffRow, assistance_requests, count_assistance_requests,
    count_sql, dateless_after, find as find_staff, first as first_staff, list as list_staff, page_sql,
};

use crate::db::calendar::slot::SlotKey;
use crate::db::connection::column::{BookingTypeText, OptionalSlotColumns, OptionalText, Text};
use crate::db::{Conn, DbError, Result, ToParam as _, new_id, params, random_bytes};

const LOCK_ATHLETE: &str = "UPDATE account SET updated_at = $2 WHERE uaid = $1 AND deleted_at IS NULL";
const FIND: &str = "SELECT booking_id, uaid, event_id, status, booking_type, test_date, test_time, seat, code, \
    team_booking_id, sequence, onboarded_at FROM booking WHERE booking_id = $1";
const FIND_OPEN: &str = "SELECT booking_id, uaid, event_id, status, booking_type, test_date, test_time, seat, code, \
    team_booking_id, sequence, onboarded_at FROM booking \
    WHERE uaid = $1 AND status IN ('booked', 'assistance')";
const HISTORY: &str = "SELECT status, test_date FROM booking WHERE uaid = $1";
const ATHLETES_OF: &str = "SELECT DISTINCT uaid FROM booking WHERE booking_id IN ({list})";
const DAYS_OF: &str =
    "SELECT DISTINCT test_date FROM booking WHERE test_date IS NOT NULL AND booking_id IN ({list})";
const INSERT: &str = "INSERT INTO booking (booking_id, uaid, event_id, status, booking_type, test_date, test_time, seat, \
    code, team_booking_id, bypass, created_at, created_by, updated_at, t_shirt_size) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $13, $8, $9, $10, $11, $12, $11, \
    COALESCE((SELECT a.t_shirt_size FROM account a WHERE a.uaid = $2), 'M')) ON CONFLICT DO NOTHING RETURNING seat";
/// As [`INSERT`], on the lowest seat without a booking: after the last one, unless there is a gap.
const INSERT_ON_LOWEST_SEAT: &str = "INSERT INTO booking (booking_id, uaid, event_id, status, booking_type, test_date, \
    test_time, seat, code, team_booking_id, bypass, created_at, created_by, updated_at, t_shirt_size) \
    SELECT $1, $2, $3, $4, $5, $6, $7, CASE WHEN COUNT(*) = COALESCE(MAX(h.seat), 0) THEN COUNT(*) + 1 \
    WHEN MIN(h.seat) > 1 THEN 1 ELSE (SELECT MIN(g.seat) + 1 FROM booking g WHERE g.event_id = $3 AND g.test_date = $6 \
    AND g.test_time = $7 AND g.seat IS NOT NULL AND NOT EXISTS (SELECT 1 FROM booking t WHERE t.event_id = $3 \
    AND t.test_date = $6 AND t.test_time = $7 AND t.seat = g.seat + 1)) END, $8, $9, $10, $11, $12, $11, \
    COALESCE((SELECT a.t_shirt_size FROM account a WHERE a.uaid = $2), 'M') \
    FROM booking h WHERE h.event_id = $3 AND h.test_date = $6 AND h.test_time = $7 AND h.seat IS NOT NULL \
    ON CONFLICT DO NOTHING RETURNING seat";
const UPDATE_SLOT: &str = "UPDATE booking SET status = $2, test_date = $3, test_time = $4, seat = $5, booking_type = $6, \
    sequence = sequence + 1, rev = rev + 1, updated_at = $7, \
    arrived_at = CASE WHEN test_date = $3 THEN arrived_at END, \
    reminded_at = CASE WHEN test_date = $3 THEN reminded_at END, \
    needs_decision = CASE WHEN test_date = $3 AND test_time = $4 THEN needs_decision ELSE FALSE END \
    WHERE booking_id = $1 AND status IN ('booked', 'assistance')";
const KEEP_FORMER_SLOT: &str = "UPDATE booking SET former_date = $2, former_time = $3 WHERE booking_id = $1";
const FORMER_SLOT: &str =
    "SELECT former_date, former_time FROM booking WHERE booking_id = $1 AND former_date IS NOT NULL";
const CLOSE: &str = "UPDATE booking SET status = $2, seat = $3, notes = COALESCE($4, notes), sequence = sequence + 1, \
    rev = rev + 1, updated_at = $5, cancelled_at = $6, \
    declined_at = CASE WHEN $2 = 'declined' THEN $5 ELSE declined_at END, \
    declined_from = CASE WHEN $2 = 'declined' THEN status ELSE declined_from END WHERE booking_id = $1";
const DECLINED: &str = "SELECT declined_at, declined_from FROM booking \
    WHERE booking_id = $1 AND status = 'declined' AND declined_at IS NOT NULL AND declined_from IS NOT NULL";
const REOPEN: &str = "UPDATE booking SET status = $2, seat = $3, notes = NULL, sequence = sequence + 1, rev = rev + 1, \
    updated_at = $4, cancelled_at = NULL, declined_at = NULL, declined_from = NULL \
    WHERE booking_id = $1 AND status = 'declined'";
const LIST_MISSED: &str = "SELECT booking_id, uaid, event_id, status, booking_type, test_date, test_time, seat, code, \
    team_booking_id, sequence, onboarded_at FROM booking \
    WHERE status IN ('booked', 'assistance') AND onboarded_at IS NULL AND test_date < $1 \
    ORDER BY test_date, booking_id LIMIT $2";
const SAVE_DETAILS_PROFILE: &str = "UPDATE account SET rev = rev + 1, t_shirt_size = COALESCE($2, t_shirt_size), \
    assistance_required = COALESCE($3, assistance_required), \
    emergency_name_sealed = COALESCE($4, emergency_name_sealed), \
    emergency_number_sealed = COALESCE($5, emergency_number_sealed), \
    medical_issues_sealed = COALESCE($6, medical_issues_sealed), \
    health_given_at = CASE WHEN COALESCE($4, $5, $6) IS NULL AND NOT COALESCE($3, FALSE) \
    THEN health_given_at ELSE $7 END WHERE uaid = $1";
const SAVE_DETAILS_BOOKING: &str = "UPDATE booking SET t_shirt_size = COALESCE($2, t_shirt_size), \
    assistance_required = COALESCE($3, assistance_required), \
    assistance_type_sealed = COALESCE($4, assistance_type_sealed) WHERE booking_id = $1";

/// How many codes are tried until one is free; ten collisions in a row do not happen at any size of the academy.
const CODE_TRIES: usize = 10;

#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct Booking {
    /// `eventBookingId`.
    #[sqlx(rename = "booking_id")]
    pub id: String,
    pub uaid: String,
    pub event_id: String,
    #[sqlx(try_from = "Text<BookingStatus>")]
    pub status: BookingStatus,
    #[sqlx(try_from = "BookingTypeText")]
    pub booking_type: BookingType,
    /// When it takes place; none for a request for assistance without a slot.
    #[sqlx(flatten, try_from = "OptionalSlotColumns")]
    pub slot: Option<(Date, SlotTime)>,
    /// The numbered seat; none when it has none.
    pub seat: Option<i64>,
    /// `eventTestCode`.
    pub code: String,
    pub team_booking_id: Option<String>,
    /// The number of changes so far: the calendar's SEQUENCE.
    pub sequence: i64,
    pub onboarded_at: Option<i64>,
}

impl Booking {
    pub fn held_slot(&self) -> Option<SlotKey> {
        let (date, time) = self.slot.filter(|_| self.seat.is_some())?;
        Some(SlotKey { event_id: self.event_id.clone(), date, time })
    }

    /// The booking after a change, for the audit log; `bypass`: whether staff lifted the calendar rules.
    pub fn audit_detail(&self, bypass: bool) -> Value {
        let (date, time) = self.slot.unzip();
        json!({ "status": self.status.as_str(), "date": date, "time": time, "bypass": bypass })
    }
}

/// Locks an athlete's bookings to the end of the job. Every job that changes them begins with this, so that no two jobs for one
/// athlete run side by side. False when there is no such account.
pub async fn lock_athlete(conn: &mut Conn, uaid: &str, now_ms: i64) -> Result<bool> {
    conn.affected_one(LOCK_ATHLETE, params![uaid, now_ms]).await
}

/// As [`lock_athlete`]; [`DbError::NotFound`] when there is no such account.
pub async fn lock_existing(conn: &mut Conn, uaid: &str, now_ms: i64) -> Result<()> {
    if lock_athlete(conn, uaid, now_ms).await? { Ok(()) } else { Err(DbError::NotFound) }
}

/// Locks the bookings of several athletes, in the order of their numbers, so that no two jobs wait for each other. Returns those who
/// have an account.
pub async fn lock_athletes(
    conn: &mut Conn,
    uaids: &BTreeSet<String>,
    now_ms: i64,
) -> Result<BTreeSet<String>> {
    let mut locked = BTreeSet::new();
    for uaid in uaids {
        if lock_athlete(conn, uaid, now_ms).await? {
            locked.insert(uaid.clone());
        }
    }
    Ok(locked)
}

pub async fn find(conn: &mut Conn, booking_id: &str) -> Result<Option<Booking>> {
    conn.optional(FIND, params![booking_id]).await
}

pub async fn athletes_of(conn: &mut Conn, bookings: &[&str]) -> Result<BTreeSet<String>> {
    let athletes: Vec<(String,)> = conn.all_in(ATHLETES_OF, params![], bookings).await?;
    Ok(athletes.into_iter().map(|(uaid,)| uaid).collect())
}

/// The days of bookings.
pub async fn days_of(conn: &mut Conn, bookings: &[&str]) -> Result<BTreeSet<Date>> {
    let days: Vec<(Text<Date>,)> = conn.all_in(DAYS_OF, params![], bookings).await?;
    Ok(days.into_iter().map(|(Text(day),)| day).collect())
}

pub async fn find_open(conn: &mut Conn, uaid: &str) -> Result<Option<Booking>> {
    conn.optional(FIND_OPEN, params![uaid]).await
}

/// An athlete's bookings so far, as the booking rules need them.
pub async fn history(conn: &mut Conn, uaid: &str) -> Result<Vec<HistoryEntry>> {
    let rows: Vec<(Text<BookingStatus>, OptionalText<Date>)> = conn.all(HISTORY, params![uaid]).await?;
    let entry = |(Text(event_test_status), OptionalText(event_test_date))| HistoryEntry {
        event_test_status,
        event_test_date,
    };
    Ok(rows.into_iter().map(entry).collect())
}

/// Which seat of its slot a new booking gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seat {
    /// None: a request for assistance without a slot.
    None,
    Numbered(i64),
    /// The lowest that has no booking.
    Lowest,
}

/// A booking to be made. Its seat, if any, has been taken.
#[derive(Debug, Clone)]
pub struct NewBooking<'a> {
    pub uaid: &'a str,
    pub event_id: &'a str,
    /// `booked` or `assistance`.
    pub status: BookingStatus,
    pub booking_type: BookingType,
    pub slot: Option<(Date, SlotTime)>,
    pub seat: Seat,
    pub team_booking_id: Option<&'a str>,
    pub created_by: &'a str,
    /// Whether staff lifted the calendar rules.
    pub bypass: bool,
}

/// Inserts a booking under a fresh id with a fresh code; `None` when the athlete already has an open one.
pub async fn insert(conn: &mut Conn, new: &NewBooking<'_>, now_ms: i64) -> Result<Option<Booking>> {
    let id = new_id(now_ms);
    for _ in 0..CODE_TRIES {
        let code = BookingCode::from_random_bytes(random_bytes());
        if let Some(seat) = try_insert(conn, new, &id, &code, now_ms).await? {
            return Ok(Some(Booking {
                id,
                uaid: new.uaid.to_owned(),
                event_id: new.event_id.to_owned(),
                status: new.status,
                booking_type: new.booking_type,
                slot: new.slot,
                seat,
                code: code.as_str().to_owned(),
                team_booking_id: new.team_booking_id.map(str::to_owned),
                sequence: 0,
                onboarded_at: None,
            }));
        }
        // The code is not the cause: the athlete has another open booking, which no other code would change.
        if find_open(conn, new.uaid).await?.is_some() {
            return Ok(None);
        }
    }
    Err(DbError::Other("no free booking code or seat was found".to_owned()))
}

/// Inserts a booking and returns its seat; `None` when a unique index forbids it.
async fn try_insert(
    conn: &mut Conn,
    new: &NewBooking<'_>,
    id: &str,
    code: &BookingCode,
    now_ms: i64,
) -> Result<Option<Option<i64>>> {
    let NewBooking { uaid, event_id, status, booking_type, team_booking_id, bypass, created_by, .. } = new;
    let (date, time) = new.slot.unzip();
    let mut values = params![
        id,
        uaid,
        event_id,
        status,
        booking_type,
        date,
        time,
        code,
        team_booking_id,
        bypass,
        now_ms,
        created_by
    ]
    .to_vec();
    let numbered = match new.seat {
        Seat::Lowest => return conn.optional_scalar(INSERT_ON_LOWEST_SEAT, &values).await,
        Seat::Numbered(number) => Some(number),
        Seat::None => None,
    };
    values.push(numbered.to_param());
    conn.optional_scalar(INSERT, &values).await
}

/// Moves an open booking to another slot; a request for assistance that is arranged changes its status too. The caller
/// has taken the new seat and frees the old one.
pub async fn update_slot(
    conn: &mut Conn,
    booking: &Booking,
    status: BookingStatus,
    slot: Option<(Date, SlotTime)>,
    seat: Option<i64>,
    booking_type: BookingType,
    now_ms: i64,
) -> Result<Booking> {
    let (date, time) = slot.unzip();
    let rows = conn
        .affected(UPDATE_SLOT, params![booking.id, status, date, time, seat, booking_type, now_ms])
        .await?;
    if rows != 1 {
        return Err(DbError::Other("a locked booking was changed meanwhile".to_owned()));
    }
    Ok(Booking { status, slot, seat, booking_type, sequence: booking.sequence + 1, ..booking.clone() })
}

/// Remembers when a booking was to be, for one that has just been taken to the day of its test without a seat. A trigger clears
/// that at its next move.
pub async fn keep_former_slot(conn: &mut Conn, before: &Booking) -> Result<()> {
    let (date, time) = before.slot.unzip();
    conn.execute(KEEP_FORMER_SLOT, params![before.id, date, time]).await
}

/// When a booking was to be that was taken to the day of its test; none for every other.
pub async fn former_slot(conn: &mut Conn, id: &str) -> Result<Option<(Date, SlotTime)>> {
    let row: Option<(Text<Date>, Text<SlotTime>)> = conn.optional(FORMER_SLOT, params![id]).await?;
    Ok(row.map(|(Text(date), Text(time))| (date, time)))
}

/// Ends an open booking: cancelled and declined lose the seat, `dnt` keeps it. The caller has checked the move with
/// `BookingStatus::reached_from` and frees the seat.
pub async fn close(
    conn: &mut Conn,
    booking: &Booking,
    status: BookingStatus,
    notes: Option<&str>,
    now_ms: i64,
) -> Result<Booking> {
    let seat = booking.seat.filter(|_| !status.frees_place());
    let cancelled_at = Some(now_ms).filter(|_| status.frees_place());
    conn.execute(CLOSE, params![booking.id, status, seat, notes, now_ms, cancelled_at]).await?;
    Ok(Booking { status, seat, sequence: booking.sequence + 1, ..booking.clone() })
}

/// When a booking was declined, in milliseconds, and its status before that; none if it is not declined.
pub async fn declined(conn: &mut Conn, id: &str) -> Result<Option<(i64, BookingStatus)>> {
    let row: Option<(i64, Text<BookingStatus>)> = conn.optional(DECLINED, params![id]).await?;
    Ok(row.map(|(at, Text(from))| (at, from)))
}

/// Undoes a decline: the booking regains its former status, on a seat that the caller has taken if it had one. The reason is
/// erased.
pub async fn reopen(
    conn: &mut Conn,
    booking: &Booking,
    status: BookingStatus,
    seat: Option<i64>,
    now_ms: i64,
) -> Result<Booking> {
    let rows = conn.affected(REOPEN, params![booking.id, status, seat, now_ms]).await?;
    if rows != 1 {
        return Err(DbError::Other("a locked booking was changed meanwhile".to_owned()));
    }
    Ok(Booking { status, seat, sequence: booking.sequence + 1, ..booking.clone() })
}

/// Open bookings of days before `today` that were never onboarded: their athletes did not come.
pub async fn list_missed(conn: &mut Conn, today: Date, limit: i64) -> Result<Vec<Booking>> {
    conn.all(LIST_MISSED, params![today, limit]).await
}

/// What an athlete states with a booking, already encrypted where it is health data; `None` keeps what is stored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Details {
    pub t_shirt_size: Option<String>,
    pub assistance_required: Option<bool>,
    /// Encrypted `emergencyName`.
    pub emergency_name: Option<String>,
    /// Encrypted `emergencyNumber`.
    pub emergency_number: Option<String>,
    /// Encrypted `medicalIssues`.
    pub medical_issues: Option<String>,
    /// Encrypted `assistanceType`, kept with the booking.
    pub assistance_type: Option<String>,
}

/// Saves the details in the profile, and those of the test day in the booking.
pub async fn save_details(conn: &mut Conn, booking: &Booking, details: &Details, now_ms: i64) -> Result<()> {
    if *details == Details::default() {
        return Ok(());
    }
    conn.execute(
        SAVE_DETAILS_PROFILE,
        params![
            booking.uaid,
            details.t_shirt_size,
            details.assistance_required,
            details.emergency_name,
            details.emergency_number,
            details.medical_issues,
            now_ms
        ],
    )
    .await?;
    conn.execute(
        SAVE_DETAILS_BOOKING,
        params![booking.id, details.t_shirt_size, details.assistance_required, details.assistance_type],
    )
    .await
}
