//! Extractors for the caller. In every handler they come before the body extractor, so that 401 and 403 are decided
//! first.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use sixfold_domain::session;
use sixfold_domain::time::{ClockDoubt, clock_doubt};

use super::audit;
use super::cookie::{self, Name};
use super::credentials::Credentials;
use super::current_user::CurrentUser;
use super::keys::{constant_time_eq, stored_hash};
use crate::db::sign_in::session::SessionRow;
use crate::db::sign_in::session_cache::SessionKey;
use crate::http::ApiError;
use crate::state::AppState;

/// The header with the CSRF token, required on writes that carry only the session cookie.
pub const CSRF_HEADER: &str = "x-csrf-token";

/// The caller; `None` without a session.
#[derive(Debug, Clone)]
pub struct MaybeUser(pub Option<CurrentUser>);

/// The caller of this request, stored in its extensions so that it is looked up once.
#[derive(Clone)]
struct Resolved {
    user: Option<CurrentUser>,
    by_cookie_alone: bool,
}

async fn resolve(parts: &mut Parts, state: &AppState) -> Result<Resolved, ApiError> {
    if let Some(resolved) = parts.extensions.get::<Resolved>() {
        return Ok(resolved.clone());
    }
    let credentials = parts.extensions.get::<Credentials>().cloned().unwrap_or_default();
    let (user, by_cookie_alone) = check(&credentials, state).await?;
    let resolved = Resolved { user, by_cookie_alone };
    parts.extensions.insert(resolved.clone());
    Ok(resolved)
}

/// The session that the credentials belong to, and whether a cookie is the only credential. 401 if they belong to two
/// different sessions.
pub async fn check(
    credentials: &Credentials,
    state: &AppState,
) -> Result<(Option<CurrentUser>, bool), ApiError> {
    if let Some(secret) = &credentials.cookie
        && let Some(row) = live_by_cookie(state, secret).await?
    {
        let token = state.auth.keys.api_token(secret);
        if credentials.tokens.iter().any(|other| !constant_time_eq(other, &token)) {
            return Err(mixed());
        }
        let user = CurrentUser::from_row(&row, token, &state.config)?;
        return Ok((Some(user), credentials.tokens.is_empty()));
    }
    let Some((token, others)) = credentials.tokens.split_first() else { return Ok((None, false)) };
    if others.iter().any(|other| !constant_time_eq(other, token)) {
        return Err(mixed());
    }
    let row = live(state, SessionKey::Token(stored_hash(token))).await?;
    let user = row.map(|row| CurrentUser::from_row(&row, token.clone(), &state.config)).transpose()?;
    Ok((user, false))
}

/// The session of a cookie secret, unless it has ended.
pub async fn live_by_cookie(state: &AppState, secret: &str) -> Result<Option<Arc<SessionRow>>, ApiError> {
    live(state, SessionKey::Cookie(stored_hash(secret))).await
}

async fn live(state: &AppState, key: SessionKey) -> Result<Option<Arc<SessionRow>>, ApiError> {
    let (SessionKey::Cookie(stored) | SessionKey::Token(stored)) = &key;
    let known = state.auth.sessions.key(stored);
    let row = state.db.session(key).await?.filter(|row| is_live(row, state));
    if let Some(row) = &row {
        state.auth.sessions.remember(known, row.role.is_staff());
    }
    Ok(row)
}

fn is_live(row: &SessionRow, state: &AppState) -> bool {
    let now_ms = state.clock.now_ms();
    // One that was begun while the clock was far ahead would last until the clock is there again.
    row.revoked_at.is_none()
        && !session::is_expired(row.created_at, now_ms)
        && clock_doubt(row.created_at, now_ms) != Some(ClockDoubt::Behind)
}

fn mixed() -> ApiError {
    ApiError::new(
        StatusCode::UNAUTHORIZED,
        "CREDENTIALS_MIXED",
        "This request carries the credentials of two different sessions. Please sign in again.",
    )
}

impl FromRequestParts<AppState> for CurrentUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let resolved = resolve(parts, state).await?;
        let user = resolved.user.ok_or_else(ApiError::unauthorised)?;
        let writes = !matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS);
        if writes && resolved.by_cookie_alone && !csrf_fits(parts, state) {
            audit::refused(state, parts, &user, audit::CSRF).await?;
            return Err(ApiError::no_csrf_token());
        }
        Ok(user)
    }
}

impl FromRequestParts<AppState> for MaybeUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        Ok(Self(resolve(parts, state).await?.user))
    }
}

fn csrf_fits(parts: &Parts, state: &AppState) -> bool {
    let header_value = parts.headers.get(CSRF_HEADER).and_then(|value| value.to_str().ok());
    let cookie_value = cookie::read(&parts.headers, Name::Csrf, state.config.https());
    let (Some(header_value), Some(cookie_value)) = (header_value, cookie_value) else { return false };
    let Some((token, hash)) = cookie_value.split_once('|') else { return false };
    constant_time_eq(&state.auth.keys.csrf_hash(token), hash) && constant_time_eq(header_value, token)
}
