//! Content items as visitors see them, and what is known about each item's seed. `content_item` has one row for each
//! item, with its newest state; `content_revision` has every state, and `ready_rev` names the public one. [`author`]
//! writes both.

pub mod author;

pub mod item;
pub mod library;
pub mod picture;

use serde_json::{Map, Value};

use self::item::Item;
use crate::db::{Conn, Result, params};

/// The library that the site reads.
pub const LIBRARY: &str = "sixfold-en-gb";

const LIST_READY: &str = "SELECT i.library_id, i.id, r.name, r.type_id, r.type, r.status, r.tags, r.elements, r.rev, \
    r.saved_at AS last_modified FROM content_item i JOIN content_revision r ON r.library_id = i.library_id \
    AND r.id = i.id AND r.rev = i.ready_rev WHERE i.library_id = $1 AND i.deleted_at IS NULL ORDER BY i.id";
const FIND_READY: &str = "SELECT i.library_id, i.id, r.name, r.type_id, r.type, r.status, r.tags, r.elements, r.rev, \
    r.saved_at AS last_modified FROM content_item i JOIN content_revision r ON r.library_id = i.library_id \
    AND r.id = i.id AND r.rev = i.ready_rev WHERE i.library_id = $1 AND i.id = $2 AND i.deleted_at IS NULL";
const SEED_MARK: &str = "SELECT value FROM store_fact WHERE name = $1";
const SEED_MARKS: &str = "SELECT name, value FROM store_fact WHERE name LIKE $1";
const PUT_SEED_MARK: &str = "INSERT INTO store_fact (name, value) VALUES ($1, $2) \
    ON CONFLICT (name) DO UPDATE SET value = excluded.value";

#[derive(Debug, sqlx::FromRow)]
struct Row {
    library_id: String,
    id: String,
    name: String,
    type_id: String,
    #[sqlx(rename = "type")]
    kind: String,
    status: String,
    tags: String,
    elements: String,
    rev: i64,
    last_modified: i64,
}

impl From<Row> for Item {
    fn from(row: Row) -> Self {
        let elements = serde_json::from_str::<Map<String, Value>>(&row.elements).unwrap_or_default();
        let last_modified =
            jiff::Timestamp::from_millisecond(row.last_modified).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
        Self {
            id: row.id,
            name: row.name,
            type_id: row.type_id,
            kind: row.kind,
            status: row.status,
            library_id: row.library_id,
            tags: serde_json::from_str(&row.tags).unwrap_or_default(),
            elements,
            rev: row.rev,
            last_modified: last_modified.to_string(),
        }
    }
}

/// Every public item of a library in its public state, by id.
pub async fn list_ready(conn: &mut Conn, library_id: &str) -> Result<Vec<Item>> {
    let rows: Vec<Row> = conn.all(LIST_READY, params![library_id]).await?;
    Ok(rows.into_iter().map(Item::from).collect())
}

/// A public item in its public state.
pub async fn find_ready(conn: &mut Conn, library_id: &str, id: &str) -> Result<Option<Item>> {
    let row: Option<Row> = conn.optional(FIND_READY, params![library_id, id]).await?;
    Ok(row.map(Item::from))
}

/// The mark that seeding left under a name: what was seeded, and as which revision.
pub async fn seed_mark(conn: &mut Conn, name: &str) -> Result<Option<String>> {
    conn.optional_scalar(SEED_MARK, params![name]).await
}

/// Every mark whose name begins with a prefix, which must contain no wildcard.
pub async fn seed_marks(conn: &mut Conn, prefix: &str) -> Result<Vec<(String, String)>> {
    let pattern = format!("{prefix}%");
    conn.all::<(String, String)>(SEED_MARKS, params![pattern]).await
}

pub async fn put_seed_mark(conn: &mut Conn, name: &str, value: &str) -> Result<()> {
    conn.execute(PUT_SEED_MARK, params![name, value]).await
}
