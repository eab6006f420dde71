//! Who may take part: age, consents, health screening and its clearance, and a guardian for athletes under 18
//! (RULES 6.1 to 6.7).
//!
//! Does not know how answers are encrypted or stored; it is given what it needs, and today's date in London.

mod booking;
mod guardian;
pub(crate) mod rules;
mod screening;

use serde::{Deserialize, Serialize};

pub use booking::{BookingMode, booking_mode, booking_refusals, may_ask_assistance, may_book};
pub use guardian::{GuardianLetterRefusal, may_write_to_guardian};
pub use rules::EligibilityRules;
pub use screening::Screening;

use crate::profile::{FieldError, contact};
use crate::time::Date;

/// The number of questions in the health screening.
pub const PARQ_QUESTIONS: usize = 7;

/// The answers given when registering.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct EligibilityAnswers {
    /// "I am within the programme's ages."
    pub age_range: bool,
    /// Consent to the terms.
    pub consent: bool,
    /// Consent to store health data, which is separate.
    pub health_consent: bool,
    /// The version of the consents that they were shown; the current one if it is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub consent_version: Option<String>,
    /// The guardian's e-mail address, for an athlete under age.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub guardian_email: Option<String>,
    /// The seven health questions; true is yes.
    #[serde(rename = "PARQ")]
    #[cfg_attr(
        feature = "ts",
        tsify(type = "[boolean, boolean, boolean, boolean, boolean, boolean, boolean]")
    )]
    pub parq: [bool; PARQ_QUESTIONS],
}

impl EligibilityAnswers {
    /// Whether every health question was answered no.
    pub fn cleared(&self) -> bool {
        !self.parq.contains(&true)
    }

    /// The guardian's address as it is stored; `None` if there is none or it is malformed.
    pub fn guardian(&self) -> Option<String> {
        self.guardian_email.as_deref().and_then(|text| contact::email(text).ok())
    }
}

/// Why somebody may not register or book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EligibilityRefusal {
    /// The date of birth is unknown.
    #[error("We need your date of birth first.")]
    DateOfBirthRequired,
    /// Too young or too old, or the age question was answered no.
    #[error("The programme is open to ages {min} to {max}.")]
    AgeOutOfRange {
        /// The youngest age.
        min: u8,
        /// The oldest age.
        max: u8,
    },
    /// The terms were not accepted.
    #[error("Accept the terms to go on.")]
    ConsentRequired,
    /// No consent to store health data, or it was withdrawn.
    #[error("We need your consent to hold your health answers before you can be tested.")]
    HealthConsentRequired,
    /// Under age, without a guardian's address.
    #[error("You are under {adult}: give the e-mail address of a parent or guardian.")]
    GuardianEmailRequired {
        /// The age from which no guardian is needed.
        adult: u8,
    },
    /// The guardian's address is malformed.
    #[error("Write your guardian's e-mail address like name@example.com.")]
    GuardianEmailInvalid,
    /// The guardian's address is the athlete's own.
    #[error("Give your guardian's own e-mail address, not yours.")]
    GuardianEmailOwn,
    /// The health questions were never answered.
    #[error("Answer the health questions before you book.")]
    ScreeningRequired,
    /// A health question was answered yes, and there is no clearance.
    #[error("One of your health answers needs a check first. Ask us for help with your booking.")]
    ScreeningNotCleared,
    /// The health questions have to be answered again.
    #[error("Your health answers are due again. Answer the questions before you book.")]
    ScreeningExpired,
    /// Under age, and the guardian has not confirmed.
    #[error("Your parent or guardian has to confirm first.")]
    GuardianRequired,
}

impl EligibilityRefusal {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::DateOfBirthRequired => "DATE_OF_BIRTH_REQUIRED",
            Self::AgeOutOfRange { .. } => "AGE_OUT_OF_RANGE",
            Self::ConsentRequired => "CONSENT_REQUIRED",
            Self::HealthConsentRequired => "HEALTH_CONSENT_REQUIRED",
            Self::GuardianEmailRequired { .. } => "GUARDIAN_EMAIL_REQUIRED",
            Self::GuardianEmailInvalid => "GUARDIAN_EMAIL_INVALID",
            Self::GuardianEmailOwn => "GUARDIAN_EMAIL_OWN",
            Self::ScreeningRequired => "SCREENING_REQUIRED",
            Self::ScreeningNotCleared => "SCREENING_NOT_CLEARED",
            Self::ScreeningExpired => "SCREENING_EXPIRED",
            Self::GuardianRequired => "GUARDIAN_REQUIRED",
        }
    }

    /// The wire name of the field that the refusal is about.
    pub const fn field(self) -> &'static str {
        match self {
            Self::DateOfBirthRequired | Self::AgeOutOfRange { .. } => "dateOfBirth",
            Self::ConsentRequired => "consent",
            Self::HealthConsentRequired => "healthConsent",
            Self::GuardianEmailRequired { .. }
            | Self::GuardianEmailInvalid
            | Self::GuardianEmailOwn
            | Self::GuardianRequired => "guardianEmail",
            Self::ScreeningRequired | Self::ScreeningNotCleared | Self::ScreeningExpired => "PARQ",
        }
    }

    /// Whether the athlete can settle it alone and at once, by giving what is missing. Anything else needs a guardian, staff or
    /// another age.
    pub const fn athlete_can_settle(self) -> bool {
        match self {
            Self::DateOfBirthRequired
            | Self::ConsentRequired
            | Self::HealthConsentRequired
            | Self::GuardianEmailRequired { .. }
            | Self::GuardianEmailInvalid
            | Self::GuardianEmailOwn
            | Self::ScreeningRequired
            | Self::ScreeningExpired => true,
            Self::AgeOutOfRange { .. } | Self::ScreeningNotCleared | Self::GuardianRequired => false,
        }
    }
}

impl From<EligibilityRefusal> for FieldError {
    fn from(refusal: EligibilityRefusal) -> Self {
        Self { field: refusal.field(), code: refusal.code(), message: refusal.to_string() }
    }
}

/// The result of checking all answers. The page shows every refusal, the server returns the first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct EligibilityCheck {
    /// Whether nothing prevents registering.
    pub may_register: bool,
    /// Whether the screening permits booking without staff.
    pub cleared: bool,
    /// Whether a guardian has to confirm before the first booking.
    pub needs_guardian: bool,
    /// What prevents registering, in the order of the form.
    pub errors: Vec<FieldError>,
}

/// Checks the answers of somebody who is registering. A yes in the screening is not a refusal: the athlete can have an account
/// and request assistance. The consent to store health data is checked here too, because the answers themselves are health
/// data.
pub fn check_eligibility(
    answers: &EligibilityAnswers,
    born: Option<Date>,
    rules: &EligibilityRules,
    today: Date,
) -> EligibilityCheck {
    let refusals = refusals(answers, born, rules, today);
    EligibilityCheck {
        may_register: refusals.is_empty(),
        cleared: answers.cleared(),
        needs_guardian: born.is_some_and(|born| rules.needs_guardian(born, today)),
        errors: refusals.into_iter().map(FieldError::from).collect(),
    }
}

/// Whether somebody may register; otherwise the first refusal. Same rule as [`check_eligibility`].
pub fn may_register(
    answers: &EligibilityAnswers,
    born: Option<Date>,
    rules: &EligibilityRules,
    today: Date,
) -> Result<(), EligibilityRefusal> {
    refusals(answers, born, rules, today).into_iter().next().map_or(Ok(()), Err)
}

fn refusals(
    answers: &EligibilityAnswers,
    born: Option<Date>,
    rules: &EligibilityRules,
    today: Date,
) -> Vec<EligibilityRefusal> {
    use EligibilityRefusal as R;
    let mut found = Vec::new();
    let age = born.map(|born| born.years_until(today));
    match age {
        None => found.push(R::DateOfBirthRequired),
        Some(age) if rules.admits(age) && answers.age_range => {}
        Some(_) => found.push(R::AgeOutOfRange { min: rules.min_age, max: rules.max_age }),
    }
    if !answers.consent {
        found.push(R::ConsentRequired);
    }
    if !answers.health_consent {
        found.push(R::HealthConsentRequired);
    }
    if age.is_some_and(|age| rules.admits(age) && age < i32::from(rules.adult_age)) {
        match answers.guardian_email.as_deref().map(str::trim) {
            None | Some("") => found.push(R::GuardianEmailRequired { adult: rules.adult_age }),
            Some(text) if contact::email(text).is_err() => found.push(R::GuardianEmailInvalid),
            Some(_) => {}
        }
    }
    found
}

/// Checks that a guardian's address is not the athlete's own; both as [`contact::email`] returns them.
pub fn check_guardian_email(guardian: &str, own: &str) -> Result<(), EligibilityRefusal> {
    if guardian == own { Err(EligibilityRefusal::GuardianEmailOwn) } else { Ok(()) }
}

/// A clearance that role 3 has recorded for somebody with a yes in the screening. A new screening cancels it, since it was
/// based on the earlier answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Clearance {
    /// What it is based on, such as a doctor's letter.
    pub basis: String,
    /// The last day on which it is valid.
    pub expires: Date,
}

/// What is stored about a person's eligibility. The default is that of a person who has never answered.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Eligibility {
    /// The version of the terms accepted.
    pub consent_version: Option<String>,
    /// The version of the consent to store health data; `None` if not given, or withdrawn.
    pub health_consent_version: Option<String>,
    /// The day on which the health questions were answered; `None` if never, or if the answers were erased.
    pub screened_on: Option<Date>,
    /// Whether any of them was answered yes.
    pub any_yes: bool,
    /// The clearance recorded since then.
    pub clearance: Option<Clearance>,
    /// Whether a guardian has confirmed.
    pub guardian_confirmed: bool,
}

impl Eligibility {
    /// The record after new answers on `today` to these versions of the two consents: a new screening without a clearance. A yes
    /// that waits for a clearance still does (RULES 6.4), and a guardian's confirmation stays.
    pub fn answered(
        &self,
        answers: &EligibilityAnswers,
        consent_version: &str,
        health_consent_version: &str,
        today: Date,
    ) -> Self {
        Self {
            consent_version: answers.consent.then(|| consent_version.to_owned()),
            health_consent_version: answers.health_consent.then(|| health_consent_version.to_owned()),
            screened_on: answers.health_consent.then_some(today),
            any_yes: !answers.cleared() || self.awaits_clearance(today),
            clearance: None,
            guardian_confirmed: self.guardian_confirmed,
        }
    }

    /// Whether a yes was answered that nobody has cleared since, or whose clearance has expired.
    pub fn awaits_clearance(&self, today: Date) -> bool {
        self.any_yes
            && self.screened_on.is_some()
            && self.clearance.as_ref().is_none_or(|clearance| clearance.expires < today)
    }
}

/// Whether somebody may change their own date of birth: an athlete whose guardian has not confirmed must not come of age any
/// sooner by filling in a form, so that no earlier date is accepted (RULES 6.3).
pub fn may_change_birth(
    record: &Eligibility,
    born: Option<Date>,
    wanted: Date,
    rules: &EligibilityRules,
    today: Date,
) -> Result<(), EligibilityRefusal> {
    let sooner = born.is_some_and(|born| rules.needs_guardian(born, today) && wanted < born);
    if sooner && !record.guardian_confirmed { Err(EligibilityRefusal::GuardianRequired) } else { Ok(()) }
}

#[cfg(test)]
mod tests;
