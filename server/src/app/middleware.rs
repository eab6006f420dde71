//! The outermost middleware: request id, log line and security headers; and, within CORS, time limit and caught panics.

use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures::FutureExt as _;
use percent_encoding::percent_decode_str;
use tracing::Instrument as _;

use crate::app::serve::HostUnclear;
use crate::app::traces;
use crate::auth::protocol;
use crate::http::ApiError;
use crate::http::error::{REQUEST_ID, RefusalCode};
use crate::site;
use crate::state::{AppState, NO_ROUTE};

/// How long a request may take until its response begins.
const LIMIT: Duration = Duration::from_secs(30);
/// The longest path and query accepted, in bytes.
const LONGEST_ADDRESS: usize = 8_192;
/// The calls of a crowd: with the pages, they show how many people the site serves well (RULES 13.13).
const CROWD: [&str; 2] = ["/api/event/availability", "/api/user/event/booking"];
/// How much of a path is logged, in bytes.
const LOGGED: usize = 300;
/// Calendar feeds: the rest of the path is secret.
const CALENDAR: &str = "/api/event/calendar/";
/// The calls of phones with a ticket: the rest of the path is the phone's own id, which opens its list.
const PHONES: &str = "/api/wallet/apple/v1/devices/";
const REQUEST_ID_HEADER: HeaderName = HeaderName::from_static("x-request-id");
/// Inline styles are allowed because the component library sets them.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
     style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; \
     object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'";
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
/// The camera scans the codes on tickets.
const PERMISSIONS: &str = "camera=(self), microphone=(), geolocation=(), payment=(), usb=()";
const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const CROSS_ORIGIN_OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// The outermost middleware.
pub async fn around(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let id = request_id(request.headers(), state.clock.now_ms());
    let method = request.method().clone();
    // Without the query, which may contain a token.
    let path = logged(request.uri().path());
    let route = request.extensions().get::<MatchedPath>().cloned();
    let route = route.as_ref().map_or(NO_ROUTE, MatchedPath::as_str);
    let span = tracing::info_span!("request", id = %id);
    let word = known(&method);
    let call = traces::call(word, route, &id);
    REQUEST_ID
        .scope(id.clone(), async {
            let started = Instant::now();
            let mut response = next.run(request).instrument(call.clone()).await;
            guard(response.headers_mut(), &path, &id, state.config.https());
            let status = response.status().as_u16();
            let elapsed = started.elapsed();
            let ms = elapsed.as_millis();
            state.metrics.answered(word, route, status, elapsed);
            if is_of_a_crowd(route, &path) && status != 503 {
                state.waiting_room.answered(elapsed);
            }
            let refused = response.extensions().get::<RefusalCode>();
            if let Some(RefusalCode(code)) = refused {
                state.metrics.refused(code);
            }
            traces::answered(&call, status, refused.copied());
            if path == "/healthz" || path == "/readyz" {
                tracing::debug!(%method, path, status, ms, "answered");
            } else {
                tracing::info!(%method, path, status, ms, "answered");
            }
            response
        })
        .instrument(span)
        .await
}

/// Middleware: refuses what is not routed, and answers for a handler that panics or takes too long. It is within CORS, so that a
/// page of a listed origin can read these answers too.
pub async fn answer_in_time(request: Request, next: Next) -> Response {
    if let Some(error) = refusal(&request) {
        return error.into_response();
    }
    let answer = AssertUnwindSafe(next.run(request)).catch_unwind();
    match tokio::time::timeout(LIMIT, answer).await {
        Ok(Ok(response)) => response,
        Ok(Err(_)) => ApiError::internal("a handler panicked").into_response(),
        Err(_) => ApiError::unavailable(5).into_response(),
    }
}

/// Whether a request shows how well the site serves people: pages do, but not their files, nor a card that is drawn.
fn is_of_a_crowd(route: &str, path: &str) -> bool {
    let is_page = route == NO_ROUTE
        && (path == "/" || path.starts_with("/en-gb"))
        && path != "/en-gb/waiting-room"
        && !path.starts_with("/en-gb/share/");
    is_page || CROWD.contains(&route)
}

/// The method as a word of the program: a client can send any.
fn known(method: &Method) -> &'static str {
    let known = [
        Method::GET,
        Method::HEAD,
        Method::POST,
        Method::PUT,
        Method::PATCH,
        Method::DELETE,
        Method::OPTIONS,
    ];
    let words = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    known.iter().zip(words).find(|(known, _)| *known == method).map_or("OTHER", |(_, word)| word)
}

/// Why a request is refused before it is routed.
fn refusal(request: &Request) -> Option<ApiError> {
    if request.extensions().get::<HostUnclear>().is_some() {
        return Some(ApiError::bad_request("HOST_INVALID", "A request names the host that it is for, once."));
    }
    let length = request.uri().path_and_query().map_or(0, |address| address.as_str().len());
    if length > LONGEST_ADDRESS {
        let message = "That address is too long. Go back and try again.";
        return Some(ApiError::new(StatusCode::URI_TOO_LONG, "URI_TOO_LONG", message));
    }
    // Refused here for every call: the refusal of axum's own extractor is plain text, outside the envelope.
    let path = request.uri().path();
    let is_utf8 = percent_decode_str(path).decode_utf8().is_ok();
    (path.starts_with("/api/") && !is_utf8).then(ApiError::not_found)
}

/// The path to log: truncated, and without the secret that follows the prefix of a calendar feed and of a phone.
fn logged(path: &str) -> String {
    let secret =
        [CALENDAR, PHONES].into_iter().find(|prefix| path.len() > prefix.len() && path.starts_with(prefix));
    match secret {
        Some(prefix) => format!("{prefix}…"),
        _ if path.len() > LOGGED => format!("{}…", &path[..path.floor_char_boundary(LOGGED)]),
        _ => path.to_owned(),
    }
}

/// The client's `X-Request-Id` if it is a plain word, else a new id.
fn request_id(headers: &HeaderMap, now_ms: i64) -> String {
    let plain = |id: &&str| {
        (1..=64).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
    };
    let given = headers.get(REQUEST_ID_HEADER).and_then(|value| value.to_str().ok());
    given.filter(plain).map_or_else(|| crate::db::new_id(now_ms), str::to_owned)
}

fn guard(headers: &mut HeaderMap, path: &str, id: &str, https: bool) {
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (PERMISSIONS_POLICY, PERMISSIONS),
        (CROSS_ORIGIN_OPENER_POLICY, "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if https {
        let years = HeaderValue::from_static("max-age=63072000; includeSubDomains");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, years);
    }
    if path.starts_with("/api") && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    // Other sites and mail programs may embed our public pictures, but nothing else.
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_public_picture =
        text(header::CONTENT_TYPE).starts_with("image/") && !text(header::CACHE_CONTROL).contains("no-store");
    let readers = if is_public_picture { "cross-origin" } else { "same-origin" };
    headers.insert(CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static(readers));
    if let Ok(value) = HeaderValue::from_str(id) {
        headers.insert(REQUEST_ID_HEADER, value);
    }
}

/// The fallback: the site, or a 404 of the API that was called.
pub async fn unknown(State(state): State<AppState>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    if parts.uri.path().starts_with("/api/auth/") || parts.uri.path() == "/api/auth" {
        if parts.uri.path().trim_end_matches('/') == "/api/auth" {
            tracing::warn!("MISSING_NEXTAUTH_API_ROUTE_ERROR");
        }
        return protocol::not_supported(&parts.method);
    }
    site::serve(&state, &parts).await
}

pub async fn method_not_allowed(method: Method, uri: Uri) -> Response {
    if uri.path().starts_with("/api/auth/") {
        return protocol::not_supported(&method);
    }
    ApiError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "METHOD_NOT_ALLOWED",
        format!("This address does not answer {method}."),
    )
    .into_response()
}

#[cfg(test)]
mod tests {
    use super::{NO_ROUTE, is_of_a_crowd};

    // RULES 13.13
    #[test]
    fn pages_availability_and_bookings_show_how_well_a_crowd_is_served() {
        for path in ["/", "/en-gb/", "/en-gb/my-account-book-test"] {
            assert!(is_of_a_crowd(NO_ROUTE, path), "{path}");
        }
        for call in ["/api/event/availability", "/api/user/event/booking"] {
            assert!(is_of_a_crowd(call, call), "{call}");
        }
        for path in ["/assets/index-1.js", "/favicon.svg", "/en-gb/share/a.png", "/en-gb/waiting-room", "/x"]
        {
            assert!(!is_of_a_crowd(NO_ROUTE, path), "{path}");
        }
        assert!(!is_of_a_crowd("/api/user/profile", "/api/user/profile"));
    }
}
