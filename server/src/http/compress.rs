//! Response compression.

use axum::extract::Request;
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use tower::{Layer as _, ServiceExt as _};
use tower_http::compression::CompressionLayer;

/// Compresses responses. Requests for event streams skip the layer: it does not compress them, but would wrap them for
/// as long as they last.
pub async fn compress(request: Request, next: Next) -> Response {
    let accepted = request.headers().get(header::ACCEPT);
    if accepted.is_some_and(|accepted| accepted.as_bytes().starts_with(b"text/event-stream")) {
        return next.run(request).await;
    }
    CompressionLayer::new().layer(next).oneshot(request).await.into_response()
}
