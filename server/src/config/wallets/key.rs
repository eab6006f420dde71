//! An RSA key that signs. `ring` signs in constant time, unlike the `rsa` crate that verifies for single sign-on.

use ring::rand::SystemRandom;
use ring::signature::{KeyPair as _, RSA_PKCS1_SHA256, RsaKeyPair};
use rustls_pki_types::PrivateKeyDer;
use rustls_pki_types::pem::PemObject as _;

use super::super::error::ConfigError;

pub struct SigningKey(RsaKeyPair);

impl std::fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SigningKey")
    }
}

/// The key could not sign, which is a bug.
#[derive(Debug, thiserror::Error)]
#[error("the key does not sign")]
pub struct SignError;

impl SigningKey {
    /// Reads a key from PEM.
    pub(super) fn from_pem(setting: &'static str, pem: &[u8]) -> Result<Self, ConfigError> {
        let wrong = |reason: &'static str| ConfigError::new(setting, reason);
        if pem.windows(b"ENCRYPTED".len()).any(|part| part == b"ENCRYPTED") {
            return Err(wrong("is encrypted; openssl rsa -in FILE -out FILE takes the password off"));
        }
        let der = PrivateKeyDer::from_pem_slice(pem).map_err(|_| wrong("holds no private key in PEM"))?;
        let key = match &der {
            PrivateKeyDer::Pkcs8(der) => RsaKeyPair::from_pkcs8(der.secret_pkcs8_der()),
            PrivateKeyDer::Pkcs1(der) => RsaKeyPair::from_der(der.secret_pkcs1_der()),
            _ => return Err(wrong("wanted an RSA key")),
        };
        key.map(Self).map_err(|_| wrong("wanted an RSA key of 2,048 to 4,096 bits"))
    }

    /// RSASSA-PKCS1-v1_5 with SHA-256.
    pub fn sign(&self, message: &[u8]) -> Result<Vec<u8>, SignError> {
        let mut signature = vec![0; self.0.public().modulus_len()];
        self.0
            .sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), message, &mut signature)
            .map_err(|_| SignError)?;
        Ok(signature)
    }

    /// The public key as in a certificate: a DER `RSAPublicKey`.
    pub(super) fn public(&self) -> &[u8] {
        self.0.public_key().as_ref()
    }
}
