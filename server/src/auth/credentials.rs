//! The credentials and the body of a request.

use std::sync::{Arc, OnceLock};

use axum::body::Bytes;
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde_json::Value;

use crate::http::ApiError;

#[derive(Debug, Clone)]
pub enum RequestBody {
    /// Larger than the limit.
    TooLarge,
    /// The connection closed before the body was complete.
    Broken,
    Whole(WholeBody),
}

/// A complete body, possibly empty. It is parsed as JSON at most once.
#[derive(Debug, Clone, Default)]
pub struct WholeBody {
    pub bytes: Bytes,
    json: Arc<OnceLock<Option<Value>>>,
}

impl WholeBody {
    /// The parsed JSON; `None` if it is malformed.
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
    /// The body as read by [`super::identify`]; 413 if it is too large, 400 if it is incomplete.
    pub fn from_parts(parts: &Parts) -> Result<&WholeBody, ApiError> {
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
    pub cookie: Option<String>,
    /// API tokens: from the bearer header, the query and the body.
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

pub fn is_json(content_type: &str) -> bool {
    let kind = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
}
