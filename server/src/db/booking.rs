//! Bookings: finding, inserting, moving and closing them, and the athlete's details that a booking carries.
//!
//! Which of these acts is allowed is decided by the domain crate before they are called. What the database itself holds to,
//! whoever calls: one open booking for each athlete, one booking for each seat, one open booking for each code.

mod acts;
mod entries;
mod past;
mod staff;

use std::collections::BTreeSet;
use std::str::FromStr as _;

use sixfold_domain::booking::{BookingCode, BookingStatus, BookingType, HistoryEntry};
use sixfold_domain::time::{Date, SlotTime};

pub use acts::{BookingAct, acts};
pub use entries::{Attempt, EventEntry, EventGroup, TestResult, events_for};
pub use past::{Past, PastTest, insert_past};
pub use staff::{
    Page, Path, Place, StaffQuery, StaffRow, count_sql, count_wishes, find as find_staff,
    first as first_staff, list as list_staff, page_sql, wishes,
};

use super::slot::SlotKey;
use super::{Conn, DbError, Result, new_id, params, random_bytes};

const LOCK_ATHLETE: &str = "UPDATE account SET updated_at = $2 WHERE uaid = $1 AND deleted_at IS NULL";
const FIND: &str = "SELECT booking_id, uaid, event_id, status, booking_type, test_date, test_time, seat, code, \
    team_booking_id, sequence, onboarded_at FROM booking WHERE booking_id = $1";
const FIND_OPEN: &str = "SELECT booking_id, uaid, event_id, status, booking_type, test_date, test_time, seat, code, \
    team_booking_id, sequence, onboarded_at FROM booking \
    WHERE uaid = $1 AND status IN ('booked', 'assistance')";
const HISTORY: &str = "SELECT status, test_date FROM booking WHERE uaid = $1";
const ATHLETES_OF: &str = "SELECT DISTINCT uaid FROM booking WHERE booking_id IN ({list})";
const INSERT: &str = "INSERT INTO booking (booking_id, uaid, event_id, status, booking_type, test_date, test_time, seat, \
    code, team_booking_id, bypass, created_at, created_by, updated_at, t_shirt_size) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $12, \
    COALESCE((SELECT a.t_shirt_size FROM account a WHERE a.uaid = $2), 'M')) ON CONFLICT DO NOTHING";
const UPDATE_PLACE: &str = "UPDATE booking SET status = $2, test_date = $3, test_time = $4, seat = $5, booking_type = $6, \
    sequence = sequence + 1, rev = rev + 1, updated_at = $7, arrived_at = NULL, \
    reminded_at = CASE WHEN test_date = $3 THEN reminded_at ELSE NULL END \
    WHERE booking_id = $1 AND status IN ('booked', 'assistance')";
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
    medical_issues_sealed = COALESCE($6, medical_issues_sealed) WHERE uaid = $1";
const SAVE_DETAILS_BOOKING: &str = "UPDATE booking SET t_shirt_size = COALESCE($2, t_shirt_size), \
    assistance_required = COALESCE($3, assistance_required), \
    assistance_type_sealed = COALESCE($4, assistance_type_sealed) WHERE booking_id = $1";

/// How often another code is tried when one is in use: the chance of ten collisions is nil at any size of the academy.
const CODE_TRIES: usize = 10;

/// A booking as it stands in the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Booking {
    /// `eventBookingId`.
    pub id: String,
    pub uaid: String,
    pub event_id: String,
    pub status: BookingStatus,
    pub booking_type: BookingType,
    /// The chosen place; none for a request for assistance without one.
    pub place: Option<(Date, SlotTime)>,
    /// The numbered seat; none when it holds no place.
    pub seat: Option<i64>,
    /// `eventTestCode`.
    pub code: String,
    /// The team it was made for.
    pub team_booking_id: Option<String>,
    /// How many changes it has seen: the calendar's SEQUENCE.
    pub sequence: i64,
    /// When the desk took it on.
    pub onboarded_at: Option<i64>,
}

impl Booking {
    /// The slot whose place it holds.
    pub fn held_slot(&self) -> Option<SlotKey> {
        let (date, time) = self.place.filter(|_| self.seat.is_some())?;
        Some(SlotKey { event_id: self.event_id.clone(), date, time })
    }
}

#[derive(Debug, sqlx::FromRow)]
struct Row {
    booking_id: String,
    uaid: String,
    event_id: String,
    status: String,
    booking_type: String,
    test_date: Option<String>,
    test_time: Option<String>,
    seat: Option<i64>,
    code: String,
    team_booking_id: Option<String>,
    sequence: i64,
    onboarded_at: Option<i64>,
}

impl TryFrom<Row> for Booking {
    type Error = DbError;

    fn try_from(row: Row) -> Result<Self> {
        let place = match (row.test_date, row.test_time) {
            (Some(date), Some(time)) => Some((
                date.parse().map_err(|_| DbError::broken("booking date"))?,
                time.parse().map_err(|_| DbError::broken("booking time"))?,
            )),
            _ => None,
        };
        Ok(Self {
            id: row.booking_id,
            uaid: row.uaid,
            event_id: row.event_id,
            status: status(&row.status)?,
            booking_type: if row.booking_type == "retest" { BookingType::Retest } else { BookingType::Test },
            place,
            seat: row.seat,
            code: row.code,
            team_booking_id: row.team_booking_id,
            sequence: row.sequence,
            onboarded_at: row.onboarded_at,
        })
    }
}

fn status(word: &str) -> Result<BookingStatus> {
    BookingStatus::from_str(word).map_err(|_| DbError::broken("booking status"))
}

/// Locks an athlete's bookings to the end of the job: everything that changes them begins here, so two jobs of one athlete
/// never run side by side. False when there is no such account.
pub async fn lock_athlete(conn: &mut Conn<'_>, uaid: &str, now_ms: i64) -> Result<bool> {
    Ok(conn.affected(LOCK_ATHLETE, params![uaid, now_ms]).await? == 1)
}

/// Locks the bookings of several athletes, in the order of their numbers as texts, so that no two jobs wait for each other, and
/// gives those of whom there is an account.
pub async fn lock_athletes(
    conn: &mut Conn<'_>,
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

pub async fn find(conn: &mut Conn<'_>, booking_id: &str) -> Result<Option<Booking>> {
    let row: Option<Row> = conn.optional(FIND, params![booking_id]).await?;
    row.map(Booking::try_from).transpose()
}

/// Whose these bookings are.
pub async fn athletes_of(conn: &mut Conn<'_>, bookings: &[&str]) -> Result<BTreeSet<String>> {
    let athletes: Vec<(String,)> = conn.all_in(ATHLETES_OF, params![], bookings).await?;
    Ok(athletes.into_iter().map(|(uaid,)| uaid).collect())
}

/// The athlete's open booking.
pub async fn find_open(conn: &mut Conn<'_>, uaid: &str) -> Result<Option<Booking>> {
    let row: Option<Row> = conn.optional(FIND_OPEN, params![uaid]).await?;
    row.map(Booking::try_from).transpose()
}

/// What the rules want to know of an athlete's past.
pub async fn history(conn: &mut Conn<'_>, uaid: &str) -> Result<Vec<HistoryEntry>> {
    let rows: Vec<(String, Option<String>)> = conn.all(HISTORY, params![uaid]).await?;
    rows.into_iter()
        .map(|(word, date)| {
            Ok(HistoryEntry {
                event_test_status: status(&word)?,
                event_test_date: date
                    .map(|date| date.parse().map_err(|_| DbError::broken("booking date")))
                    .transpose()?,
            })
        })
        .collect()
}

/// A booking that is about to be made. The place, if any, has been taken.
#[derive(Debug, Clone)]
pub struct NewBooking<'a> {
    /// Whose it will be.
    pub uaid: &'a str,
    pub event_id: &'a str,
    /// `booked` or `assistance`.
    pub status: BookingStatus,
    pub booking_type: BookingType,
    pub place: Option<(Date, SlotTime)>,
    pub seat: Option<i64>,
    /// The team it is made for.
    pub team_booking_id: Option<&'a str>,
    /// Who makes it.
    pub created_by: &'a str,
    /// Whether staff lifted the calendar rules.
    pub bypass: bool,
}

/// Inserts a booking under a fresh id with a fresh code; `None` when the athlete already has an open one.
pub async fn insert(conn: &mut Conn<'_>, new: &NewBooking<'_>, now_ms: i64) -> Result<Option<Booking>> {
    let id = new_id(now_ms);
    let date = new.place.map(|(date, _)| date.to_string());
    let time = new.place.map(|(_, time)| time.to_string());
    for _ in 0..CODE_TRIES {
        let code = BookingCode::from_random_bytes(random_bytes());
        let rows = conn
            .affected(
                INSERT,
                params![
                    id,
                    new.uaid,
                    new.event_id,
                    new.status,
                    new.booking_type,
                    date,
                    time,
                    new.seat,
                    code,
                    new.team_booking_id,
                    new.bypass,
                    now_ms,
                    new.created_by
                ],
            )
            .await?;
        if rows == 1 {
            return Ok(Some(Booking {
                id,
                uaid: new.uaid.to_owned(),
                event_id: new.event_id.to_owned(),
                status: new.status,
                booking_type: new.booking_type,
                place: new.place,
                seat: new.seat,
                code: code.as_str().to_owned(),
                team_booking_id: new.team_booking_id.map(str::to_owned),
                sequence: 0,
                onboarded_at: None,
            }));
        }
        // Not the code, then: the athlete's other open booking stands in the way, and no code will help.
        if find_open(conn, new.uaid).await?.is_some() {
            return Ok(None);
        }
    }
    Err(DbError::Other("no free booking code or seat was found".to_owned()))
}

/// Puts an open booking on another place, with another status where an assistance booking is made; the caller has taken the
/// new place and frees the old one.
pub async fn update_place(
    conn: &mut Conn<'_>,
    booking: &Booking,
    status: BookingStatus,
    place: Option<(Date, SlotTime)>,
    seat: Option<i64>,
    booking_type: BookingType,
    now_ms: i64,
) -> Result<Booking> {
    let date = place.map(|(date, _)| date.to_string());
    let time = place.map(|(_, time)| time.to_string());
    let rows = conn
        .affected(UPDATE_PLACE, params![booking.id, status, date, time, seat, booking_type, now_ms])
        .await?;
    if rows != 1 {
        return Err(DbError::Other("a locked booking was changed meanwhile".to_owned()));
    }
    Ok(Booking { status, place, seat, booking_type, sequence: booking.sequence + 1, ..booking.clone() })
}

/// Ends an open booking: cancelled and declined lose the seat, `dnt` keeps it. The caller has checked the move with
/// `BookingStatus::reached_from` and frees the place.
pub async fn close(
    conn: &mut Conn<'_>,
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

/// When a booking was declined, in milliseconds, and the status that it had before; none where it is not declined.
pub async fn declined(conn: &mut Conn<'_>, id: &str) -> Result<Option<(i64, BookingStatus)>> {
    let row: Option<(i64, String)> = conn.optional(DECLINED, params![id]).await?;
    row.map(|(at, from)| Ok((at, from.parse().map_err(|_| DbError::broken("booking status"))?))).transpose()
}

/// Undoes a decline: the booking has the status of before, on a seat that the caller has won. The reason goes with it.
pub async fn reopen(
    conn: &mut Conn<'_>,
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

/// Open bookings of days before `today` that were never onboarded: who holds one did not come.
pub async fn list_missed(conn: &mut Conn<'_>, today: Date, limit: i64) -> Result<Vec<Booking>> {
    let rows: Vec<Row> = conn.all(LIST_MISSED, params![today, limit]).await?;
    rows.into_iter().map(Booking::try_from).collect()
}

/// What an athlete tells with a booking, sealed already where it is health data; `None` keeps what is stored.
#[derive(Debug, Clone, Default)]
pub struct Details {
    /// `tShirtSize`.
    pub t_shirt_size: Option<String>,
    /// `assistanceRequired`.
    pub assistance_required: Option<bool>,
    /// Sealed `emergencyName`.
    pub emergency_name: Option<String>,
    /// Sealed `emergencyNumber`.
    pub emergency_number: Option<String>,
    /// Sealed `medicalIssues`.
    pub medical_issues: Option<String>,
    /// Sealed `assistanceType`, kept with the booking.
    pub assistance_type: Option<String>,
}

/// Saves the details to the profile, and those of the day to the booking.
pub async fn save_details(conn: &mut Conn<'_>, booking: &Booking, details: &Details) -> Result<()> {
    conn.execute(
        SAVE_DETAILS_PROFILE,
        params![
            booking.uaid,
            details.t_shirt_size,
            details.assistance_required,
            details.emergency_name,
            details.emergency_number,
            details.medical_issues
        ],
    )
    .await?;
    conn.execute(
        SAVE_DETAILS_BOOKING,
        params![booking.id, details.t_shirt_size, details.assistance_required, details.assistance_type],
    )
    .await
}
