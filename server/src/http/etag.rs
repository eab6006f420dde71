//! Conditional requests: `ETag` and `If-None-Match` (RFC 9110, 13.1.2).

use axum::body::Bytes;
use axum::http::header::InvalidHeaderValue;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use sha2::{Digest as _, Sha256};

/// `Vary` of an answer that is another one with a session: after signing in, a browser must not use its public copy.
pub const BY_SESSION: HeaderValue = HeaderValue::from_static("cookie, authorization");

/// A body with its strong tag. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Tagged {
    pub body: Bytes,
    pub tag: HeaderValue,
}

impl Tagged {
    pub fn new(body: impl Into<Bytes>) -> Result<Self, InvalidHeaderValue> {
        let body = body.into();
        Ok(Self { tag: strong(&body)?, body })
    }
}

/// A JSON answer with its tag, or 304 without a body if the caller has it.
pub fn json(
    request: &HeaderMap,
    tag: &HeaderValue,
    cache_control: &'static str,
    body: impl FnOnce() -> Bytes,
) -> Response {
    let headers =
        [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, HeaderValue::from_static(cache_control))];
    if is_current(request, tag) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, [(header::CONTENT_TYPE, "application/json")], body()).into_response()
}

/// The strong tag of a body: another for other bytes.
pub fn strong(body: impl AsRef<[u8]>) -> Result<HeaderValue, InvalidHeaderValue> {
    HeaderValue::from_str(&quoted(body.as_ref()))
}

/// The weak tag of a body without the parts that do not count, such as the time of an answer.
pub fn weak(body: impl AsRef<[u8]>) -> Result<HeaderValue, InvalidHeaderValue> {
    HeaderValue::from_str(&format!("W/{}", quoted(body.as_ref())))
}

/// A body as a number: another for other bytes. 48 bits, which every client's numbers can represent.
pub fn number(body: impl AsRef<[u8]>) -> i64 {
    Sha256::digest(body).iter().take(6).fold(0, |number, byte| number << 8 | i64::from(*byte))
}

fn quoted(body: &[u8]) -> String {
    format!("\"{}\"", hex::encode(&Sha256::digest(body)[..16]))
}

/// Whether the client already has this version. Weak and strong tags are compared alike.
pub fn is_current(request: &HeaderMap, tag: &HeaderValue) -> bool {
    let Some(tag) = tag.to_str().ok().and_then(|tag| opaque_tags(tag).next()) else { return false };
    let lines = request.get_all(header::IF_NONE_MATCH).iter();
    lines
        .filter_map(|line| line.to_str().ok())
        .any(|line| line.trim() == "*" || opaque_tags(line).any(|held| held == tag))
}

/// What stands between the quotation marks of a list of tags; no tag contains one (RFC 9110, 8.8.3).
fn opaque_tags(line: &str) -> impl Iterator<Item = &str> {
    line.split('"').skip(1).step_by(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_compared_weakly_and_whole() {
        for (held, tag, current) in [
            ("W/\"a\"", "W/\"a\"", true),
            ("\"a\"", "W/\"a\"", true),
            ("W/\"a\"", "\"a\"", true),
            ("\"b\", \"a\"", "\"a\"", true),
            ("*", "W/\"a\"", true),
            ("\"b\"", "W/\"a\"", false),
            ("\"ab\"", "\"a\"", false),
            ("", "\"a\"", false),
            // No browser sends white space in a tag; it is accepted anyway.
            ("\"a b\", \"\t\"", "\"a\"", false),
            ("\"\tb\",\t\"a\"", "\"a\"", true),
        ] {
            let request = HeaderMap::from_iter([(header::IF_NONE_MATCH, HeaderValue::from_static(held))]);
            assert_eq!(is_current(&request, &HeaderValue::from_static(tag)), current, "{held} {tag}");
        }
        assert!(!is_current(&HeaderMap::new(), &HeaderValue::from_static("\"a\"")));
    }
}
