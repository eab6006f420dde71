//! What people may enter about themselves, and how it is stored.
//!
//! Checks a whole profile, for the server before it saves and for the page before it sends. The rules of single fields are in
//! the modules below and can be called one by one while somebody types. Knows nothing of accounts, password hashes or storage.

pub mod coarse_age_group;
pub mod contact;
pub mod domain_slip;
pub mod error;
pub mod handles;
pub mod password;
pub mod person;
pub mod text;

use serde::{Deserialize, Deserializer, Serialize};

use crate::eligibility::rules::EligibilityRules;
use crate::time::Date;
pub use error::{FieldError, ProfileError};
pub use handles::{SocialHandle, SocialHandleInput};
pub use person::{Gender, TShirtSize};
pub use text::{NOT_STATED, shown};

/// A profile as it arrives, unchecked; unknown fields are ignored.
///
/// For `phoneNumber`, `postcode` and `socialMediaHandles` there are three cases: absent keeps the stored value, null (or empty
/// text) clears it, a value replaces it. For every other field, absent, null and empty all keep the stored value (RULES 9.6).
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default)]
#[expect(missing_docs, reason = "the fields of RULES 4.12, word for word")]
pub struct ProfileInput {
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub email_address: Option<String>,
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub first_name: Option<String>,
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub last_name: Option<String>,
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub date_of_birth: Option<String>,
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub t_shirt_size: Option<String>,
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub gender: Option<String>,
    #[serde(deserialize_with = "null_is_some")]
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub phone_number: Option<Option<String>>,
    #[serde(deserialize_with = "null_is_some")]
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub postcode: Option<Option<String>>,
    #[cfg_attr(feature = "ts", tsify(optional, type = "boolean | null"))]
    pub assistance_required: Option<bool>,
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub emergency_number: Option<String>,
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub emergency_name: Option<String>,
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub medical_issues: Option<String>,
    #[cfg_attr(feature = "ts", tsify(optional, type = "boolean | null"))]
    pub marketing_pref1: Option<bool>,
    #[cfg_attr(feature = "ts", tsify(optional, type = "boolean | null"))]
    pub marketing_pref2: Option<bool>,
    #[cfg_attr(feature = "ts", tsify(optional, type = "boolean | null"))]
    pub marketing_pref3: Option<bool>,
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub sport_played: Option<String>,
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub sport_level: Option<String>,
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub improvement: Option<String>,
    #[cfg_attr(feature = "ts", tsify(optional, type = "boolean | null"))]
    pub is_competitor: Option<bool>,
    #[serde(deserialize_with = "null_is_some")]
    #[cfg_attr(feature = "ts", tsify(optional, type = "SocialHandleInput[] | null"))]
    pub social_media_handles: Option<Option<Vec<SocialHandleInput>>>,
}

/// A field that is null becomes `Some(None)`; this is not called for an absent one.
#[expect(clippy::option_option, reason = "absent, null and a value are three cases of the wire")]
fn null_is_some<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// What to store: a value replaces the stored one, `None` keeps it. Empty text clears it, which only some fields permit
/// (RULES 9.6: telephone number, postcode, handles).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the fields of RULES 4.12, word for word")]
pub struct ProfileUpdate {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email_address: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date_of_birth: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub t_shirt_size: Option<TShirtSize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gender: Option<Gender>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub postcode: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assistance_required: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emergency_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emergency_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub medical_issues: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marketing_pref1: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marketing_pref2: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marketing_pref3: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sport_played: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sport_level: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub improvement: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_competitor: Option<bool>,
    /// Both platforms, Instagram first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub social_media_handles: Option<Vec<SocialHandle>>,
}

/// The result of a check: the valid fields, and one error for each other one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ProfileCheck {
    /// The normalised valid fields.
    pub value: ProfileUpdate,
    /// The invalid fields, in the order of the form. If empty, `value` may be stored.
    pub errors: Vec<FieldError>,
}

impl ProfileCheck {
    /// The value if there are no errors, else the first error.
    pub fn into_result(self) -> Result<ProfileUpdate, FieldError> {
        match self.errors.into_iter().next() {
            None => Ok(self.value),
            Some(error) => Err(error),
        }
    }

    fn take<T>(&mut self, field: &'static str, result: Result<T, ProfileError>) -> Option<T> {
        result.map_err(|error| self.errors.push(FieldError::new(field, error))).ok()
    }

    /// Checks a field for which empty means unchanged.
    fn kept<T>(
        &mut self,
        field: &'static str,
        text: Option<&String>,
        check: impl FnOnce(&str) -> Result<T, ProfileError>,
    ) -> Option<T> {
        let text = text.map(|text| text.trim()).filter(|text| !text.is_empty())?;
        self.take(field, check(text))
    }

    /// Checks a field for which null or empty clears the stored value.
    fn emptied(
        &mut self,
        field: &'static str,
        text: Option<&Option<String>>,
        check: impl FnOnce(&str) -> Result<String, ProfileError>,
    ) -> Option<String> {
        let text = text?.as_deref().unwrap_or_default().trim();
        if text.is_empty() { Some(String::new()) } else { self.take(field, check(text)) }
    }

    fn require(&mut self, present: bool, field: &'static str) {
        if !present && !self.errors.iter().any(|error| error.field == field) {
            self.errors.push(FieldError::new(field, ProfileError::Required));
        }
    }
}

/// Checks a change to an existing profile. `today` is the date in London.
pub fn check_profile(input: &ProfileInput, today: Date) -> ProfileCheck {
    check(input, today, &EligibilityRules { max_age: u8::MAX, ..EligibilityRules::default() })
}

/// Checks a first profile (`user/register`): as [`check_profile`], but first and last name are required, and both age limits
/// apply, since they are for the day of registration.
pub fn check_registration(input: &ProfileInput, today: Date) -> ProfileCheck {
    let mut outcome = check(input, today, &EligibilityRules::default());
    outcome.require(outcome.value.first_name.is_some(), "firstName");
    outcome.require(outcome.value.last_name.is_some(), "lastName");
    outcome
}

fn check(input: &ProfileInput, today: Date, ages: &EligibilityRules) -> ProfileCheck {
    let mut c = ProfileCheck::default();
    c.value = ProfileUpdate {
        email_address: c.kept("emailAddress", input.email_address.as_ref(), contact::email),
        first_name: c.kept("firstName", input.first_name.as_ref(), person::name),
        last_name: c.kept("lastName", input.last_name.as_ref(), person::name),
        date_of_birth: c.kept("dateOfBirth", input.date_of_birth.as_ref(), |text| {
            person::date_of_birth(text, today, ages)
        }),
        gender: c.kept("gender", input.gender.as_ref(), str::parse),
        t_shirt_size: c.kept("tShirtSize", input.t_shirt_size.as_ref(), str::parse),
        phone_number: c.emptied("phoneNumber", input.phone_number.as_ref(), contact::phone),
        postcode: c.emptied("postcode", input.postcode.as_ref(), contact::postcode),
        emergency_name: c.kept("emergencyName", stated(input.emergency_name.as_ref()), person::name),
        emergency_number: c.kept("emergencyNumber", stated(input.emergency_number.as_ref()), contact::phone),
        medical_issues: c.kept("medicalIssues", stated(input.medical_issues.as_ref()), |text| {
            text::paragraph(text, text::MEDICAL_ISSUES_MAX)
        }),
        sport_played: c.kept("sportPlayed", input.sport_played.as_ref(), |text| {
            text::line(text, text::SPORT_PLAYED_MAX)
        }),
        sport_level: c
            .kept("sportLevel", input.sport_level.as_ref(), |text| text::line(text, text::SPORT_LEVEL_MAX)),
        improvement: c.kept("improvement", input.improvement.as_ref(), |text| {
            text::paragraph(text, text::IMPROVEMENT_MAX)
        }),
        social_media_handles: match &input.social_media_handles {
            Some(list) => c.take("socialMediaHandles", handles::handles(list.as_deref().unwrap_or_default())),
            None => None,
        },
        assistance_required: input.assistance_required,
        marketing_pref1: input.marketing_pref1,
        marketing_pref2: input.marketing_pref2,
        marketing_pref3: input.marketing_pref3,
        is_competitor: input.is_competitor,
    };
    c
}

/// 'N/A' is how a form shows absence. Sent back, it is not a value and never overwrites a stored one (RULES 9.7).
fn stated(text: Option<&String>) -> Option<&String> {
    text.filter(|text| !text.trim().eq_ignore_ascii_case(NOT_STATED))
}

#[cfg(test)]
mod local_updates;
#[cfg(test)]
mod tests;
