//! `POST /api/user/login` and `/login/admin`: a session for a client that keeps its own token.

use axum::extract::State;
use serde::Deserialize;
use sixfold_domain::role::Role;
use utoipa::ToSchema;

use super::wire::LoginAnswer;
use crate::auth::mode::PasswordsOpen;
use crate::auth::sign_in::{self, Origin};
use crate::http::{ApiError, ApiJson, Envelope, ErrorEnvelope};
use crate::routes::refusals::{SingleSignOnOnly, TooManyRequests};
use crate::state::AppState;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LoginBody {
    #[serde(alias = "email")]
    email_address: String,
    password: String,
    /// Six digits or a recovery code, for people with a second factor
    one_time_code: Option<String>,
}

impl std::fmt::Debug for LoginBody {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LoginBody")
    }
}

/// Signs in.
#[utoipa::path(
    post, path = "/api/user/login", tag = "user", operation_id = "login", request_body = LoginBody,
    responses(
        (status = 200, description = "Signed in", body = Envelope<LoginAnswer>),
        (status = 401, description = "CREDENTIALS_WRONG, the same for unknown accounts; SECOND_FACTOR_REQUIRED, SECOND_FACTOR_WRONG", body = ErrorEnvelope),
        SingleSignOnOnly, TooManyRequests,
    )
)]
pub(super) async fn login(
    State(state): State<AppState>,
    _: PasswordsOpen,
    origin: Origin,
    ApiJson(body): ApiJson<LoginBody>,
) -> Result<Envelope<LoginAnswer>, ApiError> {
    enter(&state, &origin, body, false).await
}

/// Signs a member of staff in; an athlete with the right password is refused.
#[utoipa::path(
    post, path = "/api/user/login/admin", tag = "user", operation_id = "loginAdmin", request_body = LoginBody,
    responses(
        (status = 200, description = "Signed in", body = Envelope<LoginAnswer>),
        (status = 401, description = "CREDENTIALS_WRONG, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_WRONG", body = ErrorEnvelope),
        (status = 403, description = "Not a member of staff, or AUTH_MODE: single sign-on only", body = ErrorEnvelope),
        TooManyRequests,
    )
)]
pub(super) async fn admin(
    State(state): State<AppState>,
    _: PasswordsOpen,
    origin: Origin,
    ApiJson(body): ApiJson<LoginBody>,
) -> Result<Envelope<LoginAnswer>, ApiError> {
    enter(&state, &origin, body, true).await
}

async fn enter(
    state: &AppState,
    origin: &Origin,
    body: LoginBody,
    staff_only: bool,
) -> Result<Envelope<LoginAnswer>, ApiError> {
    let code = body.one_time_code.as_deref();
    let (account, proof) = sign_in::prove(state, origin, &body.email_address, body.password, code).await?;
    if staff_only && account.role == Role::Athlete {
        return Err(ApiError::forbidden().message("This door is for the team."));
    }
    let started = sign_in::begin(state, &account.uaid, origin, proof)?;
    let (token, stamp, job) = (started.token.clone(), started.stamp, state.clone());
    state.db.write(async move |conn| sign_in::enter(conn, &job, started).await).await?;
    LoginAnswer::new(account, token, stamp).map(Envelope)
}
