//! How a board is sent: to everybody, or to one person alone.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

use crate::board::{Encoded, Leaderboard};
use crate::http::error::Envelope;

/// What an answer depends on beside its address.
const VARY: HeaderValue = HeaderValue::from_static("cookie, authorization");

/// What somebody may have who is signed in: theirs alone, kept nowhere.
pub(super) fn private(answer: Leaderboard) -> Response {
    let mut response = Envelope(answer).into_response();
    response.headers_mut().insert(header::VARY, VARY);
    response
}

/// What everybody may have and a browser may ask about again.
pub(super) fn public(request: &HeaderMap, answer: &Encoded, timestamp: &str) -> Response {
    let headers = [
        (header::ETAG, answer.tag.clone()),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache")),
        // Who signs in asks anew: nothing that was kept for everybody is theirs.
        (header::VARY, VARY),
    ];
    let held = request.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let tag = answer.tag.to_str().unwrap_or_default();
    if held.flat_map(|value| value.split(',')).any(|held| matches(held.trim(), tag)) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, [(header::CONTENT_TYPE, "application/json")], answer.body(timestamp)).into_response()
}

/// Whether a tag of `If-None-Match` names ours; weak and strong ones count alike for a read (RFC 9110, 13.1.2).
fn matches(held: &str, tag: &str) -> bool {
    held == "*" || held.strip_prefix("W/").unwrap_or(held) == tag.strip_prefix("W/").unwrap_or(tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_compared_weakly() {
        assert!(matches("W/\"a\"", "W/\"a\"") && matches("\"a\"", "W/\"a\"") && matches("*", "W/\"a\""));
        assert!(!matches("\"b\"", "W/\"a\""));
    }
}
