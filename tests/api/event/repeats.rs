//! Public settings and what can be booked, asked for again: 304 while they are unchanged.

use axum::http::{HeaderMap, Method};
use sixfold_tests::{Client, Reply, TestApp, both};

use super::stage::{DAY, TIME, booked, week};

const CONFIG: &str = "/api/event/config";
const AVAILABILITY: &str = "/api/event/availability";

/// The answer to somebody who has the one with this tag.
async fn again(client: Client, path: &str, tag: &str) -> Reply {
    client.header("if-none-match", tag).get(path).await
}

/// Asserts that a client which has the answer gets nothing but the tag; returns the tag.
async fn is_sent_once(app: &TestApp, path: &str) -> String {
    let first = app.client().get(path).await;
    first.data();
    let tag = first.header("etag");
    for encoding in ["identity", "gzip", "br"] {
        let reply = again(app.client().header("accept-encoding", encoding), path, &tag).await;
        assert_eq!((reply.status.as_u16(), reply.body.len()), (304, 0), "{path} {encoding}");
        assert_eq!(
            (reply.header("etag"), reply.header("content-encoding")),
            (tag.clone(), String::new()),
            "{path}"
        );
        assert_eq!(reply.header("cache-control"), first.header("cache-control"), "{path}");
        let packed = app.client().header("accept-encoding", encoding).get(path).await;
        assert_eq!((packed.status.as_u16(), packed.header("etag")), (200, tag.clone()), "{path} {encoding}");
    }
    let head = app
        .client()
        .header("if-none-match", &tag)
        .send(Method::HEAD, path, HeaderMap::new(), "".into())
        .await;
    assert_eq!((head.status.as_u16(), head.body.len()), (304, 0), "{path}");
    let head = app.client().send(Method::HEAD, path, HeaderMap::new(), "".into()).await;
    assert_eq!((head.status.as_u16(), head.header("etag")), (200, tag.clone()), "{path}");
    tag
}

both! {
    async fn settings_are_sent_again_once_they_change(app) {
        app.set_schedule(week(3)).await;
        let tag = is_sent_once(&app, CONFIG).await;
        assert!(tag.starts_with("W/\""), "{tag}");
        // The clock is in it and not in its tag: a browser may not keep it.
        app.pass_minutes(5);
        assert_eq!(again(app.client(), CONFIG, &tag).await.status, 304);
        assert_eq!(app.client().get(CONFIG).await.header("cache-control"), "no-store");
        app.set_schedule(week(4)).await;
        let changed = again(app.client(), CONFIG, &tag).await;
        assert_eq!(changed.data()["bookingSessionConfig"]["slotCapacity"], 4);
        assert_ne!(changed.header("etag"), tag);
    }

    async fn what_can_be_booked_is_sent_again_after_a_booking(app) {
        app.set_schedule(week(3)).await;
        let athlete = app.athlete().await;
        for path in [AVAILABILITY.to_owned(), format!("{AVAILABILITY}?type=test")] {
            let tag = is_sent_once(&app, &path).await;
            assert!(tag.starts_with('"'), "{tag}");
            let first = app.client().get(&path).await;
            // Each call of our pages has an address of its own (`iv`): a browser would never find a stored copy.
            assert_eq!(first.header("cache-control"), "no-store");
            let vary = first.header("vary").to_lowercase();
            assert!(vary.contains("cookie") && vary.contains("authorization"), "{vary}");
            let own = athlete.client().get(&path).await;
            assert_eq!(own.header("cache-control"), "no-store");
            assert_eq!(again(athlete.client(), &path, &own.header("etag")).await.status, 304);
            booked(&app.athlete().await, DAY, TIME).await;
            let changed = again(app.client(), &path, &tag).await;
            assert_eq!(changed.status, 200);
            assert_ne!(changed.header("etag"), tag);
        }
    }
}
