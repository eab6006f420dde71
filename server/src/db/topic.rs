//! Topics: a number for each kind of thing that is held in memory, which rises with every change of it. PostgreSQL tells the
//! other nodes of a rise as soon as it is committed.

use super::{Conn, Engine, Result, params};

/// The channel on which PostgreSQL tells of a rise, as `topic version`.
pub const CHANNEL: &str = "sixfold_topic";

/// What boards are made of: finals, their scores, which of them are held back, and whose they are. The database raises it by
/// itself, with an entry of `board_change` for each athlete; nobody else does.
pub const BOARD: &str = "leaderboard";
/// What of a reveal has been shown.
pub const REVEAL: &str = "reveal";
/// Imports of results, which come one after the other.
pub const IMPORT: &str = "results-import";

const BUMP: &str = "INSERT INTO topic_version (topic, version) VALUES ($1, 1) \
    ON CONFLICT (topic) DO UPDATE SET version = topic_version.version + 1 RETURNING version";
const NOTIFY: &str = "SELECT pg_notify($1, $2)";
const VERSION: &str = "SELECT version FROM topic_version WHERE topic = $1";
const VERSIONS: &str = "SELECT topic, version FROM topic_version";

/// Raises a topic's version in the transaction of the change, so that copies of an older version are known to be stale.
pub async fn bump(conn: &mut Conn<'_>, topic: &str) -> Result<()> {
    let version: i64 = conn.scalar(BUMP, params![topic]).await?;
    match conn.engine() {
        Engine::Sqlite => Ok(()),
        Engine::Postgres => conn.execute(NOTIFY, params![CHANNEL, format!("{topic} {version}")]).await,
    }
}

/// The version of a topic; 0 before its first rise.
pub async fn version(conn: &mut Conn<'_>, topic: &str) -> Result<i64> {
    let version: Option<i64> = conn.optional_scalar(VERSION, params![topic]).await?;
    Ok(version.unwrap_or(0))
}

/// Every topic with its version.
pub async fn versions(conn: &mut Conn<'_>) -> Result<Vec<(String, i64)>> {
    conn.all(VERSIONS, params![]).await
}
