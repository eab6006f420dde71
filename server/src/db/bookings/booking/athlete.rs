//! What a job that changes an athlete's bookings needs to know of them, in one statement.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use sixfold_domain::booking::HistoryEntry;
use sqlx::FromRow;

use super::{Booking, LOCK_ATHLETE};
use crate::db::connection::column::JoinedBooking;
use crate::db::people::eligibility::{EligibilityColumns, EligibilityFacts};
use crate::db::topic::{self, EventVersions};
use crate::db::{Conn, Engine, Result, params};

/// One row for each of an athlete's bookings, or one without a booking.
const FIND: &str = "SELECT a.uaid AS athlete, a.email, a.first_name, a.last_name, \
    a.email_confirmed_at IS NOT NULL AS email_confirmed, \
    EXISTS (SELECT 1 FROM waitlist w WHERE w.uaid = a.uaid AND w.status IN ('waiting', 'offered')) AS waits, \
    (SELECT version FROM topic_version WHERE topic = $1) AS schedule_version, \
    (SELECT version FROM topic_version WHERE topic = $2) AS content_version, \
    a.date_of_birth, e.consent, e.consent_version, e.health_consent, e.health_consent_version, \
    e.health_consent_withdrawn_at, e.guardian_confirmed_at, e.parq_cleared, e.screened_at, e.clearance_at, \
    e.clearance_expires_at, e.parq_sealed IS NOT NULL AS has_answers, \
    b.booking_id, b.uaid, b.event_id, b.status, b.booking_type, b.test_date, b.test_time, b.seat, b.code, \
    b.team_booking_id, b.sequence, b.onboarded_at \
    FROM account a LEFT JOIN eligibility e ON e.uaid = a.uaid LEFT JOIN booking b ON b.uaid = a.uaid \
    WHERE a.uaid IN ({list}) AND a.deleted_at IS NULL";

/// An athlete as a job finds them.
#[derive(Debug, Clone)]
pub struct Athlete {
    /// Where letters go, and to whom.
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub email_confirmed: bool,
    /// Whether they are on any waiting list, with an offer or without.
    pub waits: bool,
    pub eligibility: EligibilityFacts,
    /// Every booking so far, in no order.
    pub bookings: Vec<Booking>,
    /// The versions of what events are read from.
    pub versions: EventVersions,
}

#[derive(FromRow)]
struct Columns {
    athlete: String,
    email: String,
    first_name: String,
    last_name: String,
    email_confirmed: bool,
    waits: bool,
    schedule_version: Option<i64>,
    content_version: Option<i64>,
    #[sqlx(flatten)]
    eligibility: EligibilityColumns,
    #[sqlx(flatten)]
    booking: JoinedBooking<Booking>,
}

/// Locks an athlete's bookings to the end of the job, as [`super::lock_athlete`] does, and reads the athlete; none if
/// there is no such account. SQLite's jobs run one after the other: nothing has to be locked.
pub async fn lock_and_find(
    conn: &mut Conn,
    uaid: &str,
    current_consent: &str,
    now_ms: i64,
) -> Result<Option<Athlete>> {
    match conn.engine() {
        Engine::Sqlite => {}
        // A statement of its own: the next one sees what the job before has stored.
        Engine::Postgres => conn.execute(LOCK_ATHLETE, params![uaid, now_ms]).await?,
    }
    find(conn, uaid, current_consent).await
}

/// The athlete; none if there is no such account. A caller that changes their bookings has locked them.
pub async fn find(conn: &mut Conn, uaid: &str, current_consent: &str) -> Result<Option<Athlete>> {
    Ok(find_all(conn, &[uaid], current_consent).await?.remove(uaid))
}

/// Those of several athletes, each listed once, who have an account, by number.
pub async fn find_all(
    conn: &mut Conn,
    uaids: &[&str],
    current_consent: &str,
) -> Result<HashMap<String, Athlete>> {
    let rows: Vec<Columns> = conn.all_in(FIND, params![topic::SCHEDULE, topic::CONTENT], uaids).await?;
    let mut athletes: HashMap<String, Athlete> = HashMap::new();
    for row in rows {
        let athlete = match athletes.entry(row.athlete) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(Athlete {
                email: row.email,
                first_name: row.first_name,
                last_name: row.last_name,
                email_confirmed: row.email_confirmed,
                waits: row.waits,
                eligibility: row.eligibility.read(current_consent)?,
                bookings: Vec::new(),
                versions: EventVersions::of(row.schedule_version, row.content_version),
            }),
        };
        athlete.bookings.extend(row.booking.0);
    }
    Ok(athletes)
}

impl Athlete {
    pub fn open(&self) -> Option<&Booking> {
        self.bookings.iter().find(|booking| booking.status.is_open())
    }

    /// The bookings so far, as the booking rules need them.
    pub fn history(&self) -> Vec<HistoryEntry> {
        let entry = |booking: &Booking| HistoryEntry {
            event_test_status: booking.status,
            event_test_date: booking.slot.map(|(date, _)| date),
        };
        self.bookings.iter().map(entry).collect()
    }
}
