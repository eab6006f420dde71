//! The extractors that say who is calling. They come before a body extractor in every handler, so that 401 and 403 are
//! decided first.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use sixfold_domain::identity::Uaid;
use sixfold_domain::role::{Capability, Grant, Role};
use sixfold_domain::session;

use super::cookie::{self, Name};
use super::keys::{same, stored_hash};
use super::line;
use super::presented::Presented;
use crate::config::Config;
use crate::db::health::Reader;
use crate::db::session::SessionRow;
use crate::db::session_cache::SessionKey;
use crate::http::error::ApiError;
use crate::state::AppState;

/// The header in which a page repeats the CSRF token.
pub const CSRF_HEADER: &str = "x-csrf-token";

/// The person behind a live session.
#[derive(Clone)]
pub struct CurrentUser {
    pub uaid: Uaid,
    /// Their role, as it is now.
    pub role: Role,
    pub session_id: String,
    /// When they signed in, ms.
    pub stamp: i64,
    /// When the session ends, ms.
    pub expires_at: i64,
    /// The API token of the session.
    pub token: String,
    pub email: String,
    /// First and last name; may be empty.
    pub name: String,
    /// How strongly they proved who they are.
    pub strength: Strength,
    /// Whether staff rights wait for a second factor (`--require-second-factor`).
    held_back: bool,
}

/// What stands behind a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// A password, or a mailed link.
    Password,
    /// A password and a one-time code.
    SecondFactor,
    /// A provider; whether it asks for a second factor is its matter.
    Provider,
}

impl std::fmt::Debug for CurrentUser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CurrentUser")
            .field("uaid", &self.uaid)
            .field("role", &self.role)
            .finish_non_exhaustive()
    }
}

impl CurrentUser {
    /// How far the role may use the capability; 403 when not at all. Where staff need a second factor, what an athlete may
    /// not do as far waits for it; the own account does not, so that they can enrol.
    pub fn require(&self, capability: Capability) -> Result<Grant, ApiError> {
        let grant = self.role.can(capability);
        if !grant.allowed() {
            return Err(ApiError::forbidden());
        }
        if self.held_back && grant != Role::Athlete.can(capability) {
            return Err(ApiError::new(
                StatusCode::FORBIDDEN,
                "SECOND_FACTOR_NEEDED",
                "Your role needs two-step sign-in. Turn it on in My Profile, then come back.",
            ));
        }
        Ok(grant)
    }

    /// Whether `uaid` is this person's own.
    pub fn is(&self, uaid: &Uaid) -> bool {
        self.uaid == *uaid
    }

    /// The role as its number.
    pub fn role_number(&self) -> i64 {
        i64::from(self.role.number())
    }

    /// Them as a reader of health data.
    pub fn reads(&self) -> Reader<'_> {
        Reader { uaid: self.uaid.as_str(), role: self.role }
    }

    /// How the audit log names them.
    pub fn actor(&self) -> (&str, i64) {
        (self.uaid.as_str(), self.role_number())
    }

    pub(crate) fn from_row(row: &SessionRow, token: String, config: &Config) -> Result<Self, ApiError> {
        let uaid = row.uaid.parse().map_err(|_| ApiError::internal("a stored uaid does not read"))?;
        let role = u8::try_from(row.role).ok().and_then(|number| Role::from_number(number).ok());
        let role = role.ok_or_else(|| ApiError::internal("a stored role does not read"))?;
        let strength = match (row.auth_method.as_str(), row.second_factor) {
            ("sso", _) => Strength::Provider,
            (_, true) => Strength::SecondFactor,
            (_, false) => Strength::Password,
        };
        Ok(Self {
            uaid,
            role,
            session_id: row.session_id.clone(),
            stamp: row.created_at,
            expires_at: row.expires_at,
            token,
            email: row.email.clone(),
            name: format!("{} {}", row.first_name, row.last_name).trim().to_owned(),
            strength,
            held_back: config.require_second_factor && role.is_staff() && strength == Strength::Password,
        })
    }
}

/// The caller, if there is one.
#[derive(Debug, Clone)]
pub struct MaybeUser(pub Option<CurrentUser>);

/// What was found out about this request's caller; kept beside the request so that it is asked once.
#[derive(Clone)]
struct Resolved {
    user: Option<CurrentUser>,
    by_cookie_alone: bool,
}

async fn resolve(parts: &mut Parts, state: &AppState) -> Result<Resolved, ApiError> {
    if let Some(resolved) = parts.extensions.get::<Resolved>() {
        return Ok(resolved.clone());
    }
    let presented = parts.extensions.get::<Presented>().cloned().unwrap_or_default();
    let (user, by_cookie_alone) = check(&presented, state).await?;
    let resolved = Resolved { user, by_cookie_alone };
    parts.extensions.insert(resolved.clone());
    Ok(resolved)
}

/// The session check: who these credentials belong to, and whether a cookie is the only one of them. 401 when they belong to
/// two different sessions.
pub async fn check(presented: &Presented, state: &AppState) -> Result<(Option<CurrentUser>, bool), ApiError> {
    if let Some(secret) = &presented.cookie
        && let Some(row) = live_by_cookie(state, secret).await?
    {
        let token = state.auth.keys.api_token(secret);
        if presented.tokens.iter().any(|other| !same(other, &token)) {
            return Err(mixed());
        }
        return Ok((Some(CurrentUser::from_row(&row, token, &state.config)?), presented.tokens.is_empty()));
    }
    let Some((token, others)) = presented.tokens.split_first() else { return Ok((None, false)) };
    if others.iter().any(|other| !same(other, token)) {
        return Err(mixed());
    }
    let row = live(state, SessionKey::Token(stored_hash(token))).await?;
    let user = row.map(|row| CurrentUser::from_row(&row, token.clone(), &state.config)).transpose()?;
    Ok((user, false))
}

/// The live session of a cookie secret.
pub async fn live_by_cookie(state: &AppState, secret: &str) -> Result<Option<Arc<SessionRow>>, ApiError> {
    live(state, SessionKey::Cookie(stored_hash(secret))).await
}

async fn live(state: &AppState, key: SessionKey) -> Result<Option<Arc<SessionRow>>, ApiError> {
    let row = state.db.session(key).await?;
    Ok(row.filter(|row| is_live(row, state)))
}

fn is_live(row: &SessionRow, state: &AppState) -> bool {
    row.revoked_at.is_none() && !session::is_expired(row.created_at, state.clock.now_ms())
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
            line::refused(state, parts, &user, line::CSRF).await?;
            return Err(ApiError::new(
                StatusCode::FORBIDDEN,
                "CSRF",
                "This page has been open too long. Reload it and try again.",
            ));
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
    let given = parts.headers.get(CSRF_HEADER).and_then(|value| value.to_str().ok());
    let kept = cookie::read(&parts.headers, Name::Csrf, state.config.https());
    let (Some(given), Some(kept)) = (given, kept) else { return false };
    let Some((token, hash)) = kept.split_once('|') else { return false };
    same(&state.auth.keys.csrf_hash(token), hash) && same(given, token)
}
