//! Answers for everybody, encoded once for each version of a board.

use axum::body::Bytes;
use axum::http::HeaderValue;

use super::answer::Leaderboard;
use crate::http::etag;
use crate::http::timed_text::TimedText;
use crate::http::{ApiError, Envelope};

/// An answer for everybody, encoded once for each version.
#[derive(Debug)]
pub struct Encoded {
    text: TimedText,
    /// A weak tag, since the time is not part of it.
    pub tag: HeaderValue,
}

impl Encoded {
    /// Encodes an answer that contains no time.
    pub fn new(answer: &Leaderboard) -> Result<Self, ApiError> {
        let text = Envelope(answer).to_json().map_err(ApiError::internal)?;
        let tag = etag::weak(&text).map_err(ApiError::internal)?;
        let text = TimedText::new(text, "timestamp");
        Ok(Self { text: text.ok_or_else(|| ApiError::internal("a board without a time"))?, tag })
    }

    /// The body with the given time (ISO).
    pub fn body(&self, timestamp: &str) -> Bytes {
        self.text.at(timestamp)
    }
}
