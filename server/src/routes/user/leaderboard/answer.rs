//! How a board is sent: to everybody, or to one person alone.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

use crate::board::{Encoded, Leaderboard};
use crate::http::error::Envelope;
use crate::http::etag::is_current;

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
    if is_current(request, &answer.tag) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, [(header::CONTENT_TYPE, "application/json")], answer.body(timestamp)).into_response()
}
