//! `POST /api/wallet/apple/v1/log`: what goes wrong in a phone's wallet, for the operator's log.

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::phone::admit;
use crate::auth::sign_in::{self, Origin};
use crate::db::upkeep::throttle::Limit;
use crate::http::{ApiError, ApiJson};
use crate::routes::auth::cleaned;
use crate::routes::refusals::{Malformed, NotFound, TooManyRequests};
use crate::state::AppState;

/// How many lines of one call are logged.
const LINES: usize = 10;
/// Reports of one address in a minute: anybody may send them, and each becomes lines of the log.
const REPORTS: Limit = Limit { scope: "wallet-log", attempts: 30, window_ms: 60_000 };

/// What a phone reports.
#[derive(Deserialize, ToSchema)]
#[schema(as = WalletLog)]
pub(super) struct Body {
    logs: Vec<String>,
}

/// Writes a phone's reports into the log, without what identifies it. Nothing is stored.
#[utoipa::path(
    post, path = "/api/wallet/apple/v1/log", tag = "wallet", operation_id = "logAppleWallet", request_body = Body,
    responses((status = 200, description = "Read"), Malformed, NotFound, TooManyRequests)
)]
pub(super) async fn post(
    State(state): State<AppState>,
    origin: Origin,
    body: Result<ApiJson<Body>, ApiError>,
) -> Result<StatusCode, ApiError> {
    admit(&state, &origin).await?;
    sign_in::throttle(&state, REPORTS, &origin.counted()).await?;
    let ApiJson(Body { logs }) = body?;
    for line in logs.iter().take(LINES) {
        tracing::warn!(wallet = true, reported = cleaned(line), "a phone reports");
    }
    Ok(StatusCode::OK)
}
