//! `GET /api/auth/{csrf, providers, session}`.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use super::answers::{CsrfToken, Session, SignInMethod};
use crate::auth::CurrentUser;
use crate::auth::cookie::{self, Name};
use crate::auth::extract::live_by_cookie;
use crate::auth::protocol::{CallbackRefused, Exchange};
use crate::config::clock::iso;
use crate::config::oidc::CREDENTIALS;
use crate::http::ApiError;
use crate::state::AppState;

/// The CSRF token that belongs to this browser's cookie.
#[utoipa::path(
    get, path = "/api/auth/csrf", tag = "auth", operation_id = "csrfToken",
    responses((status = 200, description = "The token", body = CsrfToken), CallbackRefused)
)]
pub(super) async fn csrf(exchange: Exchange) -> Result<Response, ApiError> {
    exchange.json(StatusCode::OK, &CsrfToken { csrf_token: exchange.csrf_token.clone() })
}

/// The ways to sign in, as configured.
#[utoipa::path(
    get, path = "/api/auth/providers", tag = "auth", operation_id = "listProviders",
    responses((status = 200, description = "The ways to sign in, by their ids", body = BTreeMap<String, SignInMethod>), CallbackRefused)
)]
pub(super) async fn providers(
    State(state): State<AppState>,
    exchange: Exchange,
) -> Result<Response, ApiError> {
    let base = &exchange.base;
    let entry = |id: &str, name: &str, kind: &'static str| {
        let method = SignInMethod {
            id: id.to_owned(),
            name: name.to_owned(),
            kind,
            signin_url: format!("{base}/signin/{id}"),
            callback_url: format!("{base}/callback/{id}"),
        };
        (id.to_owned(), method)
    };
    let own = state.config.takes_passwords().then(|| entry(CREDENTIALS, "Sixfold account", "credentials"));
    let others =
        state.auth.providers.all().iter().map(|one| entry(&one.settings.id, &one.settings.name, "oauth"));
    let all: BTreeMap<String, SignInMethod> = own.into_iter().chain(others).collect();
    exchange.json(StatusCode::OK, &all)
}

/// The session of this browser's cookie: `{}` without one.
#[utoipa::path(
    get, path = "/api/auth/session", tag = "auth", operation_id = "currentSession",
    responses((status = 200, description = "The session; empty without one", body = Session), CallbackRefused)
)]
pub(super) async fn session(
    State(state): State<AppState>,
    headers: HeaderMap,
    mut exchange: Exchange,
) -> Result<Response, ApiError> {
    let body = current(&state, &headers, &mut exchange).await?;
    exchange.json(StatusCode::OK, &body)
}

/// The session as the client expects it; a cookie without a live session is removed.
pub(super) async fn current(
    state: &AppState,
    headers: &HeaderMap,
    exchange: &mut Exchange,
) -> Result<Session, ApiError> {
    let https = state.config.https();
    let Some(secret) = cookie::read(headers, Name::Session, https) else { return Ok(Session::default()) };
    let Some(row) = live_by_cookie(state, &secret).await? else {
        exchange.set(cookie::write(Name::Session, https, "", Some(0)));
        return Ok(Session::default());
    };
    let user = CurrentUser::from_row(&row, state.auth.keys.api_token(&secret), &state.config)?;
    let expires = iso(user.expires_at).map_err(ApiError::internal)?;
    let data =
        row.client_data.as_deref().map(serde_json::from_str).transpose().map_err(ApiError::internal)?;
    Ok(Session::of(user, expires, data))
}
