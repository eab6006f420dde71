//! A text that the server makes (a page, the site map), with its compressed forms and its entity tag.

use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::files::takes;
use crate::http::etag::{self, is_current};

/// Compressed once and sent often: the best compression that is still quick.
const BROTLI_QUALITY: i32 = 7;
/// A window of 256 KiB, as large as the largest page; the usual one of 4 MiB takes as much memory for the smallest.
const BROTLI_WINDOW: i32 = 18;

/// The text in each of its forms.
#[derive(Debug)]
pub(crate) struct Document {
    plain: Bytes,
    brotli: Option<Bytes>,
    gzip: Option<Bytes>,
    tag: Option<HeaderValue>,
    kind: &'static str,
}

impl Document {
    /// Compresses a text of a media type.
    pub(crate) fn new(kind: &'static str, text: String) -> Self {
        let smaller = |form: Option<Vec<u8>>| form.filter(|form| form.len() < text.len()).map(Bytes::from);
        let (brotli, gzip) = (smaller(brotli(text.as_bytes())), smaller(gzip(text.as_bytes())));
        let tag = etag::strong(&text).ok();
        Self { plain: Bytes::from(text), brotli, gzip, tag, kind }
    }

    /// The answer in the best form that the client accepts, or 304 if its copy is current.
    pub(crate) fn answer(&self, request: &HeaderMap, status: StatusCode) -> Response {
        let unchanged =
            status == StatusCode::OK && self.tag.as_ref().is_some_and(|tag| is_current(request, tag));
        let (encoding, body) = if unchanged { (None, &Bytes::new()) } else { self.negotiate(request) };
        let mut response = Response::new(Body::from(body.clone()));
        *response.status_mut() = if unchanged { StatusCode::NOT_MODIFIED } else { status };
        let headers = response.headers_mut();
        if !unchanged {
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        }
        if let Some(encoding) = encoding {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Some(tag) = &self.tag {
            headers.insert(header::ETAG, tag.clone());
        }
        response
    }

    fn negotiate(&self, request: &HeaderMap) -> (Option<&'static str>, &Bytes) {
        let accepted =
            request.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
        match (&self.brotli, &self.gzip) {
            (Some(brotli), _) if takes(accepted, "br") => (Some("br"), brotli),
            (_, Some(gzip)) if takes(accepted, "gzip") => (Some("gzip"), gzip),
            _ => (None, &self.plain),
        }
    }
}

/// The latest document of an address, compressed again only when its text has changed.
#[derive(Debug, Default)]
pub(super) struct CachedDocument(Mutex<Option<Arc<Document>>>);

impl CachedDocument {
    pub(super) fn get(&self, kind: &'static str, text: String) -> Arc<Document> {
        let mut cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(document) = cached.as_ref().filter(|document| document.plain == text) {
            return Arc::clone(document);
        }
        Arc::clone(cached.insert(Arc::new(Document::new(kind, text))))
    }
}

fn brotli(text: &[u8]) -> Option<Vec<u8>> {
    let params = brotli::enc::BrotliEncoderParams {
        quality: BROTLI_QUALITY,
        lgwin: BROTLI_WINDOW,
        size_hint: text.len(),
        ..brotli::enc::BrotliEncoderParams::default()
    };
    let mut out = Vec::new();
    brotli::BrotliCompress(&mut &text[..], &mut out, &params).ok()?;
    Some(out)
}

fn gzip(text: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text).ok()?;
    encoder.finish().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_compressed_again_only_when_its_text_has_changed() {
        let cached = CachedDocument::default();
        let first = cached.get("text/plain", "one text".repeat(100));
        assert!(Arc::ptr_eq(&first, &cached.get("text/plain", "one text".repeat(100))));
        let second = cached.get("text/plain", "another".repeat(100));
        assert_eq!(second.plain, "another".repeat(100));
        assert_ne!(second.tag, first.tag);
    }
}
