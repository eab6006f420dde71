//! Passwords: the rule for new ones, and argon2id in a queue of its own ([`crate::http::fair_queue`]), so that a burst
//! of sign-ins neither blocks other calls nor exhausts memory (19 MiB each), and a burst from one address delays nobody
//! elsewhere.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};

use crate::http::ApiError;
use crate::http::fair_queue::{Capacity, FairQueue, QueueError};

/// The shortest password, in characters (RULES 10.3).
pub const SHORTEST: usize = 12;
/// The longest password, in characters.
pub const LONGEST: usize = 128;
/// The argon2id parameters: memory in KiB, passes, lanes.
const COST: (u32, u32, u32) = (19_456, 2, 1);
/// How many passwords may wait to be hashed: in all, and from one address.
const CAPACITY: Capacity = Capacity { total: 256, per_address: 64 };
/// `Retry-After` when the queue is full, in seconds.
const BUSY_S: u64 = 5;

/// Words that an attacker would try first on a site like this, besides its name.
const FIRST_TRIED: &[&str] = &[
    "password",
    "passwort",
    "welcome",
    "letmein",
    "qwerty",
    "qwertz",
    "azerty",
    "asdf",
    "secret",
    "login",
    "admin",
    "sixfold",
    "athlete",
    "athletic",
    "academy",
    "programme",
    "leaderboard",
    "season",
    "testing",
    "training",
    "trainer",
    "coach",
    "fitness",
    "football",
    "rugby",
    "cricket",
    "tennis",
    "running",
    "runner",
    "sprint",
    "london",
    "england",
    "britain",
    "olympic",
    "arsenal",
    "chelsea",
    "liverpool",
    "spring",
    "summer",
    "autumn",
    "winter",
    "january",
    "february",
    "march",
    "april",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "iloveyou",
];
/// The shortest word that is removed; shorter ones occur in too many others.
const SHORTEST_WORD: usize = 3;
/// The fewest letters that must remain.
const LEAST_LEFT: usize = 6;

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
    #[error("That password is on every list of common ones. Pick something only you would think of.")]
    Common,
    /// Little more than the owner's name or address, the site's name, or words that are tried first here.
    #[error(
        "That password is too easy to guess from your name, your e-mail or this site. Add words of your own."
    )]
    Guessable,
}

impl PasswordError {
    pub fn code(self) -> &'static str {
        match self {
            Self::TooShort => "PASSWORD_TOO_SHORT",
            Self::TooLong => "PASSWORD_TOO_LONG",
            Self::Common => "PASSWORD_COMMON",
            Self::Guessable => "PASSWORD_GUESSABLE",
        }
    }
}

/// Checks the length of a new password, and that it is not a common one.
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

/// Refuses a password in which too few letters remain once its owner's and the site's words, and [`FIRST_TRIED`], are
/// removed. Digits and punctuation do not count: they are what people add. `known` are texts such as the address and
/// the names.
pub fn check_not_about(password: &str, known: &[&str]) -> Result<(), PasswordError> {
    let mut left: String = password.to_lowercase();
    let mut words: Vec<String> = known.iter().flat_map(|text| parts(text)).collect();
    words.extend(FIRST_TRIED.iter().map(|word| (*word).to_owned()));
    // The longest first, so that a short word does not break up a longer one.
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    for word in words.iter().filter(|word| word.chars().count() >= SHORTEST_WORD) {
        left = left.replace(word.as_str(), " ");
    }
    if left.chars().filter(|c| c.is_alphabetic()).count() < LEAST_LEFT {
        return Err(PasswordError::Guessable);
    }
    Ok(())
}

/// A text and its words, in lower case.
fn parts(text: &str) -> Vec<String> {
    let text = text.trim().to_lowercase();
    let mut all: Vec<String> = text.split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect();
    all.push(all.concat());
    all.push(text);
    all
}

/// What a password is compared with where there is no hash: random bytes, so no password fits; with [`COST`], so it takes as
/// long. A constant, since hashing at each start takes time and 19 MiB.
const DECOY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$ryyWN/5kvA3C60cj8MWboA$pUosdwyE5NuQ1Q7ClngA0bXTeEPxMKabZT6K+LXda0w";

/// Hashes and verifies passwords on threads of its own.
#[derive(Debug, Clone)]
pub struct Hasher {
    queue: Arc<FairQueue>,
    /// The hash that passwords of unknown accounts are verified against, so that they take the same time as known ones.
    verified: Arc<AtomicU64>,
}

#[derive(Debug, thiserror::Error)]
pub enum HashError {
    /// The queue is full; retrying in a moment may succeed.
    #[error("too many passwords are waiting to be checked")]
    Busy,
    /// Out of memory, random bytes or threads.
    #[error("password hashing failed: {0}")]
    Failed(String),
}

impl From<HashError> for ApiError {
    fn from(error: HashError) -> Self {
        match error {
            // 429 rather than 503: next-auth's client handles it on every sign-in.
            HashError::Busy => Self::too_many(BUSY_S),
            HashError::Failed(_) => Self::internal(error),
        }
    }
}

impl From<QueueError> for HashError {
    fn from(error: QueueError) -> Self {
        match error {
            QueueError::Full => Self::Busy,
            QueueError::Panicked => failed(error),
        }
    }
}

fn failed(error: impl std::fmt::Display) -> HashError {
    HashError::Failed(error.to_string())
}

impl Hasher {
    /// Hashes at most `at_once` passwords concurrently.
    pub fn new(at_once: usize) -> Self {
        Self::with_capacity(at_once, CAPACITY)
    }

    fn with_capacity(at_once: usize, capacity: Capacity) -> Self {
        let queue = Arc::new(FairQueue::new("passwords", at_once.max(1), capacity));
        Self { queue, verified: Arc::default() }
    }

    /// Hashes a new password to a PHC string, for a caller from `address` (see
    /// [`Origin::counted`](crate::http::origin::Origin::counted)).
    pub async fn hash(&self, address: &str, password: String) -> Result<String, HashError> {
        self.queue.run(address, move || hash(password.as_bytes())).await?
    }

    /// Whether a password is correct; without a stored hash, false after the same time.
    pub async fn verify(
        &self,
        address: &str,
        password: String,
        stored: Option<String>,
    ) -> Result<bool, HashError> {
        let known = stored.is_some();
        let phc = stored.unwrap_or_else(|| DECOY.to_owned());
        let verified = self.verified.clone();
        let fits = self.queue.run(address, move || verify(password.as_bytes(), &phc, &verified)).await?;
        Ok(fits && known)
    }

    /// How often a password has been verified.
    pub fn verified(&self) -> u64 {
        self.verified.load(Ordering::Relaxed)
    }
}

fn argon() -> Result<Argon2<'static>, HashError> {
    let (memory, passes, lanes) = COST;
    let params = Params::new(memory, passes, lanes, None).map_err(failed)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn hash(password: &[u8]) -> Result<String, HashError> {
    let made: PasswordHash = argon()?.hash_password(password).map_err(failed)?;
    Ok(made.to_string())
}

fn verify(password: &[u8], phc: &str, verified: &AtomicU64) -> bool {
    let (Ok(argon), Ok(stored)) = (argon(), PasswordHash::new(phc)) else { return false };
    verified.fetch_add(1, Ordering::Relaxed);
    argon.verify_password(password, &stored).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: &str = "192.0.2.1";

    #[test]
    fn new_passwords_are_long_and_not_common() {
        assert_eq!(check_new("short"), Err(PasswordError::TooShort));
        assert_eq!(check_new(&"x1".repeat(65)), Err(PasswordError::TooLong));
        assert_eq!(check_new("Password1234"), Err(PasswordError::Common));
        assert_eq!(check_new("aaaaaaaaaaaaaa"), Err(PasswordError::Common));
        assert_eq!(check_new("under the floodlights"), Ok(()));
        assert_eq!(check_new("ééééééééééé1"), Ok(()));
    }

    #[test]
    fn a_password_is_more_than_a_name_an_address_or_the_site() {
        let about =
            |password| check_not_about(password, &["ada.stone@new.example", "Ada", "Stone", "Sixfold UK"]);
        for weak in [
            "ada.stone@new.example",
            "Ada.Stone2026!",
            "adastoneadastone",
            "sixfold-2026!",
            "SixfoldUK2026",
            "london2012!!",
            "Summer2026Summer",
            "Password-Stone-1",
            "1234-5678-90ab",
        ] {
            assert_eq!(about(weak), Err(PasswordError::Guessable), "{weak}");
        }
        for fine in
            ["under the floodlights", "a quieter stadium", "stone cold sprinter in march", "ééééééééééé1"]
        {
            assert_eq!(about(fine), Ok(()), "{fine}");
        }
    }

    #[tokio::test]
    async fn a_hash_is_argon2id_and_fits_its_password_only() {
        let hasher = Hasher::new(2);
        let stored = hasher.hash(HERE, "under the floodlights".into()).await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert!(hasher.verify(HERE, "under the floodlights".into(), Some(stored.clone())).await.unwrap());
        assert!(!hasher.verify(HERE, "under the floodlight".into(), Some(stored)).await.unwrap());
        assert!(!hasher.verify(HERE, "a password that nobody has".into(), None).await.unwrap());
        assert_eq!(hasher.verified(), 3);
    }

    #[tokio::test]
    async fn the_decoy_takes_as_long_as_a_hash_and_fits_no_password() {
        let stored = Hasher::new(1).hash(HERE, "under the floodlights".into()).await.unwrap();
        let parts = |phc: &str| {
            let parts: Vec<&str> = phc.rsplitn(3, '$').collect();
            (parts[0].len(), parts[1].len(), parts[2].to_owned())
        };
        assert_eq!(parts(DECOY), parts(&stored));
        let verified = AtomicU64::new(0);
        assert!(!verify(b"a password that nobody has", DECOY, &verified));
        assert_eq!(verified.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn the_cost_is_no_less_than_owasp_asks() {
        let (memory, passes, _) = COST;
        assert!(memory >= 19 * 1024 && passes >= 2);
    }

    #[tokio::test]
    async fn a_line_that_is_too_long_sends_the_next_one_away() {
        let hasher = Hasher::with_capacity(1, Capacity { total: 4, per_address: 4 });
        let verifying = (0..40).map(|_| hasher.verify(HERE, "under the floodlights".into(), None));
        let results = futures::future::join_all(verifying).await;
        let away = results.iter().filter(|result| matches!(result, Err(HashError::Busy))).count();
        // One running, four queued; a fast thread may have taken a few more.
        assert!(away > 0, "all forty were let in");
        assert_eq!(hasher.verified(), 40 - u64::try_from(away).unwrap());
        assert!(
            hasher.verify(HERE, "under the floodlights".into(), None).await.is_ok(),
            "the line is short again"
        );
    }

    #[tokio::test]
    async fn nobody_waits_for_an_answer_that_nobody_wants() {
        let hasher = Hasher::with_capacity(1, Capacity { total: 64, per_address: 64 });
        for _ in 0..32 {
            let mut verifying = Box::pin(hasher.verify(HERE, "x".into(), None));
            assert!(futures::poll!(&mut verifying).is_pending());
        }
        hasher.verify(HERE, "x".into(), None).await.unwrap();
        assert!(hasher.verified() < 32, "those who went away were served: {}", hasher.verified());
    }
}
