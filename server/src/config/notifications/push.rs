//! Web Push: the key by which push services know this server (VAPID, RFC 8292), its contact, and the hosts of push services.

use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::SecretKey;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use p256::pkcs8::{EncodePrivateKey as _, LineEnding};
use reqwest::Url;
use rustls_pki_types::PrivateKeyDer;
use rustls_pki_types::pem::PemObject as _;

use super::super::error::ConfigError;
use super::super::private_file::write_private;
use super::flags::NotificationFlags;
use crate::db::random_bytes;

const KEY: &str = "--push-key-file";
const CONTACT: &str = "--push-contact";
const HOSTS: &str = "--push-hosts";

/// The push services of Chrome, Firefox, Edge and Safari.
const SERVICES: [&str; 4] =
    ["fcm.googleapis.com", "*.push.services.mozilla.com", "*.notify.windows.com", "*.push.apple.com"];
/// The longest address of a device at its push service.
const LONGEST_ENDPOINT: usize = 2_000;

/// A key on P-256 that signs.
pub struct PushKey {
    signing: SigningKey,
    /// The public key as browsers take it: an uncompressed point in base64url.
    pub public: String,
}

impl std::fmt::Debug for PushKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PushKey").field("public", &self.public).finish_non_exhaustive()
    }
}

impl PushKey {
    fn new(secret: &SecretKey) -> Self {
        let signing = SigningKey::from(secret);
        let public = URL_SAFE_NO_PAD.encode(signing.verifying_key().to_sec1_point(false).as_bytes());
        Self { signing, public }
    }

    /// Reads a key from PEM, PKCS#8 or SEC1.
    fn from_pem(pem: &[u8]) -> Result<Self, ConfigError> {
        let wrong = |reason: &'static str| ConfigError::new(KEY, reason);
        if pem.windows(b"ENCRYPTED".len()).any(|part| part == b"ENCRYPTED") {
            return Err(wrong("is encrypted; openssl ec -in FILE -out FILE takes the password off"));
        }
        let der = PrivateKeyDer::from_pem_slice(pem).map_err(|_| wrong("holds no private key in PEM"))?;
        let secret = SecretKey::from_der(der.secret_der()).map_err(|_| wrong("wanted a key on P-256"))?;
        Ok(Self::new(&secret))
    }

    /// ES256: 64 bytes.
    pub fn sign(&self, message: &[u8]) -> Vec<u8> {
        let signature: Signature = self.signing.sign(message);
        signature.to_bytes().to_vec()
    }
}

/// Makes a key in a new file that only its owner can read; returns the public key.
pub fn make_key(file: &Path) -> Result<String, String> {
    let secret = random_key();
    let pem = secret.to_pkcs8_pem(LineEnding::LF).map_err(|error| error.to_string())?;
    write_private(file, pem.as_bytes()).map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => format!("{} exists already", file.display()),
        _ => format!("{}: {error}", file.display()),
    })?;
    Ok(PushKey::new(&secret).public)
}

/// A new key on P-256.
pub fn random_key() -> SecretKey {
    loop {
        // One number in four thousand million is none of a key.
        if let Ok(key) = SecretKey::from_slice(&random_bytes::<32>()) {
            return key;
        }
    }
}

#[derive(Debug)]
pub struct PushSettings {
    pub key: PushKey,
    /// Where push services reach whoever runs this server.
    pub contact: String,
    hosts: Vec<Host>,
}

/// A host that devices may have their addresses at.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Host {
    name: String,
    /// Whether hosts below it count, and not it itself.
    below: bool,
    port: u16,
}

impl Host {
    fn parse(text: &str) -> Option<Self> {
        let (below, rest) = text.strip_prefix("*.").map_or((false, text), |rest| (true, rest));
        let (name, port) = match rest.split_once(':') {
            Some((name, port)) => (name, port.parse().ok()?),
            None => (rest, 443),
        };
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
        let sound = !name.is_empty()
            && name.chars().all(plain)
            && !name.starts_with('.')
            // A whole top-level domain is too wide.
            && (!below || name.contains('.'));
        sound.then(|| Self { name: name.to_ascii_lowercase(), below, port })
    }

    fn has(&self, host: &str, port: u16) -> bool {
        let fits = if self.below {
            host.strip_suffix(&self.name).is_some_and(|front| front.len() > 1 && front.ends_with('.'))
        } else {
            host == self.name
        };
        fits && port == self.port
    }
}

impl PushSettings {
    /// A device's address, if it is an https one at a known push service (RULES 16.5): nobody makes this server call anything else.
    pub fn endpoint(&self, text: &str) -> Option<Url> {
        let url = Url::parse(text).ok().filter(|_| text.len() <= LONGEST_ENDPOINT)?;
        let plain = url.scheme() == "https"
            && url.username().is_empty()
            && url.password().is_none()
            && url.fragment().is_none();
        let (host, port) = (url.host_str()?, url.port_or_known_default()?);
        (plain && self.hosts.iter().any(|known| known.has(host, port))).then_some(url)
    }
}

pub(super) fn read(flags: &NotificationFlags) -> Result<Option<PushSettings>, ConfigError> {
    let key = flags.push_key_file.as_ref().filter(|file| !file.as_os_str().is_empty());
    let contact = flags.push_contact.as_deref().map(str::trim).filter(|text| !text.is_empty());
    let hosts: Vec<&str> =
        flags.push_hosts.iter().map(|host| host.trim()).filter(|host| !host.is_empty()).collect();
    let hosts = SERVICES.into_iter().chain(hosts).map(|text| {
        Host::parse(text).ok_or_else(|| {
            let reason = format!("{text} is no host such as push.example.org or *.example.org");
            ConfigError::new(HOSTS, reason)
        })
    });
    let hosts = hosts.collect::<Result<Vec<Host>, ConfigError>>()?;
    let (key, contact) = match (key, contact) {
        (None, None) => return Ok(None),
        (None, Some(_)) => return Err(ConfigError::new(KEY, "wanted with --push-contact")),
        (Some(_), None) => return Err(ConfigError::new(CONTACT, "wanted with --push-key-file")),
        (Some(key), Some(contact)) => (key, contact),
    };
    if !is_contact(contact) {
        let reason = "wanted mailto: and an address, or an https URL";
        return Err(ConfigError::new(CONTACT, reason));
    }
    Ok(Some(PushSettings { key: read_key(key)?, contact: contact.to_owned(), hosts }))
}

fn read_key(file: &PathBuf) -> Result<PushKey, ConfigError> {
    let pem = std::fs::read(file)
        .map_err(|error| ConfigError::new(KEY, format!("{} cannot be read: {error}", file.display())))?;
    PushKey::from_pem(&pem)
}

fn is_contact(text: &str) -> bool {
    if text.chars().any(|c| c.is_whitespace() || c.is_control()) {
        return false;
    }
    match text.strip_prefix("mailto:") {
        Some(address) => {
            address.split_once('@').is_some_and(|(who, host)| !who.is_empty() && host.contains('.'))
        }
        None => Url::parse(text).is_ok_and(|url| url.scheme() == "https" && url.has_host()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(more: &[&str]) -> PushSettings {
        let hosts = SERVICES.iter().chain(more).map(|text| Host::parse(text).unwrap()).collect();
        let key = PushKey::new(&random_key());
        PushSettings { key, contact: "mailto:push@example.org".to_owned(), hosts }
    }

    // RULES 16.5
    #[test]
    fn only_https_addresses_at_known_services_count() {
        let settings = settings(&["push.example.org", "localhost:8443"]);
        for good in [
            "https://fcm.googleapis.com/fcm/send/abc:def",
            "https://updates.push.services.mozilla.com/wpush/v2/abc",
            "https://wns2-par02p.notify.windows.com/w/?token=abc",
            "https://web.push.apple.com/abc",
            "https://push.example.org/abc",
            "https://FCM.googleapis.com:443/abc",
            "https://localhost:8443/abc",
        ] {
            assert!(settings.endpoint(good).is_some(), "{good}");
        }
        for bad in [
            "http://fcm.googleapis.com/abc",
            "https://fcm.googleapis.com:8443/abc",
            "https://fcm.googleapis.com.evil.example/abc",
            "https://evilfcm.googleapis.com/abc",
            "https://push.apple.com/abc",
            "https://evilpush.apple.com/abc",
            "https://user@fcm.googleapis.com/abc",
            "https://fcm.googleapis.com@evil.example/abc",
            "https://user:password@web.push.apple.com/abc",
            "https://fcm.googleapis.com/abc#part",
            "https://127.0.0.1/abc",
            "https://[::1]/abc",
            "https://169.254.169.254/latest",
            "https://localhost/abc",
            "https://localhost:8444/abc",
            "file:///etc/passwd",
            "fcm.googleapis.com/abc",
            "",
        ] {
            assert!(settings.endpoint(bad).is_none(), "{bad}");
        }
        assert!(settings.endpoint(&format!("https://web.push.apple.com/{}", "a".repeat(2_000))).is_none());
    }

    #[test]
    fn a_host_is_a_name() {
        for bad in [
            "",
            "*.",
            "*.com",
            "a b",
            "https://a.example",
            "a.example/b",
            ".a.example",
            "a.example:x",
            "a:b:c",
        ] {
            assert_eq!(Host::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_contact_is_an_address_or_a_page() {
        for good in ["mailto:push@example.org", "https://example.org/contact"] {
            assert!(is_contact(good), "{good}");
        }
        for bad in
            ["push@example.org", "mailto:", "mailto:push", "http://example.org", "https://", "mailto:a b@c.d"]
        {
            assert!(!is_contact(bad), "{bad}");
        }
    }

    #[test]
    fn a_key_is_read_as_it_was_written() {
        let secret = random_key();
        let pem = secret.to_pkcs8_pem(LineEnding::LF).unwrap();
        let sec1 = secret.to_sec1_pem(LineEnding::LF).unwrap();
        let key = PushKey::new(&secret);
        for pem in [pem.as_bytes(), sec1.as_bytes()] {
            assert_eq!(PushKey::from_pem(pem).unwrap().public, key.public);
        }
        assert_eq!(URL_SAFE_NO_PAD.decode(&key.public).unwrap().len(), 65);
        assert!(!format!("{key:?}").contains("signing"));
    }
}
