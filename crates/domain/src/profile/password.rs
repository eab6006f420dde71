//! How long a password is. The list of common ones is the server's, too large for a page.

use super::ProfileError;

/// The fewest characters of a password (RULES 10.3).
pub const PASSWORD_MIN: usize = 12;
/// The most characters of a password.
pub const PASSWORD_MAX: usize = 128;

/// Checks the length of a password, in characters; nothing is trimmed and nothing else is asked of it.
pub fn password(text: &str) -> Result<(), ProfileError> {
    match text.chars().count() {
        0..PASSWORD_MIN => Err(ProfileError::PasswordTooShort),
        PASSWORD_MIN..=PASSWORD_MAX => Ok(()),
        _ => Err(ProfileError::PasswordTooLong),
    }
}
