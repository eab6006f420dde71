//! `POST /api/auth/session`: the client asks for the session anew. Our sessions hold nothing that a client may write.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use super::answers::Session;
use super::read::current;
use crate::auth::protocol::Exchange;
use crate::error::ApiError;
use crate::state::AppState;

/// The session, for a body with the right CSRF token.
#[utoipa::path(
    post, path = "/api/auth/session", tag = "auth", operation_id = "updateSession",
    request_body(content_type = "application/json", description = "`{csrfToken, data}`"),
    responses(
        (status = 200, description = "The session; empty when there is none", body = Session),
        (status = 400, description = "Wrong CSRF token: empty", body = Session),
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    headers: HeaderMap,
    mut exchange: Exchange,
) -> Result<Response, ApiError> {
    if !exchange.csrf_fits {
        return exchange.json(StatusCode::BAD_REQUEST, &Session::default());
    }
    let body = current(&state, &headers, &mut exchange).await?;
    exchange.json(StatusCode::OK, &body)
}
