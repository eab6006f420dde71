//! How far a copy is, in a table of the target that is there until the copy is finished. A server refuses such a
//! database ([`crate::db::engines::migrate`]).

use std::collections::BTreeMap;

use serde_json::json;

use super::values::Cell;
use crate::db::{Conn, DbError, Result, Sql, params};

/// Both engines have these types.
const CREATE: &str = "CREATE TABLE copy_progress (item TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)";
const DROP: &str = "DROP TABLE copy_progress";
/// What the row about the source is called; the others are called as their tables.
const ORIGIN: &str = "";

// Put together, because the table is not in the schema: no test could prepare them.
const LIST: [&str; 2] = ["SELECT item, value", " FROM copy_progress"];
const PUT: [&str; 2] = [
    "INSERT INTO copy_progress",
    " (item, value) VALUES ($1, $2) ON CONFLICT (item) DO UPDATE SET value = excluded.value",
];

/// Where a copy comes from, and after which key each of its tables goes on.
#[derive(Debug, Default)]
pub struct Progress {
    pub origin: String,
    pub keys: BTreeMap<String, Vec<Cell>>,
}

pub async fn begin(conn: &mut Conn, origin: &str) -> Result<()> {
    conn.execute(CREATE, params![]).await?;
    put(conn, ORIGIN, origin).await
}

pub async fn end(conn: &mut Conn) -> Result<()> {
    conn.execute(DROP, params![]).await
}

/// Records the key of the last row that was copied of a table.
pub async fn note(conn: &mut Conn, table: &str, key: &[Cell]) -> Result<()> {
    let key: Result<Vec<serde_json::Value>> = key
        .iter()
        .map(|value| match value {
            Cell::Integer(number) => Ok(json!(number)),
            Cell::Text(text) => Ok(json!(text)),
            Cell::Null | Cell::Blob(_) => {
                Err(DbError::Other("a key is neither a number nor a text".to_owned()))
            }
        })
        .collect();
    put(conn, table, &json!(key?).to_string()).await
}

async fn put(conn: &mut Conn, item: &str, value: &str) -> Result<()> {
    conn.execute(Sql::built(PUT.concat()), params![item, value]).await
}

pub async fn read(conn: &mut Conn) -> Result<Progress> {
    let mut progress = Progress::default();
    let rows: Vec<(String, String)> = conn.all(Sql::built(LIST.concat()), params![]).await?;
    for (item, value) in rows {
        if item == ORIGIN {
            progress.origin = value;
        } else {
            let key = parse(&value).ok_or_else(|| DbError::broken("key in copy_progress"))?;
            progress.keys.insert(item, key);
        }
    }
    Ok(progress)
}

fn parse(text: &str) -> Option<Vec<Cell>> {
    let key: Vec<serde_json::Value> = serde_json::from_str(text).ok()?;
    key.into_iter()
        .map(|value| match value {
            serde_json::Value::String(text) => Some(Cell::Text(text)),
            other => other.as_i64().map(Cell::Integer),
        })
        .collect()
}
