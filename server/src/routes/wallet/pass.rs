//! `GET /api/wallet/apple/v1/passes/{passType}/{serial}`: the newest pass of a ticket.

use std::time::{Duration, SystemTime};

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

use super::phone::{admit, apple_pass, authorise, check};
use crate::auth::sign_in::Origin;
use crate::db::messages::wallet as store;
use crate::http::ApiError;
use crate::routes::refusals::{NotFound, SignedIn, TooManyRequests};
use crate::state::AppState;

/// The newest pass; that of a booking that was called off is voided.
#[utoipa::path(
    get, path = "/api/wallet/apple/v1/passes/{passType}/{serial}", tag = "wallet", operation_id = "newestApplePass",
    params(
        ("passType" = String, Path, description = "The type of our passes"),
        ("serial" = String, Path, description = "The booking's id"),
        ("authorization" = Option<String>, Header, description = "`ApplePass` and the pass's own token"),
        ("if-modified-since" = Option<String>, Header, description = "The `Last-Modified` of the phone's pass"),
    ),
    responses(
        (status = 200, description = "The pass", content_type = "application/vnd.apple.pkpass", body = Vec<u8>),
        (status = 304, description = "The phone has it"),
        SignedIn, NotFound, TooManyRequests,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    origin: Origin,
    Path((pass_type, serial)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let wallet = admit(&state, &origin).await?;
    check(&wallet, &pass_type, None)?;
    authorise(&state, &headers, &serial)?;
    if state.config.wallets.apple_at(state.clock.now_ms()).is_none() {
        return Err(ApiError::not_found().message("The certificate of our passes has expired."));
    }
    let found = state.db.read(async |conn| store::find(conn, &serial).await).await;
    let ticket = found?.ok_or_else(ApiError::not_found)?;
    let changed = seconds(ticket.changed_at());
    let known = headers.get(header::IF_MODIFIED_SINCE).and_then(|value| read(value.to_str().ok()?));
    if known.is_some_and(|known| known >= changed) {
        return Ok(StatusCode::NOT_MODIFIED.into_response());
    }
    // A pass of this very second is dated a second back: it may change again before the second is over (RFC 9110, 8.8.2.2).
    let dated = if seconds(state.clock.now_ms()) == changed { changed.saturating_sub(1) } else { changed };
    let mut answer = apple_pass(&state, &wallet, ticket).await?;
    let at = SystemTime::UNIX_EPOCH + Duration::from_secs(dated);
    let at = HeaderValue::from_str(&httpdate::fmt_http_date(at)).map_err(ApiError::internal)?;
    answer.headers_mut().insert(header::LAST_MODIFIED, at);
    Ok(answer)
}

fn seconds(at_ms: i64) -> u64 {
    u64::try_from(at_ms / 1_000).unwrap_or_default()
}

fn read(text: &str) -> Option<u64> {
    let at = httpdate::parse_http_date(text).ok()?;
    at.duration_since(SystemTime::UNIX_EPOCH).ok().map(|since| since.as_secs())
}
