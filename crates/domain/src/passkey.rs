//! Passkeys (RULES 10.9): how many a person may have, and what they are called. Knows nothing of keys and signatures.

use crate::profile::person;

/// The most passkeys of one person.
pub const PASSKEYS_MAX: usize = 10;
/// The most characters of a passkey's name.
pub const NAME_MAX: usize = 40;

/// Why something about a passkey is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasskeyRefusal {
    /// The name is no name, or too long.
    #[error(
        "Use 1 to {NAME_MAX} letters, digits, spaces and the marks ' - . , ( ) &, with at least one letter."
    )]
    Name,
    /// The person has [`PASSKEYS_MAX`] passkeys.
    #[error("You have {PASSKEYS_MAX} passkeys, which is the most. Remove one first.")]
    TooMany,
}

impl PasskeyRefusal {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Name => "PASSKEY_NAME_INVALID",
            Self::TooMany => "PASSKEY_LIMIT",
        }
    }
}

/// What its owner calls a passkey.
///
/// # Errors
/// [`PasskeyRefusal::Name`].
pub fn passkey_name(typed: &str) -> Result<String, PasskeyRefusal> {
    person::typed_name(typed, NAME_MAX).map_err(|_| PasskeyRefusal::Name)
}

/// Whether somebody who has this many passkeys may add another.
///
/// # Errors
/// [`PasskeyRefusal::TooMany`].
pub fn may_add(passkeys: usize) -> Result<(), PasskeyRefusal> {
    if passkeys < PASSKEYS_MAX { Ok(()) } else { Err(PasskeyRefusal::TooMany) }
}

#[cfg(test)]
mod tests {
    use super::*;

    // RULES 10.9
    #[test]
    fn a_name_is_one_line_of_forty_characters() {
        assert_eq!(passkey_name("  Kim's   phone "), Ok("Kim's phone".to_owned()));
        assert_eq!(passkey_name(&"a".repeat(NAME_MAX)), Ok("a".repeat(NAME_MAX)));
        for wrong in ["", "   ", "7", "two\nlines", "<b>", &"a".repeat(NAME_MAX + 1)] {
            assert_eq!(passkey_name(wrong), Err(PasskeyRefusal::Name), "{wrong:?}");
        }
    }

    #[test]
    fn the_eleventh_is_refused() {
        assert_eq!(may_add(0), Ok(()));
        assert_eq!(may_add(PASSKEYS_MAX - 1), Ok(()));
        assert_eq!(may_add(PASSKEYS_MAX), Err(PasskeyRefusal::TooMany));
        assert_eq!(PasskeyRefusal::TooMany.code(), "PASSKEY_LIMIT");
        assert_eq!(PasskeyRefusal::Name.code(), "PASSKEY_NAME_INVALID");
    }
}
