//! `POST /api/user/register` fills the profile in for the first time; `PUT /api/user/accountmanagement` does so for people
//! whose account came from elsewhere, who bring their screening along.

use axum::extract::State;
use serde::Serialize;
use sixfold_domain::identity::Uaid;
use sixfold_domain::profile::{ProfileInput, check_registration};
use utoipa::ToSchema;

use super::letters;
use super::wire::{self, ProfileBody, WithEligibility};
use crate::auth::CurrentUser;
use crate::db::account::{self, SealedHealth};
use crate::db::{Answer, Idempotency, audit, eligibility, once};
use crate::error::{ApiError, Envelope, ErrorEnvelope};
use crate::extract::{ApiJson, Own};
use crate::state::AppState;

/// The account and the session's token.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Registered {
    #[schema(value_type = String)]
    uaid: Uaid,
    token: String,
}

/// Fills the profile in: first and last name have to be there. Sending it again is a change.
#[utoipa::path(
    post, path = "/api/user/register", tag = "user", operation_id = "register", request_body = ProfileBody,
    responses(
        (status = 200, description = "Registered", body = Envelope<Registered>),
        (status = 400, description = "Malformed, or a field is missing", body = ErrorEnvelope),
        (status = 401, description = "No session", body = ErrorEnvelope),
        (status = 403, description = "Somebody else's `uaid`, or no CSRF token", body = ErrorEnvelope),
        (status = 422, description = "A field does not pass", body = ErrorEnvelope),
    )
)]
pub(super) async fn register(
    State(state): State<AppState>,
    user: CurrentUser,
    _: Own,
    idempotency: Idempotency,
    ApiJson(profile): ApiJson<ProfileInput>,
    ApiJson(more): ApiJson<WithEligibility>,
) -> Result<Answer, ApiError> {
    fill_in(&state, idempotency, user, profile, more).await
}

/// As register, for an account whose sign-in said `userProfileRegistration`.
#[utoipa::path(
    put, path = "/api/user/accountmanagement", tag = "user", operation_id = "accountManagement",
    request_body = ProfileBody,
    responses(
        (status = 200, description = "Registered", body = Envelope<Registered>),
        (status = 400, description = "Malformed, or a field is missing", body = ErrorEnvelope),
        (status = 401, description = "No session", body = ErrorEnvelope),
        (status = 403, description = "Somebody else's `uaid`, or no CSRF token", body = ErrorEnvelope),
        (status = 422, description = "A field does not pass", body = ErrorEnvelope),
    )
)]
pub(super) async fn account_management(
    State(state): State<AppState>,
    user: CurrentUser,
    _: Own,
    idempotency: Idempotency,
    ApiJson(profile): ApiJson<ProfileInput>,
    ApiJson(more): ApiJson<WithEligibility>,
) -> Result<Answer, ApiError> {
    fill_in(&state, idempotency, user, profile, more).await
}

async fn fill_in(
    state: &AppState,
    idempotency: Idempotency,
    user: CurrentUser,
    profile: ProfileInput,
    more: WithEligibility,
) -> Result<Answer, ApiError> {
    let today = wire::today(state)?;
    let update = check_registration(&profile, today).into_result().map_err(wire::refuse_field)?;
    let job_state = state.clone();
    let idempotency = idempotency.personal(user.uaid.as_str());
    once(state, &idempotency, move |conn| {
        Box::pin(async move {
            let state = job_state;
            let now_ms = state.clock.now_ms();
            let uaid = user.uaid.as_str();
            let health = SealedHealth::seal(&state.vault, uaid, &update)?;
            wire::check_birth(conn, uaid, &update, today).await?;
            account::update_profile(conn, uaid, &update, &health, now_ms).await?;
            if let Some(answers) = &more.eligibility {
                let born = eligibility::standing(conn, uaid).await?.born;
                wire::check_answers(answers, born, &user.email, today)?;
                eligibility::put(conn, &state.vault, uaid, answers, now_ms).await?;
                if let Some(guardian) = born.and_then(|born| wire::guardian_to_ask(answers, born, today)) {
                    letters::ask_guardian(conn, &state, uaid, &guardian, &user.email).await?;
                }
            }
            account::mark_registered(conn, uaid, now_ms).await?;
            audit::by(conn, user.actor(), "account.registered", Some(uaid), None, now_ms).await?;
            Ok::<_, ApiError>(Registered { uaid: user.uaid, token: user.token })
        })
    })
    .await
}
