//! Sealing of health data: AES-256-GCM under a key derived from the server's secret, each value bound to its table, row
//! and column, so that a sealed value copied elsewhere does not open (decisions, "People and access").

use std::sync::Arc;

use aes_gcm::aead::{Aead, KeyInit, Payload};
use aes_gcm::{Aes256Gcm, Nonce};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD as BASE64;

/// The first part of a sealed value: which key and layout it was made with.
const LAYOUT: &str = "v1.";
const NONCE_BYTES: usize = 12;

/// Seals and opens values of health columns.
#[derive(Clone)]
pub struct Vault(Arc<Aes256Gcm>);

/// A value could not be sealed or opened. Says nothing of the value.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum VaultError {
    /// The text is not of this vault's making.
    #[error("a sealed value has an unknown layout")]
    Layout,
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

impl Vault {
    /// A vault under a 256-bit key.
    pub fn new(key: &[u8; 32]) -> Self {
        Self(Arc::new(Aes256Gcm::new(key.into())))
    }

    /// Seals `plain` for the column of one row.
    pub fn seal(&self, table: &str, row_id: &str, column: &str, plain: &str) -> Result<String, VaultError> {
        let mut nonce = [0_u8; NONCE_BYTES];
        getrandom::fill(&mut nonce).map_err(|_| VaultError::Random)?;
        let place = place(table, row_id, column);
        let payload = Payload { msg: plain.as_bytes(), aad: place.as_bytes() };
        let sealed = self.0.encrypt(&Nonce::from(nonce), payload).map_err(|_| VaultError::Sealed)?;
        let mut bytes = nonce.to_vec();
        bytes.extend_from_slice(&sealed);
        Ok(format!("{LAYOUT}{}", BASE64.encode(bytes)))
    }

    /// Opens what [`Vault::seal`] made for the same place.
    pub fn open(&self, table: &str, row_id: &str, column: &str, sealed: &str) -> Result<String, VaultError> {
        let encoded = sealed.strip_prefix(LAYOUT).ok_or(VaultError::Layout)?;
        let bytes = BASE64.decode(encoded).map_err(|_| VaultError::Layout)?;
        let (nonce, body) = bytes.split_at_checked(NONCE_BYTES).ok_or(VaultError::Layout)?;
        let nonce: [u8; NONCE_BYTES] = nonce.try_into().map_err(|_| VaultError::Layout)?;
        let place = place(table, row_id, column);
        let payload = Payload { msg: body, aad: place.as_bytes() };
        let plain = self.0.decrypt(&Nonce::from(nonce), payload).map_err(|_| VaultError::Sealed)?;
        String::from_utf8(plain).map_err(|_| VaultError::Sealed)
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

    #[test]
    fn what_is_sealed_opens_at_its_place_only() {
        let vault = Vault::new(&[7; 32]);
        let sealed = vault.seal("account", "12", "medical_issues", "asthma").unwrap();
        assert!(!sealed.contains("asthma"));
        assert_eq!(vault.open("account", "12", "medical_issues", &sealed).unwrap(), "asthma");
        assert_eq!(vault.open("account", "13", "medical_issues", &sealed), Err(VaultError::Sealed));
        assert_eq!(vault.open("account", "12", "emergency_name", &sealed), Err(VaultError::Sealed));
        let other = Vault::new(&[8; 32]);
        assert_eq!(other.open("account", "12", "medical_issues", &sealed), Err(VaultError::Sealed));
        assert_eq!(vault.open("account", "12", "medical_issues", "plain"), Err(VaultError::Layout));
    }

    #[test]
    fn the_same_text_never_looks_the_same() {
        let vault = Vault::new(&[7; 32]);
        let one = vault.seal("t", "1", "c", "x").unwrap();
        let two = vault.seal("t", "1", "c", "x").unwrap();
        assert_ne!(one, two);
    }
}
