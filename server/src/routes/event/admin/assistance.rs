//! `GET /api/event/admin/assistance`: the requests for assistance that wait for a decision (RULES 4.11).

use std::collections::HashMap;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sixfold_domain::eligibility::{EligibilityRules, Screening};
use sixfold_domain::time::{Date, london_date_time};
use utoipa::{IntoParams, ToSchema};

use super::super::payload::id;
use super::booking_row::{BookingRow, with_positions};
use crate::auth::CurrentUser;
use crate::auth::require::{HandleAssistance, Require};
use crate::booking::event::find_event;
use crate::config::clock::iso;
use crate::db::Conn;
use crate::db::bookings::booking::{self, StaffRow};
use crate::db::people::eligibility::{self, EligibilityFacts};
use crate::db::people::health_access::{HealthAccess, List};
use crate::http::{ApiError, ApiQuery, Envelope};
use crate::routes::page;
use crate::routes::refusals::{DeliveryOnly, Malformed, NoSuchEvent};
use crate::state::AppState;

/// Requests on a page.
const PAGE: usize = 100;

/// Which part of the queue.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// The event; the academy's own when absent.
    #[serde(alias = "eventID", alias = "eventid", deserialize_with = "id")]
    #[param(value_type = Option<String>)]
    event_id: Option<String>,
    /// Where the previous page ended.
    cursor: Option<String>,
}

/// A page of the queue.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WishesAnswer {
    /// The oldest first, at most a hundred.
    wishes: Vec<AssistanceRequest>,
    /// How many are waiting in all.
    total: i64,
    /// Pass it to get the next page; null on the last.
    cursor: Option<String>,
}

/// A request for assistance.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AssistanceRequest {
    #[serde(flatten)]
    row: BookingRow,
    /// Which help; null if it was not stated.
    assistance_type: Option<String>,
    /// When they asked, ISO with `Z`.
    created_at: String,
    /// `cleared`, `not-cleared` or `expired`.
    screening: &'static str,
}

/// Undecided requests for assistance, the oldest first. To choose a place, send `user/event/booking` with the booking's id, a
/// day and a time; to decline, the same with `eventTestStatus: "declined"`. The help needed is health data: the audit log notes
/// once a day whose was shown to whom.
#[utoipa::path(
    get, path = "/api/event/admin/assistance", tag = "people", operation_id = "assistanceQueue",
    params(Params),
    responses(
        (status = 200, description = "A page of the queue", body = Envelope<WishesAnswer>),
        Malformed, DeliveryOnly, NoSuchEvent,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    Require { user, .. }: Require<HandleAssistance>,
    ApiQuery(query): ApiQuery<Params>,
) -> Result<Envelope<WishesAnswer>, ApiError> {
    let after = read_cursor(query.cursor.as_deref())?;
    let now_ms = state.clock.now_ms();
    let event_id = query.event_id;
    let job = state.clone();
    // A write job, since it also logs the readings.
    let read =
        state.db.write(async move |conn| read(conn, &job, &user, event_id, after, now_ms).await).await?;
    let QueuePage { event_id, rows, types, facts, total, cursor } = read;
    let today = london_date_time(now_ms).map_err(ApiError::internal)?.date;
    let positioned = with_positions(&state, &event_id, &rows).await?;
    let wishes = rows.iter().zip(types).zip(positioned).map(|((stored, kind), row)| {
        AssistanceRequest::of(stored, kind, row, facts.get(&stored.uaid), today)
    });
    Ok(Envelope(WishesAnswer { wishes: wishes.collect::<Result<_, _>>()?, total, cursor }))
}

struct QueuePage {
    event_id: String,
    rows: Vec<StaffRow>,
    types: Vec<Option<String>>,
    facts: HashMap<String, EligibilityFacts>,
    total: i64,
    cursor: Option<String>,
}

async fn read(
    conn: &mut Conn,
    state: &AppState,
    user: &CurrentUser,
    event_id: Option<String>,
    after: (i64, String),
    now_ms: i64,
) -> Result<QueuePage, ApiError> {
    let event_id = find_event(conn, event_id.as_deref()).await?.event_id;
    let limit = i64::try_from(PAGE + 1).unwrap_or(i64::MAX);
    let mut rows = booking::assistance_requests(conn, &event_id, (after.0, &after.1), limit).await?;
    let cursor = page::cut_at_cursor(&mut rows, PAGE, |row| format!("{}.{}", row.created_at, row.booking_id));
    let mut types = Vec::with_capacity(rows.len());
    for row in &rows {
        types.push(assistance_type(conn, state, user, row, now_ms).await?);
    }
    Ok(QueuePage {
        facts: eligibility::of_assistance_requests(conn, &event_id, &state.hub.consent_version()).await?,
        total: booking::count_assistance_requests(conn, &event_id).await?,
        event_id,
        rows,
        types,
        cursor,
    })
}

/// The help that was asked for; the reading is logged where something was said.
async fn assistance_type(
    conn: &mut Conn,
    state: &AppState,
    user: &CurrentUser,
    row: &StaffRow,
    now_ms: i64,
) -> Result<Option<String>, ApiError> {
    let Some(encrypted) = row.assistance_type_sealed.as_deref() else { return Ok(None) };
    let (cipher, reader, list) = (&state.cipher, user.reads(), List::Assistance);
    let health = HealthAccess::of_listed(conn, cipher, reader, &row.uaid, list, now_ms).await?;
    let Some(health) = health else { return Ok(None) };
    Ok(health.assistance_type(&row.booking_id, Some(encrypted))?)
}

impl AssistanceRequest {
    fn of(
        stored: &StaffRow,
        assistance_type: Option<String>,
        row: BookingRow,
        facts: Option<&EligibilityFacts>,
        today: Date,
    ) -> Result<Self, ApiError> {
        let rules = EligibilityRules::default();
        let screening = facts.map_or(Screening::Expired, |facts| Screening::of(&facts.record, &rules, today));
        let created_at = iso(stored.created_at).map_err(ApiError::internal)?;
        Ok(Self { row, assistance_type, created_at, screening: screening.as_str() })
    }
}

/// Instant and id of the last request of the previous page; for the first page, values before every request.
fn read_cursor(cursor: Option<&str>) -> Result<(i64, String), ApiError> {
    let Some(cursor) = cursor.filter(|cursor| !cursor.is_empty()) else { return Ok((-1, String::new())) };
    cursor
        .split_once('.')
        .and_then(|(at, id)| Some((at.parse().ok()?, id.to_owned())))
        .filter(|(_, id)| !id.is_empty() && !id.contains('\0'))
        .ok_or_else(page::cursor_invalid)
}
