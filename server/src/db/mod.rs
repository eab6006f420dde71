//! The store: all SQL of the product lives below this folder, one file per table group, and rows become domain types here
//! and nowhere else.
//!
//! [`Db::read`] lends a connection for reading; [`Db::write`] runs a job that is stored whole or not at all. On SQLite
//! writing jobs are committed in groups by one task (see [`writer`]); on PostgreSQL each is a transaction of its own.
//! SQL is portable: `$1` placeholders, ISO dates as text, instants as milliseconds, `ON CONFLICT` with `WHERE TRUE`,
//! no data-changing statement inside a `WITH`, `CAST(SUM(..) AS BIGINT)`.

pub mod account;
pub mod arrival;
pub mod audit;
pub mod board;
pub mod booking;
pub mod calendar_feed;
pub mod clearance;
pub mod conn;
pub mod content;
pub mod content_image;
pub mod content_library;
pub mod desk;
pub mod device;
pub mod eligibility;
pub mod erase;
pub mod expiry;
pub mod export;
pub mod facts;
pub mod health;
pub mod history;
pub mod history_import;
pub mod idempotency;
pub mod identity;
pub mod kiosk;
pub mod leaderboard;
pub mod letter;
pub mod mail;
pub mod migrate;
pub mod open;
pub mod people;
pub mod protocol;
pub mod registration;
pub mod result;
pub mod reveal;
pub mod role;
pub mod schedule;
pub mod sealed;
pub mod season;
pub mod second_factor;
pub mod session;
pub mod session_cache;
pub mod settings;
pub mod share;
pub mod sheet;
pub mod signature;
pub mod slot;
pub mod tally;
pub mod team;
pub mod throttle;
pub mod tidy;
pub mod timetable;
pub mod token;
pub mod topic;
pub mod waitlist;
pub mod writer;

use std::time::Duration;

use futures::FutureExt as _;
use sqlx::{PgPool, SqlitePool};

pub use conn::{Conn, JobFuture};
pub use idempotency::{Answer, Idempotency, once};

pub use crate::on;

/// How long one writing job may take before it is undone.
pub const JOB_LIMIT: Duration = Duration::from_secs(5);

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
    /// A text that PostgreSQL does not store: it holds the character U+0000.
    #[error("a text holds a character that cannot be stored")]
    Unstorable,
    /// Anything else: a fault of ours or of the disk.
    #[error("{0}")]
    Other(String),
}

impl DbError {
    /// A stored value that does not read: a fault of ours, told by the name of what is broken, never by its content.
    pub fn broken(what: &str) -> Self {
        Self::Other(format!("a stored {what} does not read"))
    }
}

/// A new id: a UUIDv7, so that ids of one table sort by the time they were made.
pub fn new_id(now_ms: i64) -> String {
    let millis = u64::try_from(now_ms).unwrap_or(0);
    uuid::Builder::from_unix_timestamp_millis(millis, &random_bytes()).into_uuid().to_string()
}

/// Bytes from the system's secure generator.
///
/// # Panics
/// When the system has none: nothing of this product can be done without.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0_u8; N];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes
}

impl From<sqlx::Error> for DbError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::RowNotFound => Self::NotFound,
            sqlx::Error::PoolTimedOut | sqlx::Error::Io(_) => Self::Busy(error.to_string()),
            sqlx::Error::Database(inner)
                if inner.is_unique_violation()
                    || inner.is_check_violation()
                    || inner.is_foreign_key_violation() =>
            {
                Self::Conflict(inner.constraint().map_or_else(|| inner.message().to_owned(), str::to_owned))
            }
            // PostgreSQL's CHARACTER_NOT_IN_REPERTOIRE.
            sqlx::Error::Database(inner) if inner.code().is_some_and(|code| code == "22021") => {
                Self::Unstorable
            }
            // SQLite's BUSY and its extended codes.
            sqlx::Error::Database(inner)
                if inner.code().is_some_and(|code| matches!(&*code, "5" | "261" | "517" | "773")) =>
            {
                Self::Busy(error.to_string())
            }
            _ => Self::Other(error.to_string()),
        }
    }
}

/// Which engine the store runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// One file; one node.
    Sqlite,
    /// A server that several nodes share.
    Postgres,
}

/// The open store. Cheap to clone.
#[derive(Debug, Clone)]
pub enum Db {
    /// A pool of readers and the queue of the one writer.
    Sqlite {
        /// Connections that cannot write.
        read: SqlitePool,
        /// The queue of writing jobs.
        write: writer::Queue,
        /// Live sessions in memory.
        sessions: session_cache::SessionCache,
    },
    /// A pool for everything.
    Postgres(PgPool),
}

impl Db {
    /// The engine behind it.
    pub fn engine(&self) -> Engine {
        match self {
            Self::Sqlite { .. } => Engine::Sqlite,
            Self::Postgres(_) => Engine::Postgres,
        }
    }

    /// Runs a job that reads. On SQLite the connection is opened read-only.
    pub async fn read<T, E, F>(&self, job: F) -> Result<T, E>
    where
        F: for<'a, 'c> FnOnce(&'a mut Conn<'c>) -> JobFuture<'a, T, E>,
        E: From<DbError>,
    {
        match self {
            Self::Sqlite { read, .. } => {
                let mut held = read.acquire().await.map_err(DbError::from)?;
                job(&mut Conn::Sqlite(&mut held)).await
            }
            Self::Postgres(pool) => {
                let mut held = pool.acquire().await.map_err(DbError::from)?;
                job(&mut Conn::Postgres(&mut held)).await
            }
        }
    }

    /// Runs a job that writes. `Ok` is given only after the commit; `Err`, a panic or more than [`JOB_LIMIT`] undoes
    /// everything the job did. A job must not start another write: it would wait for itself.
    pub async fn write<T, E, F>(&self, job: F) -> Result<T, E>
    where
        F: for<'a, 'c> FnOnce(&'a mut Conn<'c>) -> JobFuture<'a, T, E> + Send + 'static,
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        match self {
            Self::Sqlite { write, .. } => write.run(job).await,
            Self::Postgres(pool) => {
                let mut transaction = pool.begin().await.map_err(DbError::from)?;
                let result = guarded(job, &mut Conn::Postgres(&mut transaction)).await;
                match result {
                    Ok(value) => {
                        transaction.commit().await.map_err(DbError::from)?;
                        Ok(value)
                    }
                    Err(error) => {
                        // A failed rollback means a dead connection: the server has undone it already.
                        transaction.rollback().await.ok();
                        Err(error)
                    }
                }
            }
        }
    }

    /// Lets what was erased leave the files too. SQLite overwrites erased rows and this cuts its log off; PostgreSQL does so
    /// by itself, when it vacuums and recycles its log.
    pub async fn forget_pages(&self) -> Result<(), DbError> {
        match self {
            Self::Sqlite { write, .. } => write.truncate().await,
            Self::Postgres(_) => Ok(()),
        }
    }

    /// Ends the store's tasks and connections once what is queued has been stored.
    pub async fn close(&self) {
        match self {
            Self::Sqlite { read, write, .. } => {
                write.close().await;
                read.close().await;
            }
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

/// Runs a job with its time limit and with panics caught.
async fn guarded<T, E, F>(job: F, conn: &mut Conn<'_>) -> Result<T, E>
where
    F: for<'a, 'c> FnOnce(&'a mut Conn<'c>) -> JobFuture<'a, T, E>,
    E: From<DbError>,
{
    let run = std::panic::AssertUnwindSafe(job(conn)).catch_unwind();
    match tokio::time::timeout(JOB_LIMIT, run).await {
        Ok(Ok(result)) => result,
        Ok(Err(_)) => Err(DbError::Other("a writing job panicked".to_owned()).into()),
        Err(_) => Err(DbError::Busy("a writing job ran out of time".to_owned()).into()),
    }
}
