//! The tallies behind staff's statistics: read by indexes, and updated without two writers waiting for each other.

use std::time::Duration;

use sixfold_server::db::boards::statistics;
use sixfold_server::db::connection::conn::Link;
use sixfold_server::db::engines::open::Target;
use sixfold_server::db::{DbError, Engine};
use sixfold_tests::TestStore;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, Row as _};
use tokio::sync::Barrier;

/// A statement with values in place of its parameters.
fn filled(sql: &str) -> String {
    let values = [
        ("$1", "'e'"),
        ("$2", "'2026-03-05'"),
        ("$3", "'2026-03-06'"),
        ("$4", "'Speed'"),
        ("$5", "'2026-03-06'"),
    ];
    values.into_iter().fold(sql.to_owned(), |sql, (place, value)| sql.replace(place, value))
}

async fn plan(store: &TestStore, sql: &str) -> String {
    let sql = filled(sql);
    let read = store.db.write(async move |conn| {
        let lines: Vec<String> = match &mut conn.link {
            Link::Sqlite(c) => {
                let rows = sqlx::query(AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}")))
                    .fetch_all(&mut *c)
                    .await?;
                rows.iter().map(|row| row.get("detail")).collect()
            }
            Link::Postgres(c) => {
                // Any planner may read an empty table as a whole.
                sqlx::query("SET LOCAL enable_seqscan = off").execute(&mut **c).await?;
                sqlx::query_scalar(AssertSqlSafe(format!("EXPLAIN {sql}"))).fetch_all(&mut **c).await?
            }
        };
        Ok::<_, DbError>(lines.join("\n"))
    });
    read.await.unwrap()
}

#[tokio::test]
async fn no_number_reads_a_whole_table() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let store = TestStore::open(engine).await;
        for sql in statistics::STATEMENTS {
            let plan = plan(&store, sql).await;
            assert!(!plan.contains("SCAN") && !plan.contains("Seq Scan"), "{engine:?}: {sql}\n{plan}");
        }
    }
}

const STAGE: &str = "INSERT INTO account (uaid, email, email_lookup, created_at, updated_at) VALUES ('1', '', '', 1, 1); \
    INSERT INTO booking (booking_id, uaid, event_id, status, booking_type, test_date, test_time, code, created_at, \
    created_by, updated_at) SELECT id, '1', 'e', 'dnt', 'test', '2026-03-05', '10:00', id, 1, '1', 1 \
    FROM (VALUES ('a'), ('b')) AS of (id)";
const RECORD: &str = "INSERT INTO result_test (booking_id, test_type, status, score_hundredths, updated_at) \
    VALUES ($1, $2, 'closed', 5000, 1)";

/// A tablet that sends two tests in one transaction. In between it waits for the other tablet, or for a while if that
/// one is itself waiting.
async fn tablet(
    options: &PgConnectOptions,
    booking: &'static str,
    tests: [&'static str; 2],
    meeting: Option<&Barrier>,
) -> Result<(), sqlx::Error> {
    let mut conn = PgConnection::connect_with(options).await?;
    let mut job = conn.begin().await?;
    for test in tests {
        sqlx::query(RECORD).bind(booking).bind(test).execute(&mut *job).await?;
        match meeting {
            Some(meeting) if test == tests[0] => {
                meeting.wait().await;
            }
            Some(_) => {}
            None => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    }
    job.commit().await
}

async fn two_tablets(guarded: bool) -> [bool; 2] {
    let store = TestStore::open(Engine::Postgres).await;
    let Target::Postgres(options) = &store.target else { unreachable!("a PostgreSQL store") };
    let mut conn = PgConnection::connect_with(options).await.unwrap();
    sqlx::raw_sql(
        "INSERT INTO event (event_id, name, location_name, location_address, location_post_code, \
        location_contact_number, location_contact_email, map_url) VALUES ('e', '', '', '', '', '', '', '')",
    )
    .execute(&mut conn)
    .await
    .unwrap();
    sqlx::raw_sql(STAGE).execute(&mut conn).await.unwrap();
    if !guarded {
        let find = "SELECT pg_get_functiondef('count_scores'::regproc)";
        let function: String = sqlx::query_scalar(find).fetch_one(&mut conn).await.unwrap();
        let (before, lock) = function.split_once("PERFORM pg_advisory_xact_lock").unwrap();
        let unguarded = format!("{before}{}", lock.split_once(';').unwrap().1);
        sqlx::raw_sql(AssertSqlSafe(unguarded)).execute(&mut conn).await.unwrap();
    }
    let meeting = (!guarded).then(|| Barrier::new(2));
    let one = tablet(options, "a", ["Speed", "Power"], meeting.as_ref());
    let other = tablet(options, "b", ["Power", "Speed"], meeting.as_ref());
    let (one, other) = futures::join!(one, other);
    [one.is_ok(), other.is_ok()]
}

#[tokio::test]
async fn two_tablets_that_send_their_tests_in_opposite_orders_both_succeed() {
    assert_eq!(two_tablets(true).await, [true, true]);
    let unguarded = two_tablets(false).await;
    assert!(unguarded.contains(&false), "without the lock they wait for each other: {unguarded:?}");
}
