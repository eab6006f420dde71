//! Copying a store between the engines: interrupted anywhere it goes on, every value arrives, triggers count nothing
//! twice, and the comparison at the end notices a single changed value.

use std::time::Duration;

use sixfold_server::db::engines::open::Target;
use sixfold_server::db::engines::postgres::PostgresSettings;
use sixfold_server::db::topic::topics::Topics;
use sixfold_server::db::upkeep::copy::{Compared, StoreCopy};
use sixfold_server::db::{Db, DbError, Engine, LONG_JOB_LIMIT, Sql, params};
use sixfold_tests::{TestStore, eventually, postgres};

const WAYS: [(Engine, Engine); 4] = [
    (Engine::Sqlite, Engine::Postgres),
    (Engine::Postgres, Engine::Sqlite),
    (Engine::Sqlite, Engine::Sqlite),
    (Engine::Postgres, Engine::Postgres),
];
/// More than two batches.
const PEOPLE: i64 = 1_200;
const PICTURES: i64 = 45;

/// Rows `1..=PEOPLE`.
const NUMBERS: &str =
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200) INSERT INTO";

async fn run(db: &Db, statements: Vec<String>) {
    let done = db.write_within(LONG_JOB_LIMIT, async move |conn| {
        for sql in statements {
            conn.execute(Sql::built(sql), params![]).await?;
        }
        Ok(())
    });
    done.await.unwrap_or_else(|error: DbError| panic!("{error}"));
}

/// A store with finals, tests, scores, pictures and values at the edge of what a column holds. Its triggers have filled the
/// tallies, the changes of boards and the search index.
async fn filled(engine: Engine) -> TestStore {
    let store = TestStore::open(engine).await;
    run(
        &store.db,
        vec![
            "INSERT INTO event (event_id, name, location_name, location_address, location_post_code, location_contact_number, \
             location_contact_email, map_url) VALUES ('e', 'Zoë''s \"Academy\"', '', ' ', 'SW6', '', '', '')"
                .to_owned(),
            format!(
                "{NUMBERS} account (uaid, email, email_lookup, created_at, updated_at, first_name, is_competitor, deleted_at) \
                 SELECT CAST(100000 + i AS TEXT), CAST(i AS TEXT) || '@x.example', CAST(i AS TEXT) || '@x.example', i, i, \
                 CASE WHEN i % 3 = 0 THEN 'Åsa 🏃' ELSE 'Robin' END, i % 2 = 0, CASE WHEN i % 100 = 0 THEN i END FROM n"
            ),
            format!(
                "{NUMBERS} booking (booking_id, uaid, event_id, status, booking_type, test_date, test_time, code, held, \
                 score_hundredths, created_at, created_by, updated_at, completed_at) SELECT 'b' || CAST(i AS TEXT), \
                 CAST(100000 + i AS TEXT), 'e', 'completed', 'test', CASE WHEN i % 2 = 0 THEN '2026-03-05' ELSE '2026-03-06' END, \
                 '10:00', 'ABCDEF', i % 10 = 0, i, i, 'x', i, i FROM n"
            ),
            format!(
                "{NUMBERS} result_test (booking_id, test_type, status, score_hundredths, updated_at) \
                 SELECT 'b' || CAST(i AS TEXT), 'Speed', 'closed', i, i FROM n"
            ),
            // The search index is written again, and with a row that is not the newest.
            "UPDATE account SET last_name = 'Field' WHERE uaid = '100007'".to_owned(),
            "INSERT INTO topic_version (topic, version) VALUES ('', -9223372036854775808), ('ä''\"\n', 9223372036854775807)"
                .to_owned(),
        ],
    )
    .await;
    for number in 0..PICTURES {
        let done = store.db.write(async move |conn| {
            const IMAGE: &str = "INSERT INTO content_image (library_id, image_id, name, width, height, created_at) \
                 VALUES ('l', $1, '', 1, 1, 1)";
            const RENDITION: &str = "INSERT INTO content_image_rendition (library_id, image_id, width, quality, body) \
                 VALUES ('l', $1, $2, 75, $3)";
            let id = format!("i{number}");
            // Zero bytes, bytes that are no text, and nothing at all.
            let body: Vec<u8> = (0..number).map(|byte| u8::try_from(byte * 7 % 256).unwrap()).collect();
            conn.execute(IMAGE, params![id]).await?;
            conn.execute(RENDITION, params![id, number, body]).await
        });
        done.await.unwrap_or_else(|error: DbError| panic!("{error}"));
    }
    store.db.close().await;
    store
}

/// Where a copy goes: a database with the schema and nothing in it.
async fn empty(engine: Engine) -> TestStore {
    let store = TestStore::open(engine).await;
    store.db.close().await;
    store
}

async fn begin(from: &TestStore, to: &TestStore) -> StoreCopy {
    StoreCopy::begin(&from.target, &to.target).await.unwrap()
}

async fn refusal(from: &Target, to: &Target) -> String {
    StoreCopy::begin(from, to).await.expect_err("a refusal").to_string()
}

/// Copies up to `most` batches; returns how many there were.
async fn steps(copy: &mut StoreCopy, most: usize) -> usize {
    let mut count = 0;
    while count < most && copy.step().await.unwrap() {
        count += 1;
    }
    count
}

async fn number(target: &Target, sql: &'static str) -> i64 {
    let (db, _) = target.open().await.unwrap();
    let number: Result<i64, DbError> = db.read(async |conn| conn.scalar(sql, params![]).await).await;
    db.close().await;
    number.unwrap_or_else(|error| panic!("{sql}: {error}"))
}

fn different(compared: &[Compared]) -> Vec<&str> {
    compared.iter().filter(|table| !table.is_same()).map(|table| table.table.as_str()).collect()
}

fn rows(compared: &[Compared], table: &str) -> u64 {
    compared.iter().find(|compared| compared.table == table).unwrap().target.rows
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_that_is_interrupted_goes_on_where_it_stopped() {
    for (from, to) in WAYS {
        let (source, whole, torn) = (filled(from).await, empty(to).await, empty(to).await);
        let mut copy = begin(&source, &whole).await;
        let all = steps(&mut copy, usize::MAX).await;
        assert!(all > 20, "{all} batches");
        let compared = copy.finish().await.unwrap();
        assert_eq!(different(&compared), [""; 0], "{from:?} to {to:?}");
        assert_eq!(rows(&compared, "account"), 1_200);
        assert_eq!(rows(&compared, "account_search"), 1_188);
        assert_eq!(rows(&compared, "content_image_rendition"), 45);

        // Stopped after 1, 2, 3 … batches; no batch is copied twice.
        let (mut done, mut most) = (0, 1);
        loop {
            let mut copy = begin(&source, &torn).await;
            let more = steps(&mut copy, most).await;
            done += more;
            if more < most {
                assert_eq!(copy.finish().await.unwrap(), compared, "{from:?} to {to:?}");
                break;
            }
            drop(copy);
            let refused = torn.target.open().await.unwrap_err().to_string();
            assert!(refused.contains("a copy that is not finished"), "{refused}");
            most += 1;
        }
        assert_eq!(done, all, "{from:?} to {to:?}");

        // What an engine derives is there, and its triggers and numbers go on.
        assert_eq!(number(&torn.target, "SELECT CAST(SUM(booked) AS BIGINT) FROM slot_tally").await, PEOPLE);
        let refused = refusal(&source.target, &torn.target).await;
        assert!(refused.starts_with("--to: holds data already ("), "{refused}");
        let (db, applied) = torn.target.open().await.unwrap();
        assert_eq!(applied, 0);
        run(
            &db,
            vec![
                "INSERT INTO account (uaid, email, email_lookup, created_at, updated_at, first_name) \
                 VALUES ('1', 'new@x.example', 'new@x.example', 1, 1, 'Newcomer')"
                    .to_owned(),
                "INSERT INTO booking (booking_id, uaid, event_id, status, booking_type, test_date, test_time, code, created_at, \
                 created_by, updated_at, score_hundredths) \
                 VALUES ('new', '1', 'e', 'completed', 'test', '2026-03-05', '10:00', 'ABCDEF', 1, 'x', 1, 9999)"
                    .to_owned(),
            ],
        )
        .await;
        db.close().await;
        for (sql, expected) in [
            ("SELECT CAST(SUM(booked) AS BIGINT) FROM slot_tally", PEOPLE + 1),
            (
                "SELECT CAST(SUM(scores) AS BIGINT) FROM score_tally WHERE test_type = 'final'",
                PEOPLE * 9 / 10 + 1,
            ),
            (
                "SELECT MAX(version) FROM topic_version WHERE topic = 'leaderboard'",
                match from {
                    Engine::Sqlite => PEOPLE + 2,
                    // One version for each transaction.
                    Engine::Postgres => 2,
                },
            ),
            (
                "SELECT COUNT(*) FROM account_search s WHERE s.uaid = '1' AND s.search_id > (SELECT MAX(o.search_id) \
              FROM account_search o WHERE o.uaid <> '1')",
                1,
            ),
        ] {
            assert_eq!(number(&torn.target, sql).await, expected, "{from:?} to {to:?}: {sql}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_change_of_the_target_is_noticed() {
    let source = filled(Engine::Sqlite).await;
    for (table, sql) in [
        ("account", "UPDATE account SET is_competitor = NOT is_competitor WHERE uaid = '100500'"),
        ("account", "UPDATE account SET registered_at = 0 WHERE uaid = '100500'"),
        ("slot_tally", "UPDATE slot_tally SET booked = booked + 1 WHERE test_date = '2026-03-05'"),
        ("content_image_rendition", "UPDATE content_image_rendition SET body = 'x' WHERE image_id = 'i0'"),
        ("result_test", "DELETE FROM result_test WHERE booking_id = 'b700'"),
        ("topic_version", "INSERT INTO topic_version (topic, version) VALUES ('x', 1)"),
    ] {
        let target = empty(Engine::Postgres).await;
        let mut copy = begin(&source, &target).await;
        steps(&mut copy, usize::MAX).await;
        let mut conn = postgres::connect(&target.target).await;
        sqlx::query("SET session_replication_role = replica").execute(&mut conn).await.unwrap();
        sqlx::query(sql).execute(&mut conn).await.unwrap();
        let compared = copy.finish().await.unwrap();
        assert_eq!(different(&compared), [table], "{sql}");
        let refused = target.target.open().await.unwrap_err().to_string();
        assert!(refused.contains("a copy that is not finished"), "{refused}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_is_for_an_empty_database_and_a_store_of_this_version() {
    let (source, target) = (filled(Engine::Sqlite).await, empty(Engine::Postgres).await);
    let refused = refusal(&source.target, &source.target).await;
    assert_eq!(refused, "--to: is the database of --from");
    let missing = Target::Sqlite(source.directory.path().join("missing.db"));
    let refused = refusal(&missing, &target.target).await;
    assert!(refused.starts_with("--from: ") && refused.contains("missing.db is not there"), "{refused}");

    // Data of its own.
    let other = filled(Engine::Postgres).await;
    let refused = refusal(&source.target, &other.target).await;
    assert!(refused.starts_with("--to: holds data already"), "{refused}");
    let alien = empty(Engine::Postgres).await;
    let mut conn = postgres::connect(&alien.target).await;
    sqlx::raw_sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE TABLE theirs (id BIGINT)")
        .execute(&mut conn)
        .await
        .unwrap();
    let refused = refusal(&source.target, &alien.target).await;
    assert_eq!(refused, "--to: holds tables of another program: take an empty database");

    // A copy of another database that was interrupted.
    drop(begin(&source, &target).await);
    let refused = refusal(&other.target, &target.target).await;
    assert!(refused.starts_with("--to: holds an unfinished copy of sqlite:/"), "{refused}");
    assert!(refused.contains("sixfold.db, as it was then"), "{refused}");
    let refused = refusal(&target.target, &empty(Engine::Sqlite).await.target).await;
    assert!(refused.starts_with("--from: it is a copy that is not finished"), "{refused}");

    // An earlier schema and a later one.
    for (sql, told) in [
        (
            "DELETE FROM schema_migration WHERE version = (SELECT MAX(version) FROM schema_migration)",
            "of an earlier version",
        ),
        (
            "INSERT INTO schema_migration (version, name, checksum) VALUES (900, 'later', '')",
            "newer than this program",
        ),
        ("DELETE FROM schema_migration", "it is no database of this program"),
    ] {
        for engine in [Engine::Sqlite, Engine::Postgres] {
            let source = TestStore::open(engine).await;
            run(&source.db, vec![sql.to_owned()]).await;
            source.db.close().await;
            let refused = refusal(&source.target, &empty(Engine::Sqlite).await.target).await;
            assert!(refused.starts_with("--from: ") && refused.contains(told), "{refused}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_keeps_copies_off_its_database() {
    let (lite, target) = (empty(Engine::Sqlite).await, empty(Engine::Sqlite).await);
    for (from, to, flag) in [(&lite, &target, "--from"), (&target, &lite, "--to")] {
        let lock = lite.target.lock().unwrap();
        let refused = refusal(&from.target, &to.target).await;
        assert!(refused.starts_with(&format!("{flag}: a server is running on ")), "{refused}");
        drop(lock);
    }

    let large = TestStore::open(Engine::Postgres).await;
    let Target::Postgres(options) = &large.target else { unreachable!() };
    let settings = PostgresSettings { listen: Some((**options).clone()), ..PostgresSettings::default() };
    let (node, _) = large.target.open_with(&settings).await.unwrap();
    // Versions are read more often than a connection can be made: that must not end the making of one.
    let server = tokio::spawn(Topics::new(node.clone()).follow(Duration::from_millis(1)));
    let mut conn = postgres::connect(&large.target).await;
    let first = listens(&mut conn, 0).await;
    for (from, to, flag) in [(&large, &target, "--from"), (&target, &large, "--to")] {
        let refused = refusal(&from.target, &to.target).await;
        assert_eq!(
            refused,
            format!("{flag}: a server, or another copy, has this database open: stop it first")
        );
    }
    // A connection that was lost is made again, and the lock with it.
    let end = sqlx::query_scalar::<_, bool>("SELECT pg_terminate_backend($1)").bind(first);
    assert!(end.fetch_one(&mut conn).await.unwrap());
    listens(&mut conn, first).await;
    assert!(refusal(&large.target, &target.target).await.contains("has this database open"));

    server.abort();
    server.await.ok();
    node.close().await;
    large.db.close().await;
    let copy = begin(&large, &target).await;
    let second = empty(Engine::Sqlite).await;
    assert!(refusal(&large.target, &second.target).await.contains("or another copy"), "one copy at a time");
    assert_eq!(different(&copy.finish().await.unwrap()), [""; 0]);
}

/// Waits until a connection other than one has a server's lock; returns its process.
async fn listens(conn: &mut sqlx::PgConnection, other_than: i32) -> i32 {
    const HOLDER: &str = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = 6008 AND pid <> $1 \
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    eventually("no server has the lock", async || {
        sqlx::query_scalar(HOLDER).bind(other_than).fetch_optional(&mut *conn).await.unwrap()
    })
    .await
}
