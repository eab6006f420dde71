//! Public answers that a browser may cache and revalidate: an ETag of the body, 304 while it is unchanged.

use axum::http::HeaderMap;
use axum::response::Response;

use crate::content::hub::Answer;
use crate::http::etag;

/// The answer, or 304 when the caller has it already.
pub(super) fn answer(request: &HeaderMap, answer: Answer) -> Response {
    let Answer { body, tag } = answer;
    etag::json(request, &tag, "public, no-cache", || body)
}
