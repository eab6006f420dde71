//! A browser that subscribes and decrypts what it gets: RFC 8291 and RFC 8188 once more, without the server's code for it.

use aes_gcm::aead::{Aead as _, KeyInit as _};
use aes_gcm::{Aes128Gcm, Nonce};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac as _};
use p256::{PublicKey, SecretKey};
use serde_json::{Value, json};
use sha2::Sha256;

pub(super) struct Browser {
    pub endpoint: String,
    pub secret: SecretKey,
    pub auth: [u8; 16],
}

impl Browser {
    pub(super) fn new(endpoint: &str) -> Self {
        let random = || SecretKey::from_slice(&sixfold_server::db::random_bytes::<32>()).ok();
        let secret = std::iter::repeat_with(random).flatten().next().unwrap();
        Self { endpoint: endpoint.to_owned(), secret, auth: sixfold_server::db::random_bytes() }
    }

    /// The same address with other keys.
    pub(super) fn renewed(&self) -> Self {
        Self::new(&self.endpoint)
    }

    pub(super) fn public(&self) -> Vec<u8> {
        self.secret.public_key().to_sec1_bytes().to_vec()
    }

    /// The body of the call that adds it.
    pub(super) fn subscription(&self, name: &str) -> Value {
        json!({
            "endpoint": self.endpoint,
            "expirationTime": null,
            "keys": { "p256dh": URL_SAFE_NO_PAD.encode(self.public()), "auth": URL_SAFE_NO_PAD.encode(self.auth) },
            "name": name,
        })
    }

    pub(super) fn read(&self, body: &[u8]) -> Value {
        serde_json::from_slice(&self.decrypt(body).expect("a message for this browser")).unwrap()
    }

    pub(super) fn decrypt(&self, body: &[u8]) -> Option<Vec<u8>> {
        let (salt, rest) = body.split_at_checked(16)?;
        let (size, rest) = rest.split_at_checked(4)?;
        let (&length, rest) = rest.split_first()?;
        let (point, record) = rest.split_at_checked(length.into())?;
        assert!(record.len() <= u32::from_be_bytes(size.try_into().ok()?) as usize, "one record");
        let server = PublicKey::from_sec1_bytes(point).ok()?;
        let shared = self.secret.diffie_hellman(&server);
        let pseudo = mac(&self.auth, &[shared.raw_secret_bytes()]);
        let input = mac(&pseudo, &[b"WebPush: info\0", &self.public(), point, &[1]]);
        let pseudo = mac(salt, &[&input]);
        let key: [u8; 16] = mac(&pseudo, &[b"Content-Encoding: aes128gcm\0", &[1]])[..16].try_into().ok()?;
        let nonce: [u8; 12] = mac(&pseudo, &[b"Content-Encoding: nonce\0", &[1]])[..12].try_into().ok()?;
        let mut plain = Aes128Gcm::new(&key.into()).decrypt(&Nonce::from(nonce), record).ok()?;
        while plain.last() == Some(&0) {
            plain.pop();
        }
        (plain.pop()? == 2).then_some(plain)
    }
}

fn mac(key: &[u8], parts: &[&[u8]]) -> Vec<u8> {
    let mut mac = <Hmac<Sha256> as hmac::KeyInit>::new_from_slice(key).unwrap();
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().to_vec()
}
