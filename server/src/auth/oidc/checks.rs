//! State, PKCE verifier and nonce, which a browser has to bring back from a provider. Each is in a cookie of its own,
//! encrypted so that no browser can forge one, bound to the provider and to each other, and valid for 15 minutes.

use axum::http::{HeaderMap, HeaderValue};

use crate::auth::cookie::{self, Name};
use crate::auth::keys::{constant_time_eq, new_secret};
use crate::db::encryption::field_encryption::{CipherError, FieldCipher};

/// How long signing in at the provider may take.
const LIFE_MS: i64 = 15 * 60_000;
const TABLE: &str = "sign-in";

/// Encrypts the cookies.
#[derive(Debug)]
pub struct CookieCipher<'a> {
    pub cipher: &'a FieldCipher,
    /// The current time, ms.
    pub now_ms: i64,
    pub https: bool,
}

/// The three secrets of one sign-in.
pub struct Checks {
    /// Returned in the redirect URL.
    pub state: String,
    /// Returned in the ID token.
    pub nonce: String,
    /// Sent to the token endpoint (RFC 7636).
    pub verifier: String,
}

impl std::fmt::Debug for Checks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Checks")
    }
}

impl Checks {
    /// New random values with the given PKCE verifier.
    pub fn new(verifier: String) -> Self {
        Self { state: new_secret(), nonce: new_secret(), verifier }
    }

    pub fn cookies(&self, with: &CookieCipher<'_>, provider: &str) -> Result<[HeaderValue; 3], CipherError> {
        let ends = with.now_ms + LIFE_MS;
        let row = format!("{provider} {}", self.state);
        let write = |name: Name, row: &str, value: &str| {
            let encrypted = with.cipher.encrypt(TABLE, row, column(name), &format!("{ends} {value}"))?;
            Ok(cookie::write(name, with.https, &encrypted, Some(LIFE_MS / 1_000)))
        };
        Ok([
            write(Name::State, provider, &self.state)?,
            write(Name::Pkce, &row, &self.verifier)?,
            write(Name::Nonce, &row, &self.nonce)?,
        ])
    }

    /// The browser's checks for a provider, if `given` matches their state and none has expired. The error names the
    /// one that is missing or wrong.
    pub fn read(
        with: &CookieCipher<'_>,
        headers: &HeaderMap,
        provider: &str,
        returned: &str,
    ) -> Result<Self, &'static str> {
        let decrypt = |name: Name, row: &str| {
            let encrypted = cookie::read(headers, name, with.https).filter(|encrypted| !encrypted.is_empty());
            let plain = with.cipher.decrypt(TABLE, row, column(name), &encrypted?).ok()?;
            let (ends, value) = plain.split_once(' ')?;
            (ends.parse::<i64>().ok()? > with.now_ms).then(|| value.to_owned())
        };
        let state = decrypt(Name::State, provider).ok_or("no state cookie that serves")?;
        if !constant_time_eq(&state, returned) {
            return Err("another state");
        }
        let row = format!("{provider} {state}");
        let verifier = decrypt(Name::Pkce, &row).ok_or("no PKCE cookie that serves")?;
        let nonce = decrypt(Name::Nonce, &row).ok_or("no nonce cookie that serves")?;
        Ok(Self { state, nonce, verifier })
    }
}

/// `Set-Cookie` values that delete the three cookies.
pub fn cleared(https: bool) -> [HeaderValue; 3] {
    [Name::State, Name::Pkce, Name::Nonce].map(|name| cookie::write(name, https, "", Some(0)))
}

fn column(name: Name) -> &'static str {
    name.text(false)
}
