//! The streams themselves: how many there may be, how they are kept open, and how they end.

use std::time::Duration;

use axum::http::{HeaderMap, Method};
use sixfold_server::config::LiveSettings;
use sixfold_tests::{Engine, TestApp, on_both};

use super::listener::{From, Listener, STREAM, refused, refused_from, with};
use super::stage::at_noon;

on_both!(more_streams_than_there_are_seats_are_told_when_to_come_again, |engine| async move {
    let app = TestApp::spawn_with(engine, |flags| flags.live_streams = 2).await;
    at_noon(&app).await;
    let mut first = Listener::open(&app.router).await;
    let second = Listener::open(&app.router).await;
    let reply = refused(&app.router).await;
    reply.refused(503, "STREAMS_FULL");
    assert!(reply.header("retry-after").parse::<u64>().unwrap() > 0);
    // Everything else continues, and so do open streams.
    assert_eq!(app.client().get("/api/event/livescreen/reveal").await.status, 200);
    first.beginning().await;
    drop(second);
    Listener::open(&app.router).await.beginning().await;
    assert_eq!(app.state.live.open(), 1);
});

on_both!(a_stream_of_no_event_takes_no_seat, |engine: Engine| async move {
    let app = TestApp::spawn_with(engine, |flags| flags.live_streams = 1).await;
    at_noon(&app).await;
    for target in ["?eventId=nowhere", "?eventID=nowhere"] {
        app.client().get(&format!("{STREAM}{target}")).await.refused_field(404, "NOT_FOUND", "eventId");
    }
    app.client().post(STREAM, serde_json::json!({})).await.refused(405, "METHOD_NOT_ALLOWED");
    let head = app.client().send(Method::HEAD, STREAM, HeaderMap::new(), axum::body::Body::empty()).await;
    assert_eq!((head.status.as_u16(), head.body.len()), (200, 0));
    assert_eq!(app.state.live.open(), 0);
    Listener::open(&app.router).await.beginning().await;
});

on_both!(a_quiet_stream_beats, |engine: Engine| async move {
    let app = TestApp::spawn(engine).await;
    at_noon(&app).await;
    let (_, router) = with(&app, LiveSettings { beat: Duration::from_millis(20), ..LiveSettings::new(10) });
    let mut page = Listener::open(&router).await;
    page.beginning().await;
    for _ in 0..5 {
        assert_eq!(page.block().await.as_deref(), Some(":"));
    }
    assert_eq!(LiveSettings::new(1).beat, Duration::from_secs(15));
});

on_both!(when_the_server_stops_every_stream_ends_at_once, |engine: Engine| async move {
    let app = TestApp::spawn(engine).await;
    at_noon(&app).await;
    let mut pages = Vec::new();
    for _ in 0..20 {
        let mut page = Listener::open(&app.router).await;
        page.beginning().await;
        pages.push(page);
    }
    assert_eq!(app.state.live.open(), 20);
    app.state.live.stop();
    for page in &mut pages {
        assert_eq!(page.block().await, None);
    }
    drop(pages);
    assert_eq!(app.state.live.open(), 0);
    refused(&app.router).await.refused(503, "UNAVAILABLE");
});

on_both!(an_address_has_fifty_streams_and_leaves_room_for_others, |engine: Engine| async move {
    let proxies = vec!["10.0.0.0/8".to_owned()];
    let app = TestApp::spawn_with(engine, |flags| flags.trusted_proxies = proxies).await;
    at_noon(&app).await;
    let mut open = Vec::new();
    for _ in 0..50 {
        open.push(Listener::open_from(&app.router, From::peer("192.0.2.66")).await);
    }
    let reply = refused_from(&app.router, From::peer("192.0.2.66")).await;
    reply.refused(429, "STREAMS_OF_ADDRESS");
    assert!(reply.header("retry-after").parse::<u64>().unwrap() > 0);
    Listener::open_from(&app.router, From::peer("192.0.2.67")).await.beginning().await;
    open.pop();
    open.push(Listener::open_from(&app.router, From::peer("192.0.2.66")).await);

    // Behind a proxy the caller is counted: not the proxy, and not what a caller claims.
    for n in 0..60 {
        open.push(
            Listener::open_from(&app.router, From::behind("10.0.0.1", &format!("198.51.100.{n}"))).await,
        );
    }
    for _ in 1..50 {
        open.push(
            Listener::open_from(&app.router, From::behind("10.0.0.1", "203.0.113.9, 198.51.100.1")).await,
        );
    }
    let caller = From::behind("10.0.0.1", "203.0.113.10, 198.51.100.1");
    refused_from(&app.router, caller).await.refused(429, "STREAMS_OF_ADDRESS");
    drop(open);
    assert_eq!(app.state.live.open(), 0);
});

on_both!(an_address_that_opens_streams_again_and_again_is_sent_away, |engine: Engine| async move {
    let app = TestApp::spawn(engine).await;
    at_noon(&app).await;
    let (_, router) = with(&app, LiveSettings { per_address: 3, ..LiveSettings::new(10) });
    // Four times as many as it may have at once, as when a network comes back.
    for _ in 0..12 {
        drop(Listener::open_from(&router, From::peer("192.0.2.66")).await);
    }
    refused_from(&router, From::peer("192.0.2.66")).await.refused(429, "STREAMS_OF_ADDRESS");
    Listener::open_from(&router, From::peer("192.0.2.67")).await.beginning().await;
});
