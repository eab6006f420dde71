//! Why a command of the program failed.

use crate::app::key_rotation::RotationError;
use crate::config::ConfigError;
use crate::db::DbError;

/// Why a command failed, as one line for the terminal.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error("the database: {0}")]
    Db(#[from] DbError),
    #[error("{0}")]
    Other(String),
}

impl From<RotationError> for RunError {
    fn from(error: RotationError) -> Self {
        match error {
            RotationError::Config(error) => Self::Config(error),
            RotationError::Db(error) => Self::Db(error),
            RotationError::Cipher(error) => Self::Other(error.to_string()),
        }
    }
}

/// An error that has no kind of its own.
pub(super) fn other(error: impl std::fmt::Display) -> RunError {
    RunError::Other(error.to_string())
}
