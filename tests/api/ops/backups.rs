//! Scheduled backups: made when one is due, the newest kept, and a failure that stops nothing.

use std::path::{Path, PathBuf};

use sixfold_server::app::jobs::{self, back_up_if_due};
use sixfold_server::app::metrics;
use sixfold_server::db::engines::open::Target;
use sixfold_server::mail::deliver::Transport;
use sixfold_tests::{Client, Engine, PATIENCE, TestApp, TestStore, until};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};

use super::binary::{Ended, Served, run};
use crate::event::stage::{DAY, TIME, booked, week};

/// A server that makes a backup every hour and keeps two.
async fn hourly(directory: &Path) -> TestApp {
    let directory = directory.to_owned();
    TestApp::spawn_with(Engine::Sqlite, move |flags| {
        flags.backups.backup_every = Some("1h".to_owned());
        flags.backups.backup_dir = Some(directory);
        flags.backups.backup_keep = 2;
    })
    .await
}

async fn made(app: &TestApp) -> PathBuf {
    back_up_if_due(&app.state).await.unwrap().expect("a backup is due")
}

fn names(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn private(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::metadata(file).unwrap().permissions().mode() & 0o777 == 0o600
}

async fn ready(app: &TestApp) -> (u16, String) {
    let reply = app.client().get("/readyz").await;
    (reply.status.as_u16(), reply.text())
}

// RULES 14.1
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_is_made_when_one_is_due_and_the_newest_are_kept() {
    let place = tempfile::tempdir().unwrap();
    let app = hourly(place.path()).await;
    app.set_schedule(week(4)).await;
    // Others' files, one with a name that ours could have.
    for name in ["notes.txt", "sixfold-20200101T000000Z.db", "sixfold-20200101T000000Z.db.partial"] {
        std::fs::write(place.path().join(name), "theirs").unwrap();
    }
    let theirs = names(place.path());
    booked(&app.athlete().await, DAY, TIME).await;
    let first = made(&app).await;
    assert_eq!(first, place.path().join("sixfold-20260302T090000Z.db"));
    assert!(private(&first));
    assert_eq!(app.scalar("SELECT COUNT(*) FROM store_fact WHERE name = 'backed-up'").await, 1);
    app.pass_minutes(59);
    assert_eq!(back_up_if_due(&app.state).await, Ok(None));
    for (minutes, kept) in [
        (1, ["sixfold-20260302T090000Z.db", "sixfold-20260302T100000Z.db"]),
        (61, ["sixfold-20260302T100000Z.db", "sixfold-20260302T110100Z.db"]),
        (600, ["sixfold-20260302T110100Z.db", "sixfold-20260302T210100Z.db"]),
    ] {
        app.pass_minutes(minutes);
        made(&app).await;
        let ours: Vec<String> =
            names(place.path()).into_iter().filter(|name| !theirs.contains(name)).collect();
        assert_eq!(ours, kept);
    }
    assert!(theirs.iter().all(|name| place.path().join(name).exists()), "{:?}", names(place.path()));
    // A file of somebody else that has the next name is left as it is.
    app.pass_minutes(60);
    let taken = place.path().join("sixfold-20260302T220100Z.db");
    std::fs::write(&taken, "theirs").unwrap();
    assert!(back_up_if_due(&app.state).await.unwrap_err().contains("exists already"));
    assert_eq!(std::fs::read_to_string(taken).unwrap(), "theirs");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_holds_what_was_there_and_another_database_leaves_it_alone() {
    let place = tempfile::tempdir().unwrap();
    let app = hourly(place.path()).await;
    app.set_schedule(week(4)).await;
    booked(&app.athlete().await, DAY, TIME).await;
    let backup = made(&app).await;
    booked(&app.athlete().await, DAY, TIME).await;

    let directory = tempfile::tempdir().unwrap();
    let target = Target::Sqlite(directory.path().join("sixfold.db"));
    target.restore(&backup, "stamp").await.unwrap();
    let store = TestStore::at(target, directory).await;
    let now_ms = app.state.clock.now_ms();
    let trial = TestApp::on(store, now_ms, |flags| {
        flags.backups.backup_every = Some("1h".to_owned());
        flags.backups.backup_dir = Some(place.path().to_owned());
        flags.backups.backup_keep = 1;
    });
    assert_eq!((trial.count("booking").await, app.count("booking").await), (1, 2));
    for _ in 0..3 {
        trial.pass_minutes(60);
        made(&trial).await;
    }
    assert!(backup.exists(), "it is of another database");
    assert_eq!(names(place.path()).len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_fails_is_told_and_stops_nothing() {
    let place = tempfile::tempdir().unwrap();
    let (directory, aside) = (place.path().join("backups"), place.path().join("aside"));
    std::fs::create_dir(&directory).unwrap();
    let app = hourly(&directory).await;
    app.set_schedule(week(4)).await;
    let first = made(&app).await;
    app.pass_minutes(60);
    // A disk that is gone: what is in its place is no directory.
    std::fs::rename(&directory, &aside).unwrap();
    std::fs::write(&directory, "").unwrap();
    assert!(back_up_if_due(&app.state).await.is_err());
    let (status, told) = ready(&app).await;
    assert_eq!(status, 200);
    assert!(
        told.starts_with("ready\nwarning: the scheduled backup failed: ") && told.lines().count() == 2,
        "{told}"
    );
    booked(&app.athlete().await, DAY, TIME).await;
    std::fs::remove_file(&directory).unwrap();
    assert!(back_up_if_due(&app.state).await.is_err(), "no directory is made where a disk should be");
    assert!(!directory.exists());

    std::fs::rename(&aside, &directory).unwrap();
    made(&app).await;
    assert_eq!(ready(&app).await, (200, "ready".to_owned()));
    assert!(first.exists(), "a failure has removed nothing");

    // What a crash leaves of a backup goes with the next one.
    let partial = directory.join("sixfold-20260302T103000Z.db.partial");
    std::fs::write(&partial, "half").unwrap();
    app.execute(
        "UPDATE store_fact SET value = replace(value, '\"at\":[', '\"at\":[1772447400000,') WHERE name = 'scheduled-backups'",
    )
    .await;
    app.pass_minutes(60);
    made(&app).await;
    assert!(!partial.exists(), "{:?}", names(&directory));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_removed_is_tried_again_before_the_next_backup() {
    let place = tempfile::tempdir().unwrap();
    let app = hourly(place.path()).await;
    made(&app).await;
    app.pass_minutes(60);
    made(&app).await;
    // What a crash left, as a directory: removing it as a file fails, even for root.
    let partial = place.path().join("sixfold-20260302T103000Z.db.partial");
    std::fs::create_dir(&partial).unwrap();
    app.execute(
        "UPDATE store_fact SET value = replace(value, '\"at\":[', '\"at\":[1772447400000,') WHERE name = 'scheduled-backups'",
    )
    .await;
    app.pass_minutes(60);
    for _ in 0..2 {
        assert!(back_up_if_due(&app.state).await.unwrap_err().contains("cannot be removed"));
        let (status, told) = ready(&app).await;
        assert!(status == 200 && told.contains("cannot be removed"), "{told}");
        app.pass_minutes(10);
    }
    std::fs::remove_dir(&partial).unwrap();
    assert_eq!(back_up_if_due(&app.state).await, Ok(None));
    assert_eq!(ready(&app).await, (200, "ready".to_owned()));
    assert_eq!(names(place.path()), ["sixfold-20260302T100000Z.db", "sixfold-20260302T110000Z.db"]);
    let listed = app.texts("SELECT value FROM store_fact WHERE name = 'scheduled-backups'").await;
    assert!(!listed[0].as_ref().unwrap().contains("1772447400000"), "{listed:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failure_is_counted() {
    let place = tempfile::tempdir().unwrap();
    let app = hourly(&place.path().join("gone")).await;
    let running = jobs::start(&app.state, Transport::from_config(None, app.data_dir()).unwrap());
    let metrics = Client::new(metrics::router(app.state.clone()));
    let series = "sixfold_background_job_failures_total{name=\"backups\"} 1";
    until("it is not counted", async || metrics.get("/metrics").await.text().contains(series)).await;
    running.stop(PATIENCE).await;
}

// RULES 1.3
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_removed_while_the_clock_is_in_doubt() {
    let place = tempfile::tempdir().unwrap();
    let app = hourly(place.path()).await;
    let compare =
        async || app.state.clock_guard.compare(&app.state.db, app.state.clock.now_ms()).await.unwrap();
    for _ in 0..2 {
        assert_eq!(compare().await, None);
        made(&app).await;
        app.pass_minutes(60);
    }
    app.pass_minutes(60 * 24 * 400);
    assert!(compare().await.is_some());
    made(&app).await;
    assert_eq!(names(place.path()).len(), 3);
    assert_eq!(back_up_if_due(&app.state).await, Ok(None));
    assert_eq!(names(place.path()).len(), 3);
    // Back at the right time, a backup of a day to come neither counts as made nor keeps others from being made.
    app.pass_minutes(-60 * 24 * 400);
    assert_eq!(compare().await, None);
    let right = made(&app).await;
    assert!(right.exists());
    assert_eq!(names(place.path()).len(), 2);
}

#[track_caller]
fn refused(ended: &Ended, setting: &str) {
    assert!(!ended.good, "{setting}: {}", ended.told);
    let lines: Vec<&str> = ended.told.trim_end().lines().collect();
    assert!(
        lines.last().is_some_and(|line| line.starts_with(&format!("sixfold: {setting}: "))),
        "{}",
        ended.told
    );
    assert!(!ended.told.contains("passw0rd"), "{}", ended.told);
}

#[tokio::test]
async fn a_restore_names_what_was_deleted_after_the_backup() {
    let place = tempfile::tempdir().unwrap();
    let (data, backup) = (place.path().join("data"), place.path().join("backup.db"));
    let fine = |arguments: &[&str]| {
        let ended = run(":", &data, arguments, "");
        assert!(ended.good, "{}", ended.told);
        ended.told
    };
    let create = |email: &str| {
        let told = fine(&["user", "create", "--email", email, "--role", "1"]);
        let (_, after) = told.split_once("uaid ").unwrap();
        after.split_once('.').unwrap().0.to_owned()
    };
    fine(&["migrate"]);
    let (before, after) = (create("ada@athletes.example"), create("bo@athletes.example"));
    fine(&["user", "erase", "--email", "ada@athletes.example"]);
    // A clock that was ahead: what follows the backup has an earlier time.
    let file = data.join("sixfold.db");
    let mut conn = SqliteConnectOptions::new().filename(&file).connect().await.unwrap();
    conn.execute("UPDATE audit_log SET at = at + 86400000").await.unwrap();
    conn.close().await.unwrap();
    let backup = backup.to_str().unwrap();
    fine(&["backup", backup]);
    fine(&["user", "erase", "--email", "bo@athletes.example"]);
    let told = fine(&["restore", backup]);
    assert!(told.contains("now back: 1."), "{told}");
    assert!(told.contains(&format!("  account.deleted {after}\n")), "{told}");
    assert!(!told.contains(&format!("account.deleted {before}\n")), "{told}");

    assert!(!fine(&["restore", backup]).contains("now back"));

    std::fs::write(file, "not a database, but longer than nothing").unwrap();
    let told = fine(&["restore", backup]);
    assert!(told.contains("The former database's audit log cannot be read"), "{told}");
}

#[tokio::test]
async fn the_server_begins_with_a_backup_and_refuses_a_place_where_it_could_make_none() {
    let place = tempfile::tempdir().unwrap();
    let (data, file, backups) =
        (place.path().join("data"), place.path().join("file"), place.path().join("backups"));
    std::fs::write(&file, "").unwrap();
    let below = file.join("backups").display().to_string();
    let at = backups.display().to_string();
    let serve =
        |flags: &[&str]| run(":", &data, &[&["serve", "--listen", "127.0.0.1:0"], flags].concat(), "");
    refused(&serve(&["--backup-every", "24h", "--backup-dir", &below]), "--backup-dir");
    refused(&serve(&["--backup-every", "24h"]), "--backup-dir");
    refused(&serve(&["--backup-every", "tomorrow", "--backup-dir", &at]), "--backup-every");
    let postgres = "postgres://somebody:passw0rd@127.0.0.1:1/x";
    let ended = serve(&["--backup-every", "24h", "--backup-dir", &at, "--database-url", postgres]);
    refused(&ended, "--backup-every");
    assert!(ended.told.contains("pg_dump"), "{}", ended.told);
    refused(&serve(&["--backup-every", "24h", "--backup-dir", &at]), "--backup-dir");
    assert!(!backups.exists(), "no directory is made where a disk should be");
    assert!(!data.join("sixfold.db").exists());

    std::fs::create_dir(&backups).unwrap();
    let served = Served::start("umask 022", &data, &["--backup-every", "24h", "--backup-dir", &at]);
    until("no backup is made", async || served.log().contains("made the scheduled backup")).await;
    let made = names(&backups);
    assert!(
        made.len() == 1 && made[0].starts_with("sixfold-") && private(&backups.join(&made[0])),
        "{made:?}"
    );
    assert_eq!(served.health(3).await, "200");
    assert!(served.log().contains("made the scheduled backup"), "{}", served.log());
    drop(served);
    let restored = run(":", &data, &["restore", backups.join(&made[0]).to_str().unwrap()], "");
    assert!(restored.good, "{}", restored.told);
}
