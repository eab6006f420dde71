//! Jobs on a store that is busy, locked, full or gone: each ends within its limits with an error, and leaves nothing
//! behind.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use sixfold_domain::time::Date;
use sixfold_server::app::jobs::enter_years;
use sixfold_server::db::calendar::schedule;
use sixfold_server::db::{Conn, Db, DbError, Engine, Sql, params};
use sixfold_tests::{TestStore, peer, postgres};
use sqlx::{Connection as _, Executor as _};
use tokio::io::AsyncReadExt as _;
use tokio::sync::Barrier;

const INSERT: &str = "INSERT INTO topic_version (topic, version) VALUES ($1, 1)";
const RAISE: &str = "UPDATE topic_version SET version = version + 1 WHERE topic = $1";

/// Far longer than every limit of the store: only a job that hangs takes this long.
async fn in_time<T>(job: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_mins(1), job).await.expect("the job hangs")
}

async fn raise(conn: &mut Conn, topic: &str) -> Result<(), DbError> {
    conn.execute(RAISE, params![topic]).await
}

/// As behind a proxy that has no primary to lead to.
#[tokio::test]
async fn a_connection_that_is_closed_at_once_is_a_store_that_is_busy() {
    let (proxy, address) = peer::bind().await;
    let url = format!("postgres://postgres@{address}/sixfold");
    // It reads, so that closing is no reset.
    peer::accept(proxy, |mut stream| async move { stream.read_u64().await });
    let error = sqlx::PgConnection::connect(&url).await.unwrap_err();
    assert!(matches!(DbError::from(error), DbError::Busy(_)));
}

async fn with_topics(engine: Engine, topics: &'static [&'static str]) -> TestStore {
    let store = TestStore::open(engine).await;
    let filled: Result<(), DbError> = store
        .db
        .write(async move |conn| {
            for topic in topics {
                conn.execute(INSERT, params![topic]).await?;
            }
            Ok(())
        })
        .await;
    filled.unwrap();
    store
}

/// Runs a statement in a job of its own.
async fn run(db: &Db, sql: &'static str) -> Result<(), DbError> {
    db.write(async move |conn| {
        conn.execute(sql, params![]).await?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_that_meets_a_locked_row_gives_up_and_lets_go() {
    let store = with_topics(Engine::Postgres, &["a", "b"]).await;
    let mut holder = postgres::connect(&store.target).await;
    holder.execute("BEGIN; UPDATE topic_version SET version = 9 WHERE topic = 'a'").await.unwrap();
    let waited: Result<(), DbError> = in_time(store.db.write(async move |conn| {
        raise(conn, "b").await?;
        raise(conn, "a").await
    }))
    .await;
    assert!(matches!(waited, Err(DbError::Busy(_))), "{waited:?}");
    // Its locks are released, though the row that it waited for is still locked.
    in_time(store.db.write(async move |conn| raise(conn, "b").await)).await.unwrap();
    holder.execute("ROLLBACK").await.unwrap();
    in_time(store.db.write(async move |conn| raise(conn, "a").await)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_that_runs_out_of_time_leaves_no_statement_and_no_connection_behind() {
    let store = with_topics(Engine::Postgres, &["a"]).await;
    let late: Result<(), DbError> = in_time(store.db.write(async move |conn| {
        raise(conn, "a").await?;
        conn.execute("SELECT pg_sleep(300)", params![]).await?;
        Ok(())
    }))
    .await;
    assert!(matches!(late, Err(DbError::Busy(_))), "{late:?}");
    in_time(store.db.write(async move |conn| raise(conn, "a").await)).await.unwrap();
    let mut looker = postgres::connect(&store.target).await;
    in_time(async {
        const BUSY: &str = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() \
             AND pid <> pg_backend_pid() AND state <> 'idle'";
        while sqlx::query_scalar::<_, i64>(BUSY).fetch_one(&mut looker).await.unwrap() > 0 {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_connection_has_limits_of_its_own() {
    let store = TestStore::open(Engine::Postgres).await;
    for name in ["lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"] {
        let sql = format!("SELECT current_setting('{name}')");
        let limit: Result<String, DbError> =
            store.db.read(async |conn| conn.scalar(Sql::built(sql), params![]).await).await;
        assert_ne!(limit.unwrap(), "0", "{name}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn holidays_wait_for_everybody_who_is_booking() {
    let store = TestStore::open(Engine::Postgres).await;
    let mut booking = Conn::postgres(postgres::connect(&store.target).await);
    booking.execute("BEGIN", params![]).await.unwrap();
    schedule::lock_shared(&mut booking).await.unwrap();
    let enter = || {
        let today = Date::new(2026, 7, 9).unwrap();
        in_time(store.db.write(async move |conn| enter_years(conn, today, 0).await))
    };
    let early = enter().await;
    assert!(matches!(early, Err(DbError::Busy(_))), "{early:?}");
    booking.execute("COMMIT", params![]).await.unwrap();
    enter().await.unwrap();
}

/// Two jobs that each lock what the other needs next, once both have begun. Returns how often they were run.
async fn crossed(db: &Db) -> usize {
    let (runs, meeting) = (Arc::new(AtomicUsize::new(0)), Arc::new(Barrier::new(2)));
    let job = |first: &'static str, second: &'static str| {
        let (db, runs, meeting) = (db.clone(), runs.clone(), meeting.clone());
        async move {
            db.write(async move |conn| {
                let early = runs.fetch_add(1, Ordering::SeqCst) < 2;
                raise(conn, first).await?;
                if early {
                    meeting.wait().await;
                }
                raise(conn, second).await
            })
            .await
        }
    };
    let (one, other) = Box::pin(in_time(async { futures::join!(job("a", "b"), job("b", "a")) })).await;
    for ended in [one, other] {
        ended.unwrap_or_else(|error: DbError| panic!("{error}"));
    }
    runs.load(Ordering::SeqCst)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_that_lost_a_deadlock_is_run_again() {
    let store = with_topics(Engine::Postgres, &["a", "b"]).await;
    assert_eq!(Box::pin(crossed(&store.db)).await, 3);
    let mut looker = postgres::connect(&store.target).await;
    let versions: Vec<i64> =
        sqlx::query_scalar("SELECT version FROM topic_version WHERE topic IN ('a', 'b')")
            .fetch_all(&mut looker)
            .await
            .unwrap();
    assert_eq!(versions, [3, 3], "each effect once");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_postgres_refuses_for_now_is_busy() {
    let store = TestStore::open(Engine::Postgres).await;
    for code in [
        "40001", "40P01", "55P03", "57014", "57P01", "57P02", "57P03", "53100", "53200", "53300", "25006",
        "08006", "58030",
    ] {
        let sql = format!("DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '{code}'; END $$");
        let refused: Result<(), DbError> = store
            .db
            .read(async |conn| {
                conn.execute(Sql::built(sql), params![]).await?;
                Ok(())
            })
            .await;
        let told = refused.unwrap_err();
        assert!(
            matches!(sixfold_server::http::ApiError::from(told), error if error.status() == 503 && error.retry_after_s().is_some()),
            "{code}"
        );
    }
    let ours = run(&store.db, "SELECT no_such_function()").await;
    assert!(matches!(ours, Err(DbError::Other(_))), "{ours:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sqlite_file_that_is_full_or_read_only_is_busy() {
    const LARGE: &str = "INSERT INTO topic_version (topic, version) VALUES (hex(zeroblob(200000)), 1)";
    let store = TestStore::open(Engine::Sqlite).await;
    run(&store.db, "PRAGMA max_page_count = 1").await.unwrap();
    let full = run(&store.db, LARGE).await;
    assert!(matches!(full, Err(DbError::Busy(_))), "{full:?}");
    run(&store.db, "PRAGMA max_page_count = 4294967294").await.unwrap();
    run(&store.db, LARGE).await.unwrap();
    // Readers' connections are read-only.
    let read_only: Result<(), DbError> = store.db.read(async |conn| raise(conn, "a").await).await;
    assert!(matches!(read_only, Err(DbError::Busy(_))), "{read_only:?}");
}
