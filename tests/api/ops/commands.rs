//! What commands print, and what they leave behind when they cannot do their work.

use sixfold_server::db::engines::open::Target;
use sixfold_server::db::params;

use super::binary::{Served, run};

#[test]
fn nobody_who_reads_the_output_is_needed() {
    let place = tempfile::tempdir().unwrap();
    for shell in ["exec >/dev/full", "exec >&-"] {
        let ended = run(shell, &place.path().join("data"), &["openapi"], "");
        assert!(ended.good && ended.told.is_empty(), "{shell}: {}", ended.told);
    }
}

#[test]
fn a_database_that_is_not_there_is_named() {
    let place = tempfile::tempdir().unwrap();
    let (data, file) = (place.path().join("data"), place.path().join("backup.db"));
    let ended = run(":", &data, &["backup", file.to_str().unwrap()], "");
    assert!(!ended.good && ended.told.contains("sixfold.db is not there"), "{}", ended.told);
    let nowhere = "postgres://somebody@127.0.0.1:1/x";
    let ended = run(":", &data, &["migrate", "--database-url", nowhere], "");
    assert!(!ended.good && ended.told.starts_with("sixfold: --database-url: "), "{}", ended.told);
}

#[tokio::test]
async fn a_backup_that_the_database_cannot_note_is_complete() {
    let place = tempfile::tempdir().unwrap();
    let (data, file) = (place.path().join("data"), place.path().join("backup.db"));
    let ended = run(":", &data, &["migrate"], "");
    assert!(ended.good, "{}", ended.told);
    let (db, _) = Target::Sqlite(data.join("sixfold.db")).open().await.unwrap();
    let no_note =
        "CREATE TRIGGER no_note BEFORE INSERT ON store_fact BEGIN SELECT RAISE(ABORT, 'no note'); END";
    db.write(async move |conn| conn.execute(no_note, params![]).await).await.unwrap();
    db.close().await;
    let ended = run(":", &data, &["backup", file.to_str().unwrap()], "");
    assert!(ended.good && ended.told.contains("could not note the backup"), "{}", ended.told);
    assert!(ended.told.starts_with("Copied ") && file.exists(), "{}", ended.told);
}

#[tokio::test]
async fn a_misspelt_variable_is_warned_of() {
    let place = tempfile::tempdir().unwrap();
    let variables =
        [("SIXFOLD_SITETITLE", "Six"), ("SIXFOLD_SITE_TITLE", "Six"), ("SIXFOLD_RATE_LIMIT", "on")];
    let served = Served::start_in(&variables, &place.path().join("data"), &[]);
    let log = served.log();
    assert!(log.contains("SIXFOLD_SITETITLE: there is no such setting"), "{log}");
    assert_eq!(log.matches("no such setting").count(), 1, "{log}");
}
