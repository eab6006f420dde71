//! Readiness: the store accepts writes, its file is still in place, and the background jobs are running.

use serde_json::json;
use sixfold_tests::{Engine, Person, Reply, TestApp, both};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Executor as _};

async fn write(person: &Person) -> Reply {
    person.client().put("/api/user/marketing", json!({ "marketingPref1": true })).await
}

async fn ready(app: &TestApp) -> (u16, String) {
    let reply = app.client().get("/readyz").await;
    (reply.status.as_u16(), reply.text())
}

both! {
    async fn a_background_job_that_has_ended_is_named_until_it_runs_again(app) {
        app.state.readiness.ended("letters");
        let (status, text) = ready(&app).await;
        assert_eq!(status, 503);
        assert!(text.contains("letters"), "{text}");
        app.state.readiness.running("letters");
        assert_eq!(ready(&app).await, (200, "ready".to_owned()));
    }

    async fn a_store_that_can_be_read_but_not_written_is_not_ready(app) {
        app.execute("ALTER TABLE store_fact RENAME TO elsewhere").await;
        assert_eq!(ready(&app).await, (503, "the store takes no writes".to_owned()));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_was_removed_takes_no_more_writes() {
    let app = TestApp::spawn(Engine::Sqlite).await;
    let person = app.athlete().await;
    write(&person).await.data();
    let (file, aside) = (app.data_dir().join("sixfold.db"), app.data_dir().join("aside.db"));
    std::fs::rename(&file, &aside).unwrap();
    let (status, text) = ready(&app).await;
    assert_eq!(status, 503);
    assert!(text.contains("sixfold.db was moved, removed or replaced"), "{text}");
    write(&person).await.refused(503, "UNAVAILABLE");
    // Another file with the same name is not the one that is open.
    std::fs::copy(&aside, &file).unwrap();
    write(&person).await.refused(503, "UNAVAILABLE");
    std::fs::rename(&aside, &file).unwrap();
    write(&person).await.data();
    assert_eq!(ready(&app).await, (200, "ready".to_owned()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_another_process_keeps_locked_is_not_ready() {
    let app = TestApp::spawn(Engine::Sqlite).await;
    let mut other =
        SqliteConnectOptions::new().filename(app.data_dir().join("sixfold.db")).connect().await.unwrap();
    other.execute("BEGIN IMMEDIATE").await.unwrap();
    let (status, text) = ready(&app).await;
    assert_eq!((status, text.contains("takes no writes")), (503, true), "{text}");
}
