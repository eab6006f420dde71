//! `DELETE /api/event/admin/user/{second-factor, sessions}`: resets the sign-in of somebody who has lost their phone and
//! recovery codes, or a device.

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use sixfold_domain::identity::Uaid;
use utoipa::ToSchema;

use crate::auth::CurrentUser;
use crate::auth::require::{ChangeRoles, Require};
use crate::db::Conn;
use crate::db::messages::notification::device;
use crate::db::people::{audit, role};
use crate::db::sign_in::session;
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, once};
use crate::routes::refusals::{KeyReused, NoSuchPerson, SignedIn};
use crate::routes::user::second_factor;
use crate::routes::user::wire::UaidAnswer;
use crate::state::AppState;

/// Whose sign-in.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct ResetSignInBody {
    #[schema(value_type = String)]
    uaid: Uaid,
}

/// Refuses the caller's own account: that takes their password.
pub(super) fn require_other(user: &CurrentUser, uaid: &Uaid) -> Result<(), ApiError> {
    if user.is(uaid) {
        let message = "That is your own account. Look after it in My Profile.";
        return Err(ApiError::new(StatusCode::FORBIDDEN, "OWN_ACCOUNT", message));
    }
    Ok(())
}

async fn require_account(conn: &mut Conn, uaid: &Uaid) -> Result<(), ApiError> {
    let role = role::find(conn, uaid.as_str()).await?;
    role.map(drop).ok_or_else(ApiError::no_person)
}

/// Resets somebody's two-step sign-in. Their sessions end and they get a letter; the password alone signs them in until they
/// set it up again.
#[utoipa::path(
    delete, path = "/api/event/admin/user/second-factor", tag = "people", operation_id = "resetSecondFactor",
    request_body = ResetSignInBody,
    responses(
        (status = 200, description = "Reset", body = Envelope<UaidAnswer>),
        (status = 403, description = "Not role 3, OWN_ACCOUNT, or no CSRF token", body = ErrorEnvelope),
        (status = 404, description = "No such person, or nothing to reset", body = ErrorEnvelope),
        SignedIn, KeyReused,
    )
)]
pub(super) async fn reset_factor(
    State(state): State<AppState>,
    Require { user, .. }: Require<ChangeRoles>,
    idempotency: Idempotency,
    ApiJson(ResetSignInBody { uaid }): ApiJson<ResetSignInBody>,
) -> Result<Answer, ApiError> {
    require_other(&user, &uaid)?;
    let job = state.clone();
    once(&state, &idempotency, async move |conn| {
        require_account(conn, &uaid).await?;
        if second_factor::reset(conn, &job, uaid.as_str(), Some(user.actor())).await? {
            return Ok(UaidAnswer { uaid });
        }
        let message = "They have no two-step sign-in.";
        Err(ApiError::not_found().message(message).field("uaid"))
    })
    .await
}

/// Signs somebody out everywhere, at once.
#[utoipa::path(
    delete, path = "/api/event/admin/user/sessions", tag = "people", operation_id = "endSessionsOf",
    request_body = ResetSignInBody,
    responses(
        (status = 200, description = "Signed out everywhere", body = Envelope<UaidAnswer>),
        (status = 403, description = "Not role 3, OWN_ACCOUNT, or no CSRF token", body = ErrorEnvelope),
        SignedIn, NoSuchPerson, KeyReused,
    )
)]
pub(super) async fn end_sessions(
    State(state): State<AppState>,
    Require { user, .. }: Require<ChangeRoles>,
    idempotency: Idempotency,
    ApiJson(ResetSignInBody { uaid }): ApiJson<ResetSignInBody>,
) -> Result<Answer, ApiError> {
    require_other(&user, &uaid)?;
    let now_ms = state.clock.now_ms();
    once(&state, &idempotency, async move |conn| {
        require_account(conn, &uaid).await?;
        session::revoke_all(conn, uaid.as_str(), now_ms).await?;
        device::forget_all(conn, uaid.as_str()).await?;
        let action = "session.ended-by-staff";
        audit::by(conn, user.actor(), action, Some(uaid.as_str()), None, now_ms).await?;
        Ok::<_, ApiError>(UaidAnswer { uaid })
    })
    .await
}
