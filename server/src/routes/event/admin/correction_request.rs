//! `POST`, `GET` and `DELETE /api/event/admin/results/request`: results that the server refused from a tablet, handed to
//! programme delivery with both values. They are corrected with `results/correct`, or dismissed here.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sixfold_domain::identity::Uaid;
use sixfold_domain::protocol::Unit;
use sixfold_domain::score::Score;
use sixfold_domain::test_type::TestType;
use utoipa::ToSchema;

use super::super::details;
use super::super::payload::{Succeeded, id, uaid};
use super::desk::Desk;
use super::results::{AttemptAnswer, RecordedTest, ResultBody, Results};
use super::test;
use crate::auth::CurrentUser;
use crate::auth::require::{ManageResults, Require, RunTests};
use crate::config::clock::iso;
use crate::db::Conn;
use crate::db::people::audit;
use crate::db::results::correction_request::{self as request, New, Outcome, PAGE, Row};
use crate::db::results::protocol;
use crate::db::results::result::{self, Stored, TabletStamp, TestStatus};
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, once};
use crate::routes::page;
use crate::routes::refusals::{BookingNotFound, DeliveryOnly, DeskOnly, KeyReused};
use crate::state::AppState;

/// The most open requests about one booking.
const WAITING_MAX: i64 = 10;

/// Results that a tablet has and the server refused.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RequestBody {
    #[serde(default, deserialize_with = "uaid")]
    #[schema(value_type = String, example = "10000001")]
    uaid: Option<Uaid>,
    #[serde(default, alias = "eventBookingID", alias = "EventBookingId", deserialize_with = "id")]
    #[schema(value_type = String)]
    event_booking_id: Option<String>,
    /// The tests as recorded at the desk.
    #[serde(default)]
    #[schema(value_type = Vec<ResultBody>)]
    results: Results,
    /// The notes of a refused final.
    #[serde(default)]
    notes: Option<String>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RequestAnswer {
    request_id: String,
}

#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct WhichRequest {
    #[serde(deserialize_with = "id")]
    #[schema(value_type = String)]
    request_id: Option<String>,
}

/// Open requests.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Requests {
    /// The oldest first, at most a hundred.
    requests: Vec<RequestRow>,
    /// Whether there are more.
    more: bool,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RequestRow {
    request_id: String,
    event_booking_id: String,
    uaid: String,
    first_name: String,
    last_name: String,
    /// `YYYY-MM-DD`; null for a booking without a place.
    booking_date: Option<String>,
    /// `HH:MM`.
    booking_time: Option<String>,
    /// The booking's status; only a completed one can be corrected.
    event_test_status: String,
    /// The stored final score.
    #[schema(value_type = Option<f64>)]
    score: Option<Score>,
    /// Whether the score was removed; omitted otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    score_removed: bool,
    /// ISO with `Z`.
    asked_at: String,
    /// The name of the person who asked.
    asked_by: String,
    /// The notes of a refused final.
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<String>,
    /// The six tests with both values.
    tests: Vec<BothValues>,
}

/// One test, as recorded at the desk and as stored.
#[derive(Debug, Serialize, ToSchema)]
struct BothValues {
    #[serde(rename = "TestType")]
    #[schema(value_type = String)]
    test: TestType,
    /// The unit of its measurements.
    #[schema(value_type = String, example = "s")]
    unit: Unit,
    /// Null if the desk recorded nothing.
    desk: Option<DeskValue>,
    stored: RecordedTest,
}

/// A test as the desk recorded it.
#[derive(Debug, Serialize, ToSchema)]
struct DeskValue {
    /// `closed` or `dnt`.
    status: &'static str,
    /// Its points by the protocols of its day; null for a test that was not taken, and where they give none.
    #[schema(value_type = Option<f64>)]
    score: Option<Score>,
    #[serde(rename = "Attempts")]
    attempts: Vec<AttemptAnswer>,
}

/// Hands over results that the server refused, for programme delivery to correct or dismiss. Stored results do not change. They
/// are taken as they were measured, up to ten attempts of a test; only a correction has to be plausible.
#[utoipa::path(
    post, path = "/api/event/admin/results/request", tag = "desk", operation_id = "requestCorrection",
    request_body = RequestBody,
    responses(
        (status = 200, description = "Handed over", body = Succeeded<RequestAnswer>),
        (status = 409, description = "REQUESTS_MANY: ten requests about that booking are open already", body = ErrorEnvelope),
        (status = 422, description = "TEST_UNKNOWN, ATTEMPT_INVALID, ATTEMPTS_TOO_MANY; IDEMPOTENCY_KEY_REUSED", body = ErrorEnvelope),
        DeskOnly, BookingNotFound,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Require { user, .. }: Require<RunTests>,
    idempotency: Idempotency,
    stamp: TabletStamp,
    ApiJson(body): ApiJson<RequestBody>,
) -> Result<Answer, ApiError> {
    let (uaid, booking_id) = test::whose(body.uaid, body.event_booking_id, "eventBookingId")?;
    let (results, notes) = (body.results.require_some()?, details::text(body.notes, "notes")?);
    let act = Desk::new(&state, user, stamp)?;
    let idempotency = idempotency.about(&uaid);
    once(&state, &idempotency, async move |conn| ask(conn, act, uaid, booking_id, results, notes).await).await
}

async fn ask(
    conn: &mut Conn,
    act: Desk,
    uaid: String,
    booking_id: String,
    results: Results,
    notes: Option<String>,
) -> Result<RequestAnswer, ApiError> {
    let booking = act.lock(conn, &uaid, &booking_id).await?;
    let protocols = match booking.onboarded_at {
        Some(_) => protocol::of_version(conn, booking.protocol_version).await?,
        // Onboarded by the tablet alone, with the protocols of its list.
        None => protocol::current(conn).await?,
    };
    for (field, _, body) in results.read("results")? {
        body.status(&field)?;
        body.measured(&field)?;
    }
    if request::open_of(conn, &booking.id).await? >= WAITING_MAX {
        let message = "Programme delivery has several requests about this booking already. Talk to them.";
        return Err(ApiError::conflict("REQUESTS_MANY", message));
    }
    let new = New {
        booking_id: &booking.id,
        uaid: &booking.uaid,
        results: &results.to_json().to_string(),
        notes: notes.as_deref(),
        by: act.user.uaid.as_str(),
        device: act.stamp.device.as_deref(),
        protocol_version: i64::from(protocols.version()),
    };
    let request_id = request::insert(conn, &new, act.now_ms).await?;
    act.record(conn, "result.correction.requested", &booking, json!({ "request": request_id })).await?;
    Ok(RequestAnswer { request_id })
}

/// The open requests, each test with both values.
#[utoipa::path(
    get, path = "/api/event/admin/results/request", tag = "people", operation_id = "correctionRequests",
    responses((status = 200, description = "The open requests", body = Envelope<Requests>), DeliveryOnly)
)]
pub(super) async fn get(
    State(state): State<AppState>,
    _: Require<ManageResults>,
) -> Result<Envelope<Requests>, ApiError> {
    state.db.read(list).await.map(Envelope)
}

async fn list(conn: &mut Conn) -> Result<Requests, ApiError> {
    let mut rows = request::open(conn).await?;
    let more = page::cut(&mut rows, PAGE);
    let mut requests = Vec::with_capacity(rows.len());
    for row in rows {
        requests.push(read(conn, row).await?);
    }
    Ok(Requests { requests, more })
}

async fn read(conn: &mut Conn, row: Row) -> Result<RequestRow, ApiError> {
    let protocols = protocol::of_version(conn, row.protocol_version).await?;
    let stored = result::find(conn, &row.booking_id).await?;
    let requested: Results = serde_json::from_str(&row.results).map_err(ApiError::internal)?;
    let requested = requested.read("results")?;
    let mut tests = Vec::with_capacity(TestType::ALL.len());
    for test in TestType::ALL {
        let protocol = protocols.of(test);
        let desk = requested.iter().find(|(_, requested, _)| *requested == test);
        let desk = desk.map(|(field, _, body)| -> Result<DeskValue, ApiError> {
            let (status, attempts) = (body.status(field)?, body.measured(field)?);
            Ok(DeskValue {
                status: status.into_str(),
                score: if status == TestStatus::Closed { protocol.score(&attempts).ok() } else { None },
                attempts: attempts.into_iter().map(|score| AttemptAnswer { score }).collect(),
            })
        });
        let of = |stored: &&Stored| stored.test == test;
        tests.push(BothValues {
            test,
            unit: protocol.unit,
            desk: desk.transpose()?,
            stored: stored.iter().find(of).map_or_else(|| RecordedTest::none(test), RecordedTest::of),
        });
    }
    Ok(RequestRow {
        score: row.score,
        score_removed: row.score_removed,
        asked_at: iso(row.asked_at).map_err(ApiError::internal)?,
        asked_by: format!("{} {}", row.asked_by_first_name, row.asked_by_last_name).trim().to_owned(),
        request_id: row.request_id,
        event_booking_id: row.booking_id,
        uaid: row.uaid,
        first_name: row.first_name,
        last_name: row.last_name,
        booking_date: row.test_date,
        booking_time: row.test_time,
        event_test_status: row.status,
        notes: row.notes,
        tests,
    })
}

/// Dismisses a request; stored results do not change.
#[utoipa::path(
    delete, path = "/api/event/admin/results/request", tag = "people", operation_id = "dismissCorrection",
    request_body = WhichRequest,
    responses(
        (status = 200, description = "Dismissed", body = Succeeded<RequestAnswer>),
        (status = 404, description = "REQUEST_NOT_FOUND", body = ErrorEnvelope),
        (status = 409, description = "REQUEST_SETTLED: somebody has decided already", body = ErrorEnvelope),
        DeliveryOnly, KeyReused,
    )
)]
pub(super) async fn delete(
    State(state): State<AppState>,
    Require { user, .. }: Require<ManageResults>,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<WhichRequest>,
) -> Result<Answer, ApiError> {
    let request_id = body.request_id.ok_or_else(|| ApiError::missing("requestId"))?;
    let now_ms = state.clock.now_ms();
    once(&state, &idempotency, async move |conn| {
        let (booking_id, uaid) = settle(conn, &user, &request_id, Outcome::Dismissed, now_ms).await?;
        let (subject, object) = (Some(uaid.as_str()), Some(booking_id.as_str()));
        audit::by(conn, user.actor(), "result.correction.dismissed", subject, object, now_ms).await?;
        Ok(RequestAnswer { request_id })
    })
    .await
}

/// Settles an open request; returns its booking and athlete.
pub(super) async fn settle(
    conn: &mut Conn,
    user: &CurrentUser,
    request_id: &str,
    outcome: Outcome,
    now_ms: i64,
) -> Result<(String, String), ApiError> {
    let about = request::about(conn, request_id).await?.ok_or_else(|| {
        let error = ApiError::not_found().message("There is no such request.");
        error.field("requestId").renamed("REQUEST_NOT_FOUND")
    })?;
    if !request::settle(conn, request_id, outcome, user.uaid.as_str(), now_ms).await? {
        let message = "Somebody has decided about this request already.";
        return Err(ApiError::conflict("REQUEST_SETTLED", message).field("requestId"));
    }
    Ok(about)
}
