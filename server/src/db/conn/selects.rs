//! Queries that do not depend on each other, in one message where the engine can: on SQLite each message crosses to the
//! connection's thread and back.

use futures::TryStreamExt as _;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{Either, Executor as _};

use super::batch::renumbered;
use super::{Conn, Link, Row, Sql};
use crate::db::error::{DbError, Result};
use crate::db::param::Param;

/// A query and its values.
#[derive(Clone)]
pub struct Select<'q> {
    pub sql: &'static str,
    pub params: &'q [Param<'q>],
}

/// The rows of one query, not yet read.
pub struct Rows(EngineRows);

enum EngineRows {
    Sqlite(Vec<SqliteRow>),
    Postgres(Vec<PgRow>),
}

impl Rows {
    pub fn all<T: Row>(&self) -> Result<Vec<T>> {
        Ok(match &self.0 {
            EngineRows::Sqlite(rows) => rows.iter().map(T::from_row).collect::<sqlx::Result<_>>()?,
            EngineRows::Postgres(rows) => rows.iter().map(T::from_row).collect::<sqlx::Result<_>>()?,
        })
    }

    /// The first row, if any.
    pub fn optional<T: Row>(&self) -> Result<Option<T>> {
        Ok(match &self.0 {
            EngineRows::Sqlite(rows) => rows.first().map(T::from_row).transpose()?,
            EngineRows::Postgres(rows) => rows.first().map(T::from_row).transpose()?,
        })
    }
}

impl Conn<'_> {
    /// The rows of each query, in their order: one message on SQLite, one for each on PostgreSQL.
    pub async fn select_each<const N: usize>(&mut self, queries: [Select<'_>; N]) -> Result<[Rows; N]> {
        self.begin().await?;
        let mut found = Vec::with_capacity(N);
        match &mut self.link {
            Link::Sqlite(c) => {
                let (mut texts, mut params) = (Vec::with_capacity(N), Vec::new());
                for Select { sql, params: values } in queries {
                    texts.push(renumbered(sql, params.len()));
                    params.extend_from_slice(values);
                }
                let query = Sql::built(texts.join("; ")).on_sqlite(&params)?;
                let mut steps = (&mut **c).fetch_many(query);
                let mut rows = Vec::new();
                while let Some(step) = steps.try_next().await? {
                    match step {
                        Either::Right(row) => rows.push(row),
                        // A query has ended.
                        Either::Left(_) => found.push(Rows(EngineRows::Sqlite(std::mem::take(&mut rows)))),
                    }
                }
            }
            Link::Postgres(c) => {
                for Select { sql, params } in queries {
                    let rows =
                        (&mut **c).fetch_all(Sql::from(sql).on_postgres(params, self.prepares)?).await?;
                    found.push(Rows(EngineRows::Postgres(rows)));
                }
            }
        }
        found.try_into().map_err(|_| DbError::Other("a query without an end".to_owned()))
    }
}
