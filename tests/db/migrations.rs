//! The schema's history: each migration runs once, never changes, and is never older than the database.

use sixfold_server::db::engines::migrate;
use sixfold_server::db::engines::open::Target;
use sixfold_server::db::{DbError, Engine, params};
use sixfold_tests::{TestStore, on_both, postgres};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{
    AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, PgConnection, SqliteConnection,
};

async fn change(store: &TestStore, sql: &'static str) {
    store
        .db
        .write(async move |conn| {
            conn.execute(sql, params![]).await?;
            Ok::<_, DbError>(())
        })
        .await
        .unwrap();
}

#[tokio::test]
async fn a_new_file_gets_every_migration_and_a_second_start_none() {
    let directory = tempfile::tempdir().unwrap();
    let target = Target::Sqlite(directory.path().join("deep/down/new.db"));
    let (db, applied) = target.open().await.unwrap();
    assert_eq!(applied, migrate::ALL.len());
    db.close().await;
    assert_eq!(target.open().await.unwrap().1, 0);
}

#[test]
fn numbers_rise_by_one_and_names_match_the_files() {
    for (index, migration) in migrate::ALL.iter().enumerate() {
        assert_eq!(usize::try_from(migration.version).unwrap(), index + 1);
        for engine in ["sqlite", "postgres"] {
            let file = format!("../migrations/{engine}/{:04}_{}.sql", migration.version, migration.name);
            assert!(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(&file).exists(), "{file}");
        }
    }
}

on_both!(a_changed_migration_stops_the_start, |engine| async move {
    let store = TestStore::open(engine).await;
    change(&store, "UPDATE schema_migration SET checksum = 'other'").await;
    let error = store.target.open().await.unwrap_err().to_string();
    assert!(error.contains("migration 1 is not the one that was run"), "{error}");
});

on_both!(a_newer_database_stops_the_start, |engine| async move {
    let store = TestStore::open(engine).await;
    change(&store, "INSERT INTO schema_migration (version, name, checksum) VALUES (999, 'future', 'x')")
        .await;
    let error = store.target.open().await.unwrap_err().to_string();
    assert!(error.contains("newer than this program"), "{error}");
});

on_both!(a_migration_that_fails_is_named_without_its_sql, |engine| async move {
    let folder = tempfile::tempdir().unwrap();
    let store = match engine {
        Engine::Sqlite => Target::Sqlite(folder.path().join("sixfold.db")),
        Engine::Postgres => postgres::empty_database().await,
    };
    let in_the_way = "CREATE TABLE account (x TEXT)";
    match &store {
        Target::Sqlite(path) => {
            let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
            options.connect().await.unwrap().execute(in_the_way).await.unwrap();
        }
        Target::Postgres(_) => {
            postgres::connect(&store).await.execute(in_the_way).await.unwrap();
        }
    }
    let error = store.open().await.unwrap_err().to_string();
    assert!(error.starts_with("migration 1 (first_release) failed, nothing was changed: "), "{error}");
    assert!(!error.contains("CREATE") && !error.contains('\n'), "{error}");
});

#[tokio::test]
async fn a_database_in_another_encoding_is_refused_and_stays_empty() {
    let target = postgres::encoded_database("SQL_ASCII").await;
    let error = target.open().await.unwrap_err().to_string();
    assert!(error.contains("SQL_ASCII") && error.contains("UTF8"), "{error}");
    let tables = "SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'public'";
    let count: i64 =
        sqlx::query_scalar(tables).fetch_one(&mut postgres::connect(&target).await).await.unwrap();
    assert_eq!(count, 0);
}

on_both!(two_nodes_may_start_together, |engine| async move {
    let store = TestStore::open(engine).await;
    let (one, two) = futures::join!(store.target.open(), store.target.open());
    assert_eq!((one.unwrap().1, two.unwrap().1), (0, 0));
});

/// Two bookings of a day, as in a store of version 5: one completed with a final and a test, one missed.
const HELD: &str = "INSERT INTO event (event_id, name, location_name, location_address, location_post_code, \
    location_contact_number, location_contact_email, map_url) VALUES ('e', '', '', '', '', '', '', ''); \
    INSERT INTO account (uaid, email, email_lookup, created_at, updated_at) VALUES ('1', '', '', 1, 1); \
    INSERT INTO booking (booking_id, uaid, event_id, status, booking_type, test_date, test_time, code, created_at, \
    created_by, updated_at, completed_at, score_hundredths) VALUES \
    ('a', '1', 'e', 'completed', 'test', '2026-03-05', '10:00', 'A', 1, '1', 1, 1, 5250), \
    ('b', '1', 'e', 'dnt', 'retest', '2026-03-05', '10:00', 'B', 1, '1', 1, NULL, NULL); \
    INSERT INTO result_test (booking_id, test_type, status, score_hundredths, updated_at) \
    VALUES ('a', 'Speed', 'closed', 9990, 1)";
/// What version 6 counts of them, digit by digit: Thursday, 10 o'clock, 2 booked, 1 retest, 1 finished, 1 missed; and
/// for each score its points and its bucket.
const COUNTED: [(&str, &[i64]); 2] = [
    (
        "SELECT CAST(weekday * 1000000 + hour * 10000 + booked * 1000 + retests * 100 + finished * 10 + missed AS BIGINT) \
         FROM slot_tally",
        &[4_102_111],
    ),
    (
        "SELECT CAST(points * 1000 + scores * 100 + b10 * 10 + b19 AS BIGINT) FROM score_tally ORDER BY points",
        &[5_250_110, 9_990_101],
    ),
];

macro_rules! counted {
    ($conn:expr) => {
        for (sql, expected) in COUNTED {
            let told: Vec<i64> = sqlx::query_scalar(sql).fetch_all(&mut $conn).await.unwrap();
            assert_eq!(told, expected);
        }
    };
}

on_both!(what_a_store_holds_already_is_counted_when_the_tallies_come, |engine| async move {
    let (before, tallies) = migrate::ALL.split_at(5);
    match engine {
        Engine::Sqlite => {
            let mut conn = SqliteConnection::connect("sqlite::memory:").await.unwrap();
            for sql in before.iter().map(|step| step.sqlite).chain([HELD, tallies[0].sqlite]) {
                sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut conn).await.unwrap();
            }
            counted!(conn);
        }
        Engine::Postgres => {
            let store = TestStore::open(engine).await;
            let Target::Postgres(options) = &store.target else { unreachable!("a PostgreSQL store") };
            let mut conn = PgConnection::connect_with(options).await.unwrap();
            let start = "CREATE SCHEMA earlier; SET search_path TO earlier, public";
            let steps = before.iter().map(|step| step.postgres).chain([HELD, tallies[0].postgres]);
            for sql in [start].into_iter().chain(steps) {
                sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut conn).await.unwrap();
            }
            counted!(conn);
        }
    }
});

#[tokio::test]
async fn a_backup_is_a_whole_store() {
    let store = TestStore::open(Engine::Sqlite).await;
    change(&store, "INSERT INTO topic_version (topic, version) VALUES ('x', 1)").await;
    let copy = store.directory.path().join("copy.db");
    store.target.backup(&copy).await.unwrap();
    assert_eq!(Target::Sqlite(copy.clone()).open().await.unwrap().1, 0);
    let again = store.target.backup(&copy).await.unwrap_err().to_string();
    assert!(again.contains("exists already"), "{again}");
}
