//! Passwords: the rule for new ones, and argon2id on threads of its own behind a limit, so that a rush of sign-ins neither
//! blocks other calls nor fills the memory (19 MiB each).

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

/// The shortest password, in characters (decisions, "People and access").
pub const SHORTEST: usize = 12;
/// The longest password, in characters.
pub const LONGEST: usize = 128;
/// argon2id: memory in KiB, passes, lanes.
const COST: (u32, u32, u32) = (19_456, 2, 1);

static COMMON: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| include_str!("common-passwords.txt").lines().filter(|line| !line.is_empty()).collect());

/// Why a new password is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// Fewer than [`SHORTEST`] characters.
    #[error("Your password needs at least 12 characters.")]
    TooShort,
    /// More than [`LONGEST`] characters.
    #[error("Your password can have at most 128 characters.")]
    TooLong,
    /// One that everybody tries first.
    #[error("That password is on every list of common ones. Pick something only you would think of.")]
    Common,
}

impl PasswordError {
    /// The stable word.
    pub fn code(self) -> &'static str {
        match self {
            Self::TooShort => "PASSWORD_TOO_SHORT",
            Self::TooLong => "PASSWORD_TOO_LONG",
            Self::Common => "PASSWORD_COMMON",
        }
    }
}

/// The rule for a new password.
pub fn check_new(password: &str) -> Result<(), PasswordError> {
    let length = password.chars().count();
    if length < SHORTEST {
        return Err(PasswordError::TooShort);
    }
    if length > LONGEST {
        return Err(PasswordError::TooLong);
    }
    let plain = password.to_lowercase();
    let mut letters = plain.chars();
    let first = letters.next();
    if COMMON.contains(plain.as_str()) || letters.all(|letter| Some(letter) == first) {
        return Err(PasswordError::Common);
    }
    Ok(())
}

/// Hashes and verifies, a few at a time.
#[derive(Debug, Clone)]
pub struct Hasher {
    limit: Arc<Semaphore>,
    /// What an unknown account is verified against, so that it takes the same time as a known one.
    decoy: Arc<str>,
}

/// Hashing failed: no memory or no random bytes.
#[derive(Debug, thiserror::Error)]
#[error("password hashing failed: {0}")]
pub struct HashError(String);

impl Hasher {
    /// A hasher that works on at most `at_once` passwords side by side.
    pub fn new(at_once: usize) -> Result<Self, HashError> {
        let decoy = hash(b"a password that nobody has")?;
        Ok(Self { limit: Arc::new(Semaphore::new(at_once.max(1))), decoy: decoy.into() })
    }

    /// The PHC string of a new password.
    pub async fn hash(&self, password: String) -> Result<String, HashError> {
        self.off_thread(move || hash(password.as_bytes())).await?
    }

    /// Whether a password fits; with no stored hash it takes the same time and is false.
    pub async fn verify(&self, password: String, stored: Option<String>) -> Result<bool, HashError> {
        let known = stored.is_some();
        let phc = stored.unwrap_or_else(|| self.decoy.to_string());
        let fits = self.off_thread(move || verify(password.as_bytes(), &phc)).await?;
        Ok(fits && known)
    }

    async fn off_thread<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, HashError> {
        let permit =
            self.limit.clone().acquire_owned().await.map_err(|error| HashError(error.to_string()))?;
        tokio::task::spawn_blocking(move || {
            let done = work();
            drop(permit);
            done
        })
        .await
        .map_err(|error| HashError(error.to_string()))
    }
}

fn argon() -> Result<Argon2<'static>, HashError> {
    let (memory, passes, lanes) = COST;
    let params = Params::new(memory, passes, lanes, None).map_err(|error| HashError(error.to_string()))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn hash(password: &[u8]) -> Result<String, HashError> {
    let made: PasswordHash =
        argon()?.hash_password(password).map_err(|error| HashError(error.to_string()))?;
    Ok(made.to_string())
}

fn verify(password: &[u8], phc: &str) -> bool {
    let (Ok(argon), Ok(stored)) = (argon(), PasswordHash::new(phc)) else { return false };
    argon.verify_password(password, &stored).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_passwords_are_long_and_not_common() {
        assert_eq!(check_new("short"), Err(PasswordError::TooShort));
        assert_eq!(check_new(&"x1".repeat(65)), Err(PasswordError::TooLong));
        assert_eq!(check_new("Password1234"), Err(PasswordError::Common));
        assert_eq!(check_new("aaaaaaaaaaaaaa"), Err(PasswordError::Common));
        assert_eq!(check_new("under the floodlights"), Ok(()));
        assert_eq!(check_new("ééééééééééé1"), Ok(()));
    }

    #[tokio::test]
    async fn a_hash_is_argon2id_and_fits_its_password_only() {
        let hasher = Hasher::new(2).unwrap();
        let stored = hasher.hash("under the floodlights".into()).await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert!(hasher.verify("under the floodlights".into(), Some(stored.clone())).await.unwrap());
        assert!(!hasher.verify("under the floodlight".into(), Some(stored)).await.unwrap());
        assert!(!hasher.verify("a password that nobody has".into(), None).await.unwrap());
    }
}
