//! CORS. Pages of the origins in `--allowed-origins` may call the API with a token and read the answers. They never get
//! credentials: no answer allows cookies, so another origin cannot act in a browser's session here. `/api/auth` is
//! based on cookies and stays closed, and an origin that is not listed gets no CORS header at all.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tower::{Layer as _, ServiceExt as _};
use tower_http::cors::{AllowOrigin, CorsLayer};

/// How long a browser may cache a preflight response.
const MAX_AGE: Duration = Duration::from_mins(10);
const METHODS: [Method; 5] = [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::DELETE];
const REQUEST_HEADERS: [HeaderName; 9] = [
    header::AUTHORIZATION,
    header::CONTENT_TYPE,
    header::IF_NONE_MATCH,
    HeaderName::from_static("idempotency-key"),
    HeaderName::from_static("last-event-id"),
    HeaderName::from_static("x-csrf-token"),
    HeaderName::from_static("x-request-id"),
    HeaderName::from_static("x-signature"),
    HeaderName::from_static("x-signature-key-id"),
];
const ANSWER_HEADERS: [HeaderName; 5] = [
    header::CONTENT_DISPOSITION,
    header::ETAG,
    header::RETRY_AFTER,
    HeaderName::from_static("idempotency-replayed"),
    HeaderName::from_static("x-request-id"),
];

/// The allowed origins. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Cors(Arc<Allowed>);

#[derive(Debug)]
struct Allowed {
    origins: Vec<HeaderValue>,
    layer: CorsLayer,
}

impl Cors {
    /// An empty list allows none.
    pub fn new(origins: &[HeaderValue]) -> Self {
        let layer = CorsLayer::new()
            .allow_origin(AllowOrigin::list(origins.iter().cloned()))
            .allow_methods(METHODS)
            .allow_headers(REQUEST_HEADERS)
            .expose_headers(ANSWER_HEADERS)
            .max_age(MAX_AGE)
            .vary([header::ORIGIN]);
        Self(Arc::new(Allowed { origins: origins.to_vec(), layer }))
    }
}

/// Middleware: answers preflights, and adds CORS headers for allowed origins.
pub async fn share(State(Cors(cors)): State<Cors>, request: Request, next: Next) -> Response {
    if cors.origins.is_empty() || !is_open(request.uri().path()) {
        return next.run(request).await;
    }
    let listed = request.headers().get(header::ORIGIN).is_some_and(|origin| cors.origins.contains(origin));
    let preflight = request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    if listed && (preflight || request.method() != Method::OPTIONS) {
        return cors.layer.layer(next).oneshot(request).await.into_response();
    }
    let mut response = next.run(request).await;
    response.headers_mut().append(header::VARY, HeaderValue::from_static("origin"));
    response
}

/// Whether a path is of the API and not of the next-auth protocol.
fn is_open(path: &str) -> bool {
    path.starts_with("/api/") && path != "/api/auth" && !path.starts_with("/api/auth/")
}
