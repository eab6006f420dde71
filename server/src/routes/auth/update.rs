//! `POST /api/auth/session`: the client updates its session. `data`, a small JSON object, replaces the session's `data`;
//! identity and role are never taken from it.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde_json::{Map, Value};

use super::answers::Session;
use super::read::current;
use crate::auth::cookie::{self, Name};
use crate::auth::extract::live_by_cookie;
use crate::auth::protocol::{CallbackRefused, Exchange};
use crate::db::sign_in::session as sessions;
use crate::http::ApiError;
use crate::state::AppState;

/// The most bytes of JSON that are stored.
const LONGEST: usize = 2_048;

/// The session, for a body with the right CSRF token.
#[utoipa::path(
    post, path = "/api/auth/session", tag = "auth", operation_id = "updateSession",
    request_body(content_type = "application/json", description = "`{csrfToken, data}`; `data` an object of at most 2,048 bytes"),
    responses(
        (status = 200, description = "The session; empty without one", body = Session),
        (status = 400, description = "Wrong CSRF token, or `data` that cannot be stored: empty", body = Session),
        CallbackRefused,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    headers: HeaderMap,
    mut exchange: Exchange,
) -> Result<Response, ApiError> {
    let data = exchange.fields.get("data").map(|text| read(text));
    if !exchange.csrf_fits || matches!(data, Some(None)) {
        return exchange.json(StatusCode::BAD_REQUEST, &Session::default());
    }
    if let Some(data) = data.flatten() {
        keep(&state, &headers, data).await?;
    }
    let body = current(&state, &headers, &mut exchange).await?;
    exchange.json(StatusCode::OK, &body)
}

/// `data` as it is stored, if it is an object and small enough.
fn read(text: &str) -> Option<String> {
    if text.len() > LONGEST {
        return None;
    }
    let object: Map<String, Value> = serde_json::from_str(text).ok()?;
    serde_json::to_string(&object).ok()
}

async fn keep(state: &AppState, headers: &HeaderMap, data: String) -> Result<(), ApiError> {
    let Some(secret) = cookie::read(headers, Name::Session, state.config.https()) else { return Ok(()) };
    let Some(row) = live_by_cookie(state, &secret).await? else { return Ok(()) };
    Ok(state
        .db
        .write(async move |conn| sessions::set_client_data(conn, &row.session_id, &data).await)
        .await?)
}
