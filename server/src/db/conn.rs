//! One connection of either engine, and the macro that writes a statement once for both.

use futures::future::BoxFuture;
use sqlx::{PgConnection, SqliteConnection};

use super::DbError;

/// A borrowed connection. Functions of the store take `&mut Conn<'_>` and use [`crate::on!`].
#[derive(Debug)]
pub enum Conn<'c> {
    /// A connection to the SQLite file.
    Sqlite(&'c mut SqliteConnection),
    /// A connection to PostgreSQL.
    Postgres(&'c mut PgConnection),
}

/// What a job gives back while it borrows its connection.
pub type JobFuture<'a, T, E> = BoxFuture<'a, Result<T, E>>;

/// Expands an expression once per engine, with `$c` bound to that engine's connection:
///
/// ```text
/// on!(conn, c => sqlx::query_as::<_, Row>(FIND).bind(id).fetch_optional(&mut **c).await)?
/// ```
#[macro_export]
macro_rules! on {
    ($conn:expr, $c:ident => $body:expr) => {
        match $conn {
            $crate::db::Conn::Sqlite($c) => $body,
            $crate::db::Conn::Postgres($c) => $body,
        }
    };
}

impl Conn<'_> {
    /// Runs a statement that takes no values, such as a savepoint.
    pub async fn command(&mut self, sql: &'static str) -> Result<(), DbError> {
        match self {
            Self::Sqlite(c) => sqlx::query(sql).execute(&mut **c).await.map(drop)?,
            Self::Postgres(c) => sqlx::query(sql).execute(&mut **c).await.map(drop)?,
        }
        Ok(())
    }
}

/// The longest list that one statement is asked about.
pub(super) const LIST: usize = 500;

/// A statement about a list of so many values: its `{list}` becomes their parameters, which begin with number `first`.
pub(super) fn on_list(sql: &str, values: usize, first: usize) -> String {
    let places: Vec<String> = (first..).take(values).map(|place| format!("${place}")).collect();
    sql.replace("{list}", &places.join(", "))
}
