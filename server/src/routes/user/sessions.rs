//! `GET` and `DELETE /api/user/sessions`: where somebody is signed in, and ending sessions.

use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde::{Deserialize, Serialize};
use sixfold_domain::identity::Uaid;
use utoipa::ToSchema;

use super::proof::{require_password, with_password};
use super::wire::Secret;
use crate::auth::CurrentUser;
use crate::auth::cookie::{self, Name};
use crate::auth::sign_in::Origin;
use crate::config::clock::iso;
use crate::db::messages::notification;
use crate::db::people::audit;
use crate::db::sign_in::device::{self, Device};
use crate::db::sign_in::identity::{self, FederatedSession};
use crate::db::sign_in::session;
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, Own, once};
use crate::routes::auth::sign_out::provider_sign_out;
use crate::routes::refusals::{NotFound, OwnOnly, TooManyRequests};
use crate::state::AppState;

const CLEAR_SITE_DATA: HeaderName = HeaderName::from_static("clear-site-data");

/// The caller's live sessions.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Sessions {
    /// Newest first, at most a hundred.
    sessions: Vec<SessionView>,
}

/// A session as its owner sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SessionView {
    /// Names it when ending it; not a secret.
    id: String,
    /// Whether it is the caller's own.
    current: bool,
    /// The browser's user agent; null when it sent none.
    user_agent: Option<String>,
    /// `credentials`, `link` (by e-mail), `passkey` or `sso`.
    method: String,
    /// The provider that signed the person in, by its id in the configuration.
    #[serde(skip_serializing_if = "Option::is_none")]
    provider: Option<String>,
    /// The login time, ms.
    stamp: i64,
    /// The absolute end, ISO.
    expires: String,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct EndBody {
    /// The session to end.
    #[serde(default)]
    id: Option<String>,
    /// True ends every session, including this one: "sign out everywhere".
    #[serde(default)]
    all: bool,
    /// The current password, to end any session but the caller's own; accounts without one need a sign-in within the last ten
    /// minutes instead.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    password: Option<Secret>,
}

/// Sessions have ended.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SessionsEnded {
    #[schema(value_type = String)]
    uaid: Uaid,
    /// The sign-out of the provider that the caller's own session began at, for a browser to go to: if that session is among
    /// them, and the provider has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    sign_out_url: Option<String>,
}

/// Where the caller is signed in.
#[utoipa::path(
    get, path = "/api/user/sessions", tag = "user", operation_id = "sessions",
    responses((status = 200, description = "The live sessions", body = Envelope<Sessions>), OwnOnly)
)]
pub(super) async fn get(
    State(state): State<AppState>,
    Own(user): Own,
) -> Result<Envelope<Sessions>, ApiError> {
    let now_ms = state.clock.now_ms();
    let devices = state.db.read(async |conn| device::live(conn, user.uaid.as_str(), now_ms).await).await?;
    let sessions = devices.into_iter().map(|device| view(device, &user)).collect::<Result<_, _>>()?;
    Ok(Envelope(Sessions { sessions }))
}

fn view(device: Device, user: &CurrentUser) -> Result<SessionView, ApiError> {
    Ok(SessionView {
        current: device.session_id == user.session_id,
        id: device.session_id,
        user_agent: device.user_agent,
        method: device.auth_method,
        provider: device.provider_id,
        stamp: device.created_at,
        expires: iso(device.expires_at).map_err(ApiError::internal)?,
    })
}

/// Ends one or all of the caller's sessions, at once, on every device. With all of them the devices that are notified go.
#[utoipa::path(
    delete, path = "/api/user/sessions", tag = "user", operation_id = "endSessions", request_body = EndBody,
    responses(
        (status = 200, description = "Ended", body = Envelope<SessionsEnded>),
        (status = 422, description = "PASSWORD_WRONG, SIGN_IN_AGAIN, IDEMPOTENCY_KEY_REUSED", body = ErrorEnvelope),
        OwnOnly, NotFound, TooManyRequests,
    )
)]
pub(super) async fn delete(
    State(state): State<AppState>,
    Own(user): Own,
    origin: Origin,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<EndBody>,
) -> Result<Response, ApiError> {
    let session_id = body.id.filter(|id| !id.is_empty() && !body.all);
    if session_id.is_none() && !body.all {
        let message = "Say which session, or all of them.";
        return Err(ApiError::bad_request("FIELD_MISSING", message).field("id"));
    }
    let own = session_id.as_ref().is_some_and(|id| *id == user.session_id);
    if !own {
        require_password(&state, &origin, &user, body.password, "password").await?;
    }
    let now_ms = state.clock.now_ms();
    let ends_this = own || session_id.is_none();
    let federated = if ends_this { provider_session(&state, &user).await? } else { None };
    let uaid = user.uaid.clone();
    let idempotency = with_password(&state, &user, idempotency);
    let answer = once(&state, &idempotency, async move |conn| {
        let uaid = user.uaid.as_str();
        match &session_id {
            Some(id) if !device::is_live(conn, uaid, id, now_ms).await? => {
                return Err(ApiError::not_found()
                    .message("None of your sessions goes by that name.")
                    .field("id"));
            }
            Some(id) => session::revoke(conn, id, now_ms).await?,
            None => {
                session::revoke_all(conn, uaid, now_ms).await?;
                notification::device::forget_all(conn, uaid).await?;
            }
        }
        if ends_this {
            identity::forget_token(conn, &user.session_id).await?;
        }
        let action = if session_id.is_some() { "session.ended" } else { "session.all-ended" };
        audit::by(conn, user.actor(), action, Some(uaid), session_id.as_deref(), now_ms).await?;
        Ok(SessionsEnded { uaid: user.uaid, sign_out_url: None })
    })
    .await?;
    let ended = answer.status == StatusCode::OK && ends_this;
    let mut response = with_sign_out(&state, answer, uaid, federated)?.into_response();
    if ended {
        // As signing out does: clear the cookie and the cache, keep the storage with its unsent scores.
        let expired = cookie::write(Name::Session, state.config.https(), "", Some(0));
        response.headers_mut().append(header::SET_COOKIE, expired);
        response.headers_mut().insert(CLEAR_SITE_DATA, HeaderValue::from_static("\"cache\""));
    }
    Ok(response)
}

/// The caller's session, if a provider signed them in.
pub(super) async fn provider_session(
    state: &AppState,
    user: &CurrentUser,
) -> Result<Option<FederatedSession>, ApiError> {
    let found = state.db.read(async |conn| identity::federated(conn, &user.session_id).await);
    Ok(found.await?)
}

/// Adds the sign-out of the provider to the answer about a session that has ended. The answer that is stored for a repeated
/// request lacks it: the address contains the ID token.
pub(super) fn with_sign_out(
    state: &AppState,
    answer: Answer,
    uaid: Uaid,
    federated: Option<FederatedSession>,
) -> Result<Answer, ApiError> {
    let Some(session) = federated.filter(|_| answer.status == StatusCode::OK) else { return Ok(answer) };
    let body = SessionsEnded { uaid, sign_out_url: provider_sign_out(state, &session) };
    Ok(Answer { body: Envelope(body).to_json().map_err(ApiError::internal)?, ..answer })
}
