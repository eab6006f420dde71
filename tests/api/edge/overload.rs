//! Bookings that would wait too long are refused at once; staff, readers and those who give a place back are not.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Method};
use futures::future::join_all;
use sixfold_server::db::calendar::schedule;
use sixfold_server::db::{DbError, Engine};
use sixfold_tests::{Person, Reply, TestApp, on_both};
use tokio::task::JoinHandle;

use crate::event::stage::{BOOKING, CANCEL, DAY, LATER, TIME, body, booked, week};

/// How long nobody can book, and how many try meanwhile.
const HELD: Duration = Duration::from_millis(1_500);
const CROWD: usize = 60;
/// Longer than an answer takes that waits for nothing, and shorter than nobody can book.
const AT_ONCE: Duration = Duration::from_millis(700);

async fn spawn(engine: Engine, longest_wait: u32) -> TestApp {
    let app = TestApp::spawn_with(engine, |flags| flags.operations.longest_wait = longest_wait).await;
    app.set_schedule(week(500)).await;
    app
}

/// Keeps everybody from booking for a while. Returns once it has begun.
async fn hold(app: &TestApp) -> JoinHandle<()> {
    let db = app.state.db.clone();
    let (begun, has_begun) = tokio::sync::oneshot::channel();
    let begun = Arc::new(Mutex::new(Some(begun)));
    let task = tokio::spawn(async move {
        let job = db.write(async move |conn| {
            schedule::lock_exclusive(conn).await?;
            if let Some(begun) = begun.lock().unwrap().take() {
                begun.send(()).unwrap();
            }
            tokio::time::sleep(HELD).await;
            Ok(())
        });
        job.await.unwrap_or_else(|error: DbError| panic!("{error}"));
    });
    has_begun.await.unwrap();
    task
}

async fn book(person: &Person, time: &str) -> Reply {
    let key = format!("overload-{}", person.uaid);
    person.client().keyed(Method::POST, BOOKING, &key, body(DAY, time)).await
}

/// Many try to book while nobody can.
async fn crowd(app: &TestApp) -> Vec<JoinHandle<Reply>> {
    let people = join_all((0..CROWD).map(|_| app.athlete())).await;
    hold(app).await;
    let ask = |person: Person| tokio::spawn(async move { book(&person, TIME).await });
    people.into_iter().map(ask).collect()
}

/// Two crowds after each other: from the first the server learns what a booking takes. Returns the second, some of which may
/// have been refused.
async fn rush(app: &TestApp) -> Vec<JoinHandle<Reply>> {
    for reply in join_all(crowd(app).await).await {
        reply.unwrap().data();
    }
    let second = crowd(app).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    second
}

// RULES 14.3
on_both!(who_would_wait_too_long_is_refused_at_once_and_nobody_else_is, |engine| async move {
    let app = spawn(engine, 1).await;
    let (late, early, desk) = (app.athlete().await, app.athlete().await, app.person(3).await);
    let id = booked(&early, DAY, LATER).await;
    desk.client().get("/api/user/profile").await.data();

    let second = rush(&app).await;
    let asked = Instant::now();
    let refusal = book(&late, LATER).await;
    assert!(asked.elapsed() < AT_ONCE, "{:?}", asked.elapsed());
    refusal.refused(503, "UNAVAILABLE");
    let seconds: u64 = refusal.header("retry-after").parse().unwrap();
    assert!((2..=5).contains(&seconds), "{seconds}");

    // Neither the body is waited for nor the session looked up.
    let mut headers = HeaderMap::new();
    headers.insert("content-type", "application/json".parse().unwrap());
    let endless = Body::from_stream(futures::stream::pending::<std::io::Result<Bytes>>());
    let stranger = app.client();
    let refused = stranger.send(Method::POST, BOOKING, headers, endless);
    tokio::time::timeout(AT_ONCE, refused).await.expect("at once").refused(503, "UNAVAILABLE");

    app.client().get("/api/event/config").await.data();
    let for_somebody =
        serde_json::json!({ "uaid": early.uaid, "eventTestDate": DAY, "eventTestTime": LATER });
    early.client().delete(CANCEL, serde_json::json!({ "eventBookingID": id })).await.data();
    desk.client().post(BOOKING, for_somebody).await.data();

    let replies: Vec<Reply> = join_all(second).await.into_iter().map(Result::unwrap).collect();
    let taken = replies.iter().filter(|reply| reply.status == 200).count();
    assert!(taken >= 32, "a few never wait long: {taken}");
    for refused in replies.iter().filter(|reply| reply.status != 200) {
        refused.refused(503, "UNAVAILABLE");
    }
    // Afterwards with the same key.
    book(&late, LATER).await.data();
});

// The control of the test above.
on_both!(with_more_patience_everybody_waits, |engine| async move {
    let app = spawn(engine, 30).await;
    let late = app.athlete().await;
    let second = rush(&app).await;
    let asked = Instant::now();
    book(&late, LATER).await.data();
    assert!(asked.elapsed() > AT_ONCE, "{:?}", asked.elapsed());
    for reply in join_all(second).await {
        reply.unwrap().data();
    }
});
