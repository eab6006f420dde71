//! Guards what cannot be undone against a clock that is wrong (RULES 1.3).
//!
//! The store keeps the newest time that any server on it has seen. While this process's clock is further away from that than
//! [`sixfold_domain::time::clock_doubt`] allows, whatever the server does by itself and cannot take back waits: bookings that
//! were missed, letters, offers that lapse, the erasing and forgetting of data. People can still work. It goes on once the clock
//! is near again, or somebody has said that it is right ([`accept`]).

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use serde_json::json;
use sixfold_domain::time::{ClockDoubt, clock_doubt};

use crate::config::clock::iso;
use crate::db::{Conn, Db, Result, audit, store_metadata};

/// The newest time is written again when it has moved on by so much: a start after a crash is that far behind at most.
const WRITE_EVERY_MS: i64 = 60_000;
/// Not known yet.
const UNKNOWN: i64 = i64::MIN;

/// What this process knows of the newest time in the store.
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
    /// Why the clock is not trusted, by what was last read from the store. Nothing is held before [`ClockGuard::look`] has read
    /// anything.
    pub fn doubt(&self, now_ms: i64) -> Option<ClockDoubt> {
        let newest_ms = self.newest_ms.load(Ordering::SeqCst);
        if newest_ms == UNKNOWN { None } else { clock_doubt(newest_ms, now_ms) }
    }

    /// Whether what cannot be undone has to wait.
    pub fn holds(&self, now_ms: i64) -> bool {
        self.doubt(now_ms).is_some()
    }

    /// Compares the clock with the store. A time that is newer, and not doubted, is kept there.
    pub async fn look(&self, db: &Db, now_ms: i64) -> Result<Option<ClockDoubt>> {
        let mut newest_ms: Option<i64> = db.read(|conn| Box::pin(newest(conn))).await?;
        if newest_ms.is_none_or(|newest_ms| {
            clock_doubt(newest_ms, now_ms).is_none() && now_ms >= newest_ms + WRITE_EVERY_MS
        }) {
            newest_ms = Some(db.write(move |conn| Box::pin(advance(conn, now_ms))).await?);
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

    /// What operators are told while the clock is not trusted.
    pub fn warning(&self, now_ms: i64) -> Option<String> {
        self.doubt(now_ms).map(|doubt| sentence(doubt, self.newest_ms.load(Ordering::SeqCst)))
    }

    /// The newest time in the store, when the clock is not trusted, and on which side of it the clock is.
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

/// The newest time that the store has seen; none before the first server.
async fn newest(conn: &mut Conn<'_>) -> Result<Option<i64>> {
    let known = store_metadata::find(conn, store_metadata::NEWEST_TIME).await?;
    Ok(known.and_then(|at_ms| at_ms.parse().ok()))
}

/// Moves the newest time on, unless another node has seen a newer one or the clock is doubted by now. Gives what stands.
async fn advance(conn: &mut Conn<'_>, now_ms: i64) -> Result<i64> {
    match newest(conn).await? {
        Some(newest_ms) if newest_ms >= now_ms || clock_doubt(newest_ms, now_ms).is_some() => Ok(newest_ms),
        _ => {
            store_metadata::replace(conn, store_metadata::NEWEST_TIME, &now_ms.to_string()).await?;
            Ok(now_ms)
        }
    }
}

/// Takes the clock for right from now on; by somebody, or by the command line. Gives the newest time as it was.
pub async fn accept(conn: &mut Conn<'_>, by: Option<(&str, i64)>, now_ms: i64) -> Result<Option<i64>> {
    let before_ms = newest(conn).await?;
    store_metadata::replace(conn, store_metadata::NEWEST_TIME, &now_ms.to_string()).await?;
    let entry = audit::Entry {
        actor: by.map(|(actor, _)| actor),
        actor_role: by.map(|(_, role)| role),
        action: "clock.accepted",
        detail: json!({ "newest": before_ms.and_then(|at_ms| iso(at_ms).ok()), "now": iso(now_ms).ok() }),
        ..audit::Entry::default()
    };
    audit::insert(conn, &entry, now_ms).await?;
    Ok(before_ms)
}
