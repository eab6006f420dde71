//! Google Wallet: the issuer, and the service account that signs its tickets.

use serde::Deserialize;

use super::super::error::ConfigError;
use super::flags::{WalletFlags, contents, file, wanted, word};
use super::key::SigningKey;

const WALLET: &str = "Google Wallet";
const ISSUER: &str = "--google-wallet-issuer";
const KEY: &str = "--google-wallet-key-file";

#[derive(Debug)]
pub struct GoogleWallet {
    /// Digits.
    pub issuer: String,
    /// The address of the service account.
    pub account: String,
    pub key: SigningKey,
}

/// The file that Google gives out for a service account.
#[derive(Deserialize)]
struct ServiceAccount {
    client_email: String,
    private_key: String,
}

pub(super) fn read(flags: &WalletFlags) -> Result<Option<GoogleWallet>, ConfigError> {
    let issuer = word(flags.google_wallet_issuer.as_ref());
    let key = file(flags.google_wallet_key_file.as_ref());
    if issuer.is_none() && key.is_none() {
        return Ok(None);
    }
    let issuer = wanted(issuer, ISSUER, WALLET)?;
    let key = contents(KEY, wanted(key, KEY, WALLET)?)?;
    if issuer.len() > 20 || !issuer.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ConfigError::new(ISSUER, "wanted the issuer’s number, digits only"));
    }
    let account: ServiceAccount = serde_json::from_slice(&key)
        .map_err(|_| ConfigError::new(KEY, "is not the JSON file of a service account"))?;
    let plain = |c: char| c.is_ascii_graphic() && !matches!(c, '"' | '\\');
    if !account.client_email.contains('@') || !account.client_email.chars().all(plain) {
        return Err(ConfigError::new(KEY, "names no service account in client_email"));
    }
    Ok(Some(GoogleWallet {
        issuer: issuer.to_owned(),
        account: account.client_email,
        key: SigningKey::from_pem(KEY, account.private_key.as_bytes())?,
    }))
}
