//! An answer of the hub elsewhere as it is kept, and why one may be missing.

use std::sync::Arc;

use serde_json::Value;

use crate::content::hub::answer::Answer;

/// The largest answer that is read, in bytes.
pub(super) const LARGEST: usize = 2 * 1024 * 1024;

/// An answer of the hub, made ours. Cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct Copy {
    /// What it says.
    pub(super) value: Arc<Value>,
    /// The same, as it is sent.
    pub(super) answer: Answer,
}

/// Why an answer is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum Failure {
    /// Nobody is there.
    #[error("no connection")]
    Unreachable,
    /// It took longer than it may.
    #[error("no whole answer within 3 seconds")]
    TimedOut,
    /// The answer broke off.
    #[error("the answer broke off")]
    Broken,
    /// A status that is no answer.
    #[error("it answers with status {0}")]
    Status(u16),
    /// It points somewhere else.
    #[error("it redirects, and nobody is followed")]
    Redirect,
    /// More than is read.
    #[error("more than 2 MiB")]
    TooLarge,
    /// Not JSON.
    #[error("not JSON")]
    NotJson,
    /// JSON, and not what was asked for.
    #[error("not in the shape of an item or of a search's answer")]
    Shape,
}

impl Failure {
    /// Whether nothing else needs to be tried for a while.
    pub(super) fn is_unreachable(self) -> bool {
        matches!(self, Self::Unreachable | Self::TimedOut)
    }

    /// Whether the hub says that the question is wrong.
    pub(super) fn is_refusal(self) -> bool {
        matches!(self, Self::Status(400 | 404 | 405 | 413 | 414 | 422))
    }
}
