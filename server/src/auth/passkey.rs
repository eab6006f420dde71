//! Passkeys (RULES 10.9): the relying party of WebAuthn. It makes challenges and verifies what authenticators answer; the store
//! is not used here.
//!
//! A challenge travels to the browser and back as an encrypted text with everything that its answer is verified against, so
//! that any node can verify it and a sign-in page that is only looked at writes nothing. `db::sign_in::passkey` makes sure that
//! each is answered once.

mod error;
mod sealed;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use webauthn_rs::prelude::{
    AuthenticationResult, Credential, DiscoverableAuthentication, ParsedAttestation, Passkey,
    PasskeyRegistration, PublicKeyCredential, RegisterPublicKeyCredential, Url, Uuid, Webauthn,
    WebauthnBuilder,
};

pub use self::error::PasskeyError;
pub use self::sealed::{Answered, answered};
use self::sealed::{CHALLENGE_MS, Purpose, Sealed};
use crate::db::encryption::field_encryption::FieldCipher;

/// The longest id of a credential, in bytes.
const CREDENTIAL_ID_LIMIT: usize = 1_023;

/// The site as a relying party.
#[derive(Debug, Clone)]
pub struct RelyingParty(Option<Webauthn>);

/// A challenge, and the text with which its answer comes back.
#[derive(Debug, Clone)]
pub struct Challenge {
    /// `publicKey` of `navigator.credentials.get` or `create`, with its bytes in base64url.
    pub public_key: Value,
    /// Encrypted; belongs to the answer.
    pub sealed: String,
}

/// Somebody who adds a passkey.
#[derive(Debug, Clone, Copy)]
pub struct Adding<'a> {
    pub session_id: &'a str,
    /// Shown by the browser beside the passkey.
    pub email: &'a str,
    /// May be empty.
    pub name: &'a str,
}

/// A passkey that has been verified for the first time.
#[derive(Debug, Clone)]
pub struct NewPasskey {
    pub answered: Answered,
    /// base64url.
    pub credential_id: String,
    pub user_handle: String,
    /// JSON.
    pub credential: String,
    pub sign_count: i64,
    pub backed_up: bool,
}

/// A stored passkey, for verifying an answer.
#[derive(Debug, Clone, Copy)]
pub struct KnownPasskey<'a> {
    pub user_handle: &'a str,
    pub credential: &'a str,
    pub sign_count: i64,
    pub backed_up: bool,
}

/// What a verified sign-in tells about its passkey.
#[derive(Debug, Clone, Copy)]
pub struct Verified {
    pub sign_count: i64,
    pub backed_up: bool,
}

/// An answer to a sign-in challenge, not verified yet.
#[derive(Debug, Clone)]
pub struct SignInAnswer {
    credential: PublicKeyCredential,
    user_handle: Uuid,
}

impl SignInAnswer {
    /// Reads what the browser sends.
    pub fn read(credential: Value) -> Result<Self, PasskeyError> {
        let credential: PublicKeyCredential = read(credential)?;
        let user_handle = credential.get_user_unique_id().and_then(|bytes| Uuid::from_slice(bytes).ok());
        let user_handle = user_handle.ok_or(PasskeyError::Refused("no-user-handle"))?;
        Ok(Self { credential, user_handle })
    }

    /// The id of the passkey that answered, base64url.
    pub fn credential_id(&self) -> String {
        base64url(self.credential.get_credential_id())
    }
}

/// The part of the signed client data that the library does not check.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ClientData {
    #[serde(default)]
    cross_origin: bool,
}

impl RelyingParty {
    /// The relying party of a public address; its id is the host's name.
    pub fn new(public_url: &str, site: &str) -> Self {
        let party = Url::parse(public_url).ok().and_then(|origin| {
            let id = origin.domain()?.to_owned();
            let timeout = std::time::Duration::from_millis(CHALLENGE_MS.unsigned_abs());
            WebauthnBuilder::new(&id, &origin).ok()?.rp_name(site).timeout(timeout).build().ok()
        });
        Self(party)
    }

    fn party(&self) -> Result<&Webauthn, PasskeyError> {
        self.0.as_ref().ok_or(PasskeyError::Unavailable)
    }

    /// A challenge for somebody who signs in: any passkey of this site may answer.
    pub fn challenge(&self, cipher: &FieldCipher, now_ms: i64) -> Result<Challenge, PasskeyError> {
        let (options, state) = self.party()?.start_discoverable_authentication()?;
        let sealed = Sealed::new(None, None, state, now_ms).seal(cipher, Purpose::SignIn)?;
        Ok(Challenge { public_key: as_json(&options.public_key)?, sealed })
    }

    /// Verifies the answer of a sign-in against the passkey with its id.
    pub fn verify(
        &self,
        cipher: &FieldCipher,
        sealed: &str,
        answer: &SignInAnswer,
        known: KnownPasskey<'_>,
        now_ms: i64,
    ) -> Result<Verified, PasskeyError> {
        let sealed: Sealed<DiscoverableAuthentication> =
            Sealed::open(cipher, Purpose::SignIn, sealed, now_ms)?;
        if answer.user_handle.to_string() != known.user_handle {
            return Err(PasskeyError::Refused("other-user"));
        }
        same_origin(&answer.credential.response.client_data_json)?;
        let passkey: Passkey =
            serde_json::from_str(known.credential).map_err(|_| PasskeyError::Refused("stored-credential"))?;
        let mut credential = Credential::from(passkey);
        credential.counter = u32::try_from(known.sign_count).unwrap_or(u32::MAX);
        credential.backup_state = known.backed_up;
        let result: AuthenticationResult = self.party()?.finish_discoverable_authentication_v2(
            &answer.credential,
            sealed.state,
            &credential,
        )?;
        if !result.user_verified() {
            return Err(PasskeyError::Refused("not-verified"));
        }
        Ok(Verified { sign_count: i64::from(result.counter()), backed_up: result.backup_state() })
    }

    /// A challenge for somebody who adds a passkey. `user_handle` is that of their other passkeys, whose ids are `existing`.
    pub fn challenge_to_add(
        &self,
        cipher: &FieldCipher,
        adding: Adding<'_>,
        user_handle: Option<&str>,
        existing: &[String],
        now_ms: i64,
    ) -> Result<Challenge, PasskeyError> {
        let user_handle = user_handle.and_then(|text| text.parse().ok());
        let user_handle = user_handle.unwrap_or_else(|| Uuid::from_bytes(crate::db::random_bytes()));
        let existing = existing.iter().filter_map(|id| from_base64url(id)).collect();
        let shown = if adding.name.is_empty() { adding.email } else { adding.name };
        let (options, state) =
            self.party()?.start_passkey_registration(user_handle, adding.email, shown, Some(existing))?;
        let mut public_key = as_json(&options.public_key)?;
        // Without these the passkey could not be offered before somebody says who they are.
        let selection = &mut public_key["authenticatorSelection"];
        selection["residentKey"] = json!("required");
        selection["requireResidentKey"] = json!(true);
        let sealed = Sealed::new(Some(adding.session_id), Some(user_handle), state, now_ms);
        Ok(Challenge { public_key, sealed: sealed.seal(cipher, Purpose::Add)? })
    }

    /// Verifies a new passkey; only the session that asked for the challenge can answer it.
    pub fn verify_new(
        &self,
        cipher: &FieldCipher,
        sealed: &str,
        session_id: &str,
        credential: Value,
        now_ms: i64,
    ) -> Result<NewPasskey, PasskeyError> {
        let sealed: Sealed<PasskeyRegistration> = Sealed::open(cipher, Purpose::Add, sealed, now_ms)?;
        let user_handle = sealed.user_handle.ok_or(PasskeyError::Challenge)?;
        if sealed.session_id.as_deref() != Some(session_id) {
            return Err(PasskeyError::Challenge);
        }
        let answer: RegisterPublicKeyCredential = read(credential)?;
        // What the browser says about it is not signed; it is a hint that the passkey would never be offered.
        if answer.extensions.cred_props.as_ref().is_some_and(|props| props.rk == Some(false)) {
            return Err(PasskeyError::Refused("not-discoverable"));
        }
        let passkey = self.party()?.finish_passkey_registration(&answer, &sealed.state)?;
        let mut credential = Credential::from(passkey);
        if credential.cred_id.len() > CREDENTIAL_ID_LIMIT {
            return Err(PasskeyError::Refused("long-id"));
        }
        // We ask for no attestation; one that is sent anyway is dropped.
        credential.attestation = ParsedAttestation::default();
        let (sign_count, backed_up) = (i64::from(credential.counter), credential.backup_state);
        let credential_id = base64url(&credential.cred_id);
        let credential =
            serde_json::to_string(&Passkey::from(credential)).map_err(|_| PasskeyError::Malformed)?;
        Ok(NewPasskey {
            answered: sealed.answered(),
            credential_id,
            user_handle: user_handle.to_string(),
            credential,
            sign_count,
            backed_up,
        })
    }
}

fn as_json(options: &impl Serialize) -> Result<Value, PasskeyError> {
    serde_json::to_value(options).map_err(|_| PasskeyError::Malformed)
}

fn read<T: DeserializeOwned>(credential: Value) -> Result<T, PasskeyError> {
    serde_json::from_value(credential).map_err(|_| PasskeyError::Malformed)
}

/// Refuses an answer that was given in somebody else's frame.
fn same_origin(client_data: &[u8]) -> Result<(), PasskeyError> {
    let data: ClientData = serde_json::from_slice(client_data).map_err(|_| PasskeyError::Malformed)?;
    if data.cross_origin { Err(PasskeyError::Refused("cross-origin")) } else { Ok(()) }
}

fn base64url(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn from_base64url(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: [u8; 32] = [7; 32];

    // RULES 10.9
    #[test]
    fn a_site_without_a_name_has_no_passkeys() {
        let cipher = FieldCipher::new(&KEY, []);
        for (url, id) in [
            ("http://localhost:8080", Some("localhost")),
            ("https://sixfold.example", Some("sixfold.example")),
            ("http://127.0.0.1:8080", None),
            ("http://[::1]:8080", None),
        ] {
            let challenge = RelyingParty::new(url, "Sixfold").challenge(&cipher, 0);
            match id {
                Some(id) => assert_eq!(challenge.unwrap().public_key["rpId"], id),
                None => assert_eq!(challenge.unwrap_err(), PasskeyError::Unavailable, "{url}"),
            }
        }
    }

    #[test]
    fn a_challenge_lasts_five_minutes_and_serves_one_purpose() {
        let cipher = FieldCipher::new(&KEY, []);
        let party = RelyingParty::new("https://sixfold.example", "Sixfold");
        let sealed = party.challenge(&cipher, 1_000).unwrap().sealed;
        let answered =
            |sealed: &str, now_ms| super::answered(&cipher, sealed, now_ms).map(|one| one.expires_at);
        assert_eq!(answered(&sealed, 1_000), Ok(1_000 + CHALLENGE_MS));
        assert_eq!(answered(&sealed, CHALLENGE_MS + 999), Ok(1_000 + CHALLENGE_MS));
        assert_eq!(answered(&sealed, CHALLENGE_MS + 1_000), Err(PasskeyError::Challenge));
        assert_eq!(answered(&sealed, 999), Err(PasskeyError::Challenge), "made by a clock that was ahead");
        assert_eq!(answered("v2.x.y", 1_000), Err(PasskeyError::Challenge));
        let adding = Adding { session_id: "s", email: "ada@staff.example", name: "" };
        let other = party.challenge_to_add(&cipher, adding, None, &[], 1_000).unwrap();
        assert_eq!(answered(&other.sealed, 1_000), Err(PasskeyError::Challenge));
        let options = &other.public_key;
        assert_eq!(options["attestation"], "none");
        assert_eq!(options["authenticatorSelection"]["residentKey"], "required");
        assert_eq!(options["authenticatorSelection"]["userVerification"], "required");
        assert_eq!(options["user"]["displayName"], "ada@staff.example");
        // Encrypted by a key that has been replaced, it still reads.
        let rotated = FieldCipher::new(&[8; 32], [&KEY]);
        assert!(super::answered(&rotated, &sealed, 1_000).is_ok());
    }
}
