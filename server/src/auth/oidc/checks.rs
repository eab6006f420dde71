//! What a browser has to bring back from a provider: state, PKCE verifier and nonce, each in a cookie of its own, encrypted so
//! that no browser makes its own, bound to the provider and to each other, for 15 minutes.

use axum::http::{HeaderMap, HeaderValue};

use crate::auth::cookie::{self, Name};
use crate::auth::keys::{new_secret, same};
use crate::db::field_encryption::{CipherError, FieldCipher};

/// How long somebody may take at the provider.
const LIFE_MS: i64 = 15 * 60_000;
const TABLE: &str = "sign-in";

/// What the cookies are encrypted with, and when.
#[derive(Debug)]
pub struct CookieCipher<'a> {
    pub cipher: &'a FieldCipher,
    /// Now, ms.
    pub now_ms: i64,
    /// Whether people come over https.
    pub https: bool,
}

/// The three secrets of one sign-in.
pub struct Checks {
    /// Comes back in the address.
    pub state: String,
    /// Comes back inside the ID token.
    pub nonce: String,
    /// Is shown to the token endpoint (RFC 7636).
    pub verifier: String,
}

impl std::fmt::Debug for Checks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Checks")
    }
}

impl Checks {
    /// New ones, around a PKCE verifier.
    pub fn new(verifier: String) -> Self {
        Self { state: new_secret(), nonce: new_secret(), verifier }
    }

    /// The cookies in which a browser keeps them.
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

    /// The checks of this browser for a provider, when `given` is the state among them and none is too old. Says which one
    /// is missing or wrong.
    pub fn read(
        with: &CookieCipher<'_>,
        headers: &HeaderMap,
        provider: &str,
        given: &str,
    ) -> Result<Self, &'static str> {
        let decrypt = |name: Name, row: &str| {
            let encrypted = cookie::read(headers, name, with.https).filter(|encrypted| !encrypted.is_empty());
            let plain = with.cipher.decrypt(TABLE, row, column(name), &encrypted?).ok()?;
            let (ends, value) = plain.split_once(' ')?;
            (ends.parse::<i64>().ok()? > with.now_ms).then(|| value.to_owned())
        };
        let kept = decrypt(Name::State, provider).ok_or("no state cookie that serves")?;
        if !same(&kept, given) {
            return Err("another state");
        }
        let row = format!("{provider} {kept}");
        let verifier = decrypt(Name::Pkce, &row).ok_or("no PKCE cookie that serves")?;
        let nonce = decrypt(Name::Nonce, &row).ok_or("no nonce cookie that serves")?;
        Ok(Self { state: kept, nonce, verifier })
    }
}

/// What takes the three cookies away.
pub fn cleared(https: bool) -> [HeaderValue; 3] {
    [Name::State, Name::Pkce, Name::Nonce].map(|name| cookie::write(name, https, "", Some(0)))
}

fn column(name: Name) -> &'static str {
    name.text(false)
}
