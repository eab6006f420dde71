//! Why a remote hub's schedule could not be taken over when that was last tried: one node tries, every node tells staff.

use serde::{Deserialize, Serialize};

use crate::db::engines::store_metadata::{self, TAKE_OVER_FAILURE};
use crate::db::{Conn, Result};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakeOverFailure {
    /// When it began, ms.
    pub since_ms: i64,
    /// The list that was not taken over, and why.
    pub cause: String,
}

/// The present failure; none if the last attempt took over all that the hub has.
pub async fn failure(conn: &mut Conn) -> Result<Option<TakeOverFailure>> {
    let stored = store_metadata::find(conn, TAKE_OVER_FAILURE).await?;
    Ok(stored.and_then(|text| serde_json::from_str(&text).ok()).flatten())
}

/// Stores the cause of a failed attempt, or that there was none.
pub async fn record(conn: &mut Conn, cause: Option<String>, now_ms: i64) -> Result<()> {
    let since_ms = failure(conn).await?.map_or(now_ms, |failure| failure.since_ms);
    let failure = cause.map(|cause| TakeOverFailure { since_ms, cause });
    store_metadata::replace(conn, TAKE_OVER_FAILURE, &serde_json::json!(failure).to_string()).await
}
