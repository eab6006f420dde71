//! Who a phone is and what it may ask, and the pass that it gets.

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};

use crate::auth::Keys;
use crate::auth::keys::constant_time_eq;
use crate::auth::sign_in::{self, Origin};
use crate::config::wallets::AppleWallet;
use crate::db::messages::wallet::WalletTicket;
use crate::db::upkeep::throttle::Limit;
use crate::http::ApiError;
use crate::site;
use crate::state::AppState;
use crate::wallet::TicketFacts;
use crate::wallet::apple::{CONTENT_TYPE, package};

/// Calls of one address in a minute: a mobile network hides many phones behind one.
const CALLS: Limit = Limit { scope: "wallet", attempts: 600, window_ms: 60_000 };
const LONGEST_ID: usize = 100;

/// Counts the call, and refuses it unless Apple Wallet is configured.
pub(super) async fn admit(state: &AppState, origin: &Origin) -> Result<Arc<AppleWallet>, ApiError> {
    let wallet = state.config.wallets.apple.clone().ok_or_else(ApiError::not_found)?;
    sign_in::throttle(state, CALLS, &origin.counted()).await?;
    Ok(wallet)
}

/// Refuses passes of another type, and ids that no phone has.
pub(super) fn check(wallet: &AppleWallet, pass_type: &str, device: Option<&str>) -> Result<(), ApiError> {
    let plain = |id: &str| id.len() <= LONGEST_ID && id.bytes().all(|byte| byte.is_ascii_graphic());
    if pass_type == wallet.pass_type && device.is_none_or(plain) {
        return Ok(());
    }
    Err(ApiError::not_found())
}

/// Whether the phone shows the token of this ticket: `Authorization: ApplePass TOKEN`. Tokens made with an earlier secret count.
pub(super) fn authorise(state: &AppState, headers: &HeaderMap, booking_id: &str) -> Result<(), ApiError> {
    let shown =
        headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("ApplePass "));
    let shown = shown.ok_or_else(ApiError::unauthorised)?;
    let earlier =
        state.config.previous_secrets.iter().map(|secret| Keys::derive(secret).wallet_token(booking_id));
    let known = [state.auth.keys.wallet_token(booking_id)].into_iter().chain(earlier);
    // All are compared, so that the time does not tell which.
    let fits = known.map(|token| constant_time_eq(&token, shown)).fold(false, |any, fits| any | fits);
    if fits { Ok(()) } else { Err(ApiError::unauthorised()) }
}

/// The newest pass of a ticket.
pub(in crate::routes) async fn apple_pass(
    state: &AppState,
    wallet: &Arc<AppleWallet>,
    ticket: WalletTicket,
) -> Result<Response, ApiError> {
    let (site, public_url) = (site::title(state).await, state.config.public_url.clone());
    let (token, now_ms) = (state.auth.keys.wallet_token(&ticket.booking_id), state.clock.now_ms());
    let wallet = wallet.clone();
    let made = tokio::task::spawn_blocking(move || {
        let facts = TicketFacts { ticket: &ticket, site: &site, public_url: &public_url };
        package(&wallet, &facts, &token, now_ms)
    });
    let pass = made.await.map_err(ApiError::internal)?.map_err(ApiError::internal)?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(CONTENT_TYPE)),
        (header::CACHE_CONTROL, HeaderValue::from_static("private, no-store")),
    ];
    Ok((headers, pass).into_response())
}
