//! Whether this process is ready: what `/readyz` answers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::board::Boards;
use crate::db::engines::store_metadata;
use crate::db::upkeep::clock_guard::ClockGuard;
use crate::db::{Conn, Db, DbError, params};

/// How long writing to the store may take.
const WRITE_WITHIN: Duration = Duration::from_secs(3);
/// How long the result of a test write is reused, so that frequent requests cause no extra writes.
const HOLDS: Duration = Duration::from_secs(2);

/// What is known about this process, besides the state of the store.
#[derive(Debug, Default)]
pub struct Readiness {
    draining: AtomicBool,
    ended: Mutex<BTreeSet<&'static str>>,
    /// What does not work although this process can do its work.
    warnings: Mutex<BTreeMap<&'static str, String>>,
    /// When writing was last tried, and why it failed.
    tried: tokio::sync::Mutex<Option<(Instant, Option<String>)>>,
}

impl Readiness {
    /// Records that the server is stopping: load balancers should send it no more requests.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::Release);
    }

    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Acquire)
    }

    /// Records that a background job has ended unexpectedly.
    pub fn ended(&self, job: &'static str) {
        self.jobs().insert(job);
    }

    /// Records that it is running again.
    pub fn running(&self, job: &'static str) {
        self.jobs().remove(job);
    }

    /// The background jobs that have ended.
    pub fn names(&self) -> Vec<&'static str> {
        self.jobs().iter().copied().collect()
    }

    /// Sets or clears the warning about one subject, a line for operators.
    pub fn warn(&self, about: &'static str, warning: Option<String>) {
        let mut warnings = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        match warning {
            Some(warning) => drop(warnings.insert(about, warning)),
            None => drop(warnings.remove(about)),
        }
    }

    /// Why this process is not ready, as a line for operators; `Ok` holds the warnings.
    pub async fn check(
        &self,
        db: &Db,
        boards: &Boards,
        clock_guard: &ClockGuard,
        now_ms: i64,
    ) -> Result<Vec<String>, String> {
        let store = |error: DbError| {
            tracing::warn!(%error, "the store does not answer");
            "the store does not answer".to_owned()
        };
        if self.is_draining() {
            return Err("draining".to_owned());
        }
        db.file_in_place().map_err(|error| error.to_string())?;
        db.read(ping).await.map_err(store)?;
        boards.current(db).await.map_err(store)?;
        if let Some(reason) = self.cannot_write(db, now_ms).await {
            return Err(reason);
        }
        let ended = self.names();
        if !ended.is_empty() {
            return Err(format!(
                "these background jobs have ended and are being started again: {}",
                ended.join(", ")
            ));
        }
        let warnings = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(clock_guard.warning(now_ms).into_iter().chain(warnings.values().cloned()).collect())
    }

    /// Why the store takes no writes, as a line for operators; none if it does. Tries a write, which shows what reading does not,
    /// such as a full disk.
    pub async fn cannot_write(&self, db: &Db, now_ms: i64) -> Option<String> {
        let mut tried = self.tried.lock().await;
        if let Some((at, answer)) = &*tried
            && at.elapsed() < HOLDS
        {
            return answer.clone();
        }
        let writes = db.write(async move |conn| {
            store_metadata::replace(conn, store_metadata::READY_AT, &now_ms.to_string()).await
        });
        let written: Result<Result<(), DbError>, _> = tokio::time::timeout(WRITE_WITHIN, writes).await;
        let answer = match written {
            Ok(Ok(())) => None,
            Ok(Err(error)) => {
                tracing::warn!(%error, "the store takes no writes");
                Some("the store takes no writes".to_owned())
            }
            Err(_) => Some("the store takes no writes in time".to_owned()),
        };
        *tried = Some((Instant::now(), answer.clone()));
        answer
    }

    fn jobs(&self) -> MutexGuard<'_, BTreeSet<&'static str>> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn ping(conn: &mut Conn) -> Result<(), DbError> {
    const SQL: &str = "SELECT COUNT(*) FROM topic_version";
    let _: i64 = conn.scalar(SQL, params![]).await?;
    Ok(())
}
