//! The statements of a copy: reading a batch, writing it, and summing a table.

use super::progress;
use super::schema::{Column, Table};
use super::values::{Cell, Kind, Sum, Values};
use crate::db::connection::param::Param;
use crate::db::{Conn, DbError, Engine, Result, Sql, params};

/// The most rows in a batch, and where rows hold pictures.
const BATCH: usize = 500;
const BATCH_OF_BLOBS: usize = 20;
const ROWS_AT_ONCE: usize = 100;

/// The next rows after a key.
pub async fn read(conn: &mut Conn, table: &Table, after: Option<&[Cell]>) -> Result<Vec<Values>> {
    let key: Vec<String> = key_columns(table).map(|column| quoted(&column.name)).collect();
    let key = key.join(", ");
    let mut params: Vec<Param<'_>> = Vec::new();
    let mut condition = String::new();
    if let Some(after) = after {
        condition = format!(" WHERE ({key}) > ({})", places(0, after.len()));
        for (column, value) in key_columns(table).zip(after) {
            params.push(fitting(value, column)?);
        }
    }
    let blobs = table.columns.iter().any(|column| column.kind == Kind::Blob);
    let limit = if blobs { BATCH_OF_BLOBS } else { BATCH };
    let sql = [select(table), condition, format!(" ORDER BY {key} LIMIT {limit}")].concat();
    conn.all(Sql::built(sql), &params).await
}

/// Writes a batch in one transaction, without the triggers of its table.
pub async fn write(conn: &mut Conn, table: &Table, rows: &[Values], last: &[Cell]) -> Result<()> {
    let begin = match conn.engine() {
        Engine::Sqlite => "BEGIN IMMEDIATE",
        Engine::Postgres => "BEGIN",
    };
    conn.execute(begin, params![]).await?;
    for (off, _) in &table.triggers {
        conn.execute(Sql::built(off.clone()).planned_anew(), params![]).await?;
    }
    for rows in rows.chunks(ROWS_AT_ONCE) {
        insert(conn, table, rows).await?;
    }
    for (_, on) in &table.triggers {
        conn.execute(Sql::built(on.clone()).planned_anew(), params![]).await?;
    }
    progress::note(conn, &table.name, last).await?;
    conn.execute("COMMIT", params![]).await
}

async fn insert(conn: &mut Conn, table: &Table, rows: &[Values]) -> Result<()> {
    let width = table.columns.len();
    let lines: Vec<String> = (0..rows.len()).map(|row| format!("({})", places(row * width, width))).collect();
    let sql = ["INSERT INTO ", &quoted(&table.name), " (", &columns(table), ") VALUES ", &lines.join(", ")]
        .concat();
    let mut params = Vec::with_capacity(rows.len() * width);
    for row in rows {
        for (column, value) in table.columns.iter().zip(&row.0) {
            params.push(fitting(value, column)?);
        }
    }
    let sql = Sql::built(sql);
    conn.execute(if rows.len() == ROWS_AT_ONCE { sql } else { sql.planned_anew() }, &params).await
}

fn fitting<'v>(value: &'v Cell, column: &Column) -> Result<Param<'v>> {
    value
        .to_param(column.kind)
        .ok_or_else(|| DbError::Other(format!("a value of {} does not fit the target's column", column.name)))
}

pub async fn sum(conn: &mut Conn, table: &Table) -> Result<Sum> {
    let mut sum = Sum::default();
    let add = |row: Values| {
        sum.add(&row);
        Ok(())
    };
    conn.each(Sql::built(select(table)).planned_anew(), params![], add).await?;
    Ok(sum)
}

fn key_columns(table: &Table) -> impl Iterator<Item = &Column> {
    table.key.iter().filter_map(|at| table.columns.get(*at))
}

fn select(table: &Table) -> String {
    ["SELECT ", &columns(table), " FROM ", &quoted(&table.name)].concat()
}

fn columns(table: &Table) -> String {
    table.columns.iter().map(|column| quoted(&column.name)).collect::<Vec<_>>().join(", ")
}

/// The placeholders after the first `before`.
fn places(before: usize, count: usize) -> String {
    (before + 1..=before + count).map(|place| format!("${place}")).collect::<Vec<_>>().join(", ")
}

pub fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}
