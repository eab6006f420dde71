//! Answers for everybody, encoded once for each version of a board.

use axum::body::Bytes;
use axum::http::HeaderValue;
use sha2::{Digest as _, Sha256};

use super::answer::Leaderboard;
use crate::http::error::{ApiError, Envelope};

/// The time in the encoded answer, which is replaced when it is sent.
const TIMESTAMP: &str = "\"timestamp\":\"";

/// An answer for everybody, encoded once for each version.
#[derive(Debug)]
pub struct Encoded {
    /// The text before the time.
    before: Bytes,
    /// The text after it.
    after: Bytes,
    /// A weak tag, since the time is not part of it.
    pub tag: HeaderValue,
}

impl Encoded {
    /// Encodes an answer that contains no time.
    pub fn new(answer: &Leaderboard) -> Result<Self, ApiError> {
        let text = Envelope(answer).to_json().map_err(ApiError::internal)?;
        let tag = format!("W/\"{}\"", hex::encode(&Sha256::digest(text.as_bytes())[..16]));
        let time = text.rfind(TIMESTAMP).map(|at| at + TIMESTAMP.len());
        let time = time.ok_or_else(|| ApiError::internal("a board without a time"))?;
        let text = Bytes::from(text);
        Ok(Self {
            before: text.slice(..time),
            after: text.slice(time..),
            tag: HeaderValue::from_str(&tag).map_err(ApiError::internal)?,
        })
    }

    /// The body with the given time (ISO).
    pub fn body(&self, timestamp: &str) -> Vec<u8> {
        [&self.before[..], timestamp.as_bytes(), &self.after[..]].concat()
    }
}
