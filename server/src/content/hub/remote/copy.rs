//! A copy of a remote hub's answer, and why there may be none.

use std::sync::Arc;

use serde_json::Value;

use crate::content::hub::answer::Answer;

/// The largest answer that is read, in bytes.
pub(super) const LARGEST: usize = 2 * 1024 * 1024;

/// A checked answer of the hub. Cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct Copy {
    pub(super) value: Arc<Value>,
    /// The same, encoded.
    pub(super) answer: Answer,
}

/// Why an answer cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum Failure {
    /// The hub could not be reached.
    #[error("no connection")]
    Unreachable,
    #[error("no whole answer within 3 seconds")]
    TimedOut,
    /// The connection broke.
    #[error("the answer broke off")]
    Broken,
    /// An unexpected status.
    #[error("it answers with status {0}")]
    Status(u16),
    /// A redirect to another address.
    #[error("it redirects, and nobody is followed")]
    Redirect,
    #[error("more than 2 MiB")]
    TooLarge,
    #[error("not JSON")]
    NotJson,
    /// JSON of another shape than requested.
    #[error("not in the shape of an item or of a search's answer")]
    Shape,
}

impl Failure {
    /// Whether other requests need not be tried for a while.
    pub(super) fn is_unreachable(self) -> bool {
        matches!(self, Self::Unreachable | Self::TimedOut)
    }

    /// Whether the hub rejects the request itself.
    pub(super) fn is_refusal(self) -> bool {
        matches!(self, Self::Status(400 | 404 | 405 | 413 | 414 | 422))
    }
}
