//! Importing results from a file: what is known of a person beforehand, and storing many days of tests at once.
//!
//! A file has thousands of rows and is stored in one job, so each statement inserts as many rows as it can.

use sixfold_domain::attempt::Raw;
use sixfold_domain::booking::{BookingCode, BookingStatus, BookingType, HistoryEntry};
use sixfold_domain::score::Score;
use sixfold_domain::test_type::TestType;
use sixfold_domain::time::{Date, TimeOfDay, london_to_millis};

use crate::db::calendar::schedule::ACADEMY;
use crate::db::connection::column::OptionalText;
use crate::db::{Conn, DbError, Param, Result, Sql, ToParam as _, new_id, params, random_bytes};

const KNOWN: &str = "SELECT b.test_date, b.status, CAST((SELECT COUNT(*) FROM result_test t \
    WHERE t.booking_id = b.booking_id) AS BIGINT) AS tests FROM account a \
    LEFT JOIN booking b ON b.uaid = a.uaid AND b.status NOT IN ('cancelled', 'declined') \
    WHERE a.uaid = $1 AND a.deleted_at IS NULL";

const BOOKINGS: &str = "booking (booking_id, uaid, event_id, status, booking_type, test_date, test_time, code, \
    score_hundredths, created_at, created_by, updated_at, onboarded_at, completed_at, protocol_version)";
const TESTS: &str =
    "result_test (booking_id, test_type, status, score_hundredths, updated_at, recorded_by, device)";
const ATTEMPTS: &str = "result_attempt (booking_id, test_type, attempt, raw_thousandths)";
const AUDIT: &str = "audit_log (audit_id, at, actor_uaid, actor_role, action, subject_uaid, object_id)";

/// Days per statement: even with the most attempts in every test, far fewer parameters than either engine allows.
const AT_ONCE: usize = 100;
/// The time of day given to imported tests.
const NOON: &str = "12:00";
/// Who made a booking imported at the terminal, and the device of every imported test.
const IMPORT: &str = "import";

#[derive(Debug, Clone)]
pub struct Day {
    pub uaid: String,
    pub date: Date,
    pub booking_type: BookingType,
    /// None if a test was not taken.
    pub score: Option<Score>,
    /// All six, in order: points (none if not taken) and measurements.
    pub tests: Vec<(TestType, Option<Score>, Vec<Raw>)>,
}

/// A person's bookings, without cancelled and declined ones: day, status, and number of tests.
#[derive(Debug, Clone)]
pub struct PersonsBookings(Vec<(Date, BookingStatus, i64)>);

impl PersonsBookings {
    pub fn is_completed_on(&self, day: Date) -> bool {
        self.0.iter().any(|(date, status, _)| *date == day && *status == BookingStatus::Completed)
    }

    /// Whether a test of that day was recorded, even if the day was not completed.
    pub fn has_tests_on(&self, day: Date) -> bool {
        self.0.iter().any(|(date, _, tests)| *date == day && *tests > 0)
    }

    pub fn is_booked_on(&self, day: Date) -> bool {
        self.0.iter().any(|(date, status, _)| *date == day && status.is_open())
    }

    /// The completed ones, as the booking rules take them.
    pub fn completed(&self) -> Vec<HistoryEntry> {
        let completed = self.0.iter().filter(|(_, status, _)| *status == BookingStatus::Completed);
        completed
            .map(|(date, status, _)| HistoryEntry {
                event_test_status: *status,
                event_test_date: Some(*date),
            })
            .collect()
    }
}

/// The bookings of a person; none if there is no such account.
pub async fn known(conn: &mut Conn, uaid: &str) -> Result<Option<PersonsBookings>> {
    type Row = (OptionalText<Date>, OptionalText<BookingStatus>, i64);
    let rows: Vec<Row> = conn.all(KNOWN, params![uaid]).await?;
    if rows.is_empty() {
        return Ok(None);
    }
    // An account without bookings is one row of nulls; a request for assistance may have no day.
    let known = |(OptionalText(date), OptionalText(status), tests)| Some((date?, status?, tests));
    Ok(Some(PersonsBookings(rows.into_iter().filter_map(known).collect())))
}

/// Stores days of tests: for each a booking, `completed` with all six tests, else `dnt`, and an entry in the audit log.
pub async fn insert(
    conn: &mut Conn,
    days: &[Day],
    by: Option<(&str, i64)>,
    protocol_version: i64,
    now_ms: i64,
) -> Result<()> {
    for days in days.chunks(AT_ONCE) {
        let noon = |date| london_to_millis(date, TimeOfDay::from_minutes(12 * 60)?);
        let mut stored = Vec::with_capacity(days.len());
        for day in days {
            let at = noon(day.date).map_err(|error| DbError::Other(error.to_string()))?;
            stored.push(Stored {
                id: new_id(at),
                audit_id: new_id(now_ms),
                code: BookingCode::from_random_bytes(random_bytes()),
                status: if day.score.is_some() { BookingStatus::Completed } else { BookingStatus::Dnt },
                at,
                day,
            });
        }
        let bookings = stored.iter().map(|row| row.booking(by, protocol_version, now_ms));
        insert_rows(conn, BOOKINGS, bookings.collect()).await?;
        insert_rows(conn, TESTS, stored.iter().flat_map(|row| row.tests(by, now_ms)).collect()).await?;
        insert_rows(conn, ATTEMPTS, stored.iter().flat_map(Stored::attempts).collect()).await?;
        insert_rows(conn, AUDIT, stored.iter().map(|row| row.audit(by, now_ms)).collect()).await?;
    }
    Ok(())
}

/// The person who imports, with their role; none at the terminal.
type Importer<'a> = Option<(&'a str, i64)>;

/// A day as stored: its booking's id, code and status, its time, and the id of its entry in the audit log.
struct Stored<'a> {
    id: String,
    audit_id: String,
    code: BookingCode,
    status: BookingStatus,
    at: i64,
    day: &'a Day,
}

/// The values of the rows of a day, in the order of the columns above.
impl Stored<'_> {
    fn booking<'q>(&'q self, by: Importer<'q>, protocol_version: i64, now_ms: i64) -> Vec<Param<'q>> {
        let Self { id, code, status, at, day, .. } = self;
        let Day { uaid, booking_type, date, score, .. } = day;
        let by = by.map_or(IMPORT, |(uaid, _)| uaid);
        #[rustfmt::skip]
        let values = vec![
            id.into(), uaid.into(), ACADEMY.into(), status.into(), booking_type.into(), date.into(), NOON.into(),
            code.into(), score.into(), at.into(), by.into(), now_ms.into(), at.into(), at.into(), protocol_version.into(),
        ];
        values
    }

    fn tests<'q>(&'q self, by: Importer<'q>, now_ms: i64) -> impl Iterator<Item = Vec<Param<'q>>> {
        let by = by.map(|(uaid, _)| uaid);
        self.day.tests.iter().map(move |(test, score, _)| {
            let status = if score.is_some() { "closed" } else { "dnt" };
            let by = by.map_or(<&str>::NULL, Param::from);
            vec![
                (&self.id).into(),
                test.into(),
                status.into(),
                score.into(),
                now_ms.into(),
                by,
                IMPORT.into(),
            ]
        })
    }

    fn attempts(&self) -> impl Iterator<Item = Vec<Param<'_>>> {
        self.day.tests.iter().flat_map(move |(test, _, attempts)| {
            (1_i64..).zip(attempts).map(move |(number, raw)| {
                vec![(&self.id).into(), test.into(), number.into(), i64::from(raw.thousandths()).into()]
            })
        })
    }

    fn audit<'q>(&'q self, by: Importer<'q>, now_ms: i64) -> Vec<Param<'q>> {
        let (actor, role) = by.map_or((<&str>::NULL, i64::NULL), |(uaid, role)| (uaid.into(), role.into()));
        let (id, action) = (&self.audit_id, "result.imported");
        vec![id.into(), now_ms.into(), actor, role, action.into(), (&self.day.uaid).into(), (&self.id).into()]
    }
}

async fn insert_rows(conn: &mut Conn, into: &str, rows: Vec<Vec<Param<'_>>>) -> Result<()> {
    let Some(width) = rows.first().map(Vec::len) else { return Ok(()) };
    conn.execute(Sql::built(many(into, width, rows.len())), &rows.concat()).await
}

/// An `INSERT` of a number of rows of a number of values each.
fn many(into: &str, width: usize, rows: usize) -> String {
    let row = |row: usize| {
        let places: Vec<String> = (1..=width).map(|place| format!("${}", row * width + place)).collect();
        format!("({})", places.join(", "))
    };
    let rows: Vec<String> = (0..rows).map(row).collect();
    format!("INSERT INTO {into} VALUES {}", rows.join(", "))
}
