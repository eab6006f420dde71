//! Bookings as a profile shows them: grouped by event, newest first, with their results (RULES 4.12).

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use sixfold_domain::attempt::Raw;
use sixfold_domain::booking::BookingStatus;
use sixfold_domain::score::Score;
use sixfold_domain::test_type::TestType;

use crate::db::calendar::schedule::Event;
use crate::db::people::account::{AccountRow, FIND};
use crate::db::people::eligibility::EligibilityColumns;
use crate::db::people::health_access::HealthAccess;
use crate::db::{Conn, DbError, Engine, Result, params};

/// An athlete's bookings with their results as one JSON text, so that the account, its bookings and their results take one
/// round trip. `{list}` and `{row}` are replaced by the names of the engine's JSON functions ([`find_with_bookings`]).
const BOOKINGS: &str = "SELECT CAST({list}({row}(b.created_at, b.booking_id, b.event_id, b.status, b.booking_type, b.test_date, \
    b.test_time, b.code, b.notes, CAST(b.assistance_required AS INTEGER), b.assistance_type_sealed, b.score_hundredths, \
    CAST(b.held AS INTEGER), CAST(b.score_removed_at IS NOT NULL AS INTEGER), b.team_booking_id, b.arrived_at, b.onboarded_at, b.sequence, \
    (SELECT {list}({row}(t.test_type, t.status, t.score_hundredths, \
    (SELECT {list}(a.raw_thousandths ORDER BY a.attempt) FROM result_attempt a \
    WHERE a.booking_id = t.booking_id AND a.test_type = t.test_type))) \
    FROM result_test t WHERE t.booking_id = b.booking_id))) AS TEXT) \
    FROM booking b WHERE b.uaid = $1";

/// One event and what the athlete has there.
#[derive(Debug, Clone, PartialEq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventGroup {
    /// The event.
    pub event_id: String,
    /// Newest first. The default entry (no booking id, no status) comes first when the newest was called off or declined, and
    /// stands alone when there was never a booking.
    pub event_list: Vec<EventEntry>,
}

/// One booking, or the default entry: the event with nothing booked.
#[derive(Debug, Clone, PartialEq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventEntry {
    /// The event.
    pub event_id: String,
    /// The booking; null on the default entry.
    pub event_booking_id: Option<String>,
    /// The event's name.
    pub event_name: String,
    /// The place.
    pub event_location_name: String,
    /// Street and town.
    pub event_location_address: String,
    /// Postcode.
    pub event_location_post_code: String,
    /// Telephone.
    pub event_location_contact_number: String,
    /// E-mail.
    pub event_location_contact_email: String,
    /// `YYYY-MM-DD`.
    pub event_test_date: Option<String>,
    /// `HH:MM`.
    pub event_test_time: Option<String>,
    /// `test` or `retest`.
    pub event_test_type: Option<String>,
    /// booked, assistance, completed, dnt, declined, cancelled; null on the default entry.
    pub event_test_status: Option<String>,
    /// The code to show at the desk.
    pub event_test_code: Option<String>,
    /// What the team noted; null to its athlete while the final is held, and to coaches.
    pub event_test_notes: Option<String>,
    /// The final score, 0.00 to 100.00; null to its athlete and to coaches while it is held.
    #[schema(value_type = Option<f64>)]
    pub event_test_score: Option<Score>,
    /// Whether the final waits for its reveal.
    pub event_test_held: bool,
    /// Whether programme delivery has removed the score; omitted otherwise, and for coaches.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub event_test_score_removed: bool,
    /// Whether help was asked for.
    pub event_test_assistance_required: bool,
    /// Which help; only for the athlete and for roles 2 and 3.
    pub event_test_assistance_type: Option<String>,
    /// The number of changes so far: the SEQUENCE of its calendar file; only for the athlete and for roles 2 and 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event_test_sequence: Option<i64>,
    /// When the desk checked the athlete in, ISO with `Z`; for roles 2 and 3, and in an export.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arrived_at: Option<String>,
    /// When they were onboarded, ISO with `Z`; for roles 2 and 3, and in an export.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub onboarded_at: Option<String>,
    /// One result for each test taken.
    pub results: Vec<TestResult>,
    /// The team that it was booked for.
    #[serde(skip)]
    pub team_booking_id: Option<String>,
}

impl EventEntry {
    /// Removes what only roles 2 and 3 see of somebody else's booking.
    pub fn hide_desk(&mut self) {
        (self.arrived_at, self.onboarded_at) = (None, None);
    }

    /// Removes the scores and the notes of a held final; the raw measurements stay.
    pub fn hide_held(&mut self) {
        if self.event_test_held {
            self.event_test_score = None;
            self.event_test_notes = None;
            self.results.iter_mut().for_each(|result| result.score = None);
        }
    }
}

/// The result of one of the six tests.
#[derive(Debug, Clone, PartialEq, Serialize, utoipa::ToSchema)]
pub struct TestResult {
    /// Cognitive, Strength, Power, Speed, Agility or Endurance.
    #[serde(rename = "TestType")]
    pub test_type: String,
    /// Points, 0.00 to 100.00; null where the final is.
    #[schema(value_type = Option<f64>)]
    pub score: Option<Score>,
    /// open, closed or dnt.
    pub status: String,
    /// The attempts in their order.
    pub attempts: Vec<Attempt>,
}

/// One attempt.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Attempt {
    /// The raw measurement in the test's unit.
    #[schema(value_type = f64)]
    pub score: Raw,
}

/// A booking of [`BOOKINGS`], column by column.
#[derive(Debug, Deserialize)]
struct Row {
    created_at: i64,
    booking_id: String,
    event_id: String,
    status: String,
    booking_type: String,
    test_date: Option<String>,
    test_time: Option<String>,
    code: String,
    notes: Option<String>,
    assistance_required: u8,
    assistance_type_sealed: Option<String>,
    score_hundredths: Option<i64>,
    held: u8,
    score_removed: u8,
    team_booking_id: Option<String>,
    arrived_at: Option<i64>,
    onboarded_at: Option<i64>,
    sequence: i64,
    results: Option<Vec<ResultRow>>,
}

#[derive(Debug, Deserialize)]
struct ResultRow {
    test_type: String,
    status: String,
    score_hundredths: Option<i64>,
    attempts: Option<Vec<i64>>,
}

/// The rows of [`BOOKINGS`], not yet read; none where the engine has no empty list.
#[derive(Debug, sqlx::Type)]
#[sqlx(transparent)]
pub struct BookingsInJson(Option<String>);

/// An account with what is stored of its eligibility and its bookings.
#[derive(sqlx::FromRow)]
pub struct AccountWithBookings {
    #[sqlx(flatten)]
    pub account: AccountRow,
    #[sqlx(flatten)]
    pub eligibility: EligibilityColumns,
    pub bookings: BookingsInJson,
}

/// An account with its eligibility and all its bookings, in one statement and one row.
pub async fn find_with_bookings(conn: &mut Conn, uaid: &str) -> Result<Option<AccountWithBookings>> {
    static ON_SQLITE: LazyLock<String> = LazyLock::new(|| with_bookings("json_group_array", "json_array"));
    static ON_POSTGRES: LazyLock<String> = LazyLock::new(|| with_bookings("json_agg", "json_build_array"));
    let sql = match conn.engine() {
        Engine::Sqlite => &ON_SQLITE,
        Engine::Postgres => &ON_POSTGRES,
    };
    conn.optional(sql.as_str(), params![uaid]).await
}

fn with_bookings(list: &str, row: &str) -> String {
    let bookings = format!(", ({BOOKINGS}) AS bookings").replace("{list}", list).replace("{row}", row);
    FIND.replace("{bookings}", &bookings)
}

/// What a profile shows of `events`, the academy first. Without `health` the assistance types are absent.
pub fn read_events(
    events: &[Event],
    bookings: &BookingsInJson,
    health: Option<&HealthAccess<'_>>,
) -> Result<Vec<EventGroup>> {
    let rows: Option<Vec<Row>> = bookings
        .0
        .as_deref()
        .map(serde_json::from_str)
        .transpose()
        .map_err(|_| DbError::broken("list of bookings"))?;
    let mut rows = rows.unwrap_or_default();
    // Here, because the database would sort them in a table of its own.
    rows.sort_by(|a, b| (b.created_at, &b.booking_id).cmp(&(a.created_at, &a.booking_id)));
    let mut groups: Vec<EventGroup> = Vec::new();
    for row in rows {
        let Some(event) = events.iter().find(|event| event.event_id == row.event_id) else { continue };
        let entry = entry(event, row, health);
        if let Some(group) = groups.iter_mut().find(|group| group.event_id == event.event_id) {
            group.event_list.push(entry);
            continue;
        }
        let status = entry.event_test_status.as_deref().and_then(|word| word.parse().ok());
        let called_off = status.is_some_and(BookingStatus::frees_place);
        let mut event_list = Vec::new();
        if called_off {
            event_list.push(default_entry(event));
        }
        event_list.push(entry);
        groups.push(EventGroup { event_id: event.event_id.clone(), event_list });
    }
    if groups.is_empty()
        && let Some(event) = events.first()
    {
        groups.push(EventGroup { event_id: event.event_id.clone(), event_list: vec![default_entry(event)] });
    }
    Ok(groups)
}

fn default_entry(event: &Event) -> EventEntry {
    EventEntry {
        event_id: event.event_id.clone(),
        event_booking_id: None,
        event_name: event.name.clone(),
        event_location_name: event.location_name.clone(),
        event_location_address: event.location_address.clone(),
        event_location_post_code: event.location_post_code.clone(),
        event_location_contact_number: event.location_contact_number.clone(),
        event_location_contact_email: event.location_contact_email.clone(),
        event_test_date: None,
        event_test_time: None,
        event_test_type: None,
        event_test_status: None,
        event_test_code: None,
        event_test_notes: None,
        event_test_score: None,
        event_test_held: false,
        event_test_score_removed: false,
        event_test_assistance_required: false,
        event_test_assistance_type: None,
        event_test_sequence: None,
        arrived_at: None,
        onboarded_at: None,
        results: Vec::new(),
        team_booking_id: None,
    }
}

fn entry(event: &Event, row: Row, health: Option<&HealthAccess<'_>>) -> EventEntry {
    // One that cannot be decrypted does not keep the profile from being read.
    let assistance_type = health.and_then(|health| {
        health.assistance_type(&row.booking_id, row.assistance_type_sealed.as_deref()).ok().flatten()
    });
    EventEntry {
        event_booking_id: Some(row.booking_id),
        event_test_date: row.test_date,
        event_test_time: row.test_time,
        event_test_type: Some(row.booking_type),
        event_test_status: Some(row.status),
        event_test_code: Some(row.code),
        event_test_notes: row.notes,
        event_test_score: row.score_hundredths.map(points),
        event_test_held: row.held != 0,
        event_test_score_removed: row.score_removed != 0,
        event_test_assistance_required: row.assistance_required != 0,
        event_test_assistance_type: assistance_type,
        event_test_sequence: Some(row.sequence),
        arrived_at: row.arrived_at.and_then(iso),
        onboarded_at: row.onboarded_at.and_then(iso),
        results: row.results.map(results).unwrap_or_default(),
        team_booking_id: row.team_booking_id,
        ..default_entry(event)
    }
}

fn iso(at_ms: i64) -> Option<String> {
    jiff::Timestamp::from_millisecond(at_ms).map(|at| format!("{at:.3}")).ok()
}

/// A score from stored hundredths; a check of the database keeps them in range.
fn points(hundredths: i64) -> Score {
    Score::from_hundredths(i32::try_from(hundredths).unwrap_or(i32::MAX))
}

/// A measurement from stored thousandths; their range was checked when they were written.
fn measured(thousandths: i64) -> Raw {
    Raw::from_thousandths(i32::try_from(thousandths).unwrap_or(i32::MAX))
}

fn results(rows: Vec<ResultRow>) -> Vec<TestResult> {
    let mut tests: Vec<TestResult> = rows
        .into_iter()
        .map(|row| TestResult {
            score: row.score_hundredths.map(points),
            status: row.status,
            attempts: row
                .attempts
                .into_iter()
                .flatten()
                .map(|raw| Attempt { score: measured(raw) })
                .collect(),
            test_type: row.test_type,
        })
        .collect();
    tests.sort_by_key(|test| test.test_type.parse().ok().map(TestType::index));
    tests
}
