//! The rows of a statement.

use sqlx::FromRow;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;

/// A type that can be read from a row of either engine: `#[derive(FromRow)]` or a tuple.
pub trait Row: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}

impl<T> Row for T where T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}

pub(super) enum AnyRow {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl AnyRow {
    pub(super) fn read<T: Row>(&self) -> sqlx::Result<T> {
        match self {
            Self::Sqlite(row) => T::from_row(row),
            Self::Postgres(row) => T::from_row(row),
        }
    }
}
