//! `POST /api/user/password`: change the password, with the current one.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::proof::{require_current, require_live, with_password};
use super::wire::{Secret, UaidAnswer};
use crate::auth::password;
use crate::auth::sign_in::Origin;
use crate::db::people::audit;
use crate::db::sign_in::password as stored_password;
use crate::db::sign_in::session;
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, Own, once};
use crate::routes::refusals::{OwnOnly, TooManyRequests};
use crate::state::AppState;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PasswordBody {
    #[schema(value_type = String)]
    current_password: Secret,
    /// 12 to 128 characters
    #[schema(value_type = String)]
    new_password: Secret,
}

/// Changes the password and ends every session of the account, including this one.
#[utoipa::path(
    post, path = "/api/user/password", tag = "user", operation_id = "changePassword", request_body = PasswordBody,
    responses(
        (status = 200, description = "Changed; sign in again", body = Envelope<UaidAnswer>),
        (status = 422, description = "PASSWORD_WRONG, PASSWORD_SAME, PASSWORD_TOO_SHORT …", body = ErrorEnvelope),
        OwnOnly, TooManyRequests,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Own(user): Own,
    origin: Origin,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<PasswordBody>,
) -> Result<Answer, ApiError> {
    let (Secret(new), current) = (body.new_password, body.current_password);
    let is_same = new == current.0;
    password::check_new(&new)
        .and_then(|()| password::check_not_about(&new, &[&user.email, &user.name, &state.config.site_title]))
        .map_err(|error| ApiError::rule(error.code(), error.to_string()).field("newPassword"))?;
    require_current(&state, &origin, &user, current, "currentPassword").await?;
    if is_same {
        let message = "That is your present password. Choose another one.";
        return Err(ApiError::rule("PASSWORD_SAME", message).field("newPassword"));
    }
    let hash = state.auth.hasher.hash(&origin.counted(), new).await?;
    let now_ms = state.clock.now_ms();
    let idempotency = with_password(&state, &user, idempotency);
    once(&state, &idempotency, async move |conn| {
        let uaid = user.uaid.as_str();
        require_live(conn, &user, now_ms).await?;
        stored_password::set(conn, uaid, &hash, now_ms).await?;
        session::revoke_all(conn, uaid, now_ms).await?;
        audit::by(conn, user.actor(), "password.changed", Some(uaid), None, now_ms).await?;
        Ok::<_, ApiError>(UaidAnswer { uaid: user.uaid })
    })
    .await
}
