//! The schema's history: run once, never changed, never older than the database.

use sixfold_server::db::migrate;
use sixfold_server::db::open::Target;
use sixfold_server::db::{DbError, Engine};
use sixfold_server::on;
use sixfold_tests::{TestStore, on_both};

async fn change(store: &TestStore, sql: &'static str) {
    store
        .db
        .write(move |conn| {
            Box::pin(async move {
                on!(conn, c => sqlx::query(sql).execute(&mut **c).await.map(drop)?);
                Ok::<_, DbError>(())
            })
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

on_both!(two_nodes_may_start_together, |engine| async move {
    let store = TestStore::open(engine).await;
    let (one, two) = futures::join!(store.target.open(), store.target.open());
    assert_eq!((one.unwrap().1, two.unwrap().1), (0, 0));
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
