//! Why a command of the program failed.

use crate::app::key_rotation::RotationError;
use crate::config::ConfigError;
use crate::config::cli::named;
use crate::db::DbError;

/// The exit code of a wrong command line or setting: another try would end alike.
pub const USAGE: u8 = 2;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error("the database: {0}")]
    Db(#[from] DbError),
    #[error("{0}")]
    Other(String),
}

impl RunError {
    /// One line for the terminal.
    pub fn line(&self) -> String {
        match self {
            Self::Config(ConfigError { setting, reason }) => format!("{}: {reason}", named(setting)),
            Self::Db(_) | Self::Other(_) => self.to_string(),
        }
    }

    /// [`USAGE`] for a wrong setting, 1 for anything else.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Config(_) => USAGE,
            Self::Db(_) | Self::Other(_) => 1,
        }
    }
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
