//! The tables of a store as its engine describes them, in an order in which each comes after those that its rows name.

use std::collections::{BTreeMap, BTreeSet};

use super::values::Kind;
use crate::db::{Conn, DbError, Engine, Result, Row, params};

/// What the program keeps about a database and no copy takes along: its migrations, and the progress of a copy.
pub const OWN: [&str; 2] = ["schema_migration", "copy_progress"];

/// Table, column, declared type, and its place in the primary key or 0. Generated columns are left out.
const SQLITE_COLUMNS: &str = "SELECT t.name, c.name, c.type, CAST(c.pk AS INTEGER) FROM pragma_table_list t \
     JOIN pragma_table_info(t.name) c \
     WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%'";
const POSTGRES_COLUMNS: &str = "SELECT c.relname::text, a.attname::text, format_type(a.atttypid, NULL), \
     COALESCE(array_position(string_to_array(i.indkey::text, ' '), a.attnum::text), 0)::bigint \
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' \
     LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary \
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'";

/// A table, and another that its rows name.
const SQLITE_PARENTS: &str = "SELECT t.name, f.\"table\" FROM pragma_table_list t JOIN pragma_foreign_key_list(t.name) f \
     WHERE t.schema = 'main' AND t.type = 'table'";
const POSTGRES_PARENTS: &str = "SELECT c.relname::text, p.relname::text FROM pg_constraint f \
     JOIN pg_class c ON c.oid = f.conrelid JOIN pg_class p ON p.oid = f.confrelid \
     WHERE f.contype = 'f' AND c.relnamespace = current_schema()::regnamespace";

/// A table, the statement that turns a trigger of it off, and the one that turns it on again.
const SQLITE_TRIGGERS: &str = "SELECT tbl_name, 'DROP TRIGGER \"' || name || '\"', sql FROM sqlite_master \
     WHERE type = 'trigger' ORDER BY rowid";
const POSTGRES_TRIGGERS: &str = "SELECT DISTINCT c.relname::text, \
     format('ALTER TABLE %I DISABLE TRIGGER USER', c.relname), format('ALTER TABLE %I ENABLE TRIGGER USER', c.relname) \
     FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid \
     WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    pub name: String,
    pub kind: Kind,
}

#[derive(Debug, Clone)]
pub struct Table {
    pub name: String,
    /// By name, so that both engines have them in one order.
    pub columns: Vec<Column>,
    /// The primary key, as places in `columns`.
    pub key: Vec<usize>,
    /// The statements that turn the table's triggers off and on again.
    pub triggers: Vec<(String, String)>,
}

/// Every table in the schema, or none in a new database. Each comes after those that its rows name.
pub async fn tables(conn: &mut Conn) -> Result<Vec<Table>> {
    let (columns, parents, triggers) = match conn.engine() {
        Engine::Sqlite => (SQLITE_COLUMNS, SQLITE_PARENTS, SQLITE_TRIGGERS),
        Engine::Postgres => (POSTGRES_COLUMNS, POSTGRES_PARENTS, POSTGRES_TRIGGERS),
    };
    let mut found: BTreeMap<String, Vec<(Column, i64)>> = BTreeMap::new();
    for (table, name, declared, place) in rows::<(String, String, String, i64)>(conn, columns).await? {
        let kind = Kind::of(&declared).ok_or_else(|| {
            DbError::Other(format!("{table}.{name} is of type {declared}, which the store does not use"))
        })?;
        found.entry(table).or_default().push((Column { name, kind }, place));
    }
    let mut tables: BTreeMap<String, Table> = BTreeMap::new();
    for (name, mut columns) in found {
        columns.sort_by(|(a, _), (b, _)| a.name.cmp(&b.name));
        let mut key: Vec<(i64, usize)> = columns
            .iter()
            .enumerate()
            .filter(|(_, (_, place))| *place > 0)
            .map(|(at, (_, place))| (*place, at))
            .collect();
        key.sort_unstable();
        let table = Table {
            name: name.clone(),
            columns: columns.into_iter().map(|(column, _)| column).collect(),
            key: key.into_iter().map(|(_, at)| at).collect(),
            triggers: Vec::new(),
        };
        tables.insert(name, table);
    }
    for (table, off, on) in rows::<(String, String, String)>(conn, triggers).await? {
        // Those of views are left as they are: nothing is inserted there.
        if let Some(table) = tables.get_mut(&table) {
            table.triggers.push((off, on));
        }
    }
    ordered(tables, &rows::<(String, String)>(conn, parents).await?)
}

async fn rows<T: Row>(conn: &mut Conn, sql: &'static str) -> Result<Vec<T>> {
    conn.all(sql, params![]).await
}

fn ordered(mut left: BTreeMap<String, Table>, parents: &[(String, String)]) -> Result<Vec<Table>> {
    let mut done: BTreeSet<String> = BTreeSet::new();
    let mut order = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let is_free =
            |name: &String| parents.iter().all(|(child, parent)| child != name || done.contains(parent));
        let free: Vec<String> = left.keys().filter(|name| is_free(name)).cloned().collect();
        if free.is_empty() {
            let names: Vec<&str> = left.keys().map(String::as_str).collect();
            return Err(DbError::Other(format!(
                "the rows of {} name each other in a circle",
                names.join(", ")
            )));
        }
        for name in free {
            order.extend(left.remove(&name));
            done.insert(name);
        }
    }
    Ok(order)
}
