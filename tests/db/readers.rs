//! The reading connections of SQLite.

use std::time::Duration;

use sixfold_server::db::{DbError, Engine, params};
use sixfold_tests::TestStore;
use tokio::task::{JoinHandle, JoinSet};

const MOST: i64 = 8;
/// A statement of a few hundred milliseconds.
const LONG: &str = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000) SELECT COUNT(*) FROM n";

async fn one(store: &TestStore) -> Result<i64, DbError> {
    store.db.read(async |conn| conn.scalar("SELECT 1", params![]).await).await
}

#[tokio::test]
async fn more_jobs_than_connections_take_turns() {
    let store = TestStore::open(Engine::Sqlite).await;
    let mut jobs = JoinSet::new();
    for number in 0..100_i64 {
        let db = store.db.clone();
        jobs.spawn(async move {
            db.read(async |conn| conn.scalar::<i64>("SELECT $1 + 1", params![number]).await)
                .await
                .map(|answer| (number, answer))
        });
    }
    let mut answered = 0;
    while let Some(answer) = jobs.join_next().await {
        let (number, answer): (i64, i64) = answer.unwrap().unwrap();
        assert_eq!(answer, number + 1);
        answered += 1;
    }
    assert_eq!(answered, 100);
    let load = store.db.load();
    assert!((1..=MOST).contains(&load.connections), "{load:?}");
    assert_eq!(load.idle, load.connections, "every connection is back");
}

/// A job that runs [`LONG`], once it has begun.
async fn long_job(store: &TestStore) -> JoinHandle<Result<i64, DbError>> {
    let db = store.db.clone();
    let (begun, is_running) = tokio::sync::oneshot::channel();
    let job = tokio::spawn(async move {
        db.read(async |conn| {
            begun.send(()).unwrap();
            conn.scalar(LONG, params![]).await
        })
        .await
    });
    is_running.await.unwrap();
    job
}

#[tokio::test]
async fn a_job_that_is_cut_off_takes_no_connection_with_it() {
    let store = TestStore::open(Engine::Sqlite).await;
    for _ in 0..MOST {
        let job = long_job(&store).await;
        tokio::task::yield_now().await;
        job.abort();
        assert!(job.await.unwrap_err().is_cancelled());
    }
    // Each when its statement has ended.
    let back = async {
        while store.db.load().idle < store.db.load().connections {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), back).await.expect("every connection comes back");
    assert_eq!(store.db.load().connections, MOST);
    assert_eq!(one(&store).await.unwrap(), 1);
}

#[tokio::test]
async fn a_job_that_panics_takes_no_connection_with_it() {
    let store = TestStore::open(Engine::Sqlite).await;
    for _ in 0..2 * MOST {
        let db = store.db.clone();
        let job = async move {
            let read: Result<(), DbError> = db.read(async |_| panic!("as a test wants it")).await;
            read
        };
        assert!(tokio::spawn(job).await.unwrap_err().is_panic());
    }
    assert_eq!(one(&store).await.unwrap(), 1);
}

#[tokio::test]
async fn closing_waits_for_the_last_job_and_refuses_the_next() {
    let store = TestStore::open(Engine::Sqlite).await;
    let job = long_job(&store).await;
    store.db.close().await;
    assert_eq!(job.await.unwrap().unwrap(), 3_000_000);
    assert_eq!(store.db.load().connections, 0, "its connection was closed with the others");
    assert!(matches!(one(&store).await, Err(DbError::Busy(_))), "{:?}", one(&store).await);
}
