//! The store: all SQL is in this folder, one file per group of tables in a module for its subject, and rows become domain
//! types here and nowhere else.
//!
//! [`Db::read`] lends a connection for reading; [`Db::write`] runs a job that is stored completely or not at all. On
//! SQLite one task commits writing jobs in groups (see [`engines::writer`]); on PostgreSQL each is a transaction of its
//! own. SQL is portable: `$1` placeholders, ISO dates as text, instants as milliseconds, `ON CONFLICT` with
//! `WHERE TRUE`, no data-changing statement inside a `WITH`, `CAST(SUM(..) AS BIGINT)`.

pub mod boards;
pub mod bookings;
pub mod calendar;
pub mod connection;
pub mod content;
pub mod encryption;
pub mod engines;
pub mod messages;
pub mod people;
pub mod results;
pub mod sharing;
pub mod sign_in;
pub mod topic;
pub mod upkeep;

use std::sync::Arc;
use std::time::Duration;

use engines::job::{self, JobMaker, Outcome};
use engines::postgres::Postgres;
use engines::readers::{self, Readers};
use engines::writer;
use sign_in::session::{self, SessionRow};
use sign_in::session_cache::{SessionCache, SessionKey};
use topic::known_versions::KnownVersions;

pub use connection::conn::{Conn, Row, Sql};
pub use connection::engine::Engine;
pub use connection::error::{DbError, JobError, Result};
pub use connection::param::{Param, ToParam};
pub use engines::file::{OpenedFile, ServeLock};
pub use engines::guard::{JOB_LIMIT, LONG_JOB_LIMIT};
pub use engines::job::Job;

pub use crate::params;

/// The target of the spans that traces are made of. The log leaves them out.
pub const SPANS: &str = "sixfold::trace";

/// A new UUIDv7: ids of a table sort by creation time.
pub fn new_id(now_ms: i64) -> String {
    let millis = u64::try_from(now_ms).unwrap_or(0);
    uuid::Builder::from_unix_timestamp_millis(millis, &random_bytes()).into_uuid().to_string()
}

/// Bytes from the system's secure generator.
///
/// # Panics
/// If the system has none: nothing here is safe without it.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0_u8; N];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes
}

/// What the store's connections are doing.
#[derive(Debug, Clone, Copy)]
pub struct Load {
    /// Jobs that wait for the single writer; none on PostgreSQL.
    pub queued: Option<usize>,
    /// Connections of the pool, those in use and idle ones; on SQLite they only read.
    pub connections: i64,
    pub idle: i64,
    pub most_connections: i64,
}

/// The open store. Cheap to clone.
#[derive(Debug, Clone)]
pub enum Db {
    /// The readers and the queue of the single writer.
    Sqlite {
        read: Readers,
        write: writer::Queue,
        sessions: SessionCache,
        file: OpenedFile,
        versions: KnownVersions,
    },
    Postgres(Postgres),
}

impl Db {
    pub fn engine(&self) -> Engine {
        match self {
            Self::Sqlite { .. } => Engine::Sqlite,
            Self::Postgres(_) => Engine::Postgres,
        }
    }

    /// The versions of the topics that this process knows of.
    pub fn versions(&self) -> &KnownVersions {
        match self {
            Self::Sqlite { versions, .. } => versions,
            Self::Postgres(postgres) => &postgres.versions,
        }
    }

    /// Runs a job that reads: `async |conn| …`, which may borrow. On SQLite its connection is read-only.
    #[tracing::instrument(target = SPANS, name = "store.read", level = "trace", skip_all)]
    pub async fn read<T, E: From<DbError>>(
        &self,
        job: impl AsyncFnOnce(&mut Conn) -> Result<T, E>,
    ) -> Result<T, E> {
        match self {
            Self::Sqlite { read, .. } => read.read(job).await?,
            Self::Postgres(postgres) => postgres.read(job).await?,
        }
    }

    /// As [`Db::read`], from a replica (`--read-url`) if there is one that lags no more than it may: only for answers
    /// that may be a few seconds old, and are kept nowhere. docs/SCALE.md names the calls. A job that fails on the
    /// replica is run again on the primary.
    pub async fn read_lagging<T, E: From<DbError>>(
        &self,
        job: impl AsyncFnOnce(&mut Conn) -> Result<T, E> + Clone,
    ) -> Result<T, E> {
        if let Self::Postgres(Postgres { replica: Some(replica), .. }) = self
            && let Some(read) = replica.read(job.clone()).await
        {
            return Ok(read);
        }
        self.read(job).await
    }

    /// Whether reads that may lag have a replica.
    pub fn has_replica(&self) -> bool {
        matches!(self, Self::Postgres(Postgres { replica: Some(_), .. }))
    }

    /// Compares the replica with the primary until the task ends; it never ends if there is none. Before, and whenever this
    /// does not run, the primary is read.
    pub async fn follow_replica(&self) {
        match self {
            Self::Sqlite { .. } => std::future::pending().await,
            Self::Postgres(postgres) => postgres.follow_replica().await,
        }
    }

    /// Runs a job that writes: `async move |conn| …`. Returns `Ok` only after the commit; an `Err`, a panic or more than
    /// [`JOB_LIMIT`] rolls everything back. A job must not start another write: it would wait for itself.
    ///
    /// A job that PostgreSQL rolls back in favour of another is run again, at most twice: it is therefore `Clone`, and
    /// whatever it does outside the store may happen again.
    pub async fn write<T, E>(&self, job: impl Job<T, E>) -> Result<T, E>
    where
        T: Send + 'static,
        E: JobError + Send + 'static,
    {
        self.write_within(JOB_LIMIT, job).await
    }

    /// [`Db::write`] with a limit other than [`JOB_LIMIT`]. While the job runs, every other write waits on SQLite; on PostgreSQL,
    /// only those do that need a row it has locked.
    pub async fn write_within<T, E>(&self, limit: Duration, job: impl Job<T, E>) -> Result<T, E>
    where
        T: Send + 'static,
        E: JobError + Send + 'static,
    {
        job::result(self.run_write(Box::new(move || job::erase(job.clone())), limit).await)
    }

    #[tracing::instrument(target = SPANS, name = "store.write", level = "trace", skip_all)]
    async fn run_write(&self, job: JobMaker, limit: Duration) -> Result<Outcome> {
        match self {
            Self::Sqlite { write, .. } => write.run(job(), limit).await,
            Self::Postgres(postgres) => postgres.write(job, limit).await,
        }
    }

    /// The session of a secret, whatever its state, as it is in the store now.
    pub async fn session(&self, key: SessionKey) -> Result<Option<Arc<SessionRow>>> {
        let Self::Sqlite { sessions, .. } = self else { return self.stored_session(key).await };
        if let Some(row) = sessions.get(&key) {
            return Ok(Some(row));
        }
        let generation = sessions.generation();
        let found = self.stored_session(key.clone()).await?;
        if let Some(row) = &found {
            sessions.keep(key, generation, row.clone());
        }
        Ok(found)
    }

    async fn stored_session(&self, key: SessionKey) -> Result<Option<Arc<SessionRow>>> {
        let row: Option<SessionRow> = self
            .read(async |conn| match key {
                SessionKey::Cookie(hash) => session::find_by_cookie(conn, &hash).await,
                SessionKey::Token(hash) => session::find_by_token(conn, &hash).await,
            })
            .await?;
        Ok(row.map(Arc::new))
    }

    pub fn load(&self) -> Load {
        let load = |queued, connections: u32, idle: usize, most: u32| Load {
            queued,
            connections: connections.into(),
            idle: i64::try_from(idle).unwrap_or(i64::MAX),
            most_connections: most.into(),
        };
        match self {
            Self::Sqlite { read, write, .. } => {
                let (open, idle) = read.count();
                load(Some(write.waiting()), open, idle, readers::MOST)
            }
            Self::Postgres(Postgres { pool, .. }) => {
                load(None, pool.size(), pool.num_idle(), pool.options().get_max_connections())
            }
        }
    }

    /// Whether the file that the store was opened from is still in place.
    pub fn file_in_place(&self) -> Result<()> {
        match self {
            Self::Sqlite { file, .. } => file.in_place(),
            Self::Postgres(_) => Ok(()),
        }
    }

    /// Removes erased data from the files. SQLite overwrites erased rows, and this truncates its log; PostgreSQL does
    /// so by itself, when it vacuums and recycles its log.
    pub async fn forget_pages(&self) -> Result<()> {
        match self {
            Self::Sqlite { write, .. } => write.truncate().await,
            Self::Postgres(_) => Ok(()),
        }
    }

    /// Ends the store's tasks and connections after the queued jobs.
    pub async fn close(&self) {
        match self {
            Self::Sqlite { read, write, .. } => {
                write.close().await;
                read.close().await;
            }
            Self::Postgres(postgres) => postgres.close().await,
        }
    }
}
