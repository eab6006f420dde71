//! Bodies, answers and refusals that several user calls share.

use serde::{Deserialize, Serialize};
use sixfold_domain::eligibility::{
    EligibilityAnswers, EligibilityRefusal, EligibilityRules, may_change_birth,
};
use sixfold_domain::identity::Uaid;
use sixfold_domain::profile::{FieldError, ProfileError, ProfileUpdate};
use sixfold_domain::role::Role;
use sixfold_domain::time::Date;
use utoipa::ToSchema;

use crate::booking::refusals::not_eligible;
use crate::db::Conn;
use crate::db::people::account::LoginRow;
use crate::db::people::eligibility::{self, EligibilityFacts};
use crate::http::ApiError;
use crate::state::AppState;

/// The longest version of the text of the consents, in characters; a remote hub's may be longer than ours.
const LONGEST_VERSION: usize = 100;

/// The answer of a sign-in or sign-up.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LoginAnswer {
    #[schema(value_type = String)]
    pub uaid: Uaid,
    /// The API token, valid for the 58 minutes of the session.
    pub token: String,
    /// 1 athlete, 2 in-store, 3 programme delivery, 4 coach.
    #[schema(value_type = u8)]
    pub role: Role,
    /// The login time, ms.
    pub stamp: i64,
    /// Whether the profile has yet to be filled in.
    pub is_redirect: bool,
    /// What is known for filling it in; null otherwise.
    pub temp: Option<Temp>,
    /// Whether to fill it in with `accountmanagement` rather than `register`: the account came from elsewhere.
    pub user_profile_registration: bool,
}

/// What is known about somebody whose profile is not filled in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Temp {
    pub email_address: String,
    pub first_name: String,
    pub last_name: String,
    /// As stated; may be empty.
    pub gender: String,
}

impl LoginAnswer {
    pub(super) fn new(account: LoginRow, token: String, stamp: i64) -> Result<Self, ApiError> {
        let unfinished = account.registered_at.is_none() && account.role == Role::Athlete;
        Ok(Self {
            uaid: account.uaid.parse().map_err(|_| ApiError::internal("a stored uaid does not read"))?,
            token,
            role: account.role,
            stamp,
            is_redirect: unfinished,
            user_profile_registration: unfinished && account.screened == 0,
            temp: unfinished.then_some(Temp {
                email_address: account.email,
                first_name: account.first_name,
                last_name: account.last_name,
                gender: account.gender.unwrap_or_default(),
            }),
        })
    }
}

/// A password or a mailed token; `Debug` never prints it.
#[derive(Clone, Deserialize)]
#[serde(transparent)]
pub(in crate::routes) struct Secret(pub String);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

/// The eligibility answers, for the OpenAPI document; read as [`EligibilityAnswers`].
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the wire")]
pub(in crate::routes) struct EligibilityBody {
    age_range: bool,
    consent: bool,
    health_consent: bool,
    /// The version of the text of the consents that was shown; the current one when absent
    consent_version: Option<String>,
    guardian_email: Option<String>,
    /// Seven answers; true is a yes.
    #[schema(rename = "PARQ", min_items = 7, max_items = 7)]
    parq: Vec<bool>,
}

/// A profile in a request, for the OpenAPI document; read as the domain's `ProfileInput`.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the wire")]
pub(in crate::routes) struct ProfileBody {
    token: Option<String>,
    /// The account's own address; `POST /api/user/email` changes it. Staff may send a new one: it gets a code and takes effect
    /// once confirmed.
    email_address: Option<String>,
    first_name: Option<String>,
    last_name: Option<String>,
    /// `YYYY-MM-DD`
    date_of_birth: Option<String>,
    /// XXS to XXXL
    t_shirt_size: Option<String>,
    /// male, female, other, none
    gender: Option<String>,
    /// `+` and 8 to 15 digits; null or empty removes it
    phone_number: Option<String>,
    /// UK postcode; null or empty removes it
    postcode: Option<String>,
    assistance_required: Option<bool>,
    emergency_number: Option<String>,
    emergency_name: Option<String>,
    medical_issues: Option<String>,
    marketing_pref1: Option<bool>,
    marketing_pref2: Option<bool>,
    marketing_pref3: Option<bool>,
    sport_played: Option<String>,
    sport_level: Option<String>,
    improvement: Option<String>,
    is_competitor: Option<bool>,
    social_media_handles: Option<Vec<HandleBody>>,
    eligibility: Option<EligibilityBody>,
}

/// One social account.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the wire")]
pub(super) struct HandleBody {
    /// Instagram or TikTok
    social_media_name: String,
    handle: Option<String>,
}

/// The part of a register body that is not the profile.
#[derive(Debug, Deserialize)]
pub(super) struct WithEligibility {
    /// The screening, for people who were not screened at sign-up.
    #[serde(default)]
    pub eligibility: Option<EligibilityAnswers>,
}

/// Only a uaid.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::routes) struct UaidAnswer {
    #[schema(value_type = String)]
    pub uaid: Uaid,
}

/// Refuses a profile field: 400 when it is missing, 422 when a rule fails.
pub(in crate::routes) fn refuse_field(error: FieldError) -> ApiError {
    let refusal = if error.code == ProfileError::Required.code() {
        ApiError::bad_request(error.code, error.message)
    } else {
        ApiError::rule(error.code, error.message)
    };
    refusal.field(error.field)
}

/// 422 for a rule of eligibility; its fields are inside `eligibility`, except for the date of birth.
pub(super) fn refuse_eligibility(refusal: EligibilityRefusal) -> ApiError {
    let field = refusal.field();
    let path = if field == "dateOfBirth" { field.to_owned() } else { format!("eligibility.{field}") };
    ApiError::rule(refusal.code(), refusal.to_string()).field(path)
}

/// Checks the screening of somebody with this date of birth and address.
pub(in crate::routes) fn check_answers(
    answers: &EligibilityAnswers,
    born: Option<Date>,
    email: &str,
    today: Date,
) -> Result<(), ApiError> {
    let rules = EligibilityRules::default();
    check_version(answers.consent_version.as_deref(), "eligibility.consentVersion")?;
    sixfold_domain::eligibility::may_register(answers, born, &rules, today).map_err(refuse_eligibility)?;
    if let Some(guardian) = answers.guardian() {
        sixfold_domain::eligibility::check_guardian_email(&guardian, email).map_err(refuse_eligibility)?;
    }
    Ok(())
}

/// Refuses a version that no text can have.
pub(super) fn check_version(version: Option<&str>, field: &'static str) -> Result<(), ApiError> {
    let is_version = |text: &str| {
        (1..=LONGEST_VERSION).contains(&text.chars().count()) && !text.contains(char::is_control)
    };
    if version.is_none_or(is_version) {
        return Ok(());
    }
    Err(ApiError::invalid(field, "That is no version of the text."))
}

/// The guardian to ask, when the athlete is under age.
pub(in crate::routes) fn guardian_to_ask(
    answers: &EligibilityAnswers,
    born: Date,
    today: Date,
) -> Option<String> {
    let needed = EligibilityRules::default().needs_guardian(born, today);
    answers.guardian().filter(|_| needed)
}

/// Refuses health data of somebody who does not consent to any being held.
pub(super) async fn check_health_consent(
    conn: &mut Conn,
    state: &AppState,
    uaid: &str,
    update: &ProfileUpdate,
) -> Result<(), ApiError> {
    let health = [&update.emergency_name, &update.emergency_number, &update.medical_issues];
    if health.iter().all(|field| field.is_none()) {
        return Ok(());
    }
    if eligibility::find(conn, uaid, &state.hub.consent_version()).await?.health_consent {
        return Ok(());
    }
    Err(not_eligible(EligibilityRefusal::HealthConsentRequired))
}

/// Refuses an address other than the account's own: changing that needs the password and a confirmation.
pub(super) fn check_email(update: &ProfileUpdate, own: &str) -> Result<(), ApiError> {
    if update.email_address.as_deref().is_none_or(|wanted| wanted.eq_ignore_ascii_case(own)) {
        return Ok(());
    }
    let message = "Change your e-mail address in My Profile: we ask for your password first.";
    Err(ApiError::rule("EMAIL_NEEDS_PASSWORD", message).field("emailAddress"))
}

/// Refuses a change of the date of birth that would by itself make a guardian unnecessary.
pub(super) async fn check_birth(
    conn: &mut Conn,
    state: &AppState,
    uaid: &str,
    update: &ProfileUpdate,
    today: Date,
) -> Result<(), ApiError> {
    let Some(wanted) = update.date_of_birth else { return Ok(()) };
    let consent = state.hub.consent_version();
    let EligibilityFacts { born, record, .. } = eligibility::find(conn, uaid, &consent).await?;
    may_change_birth(&record, born, wanted, &EligibilityRules::default(), today)
        .map_err(|refusal| ApiError::rule(refusal.code(), refusal.to_string()).field("dateOfBirth"))
}
