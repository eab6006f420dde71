//! Signed requests: with `--signing-keys`, a program has to prove with each call that it holds a key. `docs/EDGE.md`
//! describes how.
//!
//! A key ensures that only known programs use API tokens: a leaked token is useless without one. A browser cannot keep
//! a key, so our own pages are exempt: they send no token, and either the session cookie (whose writes need the CSRF
//! token) or headers by which the browser says that the page is ours. Those headers prove nothing; what is open without
//! a session stays as open as the site itself.

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::auth::credentials::{Credentials, RequestBody, WholeBody};
use crate::config::network::SigningKey;
use crate::db::upkeep::signature;
use crate::http::error::ApiError;
use crate::http::pictures;
use crate::state::AppState;

pub const KEY_ID: HeaderName = HeaderName::from_static("x-signature-key-id");
/// The signature, in hex.
pub const SIGNATURE: HeaderName = HeaderName::from_static("x-signature");
/// How far `iv` may differ from the server's clock in either direction, ms.
pub const TOLERANCE_MS: i64 = 5 * 60_000;
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
/// Paths exempt from signing: the next-auth protocol, which is based on cookies, the API's description, and staff's
/// calendars and the wallets of phones, whose programs hold a secret and no key. Pictures are exempt as well.
const OPEN: [&str; 5] = ["/api/auth", "/api/docs", "/api/openapi.json", "/api/event/calendar", "/api/wallet"];
/// Calls whose `token` is that of a mailed link, not of a session.
const MAILED: [&str; 6] = [
    "/api/user/coaches/answer",
    "/api/user/email/link",
    "/api/user/email/undo",
    "/api/user/forgot",
    "/api/user/guardian",
    "/api/user/guardian/request",
];

/// Middleware inside [`identify`](crate::auth::identify::identify): lets signed requests and our own pages through.
pub async fn verify(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if state.config.network.signing_keys.is_empty() || is_exempt(&request) {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    match check(&state, &parts).await {
        Ok(()) => next.run(Request::from_parts(parts, body)).await,
        Err(error) => error.into_response(),
    }
}

fn is_exempt(request: &Request) -> bool {
    let path = request.uri().path();
    let below =
        |prefix: &str| path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    if !below("/api") || OPEN.iter().any(|prefix| below(prefix)) {
        return true;
    }
    // OPTIONS has no effect.
    if request.method() == Method::OPTIONS || pictures::is_read(request.method(), path) {
        return true;
    }
    request.extensions().get::<Credentials>().is_some_and(|credentials| {
        let carries_token = !credentials.tokens.is_empty() && !MAILED.contains(&path);
        !carries_token && (credentials.cookie.is_some() || is_own_page(request.headers()))
    })
}

/// Whether the browser says that the request comes from one of our pages or from the address bar.
fn is_own_page(headers: &HeaderMap) -> bool {
    headers.get(SEC_FETCH_SITE).is_some_and(|site| site == "same-origin" || site == "none")
}

async fn check(state: &AppState, parts: &Parts) -> Result<(), ApiError> {
    let (uri, headers) = (&parts.uri, &parts.headers);
    let body = RequestBody::from_parts(parts)?;
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let (Some(key_id), Some(given), Some(iv)) = (text(KEY_ID), text(SIGNATURE), find_iv(uri, body)) else {
        return Err(refused(
            "SIGNATURE_MISSING",
            "This server wants signed requests: x-signature-key-id, x-signature and iv.",
        ));
    };
    let wrong = || refused("SIGNATURE_WRONG", "The signature does not fit this request.");
    let key = state.config.network.signing_keys.iter().find(|key| key.id == key_id).ok_or_else(wrong)?;
    let given = hex::decode(given).map_err(|_| wrong())?;
    let signed = mac(key, &string_to_sign(&parts.method, uri, &body.bytes, &iv));
    // Compares in constant time.
    signed.verify_slice(&given).map_err(|_| wrong())?;
    let iv: i64 = iv.parse().map_err(|_| wrong())?;
    let now_ms = state.clock.now_ms();
    if iv.abs_diff(now_ms) > TOLERANCE_MS.unsigned_abs() {
        let message =
            "The iv of this request is more than five minutes off. Check the clock and sign it again.";
        return Err(refused("SIGNATURE_STALE", message));
    }
    let hash = hex::encode(Sha256::digest(&given));
    let fresh: bool = state
        .db
        .write(async move |conn| {
            signature::use_once(conn, &hash, iv + TOLERANCE_MS).await.map_err(ApiError::from)
        })
        .await?;
    if fresh {
        return Ok(());
    }
    Err(refused("SIGNATURE_USED", "A signature can be used once. Sign the request again, with another iv."))
}

/// `iv` from the query, else from a JSON body.
fn find_iv(uri: &Uri, body: &WholeBody) -> Option<String> {
    let query = uri.query().unwrap_or_default();
    let in_query = form_urlencoded::parse(query.as_bytes())
        .find(|(name, _)| name == "iv")
        .map(|(_, value)| value.into_owned());
    in_query.or_else(|| match body.json()?.get("iv")? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    })
}

/// Method, path and query as sent, the body's SHA-256 in hex, and `iv`, joined by line feeds.
fn string_to_sign(method: &Method, uri: &Uri, body: &Bytes, iv: &str) -> String {
    let body = hex::encode(Sha256::digest(body));
    format!("{method}\n{}\n{}\n{body}\n{iv}", uri.path(), uri.query().unwrap_or_default())
}

fn mac(key: &SigningKey, text: &str) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(&key.bytes).expect("HMAC takes keys of any length");
    mac.update(text.as_bytes());
    mac
}

fn refused(code: &'static str, message: &'static str) -> ApiError {
    ApiError::new(StatusCode::UNAUTHORIZED, code, message)
}
