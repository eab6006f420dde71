//! A message as the standards have it, checked by this file's reading of them, by `openssl` and by Python's `cryptography`.

use std::path::Path;
use std::process::Command;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::ecdsa::signature::Verifier as _;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::pkcs8::{EncodePrivateKey as _, EncodePublicKey as _, LineEnding};
use serde_json::{Value, json};
use sixfold_tests::on_both;

use super::{CONTACT, NOTIFICATIONS, Stage};
use crate::event::stage::{BOOKING, NEXT_DAY, TIME};

fn decoded(text: &str) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(text).unwrap()
}

/// What a program says; none, and a line that says so, if it is not installed.
fn told(program: &str, arguments: &[&str]) -> Option<String> {
    let Ok(ended) = Command::new(program).args(arguments).output() else {
        println!("SKIPPED: {program} is not installed");
        return None;
    };
    let text =
        format!("{}{}", String::from_utf8_lossy(&ended.stdout), String::from_utf8_lossy(&ended.stderr));
    if text.contains("No module named") {
        println!("SKIPPED: {}", text.lines().last().unwrap_or_default());
        return None;
    }
    assert!(ended.status.success(), "{program}: {text}");
    Some(text)
}

/// RFC 8291 and RFC 8188 in Python, with `cryptography`'s primitives.
const DECRYPT: &str = r#"
import struct, sys
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
key = serialization.load_pem_private_key(open(sys.argv[1], "rb").read(), None)
auth, body = open(sys.argv[2], "rb").read(), open(sys.argv[3], "rb").read()
salt, (size, length) = body[:16], struct.unpack("!IB", body[16:21])
point, record = body[21:21 + length], body[21 + length:]
assert len(record) <= size
server = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
own = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
derive = lambda length, salt, info, secret: HKDF(hashes.SHA256(), length, salt, info).derive(secret)
secret = derive(32, auth, b"WebPush: info\0" + own + point, key.exchange(ec.ECDH(), server))
plain = AESGCM(derive(16, salt, b"Content-Encoding: aes128gcm\0", secret)).decrypt(
    derive(12, salt, b"Content-Encoding: nonce\0", secret), record, None)
text, end = plain.rstrip(b"\0")[:-1], plain.rstrip(b"\0")[-1:]
assert end == b"\2"
sys.stdout.buffer.write(text)
"#;

/// An ECDSA signature as ASN.1, which `openssl` reads.
fn as_der(signature: &[u8], file: &Path) {
    let der = Signature::from_slice(signature).unwrap().to_der();
    std::fs::write(file, der.as_bytes()).unwrap();
}

// RULES 16.7
on_both!(a_message_is_what_the_standards_want, |engine| async move {
    let Some(stage) = Stage::set(engine).await else { return };
    let (athlete, staff, phone, id) = stage.with_a_booking().await;
    let body = json!({ "uaid": athlete.uaid, "eventBookingId": id, "eventTestDate": NEXT_DAY, "eventTestTime": TIME });
    staff.client().post(BOOKING, body).await.data();
    assert_eq!(stage.send().await, 1);
    let got = stage.service.got().remove(0);
    assert_eq!((&*got.method, &*got.path), ("POST", "/phone"));
    assert_eq!(got.header("content-encoding"), "aes128gcm");
    assert_eq!(got.header("urgency"), "normal");
    // Friday at 10:00 is four days and an hour after Monday at 09:00.
    assert_eq!(got.header("ttl"), (97 * 60 * 60).to_string());
    let topic = got.header("topic");
    assert_eq!(topic.len(), 32);
    assert!(topic.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)), "{topic}");
    assert!(got.body.len() <= 4_096);
    for hidden in [&*athlete.uaid, &*id, "Your test", "moved"] {
        let text = format!("{:?}{}", got.headers, String::from_utf8_lossy(&got.body));
        assert!(!text.contains(hidden), "{hidden} travels in clear");
    }

    // RFC 8292: the token.
    let key =
        athlete.client().get(NOTIFICATIONS).await.data()["push"]["publicKey"].as_str().unwrap().to_owned();
    let authorisation = got.header("authorization");
    let token = authorisation.strip_prefix("vapid t=").unwrap().strip_suffix(&format!(", k={key}")).unwrap();
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let (header, claims) = signed.split_once('.').unwrap();
    let read = |part: &str| serde_json::from_slice::<Value>(&decoded(part)).unwrap();
    assert_eq!(read(header), json!({ "typ": "JWT", "alg": "ES256" }));
    let claims = read(claims);
    assert_eq!(claims["aud"], format!("https://{}", stage.service.host));
    assert_eq!(claims["sub"], CONTACT);
    let left = claims["exp"].as_i64().unwrap() - stage.app.state.clock.now_ms() / 1_000;
    assert!((60..=24 * 60 * 60).contains(&left), "{left}");
    let verifying = VerifyingKey::from_sec1_bytes(&decoded(&key)).unwrap();
    let signature = decoded(signature);
    verifying.verify(signed.as_bytes(), &Signature::from_slice(&signature).unwrap()).unwrap();

    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let public = p256::PublicKey::from(&verifying).to_public_key_pem(LineEnding::LF).unwrap();
    std::fs::write(path("public.pem"), public).unwrap();
    std::fs::write(path("signed"), signed).unwrap();
    as_der(&signature, &folder.path().join("signature"));
    let verify = [
        "dgst",
        "-sha256",
        "-verify",
        &path("public.pem"),
        "-signature",
        &path("signature"),
        &path("signed"),
    ];
    if let Some(verdict) = told("openssl", &verify) {
        assert!(verdict.contains("Verified OK"), "{verdict}");
    }

    // RFC 8291: the message.
    let shown = phone.read(&got.body);
    assert_eq!(shown["tag"], format!("booking-{id}"));
    std::fs::write(path("key.pem"), phone.secret.to_pkcs8_pem(LineEnding::LF).unwrap().as_bytes()).unwrap();
    std::fs::write(path("auth"), phone.auth).unwrap();
    std::fs::write(path("body"), &got.body).unwrap();
    if let Some(plain) = told("python3", &["-c", DECRYPT, &path("key.pem"), &path("auth"), &path("body")]) {
        assert_eq!(serde_json::from_str::<Value>(&plain).unwrap(), shown);
    }
});
