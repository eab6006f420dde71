//! `GET /api/wallet/apple/v1/devices/{device}/registrations/{passType}`: which tickets of a phone have changed.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::phone::{admit, check};
use crate::auth::sign_in::Origin;
use crate::db::messages::wallet as store;
use crate::http::{ApiError, ApiQuery};
use crate::routes::refusals::{Malformed, NotFound, TooManyRequests};
use crate::state::AppState;

/// How far back the list reaches beyond the phone's last: a change may be stored a little after one that is newer.
const OVERLAP_MS: i64 = 30_000;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// The `lastUpdated` of the phone's last list; everything when absent.
    passes_updated_since: Option<i64>,
}

/// The tickets that have changed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChangedPasses)]
pub(super) struct Changed {
    /// The bookings' ids, a hundred at most.
    serial_numbers: Vec<String>,
    /// For the next list.
    last_updated: String,
}

/// The tickets of a phone that have changed since its last list. The phone's own id, which nobody else knows, authorises.
#[utoipa::path(
    get, path = "/api/wallet/apple/v1/devices/{device}/registrations/{passType}", tag = "wallet",
    operation_id = "changedApplePasses",
    params(
        ("device" = String, Path, description = "The phone's own id"),
        ("passType" = String, Path, description = "The type of our passes"),
        Params,
    ),
    responses(
        (status = 200, description = "They have changed", body = Changed),
        (status = 204, description = "None has changed"),
        Malformed, NotFound, TooManyRequests,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    origin: Origin,
    Path((device, pass_type)): Path<(String, String)>,
    ApiQuery(params): ApiQuery<Params>,
) -> Result<Response, ApiError> {
    let wallet = admit(&state, &origin).await?;
    check(&wallet, &pass_type, Some(&device))?;
    let since_ms = params.passes_updated_since.map_or(0, |since| since.saturating_sub(OVERLAP_MS));
    let changed = state.db.read(async |conn| store::changed(conn, &device, since_ms).await).await;
    let changed = changed?;
    let Some((_, newest)) = changed.first() else { return Ok(StatusCode::NO_CONTENT.into_response()) };
    let last_updated = newest.to_string();
    let serial_numbers = changed.into_iter().map(|(booking_id, _)| booking_id).collect();
    Ok(Json(Changed { serial_numbers, last_updated }).into_response())
}
