//! The flags of wallets, and the reading of one.

use std::path::{Path, PathBuf};

use clap::Args;

use super::super::error::ConfigError;

#[derive(Debug, Clone, Default, Args)]
pub struct WalletFlags {
    /// The identifier of Apple Wallet's passes, such as pass.org.example.ticket.
    #[arg(long, env = "SIXFOLD_APPLE_PASS_TYPE", value_name = "ID", global = true)]
    pub apple_pass_type: Option<String>,
    /// The team at Apple that the identifier belongs to, ten characters.
    #[arg(long, env = "SIXFOLD_APPLE_TEAM", value_name = "ID", global = true)]
    pub apple_team: Option<String>,
    /// A PEM file with the certificate of that identifier.
    #[arg(long, env = "SIXFOLD_APPLE_CERTIFICATE_FILE", value_name = "FILE", global = true)]
    pub apple_certificate_file: Option<PathBuf>,
    /// A PEM file with the certificate's private key, RSA and not encrypted.
    #[arg(long, env = "SIXFOLD_APPLE_KEY_FILE", value_name = "FILE", global = true)]
    pub apple_key_file: Option<PathBuf>,
    /// A PEM file with Apple's certificate that issued it.
    #[arg(long, env = "SIXFOLD_APPLE_INTERMEDIATE_FILE", value_name = "FILE", global = true)]
    pub apple_intermediate_file: Option<PathBuf>,
    /// The number of the issuer of Google Wallet's tickets.
    #[arg(long, env = "SIXFOLD_GOOGLE_WALLET_ISSUER", value_name = "NUMBER", global = true)]
    pub google_wallet_issuer: Option<String>,
    /// The JSON file with the key of the service account that may issue them.
    #[arg(long, env = "SIXFOLD_GOOGLE_WALLET_KEY_FILE", value_name = "FILE", global = true)]
    pub google_wallet_key_file: Option<PathBuf>,
}

/// An empty variable counts as absent.
pub(super) fn word(given: Option<&String>) -> Option<&str> {
    given.map(|text| text.trim()).filter(|text| !text.is_empty())
}

pub(super) fn file(given: Option<&PathBuf>) -> Option<&Path> {
    given.map(PathBuf::as_path).filter(|file| !file.as_os_str().is_empty())
}

/// A setting of several that are given together or not at all.
pub(super) fn wanted<T>(given: Option<T>, setting: &'static str, wallet: &str) -> Result<T, ConfigError> {
    given.ok_or_else(|| ConfigError::new(setting, format!("wanted with the other settings of {wallet}")))
}

pub(super) fn contents(setting: &'static str, file: &Path) -> Result<Vec<u8>, ConfigError> {
    std::fs::read(file)
        .map_err(|error| ConfigError::new(setting, format!("{} cannot be read: {error}", file.display())))
}
