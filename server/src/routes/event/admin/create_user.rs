//! `POST /api/event/admin/user/create`: staff open an account for somebody.

use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use sixfold_domain::eligibility::{EligibilityAnswers, PARQ_QUESTIONS};
use sixfold_domain::profile::{FieldError, ProfileError, ProfileInput, ProfileUpdate, check_registration};
use sixfold_domain::role::Role;
use sixfold_domain::time::Date;
use utoipa::ToSchema;

use crate::auth::CurrentUser;
use crate::auth::require::{Require, UpdatePeople};
use crate::db::Conn;
use crate::db::people::account::{self, EncryptedHealth, NewAccount};
use crate::db::people::{audit, eligibility};
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, once};
use crate::mail::letters::Recipient;
use crate::routes::refusals::{DeliveryOnly, EmailTaken};
use crate::routes::user::account_mail;
use crate::routes::user::wire::{self, UaidAnswer};
use crate::state::AppState;

/// The new account.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewPerson {
    email_address: String,
    first_name: String,
    last_name: String,
    /// `YYYY-MM-DD`
    date_of_birth: String,
    /// male, female, other, none
    gender: Option<String>,
    /// `+` and 8 to 15 digits
    phone_number: Option<String>,
    /// 1 to 4; an athlete when absent.
    #[schema(value_type = Option<u8>)]
    role: Option<Role>,
    /// Answers that the person has given already. Without the seven answers of the screening they are asked at the first
    /// sign-in.
    eligibility: Option<KnownAnswers>,
}

/// Whatever is known of the eligibility.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Answered)]
pub(super) struct KnownAnswers {
    #[serde(default)]
    age_range: bool,
    #[serde(default)]
    consent: bool,
    #[serde(default)]
    health_consent: bool,
    guardian_email: Option<String>,
    /// Seven answers; true is a yes.
    #[serde(rename = "PARQ")]
    #[schema(value_type = Option<Vec<bool>>)]
    parq: Option<[bool; PARQ_QUESTIONS]>,
}

/// A checked request.
#[derive(Clone)]
struct CreateUserCommand {
    email: String,
    born: Date,
    role: Role,
    profile: ProfileUpdate,
    /// All seven answers, or none.
    answers: Option<EligibilityAnswers>,
}

/// Opens an account under the rules of sign-up. The person gets an e-mail with a link, valid for seven days, to set a password;
/// under 18, the guardian gets one too.
#[utoipa::path(
    post, path = "/api/event/admin/user/create", tag = "people", operation_id = "createPerson",
    request_body = NewPerson,
    responses(
        (status = 200, description = "The account's number", body = Envelope<UaidAnswer>),
        (status = 422, description = "Refused by a rule: AGE_OUT_OF_RANGE, CONSENT_REQUIRED, NAME_INVALID …", body = ErrorEnvelope),
        DeliveryOnly, EmailTaken,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Require { user, .. }: Require<UpdatePeople>,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<NewPerson>,
) -> Result<Answer, ApiError> {
    let today = state.today()?;
    let command = read(body, today)?;
    let job = state.clone();
    once(&state, &idempotency, async move |conn| create(conn, &job, &user, command, today).await).await
}

fn read(body: NewPerson, today: Date) -> Result<CreateUserCommand, ApiError> {
    let input = ProfileInput {
        email_address: Some(body.email_address),
        first_name: Some(body.first_name),
        last_name: Some(body.last_name),
        date_of_birth: Some(body.date_of_birth),
        gender: body.gender,
        phone_number: body.phone_number.map(Some),
        ..ProfileInput::default()
    };
    let profile = check_registration(&input, today).into_result().map_err(wire::refuse_field)?;
    let missing = |field| wire::refuse_field(FieldError::new(field, ProfileError::Required));
    let email = profile.email_address.clone().ok_or_else(|| missing("emailAddress"))?;
    let born = profile.date_of_birth.ok_or_else(|| missing("dateOfBirth"))?;
    let answers = body.eligibility.and_then(KnownAnswers::complete);
    if let Some(answers) = &answers {
        wire::check_answers(answers, Some(born), &email, today)?;
    }
    Ok(CreateUserCommand { email, born, role: body.role.unwrap_or_default(), profile, answers })
}

impl KnownAnswers {
    /// The complete answers, if the screening is among them.
    fn complete(self) -> Option<EligibilityAnswers> {
        Some(EligibilityAnswers {
            age_range: self.age_range,
            consent: self.consent,
            health_consent: self.health_consent,
            consent_version: None,
            guardian_email: self.guardian_email,
            parq: self.parq?,
        })
    }
}

async fn create(
    conn: &mut Conn,
    state: &AppState,
    actor: &CurrentUser,
    command: CreateUserCommand,
    today: Date,
) -> Result<UaidAnswer, ApiError> {
    let now_ms = state.clock.now_ms();
    let new = NewAccount {
        email: command.email.clone(),
        password_hash: None,
        role: command.role.number(),
        date_of_birth: Some(command.born.to_string()),
        // The invitation confirms the address.
        email_confirmed: false,
    };
    let uaid = account::create(conn, &new, now_ms).await?.ok_or_else(email_taken)?;
    account::update_profile(conn, &uaid, &command.profile, &EncryptedHealth::default(), now_ms).await?;
    if let Some(answers) = &command.answers {
        if let Some(guardian) = wire::guardian_to_ask(answers, command.born, today) {
            account_mail::ask_guardian(conn, state, &uaid, &guardian, &command.email).await?;
        }
        let consent = state.hub.consent_version();
        eligibility::put(conn, &state.cipher, &uaid, answers, &consent, now_ms).await?;
    }
    // Without a screening, the questions are asked at the first sign-in.
    if command.answers.is_some() || command.role.is_staff() {
        account::mark_registered(conn, &uaid, now_ms).await?;
    }
    let to = Recipient {
        email: command.email,
        first_name: command.profile.first_name.unwrap_or_default(),
        last_name: command.profile.last_name.unwrap_or_default(),
    };
    account_mail::invite(conn, state, &uaid, to).await?;
    let entry = audit::Entry::by(actor.actor(), "account.created-by-staff")
        .subject(&uaid)
        .detail(json!({ "role": command.role, "screened": command.answers.is_some() }));
    audit::insert(conn, &entry, now_ms).await?;
    Ok(UaidAnswer { uaid: uaid.parse().map_err(|_| ApiError::internal("a new uaid does not read"))? })
}

fn email_taken() -> ApiError {
    let message = "An account has that address, or had it in the last seven days. Look its owner up by name.";
    ApiError::conflict("EMAIL_TAKEN", message).field("emailAddress")
}
