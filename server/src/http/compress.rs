//! Compression of answers on their way out.

use axum::extract::Request;
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use tower::{Layer as _, ServiceExt as _};
use tower_http::compression::CompressionLayer;

/// Compresses what is worth it. Events are not: a stream of them would be wrapped for as long as it stands, and leave as it
/// came.
pub async fn compress(request: Request, next: Next) -> Response {
    let accepted = request.headers().get(header::ACCEPT);
    if accepted.is_some_and(|accepted| accepted.as_bytes().starts_with(b"text/event-stream")) {
        return next.run(request).await;
    }
    CompressionLayer::new().layer(next).oneshot(request).await.into_response()
}
