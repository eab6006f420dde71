//! Who may book, and who only after staff have looked at their screening (RULES 6.4).

use serde::{Deserialize, Serialize};

use super::{Eligibility, EligibilityRefusal, EligibilityRules};
use crate::time::Date;

/// Everything that prevents somebody from booking, in the order in which it should be settled; empty if they may book. No role
/// and no `bypassBookingRule` overrides any of it (RULES 6.4).
///
/// Only the lower age limit applies here: the upper one is for the day of registration.
pub fn booking_refusals(
    record: &Eligibility,
    born: Option<Date>,
    rules: &EligibilityRules,
    today: Date,
) -> Vec<EligibilityRefusal> {
    use EligibilityRefusal as R;
    let given = |version: &Option<String>| version.as_ref().is_some_and(|version| !version.is_empty());
    let mut found = Vec::new();
    match born {
        None => found.push(R::DateOfBirthRequired),
        Some(born) if born.years_until(today) < i32::from(rules.min_age) => {
            found.push(R::AgeOutOfRange { min: rules.min_age, max: rules.max_age });
        }
        Some(_) => {}
    }
    if !given(&record.consent_version) {
        found.push(R::ConsentRequired);
    }
    if !given(&record.health_consent_version) {
        found.push(R::HealthConsentRequired);
    }
    let screened = match record.screened_on {
        None => Err(R::ScreeningRequired),
        Some(screened) if rules.screening_expired(screened, today) => Err(R::ScreeningExpired),
        Some(_) => Ok(()),
    };
    found.extend(screened.err());
    if born.is_some_and(|born| rules.needs_guardian(born, today)) && !record.guardian_confirmed {
        found.push(R::GuardianRequired);
    }
    let cleared =
        !record.any_yes || record.clearance.as_ref().is_some_and(|clearance| today <= clearance.expires);
    // Missing or outdated answers have to be given before they are evaluated.
    if screened.is_ok() && !cleared {
        found.push(R::ScreeningNotCleared);
    }
    found
}

/// What somebody may do about a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BookingMode {
    /// Book.
    Open,
    /// Only request assistance: staff have to look at the screening first.
    Assistance,
    /// Nothing until the refusals are settled.
    Blocked,
}

/// The mode that follows from [`booking_refusals`].
pub fn booking_mode(refusals: &[EligibilityRefusal]) -> BookingMode {
    use EligibilityRefusal as R;
    match refusals {
        [] => BookingMode::Open,
        [R::ScreeningNotCleared] => BookingMode::Assistance,
        [
            R::DateOfBirthRequired
            | R::AgeOutOfRange { .. }
            | R::ConsentRequired
            | R::HealthConsentRequired
            | R::GuardianEmailRequired { .. }
            | R::GuardianEmailInvalid
            | R::GuardianEmailOwn
            | R::ScreeningRequired
            | R::ScreeningExpired
            | R::GuardianRequired,
        ]
        | [_, _, ..] => BookingMode::Blocked,
    }
}

/// Whether somebody may book a test; otherwise the first of [`booking_refusals`].
pub fn may_book(
    record: &Eligibility,
    born: Option<Date>,
    rules: &EligibilityRules,
    today: Date,
) -> Result<(), EligibilityRefusal> {
    booking_refusals(record, born, rules, today).into_iter().next().map_or(Ok(()), Err)
}

/// Whether somebody may request assistance: as [`may_book`], but a yes in the screening is a reason for assistance, not a
/// refusal.
pub fn may_ask_assistance(
    record: &Eligibility,
    born: Option<Date>,
    rules: &EligibilityRules,
    today: Date,
) -> Result<(), EligibilityRefusal> {
    booking_refusals(record, born, rules, today)
        .into_iter()
        .find(|refusal| *refusal != EligibilityRefusal::ScreeningNotCleared)
        .map_or(Ok(()), Err)
}
