//! Public answers that a browser may keep and ask about again: an ETag of the body, 304 when it has not changed.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

use crate::content::hub::Answer;

/// The answer, or 304 when the caller holds it already.
pub(super) fn answer(request: &HeaderMap, answer: Answer) -> Response {
    let unchanged = holds(request, &answer.tag);
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

/// Whether `If-None-Match` names the tag; weak and strong tags count alike for a read (RFC 9110, 13.1.2).
pub(in crate::routes) fn holds(request: &HeaderMap, tag: &HeaderValue) -> bool {
    request
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .any(|held| held == "*" || held.strip_prefix("W/").unwrap_or(held).as_bytes() == tag.as_bytes())
}
