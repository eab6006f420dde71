//! Whether a statement is read by its indexes.

use sixfold_server::db::DbError;
use sixfold_server::db::connection::conn::Link;
use sixfold_tests::TestStore;
use sqlx::AssertSqlSafe;

/// The engine's plan for a statement with these values, in one text; PostgreSQL's as if its tables were large.
pub(crate) async fn plan(store: &TestStore, sql: &str, values: &[&str]) -> String {
    let filled =
        (1..=values.len()).rev().fold(sql.to_owned(), |sql, n| sql.replace(&format!("${n}"), values[n - 1]));
    store
        .db
        .read(async |conn| {
            let steps: Vec<String> = match &mut conn.link {
                Link::Sqlite(c) => {
                    let text = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {filled}"));
                    let rows: Vec<(i64, i64, i64, String)> = sqlx::query_as(text).fetch_all(&mut *c).await?;
                    rows.into_iter().map(|row| row.3).collect()
                }
                Link::Postgres(c) => {
                    // Any planner may read and sort an empty table as a whole.
                    for costly in ["SET enable_seqscan = off", "SET enable_sort = off"] {
                        sqlx::query(costly).execute(&mut **c).await?;
                    }
                    let text = AssertSqlSafe(format!("EXPLAIN {filled}"));
                    sqlx::query_scalar(text).fetch_all(&mut **c).await?
                }
            };
            Ok::<String, DbError>(steps.join("\n"))
        })
        .await
        .unwrap()
}
