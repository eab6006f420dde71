//! Live sessions in memory, so that the check at the start of every call does not query the store each time.
//!
//! Only on SQLite, where a single process serves and all its changes go through one writer. On PostgreSQL another node's
//! revocation cannot reach this process at once, so there each check reads its row.
//!
//! **No change of this process can be missed.** No handler reports what it changed: triggers on the writer's connection
//! ([`watch`]) record the people whose sessions, or account columns used by sessions, a job touched, inside the job's
//! transaction and whatever the statement. The writer reads these records ([`touched`]) with the commit and applies them
//! ([`SessionCache::changed`]) before any caller learns that its job is done.
//!
//! **Another process has to report its changes.** Its writes run no trigger here, so a command that ends sessions or
//! changes a role raises [`crate::db::topic::SESSION`] in the same transaction. As soon as this process knows the new
//! version, at most about a second later, no row that was read before counts.
//!
//! **No stale row is served.** A reader takes a [`Generation`] before it reads; a change increments the generation after
//! its commit and stores it for the person. Each time a row is *used*, it counts only if its generation is not older than
//! the person's last change, and the topic has not risen since: a row that was read before a revocation and stored after
//! it is never served.
//!
//! Whether a session has expired is not decided here: each use checks the clock.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

use moka::sync::Cache;
use tokio::sync::watch::Receiver;

use super::session::SessionRow;
use crate::db::connection::conn::Conn;
use crate::db::connection::error::Result;
use crate::db::params;

/// The most sessions in the cache, 80 MB; the least used are evicted.
const MAX_SESSIONS: u64 = 200_000;
/// People share these counters by hash; a shared counter causes an unnecessary read now and then.
const PEOPLE: usize = 1 << 14;

/// Run on the writer's connection: a temporary table, and triggers that fill it.
const WATCH: [&str; 5] = [
    "PRAGMA temp_store = MEMORY",
    "CREATE TEMP TABLE touched (uaid TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID",
    "CREATE TEMP TRIGGER touched_by_session_update AFTER UPDATE ON main.session \
     BEGIN INSERT OR IGNORE INTO touched VALUES (OLD.uaid); END",
    "CREATE TEMP TRIGGER touched_by_session_delete AFTER DELETE ON main.session \
     BEGIN INSERT OR IGNORE INTO touched VALUES (OLD.uaid); END",
    "CREATE TEMP TRIGGER touched_by_account AFTER UPDATE OF role, email, first_name, last_name, deleted_at \
     ON main.account BEGIN INSERT OR IGNORE INTO touched VALUES (OLD.uaid); END",
];
const TOUCHED: &str = "DELETE FROM temp.touched RETURNING uaid";

/// The hash by which a session is found, as stored (SHA-256, hex).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SessionKey {
    Cookie(String),
    Token(String),
}

/// The generation before a row was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Generation {
    /// Rises with this process's own changes.
    own: u64,
    /// The version that other processes raise.
    others: i64,
}

#[derive(Debug, Clone)]
struct CacheEntry {
    row: Arc<SessionRow>,
    generation: Generation,
}

#[derive(Clone)]
pub struct SessionCache(Arc<Inner>);

impl std::fmt::Debug for SessionCache {
    /// Without the rows, which name people.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SessionCache").field("rows", &self.0.rows.entry_count()).finish_non_exhaustive()
    }
}

struct Inner {
    rows: Cache<SessionKey, CacheEntry>,
    generation: AtomicU64,
    /// The known version of the topic that other processes raise.
    others: Receiver<i64>,
    /// The generation of each person's last change.
    changed: Box<[AtomicU64]>,
    hasher: RandomState,
}

impl SessionCache {
    /// With the known version of [`crate::db::topic::SESSION`].
    pub fn new(others: Receiver<i64>) -> Self {
        Self(Arc::new(Inner {
            rows: Cache::new(MAX_SESSIONS),
            generation: AtomicU64::new(0),
            others,
            changed: (0..PEOPLE).map(|_| AtomicU64::new(0)).collect(),
            hasher: RandomState::new(),
        }))
    }

    /// To be called before the row is read.
    pub fn generation(&self) -> Generation {
        Generation { own: self.0.generation.load(SeqCst), others: self.others() }
    }

    /// A cached row, unless its owner has changed since it was read.
    pub fn get(&self, key: &SessionKey) -> Option<Arc<SessionRow>> {
        let CacheEntry { row, generation } = self.0.rows.get(key)?;
        let unchanged = self.last_change(&row.uaid).load(SeqCst) <= generation.own;
        (unchanged && self.others() == generation.others).then_some(row)
    }

    /// Caches a row that was read after `generation` was taken.
    pub fn keep(&self, key: SessionKey, generation: Generation, row: Arc<SessionRow>) {
        self.0.rows.insert(key, CacheEntry { row, generation });
    }

    /// Invalidates the rows of these people, whose sessions, roles or names have changed. To be called after the
    /// commit.
    pub fn changed(&self, people: &[String]) {
        for uaid in people {
            let now = self.0.generation.fetch_add(1, SeqCst) + 1;
            self.last_change(uaid).fetch_max(now, SeqCst);
        }
    }

    fn others(&self) -> i64 {
        *self.0.others.borrow()
    }

    fn last_change(&self, uaid: &str) -> &AtomicU64 {
        let hash = self.0.hasher.hash_one(uaid);
        &self.0.changed[usize::try_from(hash % PEOPLE as u64).unwrap_or(0)]
    }
}

/// Makes the writer's connection record whose sessions its jobs touch.
pub(in crate::db) async fn watch(conn: &mut Conn) -> Result<()> {
    for sql in WATCH {
        conn.execute(sql, params![]).await?;
    }
    Ok(())
}

/// Takes the records of the open transaction.
pub(in crate::db) async fn touched(conn: &mut Conn) -> Result<Vec<String>> {
    conn.scalars(TOUCHED, params![]).await
}

#[cfg(test)]
mod tests {
    use sixfold_domain::role::Role;
    use tokio::sync::watch;

    use super::*;

    fn row(uaid: &str) -> Arc<SessionRow> {
        Arc::new(SessionRow {
            session_id: "s".to_owned(),
            uaid: uaid.to_owned(),
            created_at: 0,
            expires_at: 1,
            revoked_at: None,
            auth_method: "credentials".to_owned(),
            second_factor: false,
            client_data: None,
            role: Role::Athlete,
            email: String::new(),
            first_name: String::new(),
            last_name: String::new(),
        })
    }

    fn key() -> SessionKey {
        SessionKey::Token("t".to_owned())
    }

    #[test]
    fn a_row_is_kept_until_its_owner_changes() {
        let cache = SessionCache::new(watch::channel(0).1);
        cache.keep(key(), cache.generation(), row("1"));
        assert!(cache.get(&key()).is_some());
        assert!(cache.get(&SessionKey::Cookie("t".to_owned())).is_none());
        cache.changed(&["1".to_owned()]);
        assert!(cache.get(&key()).is_none());
        cache.keep(key(), cache.generation(), row("1"));
        assert!(cache.get(&key()).is_some());
    }

    #[test]
    fn a_row_that_was_read_before_a_change_is_dead_on_arrival() {
        let cache = SessionCache::new(watch::channel(0).1);
        let generation = cache.generation();
        let read = row("1");
        cache.changed(&["1".to_owned()]);
        cache.keep(key(), generation, read.clone());
        assert!(cache.get(&key()).is_none());
        // The control: with a generation read too late, as in a naive get-or-insert, the dead session is served.
        cache.keep(key(), cache.generation(), read);
        assert!(cache.get(&key()).is_some());
    }

    #[test]
    fn what_another_process_changes_empties_the_cache() {
        let (version, others) = watch::channel(0);
        let cache = SessionCache::new(others);
        let (generation, read) = (cache.generation(), row("1"));
        cache.keep(key(), generation, read.clone());
        assert!(cache.get(&key()).is_some());
        version.send_replace(1);
        assert!(cache.get(&key()).is_none());
        cache.keep(key(), generation, read.clone());
        assert!(cache.get(&key()).is_none(), "read before the change, stored after it");
        cache.keep(key(), cache.generation(), read);
        assert!(cache.get(&key()).is_some());
    }
}
