//! The site's files, embedded in the binary with their brotli and gzip siblings.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::http::etag::is_current;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../web/dist"]
struct Dist;

/// Compressed siblings, best first: the encoding's name and the file's ending.
const SIBLINGS: [(&str, &str); 2] = [("br", "br"), ("gzip", "gz")];

pub(super) struct File {
    path: String,
    content: EmbeddedFile,
}

/// A file of the build as it is, hidden ones included.
pub(super) fn bytes(path: &str) -> Option<EmbeddedFile> {
    Dist::get(path)
}

/// The file at a path; compressed siblings cannot be requested themselves.
pub(super) fn find(path: &str) -> Option<File> {
    let is_sibling = SIBLINGS.iter().any(|(_, ending)| {
        path.rsplit_once('.').is_some_and(|(base, last)| last == *ending && Dist::get(base).is_some())
    });
    let is_hidden = path.split('/').any(|part| part.starts_with('.'));
    if path.is_empty() || is_sibling || is_hidden {
        return None;
    }
    Dist::get(path).map(|content| File { path: path.to_owned(), content })
}

impl File {
    /// The answer with type, encoding and caching, or 304 if the client's copy is current.
    pub(super) fn answer(self, request: &HeaderMap, status: StatusCode) -> Response {
        let (encoding, content) = self.negotiate(request);
        let tag = format!("\"{}\"", hex::encode(&content.metadata.sha256_hash()[..16]));
        let tag = HeaderValue::from_str(&tag).ok();
        let unchanged = status == StatusCode::OK && tag.as_ref().is_some_and(|tag| is_current(request, tag));
        let mut response = if unchanged {
            let mut response = Response::new(Body::empty());
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            response
        } else {
            let body = match content.data {
                Cow::Borrowed(bytes) => Body::from(bytes),
                Cow::Owned(bytes) => Body::from(bytes),
            };
            let mut response = Response::new(body);
            *response.status_mut() = status;
            let mime = HeaderValue::from_str(self.content.metadata.mimetype());
            let mime = mime.unwrap_or(HeaderValue::from_static("application/octet-stream"));
            response.headers_mut().insert(header::CONTENT_TYPE, with_charset(mime));
            if let Some(encoding) = encoding {
                response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
            }
            response
        };
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching(&self.path)));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Some(tag) = tag {
            headers.insert(header::ETAG, tag);
        }
        response
    }

    /// The best sibling that the client accepts, else the file itself.
    fn negotiate(&self, request: &HeaderMap) -> (Option<&'static str>, EmbeddedFile) {
        let accepted = request.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
        SIBLINGS
            .into_iter()
            .filter(|(encoding, _)| accepted.is_some_and(|accepted| takes(accepted, encoding)))
            .find_map(|(encoding, ending)| {
                Dist::get(&format!("{}.{ending}", self.path)).map(|file| (Some(encoding), file))
            })
            .unwrap_or_else(|| (None, self.content.clone()))
    }
}

/// Whether an `Accept-Encoding` names an encoding without forbidding it by `q=0`.
pub(super) fn takes(accepted: &str, encoding: &str) -> bool {
    accepted.split(',').any(|item| {
        let mut parts = item.split(';').map(str::trim);
        parts.next() == Some(encoding)
            && !parts.any(|weight| weight.trim_start_matches("q=").parse() == Ok(0.0_f32))
    })
}

/// Text is UTF-8.
fn with_charset(mime: HeaderValue) -> HeaderValue {
    match mime.to_str() {
        Ok(text @ ("text/html" | "text/css" | "text/plain" | "text/javascript" | "image/svg+xml")) => {
            HeaderValue::from_str(&format!("{text}; charset=utf-8")).unwrap_or(mime)
        }
        _ => mime,
    }
}

/// The service worker (`web/src/offline`): a cached copy would hide every new version.
const WORKER: &str = "sw.js";

/// Files with a hash in their name never change; pages are revalidated each time by their tag.
fn caching(path: &str) -> &'static str {
    if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else if path == WORKER || std::path::Path::new(path).extension().is_some_and(|ending| ending == "html")
    {
        "no-cache"
    } else {
        "public, max-age=3600"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encoding_is_taken_when_it_is_named_and_not_forbidden() {
        assert!(takes("gzip, deflate, br", "br"));
        assert!(takes("br;q=0.5", "br"));
        assert!(!takes("gzip, br;q=0", "br"));
        assert!(!takes("gzip", "br"));
        assert!(!takes("", "br"));
    }

    #[test]
    fn only_hashed_files_are_kept_for_ever() {
        assert!(caching("assets/index-1a2b.js").contains("immutable"));
        assert_eq!(caching("index.html"), "no-cache");
        assert_eq!(caching("sw.js"), "no-cache");
        assert_eq!(caching("favicon.svg"), "public, max-age=3600");
    }
}
