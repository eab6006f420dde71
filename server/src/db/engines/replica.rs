//! A streaming replica for reads that may lag (docs/SCALE.md), and how far it is behind.
//!
//! This node records the primary's position in the log at regular moments; once the replica has replayed one of the positions, it
//! has everything committed before that moment. This needs no synchronised clocks, and a replica does not seem to lag only because
//! nothing is being written. A replica that does not answer, or lags too far, is not read.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sqlx::PgPool;
use sqlx::postgres::PgConnectOptions;
use tokio::time::MissedTickBehavior;

use super::pooled::{self, Pooler};
use super::store_metadata;
use crate::db::connection::conn::Conn;
use crate::db::connection::error::{DbError, Result};
use crate::db::params;

/// How often the positions are compared.
const EVERY: Duration = Duration::from_millis(500);
/// How long the replica may take to connect, and to run a job, before the primary is read instead.
const CONNECT_WITHIN: Duration = Duration::from_secs(1);
const READ_WITHIN: Duration = Duration::from_secs(5);

/// How much of the primary's log is safely stored, in bytes.
const WRITTEN: &str = "SELECT CAST(pg_current_wal_flush_lsn() - '0/0'::pg_lsn AS BIGINT)";
/// How much of it the replica has replayed; null once the replica has been promoted.
const REPLAYED: &str = "SELECT CAST(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() \
     ELSE pg_current_wal_flush_lsn() END - '0/0'::pg_lsn AS BIGINT)";

#[derive(Debug)]
pub(in crate::db) struct Replica {
    pool: PgPool,
    pooler: Pooler,
    /// How far behind it may be.
    limit: Duration,
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    /// Positions of the primary with the moment before each was read, oldest first.
    written: VecDeque<(Instant, i64)>,
    /// The replica has everything that was committed before this.
    fresh_at: Option<Instant>,
    /// Whether it was readable at the last comparison.
    was_read: bool,
}

impl Replica {
    /// The replica need not answer yet. `limit` is how far behind it may be.
    pub(in crate::db) fn new(
        options: PgConnectOptions,
        connections: u32,
        pooler: Pooler,
        limit: Duration,
    ) -> Self {
        let pool = pooled::options(connections, CONNECT_WITHIN).connect_lazy_with(options);
        Self { pool, pooler, limit, known: Mutex::default() }
    }

    /// Runs a job, if the replica is fresh enough; `None` if it is not, or if it failed.
    pub(in crate::db) async fn read<T, E>(
        &self,
        job: impl AsyncFnOnce(&mut Conn) -> Result<T, E>,
    ) -> Option<T> {
        if !self.is_fresh() {
            return None;
        }
        match pooled::read(&self.pool, self.pooler, READ_WITHIN, job).await {
            // The job may have failed because the replica lacks a row that the primary has.
            Ok(read) => read.ok(),
            Err(error) => {
                tracing::debug!(%error, "the replica does not answer");
                self.known().fresh_at = None;
                None
            }
        }
    }

    fn is_fresh(&self) -> bool {
        self.known().fresh_at.is_some_and(|at| at.elapsed() <= self.limit)
    }

    /// Compares it with the primary until the task ends.
    pub(in crate::db) async fn follow(&self, primary: &PgPool) {
        let mut ticks = tokio::time::interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut first = true;
        loop {
            ticks.tick().await;
            let looked = self.compare(primary).await;
            let is_read = self.is_fresh();
            let was_read = std::mem::replace(&mut self.known().was_read, is_read);
            match (was_read, is_read) {
                (false, true) => tracing::info!("the replica is read"),
                (true, false) => {
                    let reason = looked.err().map(|error| error.to_string());
                    tracing::warn!(reason, "the replica lags or does not answer: the primary is read");
                }
                (false, false) if first => {
                    let reason = looked.err().map(|error| error.to_string());
                    tracing::warn!(reason, "the replica cannot be read yet: the primary is read");
                }
                (true, true) | (false, false) => {}
            }
            first = false;
        }
    }

    async fn compare(&self, primary: &PgPool) -> Result<()> {
        let (unread, at) = (!self.known().was_read, Instant::now());
        if unread && self.store(primary).await? != self.store(&self.pool).await? {
            return Err(DbError::Other("--read-url leads to another database".to_owned()));
        }
        let written = self.position(primary, WRITTEN).await?;
        self.known().note(at, written, self.limit);
        let replayed = self.position(&self.pool, REPLAYED).await?;
        self.known().confirm(replayed);
        Ok(())
    }

    /// What tells this store from every other: no two have the same canary.
    async fn store(&self, pool: &PgPool) -> Result<Option<String>> {
        let read = pooled::read(pool, self.pooler, READ_WITHIN, async |conn| {
            store_metadata::find(conn, store_metadata::CANARY).await
        });
        read.await.flatten()
    }

    async fn position(&self, pool: &PgPool, sql: &'static str) -> Result<i64> {
        let read =
            pooled::read(pool, self.pooler, READ_WITHIN, async |conn| conn.scalar(sql, params![]).await);
        read.await.flatten()
    }

    pub(in crate::db) async fn close(&self) {
        self.pool.close().await;
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// Records that the primary had written this much by a moment after `at`. Entries older than the limit are dropped.
    fn note(&mut self, at: Instant, written: i64, limit: Duration) {
        self.written.retain(|(noted, _)| noted.elapsed() <= limit);
        self.written.push_back((at, written));
    }

    /// Records how much the replica has replayed.
    fn confirm(&mut self, replayed: i64) {
        if let Some(reached) = self.written.iter().rposition(|(_, written)| *written <= replayed) {
            self.fresh_at = self.written.drain(..=reached).next_back().map(|(at, _)| at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A failover may lose what the former primary had written beyond its replicas.
    #[test]
    fn a_replica_is_as_fresh_as_the_newest_position_that_it_has_reached() {
        let (mut known, limit) = (Known::default(), Duration::from_mins(1));
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        known.confirm(1_000);
        assert_eq!(known.fresh_at, None);
        for (ms, written) in [(0, 100), (500, 200), (1_000, 300)] {
            known.note(at(ms), written, limit);
        }
        known.confirm(99);
        assert_eq!(known.fresh_at, None);
        known.confirm(250);
        assert_eq!(known.fresh_at, Some(at(500)));
        known.confirm(250);
        assert_eq!(known.fresh_at, Some(at(500)), "nothing newer is confirmed");
        known.note(at(1_500), 260, limit);
        known.confirm(270);
        assert_eq!(known.fresh_at, Some(at(1_500)), "the new primary's log is shorter");
        known.note(at(2_000), 270, limit);
        known.confirm(270);
        assert_eq!(known.fresh_at, Some(at(2_000)), "nothing is written");
    }
}
