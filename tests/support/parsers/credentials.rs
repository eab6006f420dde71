//! What a request carries as proof: cookies, bearer header, `token` in query and body; and the address to which next-auth's
//! client wants to return.

use axum::http::{HeaderMap, HeaderValue, header};
use sixfold_server::auth::cookie::{self, Name};
use sixfold_server::auth::credentials::WholeBody;
use sixfold_server::auth::identify::{bearer, body_token, query_token};
use sixfold_server::auth::protocol::{has_foreign_scheme, safe_url};
use sixfold_server::board::live::Versions;
use sixfold_server::http::etag;

const NAMES: [Name; 6] = [Name::Csrf, Name::CallbackUrl, Name::Session, Name::State, Name::Pkce, Name::Nonce];
/// Longer than any of our tokens.
const TOKEN_LIMIT: usize = 512;

/// Lines: the cookies, the bearer header, the query, and the body, which is JSON and may have lines of its own. What was read
/// once is read again from where it is written.
pub fn check(bytes: &[u8]) {
    let mut lines = bytes.splitn(4, |byte| *byte == b'\n');
    let mut next = || lines.next().unwrap_or_default();
    let mut headers =
        HeaderMap::from_iter([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))]);
    for (name, line) in [(header::COOKIE, next()), (header::AUTHORIZATION, next())] {
        if let Ok(value) = HeaderValue::from_bytes(line) {
            headers.insert(name, value);
        }
    }
    cookies(&headers);
    if let Some(token) = bearer(&headers) {
        sound(&token);
        headers.insert(header::AUTHORIZATION, HeaderValue::from_str(&format!("bearer {token}")).unwrap());
        assert_eq!(bearer(&headers), Some(token));
    }
    let (query, body) = (next(), next());
    if let Ok(query) = std::str::from_utf8(query) {
        if let Some(token) = query_token(query) {
            sound(&token);
            let escaped = crate::client::percent(&token);
            assert_eq!(query_token(&format!("token={escaped}&{query}")), Some(token));
        }
        returns(query);
        event_id(query);
    }
    let body = WholeBody::from(axum::body::Bytes::copy_from_slice(body));
    if let Some(token) = body_token(&headers, &body) {
        sound(&token);
        let again = serde_json::json!({ "token": token }).to_string();
        assert_eq!(body_token(&headers, &WholeBody::from(axum::body::Bytes::from(again))), Some(token));
    }
}

fn sound(token: &str) {
    assert!(!token.is_empty() && token.len() <= TOKEN_LIMIT);
}

fn cookies(headers: &HeaderMap) {
    for (name, https) in NAMES.into_iter().flat_map(|name| [(name, false), (name, true)]) {
        let Some(value) = cookie::read(headers, name, https) else { continue };
        let set = cookie::write(name, https, &value, Some(60));
        let text = set.to_str().unwrap();
        let (pair, attributes) = text.split_once("; ").unwrap();
        let secure = if https { "; Secure" } else { "" };
        assert_eq!(attributes, format!("Max-Age=60; Path=/; HttpOnly; SameSite=Lax{secure}"));
        let again = HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_str(pair).unwrap())]);
        assert_eq!(cookie::read(&again, name, https), Some(value), "{pair}");
    }
    let tag = HeaderValue::from_static("\"a\"");
    if let Some(cookie) = headers.get(header::COOKIE) {
        let request = HeaderMap::from_iter([(header::IF_NONE_MATCH, cookie.clone())]);
        // A tag that is nowhere in the header is not held, unless the header holds any.
        assert!(
            !etag::is_current(&request, &tag)
                || cookie.as_bytes().iter().any(|byte| matches!(byte, b'a' | b'*'))
        );
    }
}

/// Wherever somebody wants to return, it is an address of ours that stands in a header as it is.
fn returns(url: &str) {
    const ORIGIN: &str = "https://sixfold.example";
    let safe = safe_url(ORIGIN, url);
    let rest = safe.strip_prefix(ORIGIN).unwrap();
    assert!(rest.is_empty() || rest.starts_with(['/', '?', '#']), "{safe}");
    assert!(safe.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\'), "{safe:?}");
    assert!(HeaderValue::from_str(&safe).is_ok() && !has_foreign_scheme(&safe));
    assert_eq!(safe_url(ORIGIN, &safe), safe);
}

fn event_id(text: &str) {
    if let Ok(versions) = text.parse::<Versions>() {
        assert_eq!(versions.to_string().parse(), Ok(versions));
    }
}
