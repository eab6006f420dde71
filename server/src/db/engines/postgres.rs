//! PostgreSQL: how this node's connections are set up, and how jobs that write are run on them.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use sqlx::{ConnectOptions as _, PgConnection, PgPool};

use super::guard::guarded;
use super::job::{self, AnyJob, JobMaker, Outcome};
use super::lease::Lease;
use super::migrate;
pub use super::pooled::Pooler;
use super::pooled::{self, ROLLBACK, in_time};
use super::replica::Replica;
use crate::db::connection::conn::Conn;
use crate::db::connection::error::{DbError, JobError as _, Result};
use crate::db::topic::known_versions::KnownVersions;

/// Connections of one node to PostgreSQL unless `--database-connections` says otherwise.
pub const CONNECTIONS: u32 = 24;
/// How long to wait for a free connection, and for the first one.
const MAX_WAIT: Duration = Duration::from_secs(5);
/// How long a reading job may take: the limit of a request.
const READ_LIMIT: Duration = Duration::from_secs(30);

/// The limits that our sessions set, unless the URL says otherwise (`?options=-c …`). They end the transactions of a node that was
/// paused or lost its connection, so that they do not block the others; the statements of a job have a shorter limit
/// ([`crate::db::JOB_LIMIT`]).
const SESSION: [(&str, &str); 7] = [
    ("lock_timeout", "4s"),
    ("statement_timeout", "30s"),
    ("idle_in_transaction_session_timeout", "6s"),
    ("tcp_keepalives_idle", "30"),
    ("tcp_keepalives_interval", "5"),
    ("tcp_keepalives_count", "3"),
    ("tcp_user_timeout", "20s"),
];
/// How often a job that PostgreSQL rolled back for another one is run again.
const RERUNS: usize = 2;
/// How a writing job begins: no statement takes longer than an ordinary job may. A server that has become a standby refuses
/// this, and the connection to it is closed.
const BEGIN: &str = "BEGIN READ WRITE; SET LOCAL statement_timeout = '5s'";
/// The same on a session without our limits.
const BEGIN_LIMITED: &str = "BEGIN READ WRITE; SET LOCAL statement_timeout = '5s'; SET LOCAL lock_timeout = '4s'; \
     SET LOCAL idle_in_transaction_session_timeout = '6s'";
/// How it ends, without a timeout. The commit may have to wait for a synchronous replica, and a timeout would end that wait as a
/// success, so a booking already confirmed could be lost with the primary.
const COMMIT: &str = "SET LOCAL statement_timeout = 0; COMMIT";

#[derive(Debug, Clone)]
pub struct PostgresSettings {
    /// The most connections to the primary, and as many to the replica.
    pub connections: u32,
    /// The pooler, if any, behind the URLs of the database and the replica.
    pub pooler: Pooler,
    /// The URL for notifications; the primary's own pool if none.
    pub listen: Option<PgConnectOptions>,
    /// A replica for reads that may lag.
    pub read: Option<PgConnectOptions>,
    /// How far behind the replica may be.
    pub read_lag: Duration,
}

impl Default for PostgresSettings {
    fn default() -> Self {
        let read_lag = Duration::from_secs(5);
        Self { connections: CONNECTIONS, pooler: Pooler::None, listen: None, read: None, read_lag }
    }
}

/// The open pools. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Postgres {
    pub(in crate::db) pool: PgPool,
    pooler: Pooler,
    /// For notifications, unless they come through the pool.
    listen: Option<PgPool>,
    pub(in crate::db) replica: Option<Arc<Replica>>,
    pub(in crate::db) versions: KnownVersions,
}

impl Postgres {
    pub fn on(pool: PgPool, versions: KnownVersions) -> Self {
        Self { pool, pooler: Pooler::None, listen: None, replica: None, versions }
    }

    /// Opens the pools and runs the missing migrations; also returns how many. The replica need not answer yet.
    pub(in crate::db) async fn open(
        options: &PgConnectOptions,
        settings: &PostgresSettings,
    ) -> Result<(Self, usize)> {
        let pooler = settings.pooler;
        let mut first = pooler.conn(connect(options, pooler).await?);
        let options = set_up(options, pooler);
        let applied = migrate::run(&mut first).await?;
        first.close().await?;
        let pool = pooled::options(settings.connections, MAX_WAIT).connect_with(options).await?;
        let listen = settings.listen.as_ref().map(|options| {
            let one = PgPoolOptions::new().max_connections(1).idle_timeout(None).max_lifetime(None);
            one.acquire_timeout(MAX_WAIT).connect_lazy_with(set_up(options, Pooler::None))
        });
        let replica = settings.read.as_ref().map(|options| {
            let options = set_up(options, pooler);
            Arc::new(Replica::new(options, settings.connections, pooler, settings.read_lag))
        });
        Ok((Self { pool, pooler, listen, replica, versions: KnownVersions::default() }, applied))
    }

    pub(in crate::db) async fn read<R>(&self, job: impl AsyncFnOnce(&mut Conn) -> R) -> Result<R> {
        pooled::read(&self.pool, self.pooler, READ_LIMIT, job).await
    }

    /// Runs a job that writes, and again if PostgreSQL rolls it back in favour of another.
    pub(in crate::db) async fn write(&self, job: JobMaker, limit: Duration) -> Result<Outcome> {
        for _ in 0..RERUNS {
            let ended = self.transaction(job(), limit).await;
            let was_undone = match &ended {
                Ok(outcome) => outcome.was_undone,
                Err(error) => error.was_undone(),
            };
            if !was_undone {
                return ended;
            }
            tracing::info!("running a job again");
        }
        self.transaction(job(), limit).await
    }

    async fn transaction(&self, job: AnyJob, limit: Duration) -> Result<Outcome> {
        let begin = match self.pooler {
            Pooler::None => BEGIN,
            Pooler::Transaction => BEGIN_LIMITED,
        };
        let mut lease = Lease::acquire(&self.pool, self.pooler.prepares()).await?;
        let conn = lease.conn()?;
        in_time(conn.command(begin)).await?;
        let ended = guarded(job, limit, conn).await?;
        let raised = conn.take_raised();
        let succeeded = job::succeeded(&ended);
        let end = if succeeded { COMMIT } else { ROLLBACK };
        match in_time(conn.command(end)).await {
            Ok(()) => {
                lease.give_back();
                if succeeded {
                    for (topic, version) in raised {
                        self.versions.rise(topic, version);
                    }
                }
            }
            Err(error) if succeeded => return Err(error),
            // The connection is gone; PostgreSQL rolls back what was begun on it.
            Err(error) => tracing::debug!(%error, "a job could not be rolled back"),
        }
        ended
    }

    /// A connection that receives notifications.
    pub(in crate::db) async fn listener(&self) -> Result<PgListener> {
        Ok(PgListener::connect_with(self.listen.as_ref().unwrap_or(&self.pool)).await?)
    }

    /// Compares the replica with the primary until the task ends; it never ends if there is none.
    pub(in crate::db) async fn follow_replica(&self) {
        match &self.replica {
            Some(replica) => replica.follow(&self.pool).await,
            None => std::future::pending().await,
        }
    }

    pub(in crate::db) async fn close(&self) {
        if let Some(replica) = &self.replica {
            replica.close().await;
        }
        if let Some(listen) = &self.listen {
            listen.close().await;
        }
        self.pool.close().await;
    }
}

/// A single connection, which reports why it failed: a pool only reports a timeout. It does not log statements: a slow migration
/// would be logged with all its SQL.
pub(super) async fn connect(options: &PgConnectOptions, pooler: Pooler) -> Result<PgConnection> {
    let quiet = set_up(options, pooler).disable_statement_logging();
    let opened = tokio::time::timeout(MAX_WAIT, quiet.connect()).await;
    Ok(opened.map_err(|_| DbError::Busy("no answer from PostgreSQL".to_owned()))??)
}

/// The options of our sessions. A pooler refuses settings of a session at its start.
fn set_up(options: &PgConnectOptions, pooler: Pooler) -> PgConnectOptions {
    match pooler {
        Pooler::None => {
            let given = options.get_options().unwrap_or_default().to_owned();
            options.clone().options(SESSION.into_iter().filter(|(name, _)| !given.contains(name)))
        }
        Pooler::Transaction => options.clone().extra_float_digits(None),
    }
}
