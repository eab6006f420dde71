//! `POST /api/auth/signout`.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::Response;

use crate::auth::cookie::{self, Name};
use crate::auth::keys::stored_hash;
use crate::auth::protocol::Exchange;
use crate::db::{DbError, session as sessions};
use crate::error::ApiError;
use crate::state::AppState;

const CLEAR_SITE_DATA: HeaderName = HeaderName::from_static("clear-site-data");

/// Ends the session, on the server at once. Only the browser's cache is cleared: its storage may hold unsent scores.
#[utoipa::path(
    post, path = "/api/auth/signout", tag = "auth", operation_id = "signOut",
    request_body(content_type = "application/x-www-form-urlencoded", description = "`csrfToken, callbackUrl, json`"),
    responses((status = 200, description = "`{url}`; the session cookie is gone"))
)]
pub(super) async fn post(
    State(state): State<AppState>,
    headers: HeaderMap,
    mut exchange: Exchange,
) -> Result<Response, ApiError> {
    if !exchange.csrf_fits {
        return Ok(exchange.lead(StatusCode::OK, &format!("{}/signout?csrf=true", exchange.base)));
    }
    let https = state.config.https();
    if let Some(secret) = cookie::read(&headers, Name::Session, https) {
        let (hash, now_ms) = (stored_hash(&secret), state.clock.now_ms());
        let revoked: Result<(), DbError> = state
            .db
            .write(move |conn| Box::pin(async move { sessions::revoke_cookie(conn, &hash, now_ms).await }))
            .await;
        revoked?;
    }
    exchange.set(cookie::write(Name::Session, https, "", Some(0)));
    let mut response = exchange.lead(StatusCode::OK, &exchange.callback_url);
    response.headers_mut().insert(CLEAR_SITE_DATA, HeaderValue::from_static("\"cache\""));
    Ok(response)
}
