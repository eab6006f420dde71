//! The error that stops a start.

use std::borrow::Cow;

/// A wrong setting: which one, and what is expected.
#[derive(Debug, thiserror::Error)]
#[error("{setting}: {reason}")]
pub struct ConfigError {
    /// The flag, such as `--public-url`, or the variable.
    pub setting: Cow<'static, str>,
    /// A sentence; never repeats a secret.
    pub reason: String,
}

impl ConfigError {
    pub fn new(setting: impl Into<Cow<'static, str>>, reason: impl Into<String>) -> Self {
        Self { setting: setting.into(), reason: reason.into() }
    }
}
