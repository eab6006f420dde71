//! The demo on several nodes that start together on an empty database.

use std::time::Duration;

use futures::future::join_all;
use sixfold_server::app::demo::{self, DemoError};
use sixfold_server::db::DbError;
use sixfold_server::state::AppState;
use sixfold_tests::{Engine, TestApp};

/// Seeds as a start does, retrying while the store is busy.
async fn start(state: AppState) {
    for _ in 0..30 {
        match demo::seed(&state).await {
            Err(DemoError::Db(DbError::Busy(_) | DbError::Undone(_))) => {
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
            seeded => return seeded.unwrap(),
        }
    }
    panic!("the store stays busy");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_that_start_together_seed_the_demo_once() {
    let app = TestApp::spawn(Engine::Postgres).await;
    let nodes = [app.state.clone(), app.state.clone(), app.state.clone()];
    join_all(nodes.into_iter().map(|state| tokio::spawn(start(state))))
        .await
        .into_iter()
        .for_each(Result::unwrap);
    let people = app.count("account").await;
    assert!(people > 20, "{people}");
    start(app.state.clone()).await;
    assert_eq!(app.count("account").await, people);
    assert_eq!(app.scalar("SELECT COUNT(*) FROM store_fact WHERE name = 'demo'").await, 1);
}
