//! The screens at the door. A screen is whoever knows its secret, of which only the hash is kept; a revoked one stays as a row,
//! so that the log can name it.

use sqlx::FromRow;

use super::{Conn, Result, new_id, params};

const INSERT: &str = "INSERT INTO kiosk (kiosk_id, name, secret_hash, event_id, created_at, created_by) \
     VALUES ($1, $2, $3, $4, $5, $6)";
const LIST: &str = "SELECT kiosk_id, name, event_id, created_at, seen_at FROM kiosk WHERE revoked_at IS NULL \
     ORDER BY created_at, kiosk_id";
const BY_SECRET: &str = "SELECT kiosk_id, name, event_id, created_at, seen_at FROM kiosk \
     WHERE secret_hash = $1 AND revoked_at IS NULL";
const SEEN: &str = "UPDATE kiosk SET seen_at = $2 WHERE kiosk_id = $1";
const REVOKE: &str = "UPDATE kiosk SET revoked_at = $2 WHERE kiosk_id = $1 AND revoked_at IS NULL";

/// A screen at the door.
#[derive(Debug, Clone, FromRow)]
pub struct Kiosk {
    pub kiosk_id: String,
    /// What staff call it.
    pub name: String,
    /// Whose athletes it checks in.
    pub event_id: String,
    /// When it was set up, ms.
    pub created_at: i64,
    /// When somebody last used it, ms.
    pub seen_at: Option<i64>,
}

/// Sets a screen up; gives its id.
pub async fn insert(
    conn: &mut Conn<'_>,
    name: &str,
    secret_hash: &str,
    event_id: &str,
    by: &str,
    now_ms: i64,
) -> Result<String> {
    let id = new_id(now_ms);
    conn.execute(INSERT, params![id, name, secret_hash, event_id, now_ms, by]).await?;
    Ok(id)
}

/// Every screen that is in use, oldest first.
pub async fn list(conn: &mut Conn<'_>) -> Result<Vec<Kiosk>> {
    conn.all(LIST, params![]).await
}

/// The screen that a secret belongs to, while it has not been revoked.
pub async fn by_secret(conn: &mut Conn<'_>, secret_hash: &str) -> Result<Option<Kiosk>> {
    conn.optional(BY_SECRET, params![secret_hash]).await
}

/// Notes that somebody used it.
pub async fn seen(conn: &mut Conn<'_>, kiosk_id: &str, now_ms: i64) -> Result<()> {
    conn.execute(SEEN, params![kiosk_id, now_ms]).await
}

/// Takes a screen out of use for good; false when there is none of that id.
pub async fn revoke(conn: &mut Conn<'_>, kiosk_id: &str, now_ms: i64) -> Result<bool> {
    conn.affected_one(REVOKE, params![kiosk_id, now_ms]).await
}
