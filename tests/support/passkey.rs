//! A software authenticator: makes passkeys and signs with them as a phone or a security key does, honestly or not.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::app::TestApp;
use crate::client::{Client, Reply};
use crate::people::{PASSWORD, Person};
use crate::second_factor::mailed_code;

/// The public address of a [`crate::TestApp`].
const ORIGIN: &str = "http://localhost:8080";

/// How an authenticator and its browser behave.
#[derive(Debug, Clone)]
pub struct Behaviour {
    pub origin: &'static str,
    pub rp_id: &'static str,
    pub user_present: bool,
    pub user_verified: bool,
    pub backed_up: bool,
    pub cross_origin: bool,
    /// `type` of the client data; the right one if there is none.
    pub kind: Option<&'static str>,
    /// The signature counter; the next one if there is none.
    pub counter: Option<u32>,
    /// What the browser says about whether the passkey is discoverable.
    pub discoverable: bool,
}

impl Default for Behaviour {
    fn default() -> Self {
        Self {
            origin: ORIGIN,
            rp_id: "localhost",
            user_present: true,
            user_verified: true,
            backed_up: false,
            cross_origin: false,
            kind: None,
            counter: None,
            discoverable: true,
        }
    }
}

/// A passkey on its device.
pub struct SoftPasskey {
    key: EcdsaKeyPair,
    pub credential_id: Vec<u8>,
    pub user_handle: String,
    pub counter: u32,
    /// The passkey's id at the server, once it is added.
    pub id: String,
}

pub fn base64url(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

fn client_data(kind: &str, options: &Value, how: &Behaviour) -> Vec<u8> {
    json!({
        "type": how.kind.unwrap_or(kind), "challenge": options["challenge"],
        "origin": how.origin, "crossOrigin": how.cross_origin,
    })
    .to_string()
    .into_bytes()
}

/// The authenticator data up to the counter. Every soft passkey may be backed up.
fn authenticator_data(how: &Behaviour, counter: u32, more_flags: u8) -> Vec<u8> {
    let flag = |set: bool, bit: u8| if set { bit } else { 0 };
    let flags =
        flag(how.user_present, 0x01) | flag(how.user_verified, 0x04) | 0x08 | flag(how.backed_up, 0x10);
    let mut data = sha256(how.rp_id.as_bytes()).to_vec();
    data.push(flags | more_flags);
    data.extend(counter.to_be_bytes());
    data
}

/// A P-256 key in COSE's CBOR.
fn cose(public_key: &[u8]) -> Vec<u8> {
    let (x, y) = public_key[1..].split_at(32);
    [&[0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20], x, &[0x22, 0x58, 0x20], y].concat()
}

/// An attestation object without an attestation, in CBOR.
fn attestation(data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(data.len()).unwrap().to_be_bytes();
    [b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x59".as_slice(), &length, data].concat()
}

impl SoftPasskey {
    /// Answers `publicKey` of `navigator.credentials.create`.
    pub fn create(options: &Value, how: &Behaviour) -> (Self, Value) {
        let random = SystemRandom::new();
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).unwrap();
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, pkcs8.as_ref(), &random).unwrap();
        let credential_id = sixfold_server::db::random_bytes::<32>().to_vec();
        let counter = how.counter.unwrap_or(1);
        let mut data = authenticator_data(how, counter, 0x40);
        data.extend([0; 16]);
        data.extend(u16::try_from(credential_id.len()).unwrap().to_be_bytes());
        data.extend(&credential_id);
        data.extend(cose(key.public_key().as_ref()));
        let id = base64url(&credential_id);
        let credential = json!({
            "id": id, "rawId": id, "type": "public-key",
            "clientExtensionResults": { "credProps": { "rk": how.discoverable } },
            "response": {
                "clientDataJSON": base64url(&client_data("webauthn.create", options, how)),
                "attestationObject": base64url(&attestation(&data)),
                "transports": ["internal"],
            },
        });
        let user_handle = options["user"]["id"].as_str().unwrap().to_owned();
        (Self { key, credential_id, user_handle, counter, id: String::new() }, credential)
    }

    /// Answers `publicKey` of `navigator.credentials.get`.
    pub fn get(&mut self, options: &Value, how: &Behaviour) -> Value {
        let counter = how.counter.unwrap_or(self.counter + 1);
        self.counter = counter;
        let data = authenticator_data(how, counter, 0);
        let client_data = client_data("webauthn.get", options, how);
        let signed = [data.as_slice(), &sha256(&client_data)].concat();
        let signature = self.key.sign(&SystemRandom::new(), &signed).unwrap();
        let id = base64url(&self.credential_id);
        json!({
            "id": id, "rawId": id, "type": "public-key", "clientExtensionResults": {},
            "response": {
                "clientDataJSON": base64url(&client_data),
                "authenticatorData": base64url(&data),
                "signature": base64url(signature.as_ref()),
                "userHandle": self.user_handle,
            },
        })
    }

    /// Adds a passkey to the account of somebody who has [`PASSWORD`]; staff are mailed a code first.
    pub async fn add(app: &TestApp, person: &Person, name: &str, how: &Behaviour) -> Self {
        // The mail of this call has to be the newest one.
        app.state.clock.advance(1);
        let mut reply = new_options(person, json!({ "password": PASSWORD })).await;
        if reply.status == 422 {
            let code = mailed_code(app, &person.email).await;
            reply = new_options(person, json!({ "password": PASSWORD, "mailedCode": code })).await;
        }
        let options = reply.data();
        let (mut passkey, credential) = Self::create(&options["publicKey"], how);
        let body = json!({ "challenge": options["challenge"], "credential": credential, "name": name });
        let added = person.client().post("/api/user/passkeys", body).await.data();
        added["id"].as_str().unwrap().clone_into(&mut passkey.id);
        passkey
    }

    pub async fn sign_in(&mut self, browser: &Client, how: &Behaviour) -> Reply {
        let options = sign_in_options(browser).await;
        let credential = self.get(&options["publicKey"], how);
        answer(browser, &options, credential).await
    }
}

/// Asks for the challenge for a new passkey.
pub async fn new_options(person: &Person, proof: Value) -> Reply {
    person.client().post("/api/user/passkeys/options", proof).await
}

pub async fn sign_in_options(browser: &Client) -> Value {
    browser.post("/api/auth/passkeys/options", json!({})).await.data()
}

/// Answers a challenge for signing in, with the browser's CSRF token.
pub async fn answer(browser: &Client, options: &Value, credential: Value) -> Reply {
    let csrf = browser.get("/api/auth/csrf").await.value()["csrfToken"].clone();
    let body = json!({ "challenge": options["challenge"], "credential": credential, "csrfToken": csrf });
    browser.post("/api/auth/passkeys/sign-in", body).await
}
