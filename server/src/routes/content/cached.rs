//! Public answers that a browser may cache and revalidate: an ETag of the body, 304 while it is unchanged.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

use crate::content::hub::Answer;
use crate::http::etag::is_current;

/// The answer, or 304 when the caller has it already.
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
