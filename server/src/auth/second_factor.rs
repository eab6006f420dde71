//! The second factor (RULES 10.4): codes of an authenticator app (TOTP, RFC 6238: SHA-1, six digits, 30 seconds; the
//! current code and the one before) and ten recovery codes for a lost phone. Each works once.
//!
//! A code is requested only after a correct password or mailed link, so a stranger can neither learn whether an account has
//! a second factor nor use up its attempts. Single sign-on is exempt, since there the provider decides, and so are
//! passkeys: they are both factors at once.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use totp_rs::{Builder, Secret, Totp};

use crate::db::encryption::field_encryption::FieldCipher;
use crate::db::sign_in::second_factor::{self, SecondFactorRow};
use crate::db::upkeep::throttle::{self, Limit};
use crate::db::{Conn, DbError, random_bytes};
use crate::http::ApiError;
use crate::http::origin::Origin;
use crate::state::AppState;

/// Codes that one network address may try for one account.
const PER_PLACE: Limit = Limit { scope: "second-factor-place", attempts: 10, window_ms: 15 * 60_000 };
/// Codes tried for one account from anywhere, by somebody who has the password: guessing succeeds with a chance of one
/// in three thousand a day.
const PER_PERSON: Limit = Limit { scope: "second-factor-person", attempts: 100, window_ms: 24 * 60 * 60_000 };
const RECOVERY_CODES: usize = 10;
/// Unambiguous letters and digits, five bits each.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// The longest input that is checked.
const LONGEST: usize = 40;

/// A new secret in the forms that an authenticator app takes.
pub struct NewSecret {
    /// Base32, to be typed.
    pub secret: String,
    /// `otpauth://…`, for the QR code.
    pub url: String,
}

impl std::fmt::Debug for NewSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("NewSecret")
    }
}

impl NewSecret {
    /// A random secret of 160 bits for an account of this site.
    pub fn generate(site: &str, email: &str) -> Result<Self, ApiError> {
        let secret = Secret::from(random_bytes::<20>());
        // In the label a colon separates site and account.
        let plain = |text: &str| text.replace(':', " ");
        let totp = Builder::new()
            .with_secret(secret.as_bytes())
            .with_issuer(Some(plain(site)))
            .with_account_name(plain(email))
            .build()
            .map_err(ApiError::internal)?;
        let url = totp.to_url().map_err(ApiError::internal)?;
        Ok(Self { secret: secret.to_base32(), url })
    }
}

pub fn encrypt(cipher: &FieldCipher, uaid: &str, secret: &str) -> Result<String, ApiError> {
    Ok(cipher.encrypt("second_factor", uaid, "secret_sealed", secret)?)
}

/// The result of checking a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Correct, and now used.
    Fits,
    /// Wrong, or used before.
    Wrong,
    /// Too many attempts; the next one is allowed after this many seconds.
    TooMany(u64),
}

/// A code to be checked; attempts are counted by account and by network address.
#[derive(Clone)]
pub struct CodeAttempt {
    uaid: String,
    code: String,
    /// The limits and their subjects; `None` if attempts are not limited.
    counted: Option<[(Limit, String); 2]>,
    now_ms: i64,
}

impl std::fmt::Debug for CodeAttempt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CodeAttempt").field("uaid", &self.uaid).finish_non_exhaustive()
    }
}

impl CodeAttempt {
    pub fn new(state: &AppState, origin: &Origin, uaid: &str, code: &str) -> Self {
        let subject = |text: &str| state.auth.keys.throttle_subject(text);
        let counted = state.config.rate_limit.then(|| {
            let place = format!("{}|{uaid}", origin.counted());
            [(PER_PLACE, subject(&place)), (PER_PERSON, subject(uaid))]
        });
        let short = code.len() <= LONGEST;
        let code = code.chars().filter(|c| short && c.is_ascii_alphanumeric()).collect::<String>();
        Self { uaid: uaid.to_owned(), code: code.to_ascii_lowercase(), counted, now_ms: state.clock.now_ms() }
    }

    /// Checks the code and marks it as used. Attempts are counted, and reset by a correct code. Run it in a job that
    /// commits whatever the result.
    pub async fn check(&self, conn: &mut Conn, cipher: &FieldCipher) -> Result<Outcome, ApiError> {
        if let Some(seconds) = self.count(conn).await? {
            return Ok(Outcome::TooMany(seconds));
        }
        let row = second_factor::find(conn, &self.uaid).await?.filter(|row| row.confirmed_at.is_some());
        let Some(row) = row else { return Ok(Outcome::Wrong) };
        let secret = self.decrypt(cipher, &row)?;
        let fits = match self.step(&secret)? {
            Some(step) => second_factor::use_step(conn, &self.uaid, step).await?,
            None if self.is_digits() => false,
            None => {
                let hash = recovery_hash(&secret, &self.code);
                second_factor::use_code(conn, &self.uaid, &hash, self.now_ms).await?
            }
        };
        self.end(conn, fits).await
    }

    /// Completes an enrolment with its first code. Returns the recovery codes, which are not readable later.
    pub async fn confirm(
        &self,
        conn: &mut Conn,
        cipher: &FieldCipher,
    ) -> Result<(Outcome, Vec<String>), ApiError> {
        if let Some(seconds) = self.count(conn).await? {
            return Ok((Outcome::TooMany(seconds), Vec::new()));
        }
        let row = second_factor::find(conn, &self.uaid).await?;
        let Some(row) = row.filter(|row| row.confirmed_at.is_none()) else {
            return Err(ApiError::conflict(
                "SECOND_FACTOR_NOT_BEGUN",
                "There is nothing to confirm. Start with setting it up.",
            ));
        };
        let secret = self.decrypt(cipher, &row)?;
        let fits = match self.step(&secret)? {
            Some(step) => {
                second_factor::confirm(conn, &self.uaid, &row.secret_sealed, step, self.now_ms).await?
            }
            None => false,
        };
        let mut codes = Vec::new();
        if fits {
            codes.extend((0..RECOVERY_CODES).map(|_| recovery_code()));
            let hashes: Vec<String> = codes.iter().map(|code| recovery_hash(&secret, code)).collect();
            second_factor::set_codes(conn, &self.uaid, &hashes).await?;
        }
        Ok((self.end(conn, fits).await?, codes.iter().map(|code| grouped(code)).collect()))
    }

    fn is_digits(&self) -> bool {
        self.code.bytes().all(|byte| byte.is_ascii_digit())
    }

    fn decrypt(&self, cipher: &FieldCipher, row: &SecondFactorRow) -> Result<Secret, ApiError> {
        let plain = cipher.decrypt("second_factor", &self.uaid, "secret_sealed", &row.secret_sealed)?;
        Secret::try_from_base32(plain).map_err(|_| DbError::broken("second factor").into())
    }

    /// The time step of the code, if it is the current one or the one before.
    fn step(&self, secret: &Secret) -> Result<Option<i64>, ApiError> {
        if self.code.len() != 6 || !self.is_digits() {
            return Ok(None);
        }
        let totp: Totp =
            Builder::new().with_secret(secret.as_bytes()).with_skew(0).build().map_err(ApiError::internal)?;
        let seconds = u64::try_from(self.now_ms / 1_000).unwrap_or(0);
        let step = totp
            .check(&self.code, seconds)
            .or_else(|| totp.check(&self.code, seconds.saturating_sub(totp.step())));
        Ok(step.and_then(|step| i64::try_from(step).ok()))
    }

    async fn count(&self, conn: &mut Conn) -> Result<Option<u64>, DbError> {
        for (limit, subject) in self.counted.iter().flatten() {
            if let Some(seconds) = throttle::hit(conn, *limit, subject, self.now_ms).await? {
                return Ok(Some(seconds));
            }
        }
        Ok(None)
    }

    async fn end(&self, conn: &mut Conn, fits: bool) -> Result<Outcome, ApiError> {
        if !fits {
            return Ok(Outcome::Wrong);
        }
        for (limit, subject) in self.counted.iter().flatten() {
            throttle::clear(conn, limit.scope, subject).await?;
        }
        Ok(Outcome::Fits)
    }
}

/// Requires the second factor after a first one was correct; false if the account has none.
pub async fn require(
    state: &AppState,
    origin: &Origin,
    uaid: &str,
    code: Option<&str>,
) -> Result<bool, ApiError> {
    let row = state.db.read(async |conn| second_factor::find(conn, uaid).await).await?;
    if row.is_none_or(|row| row.confirmed_at.is_none()) {
        return Ok(false);
    }
    let Some(code) = code.filter(|code| !code.trim().is_empty()) else {
        return Err(ApiError::new(
            axum::http::StatusCode::UNAUTHORIZED,
            "SECOND_FACTOR_REQUIRED",
            "Nearly in. Type the code from your authenticator app.",
        ));
    };
    let (attempt, cipher) = (CodeAttempt::new(state, origin, uaid, code), state.cipher.clone());
    let outcome = state.db.write(async move |conn| attempt.check(conn, &cipher).await).await?;
    match outcome {
        Outcome::Fits => Ok(true),
        Outcome::TooMany(seconds) => Err(ApiError::too_many(seconds)),
        Outcome::Wrong => Err(ApiError::new(axum::http::StatusCode::UNAUTHORIZED, WRONG.0, WRONG.1)),
    }
}

const WRONG: (&str, &str) =
    ("SECOND_FACTOR_WRONG", "That code does not fit. Wait for the next one and try that.");

impl Outcome {
    /// 422 or 429 unless the code was correct, for calls of signed-in users; `field` is the name of the code's field.
    pub fn or_refuse(self, field: &'static str) -> Result<(), ApiError> {
        match self {
            Self::Fits => Ok(()),
            Self::Wrong => Err(ApiError::rule(WRONG.0, WRONG.1).field(field)),
            Self::TooMany(seconds) => Err(ApiError::too_many(seconds)),
        }
    }
}

/// Fifty random bits: with limited attempts, enough not to be guessed.
fn recovery_code() -> String {
    random_bytes::<10>().iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()
}

/// A recovery code as displayed: two groups of five.
fn grouped(code: &str) -> String {
    let (left, right) = code.split_at(code.len() / 2);
    format!("{left}-{right}")
}

/// The stored form of a recovery code: HMAC-SHA-256 under the factor's own secret, which is encrypted, so that a copy
/// of the database alone does not allow guessing one.
fn recovery_hash(secret: &Secret, code: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC takes keys of any length");
    mac.update(b"sixfold/recovery-code/v1");
    mac.update(code.as_bytes());
    hex::encode(mac.finalize().into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_app_is_given_the_site_and_the_account() {
        let fresh = NewSecret::generate("Six: fold", "ada@staff.example").unwrap();
        assert_eq!(fresh.secret.len(), 32);
        let totp = Totp::from_url(&fresh.url).unwrap();
        assert_eq!(totp.issuer(), Some("Six  fold"));
        assert_eq!(totp.account_name(), "ada@staff.example");
        assert_eq!((totp.digits(), totp.step(), totp.secret().to_base32()), (6, 30, fresh.secret));
    }

    #[test]
    fn recovery_codes_differ_and_are_stored_under_the_secret() {
        let codes: std::collections::HashSet<String> = (0..100).map(|_| recovery_code()).collect();
        assert_eq!(codes.len(), 100);
        assert!(codes.iter().all(|code| code.len() == 10 && code.bytes().any(|b| ALPHABET.contains(&b))));
        assert_eq!(grouped("abcdefghij"), "abcde-fghij");
        let (one, two) = (Secret::from([1_u8; 20]), Secret::from([2_u8; 20]));
        assert_ne!(recovery_hash(&one, "abcdefghij"), recovery_hash(&two, "abcdefghij"));
    }
}
