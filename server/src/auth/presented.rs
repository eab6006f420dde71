//! The credentials that a request carries, read once before any handler: cookie, bearer header, and `token` in query or
//! body, as clients send it. The body is read here too, up to its limit, and judged later: whether a caller
//! may call at all is decided before a body is looked at.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use serde_json::Value;
use sixfold_domain::role::Capability;

use super::cookie::{self, Name};
use super::extract;
use crate::content::image::FILE_LIMIT;
use crate::http::error::ApiError;
use crate::state::AppState;

/// The largest body that is read.
pub const BODY_LIMIT: usize = 1024 * 1024;
/// Where a picture is uploaded, whose file may be larger: the end of the path.
const PICTURES: &str = "/authoring/v1/images";
/// How long a body may take to arrive: shorter than the whole request's time limit, so that the error names the body.
const BODY_WITHIN: Duration = Duration::from_secs(20);
/// Longer than any token of ours; what is longer is none.
const TOKEN_LIMIT: usize = 512;

/// The body of a request, as far as it was read.
#[derive(Debug, Clone)]
pub enum RequestBody {
    /// More than is read.
    TooLarge,
    /// The connection broke off.
    Broken,
    Whole(WholeBody),
}

/// A body that arrived in full, empty when there is none. It is parsed once, when it is first read as JSON.
#[derive(Debug, Clone, Default)]
pub struct WholeBody {
    pub bytes: Bytes,
    json: Arc<OnceLock<Option<Value>>>,
}

impl WholeBody {
    /// The body as JSON; `None` where it is not well-formed.
    pub fn json(&self) -> Option<&Value> {
        self.json.get_or_init(|| serde_json::from_slice(&self.bytes).ok()).as_ref()
    }
}

impl From<Bytes> for WholeBody {
    fn from(bytes: Bytes) -> Self {
        Self { bytes, ..Self::default() }
    }
}

impl RequestBody {
    /// The body of a request that [`identify`] has read: 413 and 400 for one that is too large or broke off.
    pub fn of(parts: &Parts) -> Result<&WholeBody, ApiError> {
        match parts.extensions.get::<Self>() {
            Some(Self::Whole(body)) => Ok(body),
            Some(Self::TooLarge) => Err(ApiError::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "BODY_TOO_LARGE",
                "That is more than a request may carry (1 MiB).",
            )),
            Some(Self::Broken) | None => {
                Err(ApiError::bad_request("BODY_BROKEN", "The request ended too early."))
            }
        }
    }
}

/// What a request offers as proof of who sends it.
#[derive(Clone, Default)]
pub struct Presented {
    /// The secret of the session cookie.
    pub cookie: Option<String>,
    /// API tokens: bearer header, query, body.
    pub tokens: Vec<String>,
}

impl std::fmt::Debug for Presented {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Presented")
            .field("cookie", &self.cookie.is_some())
            .field("tokens", &self.tokens.len())
            .finish()
    }
}

/// Middleware of `/api`: puts [`Presented`] and [`RequestBody`] beside the request and leaves the body in place.
pub async fn identify(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let mut presented = Presented {
        cookie: cookie::read(&parts.headers, Name::Session, state.config.https()).filter(|v| plausible(v)),
        tokens: Vec::new(),
    };
    presented.tokens.extend(bearer(&parts.headers));
    presented.tokens.extend(query_token(parts.uri.query().unwrap_or_default()));
    let limit = limit(&state, parts.uri.path(), &presented).await;
    let Some(body) = read_body(&parts, limit, body).await else { return late() };
    let bytes = match &body {
        RequestBody::Whole(body) => {
            presented.tokens.extend(body_token(&parts.headers, body));
            body.bytes.clone()
        }
        RequestBody::TooLarge | RequestBody::Broken => Bytes::new(),
    };
    parts.extensions.insert(presented);
    parts.extensions.insert(body);
    next.run(Request::from_parts(parts, Body::from(bytes))).await
}

/// The body; `None` when it was not here in time.
async fn read_body(parts: &Parts, limit: usize, body: Body) -> Option<RequestBody> {
    if matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS) {
        return Some(RequestBody::Whole(WholeBody::default()));
    }
    let announced =
        parts.headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    if announced.is_some_and(|length: usize| length > limit) {
        return Some(RequestBody::TooLarge);
    }
    let read = tokio::time::timeout(BODY_WITHIN, axum::body::to_bytes(body, limit)).await.ok()?;
    Some(match read {
        Ok(bytes) => RequestBody::Whole(bytes.into()),
        Err(error) if is_length_limit(&error) => RequestBody::TooLarge,
        Err(_) => RequestBody::Broken,
    })
}

/// What is left of the body may still come: the connection cannot be used again.
fn late() -> Response {
    let refused = ApiError::new(
        StatusCode::REQUEST_TIMEOUT,
        "BODY_TOO_SLOW",
        "The request took too long to arrive. Please check your connection and try again.",
    );
    let mut response = refused.into_response();
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// How much of a body is read. Nobody but an editor can make the server hold a picture.
async fn limit(state: &AppState, path: &str, presented: &Presented) -> usize {
    if !path.ends_with(PICTURES) {
        return BODY_LIMIT;
    }
    let is_editor = match extract::check(presented, state).await {
        Ok((Some(user), _)) => user.require(Capability::WriteContent).is_ok(),
        _ => false,
    };
    if is_editor { FILE_LIMIT } else { BODY_LIMIT }
}

fn is_length_limit(error: &axum::Error) -> bool {
    let mut source: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(inner) = source {
        if inner.to_string().contains("length limit") {
            return true;
        }
        source = inner.source();
    }
    false
}

fn plausible(token: &str) -> bool {
    !token.is_empty() && token != "0" && token != "null" && token.len() <= TOKEN_LIMIT
}

fn bearer(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    (scheme.eq_ignore_ascii_case("bearer") && plausible(token.trim())).then(|| token.trim().to_owned())
}

fn query_token(query: &str) -> Option<String> {
    form_urlencoded::parse(query.as_bytes())
        .find(|(name, _)| name == "token")
        .map(|(_, value)| value.into_owned())
        .filter(|token| plausible(token))
}

fn body_token(headers: &HeaderMap, body: &WholeBody) -> Option<String> {
    let kind = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    if body.bytes.is_empty() || !is_json(kind) {
        return None;
    }
    body.json()?.get("token")?.as_str().filter(|token| plausible(token)).map(str::to_owned)
}

/// Whether a content type is JSON.
pub fn is_json(content_type: &str) -> bool {
    let kind = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts() -> Parts {
        axum::http::Request::post("/api/user/login").body(()).unwrap().into_parts().0
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_never_ends_is_late_and_one_that_breaks_off_is_broken() {
        let first = || futures::stream::once(async { Ok::<_, std::io::Error>(Bytes::from_static(b"{")) });
        let slow = Body::from_stream(futures::StreamExt::chain(first(), futures::stream::pending()));
        assert!(read_body(&parts(), BODY_LIMIT, slow).await.is_none());
        let broken = futures::stream::once(async { Err(std::io::Error::other("reset")) });
        let broken = Body::from_stream(futures::StreamExt::chain(first(), broken));
        assert!(matches!(read_body(&parts(), BODY_LIMIT, broken).await, Some(RequestBody::Broken)));
        assert_eq!(late().status(), StatusCode::REQUEST_TIMEOUT);
    }
}
