//! `GET` and `PUT /api/event/admin/protocols`: how the six tests are scored from now on.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sixfold_domain::protocol::{Protocol, ProtocolError, Protocols};
use sixfold_domain::test_type::TestType;
use utoipa::ToSchema;

use crate::auth::CurrentUser;
use crate::auth::require::{ManageResults, Require};
use crate::booking::protocol_body::{ProtocolBody, ProtocolSet};
use crate::db::Conn;
use crate::db::people::audit;
use crate::db::results::protocol;
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, once};
use crate::routes::refusals::DeliveryOnly;
use crate::state::AppState;

/// The protocols in force.
#[derive(Debug, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = ProtocolSet)]
pub(super) struct Current(Protocols);

/// Six protocols to replace those in force.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(super) struct ProtocolsBody {
    /// The version that the caller has seen; 409 unless it is still in force. Not checked when absent.
    #[serde(default)]
    version: Option<u32>,
    /// One for each test, in any order.
    tests: Vec<ProtocolBody>,
}

/// The protocols with which athletes onboarded from now on are scored.
#[utoipa::path(
    get, path = "/api/event/admin/protocols", tag = "people", operation_id = "protocols",
    responses(
        (status = 200, description = "The protocols in force", body = Envelope<Current>), DeliveryOnly,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    _: Require<ManageResults>,
) -> Result<Envelope<Current>, ApiError> {
    let protocols = state.db.read(protocol::current).await?;
    Ok(Envelope(Current(protocols)))
}

/// Replaces the protocols with a new version. Nothing is rescored: a booking keeps the version of its onboarding.
#[utoipa::path(
    put, path = "/api/event/admin/protocols", tag = "people", operation_id = "saveProtocols",
    request_body = ProtocolsBody,
    responses(
        (status = 200, description = "The protocols in force now", body = Envelope<Current>),
        (status = 409, description = "PROTOCOL_CHANGED: `error.current` is in force now", body = ErrorEnvelope),
        (status = 422, description = "PROTOCOL_INVALID: they cannot score anybody; IDEMPOTENCY_KEY_REUSED",
            body = ErrorEnvelope),
        DeliveryOnly,
    )
)]
pub(super) async fn put(
    State(state): State<AppState>,
    Require { user, .. }: Require<ManageResults>,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<ProtocolsBody>,
) -> Result<Answer, ApiError> {
    let now_ms = state.clock.now_ms();
    once(&state, &idempotency, async move |conn| save(conn, user, body, now_ms).await).await
}

async fn save(
    conn: &mut Conn,
    user: CurrentUser,
    body: ProtocolsBody,
    now_ms: i64,
) -> Result<Current, ApiError> {
    let current = protocol::current(conn).await?;
    if body.version.is_some_and(|seen| seen != current.version()) {
        let message = "Somebody else has changed the protocols meanwhile. Look at theirs first.";
        return Err(ApiError::conflict("PROTOCOL_CHANGED", message).with("current", &current));
    }
    let tests: Vec<Protocol> = body.tests.into_iter().map(Protocol::from).collect();
    let order: Vec<TestType> = tests.iter().map(|protocol| protocol.test_type).collect();
    let new = Protocols::new(current.version() + 1, tests).map_err(|error| invalid(error, &order))?;
    let changed: Vec<TestType> =
        TestType::ALL.into_iter().filter(|test| new.of(*test) != current.of(*test)).collect();
    if changed.is_empty() {
        return Ok(Current(current));
    }
    protocol::insert(conn, &new, user.uaid.as_str(), now_ms).await?;
    let entry = audit::Entry::by(user.actor(), "protocols.changed")
        .detail(json!({ "from": current, "to": new, "changed": changed }));
    audit::insert(conn, &entry, now_ms).await?;
    Ok(Current(new))
}

/// Names the number by its place in the request.
fn invalid(error: ProtocolError, order: &[TestType]) -> ApiError {
    let place = error.place().and_then(|(test, number)| {
        let index = order.iter().position(|one| *one == test)?;
        Some(format!("tests[{index}].{number}"))
    });
    ApiError::rule(error.code(), error.to_string()).field(place.unwrap_or_else(|| "tests".to_owned()))
}
