//! `POST /api/user/password`: a new password, with the current one.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::wire::UaidAnswer;
use crate::auth::sign_in::{self, Origin};
use crate::auth::{CurrentUser, password};
use crate::db::{account, audit, session};
use crate::error::{ApiError, Envelope, ErrorEnvelope};
use crate::extract::{ApiJson, Own};
use crate::state::AppState;

/// Both passwords.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PasswordBody {
    current_password: String,
    /// 12 to 128 characters
    new_password: String,
}

impl std::fmt::Debug for PasswordBody {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PasswordBody")
    }
}

/// Changes the password and ends every session of the account, this one too.
#[utoipa::path(
    post, path = "/api/user/password", tag = "user", operation_id = "changePassword", request_body = PasswordBody,
    responses(
        (status = 200, description = "Changed; sign in again", body = Envelope<UaidAnswer>),
        (status = 400, description = "Malformed", body = ErrorEnvelope),
        (status = 401, description = "No session", body = ErrorEnvelope),
        (status = 403, description = "Somebody else's `uaid`, or no CSRF token", body = ErrorEnvelope),
        (status = 422, description = "PASSWORD_WRONG, PASSWORD_TOO_SHORT …", body = ErrorEnvelope),
        (status = 429, description = "Too many tries", body = ErrorEnvelope),
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    user: CurrentUser,
    _: Own,
    origin: Origin,
    ApiJson(body): ApiJson<PasswordBody>,
) -> Result<Envelope<UaidAnswer>, ApiError> {
    password::check_new(&body.new_password)
        .map_err(|error| ApiError::rule(error.code(), error.to_string()).field("newPassword"))?;
    require_password(&state, &origin, &user, body.current_password, "currentPassword").await?;
    let hash = state.auth.hasher.hash(body.new_password).await.map_err(ApiError::internal)?;
    let now_ms = state.clock.now_ms();
    let answer = UaidAnswer { uaid: user.uaid.clone() };
    state
        .db
        .write(move |conn| {
            Box::pin(async move {
                let uaid = user.uaid.as_str();
                account::set_password(conn, uaid, &hash, now_ms).await?;
                session::revoke_all(conn, uaid, now_ms).await?;
                audit::by(conn, user.actor(), "password.changed", Some(uaid), None, now_ms).await?;
                Ok::<(), ApiError>(())
            })
        })
        .await?;
    Ok(Envelope(answer))
}

/// 422 unless the password is the caller's own; tries are counted like sign-ins.
pub(super) async fn require_password(
    state: &AppState,
    origin: &Origin,
    user: &CurrentUser,
    password: String,
    field: &'static str,
) -> Result<(), ApiError> {
    match sign_in::check(state, origin, &user.email, password).await {
        Ok(account) if account.uaid == user.uaid.as_str() => Ok(()),
        Err(error) if error.retry_after_s().is_some() || error.status().is_server_error() => Err(error),
        _ => Err(ApiError::rule("PASSWORD_WRONG", "That is not your current password.").field(field)),
    }
}
