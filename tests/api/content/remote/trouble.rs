//! A hub that answers badly: whatever it sends, visitors see nothing broken, and nothing invalid is used.

use axum::body::Bytes;
use axum::http::StatusCode;
use serde_json::{Value, json};
use sixfold_tests::Engine;

use super::{Elsewhere, HUB, Mood, get, seconds};
use crate::site::built;

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
        // Read once, so that what the server itself needs from the hub is cached.
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
        // Everything else that was requested in between is fetched again.
        seconds(&app, 600);
        assert_eq!(
            staff.get("/api/content/sixfold-en-gb/authoring/v1/hub").await.data()["state"],
            "ok",
            "{told}: back"
        );
    }
    assert!(stranger.seen().is_empty(), "nobody is followed anywhere");
}

// RULES 13.1
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn search_engines_are_asked_to_come_back_while_there_is_no_copy() {
    let hub = Elsewhere::open().await;
    hub.is(Mood::Body(StatusCode::INTERNAL_SERVER_ERROR, "", Bytes::new()));
    let app = hub.reader(Engine::Sqlite).await;
    for path in ["/robots.txt", "/sitemap.xml"] {
        let reply = app.client().get(path).await;
        reply.refused(503, "CONTENT_AWAY");
        assert_eq!(reply.header("retry-after"), "60", "{path}");
    }
    let reply = app.client().get("/en-gb/news").await;
    reply.refused(503, "CONTENT_AWAY");
    assert_eq!(reply.header("retry-after"), "5");
    assert_eq!(app.client().get("/en-gb/privacy").await.status, 308, "it needs no content");
    let noindex = async |path: &str| {
        let reply = app.client().get(path).await;
        (reply.status.as_u16(), reply.text().contains("<meta name=\"robots\" content=\"noindex\">"))
    };
    if built() {
        let page = app.client().header("accept", "text/html,*/*").get("/en-gb/news").await;
        assert_eq!((page.status.as_u16(), page.header("retry-after").as_str()), (503, "5"));
        assert!(page.text().starts_with("<!doctype html>"), "{}", page.text());
        assert_eq!(noindex("/en-gb/frequently-asked-questions").await, (200, false));
        assert_eq!(noindex("/en-gb/my-account").await, (200, true), "the page is private");
    }
    hub.is(Mood::Well);
    seconds(&app, 5);
    assert!(app.client().get("/robots.txt").await.text().starts_with("User-agent: *\nDisallow: /api/\n"));
    let map = app.client().get("/sitemap.xml").await.text();
    assert!(map.contains("/en-gb/frequently-asked-questions</loc>"), "{map}");
    if built() {
        assert_eq!(noindex("/en-gb/news").await, (404, true));
        assert_eq!(noindex("/en-gb/frequently-asked-questions").await, (200, false));
    }
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
