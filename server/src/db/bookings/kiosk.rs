//! The check-in screens at the door. A screen is authorised by a secret, of which only the hash is stored; the row of a
//! revoked screen stays, so that the log can name it.

use sqlx::FromRow;

use crate::db::{Conn, Result, new_id, params};

const INSERT: &str = "INSERT INTO kiosk (kiosk_id, name, secret_hash, event_id, created_at, created_by) \
     VALUES ($1, $2, $3, $4, $5, $6)";
const LIST: &str = "SELECT kiosk_id, name, event_id, created_at, seen_at FROM kiosk WHERE revoked_at IS NULL \
     ORDER BY created_at, kiosk_id";
const BY_SECRET: &str = "SELECT kiosk_id, name, event_id, created_at, seen_at FROM kiosk \
     WHERE secret_hash = $1 AND revoked_at IS NULL";
const SEEN: &str = "UPDATE kiosk SET seen_at = $2 WHERE kiosk_id = $1";
const REVOKE: &str = "UPDATE kiosk SET revoked_at = $2 WHERE kiosk_id = $1 AND revoked_at IS NULL";

#[derive(Debug, Clone, FromRow)]
pub struct Kiosk {
    pub kiosk_id: String,
    pub name: String,
    pub event_id: String,
    /// When it was set up, ms.
    pub created_at: i64,
    pub seen_at: Option<i64>,
}

/// Adds a screen; returns its id.
pub async fn insert(
    conn: &mut Conn,
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

/// Every screen in use, oldest first.
pub async fn list(conn: &mut Conn) -> Result<Vec<Kiosk>> {
    conn.all(LIST, params![]).await
}

/// The screen with a secret, unless revoked.
pub async fn by_secret(conn: &mut Conn, secret_hash: &str) -> Result<Option<Kiosk>> {
    conn.optional(BY_SECRET, params![secret_hash]).await
}

/// Records that a screen was used.
pub async fn seen(conn: &mut Conn, kiosk_id: &str, now_ms: i64) -> Result<()> {
    conn.execute(SEEN, params![kiosk_id, now_ms]).await
}

/// Revokes a screen; false if there is none with that id.
pub async fn revoke(conn: &mut Conn, kiosk_id: &str, now_ms: i64) -> Result<bool> {
    conn.affected_one(REVOKE, params![kiosk_id, now_ms]).await
}
