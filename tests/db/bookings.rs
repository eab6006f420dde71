//! Programme delivery's lists of bookings are read by their indexes, whichever filter comes first.

use sixfold_server::db::bookings::booking::{Part, Path, Position, StaffQuery, count_sql, page_sql};
use sixfold_server::db::bookings::desk;
use sixfold_server::db::connection::conn::Link;
use sixfold_server::db::messages::scheduled_letters;
use sixfold_server::db::people::audit;
use sixfold_server::db::people::search::SearchTerms;
use sixfold_server::db::{Conn, DbError, Engine};
use sixfold_tests::{TestStore, on_both};
use sqlx::AssertSqlSafe;

/// The engine's plans for the page and the count of a query, in one text; PostgreSQL's as if its tables were large.
async fn plans(store: &TestStore, query: StaffQuery, part: Part) -> String {
    let told = store.db.read(async |conn| {
        let path = Path::of(conn, &query).await?.expect("a way to read it");
        let (page, values) = page_sql(path, &query, &Position::default(), part);
        let (count, of_count) = count_sql(path, &query, part);
        let mut steps = Vec::new();
        for (sql, mut values) in [(page, values), (count, of_count)] {
            values = values.iter().map(|value| format!("'{value}'")).collect();
            values.push("100".to_owned());
            steps.extend(explain(conn, &filled(&sql, &values)).await?);
        }
        Ok::<String, DbError>(steps.join("\n"))
    });
    told.await.unwrap()
}

/// A statement with values instead of its parameters.
fn filled(sql: &str, values: &[impl AsRef<str>]) -> String {
    (1..=values.len())
        .rev()
        .fold(sql.to_owned(), |sql, n| sql.replace(&format!("${n}"), values[n - 1].as_ref()))
}

async fn explain(conn: &mut Conn, sql: &str) -> Result<Vec<String>, DbError> {
    Ok(match &mut conn.link {
        Link::Sqlite(c) => {
            let text = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
            let rows: Vec<(i64, i64, i64, String)> = sqlx::query_as(text).fetch_all(&mut *c).await?;
            rows.into_iter().map(|row| row.3).collect()
        }
        Link::Postgres(c) => {
            sqlx::query("SET enable_seqscan = off").execute(&mut **c).await?;
            sqlx::query_scalar(AssertSqlSafe(format!("EXPLAIN {sql}"))).fetch_all(&mut **c).await?
        }
    })
}

on_both!(every_list_of_bookings_is_read_by_its_index, |engine| async move {
    let store = TestStore::open(engine).await;
    let month = StaffQuery {
        event_id: "e".into(),
        from: "2026-03-01".into(),
        to: "2026-03-31".into(),
        ..StaffQuery::default()
    };
    let grams = if engine == Engine::Sqlite { "VIRTUAL TABLE INDEX" } else { "account_search_gram" };
    for (query, indexes) in [
        (month.clone(), &["booking_day"][..]),
        (StaffQuery { status: Some("booked".into()), ..month.clone() }, &["booking_day"]),
        (StaffQuery { status: Some("dnt".into()), ..month.clone() }, &["booking_by_status"]),
        (StaffQuery { people: Some(vec!["1".into(), "2".into()]), ..month.clone() }, &["booking_uaid"]),
        (StaffQuery { team: Some("t".into()), ..month.clone() }, &["booking_team"]),
        (StaffQuery { search: Some(SearchTerms::read("smith")), ..month.clone() }, &[grams, "booking_uaid"]),
    ] {
        let told = plans(&store, query.clone(), Part::Dated).await;
        for index in indexes {
            assert!(told.contains(index), "{index} is not in the plans of {query:?}:\n{told}");
        }
    }
    let dateless = plans(&store, month.clone(), Part::Dateless).await;
    assert!(dateless.contains("booking_day"), "{dateless}");
    // Of two suitable indexes PostgreSQL chooses by statistics of real rows.
    if engine == Engine::Sqlite {
        let team = plans(&store, StaffQuery { in_team: Some(true), ..month.clone() }, Part::Dated).await;
        assert!(team.contains("booking_of_teams"), "{team}");
        let help = plans(&store, StaffQuery { assistance: Some(true), ..month }, Part::Dated).await;
        assert!(help.contains("booking_with_help"), "{help}");
    }
});

on_both!(the_desk_reminders_and_the_log_read_by_their_indexes, |engine| async move {
    let store = TestStore::open(engine).await;
    for (sql, values, indexes) in [
        (desk::BEYOND, &["'e'", "1", "'2026-03-01'", "9"][..], &["booking_onboarded"][..]),
        (scheduled_letters::TO_REMIND, &["'2026-03-01'", "1", "9"], &["booking_open_by_day"]),
        (audit::OF_PERSON, &["1", "2", "''", "9", "''", "'1'"], &["audit_log_subject", "audit_log_actor"]),
    ] {
        let filled = filled(sql, values);
        let plan = store.db.read(async |conn| explain(conn, &filled).await).await.unwrap().join("\n");
        for index in indexes {
            assert!(plan.contains(index), "{index} is not in the plan of {sql}:\n{plan}");
        }
    }
});
