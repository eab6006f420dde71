//! Jobs on a connection that may lead through a pooler.
//!
//! Through a pooler in transaction mode, consecutive transactions of one client run on different sessions. Whatever
//! belongs to a session then has to be within a transaction: prepared statements are not used, reading jobs are
//! transactions as well, and limits are set with each of them ([`Pooler::Transaction`]).

use std::time::Duration;

use sqlx::postgres::PgPoolOptions;
use sqlx::{Connection as _, PgConnection, PgPool};

use super::guard::JOB_LIMIT;
use super::lease::Lease;
use crate::db::connection::conn::Conn;
use crate::db::connection::error::{DbError, Result};

pub(in crate::db) const ROLLBACK: &str = "ROLLBACK";
/// How long a connection is idle before it is pinged.
const LONG_IDLE: Duration = Duration::from_secs(1);
/// How a reading job begins on a session without our limits.
const BEGIN_READING: &str = "BEGIN READ ONLY; SET LOCAL statement_timeout = '30s'; SET LOCAL lock_timeout = '4s'; \
     SET LOCAL idle_in_transaction_session_timeout = '30s'";

/// What is between this node and PostgreSQL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pooler {
    None,
    /// A client has a session for one transaction at a time.
    Transaction,
}

impl Pooler {
    pub(in crate::db) fn conn(self, conn: PgConnection) -> Conn {
        Conn::postgres(conn).preparing(self.prepares())
    }

    pub(in crate::db) fn prepares(self) -> bool {
        self == Self::None
    }
}

/// Runs a job that reads. An error means that it was cut off, so its connection is closed.
pub(in crate::db) async fn read<R>(
    pool: &PgPool,
    pooler: Pooler,
    limit: Duration,
    job: impl AsyncFnOnce(&mut Conn) -> R,
) -> Result<R> {
    let mut lease = begin_reading(pool, pooler).await?;
    let read = tokio::time::timeout(limit, Box::pin(job(lease.conn()?))).await;
    let read = read.map_err(|_| DbError::Busy("a reading job ran out of time".to_owned()))?;
    end_reading(lease, pooler).await?;
    Ok(read)
}

async fn begin_reading(pool: &PgPool, pooler: Pooler) -> Result<Lease> {
    let mut lease = Lease::acquire(pool, pooler.prepares()).await?;
    match pooler {
        Pooler::None => {}
        Pooler::Transaction => in_time(lease.conn()?.command(BEGIN_READING)).await?,
    }
    Ok(lease)
}

async fn end_reading(mut lease: Lease, pooler: Pooler) -> Result<()> {
    match pooler {
        Pooler::None => {}
        Pooler::Transaction => in_time(lease.conn()?.command(ROLLBACK)).await?,
    }
    lease.give_back();
    Ok(())
}

/// A pool that pings a connection before its use only if it has been idle for long: every connection is pinged when it is
/// returned, so one that was used just now needs no further round trip.
pub(in crate::db) fn options(connections: u32, acquire_within: Duration) -> PgPoolOptions {
    PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(acquire_within)
        .test_before_acquire(false)
        .before_acquire(|conn, state| {
            Box::pin(async move {
                if state.idle_for > LONG_IDLE {
                    conn.ping().await?;
                }
                Ok(true)
            })
        })
}

/// Limits a step that takes longer than a job may only if the connection has gone silent.
pub(in crate::db) async fn in_time<T>(step: impl Future<Output = sqlx::Result<T>>) -> Result<T> {
    match tokio::time::timeout(JOB_LIMIT, step).await {
        Ok(done) => Ok(done?),
        Err(_) => Err(DbError::Busy("the database does not answer".to_owned())),
    }
}
