//! `GET /api/event/ticket/apple` and `google`: the caller's own ticket for the wallet of a phone (RULES 4.14).

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::auth::CurrentUser;
use crate::booking::refusals::no_booking;
use crate::db::messages::wallet::{self as store, WalletTicket};
use crate::http::{ApiError, ApiQuery, Envelope, ErrorEnvelope, Own};
use crate::routes::refusals::{Malformed, OwnOnly};
use crate::routes::wallet::apple_pass;
use crate::site;
use crate::state::AppState;
use crate::wallet::{TicketFacts, google, may_be_kept};

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// The caller's open booking.
    #[param(example = "7")]
    booking_id: String,
}

/// Where Google offers to save the ticket.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SaveLink {
    url: String,
}

/// The ticket of a confirmed booking whose day has not passed, as a pass for Apple Wallet.
#[utoipa::path(
    get, path = "/api/event/ticket/apple", tag = "wallet", operation_id = "appleTicket",
    params(Params),
    responses(
        (status = 200, description = "The pass", content_type = "application/vnd.apple.pkpass", body = Vec<u8>),
        (status = 404, description = "No such booking of the caller, or Apple Wallet is not configured, or its certificate has expired", body = ErrorEnvelope),
        (status = 409, description = "STATUS_CONFLICT: not confirmed, or over", body = ErrorEnvelope),
        Malformed, OwnOnly,
    )
)]
pub(super) async fn apple(
    State(state): State<AppState>,
    Own(user): Own,
    ApiQuery(params): ApiQuery<Params>,
) -> Result<Response, ApiError> {
    let wallet =
        state.config.wallets.apple_at(state.clock.now_ms()).cloned().ok_or_else(ApiError::not_found)?;
    let ticket = own_ticket(&state, &user, params.booking_id).await?;
    let mut answer = apple_pass(&state, &wallet, ticket).await?;
    let name = HeaderValue::from_static("attachment; filename=\"ticket.pkpass\"");
    answer.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    Ok(answer.into_response())
}

/// The link with which the ticket of a confirmed booking whose day has not passed is saved in Google Wallet.
#[utoipa::path(
    get, path = "/api/event/ticket/google", tag = "wallet", operation_id = "googleTicket",
    params(Params),
    responses(
        (status = 200, description = "The link", body = Envelope<SaveLink>),
        (status = 404, description = "No such booking of the caller, or Google Wallet is not configured", body = ErrorEnvelope),
        (status = 409, description = "STATUS_CONFLICT: not confirmed, or over", body = ErrorEnvelope),
        Malformed, OwnOnly,
    )
)]
pub(super) async fn google(
    State(state): State<AppState>,
    Own(user): Own,
    ApiQuery(params): ApiQuery<Params>,
) -> Result<Envelope<SaveLink>, ApiError> {
    let wallet = state.config.wallets.google.clone().ok_or_else(ApiError::not_found)?;
    let ticket = own_ticket(&state, &user, params.booking_id).await?;
    let site = site::title(&state).await;
    let facts = TicketFacts { ticket: &ticket, site: &site, public_url: &state.config.public_url };
    let url = google::save_link(&wallet, &facts, state.clock.now_ms()).map_err(ApiError::internal)?;
    Ok(Envelope(SaveLink { url }))
}

async fn own_ticket(
    state: &AppState,
    user: &CurrentUser,
    booking_id: String,
) -> Result<WalletTicket, ApiError> {
    let found = state.db.read(async |conn| store::find(conn, &booking_id).await).await;
    let ticket = found?.filter(|ticket| ticket.uaid == user.uaid.as_str()).ok_or_else(no_booking)?;
    let today = state.today()?;
    if may_be_kept(&ticket, today) {
        return Ok(ticket);
    }
    let message = "Only a booking that is confirmed and still ahead goes into a wallet.";
    Err(ApiError::conflict("STATUS_CONFLICT", message))
}
