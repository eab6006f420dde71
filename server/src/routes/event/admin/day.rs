//! `GET /api/event/admin/day`: everything that a tablet needs for a day's work without a network.

use std::collections::{BTreeMap, BTreeSet};

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sixfold_domain::protocol::Protocols;
use sixfold_domain::role::{Capability, Grant};
use sixfold_domain::score::Score;
use sixfold_domain::test_type::TestType;
use sixfold_domain::time::{Date, london_date_time};
use utoipa::{IntoParams, ToSchema};

use super::super::payload::{date, instants};
use super::results::{self, AttemptAnswer};
use crate::auth::CurrentUser;
use crate::auth::require::{Require, RunTests};
use crate::booking::event::find_event;
use crate::config::clock::iso;
use crate::db::Conn;
use crate::db::bookings::desk::{self, DayRow};
use crate::db::people::health_access::{HealthAccess, List};
use crate::db::results::protocol;
use crate::db::results::result::{self, Stored};
use crate::http::{ApiError, ApiQuery, Envelope, ErrorEnvelope};
use crate::routes::page;
use crate::routes::refusals::{Malformed, SignedIn};
use crate::state::AppState;

/// Which day, and how much of it.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct DayQuery {
    /// `YYYY-MM-DD`; today when absent. Another day is for role 3.
    #[serde(deserialize_with = "date")]
    #[param(value_type = Option<String>)]
    date: Option<Date>,
    /// Whether to include emergency contacts and kinds of assistance, which is logged once a day per reader and athlete.
    contacts: Option<bool>,
    /// Where the previous page ended.
    cursor: Option<String>,
}

/// A page of a day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DayAnswer {
    /// `YYYY-MM-DD`, in London.
    #[schema(value_type = String)]
    date: Date,
    /// The server's clock, ISO with `Z`.
    now: String,
    /// The protocols for athletes onboarded from now on.
    #[schema(value_type = Object)]
    protocols: Protocols,
    /// The other versions by which bookings of this page are scored, oldest first; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Object>)]
    earlier_protocols: Vec<Protocols>,
    /// At most a hundred, by time.
    bookings: Vec<DayBooking>,
    /// Pass it to get the next page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
}

/// One booking of the day. Never medical notes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DayBooking {
    uaid: String,
    event_booking_id: String,
    first_name: String,
    last_name: String,
    event_test_code: String,
    /// `HH:MM`.
    booking_time: String,
    /// booked, assistance, completed or dnt.
    event_test_status: String,
    /// `test` or `retest`.
    event_test_type: String,
    t_shirt_size: String,
    assistance_required: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    assistance_type: Option<String>,
    /// When they arrived, ISO with `Z`; absent if they have not.
    #[serde(skip_serializing_if = "Option::is_none")]
    arrived_at: Option<String>,
    onboarded: bool,
    /// The name that the onboarding tablet gave itself; absent if it sent none.
    #[serde(skip_serializing_if = "Option::is_none")]
    onboarded_device: Option<String>,
    /// The version of the protocols, once it is onboarded.
    #[serde(skip_serializing_if = "Option::is_none")]
    protocol_version: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    emergency_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    emergency_number: Option<String>,
    /// The final score.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    score: Option<Score>,
    /// Whether programme delivery has removed the score, so that the visit takes no other; omitted otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    score_removed: bool,
    /// The tests that were recorded.
    results: Vec<DayResult>,
}

/// One test of a booking.
#[derive(Debug, Serialize, ToSchema)]
struct DayResult {
    #[serde(rename = "TestType")]
    #[schema(value_type = String)]
    test: TestType,
    #[schema(value_type = Option<f64>)]
    score: Option<Score>,
    /// open, closed or dnt.
    status: &'static str,
    revision: i64,
    attempts: Vec<AttemptAnswer>,
}

#[derive(Debug, Clone)]
struct DayRequest {
    date: Date,
    contacts: bool,
    /// Time and id of the last booking of the previous page.
    after: (String, String),
    now_ms: i64,
}

/// A day's bookings by time, and those of other days that were taken on that day, or whose athletes are still in the test, with
/// what has been recorded for them: today's for role 2, any day's for role 3. Emergency contacts and kinds of assistance only on
/// demand, noted in the audit log once a day for each reader and person.
#[utoipa::path(
    get, path = "/api/event/admin/day", tag = "desk", operation_id = "deskDay",
    params(DayQuery),
    responses(
        (status = 200, description = "A page of the day", body = Envelope<DayAnswer>),
        (status = 403, description = "Neither role 2 nor role 3, or another day than today from role 2", body = ErrorEnvelope),
        Malformed, SignedIn,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    Require { user, .. }: Require<RunTests>,
    ApiQuery(query): ApiQuery<DayQuery>,
) -> Result<Envelope<DayAnswer>, ApiError> {
    let now_ms = state.clock.now_ms();
    let today = london_date_time(now_ms).map_err(ApiError::internal)?.date;
    let date = query.date.unwrap_or(today);
    if user.require(Capability::FindPeople)? != Grant::Any && date != today {
        return Err(ApiError::forbidden());
    }
    let contacts = query.contacts.unwrap_or(false);
    let request = DayRequest { date, contacts, after: read_cursor(query.cursor.as_deref())?, now_ms };
    let job = state.clone();
    let answer = if contacts {
        // A write job, since it also logs the readings.
        state.db.write(async move |conn| page(conn, &job, &user, &request).await).await?
    } else {
        state.db.read(async |conn| page(conn, &state, &user, &request).await).await?
    };
    Ok(Envelope(answer))
}

async fn page(
    conn: &mut Conn,
    state: &AppState,
    user: &CurrentUser,
    request: &DayRequest,
) -> Result<DayAnswer, ApiError> {
    let event = find_event(conn, None).await?;
    let date = request.date.to_string();
    let after = (request.after.0.as_str(), request.after.1.as_str());
    let mut rows = desk::day(conn, &event.event_id, &date, after).await?;
    let cursor =
        page::cut_at_cursor(&mut rows, desk::PAGE, |row| format!("{}.{}", row.test_time, row.booking_id));
    let mut results = match (rows.first(), rows.last()) {
        (Some(first), Some(last)) => {
            let times = (first.test_time.as_str(), last.test_time.as_str());
            result::of_day(conn, &event.event_id, &date, times).await?
        }
        _ => BTreeMap::new(),
    };
    if request.after == <(String, String)>::default() {
        let (midnight_ms, _) = instants(Some(request.date), None);
        let in_test_ms = desk::in_test_since(request.now_ms);
        // A day to come has nobody of today.
        let since_ms = if midnight_ms > request.now_ms { midnight_ms } else { midnight_ms.min(in_test_ms) };
        for row in desk::beyond(conn, &event.event_id, (&date, since_ms)).await? {
            let stored = result::find(conn, &row.booking_id).await?;
            results.insert(row.booking_id.clone(), stored);
            rows.push(row);
        }
    }
    let protocols = protocol::current(conn).await?;
    let earlier_protocols = other_protocols(conn, &protocols, &rows).await?;
    let mut bookings = Vec::with_capacity(rows.len());
    for row in rows {
        let health = if request.contacts {
            let (cipher, reader, list) = (&state.cipher, user.reads(), List::Desk(request.date));
            HealthAccess::of_listed(conn, cipher, reader, &row.uaid, list, request.now_ms).await?
        } else {
            None
        };
        let stored = results.remove(&row.booking_id).unwrap_or_default();
        bookings.push(DayBooking::of(row, &stored, health.as_ref())?);
    }
    Ok(DayAnswer {
        date: request.date,
        now: iso(request.now_ms).map_err(ApiError::internal)?,
        protocols,
        earlier_protocols,
        bookings,
        cursor,
    })
}

/// The protocols by which these bookings are scored, without those in force.
async fn other_protocols(
    conn: &mut Conn,
    current: &Protocols,
    rows: &[DayRow],
) -> Result<Vec<Protocols>, ApiError> {
    let versions: BTreeSet<i64> = rows.iter().filter_map(|row| row.protocol_version).collect();
    let mut earlier = Vec::new();
    for version in versions {
        if version != i64::from(current.version()) {
            earlier.push(protocol::of_version(conn, Some(version)).await?);
        }
    }
    Ok(earlier)
}

/// Time and id, as [`page`] writes them; for the first page, values before every booking.
fn read_cursor(cursor: Option<&str>) -> Result<(String, String), ApiError> {
    let Some(cursor) = cursor.filter(|cursor| !cursor.is_empty()) else {
        return Ok((String::new(), String::new()));
    };
    cursor
        .split_once('.')
        .filter(|(time, id)| time.len() == 5 && !id.is_empty() && !cursor.contains('\0'))
        .map(|(time, id)| (time.to_owned(), id.to_owned()))
        .ok_or_else(page::cursor_invalid)
}

impl DayBooking {
    fn of(row: DayRow, stored: &[Stored], health: Option<&HealthAccess<'_>>) -> Result<Self, ApiError> {
        let assistance_type = health
            .map(|health| health.assistance_type(&row.booking_id, row.assistance_type_sealed.as_deref()))
            .transpose()?
            .flatten();
        let (name, number) = (row.emergency_name_sealed.as_deref(), row.emergency_number_sealed.as_deref());
        let contact = health.map(|health| health.emergency_contact(name, number)).transpose()?;
        let [emergency_name, emergency_number] = contact.unwrap_or_default();
        Ok(Self {
            assistance_type,
            emergency_name,
            emergency_number,
            score: row.score,
            score_removed: row.score_removed,
            uaid: row.uaid,
            event_booking_id: row.booking_id,
            first_name: row.first_name,
            last_name: row.last_name,
            event_test_code: row.code,
            booking_time: row.test_time,
            event_test_status: row.status,
            event_test_type: row.booking_type,
            t_shirt_size: row.t_shirt_size,
            assistance_required: row.assistance_required,
            arrived_at: row.arrived_at.map(iso).transpose().map_err(ApiError::internal)?,
            onboarded: row.onboarded_at.is_some(),
            onboarded_device: row.onboarded_device,
            protocol_version: row.protocol_version,
            results: stored.iter().map(DayResult::of).collect(),
        })
    }
}

impl DayResult {
    fn of(stored: &Stored) -> Self {
        Self {
            test: stored.test,
            score: stored.score,
            status: stored.status.into_str(),
            revision: stored.revision,
            attempts: results::attempts(stored),
        }
    }
}
