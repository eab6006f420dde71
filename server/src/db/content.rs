//! Content items in the store, and what is known of each item's seed.

use serde_json::{Map, Value};

use super::{Conn, DbError, on};
use crate::content::item::Item;

const LIST_READY: &str = "SELECT library_id, id, name, type_id, type, status, tags, elements, rev, last_modified \
    FROM content_item WHERE library_id = $1 AND status = 'ready' ORDER BY id";
const FIND_READY: &str = "SELECT library_id, id, name, type_id, type, status, tags, elements, rev, last_modified \
    FROM content_item WHERE library_id = $1 AND id = $2 AND status = 'ready'";
const REVISION: &str = "SELECT rev FROM content_item WHERE library_id = $1 AND id = $2";
const PUT: &str = "INSERT INTO content_item (library_id, id, name, type_id, type, status, path, tags, elements, rev, \
    last_modified) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) \
    ON CONFLICT (library_id, id) DO UPDATE SET name = excluded.name, type_id = excluded.type_id, \
    type = excluded.type, status = excluded.status, path = excluded.path, tags = excluded.tags, \
    elements = excluded.elements, rev = excluded.rev, last_modified = excluded.last_modified";
const SEED_MARK: &str = "SELECT value FROM store_fact WHERE name = $1";
const SEED_MARKS: &str = "SELECT name, value FROM store_fact WHERE name LIKE $1";
const PUT_SEED_MARK: &str = "INSERT INTO store_fact (name, value) VALUES ($1, $2) \
    ON CONFLICT (name) DO UPDATE SET value = excluded.value";

/// The statements of this file, for the test that prepares each on both engines.
pub const STATEMENTS: &[&str] =
    &[LIST_READY, FIND_READY, REVISION, PUT, SEED_MARK, SEED_MARKS, PUT_SEED_MARK];

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

/// Every public item of a library, in the order of their ids.
pub async fn list_ready(conn: &mut Conn<'_>, library_id: &str) -> Result<Vec<Item>, DbError> {
    let rows: Vec<Row> =
        on!(conn, c => sqlx::query_as::<_, Row>(LIST_READY).bind(library_id).fetch_all(&mut **c).await)?;
    Ok(rows.into_iter().map(Item::from).collect())
}

/// One public item.
pub async fn find_ready(conn: &mut Conn<'_>, library_id: &str, id: &str) -> Result<Option<Item>, DbError> {
    let row: Option<Row> = on!(conn, c => sqlx::query_as::<_, Row>(FIND_READY).bind(library_id).bind(id).fetch_optional(&mut **c).await)?;
    Ok(row.map(Item::from))
}

/// The revision that an item has now, whatever its status.
pub async fn revision(conn: &mut Conn<'_>, library_id: &str, id: &str) -> Result<Option<i64>, DbError> {
    let rev: Option<i64> = on!(conn, c => sqlx::query_scalar(REVISION).bind(library_id).bind(id).fetch_optional(&mut **c).await)?;
    Ok(rev)
}

/// Writes an item as it stands, over whatever there was.
pub async fn put(conn: &mut Conn<'_>, item: &Item, now_ms: i64) -> Result<(), DbError> {
    let path = item.elements.get("path").and_then(|path| path.get("value")).and_then(Value::as_str);
    let tags = serde_json::to_string(&item.tags).unwrap_or_else(|_| "[]".into());
    let elements = Value::Object(item.elements.clone()).to_string();
    on!(conn, c => sqlx::query(PUT)
        .bind(&item.library_id)
        .bind(&item.id)
        .bind(&item.name)
        .bind(&item.type_id)
        .bind(&item.kind)
        .bind(&item.status)
        .bind(path)
        .bind(&tags)
        .bind(&elements)
        .bind(item.rev)
        .bind(now_ms)
        .execute(&mut **c)
        .await
        .map(|_| ()))?;
    Ok(())
}

/// The mark left by seeding, of one name: what was seeded, and as which revision.
pub async fn seed_mark(conn: &mut Conn<'_>, name: &str) -> Result<Option<String>, DbError> {
    let value: Option<String> =
        on!(conn, c => sqlx::query_scalar(SEED_MARK).bind(name).fetch_optional(&mut **c).await)?;
    Ok(value)
}

/// Every mark whose name begins with a prefix that holds no wildcard, in one statement.
pub async fn seed_marks(conn: &mut Conn<'_>, prefix: &str) -> Result<Vec<(String, String)>, DbError> {
    let pattern = format!("{prefix}%");
    let rows: Vec<(String, String)> = on!(conn, c => sqlx::query_as::<_, (String, String)>(SEED_MARKS).bind(&pattern).fetch_all(&mut **c).await)?;
    Ok(rows)
}

/// Leaves a mark.
pub async fn put_seed_mark(conn: &mut Conn<'_>, name: &str, value: &str) -> Result<(), DbError> {
    on!(conn, c => sqlx::query(PUT_SEED_MARK).bind(name).bind(value).execute(&mut **c).await.map(|_| ()))?;
    Ok(())
}
