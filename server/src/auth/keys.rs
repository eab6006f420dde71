//! Keys derived from the server's secret, one for each purpose, and the hashing of tokens.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

use crate::db::encryption::field_encryption::FieldCipher;

#[derive(Clone)]
pub struct Keys {
    session: [u8; 32],
    csrf: [u8; 32],
    throttle: [u8; 32],
    audit: [u8; 32],
    field_encryption: [u8; 32],
    waiting_room: [u8; 32],
    wallet: [u8; 32],
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys")
    }
}

impl Keys {
    /// Derives every key from the secret: HMAC-SHA-256 with the key's purpose as the message.
    pub fn derive(secret: &[u8]) -> Self {
        Self {
            session: mac(secret, b"sixfold/session-token/v1"),
            csrf: mac(secret, b"sixfold/csrf/v1"),
            throttle: mac(secret, b"sixfold/throttle/v1"),
            audit: mac(secret, b"sixfold/audit/v1"),
            field_encryption: mac(secret, b"sixfold/vault/v1"),
            waiting_room: mac(secret, b"sixfold/waiting-room/v1"),
            wallet: mac(secret, b"sixfold/wallet/v1"),
        }
    }

    /// The API token that belongs to a cookie secret. It is derived, so that `GET session` can return it again.
    pub fn api_token(&self, cookie_secret: &str) -> String {
        hex::encode(mac(&self.session, cookie_secret.as_bytes()))
    }

    /// The keyed hash in the second half of the CSRF cookie.
    pub fn csrf_hash(&self, token: &str) -> String {
        hex::encode(Sha256::digest(format!("{token}{}", hex::encode(self.csrf)).as_bytes()))
    }

    /// The keyed hash under which a rate limit counts an address or account.
    pub fn throttle_subject(&self, subject: &str) -> String {
        hex::encode(mac(&self.throttle, subject.as_bytes()))
    }

    /// The keyed hash by which the audit log names an e-mail or network address: equal addresses have equal hashes, and
    /// nobody can be identified by one.
    pub fn audit_mark(&self, address: &str) -> String {
        hex::encode(&mac(&self.audit, address.as_bytes())[..8])
    }

    /// The keyed hash of a mailed six-digit code; a plain one could be reversed by trying a million codes.
    pub fn code_hash(&self, uaid: &str, code: &str) -> String {
        hex::encode(mac(&self.throttle, format!("mailed-code\u{1f}{uaid}\u{1f}{code}").as_bytes()))
    }

    pub fn waiting_room_mark(&self, pass: &[u8]) -> String {
        hex::encode(&mac(&self.waiting_room, pass)[..16])
    }

    /// The token with which a phone asks for a ticket in its wallet.
    pub fn wallet_token(&self, booking_id: &str) -> String {
        hex::encode(mac(&self.wallet, booking_id.as_bytes()))
    }
}

/// The cipher of the database's encrypted columns: the secret encrypts, and the previous ones decrypt too.
pub fn field_cipher(secret: &[u8], previous: &[Vec<u8>]) -> FieldCipher {
    let previous: Vec<Keys> = previous.iter().map(|secret| Keys::derive(secret)).collect();
    let newest = Keys::derive(secret);
    FieldCipher::new(&newest.field_encryption, previous.iter().map(|keys| &keys.field_encryption))
}

fn mac(key: &[u8], message: &[u8]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.update(message);
    mac.finalize().into_bytes().into()
}

/// A new secret of 256 bits, as 64 hex digits.
pub fn new_secret() -> String {
    hex::encode(crate::db::random_bytes::<32>())
}

/// SHA-256 of a token, in hex. Tokens are random, so no salt is needed.
pub fn stored_hash(token: &str) -> String {
    hex::encode(Sha256::digest(token.as_bytes()))
}

/// Compares two tokens in constant time.
pub fn constant_time_eq(left: &str, right: &str) -> bool {
    left.as_bytes().ct_eq(right.as_bytes()).into()
}
