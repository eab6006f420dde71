//! Writing jobs: each is stored completely or not at all, whatever happens to the others of its group.

use std::time::Duration;

use futures::future::join_all;
use sixfold_server::db::connection::conn::Link;
use sixfold_server::db::{Conn, Db, DbError, Engine, LONG_JOB_LIMIT, params};
use sixfold_tests::{TestStore, both};

const INSERT: &str = "INSERT INTO topic_version (topic, version) VALUES ($1, $2)";

async fn insert(conn: &mut Conn, topic: &str) -> Result<(), DbError> {
    conn.execute(INSERT, params![topic, 1_i64]).await
}

/// Inserts a topic in a job of its own.
async fn insert_alone(db: &Db, topic: &'static str) {
    let job = db.write::<(), DbError>(async move |conn| insert(conn, topic).await);
    job.await.unwrap();
}

async fn topics(db: &Db) -> Vec<String> {
    const SQL: &str = "SELECT topic FROM topic_version ORDER BY topic";
    db.read(async |conn| conn.scalars::<String>(SQL, params![]).await).await.unwrap()
}

both! {
    from TestStore::open;

    async fn a_failing_job_is_undone_and_hurts_nobody_else(store) {
        let jobs = (0..200).map(|number: u32| {
            let db = store.db.clone();
            async move {
                let topic = format!("t{number:03}");
                let result: Result<(), DbError> = db
                    .write(async move |conn| {
                        insert(conn, &topic).await?;
                        if number.is_multiple_of(3) { Err(DbError::NotFound) } else { Ok(()) }
                    })
                    .await;
                (number, result)
            }
        });
        for (number, result) in join_all(jobs).await {
            assert_eq!(result.is_err(), number.is_multiple_of(3), "{number}: {result:?}");
        }
        let wanted: Vec<String> = (0..200_u32)
            .filter(|number| !number.is_multiple_of(3))
            .map(|number| format!("t{number:03}"))
            .collect();
        assert_eq!(topics(&store.db).await, wanted);
    }

    async fn jobs_of_one_group_do_not_touch_each_other_however_they_begin(store) {
        insert_alone(&store.db, "there").await;
        let jobs = (0..300).map(|number: u32| {
            let db = store.db.clone();
            async move {
                let topic = format!("t{number:03}");
                let result: Result<(), DbError> = db
                    .write(async move |conn| {
                        match number % 6 {
                            // Nothing at all, with either outcome.
                            0 => Ok(()),
                            1 => Err(DbError::NotFound),
                            // The first statement fails; the job goes on, or ends.
                            2 => {
                                insert(conn, "there").await.unwrap_err();
                                Err(DbError::NotFound)
                            }
                            3 => insert(conn, "there").await,
                            // Undone after a statement that worked.
                            4 => {
                                insert(conn, &topic).await?;
                                Err(DbError::NotFound)
                            }
                            _ => insert(conn, &topic).await,
                        }
                    })
                    .await;
                (number, result)
            }
        });
        for (number, result) in join_all(jobs).await {
            assert_eq!(result.is_ok(), matches!(number % 6, 0 | 5), "{number}: {result:?}");
        }
        let stored = (0..300_u32).filter(|number| number % 6 == 5).map(|number| format!("t{number:03}"));
        let wanted: Vec<String> = stored.chain(["there".to_owned()]).collect();
        assert_eq!(topics(&store.db).await, wanted);
    }

    async fn a_violated_constraint_is_a_conflict_and_undoes_its_job_alone(store) {
        let write = |first: &'static str, second: &'static str| {
            let db = store.db.clone();
            async move {
                db.write(async move |conn| {
                    insert(conn, first).await?;
                    insert(conn, second).await
                })
                .await
            }
        };
        write("a", "b").await.unwrap();
        let refused: Result<(), DbError> = write("c", "a").await;
        assert!(matches!(refused, Err(DbError::Conflict(_))), "{refused:?}");
        write("d", "e").await.unwrap();
        assert_eq!(topics(&store.db).await, ["a", "b", "d", "e"]);
    }

    async fn a_panic_in_a_job_is_caught(store) {
        let panicking = store.db.write::<(), DbError>(async move |conn| {
            insert(conn, "gone").await?;
            panic!("on purpose");
        });
        let fine = store.db.write::<(), DbError>(async move |conn| insert(conn, "kept").await);
        let (panicked, fine) = futures::join!(panicking, fine);
        assert!(matches!(panicked, Err(DbError::Other(_))), "{panicked:?}");
        fine.unwrap();
        insert_alone(&store.db, "later").await;
        assert_eq!(topics(&store.db).await, ["kept", "later"]);
    }

    async fn a_job_that_takes_too_long_is_undone(store) {
        let slow: Result<(), DbError> = store
            .db
            .write(async move |conn| {
                insert(conn, "slow").await?;
                tokio::time::sleep(sixfold_server::db::JOB_LIMIT * 3).await;
                Ok(())
            })
            .await;
        assert!(matches!(slow, Err(DbError::Busy(_))), "{slow:?}");
        insert_alone(&store.db, "next").await;
        assert_eq!(topics(&store.db).await, ["next"]);
    }

    async fn a_job_may_have_a_limit_of_its_own(store) {
        let slow = |limit| {
            store.db.write_within::<(), DbError>(limit, async move |conn| {
                insert(conn, "slow").await?;
                tokio::time::sleep(Duration::from_millis(200)).await;
                Ok(())
            })
        };
        let cut_off = slow(Duration::from_millis(20)).await;
        assert!(matches!(cut_off, Err(DbError::Busy(_))), "{cut_off:?}");
        assert!(topics(&store.db).await.is_empty());
        slow(LONG_JOB_LIMIT).await.unwrap();
    }

    async fn two_servers_on_one_store_take_turns(store) {
        let (other, _) = store.target.open().await.unwrap();
        let jobs = (0..100).map(|number: u32| {
            let db = if number.is_multiple_of(2) { store.db.clone() } else { other.clone() };
            async move {
                let topic = format!("t{number:03}");
                db.write::<(), DbError>(async move |conn| insert(conn, &topic).await).await
            }
        });
        for result in join_all(jobs).await {
            result.unwrap();
        }
        assert_eq!(topics(&store.db).await.len(), 100);
    }

    async fn what_was_answered_is_there_after_closing(store) {
        insert_alone(&store.db, "kept").await;
        store.db.close().await;
        let (again, applied) = store.target.open().await.unwrap();
        assert_eq!(applied, 0);
        assert_eq!(topics(&again).await, ["kept"]);
    }
}

/// A job that is cut off while its first statement runs: nobody knows whether its savepoint was begun.
#[tokio::test]
async fn a_statement_that_does_not_end_takes_nothing_that_was_answered() {
    const ENDLESS: &str = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000000) \
        SELECT COUNT(*) FROM n";
    let store = TestStore::open(Engine::Sqlite).await;
    let jobs = (0..9).map(|number: u32| {
        let db = store.db.clone();
        async move {
            let topic = format!("t{number}");
            let result: Result<(), DbError> = db
                .write(async move |conn| match number {
                    4 => conn.scalar::<i64>(ENDLESS, params![]).await.map(drop),
                    _ => insert(conn, &topic).await,
                })
                .await;
            (format!("t{number}"), result)
        }
    });
    let results = join_all(jobs).await;
    assert!(matches!(results[4].1, Err(DbError::Busy(_))), "{:?}", results[4]);
    let answered: Vec<String> =
        results.into_iter().filter(|(_, result)| result.is_ok()).map(|(topic, _)| topic).collect();
    assert_eq!(topics(&store.db).await, answered);
    insert_alone(&store.db, "next").await;
}

#[tokio::test]
async fn a_reader_of_sqlite_cannot_write() {
    let store = TestStore::open(Engine::Sqlite).await;
    let written: Result<(), DbError> = store.db.read(async |conn| insert(conn, "never").await).await;
    assert!(written.is_err());
    assert!(topics(&store.db).await.is_empty());
}

#[tokio::test]
async fn sqlite_syncs_every_commit() {
    let store = TestStore::open(Engine::Sqlite).await;
    let settings = store
        .db
        .write(async move |conn| {
            let Link::Sqlite(c) = &mut conn.link else { unreachable!("a SQLite store") };
            let journal: String = sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&mut *c).await?;
            let sync: i64 = sqlx::query_scalar("PRAGMA synchronous").fetch_one(&mut *c).await?;
            let keys: i64 = sqlx::query_scalar("PRAGMA foreign_keys").fetch_one(&mut *c).await?;
            Ok::<_, DbError>((journal, sync, keys))
        })
        .await
        .unwrap();
    assert_eq!(settings, ("wal".to_owned(), 2, 1));
}
