//! Teams are read by their indexes, for every caller.

use sixfold_server::db::bookings::team::LOOKS_AFTER;
use sixfold_server::db::bookings::team::list::{BETWEEN, COACHES, MEMBERS, PAST_OF_COACH, UPCOMING_OF_COACH};
use sixfold_server::db::connection::conn::Link;
use sixfold_server::db::{DbError, Engine};
use sixfold_tests::{TestStore, on_both};
use sqlx::AssertSqlSafe;

/// The engine's plan for a statement with these values, in one text; PostgreSQL's as if its tables were large.
async fn plan(store: &TestStore, sql: &str, values: &[&str]) -> String {
    let filled =
        (1..=values.len()).rev().fold(sql.to_owned(), |sql, n| sql.replace(&format!("${n}"), values[n - 1]));
    let told = store.db.read(async |conn| {
        let steps: Vec<String> = match &mut conn.link {
            Link::Sqlite(c) => {
                let text = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {filled}"));
                let rows: Vec<(i64, i64, i64, String)> = sqlx::query_as(text).fetch_all(&mut *c).await?;
                rows.into_iter().map(|row| row.3).collect()
            }
            Link::Postgres(c) => {
                sqlx::query("SET enable_seqscan = off").execute(&mut **c).await?;
                sqlx::query_scalar(AssertSqlSafe(format!("EXPLAIN {filled}"))).fetch_all(&mut **c).await?
            }
        };
        Ok::<String, DbError>(steps.join("\n"))
    });
    told.await.unwrap()
}

on_both!(teams_are_read_by_their_indexes, |engine: Engine| async move {
    let store = TestStore::open(engine).await;
    let of_coach = ["'4'", "'2026-03-01'", "'10:00'", "'Harriers'", "'t'", "101"];
    let between = ["'2026-03-01'", "'10:00'", "'Harriers'", "'t'", "'2026-03-31'", "''", "101"];
    for (sql, values, indexes) in [
        (UPCOMING_OF_COACH, &of_coach[..], &["team_by_coach", "booking_team"][..]),
        (PAST_OF_COACH, &of_coach, &["team_by_coach", "booking_team"]),
        (BETWEEN, &between, &["team_by_day", "booking_team"]),
        (MEMBERS, &["'t'"], &["booking_team"]),
        (COACHES, &["'2026-03-01'"], &["account_role", "team_by_coach"]),
        (LOOKS_AFTER, &["'4'", "'1'"], &["booking_uaid"]),
    ] {
        let told = plan(&store, sql, values).await;
        // Of two suitable indexes PostgreSQL chooses by statistics of real rows.
        if engine == Engine::Postgres {
            assert!(!told.contains("Seq Scan"), "a table is walked:\n{told}\n{sql}");
            continue;
        }
        for index in indexes {
            assert!(told.contains(index), "{index} is not in the plan:\n{told}\n{sql}");
        }
    }
});
