//! Public answers that a browser may keep and ask about again: an ETag of the body, 304 when it has not changed.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

use crate::content::hub::Answer;
use crate::http::etag::is_current;

/// The answer, or 304 when the caller holds it already.
pub(super) fn answer(request: &HeaderMap, answer: Answer) -> Response {
    let unchanged = is_current(request, &answer.tag);
    let headers = [
        (header::ETAG, answer.tag),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache")),
        (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
    ];
    if unchanged {
        (StatusCode::NOT_MODIFIED, headers).into_response()
    } else {
        (headers, answer.body).into_response()
    }
}
