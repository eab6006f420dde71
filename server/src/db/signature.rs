//! Signatures of requests that were served. Each serves once, on all nodes together.

use super::{Conn, DbError, on};

const USE: &str = "INSERT INTO used_signature (signature_hash, expires_at) VALUES ($1, $2) \
     ON CONFLICT (signature_hash) DO NOTHING";
const PRUNE: &str = "DELETE FROM used_signature WHERE expires_at < $1";

/// Uses a signature up; false when it has served before. After `expires_at` (ms) it would be refused as too old anyway.
pub async fn take(conn: &mut Conn<'_>, signature_hash: &str, expires_at: i64) -> Result<bool, DbError> {
    let stored = on!(conn, c => sqlx::query(USE)
        .bind(signature_hash).bind(expires_at).execute(&mut **c).await?.rows_affected());
    Ok(stored == 1)
}

/// Forgets signatures that were too old before `before_ms`.
pub async fn prune(conn: &mut Conn<'_>, before_ms: i64) -> Result<u64, DbError> {
    Ok(on!(conn, c => sqlx::query(PRUNE).bind(before_ms).execute(&mut **c).await?.rows_affected()))
}
