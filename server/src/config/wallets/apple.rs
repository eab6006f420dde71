//! Apple Wallet: the identifier of our passes, and the certificate that signs them and lets us send notifications.

use cms::cert::x509::Certificate;
use cms::cert::x509::der::asn1::ObjectIdentifier;
use cms::cert::x509::der::{Decode as _, Encode as _};
use cms::cert::x509::name::Name;
use cms::cert::x509::time::Time;
use ring::signature::{RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey};
use rustls_pki_types::CertificateDer;
use rustls_pki_types::pem::PemObject as _;

use super::super::error::ConfigError;
use super::flags::{WalletFlags, contents, file, wanted, word};
use super::key::SigningKey;
use crate::config::clock::iso;

const WALLET: &str = "Apple Wallet";
const PASS_TYPE: &str = "--apple-pass-type";
const TEAM: &str = "--apple-team";
const CERTIFICATE: &str = "--apple-certificate-file";
const KEY: &str = "--apple-key-file";
const INTERMEDIATE: &str = "--apple-intermediate-file";

/// `userId` and `organizationalUnitName` of a certificate's subject: the pass type and the team.
const USER_ID: ObjectIdentifier = ObjectIdentifier::new_unwrap("0.9.2342.19200300.100.1.1");
const UNIT: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.4.11");
const SHA_256_WITH_RSA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.11");
/// How long before a certificate expires the warning begins.
const SOON_MS: i64 = 30 * 24 * 60 * 60_000;
/// Apple's service for notifications.
const APNS: &str = "https://api.push.apple.com";

#[derive(Debug)]
pub struct AppleWallet {
    pub pass_type: String,
    pub team: String,
    pub certificate: Certificate,
    pub intermediate: Certificate,
    pub key: SigningKey,
    pub push: Push,
}

/// Where notifications are sent, and as whom.
#[derive(Clone)]
pub struct Push {
    /// Without a trailing slash.
    pub url: String,
    /// A certificate to trust besides those of the public authorities, in PEM; tests have a service of their own.
    pub root: Option<Vec<u8>>,
    /// Certificate and key in PEM.
    pub identity: Vec<u8>,
}

impl std::fmt::Debug for Push {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Push").field("url", &self.url).finish_non_exhaustive()
    }
}

pub(super) fn read(flags: &WalletFlags) -> Result<Option<AppleWallet>, ConfigError> {
    let pass_type = word(flags.apple_pass_type.as_ref());
    let team = word(flags.apple_team.as_ref());
    let certificate = file(flags.apple_certificate_file.as_ref());
    let key = file(flags.apple_key_file.as_ref());
    let intermediate = file(flags.apple_intermediate_file.as_ref());
    if pass_type.is_none()
        && team.is_none()
        && certificate.is_none()
        && key.is_none()
        && intermediate.is_none()
    {
        return Ok(None);
    }
    let pass_type = wanted(pass_type, PASS_TYPE, WALLET)?;
    let team = wanted(team, TEAM, WALLET)?;
    let certificate_pem = contents(CERTIFICATE, wanted(certificate, CERTIFICATE, WALLET)?)?;
    let key_pem = contents(KEY, wanted(key, KEY, WALLET)?)?;
    let intermediate_pem = contents(INTERMEDIATE, wanted(intermediate, INTERMEDIATE, WALLET)?)?;
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
    if !pass_type.starts_with("pass.") || !pass_type.chars().all(plain) {
        return Err(ConfigError::new(PASS_TYPE, "wanted an identifier such as pass.org.example.ticket"));
    }
    if team.len() != 10 || !team.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()) {
        return Err(ConfigError::new(TEAM, "wanted the ten capitals and digits that Apple gave the team"));
    }
    let certificate = certificate_of(CERTIFICATE, &certificate_pem)?;
    let subject = &certificate.tbs_certificate.subject;
    if !has(subject, USER_ID, pass_type) {
        let found = first(subject, USER_ID).unwrap_or_else(|| "no pass type".to_owned());
        return Err(ConfigError::new(PASS_TYPE, format!("{CERTIFICATE} is for {found}")));
    }
    if !has(subject, UNIT, team) {
        let found = first(subject, UNIT).unwrap_or_else(|| "no team".to_owned());
        return Err(ConfigError::new(TEAM, format!("{CERTIFICATE} belongs to {found}")));
    }
    let key = SigningKey::from_pem(KEY, &key_pem)?;
    if certificate.tbs_certificate.subject_public_key_info.subject_public_key.raw_bytes() != key.public() {
        return Err(ConfigError::new(KEY, format!("is not the key of {CERTIFICATE}")));
    }
    let intermediate = certificate_of(INTERMEDIATE, &intermediate_pem)?;
    if !issued(&intermediate, &certificate) {
        return Err(ConfigError::new(
            INTERMEDIATE,
            format!("is not the certificate that issued {CERTIFICATE}"),
        ));
    }
    let identity = [key_pem, certificate_pem, intermediate_pem].join(&b'\n');
    Ok(Some(AppleWallet {
        pass_type: pass_type.to_owned(),
        team: team.to_owned(),
        certificate,
        intermediate,
        key,
        push: Push { url: APNS.to_owned(), root: None, identity },
    }))
}

/// The first certificate of a PEM file.
fn certificate_of(setting: &'static str, pem: &[u8]) -> Result<Certificate, ConfigError> {
    let der = CertificateDer::from_pem_slice(pem)
        .map_err(|_| ConfigError::new(setting, "holds no certificate in PEM"))?;
    let certificate = Certificate::from_der(&der).ok();
    // It is signed as it was written: one that is written in another way here would not be the same.
    let certificate = certificate.filter(|certificate| certificate.to_der().is_ok_and(|own| own == *der));
    certificate.ok_or_else(|| ConfigError::new(setting, "holds a certificate that does not read"))
}

fn end_ms_of(certificate: &Certificate) -> i64 {
    let end: Time = certificate.tbs_certificate.validity.not_after;
    i64::try_from(end.to_unix_duration().as_millis()).unwrap_or(i64::MAX)
}

fn day(at_ms: i64) -> String {
    iso(at_ms).map_or_else(|_| "a day long gone".to_owned(), |text| text.chars().take(10).collect())
}

/// The values of an attribute of a subject.
fn values(subject: &Name, wanted: ObjectIdentifier) -> impl Iterator<Item = &str> {
    let attributes = subject.0.iter().flat_map(|part| part.0.iter());
    attributes
        .filter(move |attribute| attribute.oid == wanted)
        .filter_map(|attribute| std::str::from_utf8(attribute.value.value()).ok())
}

fn has(subject: &Name, attribute: ObjectIdentifier, value: &str) -> bool {
    values(subject, attribute).any(|found| found == value)
}

fn first(subject: &Name, attribute: ObjectIdentifier) -> Option<String> {
    values(subject, attribute)
        .next()
        .map(|value| value.chars().filter(|c| !c.is_control()).take(100).collect())
}

/// Whether one certificate has signed the other. Of signatures by other procedures than Apple's only the name is compared.
fn issued(issuer: &Certificate, certificate: &Certificate) -> bool {
    if issuer.tbs_certificate.subject != certificate.tbs_certificate.issuer {
        return false;
    }
    if certificate.signature_algorithm.oid != SHA_256_WITH_RSA {
        return true;
    }
    let key = issuer.tbs_certificate.subject_public_key_info.subject_public_key.raw_bytes();
    let Ok(signed) = certificate.tbs_certificate.to_der() else { return false };
    UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, key)
        .verify(&signed, certificate.signature.raw_bytes())
        .is_ok()
}

impl AppleWallet {
    /// When the first of the two certificates expires, ms: no pass can be signed from then on.
    pub fn end_ms(&self) -> i64 {
        end_ms_of(&self.certificate).min(end_ms_of(&self.intermediate))
    }

    /// The warning that a certificate is about to expire, or has expired.
    pub fn expiry_warning(&self, now_ms: i64) -> Option<String> {
        let end_ms = self.end_ms();
        let setting = if end_ms == end_ms_of(&self.certificate) { CERTIFICATE } else { INTERMEDIATE };
        if end_ms <= now_ms {
            return Some(format!(
                "{setting}: expired on {}; no ticket can be added to Apple Wallet",
                day(end_ms)
            ));
        }
        (end_ms - now_ms < SOON_MS)
            .then(|| format!("{setting}: expires on {}; renew it before then", day(end_ms)))
    }
}
