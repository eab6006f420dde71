//! The writing half of the content tables: every state of every item, who saved it, and what was deleted.

use serde_json::Value;

use super::Row;
use super::item::Item;
use super::picture;
use crate::db::{Conn, DbError, Result, params, topic};

/// The most revisions on one page of an item's history.
pub const LIMIT: i64 = 100;

const HEADS: &str = "SELECT i.library_id, i.id, i.name, i.type_id, i.type, i.status, i.tags, i.elements, i.rev, \
    i.last_modified, i.ready_rev, i.deleted_at, a.first_name, a.last_name, i.ready_rev IS NULL AND EXISTS (SELECT 1 \
    FROM content_revision t WHERE t.library_id = i.library_id AND t.id = i.id AND t.took_down) AS taken_down \
    FROM content_item i \
    LEFT JOIN content_revision r ON r.library_id = i.library_id AND r.id = i.id AND r.rev = i.rev \
    LEFT JOIN account a ON a.uaid = r.saved_by AND a.deleted_at IS NULL WHERE i.library_id = $1 ORDER BY i.id";
const PUT: &str = "INSERT INTO content_item (library_id, id, name, type_id, type, status, path, tags, elements, rev, \
    last_modified, ready_rev) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) \
    ON CONFLICT (library_id, id) DO UPDATE SET name = excluded.name, type_id = excluded.type_id, \
    type = excluded.type, status = excluded.status, path = excluded.path, tags = excluded.tags, \
    elements = excluded.elements, rev = excluded.rev, last_modified = excluded.last_modified, \
    ready_rev = excluded.ready_rev, deleted_at = NULL";
const INSERT_REVISION: &str = "INSERT INTO content_revision (library_id, id, rev, name, type_id, type, status, tags, \
    elements, saved_at, saved_by, restored_from, took_down) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";
const DELETE: &str =
    "UPDATE content_item SET deleted_at = $3, ready_rev = NULL WHERE library_id = $1 AND id = $2";
const REVISIONS: &str = "SELECT r.rev, r.status, r.name, r.saved_at, r.restored_from, r.took_down, \
    a.first_name, a.last_name FROM content_revision r LEFT JOIN account a ON a.uaid = r.saved_by AND a.deleted_at IS NULL \
    WHERE r.library_id = $1 AND r.id = $2 AND r.rev < $3 ORDER BY r.rev DESC LIMIT $4";
const REVISION: &str = "SELECT library_id, id, name, type_id, type, status, tags, elements, rev, \
    saved_at AS last_modified FROM content_revision WHERE library_id = $1 AND id = $2 AND rev = $3";
/// The path at which visitors find an item until now, if it is public.
const PUBLIC_PATH: &str = "SELECT r.elements FROM content_item i JOIN content_revision r ON r.library_id = i.library_id \
    AND r.id = i.id AND r.rev = i.ready_rev WHERE i.library_id = $1 AND i.id = $2 AND i.deleted_at IS NULL";
const LEAVE_PATH: &str = "INSERT INTO content_moved (library_id, path, id, moved_at) VALUES ($1, $2, $3, $4) \
    ON CONFLICT (library_id, path) DO UPDATE SET id = excluded.id, moved_at = excluded.moved_at";
const TAKE_PATH: &str = "DELETE FROM content_moved WHERE library_id = $1 AND path = $2";
const MOVED: &str = "SELECT r.elements FROM content_moved m JOIN content_item i ON i.library_id = m.library_id AND i.id = m.id \
    JOIN content_revision r ON r.library_id = i.library_id AND r.id = i.id AND r.rev = i.ready_rev \
    WHERE m.library_id = $1 AND m.path = $2 AND i.deleted_at IS NULL";
const BY_SOMEBODY: &str = "SELECT COUNT(*) FROM content_revision WHERE library_id = $1 AND id = $2 AND status = 'ready' \
    AND saved_by IS NOT NULL";
const SEED_STATES: &str =
    "SELECT id, rev, deleted_at, path, ready_rev FROM content_item WHERE library_id = $1";

/// The newest state of an item.
#[derive(Debug, Clone)]
pub struct Head {
    pub item: Item,
    /// The public revision; none if it has never been ready, or was taken down.
    pub ready_rev: Option<i64>,
    /// Whether it was public until somebody took it down.
    pub taken_down: bool,
    /// When it was deleted, ms.
    pub deleted_at: Option<i64>,
    /// The name of the person who saved it; none for the product's seed, and once their account is deleted.
    pub saved_by: Option<String>,
}

/// Every item of a library as stored.
#[derive(Debug)]
pub struct LibraryRows {
    pub heads: Vec<Head>,
    /// The public state of each public item.
    pub ready: Vec<Item>,
    /// The ids of its pictures.
    pub images: Vec<String>,
}

#[derive(Debug, sqlx::FromRow)]
struct HeadRow {
    #[sqlx(flatten)]
    row: Row,
    ready_rev: Option<i64>,
    deleted_at: Option<i64>,
    first_name: Option<String>,
    last_name: Option<String>,
    taken_down: bool,
}

/// A line of an item's history.
#[derive(Debug, sqlx::FromRow)]
pub struct RevisionRow {
    pub rev: i64,
    pub status: String,
    pub name: String,
    pub saved_at: i64,
    /// The revision that it restored.
    pub restored_from: Option<i64>,
    /// Whether it took the item down.
    pub took_down: bool,
    first_name: Option<String>,
    last_name: Option<String>,
}

impl RevisionRow {
    /// The name of the person who saved it; none for the product's seed, and once their account is deleted.
    pub fn saved_by(&self) -> Option<String> {
        full_name(self.first_name.clone(), self.last_name.clone())
    }
}

/// A state of an item to be stored.
#[derive(Debug, Clone, Copy)]
pub struct State<'a> {
    /// Its `rev` is new.
    pub item: &'a Item,
    /// The public revision from now on.
    pub ready_rev: Option<i64>,
    /// The account that saved it; none for the product's seed.
    pub by: Option<&'a str>,
    /// The revision that it restores.
    pub restored_from: Option<i64>,
    /// Whether it takes the item down.
    pub took_down: bool,
}

/// What seeding needs to know of an existing item.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct SeedState {
    pub id: String,
    /// Its newest revision.
    pub rev: i64,
    /// When a person deleted it.
    pub deleted_at: Option<i64>,
    pub path: Option<String>,
    /// The public revision.
    pub ready_rev: Option<i64>,
}

/// Makes every other job that writes content wait until this one has ended, and tells every node that its copy is out
/// of date. What is checked after it stays true until the commit.
pub async fn lock(conn: &mut Conn) -> Result<()> {
    topic::bump(conn, topic::CONTENT).await
}

/// Everything in a library: the newest and the public state of each item, and its pictures.
pub async fn library(conn: &mut Conn, library_id: &str) -> Result<LibraryRows> {
    let rows: Vec<HeadRow> = conn.all(HEADS, params![library_id]).await?;
    let heads = rows.into_iter().map(|row| Head {
        item: row.row.into(),
        ready_rev: row.ready_rev,
        taken_down: row.taken_down,
        deleted_at: row.deleted_at,
        saved_by: full_name(row.first_name, row.last_name),
    });
    let heads = heads.collect();
    let ready = super::list_ready(conn, library_id).await?;
    let images = picture::sizes(conn, library_id).await?;
    let images = images.into_iter().map(|(id, _, _)| id).collect();
    Ok(LibraryRows { heads, ready, images })
}

/// Stores a state as the item's newest, whatever there was before; a deleted item is restored.
pub async fn store(conn: &mut Conn, state: &State<'_>, now_ms: i64) -> Result<()> {
    let State { item, ready_rev, by, restored_from, took_down } = *state;
    let path = item.elements.get("path").and_then(|path| path.get("value")).and_then(Value::as_str);
    if ready_rev == Some(item.rev) {
        let public: Option<String> =
            conn.optional_scalar(PUBLIC_PATH, params![item.library_id, item.id]).await?;
        let before = public.as_deref().and_then(path_in);
        remember_path(conn, item, before.as_deref(), path, now_ms).await?;
    }
    let tags = serde_json::to_string(&item.tags).map_err(|_| DbError::broken("list of tags"))?;
    let elements = Value::Object(item.elements.clone()).to_string();
    conn.execute(
        PUT,
        params![
            item.library_id,
            item.id,
            item.name,
            item.type_id,
            item.kind,
            item.status,
            path,
            tags,
            elements,
            item.rev,
            now_ms,
            ready_rev
        ],
    )
    .await?;
    conn.execute(
        INSERT_REVISION,
        params![
            item.library_id,
            item.id,
            item.rev,
            item.name,
            item.type_id,
            item.kind,
            item.status,
            tags,
            elements,
            now_ms,
            by,
            restored_from,
            took_down
        ],
    )
    .await
}

/// Keeps the path that a public page leaves, so that visitors are redirected from it; the path that it takes no longer
/// redirects.
async fn remember_path(
    conn: &mut Conn,
    item: &Item,
    before: Option<&str>,
    after: Option<&str>,
    now_ms: i64,
) -> Result<()> {
    let library = &item.library_id;
    if let Some(before) = before.filter(|before| Some(*before) != after) {
        conn.execute(LEAVE_PATH, params![library, before, item.id, now_ms]).await?;
    }
    if let Some(after) = after {
        conn.execute(TAKE_PATH, params![library, after]).await?;
    }
    Ok(())
}

/// The present path of the page that used to be at a path.
pub async fn moved(conn: &mut Conn, library_id: &str, path: &str) -> Result<Option<String>> {
    let public: Option<String> = conn.optional_scalar(MOVED, params![library_id, path]).await?;
    Ok(public.as_deref().and_then(path_in))
}

/// The path among stored elements.
fn path_in(elements: &str) -> Option<String> {
    let elements: Value = serde_json::from_str(elements).ok()?;
    elements.get("path")?.get("value")?.as_str().map(str::to_owned)
}

/// Deletes an item; its revisions stay.
pub async fn delete(conn: &mut Conn, library_id: &str, id: &str, now_ms: i64) -> Result<()> {
    conn.execute(DELETE, params![library_id, id, now_ms]).await
}

/// The revisions of an item older than `before`, newest first; at most [`LIMIT`] and one, which means that there are
/// more.
pub async fn revisions(conn: &mut Conn, library_id: &str, id: &str, before: i64) -> Result<Vec<RevisionRow>> {
    conn.all(REVISIONS, params![library_id, id, before, LIMIT + 1]).await
}

/// One state of an item.
pub async fn revision(conn: &mut Conn, library_id: &str, id: &str, rev: i64) -> Result<Option<Item>> {
    let row: Option<Row> = conn.optional(REVISION, params![library_id, id, rev]).await?;
    Ok(row.map(Item::from))
}

/// Whether a person, rather than the product's seed, has published a state of an item.
pub async fn saved_by_somebody(conn: &mut Conn, library_id: &str, id: &str) -> Result<bool> {
    conn.any(BY_SOMEBODY, params![library_id, id]).await
}

/// Every item of a library, deleted ones too, as seeding needs it.
pub async fn seed_states(conn: &mut Conn, library_id: &str) -> Result<Vec<SeedState>> {
    conn.all(SEED_STATES, params![library_id]).await
}

/// First and last name; none if the account is deleted or has no name.
fn full_name(first: Option<String>, last: Option<String>) -> Option<String> {
    let name = [first.unwrap_or_default(), last.unwrap_or_default()].join(" ").trim().to_owned();
    (!name.is_empty()).then_some(name)
}
