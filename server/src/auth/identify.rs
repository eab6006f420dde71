//! Reads a request's credentials before any handler: cookie, bearer header, and `token` in query or body. The body is
//! read here too, up to its limit, but judged later: whether the caller may call at all is decided first.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use sixfold_domain::role::Capability;

use super::cookie::{self, Name};
use super::credentials::{Credentials, RequestBody, WholeBody, is_json};
use super::extract;
use crate::content::image::FILE_LIMIT;
use crate::content::photo::PHOTO_LIMIT;
use crate::http::ApiError;
use crate::http::origin;
use crate::http::uploads::UploadPermit;
use crate::state::AppState;

/// The largest body accepted, in bytes.
pub const BODY_LIMIT: usize = 1024 * 1024;
/// The end of the path of picture uploads, which may be larger.
const PICTURES: &str = "/authoring/v1/images";
/// Photographs for cards, which may be larger too.
const PHOTOS: &str = "/api/user/card/photo";
/// How long a body may take to arrive. Shorter than the time limit of the request, so that the error can name the body.
const BODY_WITHIN: Duration = Duration::from_secs(20);
/// Longer than any of our tokens; anything longer is ignored.
const TOKEN_LIMIT: usize = 512;

/// Middleware of `/api`: adds [`Credentials`] and [`RequestBody`] to the request's extensions and leaves the body in
/// place.
pub async fn identify(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let mut credentials = presented(&parts.headers, &parts.uri, state.config.https());
    let (limit, _permit) = match limit(&state, &parts, &credentials).await {
        Ok(limit) => limit,
        Err(error) => return error.into_response(),
    };
    let Some(body) = read_body(&parts, limit, body).await else { return late() };
    let bytes = match &body {
        RequestBody::Whole(body) => {
            credentials.tokens.extend(body_token(&parts.headers, body));
            body.bytes.clone()
        }
        RequestBody::TooLarge | RequestBody::Broken => Bytes::new(),
    };
    parts.extensions.insert(credentials);
    parts.extensions.insert(body);
    next.run(Request::from_parts(parts, Body::from(bytes))).await
}

/// The credentials before the body.
pub fn presented(headers: &HeaderMap, uri: &Uri, https: bool) -> Credentials {
    let cookie = cookie::read(headers, Name::Session, https).filter(|secret| plausible(secret));
    let tokens = bearer(headers).into_iter().chain(query_token(uri.query().unwrap_or_default())).collect();
    Credentials { cookie, tokens }
}

fn has_body(parts: &Parts) -> bool {
    !matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// The body; `None` if it did not arrive in time.
async fn read_body(parts: &Parts, limit: usize, body: Body) -> Option<RequestBody> {
    if !has_body(parts) {
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

/// 408, closing the connection: the rest of the body may still arrive on it.
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

/// The body limit, with a permit where it is a large one. Only editors may upload pictures, and only people with an account
/// photographs, so nobody else can make the server buffer one.
///
/// # Errors
/// 503 while there are too many large uploads.
async fn limit(
    state: &AppState,
    parts: &Parts,
    credentials: &Credentials,
) -> Result<(usize, Option<UploadPermit>), ApiError> {
    let path = parts.uri.path();
    let is_photo = path == PHOTOS;
    if !has_body(parts) || !(is_photo || path.ends_with(PICTURES)) {
        return Ok((BODY_LIMIT, None));
    }
    let uploader = match extract::check(credentials, state).await {
        Ok((user, _)) => user.filter(|user| is_photo || user.require(Capability::WriteContent).is_ok()),
        Err(_) => None,
    };
    let Some(uploader) = uploader else { return Ok((BODY_LIMIT, None)) };
    let uaid = uploader.uaid.as_str();
    let (limit, permit) = if is_photo {
        let address = origin::caller(parts, state).map(origin::network);
        (PHOTO_LIMIT, state.uploads.photograph(uaid, address))
    } else {
        (FILE_LIMIT, state.uploads.picture(uaid))
    };
    Ok((limit, Some(permit.ok_or_else(|| ApiError::unavailable(5))?)))
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

/// The token of `Authorization: Bearer`.
pub fn bearer(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    (scheme.eq_ignore_ascii_case("bearer") && plausible(token.trim())).then(|| token.trim().to_owned())
}

pub fn query_token(query: &str) -> Option<String> {
    form_urlencoded::parse(query.as_bytes())
        .find(|(name, _)| name == "token")
        .map(|(_, value)| value.into_owned())
        .filter(|token| plausible(token))
}

pub fn body_token(headers: &HeaderMap, body: &WholeBody) -> Option<String> {
    let kind = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    if body.bytes.is_empty() || !is_json(kind) {
        return None;
    }
    body.json()?.get("token")?.as_str().filter(|token| plausible(token)).map(str::to_owned)
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
