//! A hub elsewhere: a real server on loopback that answers well, badly, slowly or not at all.

use std::sync::{Arc, Mutex};

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde_json::{Value, json};
use sixfold_server::content::item::Item;
use sixfold_tests::{Engine, Reply, TestApp, on_both};
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tower::ServiceExt as _;

const HUB: &str = "/api/content/sixfold-en-gb/delivery/v1";
const KEY: &str = "a-key-of-the-hub";

/// How the server elsewhere answers.
#[derive(Clone)]
enum Mood {
    /// As the hub that it is.
    Well,
    /// The same without the envelope.
    Bare,
    /// The same, but the homepage's item once it is let go.
    Held(Arc<Notify>),
    /// With this.
    Body(StatusCode, &'static str, Bytes),
    /// With megabytes and without saying how many.
    Endless,
    /// Never.
    Never,
}

/// A request as it arrived.
#[derive(Debug, Clone)]
struct Seen {
    target: String,
    headers: HeaderMap,
}

struct Elsewhere {
    app: TestApp,
    url: String,
    mood: Arc<Mutex<Mood>>,
    seen: Arc<Mutex<Vec<Seen>>>,
    server: JoinHandle<()>,
}

#[derive(Clone)]
struct Door {
    router: axum::Router,
    mood: Arc<Mutex<Mood>>,
    seen: Arc<Mutex<Vec<Seen>>>,
}

async fn answer(State(door): State<Door>, request: Request) -> Response {
    let target = request.uri().to_string();
    door.seen.lock().unwrap().push(Seen { target, headers: request.headers().clone() });
    let mood = door.mood.lock().unwrap().clone();
    match mood {
        Mood::Well => door.router.oneshot(request).await.unwrap(),
        Mood::Held(go) => {
            if request.uri().path().ends_with("/content/home") {
                go.notified().await;
            }
            door.router.oneshot(request).await.unwrap()
        }
        Mood::Bare => {
            let response = door.router.oneshot(request).await.unwrap();
            let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
            let value: Value = serde_json::from_slice(&body).unwrap();
            value["data"].to_string().into_response()
        }
        Mood::Body(status, location, body) => (status, [(header::LOCATION, location)], body).into_response(),
        Mood::Endless => {
            let chunk = Bytes::from(vec![b' '; 64 * 1024]);
            let chunks = futures::stream::iter(
                std::iter::repeat_with(move || Ok::<_, std::io::Error>(chunk.clone())).take(160),
            );
            Body::from_stream(chunks).into_response()
        }
        Mood::Never => std::future::pending().await,
    }
}

impl Elsewhere {
    async fn open() -> Self {
        let app = TestApp::spawn(Engine::Sqlite).await;
        let (mood, seen) = (Arc::new(Mutex::new(Mood::Well)), Arc::default());
        let door = Door { router: app.router.clone(), mood: mood.clone(), seen: Arc::clone(&seen) };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/api/content", listener.local_addr().unwrap());
        let service = axum::Router::new().fallback(answer).with_state(door);
        let server = tokio::spawn(async move { axum::serve(listener, service).await.unwrap() });
        Self { app, url, mood, seen, server }
    }

    /// A server of ours that takes its content from here.
    async fn reader(&self, engine: Engine) -> TestApp {
        let url = self.url.clone();
        TestApp::spawn_with(engine, move |flags| {
            flags.content_url = Some(url);
            flags.content_key = Some(KEY.to_owned());
        })
        .await
    }

    fn is(&self, mood: Mood) {
        *self.mood.lock().unwrap() = mood;
    }

    fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }

    fn times(&self, what: &str) -> usize {
        self.seen().iter().filter(|seen| seen.target.contains(what)).count()
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn get(app: &TestApp, path: &str) -> Reply {
    app.client().get(&format!("{HUB}/{path}")).await
}

async fn state(app: &TestApp) -> Value {
    app.person(3).await.client().get("/api/content/sixfold-en-gb/authoring/v1/hub").await.data()
}

fn seconds(app: &TestApp, seconds: i64) {
    app.state.clock.advance(seconds * 1_000);
}

on_both!(the_delivery_calls_are_passed_on_with_the_key_and_nothing_else_of_the_caller, |engine| async move {
    let hub = Elsewhere::open().await;
    let app = hub.reader(engine).await;
    for path in [
        "content/home",
        "rendering/context/home",
        "search?q=path:%22/%22&rows=1&fl=id,path",
        "search?q=typeId:flexi-page&sort=id%20desc&start=1",
    ] {
        let (here, there) = (get(&app, path).await, hub.app.client().get(&format!("{HUB}/{path}")).await);
        assert_eq!(here.data(), there.data(), "{path}");
        let tag = here.header("etag");
        assert_eq!(here.header("cache-control"), "public, no-cache");
        let again = app.client().header("if-none-match", &tag).get(&format!("{HUB}/{path}")).await;
        assert_eq!((again.status.as_u16(), again.body.len()), (304, 0), "{path}");
    }
    get(&app, "content/no-such-item").await.refused(404, "NOT_FOUND");
    let client = app.person(1).await.client();
    client.get(&format!("{HUB}/search?q=id:faqs&token=secret&rows=5000&x=1")).await.data();
    let seen = hub.seen();
    assert!(seen.iter().any(|seen| seen.target.ends_with("/search?q=id%3Afaqs&rows=100")), "{seen:?}");
    for Seen { target, headers } in &seen {
        assert!(target.starts_with(&format!("{HUB}/")), "{target}");
        assert_eq!(headers["authorization"], format!("Bearer {KEY}"));
        assert!(!headers.contains_key("cookie") && !target.contains("token"), "{target}");
    }
    let before = hub.seen().len();
    for (query, at) in [("path:", 6), ("(a%20OR%20b", 1), ("a%20AND%20OR%20b", 7)] {
        let error = get(&app, &format!("search?q={query}")).await.refused(400, "QUERY_INVALID");
        assert!(error["errorMessage"].as_str().unwrap().ends_with(&format!("at character {at}")), "{error}");
    }
    for id in ["%2e%2e", ".%2e", "%0a", &"x".repeat(300)] {
        get(&app, &format!("content/{id}")).await.refused(404, "NOT_FOUND");
        get(&app, &format!("rendering/context/{id}")).await.refused(404, "NOT_FOUND");
    }
    let other = "/api/content/another-library/delivery/v1";
    app.client().get(&format!("{other}/content/home")).await.refused(404, "NOT_FOUND");
    assert_eq!(app.client().get(&format!("{other}/search")).await.data()["numFound"], 0);
    assert_eq!(hub.seen().len(), before, "the key opens one library, and what does not read is not asked");
    get(&app, "content/..%2F..%2Fadmin").await.refused(404, "NOT_FOUND");
    assert!(hub.seen().last().unwrap().target.ends_with("/delivery/v1/content/..%2F..%2Fadmin"));
});

on_both!(the_site_stands_on_the_pages_of_elsewhere, |engine| async move {
    let hub = Elsewhere::open().await;
    let rows = "UPDATE content_revision SET elements = replace(elements, '\"title\":{\"elementType\":\"text\",\"value\":\"', \
        '\"title\":{\"elementType\":\"text\",\"value\":\"Elsewhere ') WHERE id IN ('home', 'site-settings')";
    hub.app.execute(rows).await;
    hub.app.state.hub.refresh().await.unwrap();
    let app = hub.reader(engine).await;
    let (here, there) = (app.state.hub.clone(), hub.app.state.hub.clone());
    let title = |item: &Value| item["elements"]["title"]["value"].as_str().unwrap_or_default().to_owned();
    let places = |pages: Vec<Item>| -> Vec<(String, Option<String>)> {
        pages.into_iter().map(|page| (page.id.clone(), page.path().map(str::to_owned))).collect()
    };
    let pages = places(here.pages().await.unwrap());
    assert_eq!(pages, places(there.pages().await.unwrap()));
    assert!(pages.len() > 10, "{pages:?}");
    let home = here.page("/").await.unwrap().unwrap();
    assert_eq!(home, there.page("/").await.unwrap().unwrap());
    assert!(title(&home).starts_with("Elsewhere "), "{}", title(&home));
    assert!(here.page("/no-such-page").await.unwrap().is_none());
    let config = app.client().get("/api/event/config").await.data();
    assert!(config["site"]["title"].as_str().unwrap().starts_with("Elsewhere "), "{config}");
    assert_eq!(config["libraryEntry"]["libraryId"], "sixfold-en-gb");
    assert_eq!(config["pages"]["/"], "home");
    assert_eq!(state(&app).await, json!({ "mode": "remote", "state": "ok" }));
    let before = hub.seen().len();
    for _ in 0..20 {
        here.page("/").await.unwrap().unwrap();
        app.client().get("/api/event/config").await.data();
    }
    assert_eq!(hub.seen().len(), before, "what is fresh is not asked for");
});

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
    // Where there is an old copy, nobody waits but the one who asks.
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
async fn whatever_the_hub_does_visitors_see_the_copy_and_staff_see_what_is_wrong() {
    let (hub, stranger) = (Elsewhere::open().await, Elsewhere::open().await);
    let target: &'static str = format!("{}/sixfold-en-gb/delivery/v1/content/home", stranger.url).leak();
    let json = |value: Value| Bytes::from(value.to_string());
    let large = Bytes::from(vec![b' '; 10 * 1024 * 1024]);
    for (mood, told) in [
        (Mood::Never, "no whole answer within 3 seconds"),
        (Mood::Body(StatusCode::INTERNAL_SERVER_ERROR, "", Bytes::new()), "it answers with status 500"),
        (Mood::Body(StatusCode::UNAUTHORIZED, "", Bytes::new()), "it answers with status 401"),
        (Mood::Body(StatusCode::OK, "", large), "more than 2 MiB"),
        (Mood::Endless, "more than 2 MiB"),
        (Mood::Body(StatusCode::FOUND, target, Bytes::new()), "it redirects, and nobody is followed"),
        (Mood::Body(StatusCode::OK, "", Bytes::from_static(b"<!doctype html>")), "not JSON"),
        (Mood::Body(StatusCode::OK, "", Bytes::new()), "not JSON"),
        (
            Mood::Body(StatusCode::OK, "", json(json!({ "hello": 1 }))),
            "not in the shape of an item or of a search's answer",
        ),
        (
            Mood::Body(StatusCode::OK, "", json(json!({ "succeeded": false }))),
            "not in the shape of an item or of a search's answer",
        ),
    ] {
        hub.is(Mood::Well);
        let app = hub.reader(Engine::Sqlite).await;
        let good = get(&app, "content/home").await;
        // Read once, so that what the server itself needs of the hub is there.
        app.client().get("/api/event/config").await.data();
        let staff = app.person(3).await.client();
        seconds(&app, 30);
        hub.is(mood);
        assert_eq!(get(&app, "content/home").await.body, good.body, "{told}: the copy");
        let asked = hub.seen().len();
        for _ in 0..5 {
            assert_eq!(get(&app, "content/home").await.body, good.body);
        }
        assert_eq!(
            hub.times("content/home"),
            hub.seen()[..asked].iter().filter(|seen| seen.target.contains("content/home")).count(),
            "{told}: left alone"
        );
        let now = staff.get("/api/content/sixfold-en-gb/authoring/v1/hub").await.data();
        assert_eq!((&now["mode"], &now["state"]), (&json!("remote"), &json!("stale")), "{now}");
        assert!(now["since"].as_str().unwrap().ends_with('Z'));
        assert!(now["lastError"].as_str().unwrap().ends_with(told), "{now}");

        let reply = get(&app, "content/faqs").await;
        reply.refused(503, "CONTENT_AWAY");
        assert_eq!(reply.header("retry-after"), "5", "{told}: nothing to serve");
        let now = staff.get("/api/content/sixfold-en-gb/authoring/v1/hub").await.data();
        if told != "no whole answer within 3 seconds" {
            assert_eq!(now["state"], "away", "{now}");
            assert!(now["lastError"].as_str().unwrap().contains("content/faqs"), "{now}");
        }

        hub.is(Mood::Well);
        seconds(&app, 5);
        assert_eq!(get(&app, "content/home").await.body, good.body);
        get(&app, "content/faqs").await.data();
        // Everything else that was asked for meanwhile is asked for again.
        seconds(&app, 600);
        assert_eq!(
            staff.get("/api/content/sixfold-en-gb/authoring/v1/hub").await.data()["state"],
            "ok",
            "{told}: back"
        );
    }
    assert!(stranger.seen().is_empty(), "nobody is followed anywhere");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nearly_two_megabytes_are_taken() {
    let hub = Elsewhere::open().await;
    let app = hub.reader(Engine::Sqlite).await;
    let text = "a ".repeat(1000 * 1000);
    let item = json!({ "id": "long", "typeId": "t", "elements": { "text": { "elementType": "text", "value": text } } });
    hub.is(Mood::Body(StatusCode::OK, "", Bytes::from(item.to_string())));
    assert_eq!(get(&app, "content/long").await.data()["elements"]["text"]["value"], text);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_without_an_envelope_are_given_in_ours_and_html_is_never_believed() {
    let hub = Elsewhere::open().await;
    let app = hub.reader(Engine::Sqlite).await;
    hub.is(Mood::Bare);
    for path in ["content/home", "rendering/context/home", "search?q=id:home"] {
        assert_eq!(get(&app, path).await.data(), hub.app.client().get(&format!("{HUB}/{path}")).await.data());
    }
    let text = json!({ "elementType": "formattedtext", "value": "Hi<script>alert(1)</script> [x](javascript:alert(1))",
        "html": "<script>alert(2)</script>" });
    let inner = json!({ "id": "part", "typeId": "t", "elements": { "text": text } });
    let item = json!({ "id": "evil", "typeId": "t", "elements": {
        "text": text, "components": { "elementType": "reference", "values": [inner] },
        "picture": { "elementType": "image", "id": "p", "url": "https://elsewhere.example/p.png" } } });
    hub.is(Mood::Body(StatusCode::OK, "", Bytes::from(item.to_string())));
    let page = get(&app, "rendering/context/evil").await.data();
    for element in
        [&page["elements"]["text"], &page["elements"]["components"]["values"][0]["elements"]["text"]]
    {
        assert_eq!(element["html"], "<p>Hi <a>x</a></p>\n");
    }
    assert_eq!(
        page["elements"]["picture"],
        json!({ "elementType": "image", "id": "p" }),
        "pictures of elsewhere are not shown"
    );
    assert_eq!((&page["status"], &page["libraryId"]), (&json!("ready"), &json!("sixfold-en-gb")));
    let draft = json!({ "id": "draft", "typeId": "t", "status": "draft", "elements": {} });
    hub.is(Mood::Body(StatusCode::OK, "", Bytes::from(draft.to_string())));
    get(&app, "content/draft").await.refused(404, "NOT_FOUND");
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
    hub.server.abort();
    while tokio::net::TcpStream::connect(url.trim_start_matches("http://").split('/').next().unwrap())
        .await
        .is_ok()
    {
        tokio::task::yield_now().await;
    }
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
