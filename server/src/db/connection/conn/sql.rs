//! The text of a statement, and the query of each engine that it becomes.

use sqlx::postgres::PgArguments;
use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;
use sqlx::{AssertSqlSafe, Postgres, SqlSafeStr as _, SqlStr, Sqlite};

use crate::db::connection::param::{self, Param};

/// The text of a statement. A `&'static str` is one.
#[derive(Debug)]
pub struct Sql {
    text: SqlStr,
    prepared_once: bool,
}

impl From<&'static str> for Sql {
    fn from(text: &'static str) -> Self {
        Self { text: text.into_sql_str(), prepared_once: true }
    }
}

impl Sql {
    /// A statement assembled at run time from the program's own texts. User input belongs in the parameters.
    pub fn built(text: String) -> Self {
        Self { text: AssertSqlSafe(text).into_sql_str(), prepared_once: true }
    }

    /// Plans the statement for its values each time it is run, instead of preparing it.
    pub fn planned_anew(self) -> Self {
        Self { prepared_once: false, ..self }
    }

    pub(super) fn text(&self) -> &str {
        self.text.as_str()
    }

    /// The same with another text, again the program's own.
    pub(super) fn with_text(self, text: String) -> Self {
        Self { text: AssertSqlSafe(text).into_sql_str(), ..self }
    }

    pub(super) fn on_sqlite(
        self,
        params: &[Param<'_>],
    ) -> sqlx::Result<Query<'static, Sqlite, SqliteArguments>> {
        Ok(sqlx::query_with(self.text, param::sqlite(params)?).persistent(self.prepared_once))
    }

    pub(super) fn on_postgres(
        self,
        params: &[Param<'_>],
        prepares: bool,
    ) -> sqlx::Result<Query<'static, Postgres, PgArguments>> {
        let query = sqlx::query_with(self.text, param::postgres(params)?);
        Ok(query.persistent(self.prepared_once && prepares))
    }
}
