//! A certificate of our own, for a server without a proxy in front (`--tls-cert`, `--tls-key`).

use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use rustls::crypto::ring::default_provider;
use rustls::sign::CertifiedKey;
use rustls_pki_types::pem::PemObject as _;
use rustls_pki_types::{CertificateDer, PrivateKeyDer};

use super::error::ConfigError;

const CERT: &str = "--tls-cert";
const KEY: &str = "--tls-key";

/// The two files, in PEM.
#[derive(Debug, Clone)]
pub struct TlsFiles {
    cert: PathBuf,
    key: PathBuf,
}

/// The files of the flags: both or neither, and only under an https public URL.
pub(super) fn read(
    cert: Option<&PathBuf>,
    key: Option<&PathBuf>,
    https: bool,
) -> Result<Option<TlsFiles>, ConfigError> {
    let files = match (cert, key) {
        (None, None) => return Ok(None),
        (Some(_), None) => return Err(ConfigError::new(KEY, format!("needed with {CERT}"))),
        (None, Some(_)) => return Err(ConfigError::new(CERT, format!("needed with {KEY}"))),
        (Some(cert), Some(key)) => TlsFiles::new(cert.clone(), key.clone()),
    };
    if !https {
        return Err(ConfigError::new(CERT, "needs an https --public-url"));
    }
    files.load()?;
    Ok(Some(files))
}

impl TlsFiles {
    pub fn new(cert: PathBuf, key: PathBuf) -> Self {
        Self { cert, key }
    }

    /// The certificate with its chain, and the key, which has to fit.
    pub fn load(&self) -> Result<Arc<CertifiedKey>, ConfigError> {
        let cert = |reason: &str| ConfigError::new(CERT, format!("{} {reason}", self.cert.display()));
        let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(&self.cert)
            .and_then(Iterator::collect)
            .map_err(|error| cert(&format!("cannot be read: {error}")))?;
        if chain.is_empty() {
            return Err(cert("has no certificate in PEM"));
        }
        let key = PrivateKeyDer::from_pem_file(&self.key).map_err(|error| {
            ConfigError::new(KEY, format!("{} cannot be read: {error}", self.key.display()))
        })?;
        let certified = CertifiedKey::from_der(chain, key, &default_provider());
        certified.map(Arc::new).map_err(|error| {
            ConfigError::new(KEY, format!("{} does not fit {CERT}: {error}", self.key.display()))
        })
    }

    /// When they were last written; none while one is missing.
    pub fn written_at(&self) -> Option<[SystemTime; 2]> {
        let at = |path: &PathBuf| std::fs::metadata(path).and_then(|file| file.modified()).ok();
        Some([at(&self.cert)?, at(&self.key)?])
    }
}
