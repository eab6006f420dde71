//! The libraries of the content hub.

use crate::db::{Conn, Result, params};

const LIST: &str = "SELECT DISTINCT library_id FROM content_item ORDER BY library_id";

/// Every library that has an item, public or not.
pub async fn list(conn: &mut Conn) -> Result<Vec<String>> {
    conn.scalars(LIST, params![]).await
}
