//! The protocols that tests are scored with, one row per version. Version 1 is built in and has no row.

use sixfold_domain::protocol::Protocols;

use crate::db::{Conn, DbError, Result, params, topic};

const NEWEST: &str = "SELECT tests FROM protocol_set ORDER BY version DESC LIMIT 1";
const OF_VERSION: &str = "SELECT tests FROM protocol_set WHERE version = $1";
const ALL: &str = "SELECT tests FROM protocol_set ORDER BY version";
const INSERT: &str =
    "INSERT INTO protocol_set (version, tests, created_at, created_by) VALUES ($1, $2, $3, $4)";

/// The protocols in force.
pub async fn current(conn: &mut Conn) -> Result<Protocols> {
    let stored: Option<String> = conn.optional_scalar(NEWEST, params![]).await?;
    stored.map_or(Ok(Protocols::STANDARD), |text| read(&text))
}

/// The protocols of a version. A booking without one is older than stored versions and was scored with the first.
///
/// # Errors
/// [`DbError::NotFound`] for a version that does not exist.
pub async fn of_version(conn: &mut Conn, version: Option<i64>) -> Result<Protocols> {
    let version = version.unwrap_or(1);
    let stored: Option<String> = conn.optional_scalar(OF_VERSION, params![version]).await?;
    match stored {
        Some(text) => read(&text),
        None if version == 1 => Ok(Protocols::STANDARD),
        None => Err(DbError::NotFound),
    }
}

pub async fn all(conn: &mut Conn) -> Result<Vec<Protocols>> {
    let stored: Vec<String> = conn.scalars(ALL, params![]).await?;
    let mut sets = stored.iter().map(|text| read(text)).collect::<Result<Vec<_>, _>>()?;
    if sets.first().is_none_or(|set| set.version() != 1) {
        sets.insert(0, Protocols::STANDARD);
    }
    Ok(sets)
}

/// Adds a version, which is in force from then on.
///
/// # Errors
/// [`DbError::Conflict`] if the version was added meanwhile.
pub async fn insert(conn: &mut Conn, protocols: &Protocols, by: &str, now_ms: i64) -> Result<()> {
    let tests = serde_json::to_string(protocols).map_err(|error| DbError::Other(error.to_string()))?;
    conn.execute(INSERT, params![protocols.version(), tests, now_ms, by]).await?;
    topic::bump(conn, topic::SCHEDULE).await
}

fn read(text: &str) -> Result<Protocols> {
    serde_json::from_str(text).map_err(|_| DbError::broken("protocol set"))
}
