//! The encryption of a message for one device (RFC 8291, `aes128gcm` of RFC 8188): the push service that carries it cannot read it.

use aes_gcm::aead::{Aead as _, KeyInit as _};
use aes_gcm::{Aes128Gcm, Nonce};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hkdf::Hkdf;
use p256::{PublicKey, SecretKey};
use sha2::Sha256;

use crate::config::notifications::random_key;
use crate::db::messages::notification::device::Subscription;
use crate::db::random_bytes;

/// The size of the only record; every push service takes one of it.
const RECORD: u32 = 4_096;
const SALT: usize = 16;
const TAG: usize = 16;
/// Marks the last record; zeros may follow.
const END: u8 = 2;
/// Messages are padded to a multiple of this, so that their length tells little about them.
const PADDED: usize = 256;
/// The longest message.
const LONGEST: usize = 3 * 1_024;

/// What is wrong with a device's keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RecipientError {
    /// Not an uncompressed point on P-256 in base64url.
    #[error("p256dh is no public key of a browser")]
    Key,
    /// Not 16 bytes in base64url.
    #[error("auth is no secret of a browser")]
    Secret,
}

#[derive(Debug, thiserror::Error)]
#[error("a notification cannot be encrypted")]
pub struct EncryptionError;

/// A device that a message is encrypted for.
pub struct Recipient {
    public: PublicKey,
    point: Vec<u8>,
    auth: [u8; 16],
}

impl Recipient {
    /// Reads the keys of a subscription.
    pub fn of(subscription: &Subscription) -> Result<Self, RecipientError> {
        let read = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
        let point = read(&subscription.p256dh).filter(|point| point.len() == 65);
        let point = point.ok_or(RecipientError::Key)?;
        let public = PublicKey::from_sec1_bytes(&point).map_err(|_| RecipientError::Key)?;
        let auth = read(&subscription.auth).and_then(|auth| auth.try_into().ok());
        Ok(Self { public, point, auth: auth.ok_or(RecipientError::Secret)? })
    }

    /// A message as a push service takes it: header and one record.
    pub(super) fn encrypt(&self, message: &[u8]) -> Result<Vec<u8>, EncryptionError> {
        if message.len() > LONGEST {
            return Err(EncryptionError);
        }
        let mut plain = message.to_vec();
        plain.push(END);
        plain.resize(plain.len().next_multiple_of(PADDED), 0);
        self.seal(&plain, &random_key(), &random_bytes::<SALT>())
    }

    fn seal(&self, plain: &[u8], own: &SecretKey, salt: &[u8; SALT]) -> Result<Vec<u8>, EncryptionError> {
        let own_point = own.public_key().to_sec1_bytes();
        let shared = own.diffie_hellman(&self.public);
        let mut info = b"WebPush: info\0".to_vec();
        info.extend_from_slice(&self.point);
        info.extend_from_slice(&own_point);
        let input: [u8; 32] = expanded(&self.auth, shared.raw_secret_bytes(), &info)?;
        let key: [u8; 16] = expanded(salt, &input, b"Content-Encoding: aes128gcm\0")?;
        let nonce: [u8; 12] = expanded(salt, &input, b"Content-Encoding: nonce\0")?;
        let record =
            Aes128Gcm::new(&key.into()).encrypt(&Nonce::from(nonce), plain).map_err(|_| EncryptionError)?;
        let mut sealed = Vec::with_capacity(SALT + 5 + own_point.len() + plain.len() + TAG);
        sealed.extend_from_slice(salt);
        sealed.extend_from_slice(&RECORD.to_be_bytes());
        sealed.push(u8::try_from(own_point.len()).map_err(|_| EncryptionError)?);
        sealed.extend_from_slice(&own_point);
        sealed.extend_from_slice(&record);
        Ok(sealed)
    }
}

fn expanded<const N: usize>(salt: &[u8], input: &[u8], info: &[u8]) -> Result<[u8; N], EncryptionError> {
    let mut output = [0; N];
    Hkdf::<Sha256>::new(Some(salt), input).expand(info, &mut output).map_err(|_| EncryptionError)?;
    Ok(output)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    fn subscription(p256dh: &str, auth: &str) -> Subscription {
        Subscription { endpoint: String::new(), p256dh: p256dh.to_owned(), auth: auth.to_owned() }
    }

    const POINT: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    /// The example of RFC 8291, appendix A.
    #[test]
    fn the_example_of_the_standard_comes_out() {
        let device = Recipient::of(&subscription(POINT, AUTH)).unwrap();
        let own = SecretKey::from_slice(&bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")).unwrap();
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let sealed = device.seal(b"When I grow up, I want to be a watermelon\x02", &own, &salt).unwrap();
        assert_eq!(
            URL_SAFE_NO_PAD.encode(sealed),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru\
             3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn a_message_is_padded_and_never_the_same_twice() {
        let device = Recipient::of(&subscription(&format!("{POINT}="), &format!("{AUTH}=="))).unwrap();
        let (one, two) = (device.encrypt(b"Hello").unwrap(), device.encrypt(b"Hello").unwrap());
        assert_ne!(one, two);
        assert_eq!(one.len(), 16 + 4 + 1 + 65 + 256 + 16);
        assert_eq!(device.encrypt(&[b'a'; 300]).unwrap().len(), 16 + 4 + 1 + 65 + 512 + 16);
        assert!(device.encrypt(&[b'a'; 3_072]).unwrap().len() <= 4_096);
        assert!(device.encrypt(&[b'a'; 3_073]).is_err());
    }

    #[test]
    fn keys_that_are_none_are_told_apart() {
        let refused = |p256dh: &str, auth: &str| Recipient::of(&subscription(p256dh, auth)).err();
        let off_the_curve = URL_SAFE_NO_PAD.encode([[4].as_slice(), &[7; 64]].concat());
        let compressed = URL_SAFE_NO_PAD.encode([[2].as_slice(), &bytes(POINT)[1..33]].concat());
        for key in ["", "AAAA", "not base64", &off_the_curve, &compressed, &POINT[..80]] {
            assert_eq!(refused(key, AUTH), Some(RecipientError::Key), "{key}");
        }
        for secret in ["", "AAAA", "%", POINT] {
            assert_eq!(refused(POINT, secret), Some(RecipientError::Secret), "{secret}");
        }
    }
}
