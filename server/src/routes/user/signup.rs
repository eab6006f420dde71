//! `POST /api/user/signup`: a new account, screened and signed in.
//!
//! The caller is not signed in, so an `Idempotency-Key` would have no owner and is not read: a repeated sign-up is a 409, since
//! the address has an account.

use axum::extract::State;
use serde::Deserialize;
use sixfold_domain::eligibility::{EligibilityAnswers, EligibilityRules};
use sixfold_domain::profile::{FieldError, contact, person};
use utoipa::ToSchema;

use super::account_mail;
use super::wire::{self, EligibilityBody, LoginAnswer, Secret};
use crate::auth::mode::PasswordsOpen;
use crate::auth::password;
use crate::auth::sign_in::{self, Origin, Proof, SIGNUPS};
use crate::db::people::account::{self, LoginRow, NewAccount};
use crate::db::people::{audit, eligibility};
use crate::http::{ApiError, ApiJson, Envelope, ErrorEnvelope};
use crate::routes::refusals::{EmailTaken, SingleSignOnOnly, TooManyRequests};
use crate::state::AppState;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SignupInput {
    email_address: String,
    password: Secret,
    date_of_birth: String,
    #[serde(default)]
    first_name: String,
    #[serde(default)]
    last_name: String,
    eligibility: EligibilityAnswers,
}

/// A new account, for the OpenAPI document.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the wire")]
pub(super) struct SignupBody {
    email_address: String,
    /// 12 to 128 characters
    password: String,
    /// `YYYY-MM-DD`
    date_of_birth: String,
    /// Names the athlete in the letter to a guardian; the profile gets its name from `user/register`
    first_name: Option<String>,
    /// As `firstName`
    last_name: Option<String>,
    eligibility: EligibilityBody,
}

/// Opens an account. Its address gets a code that confirms it; under 18, the guardian gets an e-mail too. The answer's token is
/// a session; no cookie is set.
#[utoipa::path(
    post, path = "/api/user/signup", tag = "user", operation_id = "signup", request_body = SignupBody,
    responses(
        (status = 200, description = "The account, signed in", body = Envelope<LoginAnswer>),
        (status = 422, description = "Refused by a rule: AGE_OUT_OF_RANGE, CONSENT_REQUIRED, PASSWORD_COMMON …", body = ErrorEnvelope),
        SingleSignOnOnly, EmailTaken, TooManyRequests,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    _: PasswordsOpen,
    origin: Origin,
    ApiJson(body): ApiJson<SignupInput>,
) -> Result<Envelope<LoginAnswer>, ApiError> {
    let today = state.today()?;
    let field = |name, error| wire::refuse_field(FieldError::new(name, error));
    let email = contact::email(&body.email_address).map_err(|error| field("emailAddress", error))?;
    password::check_new(&body.password.0)
        .and_then(|()| password::check_not_about(&body.password.0, &[&email, &state.config.site_title]))
        .map_err(|error| ApiError::rule(error.code(), error.to_string()).field("password"))?;
    let born = person::date_of_birth(&body.date_of_birth, today, &EligibilityRules::default())
        .map_err(|error| field("dateOfBirth", error))?;
    let named = [("firstName", body.first_name.trim()), ("lastName", body.last_name.trim())];
    for (name, text) in named.into_iter().filter(|(_, text)| !text.is_empty()) {
        person::name(text).map_err(|error| field(name, error))?;
    }
    let athlete = format!("{} {}", named[0].1, named[1].1).trim().to_owned();
    let athlete = if athlete.is_empty() { email.clone() } else { athlete };
    wire::check_answers(&body.eligibility, Some(born), &email, today)?;
    sign_in::throttle_address(&state, SIGNUPS, &origin, "sign-up.throttled").await?;

    let hash = state.auth.hasher.hash(&origin.counted(), body.password.0).await?;
    let new = NewAccount {
        email,
        password_hash: Some(hash),
        role: 1,
        date_of_birth: Some(born.to_string()),
        email_confirmed: false,
    };
    let guardian = wire::guardian_to_ask(&body.eligibility, born, today);
    let answers = body.eligibility;
    let job_state = state.clone();
    let (account, token, stamp) = state
        .db
        .write(async move |conn| {
            let state = job_state;
            let now_ms = state.clock.now_ms();
            let uaid = account::create(conn, &new, now_ms).await?.ok_or_else(email_taken)?;
            if let Some(guardian) = guardian {
                account_mail::ask_guardian(conn, &state, &uaid, &guardian, &athlete).await?;
            }
            let consent = state.hub.consent_version();
            eligibility::put(conn, &state.cipher, &uaid, &answers, &consent, now_ms).await?;
            account_mail::confirm_address(conn, &state, &uaid, &new.email, &uaid).await?;
            audit::by(conn, (&uaid, 1), "account.created", Some(&uaid), None, now_ms).await?;
            let started = sign_in::begin(&state, &uaid, &origin, Proof::default())?;
            sign_in::store(conn, &started).await?;
            let account: Option<LoginRow> = account::login_of(conn, &uaid).await?;
            let account = account.ok_or_else(|| ApiError::internal("a new account is gone"))?;
            Ok::<_, ApiError>((account, started.token, started.stamp))
        })
        .await?;
    LoginAnswer::new(account, token, stamp).map(Envelope)
}

fn email_taken() -> ApiError {
    // One sentence for both, so that it does not say whether an account has the address or had it (RULES 10.5).
    let message = "That e-mail address is taken. Sign in, or set a new password. If that account has since changed its address, \
         this one is free again within seven days.";
    ApiError::conflict("EMAIL_TAKEN", message).field("emailAddress")
}
