//! A challenge on its way to the browser and back: an encrypted text with everything that its answer is verified against.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use webauthn_rs::prelude::Uuid;

use super::error::PasskeyError;
use crate::auth::keys::new_secret;
use crate::db::encryption::field_encryption::{CipherError, FieldCipher};

/// How long a challenge may be answered, ms.
pub(super) const CHALLENGE_MS: i64 = 5 * 60_000;

/// What a challenge is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    SignIn,
    Add,
}

impl Purpose {
    fn word(self) -> &'static str {
        match self {
            Self::SignIn => "sign-in",
            Self::Add => "add",
        }
    }
}

/// The contents of a sealed challenge.
#[derive(Serialize, Deserialize)]
pub(super) struct Sealed<S> {
    id: String,
    expires_at: i64,
    /// The session that may answer; none for a sign-in.
    pub(super) session_id: Option<String>,
    /// By which the authenticator will know the account.
    pub(super) user_handle: Option<Uuid>,
    pub(super) state: S,
}

/// A challenge that came back in time and has to be marked as answered.
#[derive(Debug, Clone)]
pub struct Answered {
    pub challenge_id: String,
    pub expires_at: i64,
}

/// The challenge for a sign-in that a sealed text is about, if it may still be answered; for marking it as answered.
pub fn answered(cipher: &FieldCipher, sealed: &str, now_ms: i64) -> Result<Answered, PasskeyError> {
    Ok(Sealed::<Value>::open(cipher, Purpose::SignIn, sealed, now_ms)?.answered())
}

impl<S> Sealed<S> {
    pub(super) fn new(session_id: Option<&str>, user_handle: Option<Uuid>, state: S, now_ms: i64) -> Self {
        let (id, session_id) = (new_secret(), session_id.map(str::to_owned));
        Self { id, expires_at: now_ms + CHALLENGE_MS, session_id, user_handle, state }
    }

    pub(super) fn answered(self) -> Answered {
        Answered { challenge_id: self.id, expires_at: self.expires_at }
    }
}

impl<S: Serialize> Sealed<S> {
    pub(super) fn seal(&self, cipher: &FieldCipher, purpose: Purpose) -> Result<String, PasskeyError> {
        let plain = serde_json::to_string(self).map_err(|_| PasskeyError::Malformed)?;
        let text: Result<String, CipherError> =
            cipher.encrypt("passkey", purpose.word(), "challenge", &plain);
        text.map_err(|_| PasskeyError::Challenge)
    }
}

impl<S: DeserializeOwned> Sealed<S> {
    pub(super) fn open(
        cipher: &FieldCipher,
        purpose: Purpose,
        text: &str,
        now_ms: i64,
    ) -> Result<Self, PasskeyError> {
        let plain = cipher.decrypt("passkey", purpose.word(), "challenge", text);
        let plain = plain.map_err(|_| PasskeyError::Challenge)?;
        let sealed: Self = serde_json::from_str(&plain).map_err(|_| PasskeyError::Challenge)?;
        // One whose end is further away than it can be was made by a clock that was ahead.
        if (1..=CHALLENGE_MS).contains(&(sealed.expires_at - now_ms)) {
            Ok(sealed)
        } else {
            Err(PasskeyError::Challenge)
        }
    }
}
