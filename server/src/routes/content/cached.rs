//! Public answers that a browser may keep and ask about again: an ETag of the body, 304 when it has not changed.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::error::{ApiError, Envelope};

/// The envelope of `data`, or 304 when the caller holds it already.
pub(super) fn answer(request: &HeaderMap, data: impl Serialize) -> Result<Response, ApiError> {
    let body = Envelope(data).to_json().map_err(ApiError::internal)?;
    let tag = format!("\"{}\"", hex::encode(&Sha256::digest(body.as_bytes())[..16]));
    let headers = [
        (header::ETAG, HeaderValue::from_str(&tag).map_err(ApiError::internal)?),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache")),
        (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
    ];
    if holds(request, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    Ok((headers, body).into_response())
}

/// Whether `If-None-Match` names the tag; weak and strong tags count alike for a read (RFC 9110, 13.1.2).
fn holds(request: &HeaderMap, tag: &str) -> bool {
    request
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .any(|held| held == "*" || held.strip_prefix("W/").unwrap_or(held) == tag)
}
