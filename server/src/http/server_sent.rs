//! What the streams of server-sent events share.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, header};
use axum::response::{IntoResponse as _, Response};

/// How long a browser waits before it reconnects, in milliseconds.
pub const RETRY: &[u8] = b"retry: 2000\n\n";
/// A comment, so that no proxy closes the connection as idle.
pub const BEAT: &[u8] = b":\n\n";

/// The id of the last event that the client received, which browsers send when they reconnect.
pub fn last_id(request: &HeaderMap) -> Option<&str> {
    request.get("last-event-id")?.to_str().ok()
}

pub fn answer(events: Body) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
        // Makes proxies that support it pass on each event at once.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    (headers, events).into_response()
}
