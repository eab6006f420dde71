//! The length of a password. The list of common passwords is too large for a page, so the server checks it.

use super::ProfileError;

/// The fewest characters of a password (RULES 10.3).
pub const PASSWORD_MIN: usize = 12;
/// The most characters of a password.
pub const PASSWORD_MAX: usize = 128;

/// Checks only the length of a password, in characters, without trimming.
pub fn password(text: &str) -> Result<(), ProfileError> {
    match text.chars().count() {
        0..PASSWORD_MIN => Err(ProfileError::PasswordTooShort),
        PASSWORD_MIN..=PASSWORD_MAX => Ok(()),
        _ => Err(ProfileError::PasswordTooLong),
    }
}
