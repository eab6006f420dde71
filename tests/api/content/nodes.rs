//! Several processes on one store: each soon sees what another changes.

use std::time::Duration;

use sixfold_server::config::clock::Clock;
use sixfold_server::content::hub::Hub;
use sixfold_server::db::topic::topics::{EVERY, Topics};
use sixfold_server::db::{Db, DbError, Engine, topic};
use sixfold_tests::app::START_MS;
use sixfold_tests::{TestApp, both};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// Longer than any test: changes arrive by the store's notification, or not at all.
const NEVER: Duration = Duration::from_hours(1);

async fn bump(db: &Db, name: &'static str) {
    let bumped: Result<(), DbError> = db.write(async move |conn| topic::bump(conn, name).await).await;
    bumped.unwrap();
}

/// The topics as another process on the same store follows them.
async fn elsewhere(app: &TestApp) -> Topics {
    Topics::new(app.state.config.database.open().await.unwrap().0)
}

fn follow(topics: &Topics, every: Duration) -> JoinHandle<()> {
    tokio::spawn(topics.clone().follow(every))
}

async fn reaches(versions: &mut watch::Receiver<i64>, version: i64) {
    versions.wait_for(|known| *known >= version).await.unwrap();
}

/// The title of the homepage in another process.
async fn title(hub: &Hub) -> String {
    let page = hub.page("/").await.unwrap().unwrap();
    page["elements"]["title"]["value"].as_str().unwrap_or_default().to_owned()
}

async fn retitle(app: &TestApp, title: &str) {
    app.execute(format!(
        "UPDATE content_revision SET elements = \
         '{{\"path\":{{\"elementType\":\"text\",\"value\":\"/\"}},\"title\":{{\"elementType\":\"text\",\"value\":\"{title}\"}}}}' \
         WHERE id = 'home'"
    ))
    .await;
    bump(&app.state.db, topic::CONTENT).await;
}

both! {
    async fn another_process_hears_of_every_change(app) {
        let topics = elsewhere(&app).await;
        let (mut mine, mut other) = (topics.watch("one"), topics.watch("another"));
        bump(&app.state.db, "one").await;
        let following = follow(&topics, EVERY);
        reaches(&mut mine, 1).await;
        for _ in 0..5 {
            bump(&app.state.db, "one").await;
        }
        reaches(&mut mine, 6).await;
        assert_eq!(*other.borrow_and_update(), 0, "a topic is told of its own changes");
        bump(&app.state.db, "another").await;
        reaches(&mut other, 1).await;
        assert_eq!(*topics.watch("one").borrow(), 6, "whoever comes later knows at once");
        following.abort();
    }

    async fn a_change_that_is_undone_is_not_told(app) {
        let topics = elsewhere(&app).await;
        let mut versions = topics.watch("one");
        let following = follow(&topics, EVERY);
        let undone: Result<(), DbError> = app
            .state
            .db
            .write(async move |conn| { topic::bump(conn, "one").await?; Err(DbError::NotFound) })
            .await;
        assert!(undone.is_err());
        assert_eq!(app.state.db.versions().get("one"), 0);
        bump(&app.state.db, "one").await;
        reaches(&mut versions, 1).await;
        assert_eq!(*versions.borrow(), 1);
        following.abort();
    }

    async fn what_this_process_raises_is_known_before_the_job_is_answered(app) {
        for version in 1..4 {
            bump(&app.state.db, "one").await;
            assert_eq!(app.state.db.versions().get("one"), version, "nothing follows the store");
        }
    }

    async fn another_node_serves_what_this_one_stored(app) {
        let hub = std::sync::Arc::new(Hub::embedded(app.state.db.clone(), Clock::manual(START_MS)));
        let topics = elsewhere(&app).await;
        let following = follow(&topics, EVERY);
        let (held, news) = (hub.clone(), topics.clone());
        let taking_in = tokio::spawn(async move { held.follow(&news).await });
        let before = title(&hub).await;
        assert_ne!(before, "Told by another");
        assert_eq!(title(&app.state.hub).await, before);
        retitle(&app, "Told by another").await;
        while title(&hub).await != "Told by another" {
            tokio::task::yield_now().await;
        }
        assert_eq!(title(&app.state.hub).await, before, "control: who does not follow does not know");
        taking_in.abort();
        following.abort();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_tells_by_itself_and_nothing_is_lost_with_a_connection() {
    let app = TestApp::spawn(Engine::Postgres).await;
    let topics = elsewhere(&app).await;
    let mut versions = topics.watch("one");
    bump(&app.state.db, "one").await;
    let following = follow(&topics, NEVER);
    reaches(&mut versions, 1).await;
    bump(&app.state.db, "one").await;
    reaches(&mut versions, 2).await;

    // A version that rises while the listener is disconnected is read when it reconnects.
    let cut = "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_locks \
        WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    assert_eq!(app.scalar(cut).await, 1, "one connection listens, and holds a lock against copies");
    bump(&app.state.db, "one").await;
    reaches(&mut versions, 3).await;
    following.abort();
}
