//! Encryption of health data and other secrets at rest: AES-256-GCM under a key derived from the server's secret, each value
//! bound to its table, row and column, so that an encrypted value copied elsewhere cannot be decrypted there (RULES 9.4).
//!
//! A value names the key it was encrypted with: `v2.<key id>.<nonce and ciphertext>`. The newest key encrypts; every key decrypts,
//! so the server keeps working while `keys rotate` re-encrypts the database. A `v1.` value names no key; each is tried.

use std::sync::Arc;

use aes_gcm::aead::{Aead, KeyInit, Payload};
use aes_gcm::{Aes256Gcm, Nonce};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD as BASE64;
use sha2::{Digest as _, Sha256};

use crate::db::DbError;

/// The first part of a value that names no key.
const UNNAMED: &str = "v1.";
/// The first part of a value that names its key.
const NAMED: &str = "v2.";
const NONCE_BYTES: usize = 12;
/// Enough to tell the few keys of one installation apart, and no help in guessing them.
const KEY_ID_BYTES: usize = 6;

/// Encrypts and decrypts the values of encrypted columns.
#[derive(Clone)]
pub struct FieldCipher(Arc<[Key]>);

struct Key {
    id: String,
    cipher: Aes256Gcm,
}

/// A value could not be encrypted or decrypted. Never contains any of it.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum CipherError {
    /// The text was not written by [`FieldCipher::encrypt`].
    #[error("an encrypted value has an unknown layout")]
    Layout,
    /// The value names a key that is not configured.
    #[error("a value was encrypted with a secret that is not configured")]
    Key,
    /// AES-GCM rejected it: another key, or the value was moved or changed.
    #[error("a value cannot be decrypted with this secret for this row and column")]
    Aead,
    /// The system gave no random bytes.
    #[error("no random bytes to encrypt with")]
    Random,
}

impl From<CipherError> for DbError {
    fn from(error: CipherError) -> Self {
        Self::Other(error.to_string())
    }
}

impl std::fmt::Debug for FieldCipher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FieldCipher")
    }
}

impl Key {
    fn new(key: &[u8; 32]) -> Self {
        let mut hash = Sha256::new_with_prefix(b"sixfold/vault-key-id/v1");
        hash.update(key);
        Self { id: hex::encode(&hash.finalize()[..KEY_ID_BYTES]), cipher: Aes256Gcm::new(key.into()) }
    }

    fn decrypt(&self, associated_data: &str, encoded: &str) -> Result<String, CipherError> {
        let bytes = BASE64.decode(encoded).map_err(|_| CipherError::Layout)?;
        let (nonce, body) = bytes.split_at_checked(NONCE_BYTES).ok_or(CipherError::Layout)?;
        let nonce: [u8; NONCE_BYTES] = nonce.try_into().map_err(|_| CipherError::Layout)?;
        let payload = Payload { msg: body, aad: associated_data.as_bytes() };
        let plain = self.cipher.decrypt(&Nonce::from(nonce), payload).map_err(|_| CipherError::Aead)?;
        String::from_utf8(plain).map_err(|_| CipherError::Aead)
    }
}

impl FieldCipher {
    /// Encrypts with `newest`, and decrypts with any of these 256-bit keys.
    pub fn new<'k>(newest: &'k [u8; 32], previous: impl IntoIterator<Item = &'k [u8; 32]>) -> Self {
        Self(std::iter::once(newest).chain(previous).map(Key::new).collect())
    }

    fn newest(&self) -> &Key {
        &self.0[0]
    }

    pub fn key_id(&self) -> &str {
        &self.newest().id
    }

    /// How every value encrypted with the newest key begins.
    pub fn prefix(&self) -> String {
        format!("{NAMED}{}.", self.newest().id)
    }

    /// Encrypts `plain` for one column of one row.
    pub fn encrypt(
        &self,
        table: &str,
        row_id: &str,
        column: &str,
        plain: &str,
    ) -> Result<String, CipherError> {
        let mut nonce = [0_u8; NONCE_BYTES];
        getrandom::fill(&mut nonce).map_err(|_| CipherError::Random)?;
        let associated_data = associated_data(table, row_id, column);
        let payload = Payload { msg: plain.as_bytes(), aad: associated_data.as_bytes() };
        let key = self.newest();
        let encrypted = key.cipher.encrypt(&Nonce::from(nonce), payload).map_err(|_| CipherError::Aead)?;
        let mut bytes = nonce.to_vec();
        bytes.extend_from_slice(&encrypted);
        Ok(format!("{NAMED}{}.{}", key.id, BASE64.encode(bytes)))
    }

    /// Decrypts what [`FieldCipher::encrypt`] returned for the same table, row and column.
    pub fn decrypt(
        &self,
        table: &str,
        row_id: &str,
        column: &str,
        encrypted: &str,
    ) -> Result<String, CipherError> {
        let associated_data = associated_data(table, row_id, column);
        if let Some(encoded) = encrypted.strip_prefix(UNNAMED) {
            let tries = self.0.iter().map(|key| key.decrypt(&associated_data, encoded));
            return tries
                .reduce(|first, next| if first.is_ok() { first } else { next })
                .unwrap_or(Err(CipherError::Key));
        }
        let (id, encoded) =
            encrypted.strip_prefix(NAMED).and_then(|rest| rest.split_once('.')).ok_or(CipherError::Layout)?;
        let key = self.0.iter().find(|key| key.id == id).ok_or(CipherError::Key)?;
        key.decrypt(&associated_data, encoded)
    }

    /// [`FieldCipher::encrypt`] for a value that may be absent.
    pub fn encrypt_option(
        &self,
        table: &str,
        row_id: &str,
        column: &str,
        plain: Option<&str>,
    ) -> Result<Option<String>, CipherError> {
        plain.map(|text| self.encrypt(table, row_id, column, text)).transpose()
    }

    /// [`FieldCipher::decrypt`] for a value that may be absent.
    pub fn decrypt_option(
        &self,
        table: &str,
        row_id: &str,
        column: &str,
        encrypted: Option<&str>,
    ) -> Result<Option<String>, CipherError> {
        encrypted.map(|text| self.decrypt(table, row_id, column, text)).transpose()
    }
}

fn associated_data(table: &str, row_id: &str, column: &str) -> String {
    format!("{table}\u{1f}{row_id}\u{1f}{column}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cipher(key: u8) -> FieldCipher {
        FieldCipher::new(&[key; 32], [])
    }

    #[test]
    fn a_value_decrypts_at_its_place_only() {
        let cipher = cipher(7);
        let encrypted = cipher.encrypt("account", "12", "medical_issues", "asthma").unwrap();
        assert!(!encrypted.contains("asthma"));
        assert_eq!(cipher.decrypt("account", "12", "medical_issues", &encrypted).unwrap(), "asthma");
        assert_eq!(cipher.decrypt("account", "13", "medical_issues", &encrypted), Err(CipherError::Aead));
        assert_eq!(cipher.decrypt("account", "12", "emergency_name", &encrypted), Err(CipherError::Aead));
        assert_eq!(cipher.decrypt("account", "12", "medical_issues", "plain"), Err(CipherError::Layout));
        assert_eq!(cipher.decrypt("account", "12", "medical_issues", "v2.nothing"), Err(CipherError::Layout));
    }

    #[test]
    fn the_same_text_never_looks_the_same() {
        let cipher = cipher(7);
        let one = cipher.encrypt("t", "1", "c", "x").unwrap();
        let two = cipher.encrypt("t", "1", "c", "x").unwrap();
        assert_ne!(one, two);
    }

    #[test]
    fn every_key_decrypts_and_the_newest_encrypts() {
        let (old, new) = (cipher(7), cipher(8));
        let both = FieldCipher::new(&[8; 32], [&[7; 32]]);
        let before = old.encrypt("t", "1", "c", "x").unwrap();
        assert_eq!(new.decrypt("t", "1", "c", &before), Err(CipherError::Key));
        assert_eq!(both.decrypt("t", "1", "c", &before).unwrap(), "x");
        let after = both.encrypt("t", "1", "c", "x").unwrap();
        assert!(after.starts_with(&new.prefix()) && !after.starts_with(&old.prefix()), "{after}");
        assert_eq!(new.decrypt("t", "1", "c", &after).unwrap(), "x");
        assert_eq!(old.decrypt("t", "1", "c", &after), Err(CipherError::Key));
    }

    #[test]
    fn a_value_that_names_no_key_still_decrypts() {
        let encrypted = cipher(7).encrypt("t", "1", "c", "x").unwrap();
        let unnamed = format!("v1.{}", encrypted.rsplit('.').next().unwrap());
        assert_eq!(cipher(7).decrypt("t", "1", "c", &unnamed).unwrap(), "x");
        let both = FieldCipher::new(&[8; 32], [&[7; 32]]);
        assert_eq!(both.decrypt("t", "1", "c", &unnamed).unwrap(), "x");
        assert_eq!(both.decrypt("t", "2", "c", &unnamed), Err(CipherError::Aead));
        assert_eq!(cipher(8).decrypt("t", "1", "c", &unnamed), Err(CipherError::Aead));
    }

    #[test]
    fn a_value_cannot_be_passed_off_as_another_keys() {
        let both = FieldCipher::new(&[8; 32], [&[7; 32]]);
        let encrypted = cipher(7).encrypt("t", "1", "c", "x").unwrap();
        let renamed = format!("{}{}", both.prefix(), encrypted.rsplit('.').next().unwrap());
        assert_eq!(both.decrypt("t", "1", "c", &renamed), Err(CipherError::Aead));
    }
}
