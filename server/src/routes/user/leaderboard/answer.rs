//! How a board is sent: a public answer, or one for a single person.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

use crate::board::{Encoded, Leaderboard};
use crate::http::error::Envelope;
use crate::http::etag::is_current;

/// What an answer depends on besides its address.
pub(super) const VARY: HeaderValue = HeaderValue::from_static("cookie, authorization");

/// The answer to somebody who is signed in: not cached.
pub(super) fn private(answer: Leaderboard) -> Response {
    let mut response = Envelope(answer).into_response();
    response.headers_mut().insert(header::VARY, VARY);
    response
}

/// The public answer, which a browser may cache and revalidate.
pub(super) fn public(request: &HeaderMap, answer: &Encoded, timestamp: &str) -> Response {
    let headers = [
        (header::ETAG, answer.tag.clone()),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache")),
        // After signing in, the browser must not use the public copy.
        (header::VARY, VARY),
    ];
    if is_current(request, &answer.tag) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, [(header::CONTENT_TYPE, "application/json")], answer.body(timestamp)).into_response()
}
