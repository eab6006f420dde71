//! How this server says who it is to a push service (VAPID, RFC 8292): a signed token for the service's origin.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reqwest::Url;
use serde_json::json;

use crate::config::notifications::PushSettings;

/// How long a token is valid, s; a day at most.
const VALID_S: i64 = 12 * 60 * 60;

/// The value of `Authorization`.
pub(super) fn authorisation(settings: &PushSettings, endpoint: &Url, now_ms: i64) -> String {
    let claims = json!({
        "aud": endpoint.origin().ascii_serialization(),
        "exp": now_ms / 1_000 + VALID_S,
        "sub": settings.contact,
    });
    let header = json!({ "typ": "JWT", "alg": "ES256" });
    let encode = |part: &serde_json::Value| URL_SAFE_NO_PAD.encode(part.to_string());
    let signed = format!("{}.{}", encode(&header), encode(&claims));
    let signature = URL_SAFE_NO_PAD.encode(settings.key.sign(signed.as_bytes()));
    format!("vapid t={signed}.{signature}, k={}", settings.key.public)
}
