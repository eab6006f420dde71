//! What a request brings along: the credentials in it, and its body as far as it was read.

use std::sync::{Arc, OnceLock};

use axum::body::Bytes;
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde_json::Value;

use crate::http::error::ApiError;

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
    /// The body of a request that [`super::identify`] has read: 413 and 400 for one that is too large or broke off.
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
pub struct Credentials {
    /// The secret of the session cookie.
    pub cookie: Option<String>,
    /// API tokens: bearer header, query, body.
    pub tokens: Vec<String>,
}

impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials")
            .field("cookie", &self.cookie.is_some())
            .field("tokens", &self.tokens.len())
            .finish()
    }
}

/// Whether a content type is JSON.
pub fn is_json(content_type: &str) -> bool {
    let kind = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
}
