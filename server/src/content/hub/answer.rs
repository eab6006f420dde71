//! An answer's bytes and entity tag, made once and sent many times.

use axum::body::Bytes;
use axum::http::HeaderValue;
use serde::Serialize;

use super::status::HubError;
use crate::http::Envelope;
use crate::http::etag;

/// A body and its entity tag. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The envelope.
    pub body: Bytes,
    /// A strong tag, in quotes.
    pub tag: HeaderValue,
}

impl Answer {
    /// The answer that carries `data`.
    pub fn of(data: &impl Serialize) -> Result<Self, HubError> {
        let broken = |error: &dyn std::fmt::Display| HubError::Broken(error.to_string());
        let body = Envelope(data).to_json().map_err(|error| broken(&error))?;
        let tag = etag::strong(&body).map_err(|error| broken(&error))?;
        Ok(Self { body: body.into(), tag })
    }
}
