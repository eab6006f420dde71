//! The file of a SQLite store: only one server opens it, backups and restoring them, and its log.

use std::path::{Path, PathBuf};

use sixfold_server::db::connection::conn::Link;
use sixfold_server::db::engines::open::Target;
use sixfold_server::db::{DbError, Engine, params};
use sixfold_tests::TestStore;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Executor as _};

async fn note(store: &TestStore, topic: &'static str) {
    const INSERT: &str = "INSERT INTO topic_version (topic, version) VALUES ($1, 1)";
    let noted: Result<(), DbError> = store
        .db
        .write(async move |conn| {
            conn.execute(INSERT, params![topic]).await?;
            Ok(())
        })
        .await;
    noted.unwrap();
}

async fn topics(target: &Target) -> Vec<String> {
    let (db, _) = target.open().await.unwrap();
    let topics: Result<Vec<String>, DbError> = db
        .read(async |conn| {
            let Link::Sqlite(c) = &mut conn.link else { unreachable!("a SQLite store") };
            Ok(sqlx::query_scalar("SELECT topic FROM topic_version ORDER BY topic")
                .fetch_all(&mut *c)
                .await?)
        })
        .await;
    db.close().await;
    topics.unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let entries =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = entries.collect();
    names.sort();
    names
}

/// A folder as after a crash: the log still exists beside the file.
fn crashed(folder: &Path) -> tempfile::TempDir {
    let crashed = tempfile::tempdir().unwrap();
    for ending in ["", "-wal", "-shm"] {
        let name = format!("sixfold.db{ending}");
        std::fs::copy(folder.join(&name), crashed.path().join(&name)).unwrap();
    }
    crashed
}

/// A store with a backup that has the note `early` only, not `late`.
async fn backed_up() -> (TestStore, PathBuf) {
    let store = TestStore::open(Engine::Sqlite).await;
    note(&store, "early").await;
    let backup = store.directory.path().join("backup.db");
    store.target.backup(&backup).await.unwrap();
    note(&store, "late").await;
    (store, backup)
}

#[tokio::test]
async fn a_backup_comes_back_and_what_was_there_is_kept() {
    let (store, backup) = backed_up().await;
    let crashed = crashed(store.directory.path());
    let target = Target::Sqlite(crashed.path().join("sixfold.db"));
    let former = target.restore(&backup, "stamp").await.unwrap().unwrap();
    assert_eq!(former, crashed.path().join("sixfold.db.before-restore-stamp"));
    assert_eq!(topics(&target).await, ["early"]);
    assert_eq!(topics(&Target::Sqlite(former)).await, ["early", "late"], "its log went with it");
    assert!(!names(crashed.path()).contains(&"sixfold.db.restoring".to_owned()));
}

#[cfg(unix)]
#[tokio::test]
async fn a_restore_through_a_link_leaves_the_link_and_the_database_on_its_disk() {
    let (store, backup) = backed_up().await;
    let (crashed, place) = (crashed(store.directory.path()), tempfile::tempdir().unwrap());
    let (database, link) = (crashed.path().join("sixfold.db"), place.path().join("sixfold.db"));
    std::os::unix::fs::symlink(&database, &link).unwrap();
    let target = Target::Sqlite(link.clone());
    target.restore(&backup, "stamp").await.unwrap().unwrap();
    assert!(link.is_symlink());
    assert_eq!(topics(&target).await, ["early"]);
    let former = crashed.path().join("sixfold.db.before-restore-stamp");
    assert_eq!(topics(&Target::Sqlite(former)).await, ["early", "late"]);
}

#[tokio::test]
async fn a_restore_that_fails_halfway_leaves_the_database_with_its_log() {
    let (store, backup) = backed_up().await;
    for ending in ["", "-wal", "-shm"] {
        let crashed = crashed(store.directory.path());
        let database = crashed.path().join("sixfold.db");
        std::fs::create_dir(crashed.path().join(format!("sixfold.db.before-restore-stamp{ending}"))).unwrap();
        let target = Target::Sqlite(database);
        let refused = target.restore(&backup, "stamp").await.unwrap_err();
        assert!(refused.contains("nothing was changed"), "{refused}");
        assert_eq!(topics(&target).await, ["early", "late"], "{ending}");
        assert!(!names(crashed.path()).contains(&"sixfold.db.restoring".to_owned()));
    }
}

#[tokio::test]
async fn a_backup_comes_into_a_folder_where_nothing_is() {
    let store = TestStore::open(Engine::Sqlite).await;
    note(&store, "kept").await;
    let backup = store.directory.path().join("backup.db");
    store.target.backup(&backup).await.unwrap();
    let target = Target::Sqlite(store.directory.path().join("new/place.db"));
    assert_eq!(target.restore(&backup, "stamp").await, Ok(None));
    assert_eq!(topics(&target).await, ["kept"]);
}

#[tokio::test]
async fn what_is_no_whole_backup_changes_nothing() {
    let store = TestStore::open(Engine::Sqlite).await;
    note(&store, "kept").await;
    store.db.close().await;
    let folder = store.directory.path();
    let (broken, alien, text) = (folder.join("broken.db"), folder.join("alien.db"), folder.join("text.db"));
    std::fs::write(&text, "not a database, but longer than nothing").unwrap();
    let mut other =
        SqliteConnectOptions::new().filename(&alien).create_if_missing(true).connect().await.unwrap();
    other.execute("CREATE TABLE x (y)").await.unwrap();
    store.target.backup(&broken).await.unwrap();
    let mut bytes = std::fs::read(&broken).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 20_000].fill(7);
    std::fs::write(&broken, bytes).unwrap();
    for (file, told) in [
        (broken, "broken.db"),
        (alien, "it is no database of this program; nothing was changed"),
        (text, "text.db"),
        (folder.join("none.db"), "there is no such file"),
    ] {
        let refused = store.target.restore(&file, "stamp").await.unwrap_err();
        assert!(refused.contains(told), "{refused}");
        assert_eq!(topics(&store.target).await, ["kept"]);
    }
    assert!(!names(folder).iter().any(|name| name.contains("before-restore") || name.contains("restoring")));
}

#[tokio::test]
async fn one_server_has_a_file() {
    let store = TestStore::open(Engine::Sqlite).await;
    let mut first = store.target.lock().unwrap().unwrap();
    assert!(!first.used());
    let second = store.target.lock().unwrap_err();
    assert!(second.contains("a server is running on"), "{second}");
    let backup = store.directory.path().join("backup.db");
    store.target.backup(&backup).await.unwrap();
    let restored = store.target.restore(&backup, "stamp").await.unwrap_err();
    assert!(restored.contains("a server is running on"), "{restored}");
    #[cfg(unix)]
    {
        let Target::Sqlite(path) = &store.target else { unreachable!("an SQLite store") };
        let link = store.directory.path().join("link.db");
        std::os::unix::fs::symlink(path, &link).unwrap();
        let linked = Target::Sqlite(link).lock().unwrap_err();
        assert!(linked.contains("a server is running on"), "{linked}");
    }
    first.note_opened().unwrap();
    drop(first);
    assert!(store.target.lock().unwrap().unwrap().used());
}

#[tokio::test]
async fn a_file_that_is_not_there_is_refused_where_none_may_be_made() {
    let store = TestStore::open(Engine::Sqlite).await;
    store.target.require().unwrap();
    let missing = Target::Sqlite(store.directory.path().join("missing.db"));
    let refused = missing.require().unwrap_err();
    assert!(refused.contains("missing.db is not there"), "{refused}");
    assert!(!store.directory.path().join("missing.db").exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_reader_keeps_the_log_and_that_is_told_while_others_write() {
    let store = TestStore::open(Engine::Sqlite).await;
    let file = store.directory.path().join("sixfold.db");
    let mut reader = SqliteConnectOptions::new().filename(&file).read_only(true).connect().await.unwrap();
    reader.execute("BEGIN").await.unwrap();
    reader.execute("SELECT COUNT(*) FROM topic_version").await.unwrap();
    note(&store, "while somebody reads").await;
    let (told, ()) = futures::join!(store.db.forget_pages(), async {
        for topic in ["a", "b", "c"] {
            note(&store, topic).await;
        }
    });
    assert!(matches!(told, Err(DbError::Busy(_))), "{told:?}");
    reader.execute("ROLLBACK").await.unwrap();
    store.db.forget_pages().await.unwrap();
    assert_eq!(std::fs::metadata(store.directory.path().join("sixfold.db-wal")).unwrap().len(), 0);
}
