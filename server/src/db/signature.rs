//! Signatures of requests that were served. Each serves once, on all nodes together.

use super::{Conn, Result, params};

const USE: &str = "INSERT INTO used_signature (signature_hash, expires_at) VALUES ($1, $2) \
     ON CONFLICT (signature_hash) DO NOTHING";
const PRUNE: &str = "DELETE FROM used_signature WHERE expires_at < $1";

/// Uses a signature up; false when it has served before. After `expires_at` (ms) it would be refused as too old anyway.
pub async fn take(conn: &mut Conn<'_>, signature_hash: &str, expires_at: i64) -> Result<bool> {
    let stored = conn.affected(USE, params![signature_hash, expires_at]).await?;
    Ok(stored == 1)
}

/// Forgets signatures that were too old before `before_ms`.
pub async fn prune(conn: &mut Conn<'_>, before_ms: i64) -> Result<u64> {
    conn.affected(PRUNE, params![before_ms]).await
}
