//! The screens at the door. A screen is whoever knows its secret, of which only the hash is kept; a revoked one stays as a row,
//! so that the log can name it.

use sqlx::FromRow;

use super::{Conn, DbError, new_id, on};

const INSERT: &str = "INSERT INTO kiosk (kiosk_id, name, secret_hash, event_id, created_at, created_by) \
     VALUES ($1, $2, $3, $4, $5, $6)";
const LIST: &str = "SELECT kiosk_id, name, event_id, created_at, seen_at FROM kiosk WHERE revoked_at IS NULL \
     ORDER BY created_at, kiosk_id";
const BY_SECRET: &str = "SELECT kiosk_id, name, event_id, created_at, seen_at FROM kiosk \
     WHERE secret_hash = $1 AND revoked_at IS NULL";
const SEEN: &str = "UPDATE kiosk SET seen_at = $2 WHERE kiosk_id = $1";
const REVOKE: &str = "UPDATE kiosk SET revoked_at = $2 WHERE kiosk_id = $1 AND revoked_at IS NULL";

/// The statements of this file, for the test that prepares each on both engines.
pub const STATEMENTS: &[&str] = &[INSERT, LIST, BY_SECRET, SEEN, REVOKE];

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
) -> Result<String, DbError> {
    let id = new_id(now_ms);
    on!(conn, c => sqlx::query(INSERT)
        .bind(&id).bind(name).bind(secret_hash).bind(event_id).bind(now_ms).bind(by)
        .execute(&mut **c).await.map(drop)?);
    Ok(id)
}

/// Every screen that is in use, oldest first.
pub async fn list(conn: &mut Conn<'_>) -> Result<Vec<Kiosk>, DbError> {
    Ok(on!(conn, c => sqlx::query_as(LIST).fetch_all(&mut **c).await?))
}

/// The screen that a secret belongs to, while it has not been revoked.
pub async fn by_secret(conn: &mut Conn<'_>, secret_hash: &str) -> Result<Option<Kiosk>, DbError> {
    Ok(on!(conn, c => sqlx::query_as(BY_SECRET).bind(secret_hash).fetch_optional(&mut **c).await?))
}

/// Notes that somebody used it.
pub async fn seen(conn: &mut Conn<'_>, kiosk_id: &str, now_ms: i64) -> Result<(), DbError> {
    on!(conn, c => sqlx::query(SEEN).bind(kiosk_id).bind(now_ms).execute(&mut **c).await.map(drop)?);
    Ok(())
}

/// Takes a screen out of use for good; false when there is none of that id.
pub async fn revoke(conn: &mut Conn<'_>, kiosk_id: &str, now_ms: i64) -> Result<bool, DbError> {
    let rows = on!(conn, c => sqlx::query(REVOKE).bind(kiosk_id).bind(now_ms)
        .execute(&mut **c).await?.rows_affected());
    Ok(rows == 1)
}
