//! Topics: a version for each kind of data that is cached in memory, raised with every change of it. PostgreSQL
//! notifies the other nodes as soon as the change is committed.

pub mod known_versions;
pub mod topics;

use self::known_versions::KnownVersions;
use crate::db::{Conn, Engine, Result, params};

/// The channel on which PostgreSQL notifies of a new version, as `topic version`.
pub const CHANNEL: &str = "sixfold_topic";

/// Locks out copies for as long as the server's connection for notifications lasts; false while a copy is running.
pub(in crate::db) const LOCK_SHARED: &str = "SELECT pg_try_advisory_lock_shared(6008)";
/// Locks out servers while a copy runs ([`crate::db::upkeep::copy`]); false while a server has the lock above.
pub(in crate::db) const LOCK_ALONE: &str = "SELECT pg_try_advisory_lock(6008)";

/// The data of boards: finals, their scores, which of them are held, and their athletes. Only the database's triggers
/// raise it, with an entry in `board_change` for each athlete.
pub const BOARD: &str = "leaderboard";
/// Events, the schedule, the booking settings, the seasons and the protocols.
pub const SCHEDULE: &str = "schedule";
/// Public content.
pub const CONTENT: &str = "content";
/// How much of a reveal has been shown.
pub const REVEAL: &str = "reveal";
/// Crews and their memberships; each crew has a revision beside it.
pub const CREW: &str = "crew";
/// Sessions and roles that another process changes, so that a server with sessions in memory reads them again. A server
/// does not raise it for its own changes.
pub const SESSION: &str = "session";
/// Imports of results, which take turns.
pub const IMPORT: &str = "results-import";

const BUMP: &str = "INSERT INTO topic_version (topic, version) VALUES ($1, 1) \
    ON CONFLICT (topic) DO UPDATE SET version = topic_version.version + 1 RETURNING version";
const NOTIFY: &str = "SELECT pg_notify($1, $2)";
const VERSION: &str = "SELECT version FROM topic_version WHERE topic = $1";
const EVENT_VERSIONS: &str = "SELECT (SELECT version FROM topic_version WHERE topic = $1), \
    (SELECT version FROM topic_version WHERE topic = $2)";
const VERSIONS: &str = "SELECT topic, version FROM topic_version";

/// Raises a topic's version in the transaction of the change, so that copies of an older version are known to be stale:
/// on this node before the job's caller learns of the commit.
pub async fn bump(conn: &mut Conn, topic: &'static str) -> Result<()> {
    let version: i64 = conn.scalar(BUMP, params![topic]).await?;
    conn.raised((topic, version));
    match conn.engine() {
        Engine::Sqlite => Ok(()),
        Engine::Postgres => conn.execute(NOTIFY, params![CHANNEL, format!("{topic} {version}")]).await,
    }
}

/// The version of a topic; 0 if it was never raised.
pub async fn version(conn: &mut Conn, topic: &str) -> Result<i64> {
    let version: Option<i64> = conn.optional_scalar(VERSION, params![topic]).await?;
    Ok(version.unwrap_or(0))
}

/// The versions of what an event is read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventVersions {
    schedule: i64,
    content: i64,
}

impl EventVersions {
    /// As they were read; a topic that was never raised has version 0.
    pub(in crate::db) fn of(schedule: Option<i64>, content: Option<i64>) -> Self {
        Self { schedule: schedule.unwrap_or(0), content: content.unwrap_or(0) }
    }

    /// The versions that this process knows.
    pub fn known(versions: &KnownVersions) -> Self {
        Self { schedule: versions.get(SCHEDULE), content: versions.get(CONTENT) }
    }

    pub fn note(self, versions: &KnownVersions) {
        versions.rise(SCHEDULE, self.schedule);
        versions.rise(CONTENT, self.content);
    }
}

pub async fn event_versions(conn: &mut Conn) -> Result<EventVersions> {
    let (schedule, content) = conn.one(EVENT_VERSIONS, params![SCHEDULE, CONTENT]).await?;
    Ok(EventVersions::of(schedule, content))
}

pub async fn versions(conn: &mut Conn) -> Result<Vec<(String, i64)>> {
    conn.all(VERSIONS, params![]).await
}
