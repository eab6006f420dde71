//! The schedule as staff edit it: closed dates, bank holidays, single sessions, and the open bookings that a change
//! affects. What booking needs of it is in [`super::schedule`].

use std::collections::BTreeSet;

use sixfold_domain::booking::BookingType;
use sixfold_domain::slot::{BookingSessionConfig, DateList, SessionKind, SessionWindow};
use sixfold_domain::time::{Date, LocalDateTime, SlotTime, TimeOfDay};
use sqlx::FromRow;

use super::slot::SlotKey;
use crate::db::connection::column::{BookingTypeText, SlotColumns, Text};
use crate::db::{Conn, DbError, Result, params};

const DATES: &str = "SELECT kind, date FROM schedule_date WHERE event_id = $1 ORDER BY date, kind";
const INSERT_DATE: &str = "INSERT INTO schedule_date (event_id, kind, date) VALUES ($1, $2, $3) \
    ON CONFLICT (event_id, kind, date) DO NOTHING";
const DELETE_DATE: &str = "DELETE FROM schedule_date WHERE event_id = $1 AND kind = $2 AND date = $3";
const SESSIONS: &str = "SELECT session_item_id, kind, session_date, session_start, session_end, rev, updated_at \
    FROM session_item WHERE event_id = $1 ORDER BY session_date, session_start, kind, session_item_id";
const INSERT_SESSION: &str = "INSERT INTO session_item (session_item_id, event_id, kind, session_date, session_start, \
    session_end, rev, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
const RENAME_SESSION: &str = "UPDATE session_item SET session_item_id = $2 WHERE session_item_id = $1";
const DELETE_SESSION: &str = "DELETE FROM session_item WHERE session_item_id = $1";
const OPEN_BOOKINGS: &str = "SELECT b.booking_id, b.uaid, a.first_name, a.last_name, b.code, b.test_date, b.test_time, \
    b.status, b.booking_type, b.t_shirt_size, b.team_booking_id, t.name AS team_name, b.assistance_required, \
    b.needs_decision FROM booking b JOIN account a ON a.uaid = b.uaid \
    LEFT JOIN team t ON t.team_booking_id = b.team_booking_id \
    WHERE b.event_id = $1 AND b.test_date BETWEEN $2 AND $3 AND b.status IN ('booked', 'assistance') \
    AND b.seat IS NOT NULL AND b.onboarded_at IS NULL \
    ORDER BY b.test_date, b.test_time, a.last_name, b.booking_id";
/// Those on closed dates, and those that a remote hub has left at other times.
const UNDECIDED: &str = "SELECT b.booking_id, b.test_date, b.test_time, b.booking_type FROM booking b \
    JOIN schedule_date d ON d.event_id = b.event_id AND d.kind = $2 AND d.date = b.test_date \
    WHERE b.event_id = $1 AND (b.test_date > $3 OR (b.test_date = $3 AND b.test_time > $4)) \
    AND b.status IN ('booked', 'assistance') AND b.seat IS NOT NULL AND b.onboarded_at IS NULL \
    UNION SELECT b.booking_id, b.test_date, b.test_time, b.booking_type FROM booking b \
    WHERE b.event_id = $1 AND b.needs_decision AND (b.test_date > $3 OR (b.test_date = $3 AND b.test_time > $4)) \
    AND b.status IN ('booked', 'assistance') AND b.seat IS NOT NULL AND b.onboarded_at IS NULL";
const MARK_UNDECIDED: &str =
    "UPDATE booking SET needs_decision = TRUE WHERE booking_id IN ({list}) RETURNING booking_id";
const MARK_DECIDED: &str = "UPDATE booking SET needs_decision = FALSE WHERE booking_id = $1";
const WAITED_FOR: &str = "SELECT DISTINCT test_date, test_time FROM waitlist WHERE event_id = $1 \
    AND test_date BETWEEN $2 AND $3 AND status IN ('waiting', 'offered')";

#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct SessionItem {
    /// The id of its session item.
    #[sqlx(rename = "session_item_id")]
    pub id: String,
    #[sqlx(try_from = "Text<SessionKind>")]
    pub kind: SessionKind,
    #[sqlx(flatten, try_from = "WindowColumns")]
    pub window: SessionWindow,
    /// Rises with every change.
    pub rev: i64,
    pub updated_at: i64,
}

#[derive(FromRow)]
struct WindowColumns {
    #[sqlx(rename = "session_date", try_from = "Text<Date>")]
    date: Date,
    #[sqlx(rename = "session_start", try_from = "Text<TimeOfDay>")]
    start: TimeOfDay,
    #[sqlx(rename = "session_end", try_from = "Text<TimeOfDay>")]
    end: TimeOfDay,
}

impl From<WindowColumns> for SessionWindow {
    fn from(WindowColumns { date, start, end }: WindowColumns) -> Self {
        Self { session_date: date, session_start: start, session_end: end }
    }
}

/// Everything in an event's schedule that has a date.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Timetable {
    /// Dates without slots.
    pub closed_dates: BTreeSet<Date>,
    /// Dates whose only slots are mop-up sessions.
    pub bank_holidays: BTreeSet<Date>,
    /// By date, then start.
    pub sessions: Vec<SessionItem>,
}

impl Timetable {
    pub const fn dates(&self, list: DateList) -> &BTreeSet<Date> {
        match list {
            DateList::Closed => &self.closed_dates,
            DateList::BankHolidays => &self.bank_holidays,
        }
    }

    pub const fn dates_mut(&mut self, list: DateList) -> &mut BTreeSet<Date> {
        match list {
            DateList::Closed => &mut self.closed_dates,
            DateList::BankHolidays => &mut self.bank_holidays,
        }
    }

    pub fn sessions_of(&self, kind: SessionKind) -> impl Iterator<Item = &SessionItem> {
        self.sessions.iter().filter(move |session| session.kind == kind)
    }

    pub fn session(&self, id: &str) -> Option<&SessionItem> {
        self.sessions.iter().find(|session| session.id == id)
    }

    /// Whether a session can be stored beside these: it ends after it starts, and none has its id, or its kind and time.
    pub fn has_room_for(&self, session: &SessionItem) -> bool {
        let SessionWindow { session_start: start, session_end: end, .. } = session.window;
        let is_same = |other: &SessionItem| {
            other.id == session.id || (other.kind, other.window) == (session.kind, session.window)
        };
        start < end && !self.sessions.iter().any(is_same)
    }

    pub fn sort(&mut self) {
        self.sessions.sort_by(|a, b| {
            let key = |session: &SessionItem| {
                (session.window.session_date, session.window.session_start, session.kind.as_str())
            };
            key(a).cmp(&key(b)).then_with(|| a.id.cmp(&b.id))
        });
    }

    /// A config with its dates and sessions replaced by these.
    pub fn config(&self, base: &BookingSessionConfig) -> BookingSessionConfig {
        let mut config = base.clone();
        for list in DateList::ALL {
            *config.dates_mut(list) = self.dates(list).iter().copied().collect();
        }
        for kind in SessionKind::ALL {
            *config.sessions_mut(kind) = self.sessions_of(kind).map(|session| session.window).collect();
        }
        config
    }
}

pub async fn load(conn: &mut Conn, event_id: &str) -> Result<Timetable> {
    let dates: Vec<(String, Text<Date>)> = conn.all(DATES, params![event_id]).await?;
    let sessions = conn.all(SESSIONS, params![event_id]).await?;
    let mut timetable = Timetable { sessions, ..Timetable::default() };
    for (kind, Text(date)) in dates {
        let list = DateList::from_stored(&kind).ok_or_else(|| DbError::broken("kind of date"))?;
        timetable.dates_mut(list).insert(date);
    }
    Ok(timetable)
}

/// Stores the difference between two states of an event's timetable, and raises the topic if they differ.
pub async fn save(
    conn: &mut Conn,
    event_id: &str,
    (before, after): (&Timetable, &Timetable),
    now_ms: i64,
) -> Result<()> {
    if before == after {
        return Ok(());
    }
    for list in DateList::ALL {
        for date in before.dates(list).difference(after.dates(list)) {
            change_date(conn, DELETE_DATE, event_id, list, *date).await?;
        }
        for date in after.dates(list).difference(before.dates(list)) {
            change_date(conn, INSERT_DATE, event_id, list, *date).await?;
        }
    }
    // Changed sessions are deleted and inserted again: one may take the time that another of them leaves.
    for session in before.sessions.iter().filter(|session| after.session(&session.id) != Some(*session)) {
        conn.execute(DELETE_SESSION, params![session.id]).await?;
    }
    for session in after.sessions.iter().filter(|session| before.session(&session.id) != Some(*session)) {
        let SessionItem { id, kind, window, rev, .. } = session;
        let SessionWindow { session_date: date, session_start: start, session_end: end } = window;
        conn.execute(INSERT_SESSION, params![id, event_id, kind, date, start, end, rev, now_ms]).await?;
    }
    crate::db::topic::bump(conn, crate::db::topic::SCHEDULE).await
}

async fn change_date(
    conn: &mut Conn,
    sql: &'static str,
    event_id: &str,
    list: DateList,
    date: Date,
) -> Result<()> {
    conn.execute(sql, params![event_id, list.stored(), date]).await
}

/// Gives a session the id that it has at a remote hub.
pub async fn rename_session(conn: &mut Conn, id: &str, new_id: &str) -> Result<()> {
    conn.execute(RENAME_SESSION, params![id, new_id]).await
}

/// An open booking with a seat, as lists for staff show it.
#[derive(Debug, Clone, FromRow)]
pub struct OpenBooking {
    /// `eventBookingId`.
    pub booking_id: String,
    pub uaid: String,
    pub first_name: String,
    pub last_name: String,
    /// `eventTestCode`.
    pub code: String,
    #[sqlx(flatten, try_from = "SlotColumns")]
    pub slot: (Date, SlotTime),
    /// `booked` or `assistance`.
    pub status: String,
    #[sqlx(try_from = "BookingTypeText")]
    pub booking_type: BookingType,
    /// XXS to XXXL.
    pub t_shirt_size: String,
    pub team_booking_id: Option<String>,
    pub team_name: Option<String>,
    pub assistance_required: bool,
    /// Whether a remote hub has closed its time and nobody has decided about it since.
    pub needs_decision: bool,
}

impl OpenBooking {
    pub fn has_begun(&self, now: LocalDateTime) -> bool {
        let (date, time) = self.slot;
        (date, time.time_of_day()) <= (now.date, now.time)
    }
}

/// The open bookings of a range of days that have a seat and are not onboarded, by date, then time.
pub async fn open_bookings(
    conn: &mut Conn,
    event_id: &str,
    from: Date,
    to: Date,
) -> Result<Vec<OpenBooking>> {
    conn.all(OPEN_BOOKINGS, params![event_id, from, to]).await
}

/// The bookings as in [`open_bookings`] whose time is to come and that wait for a decision, unless their time is offered again.
pub async fn undecided(
    conn: &mut Conn,
    event_id: &str,
    now: LocalDateTime,
) -> Result<Vec<(Date, SlotTime, BookingType)>> {
    let closed = DateList::Closed.stored();
    let rows: Vec<(String, Text<Date>, Text<SlotTime>, BookingTypeText)> =
        conn.all(UNDECIDED, params![event_id, closed, now.date, now.time]).await?;
    Ok(rows.into_iter().map(|(_, Text(date), Text(time), kind)| (date, time, kind.into())).collect())
}

/// Records that bookings wait for a decision.
pub async fn mark_undecided(conn: &mut Conn, bookings: &[String]) -> Result<()> {
    conn.all_in::<(String,)>(MARK_UNDECIDED, params![], bookings).await.map(drop)
}

/// Records that a booking is kept at its time.
pub async fn mark_decided(conn: &mut Conn, booking_id: &str) -> Result<()> {
    conn.execute(MARK_DECIDED, params![booking_id]).await
}

/// The slots in a range of days that somebody waits for.
pub async fn waited_for(conn: &mut Conn, event_id: &str, from: Date, to: Date) -> Result<Vec<SlotKey>> {
    let slots: Vec<(Text<Date>, Text<SlotTime>)> = conn.all(WAITED_FOR, params![event_id, from, to]).await?;
    let key = |(Text(date), Text(time))| SlotKey { event_id: event_id.to_owned(), date, time };
    Ok(slots.into_iter().map(key).collect())
}
