//! Which libraries the content hub has.

use super::{Conn, DbError, on};

const LIST: &str = "SELECT DISTINCT library_id FROM content_item ORDER BY library_id";

/// Every library that has an item, public or not.
pub async fn list(conn: &mut Conn<'_>) -> Result<Vec<String>, DbError> {
    Ok(on!(conn, c => sqlx::query_scalar(LIST).fetch_all(&mut **c).await?))
}
