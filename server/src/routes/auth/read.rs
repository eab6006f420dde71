//! `GET /api/auth/{csrf, providers, session}`.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde_json::{Map, Value, json};

use crate::auth::CurrentUser;
use crate::auth::cookie::{self, Name};
use crate::auth::extract::live_by_cookie;
use crate::auth::protocol::Exchange;
use crate::config::oidc::CREDENTIALS;
use crate::error::ApiError;
use crate::state::AppState;

/// The CSRF token that belongs to this browser's cookie.
#[utoipa::path(get, path = "/api/auth/csrf", tag = "auth", operation_id = "csrfToken", responses((status = 200, description = "`{csrfToken}`")))]
pub(super) async fn csrf(exchange: Exchange) -> Response {
    exchange.json(StatusCode::OK, &json!({ "csrfToken": exchange.csrf_token }))
}

/// The ways to sign in that the configuration lets.
#[utoipa::path(
    get, path = "/api/auth/providers", tag = "auth", operation_id = "listProviders",
    responses((status = 200, description = "`{id: {id, name, type, signinUrl, callbackUrl}}`"))
)]
pub(super) async fn providers(State(state): State<AppState>, exchange: Exchange) -> Response {
    let base = &exchange.base;
    let entry = |id: &str, name: &str, kind: &str| {
        let entry = json!({
            "id": id,
            "name": name,
            "type": kind,
            "signinUrl": format!("{base}/signin/{id}"),
            "callbackUrl": format!("{base}/callback/{id}"),
        });
        (id.to_owned(), entry)
    };
    let own = state.config.takes_passwords().then(|| entry(CREDENTIALS, "Sixfold account", "credentials"));
    let others =
        state.auth.providers.all().iter().map(|one| entry(&one.settings.id, &one.settings.name, "oauth"));
    let all: Map<String, Value> = own.into_iter().chain(others).collect();
    exchange.json(StatusCode::OK, &Value::Object(all))
}

/// The session of this browser's cookie: `{}` when there is none.
#[utoipa::path(
    get, path = "/api/auth/session", tag = "auth", operation_id = "currentSession",
    responses((status = 200, description = "`{}` or `{user, expires, uaid, role, token, stamp}`"))
)]
pub(super) async fn session(
    State(state): State<AppState>,
    headers: HeaderMap,
    mut exchange: Exchange,
) -> Result<Response, ApiError> {
    let body = current(&state, &headers, &mut exchange).await?;
    Ok(exchange.json(StatusCode::OK, &body))
}

/// The session as the client reads it; a dead cookie is taken away.
pub(super) async fn current(
    state: &AppState,
    headers: &HeaderMap,
    exchange: &mut Exchange,
) -> Result<Value, ApiError> {
    let https = state.config.https();
    let Some(secret) = cookie::read(headers, Name::Session, https) else { return Ok(json!({})) };
    let Some(row) = live_by_cookie(state, &secret).await? else {
        exchange.set(cookie::write(Name::Session, https, "", Some(0)));
        return Ok(json!({}));
    };
    let user = CurrentUser::from_row(&row, state.auth.keys.api_token(&secret), &state.config)?;
    let expires = jiff::Timestamp::from_millisecond(user.expires_at).map_err(ApiError::internal)?;
    let name = if user.name.is_empty() { Value::Null } else { json!(user.name) };
    Ok(json!({
        "user": {
            "name": name, "email": user.email, "image": null,
            "uaid": user.uaid, "role": user.role, "token": user.token, "stamp": user.stamp,
        },
        "expires": format!("{expires:.3}"),
        "uaid": user.uaid, "role": user.role, "token": user.token, "stamp": user.stamp,
    }))
}
