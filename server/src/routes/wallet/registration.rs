//! `POST` and `DELETE /api/wallet/apple/v1/devices/{device}/registrations/{passType}/{serial}`: a phone has a ticket from now on,
//! or no longer.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use utoipa::ToSchema;

use super::phone::{admit, authorise, check};
use crate::auth::sign_in::Origin;
use crate::db::messages::wallet::{self as store, Registration};
use crate::http::{ApiError, ApiJson};
use crate::routes::refusals::{NotFound, SignedIn, TooManyRequests};
use crate::state::AppState;

/// The longest push token, in hexadecimal digits; Apple's have 64 today.
const LONGEST_TOKEN: usize = 200;

/// By what the phone is notified.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WalletDevice)]
pub(super) struct Body {
    /// Hexadecimal.
    push_token: String,
}

/// Registers a phone for the changes of a ticket.
#[utoipa::path(
    post, path = "/api/wallet/apple/v1/devices/{device}/registrations/{passType}/{serial}", tag = "wallet",
    operation_id = "registerAppleDevice", request_body = Body,
    params(
        ("device" = String, Path, description = "The phone's own id"),
        ("passType" = String, Path, description = "The type of our passes"),
        ("serial" = String, Path, description = "The booking's id"),
        ("authorization" = Option<String>, Header, description = "`ApplePass` and the pass's own token"),
    ),
    responses(
        (status = 200, description = "It was registered already"),
        (status = 201, description = "It is registered"),
        SignedIn, NotFound, TooManyRequests,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    origin: Origin,
    Path((device, pass_type, serial)): Path<(String, String, String)>,
    headers: HeaderMap,
    body: Result<ApiJson<Body>, ApiError>,
) -> Result<StatusCode, ApiError> {
    let wallet = admit(&state, &origin).await?;
    check(&wallet, &pass_type, Some(&device))?;
    authorise(&state, &headers, &serial)?;
    let ApiJson(Body { push_token }) = body?;
    let hexadecimal = push_token.bytes().all(|byte| byte.is_ascii_hexdigit());
    if push_token.is_empty() || push_token.len() > LONGEST_TOKEN || !hexadecimal {
        return Err(ApiError::invalid("pushToken", "That is no push token."));
    }
    let (cipher, now_ms) = (state.cipher.clone(), state.clock.now_ms());
    let registered: Result<bool, ApiError> = state
        .db
        .write(async move |conn| {
            store::find(conn, &serial).await?.ok_or_else(ApiError::not_found)?;
            let registration = Registration { device: &device, booking_id: &serial };
            Ok(store::register(conn, &cipher, &registration, &push_token, now_ms).await?)
        })
        .await;
    Ok(if registered? { StatusCode::CREATED } else { StatusCode::OK })
}

/// Forgets a phone that has thrown a ticket away.
#[utoipa::path(
    delete, path = "/api/wallet/apple/v1/devices/{device}/registrations/{passType}/{serial}", tag = "wallet",
    operation_id = "unregisterAppleDevice",
    params(
        ("device" = String, Path, description = "The phone's own id"),
        ("passType" = String, Path, description = "The type of our passes"),
        ("serial" = String, Path, description = "The booking's id"),
        ("authorization" = Option<String>, Header, description = "`ApplePass` and the pass's own token"),
    ),
    responses((status = 200, description = "It is forgotten"), SignedIn, NotFound, TooManyRequests)
)]
pub(super) async fn delete(
    State(state): State<AppState>,
    origin: Origin,
    Path((device, pass_type, serial)): Path<(String, String, String)>,
    headers: HeaderMap,
) -> Result<StatusCode, ApiError> {
    let wallet = admit(&state, &origin).await?;
    check(&wallet, &pass_type, Some(&device))?;
    authorise(&state, &headers, &serial)?;
    let forgotten: Result<(), ApiError> = state
        .db
        .write(async move |conn| {
            let registration = Registration { device: &device, booking_id: &serial };
            Ok(store::unregister(conn, &registration).await?)
        })
        .await;
    forgotten.map(|()| StatusCode::OK)
}
