//! Cached copies: how long they are fresh, that concurrent reads fetch once, and that they survive a restart.

use std::sync::Arc;

use serde_json::json;
use sixfold_tests::{Engine, TestApp};
use tokio::sync::Notify;

use super::{AUTHORING, Elsewhere, HUB, Mood, get, seconds, state};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_is_fresh_for_half_a_minute_then_confirmed_or_renewed() {
    let hub = Elsewhere::open().await;
    let app = hub.reader(Engine::Sqlite).await;
    let first = get(&app, "rendering/context/home").await;
    let asked = hub.times("context/home");
    seconds(&app, 29);
    get(&app, "rendering/context/home").await.data();
    assert_eq!(hub.times("context/home"), asked);
    seconds(&app, 1);
    assert_eq!(get(&app, "rendering/context/home").await.body, first.body);
    assert_eq!(hub.times("context/home"), asked + 1);
    let tag = hub.app.client().get(&format!("{HUB}/rendering/context/home")).await.header("etag");
    assert_eq!(hub.seen().last().unwrap().headers["if-none-match"], tag, "asked whether it is still so");
    hub.app.execute("UPDATE content_revision SET name = 'Another name' WHERE id = 'home'").await;
    hub.app.state.hub.refresh().await.unwrap();
    assert_eq!(get(&app, "rendering/context/home").await.body, first.body, "confirmed a moment ago");
    seconds(&app, 30);
    let renewed = get(&app, "rendering/context/home").await;
    assert_eq!(renewed.data()["name"], "Another name");
    assert_ne!(renewed.header("etag"), first.header("etag"));
    hub.app.execute("UPDATE content_item SET deleted_at = 1 WHERE id = 'home'").await;
    hub.app.state.hub.refresh().await.unwrap();
    seconds(&app, 30);
    get(&app, "rendering/context/home").await.refused(404, "NOT_FOUND");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_at_once_ask_once() {
    let hub = Elsewhere::open().await;
    let app = hub.reader(Engine::Sqlite).await;
    get(&app, "content/faqs").await.data();
    let go = Arc::new(Notify::new());
    hub.is(Mood::Held(go.clone()));
    let asking: Vec<_> = (0..20)
        .map(|_| {
            let client = app.client();
            tokio::spawn(async move { client.get(&format!("{HUB}/content/home")).await })
        })
        .collect();
    while hub.times("content/home") == 0 {
        tokio::task::yield_now().await;
    }
    go.notify_one();
    for reply in futures::future::join_all(asking).await {
        assert_eq!(reply.unwrap().data()["id"], "home");
    }
    assert_eq!(hub.times("content/home"), 1);
    // With an old copy, only the first reader waits.
    seconds(&app, 30);
    let client = app.client();
    let slow = tokio::spawn(async move { client.get(&format!("{HUB}/content/home")).await });
    while hub.times("content/home") == 1 {
        tokio::task::yield_now().await;
    }
    for _ in 0..5 {
        get(&app, "content/home").await.data();
    }
    assert_eq!(hub.times("content/home"), 2);
    go.notify_one();
    slow.await.unwrap().data();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_while_the_hub_is_away_finds_the_copies() {
    let hub = Elsewhere::open().await;
    let app = hub.reader(Engine::Sqlite).await;
    let page = get(&app, "rendering/context/home").await;
    let found = get(&app, "search?q=path:%22/%22&fl=id").await;
    let settings = app.client().get("/api/event/config").await.data();
    app.state.hub.page("/").await.unwrap().unwrap();
    let (url, data_dir) = (hub.url.clone(), app.data_dir().to_owned());
    hub.peer.stop().await;
    let again = TestApp::spawn_with(Engine::Sqlite, |flags| {
        flags.content_url = Some(url.clone());
        flags.data_dir = data_dir;
    })
    .await;
    assert_eq!(get(&again, "rendering/context/home").await.body, page.body);
    assert_eq!(get(&again, "search?q=path:%22/%22&fl=id").await.body, found.body);
    assert_eq!(again.client().get("/api/event/config").await.data()["site"], settings["site"]);
    assert_eq!(again.state.hub.page("/").await.unwrap().unwrap()["id"], "home");
    get(&again, "rendering/context/never-seen").await.refused(503, "CONTENT_AWAY");
    let now = state(&again).await;
    assert!(now["state"] != "ok" && now["lastError"].as_str().unwrap().ends_with("no connection"), "{now}");
    let fresh = TestApp::spawn_with(Engine::Sqlite, |flags| flags.content_url = Some(url)).await;
    get(&fresh, "rendering/context/home").await.refused(503, "CONTENT_AWAY");
    assert_eq!(
        fresh.client().get("/api/event/config").await.status,
        200,
        "control: the settings stand without the hub"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_version_of_the_consents_is_that_of_the_hubs_text() {
    let hub = Elsewhere::open().await;
    let app = hub.reader(Engine::Sqlite).await;
    let athlete = app.athlete().await;
    let (editor, text) = (hub.app.person(3).await.client(), format!("{AUTHORING}/content/consent-text"));
    let mut item = editor.get(&text).await.data()["item"].clone();
    item["elements"]["version"]["value"] = json!("2026-7");
    item["status"] = json!("ready");
    editor.put(&text, item).await.data();
    get(&app, "content/consent-text").await.data();
    let consent = athlete.client().get("/api/user/consent").await.data();
    assert_eq!((&consent["healthConsent"], &consent["currentVersion"]), (&json!(false), &json!("2026-7")));
    // What was read last counts while the hub says nothing.
    hub.is(Mood::Never);
    seconds(&app, 60);
    assert_eq!(athlete.client().get("/api/user/consent").await.data(), consent);
}
