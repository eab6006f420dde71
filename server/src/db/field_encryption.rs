//! Sealing of health data and other secrets at rest: AES-256-GCM under a key derived from the server's secret, each value
//! bound to its table, row and column, so that a sealed value copied elsewhere does not open (RULES 9.4).
//!
//! A sealed value says which key made it: `v2.<key id>.<nonce and ciphertext>`. A vault seals with its newest key and opens
//! with any that it has, so that a server works while `keys rotate` seals everything anew. `v1.` values name no key and are
//! tried with each.

use std::sync::Arc;

use aes_gcm::aead::{Aead, KeyInit, Payload};
use aes_gcm::{Aes256Gcm, Nonce};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD as BASE64;
use sha2::{Digest as _, Sha256};

/// The first part of a value that names no key.
const UNNAMED: &str = "v1.";
/// The first part of a value that names its key.
const NAMED: &str = "v2.";
const NONCE_BYTES: usize = 12;
/// Enough to tell the few keys of one installation apart; tells nothing of the key.
const KEY_ID_BYTES: usize = 6;

/// Seals and opens values of sealed columns.
#[derive(Clone)]
pub struct Vault(Arc<[Key]>);

struct Key {
    id: String,
    cipher: Aes256Gcm,
}

/// A value could not be sealed or opened. Says nothing of the value.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum VaultError {
    /// The text is not of a vault's making.
    #[error("a sealed value has an unknown layout")]
    Layout,
    /// It names a key that this vault does not have.
    #[error("a sealed value was made with a secret that is not configured")]
    Key,
    /// The key is another one, or the value was moved or changed.
    #[error("a sealed value does not open with this secret at this place")]
    Sealed,
    /// The system gave no random bytes.
    #[error("no random bytes to seal with")]
    Random,
}

impl std::fmt::Debug for Vault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Vault")
    }
}

impl Key {
    fn new(key: &[u8; 32]) -> Self {
        let mut hash = Sha256::new_with_prefix(b"sixfold/vault-key-id/v1");
        hash.update(key);
        Self { id: hex::encode(&hash.finalize()[..KEY_ID_BYTES]), cipher: Aes256Gcm::new(key.into()) }
    }

    fn open(&self, place: &str, encoded: &str) -> Result<String, VaultError> {
        let bytes = BASE64.decode(encoded).map_err(|_| VaultError::Layout)?;
        let (nonce, body) = bytes.split_at_checked(NONCE_BYTES).ok_or(VaultError::Layout)?;
        let nonce: [u8; NONCE_BYTES] = nonce.try_into().map_err(|_| VaultError::Layout)?;
        let payload = Payload { msg: body, aad: place.as_bytes() };
        let plain = self.cipher.decrypt(&Nonce::from(nonce), payload).map_err(|_| VaultError::Sealed)?;
        String::from_utf8(plain).map_err(|_| VaultError::Sealed)
    }
}

impl Vault {
    /// A vault that seals with `newest` and opens what any of these 256-bit keys sealed.
    pub fn new<'k>(newest: &'k [u8; 32], previous: impl IntoIterator<Item = &'k [u8; 32]>) -> Self {
        Self(std::iter::once(newest).chain(previous).map(Key::new).collect())
    }

    fn newest(&self) -> &Key {
        &self.0[0]
    }

    /// The name of the key that seals now.
    pub fn key_id(&self) -> &str {
        &self.newest().id
    }

    /// How every value begins that was sealed with the newest key.
    pub fn prefix(&self) -> String {
        format!("{NAMED}{}.", self.newest().id)
    }

    /// Seals `plain` for the column of one row.
    pub fn seal(&self, table: &str, row_id: &str, column: &str, plain: &str) -> Result<String, VaultError> {
        let mut nonce = [0_u8; NONCE_BYTES];
        getrandom::fill(&mut nonce).map_err(|_| VaultError::Random)?;
        let place = place(table, row_id, column);
        let payload = Payload { msg: plain.as_bytes(), aad: place.as_bytes() };
        let key = self.newest();
        let sealed = key.cipher.encrypt(&Nonce::from(nonce), payload).map_err(|_| VaultError::Sealed)?;
        let mut bytes = nonce.to_vec();
        bytes.extend_from_slice(&sealed);
        Ok(format!("{NAMED}{}.{}", key.id, BASE64.encode(bytes)))
    }

    /// Opens what [`Vault::seal`] made for the same place.
    pub fn open(&self, table: &str, row_id: &str, column: &str, sealed: &str) -> Result<String, VaultError> {
        let place = place(table, row_id, column);
        if let Some(encoded) = sealed.strip_prefix(UNNAMED) {
            let tries = self.0.iter().map(|key| key.open(&place, encoded));
            return tries
                .reduce(|first, next| if first.is_ok() { first } else { next })
                .unwrap_or(Err(VaultError::Key));
        }
        let (id, encoded) =
            sealed.strip_prefix(NAMED).and_then(|rest| rest.split_once('.')).ok_or(VaultError::Layout)?;
        let key = self.0.iter().find(|key| key.id == id).ok_or(VaultError::Key)?;
        key.open(&place, encoded)
    }

    /// [`Vault::seal`] for a value that may be absent.
    pub fn seal_option(
        &self,
        table: &str,
        row_id: &str,
        column: &str,
        plain: Option<&str>,
    ) -> Result<Option<String>, VaultError> {
        plain.map(|text| self.seal(table, row_id, column, text)).transpose()
    }

    /// [`Vault::open`] for a value that may be absent.
    pub fn open_option(
        &self,
        table: &str,
        row_id: &str,
        column: &str,
        sealed: Option<&str>,
    ) -> Result<Option<String>, VaultError> {
        sealed.map(|text| self.open(table, row_id, column, text)).transpose()
    }
}

fn place(table: &str, row_id: &str, column: &str) -> String {
    format!("{table}\u{1f}{row_id}\u{1f}{column}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vault(key: u8) -> Vault {
        Vault::new(&[key; 32], [])
    }

    #[test]
    fn what_is_sealed_opens_at_its_place_only() {
        let vault = vault(7);
        let sealed = vault.seal("account", "12", "medical_issues", "asthma").unwrap();
        assert!(!sealed.contains("asthma"));
        assert_eq!(vault.open("account", "12", "medical_issues", &sealed).unwrap(), "asthma");
        assert_eq!(vault.open("account", "13", "medical_issues", &sealed), Err(VaultError::Sealed));
        assert_eq!(vault.open("account", "12", "emergency_name", &sealed), Err(VaultError::Sealed));
        assert_eq!(vault.open("account", "12", "medical_issues", "plain"), Err(VaultError::Layout));
        assert_eq!(vault.open("account", "12", "medical_issues", "v2.nothing"), Err(VaultError::Layout));
    }

    #[test]
    fn the_same_text_never_looks_the_same() {
        let vault = vault(7);
        let one = vault.seal("t", "1", "c", "x").unwrap();
        let two = vault.seal("t", "1", "c", "x").unwrap();
        assert_ne!(one, two);
    }

    #[test]
    fn a_vault_opens_with_each_of_its_keys_and_seals_with_the_newest() {
        let (old, new) = (vault(7), vault(8));
        let both = Vault::new(&[8; 32], [&[7; 32]]);
        let before = old.seal("t", "1", "c", "x").unwrap();
        assert_eq!(new.open("t", "1", "c", &before), Err(VaultError::Key));
        assert_eq!(both.open("t", "1", "c", &before).unwrap(), "x");
        let after = both.seal("t", "1", "c", "x").unwrap();
        assert!(after.starts_with(&new.prefix()) && !after.starts_with(&old.prefix()), "{after}");
        assert_eq!(new.open("t", "1", "c", &after).unwrap(), "x");
        assert_eq!(old.open("t", "1", "c", &after), Err(VaultError::Key));
    }

    #[test]
    fn a_value_that_names_no_key_still_opens() {
        let sealed = vault(7).seal("t", "1", "c", "x").unwrap();
        let unnamed = format!("v1.{}", sealed.rsplit('.').next().unwrap());
        assert_eq!(vault(7).open("t", "1", "c", &unnamed).unwrap(), "x");
        let both = Vault::new(&[8; 32], [&[7; 32]]);
        assert_eq!(both.open("t", "1", "c", &unnamed).unwrap(), "x");
        assert_eq!(both.open("t", "2", "c", &unnamed), Err(VaultError::Sealed));
        assert_eq!(vault(8).open("t", "1", "c", &unnamed), Err(VaultError::Sealed));
    }

    #[test]
    fn a_value_cannot_be_passed_off_as_another_keys() {
        let both = Vault::new(&[8; 32], [&[7; 32]]);
        let sealed = vault(7).seal("t", "1", "c", "x").unwrap();
        let renamed = format!("{}{}", both.prefix(), sealed.rsplit('.').next().unwrap());
        assert_eq!(both.open("t", "1", "c", &renamed), Err(VaultError::Sealed));
    }
}
