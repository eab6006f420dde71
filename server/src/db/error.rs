//! What can go wrong in the store, and what each engine's codes mean.

use sqlx::postgres::PgDatabaseError;

/// What can go wrong in the store.
#[derive(Debug, thiserror::Error)]
pub enum DbError {
    /// The row that has to be there is not.
    #[error("no such row")]
    NotFound,
    /// A unique index or a check said no; carries the constraint's name as the engine tells it.
    #[error("constraint violated: {0}")]
    Conflict(String),
    /// Nothing was stored because the store is busy, full or went away; another try may succeed.
    #[error("the store is busy: {0}")]
    Busy(String),
    /// Nothing was stored because PostgreSQL undid the job for the sake of another one beside it (a deadlock, a failed
    /// serialisation): run at once again, it can succeed.
    #[error("the store undid a job for another one: {0}")]
    Undone(String),
    /// A text that PostgreSQL does not store: it holds the character U+0000.
    #[error("a text holds a character that cannot be stored")]
    Unstorable,
    /// Anything else: a fault of ours or of the disk.
    #[error("{0}")]
    Other(String),
}

/// What functions of the store give.
pub type Result<T, E = DbError> = std::result::Result<T, E>;

impl DbError {
    /// A stored value that cannot be read, a fault of ours: named by what it is, never by its content.
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
                Some(refused) => postgres_refusal(refused.code(), error.to_string()),
                None => sqlite_refusal(inner.code().as_deref(), error.to_string()),
            },
            _ => Self::Other(error.to_string()),
        }
    }
}

/// What a code of PostgreSQL means (its manual, appendix A).
fn postgres_refusal(code: &str, message: String) -> DbError {
    match code {
        "40001" | "40P01" => DbError::Undone(message),
        // A character that is not in the database's repertoire.
        "22021" => DbError::Unstorable,
        // A lock that is held too long, a statement or a transaction that took too long, a standby that takes no writes.
        "55P03" | "57014" | "25P03" | "25P04" | "25006" => DbError::Busy(message),
        // No connection, out of space, memory or connections, shut down or failed over, an error of the disk.
        _ if ["08", "53", "57P", "58"].iter().any(|class| code.starts_with(class)) => DbError::Busy(message),
        _ => DbError::Other(message),
    }
}

/// What a code of SQLite means; an extended code has its primary one in its last byte.
fn sqlite_refusal(code: Option<&str>, message: String) -> DbError {
    const BUSY: i32 = 5;
    const LOCKED: i32 = 6;
    const READ_ONLY: i32 = 8;
    const IO: i32 = 10;
    const FULL: i32 = 13;
    const CANNOT_OPEN: i32 = 14;
    let primary = code.and_then(|code| code.parse::<i32>().ok()).map(|code| code & 0xff);
    match primary {
        Some(BUSY | LOCKED | READ_ONLY | IO | FULL | CANNOT_OPEN) => DbError::Busy(message),
        _ => DbError::Other(message),
    }
}

/// An error of a job: it can be the store's own.
pub trait JobError: From<DbError> {
    /// Whether the store undid the job for the sake of another one ([`DbError::Undone`]).
    fn was_undone(&self) -> bool;
}

impl JobError for DbError {
    fn was_undone(&self) -> bool {
        matches!(self, Self::Undone(_))
    }
}
