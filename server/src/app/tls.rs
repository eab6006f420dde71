//! TLS of the public socket, where no proxy does it. A certificate that is renewed is used without a restart.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use rustls::ServerConfig;
use rustls::crypto::ring::default_provider;
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use tokio_rustls::TlsAcceptor;

use crate::config::ConfigError;
use crate::config::tls::TlsFiles;

/// How often the files are looked at, at most.
const LOOK_EVERY: Duration = Duration::from_mins(1);

pub(super) fn acceptor(files: &TlsFiles) -> Result<TlsAcceptor, ConfigError> {
    let certificate = Certificate::load(files.clone(), LOOK_EVERY)?;
    let mut config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| ConfigError::new("--tls-cert", error.to_string()))?
        .with_no_client_auth()
        .with_cert_resolver(Arc::new(certificate));
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}

#[derive(Debug)]
struct Certificate {
    files: TlsFiles,
    every: Duration,
    current: Mutex<Current>,
}

#[derive(Debug)]
struct Current {
    key: Arc<CertifiedKey>,
    written_at: Option<[SystemTime; 2]>,
    looked_at: Instant,
}

impl Certificate {
    fn load(files: TlsFiles, every: Duration) -> Result<Self, ConfigError> {
        let written_at = files.written_at();
        let current = Current { key: files.load()?, written_at, looked_at: Instant::now() };
        Ok(Self { files, every, current: Mutex::new(current) })
    }

    /// Reads the files again if they have changed. Files that do not fit each other leave the former certificate in use:
    /// somebody may be replacing them.
    fn newest(&self) -> Arc<CertifiedKey> {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if current.looked_at.elapsed() >= self.every {
            current.looked_at = Instant::now();
            let written_at = self.files.written_at();
            if written_at != current.written_at {
                match self.files.load() {
                    Ok(key) => {
                        (current.key, current.written_at) = (key, written_at);
                        tracing::info!("the new certificate is used");
                    }
                    Err(error) => tracing::warn!(%error, "the changed certificate cannot be used"),
                }
            }
        }
        current.key.clone()
    }
}

impl ResolvesServerCert for Certificate {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.newest())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::process::Command;

    use super::*;

    fn make(directory: &Path, name: &str) {
        let certificate =
            ["req", "-x509", "-newkey", "rsa:2048", "-noenc", "-days", "9", "-subj", "/CN=localhost"];
        let files = ["-keyout", &format!("{name}.key"), "-out", &format!("{name}.pem")];
        let made =
            Command::new("openssl").current_dir(directory).args(certificate).args(files).output().unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    }

    #[test]
    fn a_renewed_certificate_is_used_once_its_key_is_there() {
        if Command::new("openssl").arg("version").output().is_err() {
            return println!("SKIPPED: openssl is not installed");
        }
        let place = tempfile::tempdir().unwrap();
        make(place.path(), "old");
        make(place.path(), "new");
        let path = |name: &str| place.path().join(name);
        let put = |name: &str, ending: &str| {
            std::fs::copy(path(&format!("{name}.{ending}")), path(&format!("site.{ending}"))).unwrap();
        };
        put("old", "pem");
        put("old", "key");
        let files = TlsFiles::new(path("site.pem"), path("site.key"));
        let certificate = Certificate::load(files, Duration::ZERO).unwrap();
        let old = certificate.newest();
        assert!(Arc::ptr_eq(&old, &certificate.newest()));
        put("new", "pem");
        assert!(Arc::ptr_eq(&old, &certificate.newest()), "its key is still the old one");
        put("new", "key");
        let new = certificate.newest();
        assert_ne!(old.cert, new.cert);
        assert!(Arc::ptr_eq(&new, &certificate.newest()));
    }
}
