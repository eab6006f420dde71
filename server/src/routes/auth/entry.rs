//! The session of a browser that signs in, in place of the one that it had.

use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;

use crate::auth::audit::{self, AuditEvent};
use crate::auth::cookie::{self, Name};
use crate::auth::keys::stored_hash;
use crate::auth::protocol::{Exchange, Redirect};
use crate::auth::sign_in::{self, Origin, Proof, StartedSession};
use crate::db::Conn;
use crate::db::encryption::field_encryption::CipherError;
use crate::db::sign_in::session;
use crate::http::ApiError;
use crate::state::AppState;

/// A session that has not been stored yet.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// The hash of the cookie that the browser had.
    old: Option<String>,
    /// The hash of the API token of another session that ends: the one that signing up began.
    old_token: Option<String>,
    started: StartedSession,
}

impl Entry {
    pub(super) fn begin(
        state: &AppState,
        headers: &HeaderMap,
        uaid: &str,
        origin: &Origin,
        proof: Proof,
    ) -> Result<Self, CipherError> {
        let old = cookie::read(headers, Name::Session, state.config.https());
        let old = old.map(|secret| stored_hash(&secret));
        Ok(Self { old, old_token: None, started: sign_in::begin(state, uaid, origin, proof)? })
    }

    /// Also ends the session of an API token, if there is one.
    pub(super) fn replacing(self, token: Option<&str>) -> Self {
        Self { old_token: token.map(stored_hash), ..self }
    }

    /// The cookie to set once the session is stored.
    pub(super) fn cookie(&self, state: &AppState) -> HeaderValue {
        let StartedSession { cookie_secret, max_age_s, .. } = &self.started;
        cookie::write(Name::Session, state.config.https(), cookie_secret, Some(*max_age_s))
    }

    /// The answer, once the session is stored: where the browser goes, and the cookie.
    pub(super) fn lead(&self, state: &AppState, mut exchange: Exchange) -> Result<Response, ApiError> {
        exchange.set(self.cookie(state));
        let redirect = Redirect { url: exchange.callback_url.clone() };
        exchange.json(StatusCode::OK, &redirect)
    }

    /// Stores the session, ends the old one and logs the sign-in.
    pub(super) async fn complete(self, conn: &mut Conn, state: &AppState) -> Result<(), ApiError> {
        if let Some(old) = self.old {
            session::revoke_cookie(conn, &old, state.clock.now_ms()).await?;
        }
        if let Some(old) = self.old_token {
            session::revoke_token(conn, &old, state.clock.now_ms()).await?;
        }
        sign_in::enter(conn, state, self.started).await
    }

    /// [`Entry::complete`] in a job of its own.
    pub(super) async fn complete_alone(self, state: &AppState) -> Result<(), ApiError> {
        let job = state.clone();
        state.db.write(async move |conn| self.complete(conn, &job).await).await
    }
}

/// 403 unless the body repeats the browser's CSRF token; refusals are logged.
pub(super) async fn require_csrf(
    state: &AppState,
    origin: &Origin,
    exchange: &Exchange,
    call: &str,
) -> Result<(), ApiError> {
    if exchange.csrf_fits {
        return Ok(());
    }
    AuditEvent::new(state, origin, audit::CSRF).call(call.to_owned()).record(state).await?;
    Err(ApiError::no_csrf_token())
}
