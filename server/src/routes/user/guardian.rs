//! `POST /api/user/guardian`: a guardian confirms with the token of the mailed link; `POST /api/user/guardian/request` says for
//! whom, before they do. `POST /api/user/guardian/send`: the athlete has the link sent again, or to another guardian.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sixfold_domain::eligibility::{
    EligibilityRefusal, EligibilityRules, GuardianLetterRefusal, check_guardian_email, may_write_to_guardian,
};
use sixfold_domain::profile::contact;
use sixfold_domain::time::Date;
use utoipa::ToSchema;

use super::account_mail;
use super::forgot::{Done, token_invalid};
use super::wire::Secret;
use crate::auth::CurrentUser;
use crate::auth::keys::stored_hash;
use crate::booking::refusals::not_eligible;
use crate::db::Conn;
use crate::db::bookings::booking;
use crate::db::calendar::schedule;
use crate::db::people::eligibility::EligibilityFacts;
use crate::db::people::{audit, eligibility};
use crate::db::sign_in::email;
use crate::db::sign_in::token::{self, Purpose};
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, Own, once};
use crate::routes::refusals::{OwnOnly, TokenInvalid, TooManyRequests};
use crate::state::AppState;

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct GuardianBody {
    #[schema(value_type = String)]
    token: Secret,
}

/// Confirms, and reports it to the athlete. The link works once.
#[utoipa::path(
    post, path = "/api/user/guardian", tag = "user", operation_id = "confirmAsGuardian", request_body = GuardianBody,
    responses((status = 200, description = "Confirmed", body = Envelope<Done>), TokenInvalid)
)]
pub(super) async fn post(
    State(state): State<AppState>,
    ApiJson(body): ApiJson<GuardianBody>,
) -> Result<Envelope<Done>, ApiError> {
    let now_ms = state.clock.now_ms();
    let job = state.clone();
    state
        .db
        .write(async move |conn| {
            let uaid = token::redeem(conn, Purpose::Guardian, &stored_hash(&body.token.0), now_ms)
                .await?
                .ok_or_else(token_invalid)?;
            if eligibility::confirm_guardian(conn, &uaid, now_ms).await? {
                account_mail::guardian_agreed(conn, &job, &uaid).await?;
                audit::system(conn, "guardian.confirmed", Some(&uaid), None, now_ms).await?;
            }
            Ok::<(), ApiError>(())
        })
        .await?;
    Ok(Envelope(Done { done: true }))
}

/// What a guardian is asked to confirm.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct GuardianRequest {
    /// The athlete's name; their e-mail address while the name is unknown.
    athlete: String,
    /// Where the tests are taken; empty while no event is set up.
    place: String,
    /// `YYYY-MM-DD` of the booking, if there is one.
    date: Option<String>,
    /// `HH:MM`.
    time: Option<String>,
}

/// For whom the mailed link asks. Reading it does not use it up.
#[utoipa::path(
    post, path = "/api/user/guardian/request", tag = "user", operation_id = "guardianRequest", request_body = GuardianBody,
    responses(
        (status = 200, description = "The athlete and the booking", body = Envelope<GuardianRequest>), TokenInvalid,
    )
)]
pub(super) async fn request(
    State(state): State<AppState>,
    ApiJson(body): ApiJson<GuardianBody>,
) -> Result<Envelope<GuardianRequest>, ApiError> {
    let now_ms = state.clock.now_ms();
    let request = state.db.read(async |conn| {
        let uaid = token::owner(conn, Purpose::Guardian, &stored_hash(&body.token.0), now_ms)
            .await?
            .ok_or_else(token_invalid)?;
        let account = email::state(conn, &uaid).await?.ok_or_else(token_invalid)?;
        let name = format!("{} {}", account.first_name, account.last_name);
        let athlete = if name.trim().is_empty() { account.email } else { name.trim().to_owned() };
        let event = schedule::find_event(conn, None).await?;
        let place = event.map(|event| format!("{}, {}", event.location_name, event.location_post_code));
        let booked = booking::find_open(conn, &uaid).await?.and_then(|open| open.slot);
        Ok::<_, ApiError>(GuardianRequest {
            athlete,
            place: place.unwrap_or_default(),
            date: booked.map(|(date, _)| date.to_string()),
            time: booked.map(|(_, time)| time.to_string()),
        })
    });
    request.await.map(Envelope)
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct GuardianLetterBody {
    /// Another guardian, in place of the one named before.
    #[serde(default)]
    guardian_email: Option<String>,
}

/// Who has been asked to confirm.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct GuardianLetter {
    guardian_email: String,
    /// When the letter was written, ms.
    guardian_asked_at: i64,
}

/// Sends the guardian's letter again or, with an address, to another guardian. The link in the former letter stops working. The
/// same address gets one in ten minutes at most.
#[utoipa::path(
    post, path = "/api/user/guardian/send", tag = "user", operation_id = "askGuardianAgain", request_body = GuardianLetterBody,
    responses(
        (status = 200, description = "On its way", body = Envelope<GuardianLetter>),
        (status = 409, description = "GUARDIAN_CONFIRMED", body = ErrorEnvelope),
        (status = 422, description = "GUARDIAN_NOT_NEEDED, SCREENING_REQUIRED, GUARDIAN_EMAIL_REQUIRED, GUARDIAN_EMAIL_INVALID, \
            GUARDIAN_EMAIL_OWN, IDEMPOTENCY_KEY_REUSED", body = ErrorEnvelope),
        OwnOnly, TooManyRequests,
    )
)]
pub(super) async fn send(
    State(state): State<AppState>,
    Own(user): Own,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<GuardianLetterBody>,
) -> Result<Answer, ApiError> {
    let today = state.today()?;
    let named = body.guardian_email.as_deref().map(str::trim).filter(|text| !text.is_empty());
    let named = named.map(contact::email).transpose();
    let named = named.map_err(|_| not_eligible(EligibilityRefusal::GuardianEmailInvalid))?;
    let job = state.clone();
    let idempotency = idempotency.personal(user.uaid.as_str());
    once(&state, &idempotency, async move |conn| ask_again(conn, job, user, named, today).await).await
}

async fn ask_again(
    conn: &mut Conn,
    state: AppState,
    user: CurrentUser,
    named: Option<String>,
    today: Date,
) -> Result<GuardianLetter, ApiError> {
    let (uaid, now_ms, rules) = (user.uaid.as_str(), state.clock.now_ms(), EligibilityRules::default());
    booking::lock_athlete(conn, uaid, now_ms).await?;
    let consent = state.hub.consent_version();
    let EligibilityFacts { born, record, .. } = eligibility::find(conn, uaid, &consent).await?;
    may_write_to_guardian(&record, born, &rules, today).map_err(not_asked)?;
    let before = eligibility::guardian(conn, uaid).await?.map(|(email, _)| email);
    let guardian = named
        .or_else(|| before.clone())
        .ok_or_else(|| not_eligible(EligibilityRefusal::GuardianEmailRequired { adult: rules.adult_age }))?;
    check_guardian_email(&guardian, &user.email.to_lowercase()).map_err(not_eligible)?;
    account_mail::ask_guardian_again(conn, &state, uaid, (&guardian, before.as_deref()), &user.email).await?;
    if !eligibility::name_guardian(conn, uaid, &guardian).await? {
        // There is no record, or they have confirmed since it was read.
        return Err(if eligibility::find(conn, uaid, &consent).await?.record.guardian_confirmed {
            not_asked(GuardianLetterRefusal::Confirmed)
        } else {
            not_eligible(EligibilityRefusal::ScreeningRequired)
        });
    }
    audit::by(conn, user.actor(), "guardian.asked", Some(uaid), None, now_ms).await?;
    Ok(GuardianLetter { guardian_email: guardian, guardian_asked_at: now_ms })
}

fn not_asked(refusal: GuardianLetterRefusal) -> ApiError {
    match refusal {
        GuardianLetterRefusal::NotNeeded => ApiError::rule(refusal.code(), refusal.to_string()),
        GuardianLetterRefusal::Confirmed => ApiError::conflict(refusal.code(), refusal.to_string()),
    }
}
