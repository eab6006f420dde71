//! Signatures of requests that have been answered. Each is valid once, across all nodes.

use crate::db::{Conn, Result, params};

const USE: &str = "INSERT INTO used_signature (signature_hash, expires_at) VALUES ($1, $2) \
     ON CONFLICT (signature_hash) DO NOTHING";
const PRUNE: &str = "DELETE FROM used_signature WHERE expires_at < $1";

/// Uses a signature; false if it was used before. After `expires_at` (ms) it is refused as too old anyway.
pub async fn use_once(conn: &mut Conn, signature_hash: &str, expires_at: i64) -> Result<bool> {
    let stored = conn.affected(USE, params![signature_hash, expires_at]).await?;
    Ok(stored == 1)
}

pub async fn prune(conn: &mut Conn, before_ms: i64) -> Result<u64> {
    conn.affected(PRUNE, params![before_ms]).await
}
