//! `POST /api/user/register` fills the profile in for the first time; `PUT /api/user/accountmanagement` does so for people
//! whose account came from elsewhere, and takes their screening too.

use axum::extract::State;
use serde::Serialize;
use sixfold_domain::eligibility::{EligibilityAnswers, EligibilityRefusal};
use sixfold_domain::identity::Uaid;
use sixfold_domain::profile::{ProfileInput, check_registration};
use sixfold_domain::time::Date;
use utoipa::ToSchema;

use super::account_mail;
use super::wire::{self, ProfileBody, WithEligibility};
use crate::auth::CurrentUser;
use crate::auth::sign_in::Origin;
use crate::db::Conn;
use crate::db::bookings::booking;
use crate::db::people::account::{self, EncryptedHealth};
use crate::db::people::registration;
use crate::db::people::{audit, eligibility};
use crate::http::{Answer, ApiError, ApiJson, Envelope, Idempotency, Own, once};
use crate::routes::refusals::{FieldInvalid, OwnOnly, TooManyRequests};
use crate::state::AppState;

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Registered {
    #[schema(value_type = String)]
    uaid: Uaid,
    token: String,
}

/// Fills the profile in; first and last name are required. Sent again, it changes the profile.
#[utoipa::path(
    post, path = "/api/user/register", tag = "user", operation_id = "register", request_body = ProfileBody,
    responses(
        (status = 200, description = "Registered", body = Envelope<Registered>), OwnOnly, FieldInvalid,
        TooManyRequests,
    )
)]
pub(super) async fn register(
    State(state): State<AppState>,
    Own(user): Own,
    origin: Origin,
    idempotency: Idempotency,
    ApiJson(profile): ApiJson<ProfileInput>,
    ApiJson(more): ApiJson<WithEligibility>,
) -> Result<Answer, ApiError> {
    fill_in(&state, idempotency, user, &origin, profile, more).await
}

/// As `register`, for an account whose sign-in answered `userProfileRegistration`.
#[utoipa::path(
    put, path = "/api/user/accountmanagement", tag = "user", operation_id = "accountManagement",
    request_body = ProfileBody,
    responses(
        (status = 200, description = "Registered", body = Envelope<Registered>), OwnOnly, FieldInvalid,
        TooManyRequests,
    )
)]
pub(super) async fn account_management(
    State(state): State<AppState>,
    Own(user): Own,
    origin: Origin,
    idempotency: Idempotency,
    ApiJson(profile): ApiJson<ProfileInput>,
    ApiJson(more): ApiJson<WithEligibility>,
) -> Result<Answer, ApiError> {
    fill_in(&state, idempotency, user, &origin, profile, more).await
}

async fn fill_in(
    state: &AppState,
    idempotency: Idempotency,
    user: CurrentUser,
    origin: &Origin,
    profile: ProfileInput,
    more: WithEligibility,
) -> Result<Answer, ApiError> {
    let today = state.today()?;
    let update = check_registration(&profile, today).into_result().map_err(wire::refuse_field)?;
    let country = country(state, &user, origin).await?;
    let job_state = state.clone();
    let idempotency = idempotency.personal(user.uaid.as_str());
    let answer = once(state, &idempotency, async move |conn| {
        let state = job_state;
        let now_ms = state.clock.now_ms();
        let uaid = user.uaid.as_str();
        wire::check_email(&update, &user.email)?;
        booking::lock_athlete(conn, uaid, now_ms).await?;
        let health = EncryptedHealth::encrypt(&state.cipher, uaid, &update)?;
        wire::check_birth(conn, &state, uaid, &update, today).await?;
        let born = match update.date_of_birth {
            Some(born) => Some(born),
            None => eligibility::find(conn, uaid, &state.hub.consent_version()).await?.born,
        };
        // The account itself may have no names yet.
        let names = [&update.first_name, &update.last_name].map(|name| name.as_deref().unwrap_or(""));
        let name = names.join(" ");
        match &more.eligibility {
            Some(answers) => screen(conn, &state, (&user, name), answers, born, today).await?,
            None => require_screening(conn, &user).await?,
        }
        wire::check_health_consent(conn, &state, uaid, &update).await?;
        account::update_profile(conn, uaid, &update, &health, now_ms).await?;
        if let Some(country) = country {
            registration::set_region(conn, uaid, country).await?;
        }
        account::mark_registered(conn, uaid, now_ms).await?;
        audit::by(conn, user.actor(), "account.registered", Some(uaid), None, now_ms).await?;
        Ok::<_, ApiError>(Registered { uaid: user.uaid, token: user.token })
    })
    .await?;
    state.boards.sync_after_write(&state.db).await;
    Ok(answer)
}

/// The country that somebody registers from. Looked up before the write begins, and only once: a later change is not recorded.
async fn country(
    state: &AppState,
    user: &CurrentUser,
    origin: &Origin,
) -> Result<Option<&'static str>, ApiError> {
    let progress = state.db.read(async |conn| registration::progress(conn, user.uaid.as_str()).await).await;
    if progress?.registered_at.is_some() {
        return Ok(None);
    }
    Ok(state.config.region.country(&origin.address).await)
}

/// Checks and stores the screening, if there is one. `name` is for the letter to a guardian.
async fn screen(
    conn: &mut Conn,
    state: &AppState,
    (user, name): (&CurrentUser, String),
    answers: &EligibilityAnswers,
    born: Option<Date>,
    today: Date,
) -> Result<(), ApiError> {
    let uaid = user.uaid.as_str();
    wire::check_answers(answers, born, &user.email, today)?;
    if let Some(guardian) = born.and_then(|born| wire::guardian_to_ask(answers, born, today)) {
        account_mail::ask_guardian(conn, state, uaid, &guardian, &name).await?;
    }
    let (consent, now_ms) = (state.hub.consent_version(), state.clock.now_ms());
    eligibility::put(conn, &state.cipher, uaid, answers, &consent, now_ms).await?;
    Ok(())
}

/// An athlete who was not screened at sign-up has to send the screening; staff need none for their work.
async fn require_screening(conn: &mut Conn, user: &CurrentUser) -> Result<(), ApiError> {
    let progress = registration::progress(conn, user.uaid.as_str()).await?;
    if progress.screened || user.role.is_staff() {
        return Ok(());
    }
    let refusal = EligibilityRefusal::ScreeningRequired;
    Err(ApiError::rule(refusal.code(), refusal.to_string()).field("eligibility"))
}
