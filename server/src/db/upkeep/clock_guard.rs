//! Protects what cannot be undone from a wrong clock (RULES 1.3).
//!
//! The store keeps the newest time that any of its servers has seen. While this process's clock is further from it than
//! [`sixfold_domain::time::clock_doubt`] allows, automatic work that cannot be undone waits: closing missed bookings,
//! sending letters, letting offers lapse, erasing and deleting data. People can still work. It resumes once the clock
//! is close again, or somebody has confirmed that it is right ([`accept`]).

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use serde_json::json;
use sixfold_domain::time::{ClockDoubt, clock_doubt};

use crate::config::clock::iso;
use crate::db::engines::store_metadata;
use crate::db::people::audit;
use crate::db::{Conn, Db, Result};

/// How far the newest time moves before it is written again: after a crash it is at most this far behind.
const WRITE_EVERY_MS: i64 = 60_000;
/// Not known yet.
const UNKNOWN: i64 = i64::MIN;

/// What this process knows about the newest time in the store.
#[derive(Debug)]
pub struct ClockGuard {
    newest_ms: AtomicI64,
    /// Whether the present doubt has been logged.
    warned: AtomicBool,
}

impl Default for ClockGuard {
    fn default() -> Self {
        Self { newest_ms: AtomicI64::new(UNKNOWN), warned: AtomicBool::new(false) }
    }
}

impl ClockGuard {
    /// Why the clock is doubted, by the time that was last read from the store. Nothing waits before the first
    /// [`ClockGuard::compare`].
    pub fn doubt(&self, now_ms: i64) -> Option<ClockDoubt> {
        let newest_ms = self.newest_ms.load(Ordering::SeqCst);
        if newest_ms == UNKNOWN { None } else { clock_doubt(newest_ms, now_ms) }
    }

    /// Whether work that cannot be undone has to wait.
    pub fn is_in_doubt(&self, now_ms: i64) -> bool {
        self.doubt(now_ms).is_some()
    }

    /// Compares the clock with the store, and moves the newest time forward unless the clock is doubted.
    pub async fn compare(&self, db: &Db, now_ms: i64) -> Result<Option<ClockDoubt>> {
        let mut newest_ms: Option<i64> = db.read(newest).await?;
        if newest_ms.is_none_or(|newest_ms| {
            clock_doubt(newest_ms, now_ms).is_none() && now_ms >= newest_ms + WRITE_EVERY_MS
        }) {
            newest_ms = Some(db.write(async move |conn| advance(conn, now_ms).await).await?);
        }
        let newest_ms = newest_ms.unwrap_or(now_ms);
        self.newest_ms.store(newest_ms, Ordering::SeqCst);
        let doubt = clock_doubt(newest_ms, now_ms);
        match doubt {
            Some(doubt) if !self.warned.swap(true, Ordering::SeqCst) => {
                tracing::warn!("{}", sentence(doubt, newest_ms));
            }
            None if self.warned.swap(false, Ordering::SeqCst) => tracing::info!("the clock is trusted again"),
            _ => {}
        }
        Ok(doubt)
    }

    /// The warning for operators while the clock is doubted.
    pub fn warning(&self, now_ms: i64) -> Option<String> {
        self.doubt(now_ms).map(|doubt| sentence(doubt, self.newest_ms.load(Ordering::SeqCst)))
    }

    /// While the clock is doubted: in which direction it is off, and the newest time in the store.
    pub fn newest_in_doubt(&self, now_ms: i64) -> Option<(ClockDoubt, i64)> {
        self.doubt(now_ms).map(|doubt| (doubt, self.newest_ms.load(Ordering::SeqCst)))
    }
}

fn sentence(doubt: ClockDoubt, newest_ms: i64) -> String {
    let side = match doubt {
        ClockDoubt::Ahead => "far ahead of",
        ClockDoubt::Behind => "behind",
    };
    let newest = iso(newest_ms).unwrap_or_else(|_| newest_ms.to_string());
    format!(
        "the clock is {side} the newest time this database has seen ({newest}): missed bookings, letters, lapsed offers and \
         the erasing of data wait until the clock is put right, or somebody says that it is right (programme delivery, \
         Today; or `sixfold clock accept`)"
    )
}

/// The newest time that the store has seen; none before its first server.
async fn newest(conn: &mut Conn) -> Result<Option<i64>> {
    let known = store_metadata::find(conn, store_metadata::NEWEST_TIME).await?;
    Ok(known.and_then(|at_ms| at_ms.parse().ok()))
}

/// Moves the newest time forward, unless another node has seen a newer one or the clock is doubted by now. Returns the
/// stored time.
async fn advance(conn: &mut Conn, now_ms: i64) -> Result<i64> {
    match newest(conn).await? {
        Some(newest_ms) if newest_ms >= now_ms || clock_doubt(newest_ms, now_ms).is_some() => Ok(newest_ms),
        _ => {
            store_metadata::replace(conn, store_metadata::NEWEST_TIME, &now_ms.to_string()).await?;
            Ok(now_ms)
        }
    }
}

/// Accepts the clock as right, on behalf of a person or of the command line. Returns the newest time before that.
pub async fn accept(conn: &mut Conn, by: Option<(&str, i64)>, now_ms: i64) -> Result<Option<i64>> {
    let before_ms = newest(conn).await?;
    store_metadata::replace(conn, store_metadata::NEWEST_TIME, &now_ms.to_string()).await?;
    let entry = audit::Entry::new(by, "clock.accepted")
        .detail(json!({ "newest": before_ms.and_then(|at_ms| iso(at_ms).ok()), "now": iso(now_ms).ok() }));
    audit::insert(conn, &entry, now_ms).await?;
    Ok(before_ms)
}
