//! What can be wrong with a field, as a stable code and as a sentence.

use serde::Serialize;

/// What is wrong with one field of a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "each variant's sentence is its meaning")]
pub enum ProfileError {
    #[error("Fill this in.")]
    Required,
    #[error("Use 1 to 60 letters, digits, spaces and the marks ' - . , ( ) &, with at least one letter.")]
    Name,
    #[error("Write an e-mail address like name@example.com.")]
    Email,
    #[error("Use a UK postcode, like SW11 8AL.")]
    Postcode,
    #[error("Write a phone number like 07700 900123, or with its country code, like +33 6 12 34 56 78.")]
    Phone,
    #[error("An Instagram name has at most 30 letters, digits, full stops or underscores.")]
    Instagram,
    #[error("A TikTok name has at most 24 letters, digits, full stops or underscores.")]
    TikTok,
    #[error("Give names on Instagram and TikTok only, one each.")]
    SocialMedia,
    #[error("Choose male, female, other or none.")]
    Gender,
    #[error("Choose a size from XXS to XXXL.")]
    TShirtSize,
    #[error("Use a real date of birth, written like 1999-11-21.")]
    DateOfBirth,
    #[error("That age is outside what the programme is open to.")]
    AgeOutOfRange,
    #[error("Keep it to {max} characters.")]
    TextTooLong { max: usize },
    #[error("That text has characters that cannot be kept.")]
    TextInvalid,
    #[error("Use at least 12 characters.")]
    PasswordTooShort,
    #[error("Use at most 128 characters.")]
    PasswordTooLong,
}

impl ProfileError {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Required => "REQUIRED",
            Self::Name => "NAME_INVALID",
            Self::Email => "EMAIL_INVALID",
            Self::Postcode => "POSTCODE_INVALID",
            Self::Phone => "PHONE_INVALID",
            Self::Instagram => "INSTAGRAM_INVALID",
            Self::TikTok => "TIKTOK_INVALID",
            Self::SocialMedia => "SOCIAL_MEDIA_INVALID",
            Self::Gender => "GENDER_INVALID",
            Self::TShirtSize => "TSHIRT_SIZE_INVALID",
            Self::DateOfBirth => "DATE_OF_BIRTH_INVALID",
            Self::AgeOutOfRange => "AGE_OUT_OF_RANGE",
            Self::TextTooLong { .. } => "TEXT_TOO_LONG",
            Self::TextInvalid => "TEXT_INVALID",
            Self::PasswordTooShort => "PASSWORD_TOO_SHORT",
            Self::PasswordTooLong => "PASSWORD_TOO_LONG",
        }
    }
}

/// An error with the wire name of its field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct FieldError {
    /// The field's name on the wire.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub field: &'static str,
    /// The stable error code.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub code: &'static str,
    /// The sentence for a person.
    pub message: String,
}

impl FieldError {
    /// The error of a profile field.
    pub fn new(field: &'static str, error: ProfileError) -> Self {
        Self { field, code: error.code(), message: error.to_string() }
    }
}
