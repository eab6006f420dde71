//! `POST /api/auth/callback/credentials` signs in with a password; `POST /api/auth/signin/credentials` leads to the sign-in
//! page.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::Response;

use super::entry::Entry;
use crate::auth::audit::{self, AuditEvent};
use crate::auth::protocol::{CallbackRefused, Exchange, Redirect, not_supported};
use crate::auth::sign_in::{self, Origin};
use crate::config::oidc::CREDENTIALS;
use crate::http::ApiError;
use crate::state::AppState;

/// The name of this call in the audit log.
const CALLBACK: &str = "POST /api/auth/callback/{provider}";

/// Signs in. Besides the protocol's own, the fields are `email` (or `emailAddress`, `username`) and `password`, and
/// `oneTimeCode` for people with a second factor, and `token` of the session that signing up began, which then ends.
#[utoipa::path(
    post, path = "/api/auth/callback/{provider}", tag = "auth", operation_id = "signInCallback",
    params(("provider" = String, Path, description = "`credentials`")),
    request_body(content_type = "application/x-www-form-urlencoded", description = "`email, password, oneTimeCode, token, csrfToken, callbackUrl, json`"),
    responses(
        (status = 200, description = "The address to go to, and the session cookie", body = Redirect),
        (status = 302, description = "The same, or the error page, for a body without `json`"),
        (status = 400, description = "No such provider, or no sign-in with passwords", body = String, content_type = "text/plain"),
        (status = 401, description = "The error page", body = Redirect),
        (status = 429, description = "The error page; `Retry-After`", body = Redirect), CallbackRefused,
    )
)]
pub(super) async fn callback(
    State(state): State<AppState>,
    Path(provider): Path<String>,
    method: Method,
    headers: HeaderMap,
    origin: Origin,
    mut exchange: Exchange,
) -> Result<Response, ApiError> {
    if provider != CREDENTIALS || !state.config.takes_passwords() {
        return Ok(not_supported(&method));
    }
    if !exchange.csrf_fits {
        AuditEvent::new(&state, &origin, audit::CSRF).call(CALLBACK.to_owned()).record(&state).await?;
        return Ok(exchange.lead(StatusCode::OK, &format!("{}/signin?csrf=true", exchange.base)));
    }
    let field = |name: &str| exchange.fields.get(name).cloned();
    let email =
        field("email").or_else(|| field("emailAddress")).or_else(|| field("username")).unwrap_or_default();
    let password = field("password").unwrap_or_default();
    let code = field("oneTimeCode");
    let (account, proof) = match sign_in::prove(&state, &origin, &email, password, code.as_deref()).await {
        Ok(proved) => proved,
        Err(error) if error.status().is_server_error() => {
            tracing::error!("CALLBACK_CREDENTIALS_HANDLER_ERROR");
            return Err(error);
        }
        Err(error) => return Ok(refuse(&exchange, &error)),
    };
    let entry = Entry::begin(&state, &headers, &account.uaid, &origin, proof)?;
    let entry = entry.replacing(exchange.fields.get("token").map(String::as_str));
    let cookie = entry.cookie(&state);
    match entry.complete_alone(&state).await {
        Ok(()) => exchange.set(cookie),
        Err(error) if error.status().is_server_error() => return Err(error),
        Err(error) => return Ok(refuse(&exchange, &error)),
    }
    Ok(exchange.lead(StatusCode::OK, &exchange.callback_url))
}

fn refuse(exchange: &Exchange, error: &ApiError) -> Response {
    let code = match error.code() {
        _ if error.retry_after_s().is_some() => "TooManyRequests",
        "SECOND_FACTOR_REQUIRED" => "SecondFactorRequired",
        "SECOND_FACTOR_WRONG" => "SecondFactorWrong",
        _ => "CredentialsSignin",
    };
    let url = format!("{}/error?error={code}&provider={CREDENTIALS}", exchange.base);
    let mut response = match error.retry_after_s() {
        Some(seconds) => exchange.too_many(&url, seconds),
        None => exchange.lead(StatusCode::UNAUTHORIZED, &url),
    };
    response.extensions_mut().insert(error.counted_code());
    response
}

/// Leads to the sign-in page, or to a provider's.
#[utoipa::path(
    post, path = "/api/auth/signin/{provider}", tag = "auth", operation_id = "startSignIn",
    params(("provider" = String, Path, description = "`credentials` or a provider's id")),
    request_body(content_type = "application/x-www-form-urlencoded", description = "`csrfToken, callbackUrl, json`; \
        for a provider also `login_hint`, `prompt` and their like, here or in the query"),
    responses(
        (status = 200, description = "The sign-in page, or the provider and the check cookies", body = Redirect),
        (status = 302, description = "The same, for a body without `json`"),
        (status = 400, description = "No such provider", body = String, content_type = "text/plain"),
        (status = 429, description = "The error page; `Retry-After`", body = Redirect), CallbackRefused,
    )
)]
pub(super) async fn signin(
    State(state): State<AppState>,
    Path(provider): Path<String>,
    method: Method,
    origin: Origin,
    exchange: Exchange,
) -> Result<Response, ApiError> {
    let other = state.auth.providers.find(&provider);
    let own = provider == CREDENTIALS && state.config.takes_passwords();
    match other {
        None if !own => Ok(not_supported(&method)),
        _ if !exchange.csrf_fits => {
            Ok(exchange.lead(StatusCode::OK, &format!("{}/signin?csrf=true", exchange.base)))
        }
        Some(other) => super::oauth::start(&state, other, &origin, exchange).await,
        None => Ok(exchange.lead(StatusCode::OK, &format!("{}/signin", exchange.base))),
    }
}
