//! The errors of the store, and what each engine's codes mean.

use sqlx::postgres::PgDatabaseError;

#[derive(Debug, thiserror::Error)]
pub enum DbError {
    /// A row that is required does not exist.
    #[error("no such row")]
    NotFound,
    /// A unique index or a check was violated; holds the constraint's name as the engine reports it.
    #[error("constraint violated: {0}")]
    Conflict(String),
    /// Nothing was stored because the store is busy, full or unavailable; a later try may succeed.
    #[error("the store is busy: {0}")]
    Busy(String),
    /// Nothing was stored because PostgreSQL rolled the job back in favour of a concurrent one (a deadlock, a
    /// serialisation failure); it can be run again at once.
    #[error("the store undid a job for another one: {0}")]
    Undone(String),
    /// A text that PostgreSQL cannot store because it contains the character U+0000.
    #[error("a text holds a character that cannot be stored")]
    Unstorable,
    /// Anything else: a bug, or a failing disk.
    #[error("{0}")]
    Other(String),
}

pub type Result<T, E = DbError> = std::result::Result<T, E>;

impl DbError {
    /// A stored value that cannot be read, which is a bug. The message says what kind of value it is, never its
    /// content.
    pub fn broken(what: &str) -> Self {
        Self::Other(format!("a stored {what} does not read"))
    }
}

impl From<sqlx::Error> for DbError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::RowNotFound => Self::NotFound,
            sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::Io(_)
            | sqlx::Error::BeginFailed
            | sqlx::Error::WorkerCrashed => Self::Busy(error.to_string()),
            sqlx::Error::Database(inner)
                if inner.is_unique_violation()
                    || inner.is_check_violation()
                    || inner.is_foreign_key_violation() =>
            {
                Self::Conflict(inner.constraint().map_or_else(|| inner.message().to_owned(), str::to_owned))
            }
            sqlx::Error::Database(inner) => match inner.try_downcast_ref::<PgDatabaseError>() {
                // Without the line of PostgreSQL's own source, which the driver adds.
                Some(refused) => {
                    let (code, message) = (refused.code(), refused.message());
                    postgres_refusal(code, format!("{message} ({code})"))
                }
                None => sqlite_refusal(inner.code().as_deref(), error.to_string()),
            },
            // So the driver says that the connection was closed at once, as a proxy does while it has no primary.
            sqlx::Error::Protocol(what) if what.starts_with("unexpected response from SSLRequest: 0x00") => {
                Self::Busy(error.to_string())
            }
            _ => Self::Other(error.to_string()),
        }
    }
}

/// The meaning of a PostgreSQL error code (its manual, appendix A).
fn postgres_refusal(code: &str, message: String) -> DbError {
    match code {
        "40001" | "40P01" => DbError::Undone(message),
        // A character outside the database's repertoire.
        "22021" => DbError::Unstorable,
        // A lock or a statement or transaction timed out, or a standby refused to write.
        "55P03" | "57014" | "25P03" | "25P04" | "25006" => DbError::Busy(message),
        // No connection; out of space, memory or connections; shut down or failed over; a disk error.
        _ if ["08", "53", "57P", "58"].iter().any(|class| code.starts_with(class)) => DbError::Busy(message),
        _ => DbError::Other(message),
    }
}

/// Whether SQLite may have rolled back the whole transaction by itself, or may never have begun the savepoint that was sent
/// with the statement: anything but a violated constraint or a row that does not read.
pub(in crate::db) fn casts_doubt(error: &sqlx::Error) -> bool {
    const CONSTRAINT: i32 = 19;
    match error {
        sqlx::Error::Database(inner) => primary_code(inner.code().as_deref()) != Some(CONSTRAINT),
        sqlx::Error::RowNotFound
        | sqlx::Error::ColumnDecode { .. }
        | sqlx::Error::ColumnNotFound(_)
        | sqlx::Error::ColumnIndexOutOfBounds { .. }
        | sqlx::Error::TypeNotFound { .. }
        | sqlx::Error::Decode(_) => false,
        _ => true,
    }
}

/// The last byte of an extended SQLite error code.
fn primary_code(code: Option<&str>) -> Option<i32> {
    code.and_then(|code| code.parse::<i32>().ok()).map(|code| code & 0xff)
}

/// The meaning of an SQLite error code.
fn sqlite_refusal(code: Option<&str>, message: String) -> DbError {
    const BUSY: i32 = 5;
    const LOCKED: i32 = 6;
    const READ_ONLY: i32 = 8;
    const IO: i32 = 10;
    const FULL: i32 = 13;
    const CANNOT_OPEN: i32 = 14;
    match primary_code(code) {
        Some(BUSY | LOCKED | READ_ONLY | IO | FULL | CANNOT_OPEN) => DbError::Busy(message),
        _ => DbError::Other(message),
    }
}

/// The error of a job, which may be an error of the store.
pub trait JobError: From<DbError> {
    /// Whether the store rolled the job back in favour of a concurrent one ([`DbError::Undone`]).
    fn was_undone(&self) -> bool;
}

impl JobError for DbError {
    fn was_undone(&self) -> bool {
        matches!(self, Self::Undone(_))
    }
}
