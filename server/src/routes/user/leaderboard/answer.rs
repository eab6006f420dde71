//! How a board is sent: a public answer, or one for a single person.

use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Response};

use crate::board::{Encoded, Leaderboard};
use crate::http::Envelope;
use crate::http::etag;

/// The answer to somebody who is signed in: not cached.
pub(super) fn private(answer: Leaderboard) -> Response {
    varying(Envelope(answer).into_response())
}

/// The public answer, which a browser may cache and revalidate.
pub(super) fn public(request: &HeaderMap, answer: &Encoded, timestamp: &str) -> Response {
    varying(etag::json(request, &answer.tag, "public, no-cache", || answer.body(timestamp)))
}

fn varying(mut response: Response) -> Response {
    response.headers_mut().insert(header::VARY, etag::BY_SESSION);
    response
}
