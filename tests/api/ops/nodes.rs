//! A node among several on PostgreSQL: its connections, a node without jobs, a replica for reads that may lag, and a pooler
//! in transaction mode.

use std::time::{Duration, Instant};

use axum::http::Method;
use futures::future::join_all;
use serde_json::json;
use sixfold_server::app::router;
use sixfold_server::db::engines::open::Target;
use sixfold_server::db::engines::postgres::{Pooler as PoolerMode, PostgresSettings};
use sixfold_server::db::topic::topics::Topics;
use sixfold_server::db::{DbError, topic};
use sixfold_server::state::AppState;
use sixfold_tests::app::START_MS;
use sixfold_tests::pooler::Pooler;
use sixfold_tests::replicated::Replicated;
use sixfold_tests::{Client, Engine, PATIENCE, Stopwatch, TestApp, TestStore, postgres, until};
use sqlx::postgres::PgConnectOptions;

use super::binary::Served;
use super::pages::page_status;
use crate::event::stage::{BOOKING, DAY, TIME, body, book, booked, cancel, week};

const AVAILABILITY: &str = "/api/event/availability?from=2026-03-05&to=2026-03-05";
const LIMIT: Duration = Duration::from_secs(5);

fn options(target: &Target) -> PgConnectOptions {
    let Target::Postgres(options) = target else { unreachable!("a PostgreSQL store") };
    options.as_ref().clone()
}

/// A node on a database, with settings.
async fn node(target: &Target, settings: &PostgresSettings) -> TestApp {
    let (db, _) = target.open_with(settings).await.unwrap();
    let directory = tempfile::tempdir().unwrap();
    TestApp::on(TestStore { db, target: target.clone(), directory }, START_MS, |_| {})
}

/// Places left at a time, as a visitor sees them.
async fn left(client: &Client) -> i64 {
    let days = client.get(AVAILABILITY).await.data();
    let slots = days["days"][0]["slots"].as_array().unwrap();
    slots.iter().find(|slot| slot["time"] == TIME).unwrap()["remaining"].as_i64().unwrap()
}

/// Waits until a visitor sees this many places left.
async fn sees(client: &Client, places: i64) {
    until(&format!("they never see {places} places"), async || left(client).await == places).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_opens_no_more_connections_than_it_may() {
    let target = postgres::seeded_database().await;
    let app = node(&target, &PostgresSettings { connections: 4, ..PostgresSettings::default() }).await;
    let athlete = app.athlete().await;
    let calls = (0..40).map(|number| {
        let (client, athlete) = (app.client(), athlete.client());
        async move {
            if number % 2 == 0 {
                client.get(AVAILABILITY).await.data();
            } else {
                athlete.put("/api/user/marketing", json!({ "marketingPref1": true })).await.data();
            }
        }
    });
    join_all(calls).await;
    let mut conn = postgres::connect(&target).await;
    let count = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
    let open: i64 = sqlx::query_scalar(count).fetch_one(&mut conn).await.unwrap();
    assert!((1..=4).contains(&open), "{open}");
}

/// As an operator starts two nodes: one serves only, the other has the jobs as well.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_without_jobs_is_ready_and_leaves_letters_to_another() {
    let _watch = Stopwatch::start("ops::nodes::a_node_without_jobs_is_ready_and_leaves_letters_to_another");
    let app = TestApp::spawn(Engine::Postgres).await;
    app.sign_up("sam@example.org").await;
    let store = postgres::url_of(&app.state.config.database);
    let folder = tempfile::tempdir().unwrap();
    let start = |name: &str, jobs: &str| {
        let secret = "a secret that only tests know, 32+";
        let flags = [
            "--database-url",
            &store,
            "--secret",
            secret,
            "--test-clock",
            "2026-03-02T09:00:00Z",
            "--jobs",
            jobs,
        ];
        Served::start("true", &folder.path().join(name), &flags)
    };
    let letters =
        |name: &str| std::fs::read_dir(folder.path().join(name).join("mail")).map_or(0, Iterator::count);
    let front = start("front", "off");
    let mut stream = front.connect(1).await.unwrap();
    let answer = Served::say(&mut stream, "GET /readyz HTTP/1.1\r\nhost: a\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(front.log().contains("background jobs are off"), "{}", front.log());
    // A node with jobs looks for letters every second.
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    assert_eq!(letters("front"), 0);
    let back = start("back", "on");
    let begun = Instant::now();
    while letters("back") == 0 {
        assert!(begun.elapsed() < PATIENCE, "no letter leaves: {}", back.log());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(letters("front"), 0);
}

/// Nobody has asked for a page while it could still read one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fresh_node_whose_database_goes_away_has_its_pages() {
    let database = postgres::Server::start().await;
    let folder = tempfile::tempdir().unwrap();
    let flags = ["--database-url", &database.url("postgres")];
    let served = Served::start(":", &folder.path().join("node"), &flags);
    drop(database);
    let client = served.client();
    for path in ["/en-gb/", "/en-gb/frequently-asked-questions", "/en-gb/login"] {
        assert_eq!(client.get(path).await.status.as_u16(), page_status(200), "{path}: {}", served.log());
    }
    assert_eq!(client.get("/healthz").await.status, 200);
    let ready = client.get("/readyz").await;
    assert_eq!((ready.status.as_u16(), ready.text()), (503, "the store does not answer".to_owned()));
    client
        .post("/api/user/login", json!({ "emailAddress": "a@b.example", "password": "x" }))
        .await
        .refused(503, "UNAVAILABLE");
}

/// A node whose read URL leads to another database of the same server, which never lags and holds other data: nine places at each
/// time where the node has three.
async fn beside_another() -> (TestApp, TestApp) {
    let elsewhere = TestApp::spawn(Engine::Postgres).await;
    elsewhere.set_schedule(week(9)).await;
    let target = postgres::seeded_database().await;
    let read = Some(options(&elsewhere.state.config.database));
    let app = node(&target, &PostgresSettings { read, ..PostgresSettings::default() }).await;
    app.set_schedule(week(3)).await;
    (app, elsewhere)
}

/// Which call is sent where.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_reads_that_may_lag_go_to_the_read_url() {
    let _watch = Stopwatch::start("ops::nodes::only_reads_that_may_lag_go_to_the_read_url");
    let (app, elsewhere) = beside_another().await;
    let (visitor, athlete) = (app.client(), app.athlete().await);
    booked(&athlete, DAY, TIME).await;
    assert_eq!(left(&visitor).await, 2, "before the replica is known to be fresh, the primary is read");

    let db = app.state.db.clone();
    let following = tokio::spawn(async move { db.follow_replica().await });
    sees(&visitor, 9).await;
    assert_eq!(left(&athlete.client()).await, 2, "who is signed in sees what is so");
    let staff = app.person(3).await.client();
    let numbers = "/api/event/admin/numbers?what=bookings&from=2026-03-01&to=2026-03-31";
    let count = |numbers: serde_json::Value| numbers["rows"].to_string();
    let there = elsewhere.person(3).await.client().get(numbers).await.data();
    assert_eq!(count(staff.get(numbers).await.data()), count(there));
    let entries = staff.get("/api/event/admin/audit?action=booking.create").await.data();
    assert_eq!(entries["entries"], json!([]), "the log of the other database");
    let rows = staff.get("/api/event/admin/export?what=bookings").await.text();
    assert_eq!(rows.lines().count(), 1, "the heading alone: {rows}");
    // What a job writes, it decides by the primary: the second place is taken there.
    booked(&app.athlete().await, DAY, TIME).await;
    assert_eq!(left(&athlete.client()).await, 1);
    // What the replica does not have is looked for on the primary.
    staff.get("/api/content/sixfold-en-gb/images/nowhere/480").await.refused(404, "NOT_FOUND");
    following.abort();
    // Nobody compares any more: it counts as lagging.
    sees(&visitor, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_read_url_to_another_site_is_not_read() {
    let (app, _elsewhere) = beside_another().await;
    // What a server stores when it first opens a database.
    app.execute("INSERT INTO store_fact (name, value) VALUES ('secret', 'of this site')").await;
    let db = app.state.db.clone();
    let following = tokio::spawn(async move { db.follow_replica().await });
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(left(&app.client()).await, 3);
    following.abort();
}

/// A real replica: it is read while it keeps up, and given up when it lags or ends.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replica_that_lags_or_ends_is_read_no_more() {
    let _watch = Stopwatch::start("ops::nodes::a_replica_that_lags_or_ends_is_read_no_more");
    let mut servers = Replicated::start().await;
    let settings = PostgresSettings {
        read: Some(options(&servers.replica())),
        read_lag: LIMIT,
        ..PostgresSettings::default()
    };
    let app = node(&servers.primary(), &settings).await;
    app.set_schedule(week(9)).await;
    let (visitor, db) = (app.client(), app.state.db.clone());
    let following = tokio::spawn(async move { db.follow_replica().await });
    sees(&visitor, 9).await;

    for left_now in [8, 7] {
        // Long enough for the replica to be found fresh.
        servers.catch_up().await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        let athlete = app.athlete().await;
        servers.pause(true).await;
        booked(&athlete, DAY, TIME).await;
        let stored = Instant::now();
        assert_eq!(left(&visitor).await, left_now + 1, "the replica is read");
        // An answer may come late on a busy machine: what counts is when it was asked for.
        until("it is read for ever", async || {
            let asked = stored.elapsed();
            let seen = left(&visitor).await == left_now;
            assert!(seen || asked <= LIMIT + Duration::from_millis(500), "not seen after {asked:?}");
            seen
        })
        .await;
        servers.pause(false).await;
    }

    servers.catch_up().await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    servers.stop_replica();
    booked(&app.athlete().await, DAY, TIME).await;
    let begun = Instant::now();
    assert_eq!(left(&visitor).await, 6, "the primary is read at once");
    assert!(begun.elapsed() < Duration::from_secs(3), "after {:?}", begun.elapsed());
    following.abort();
}

/// While no synchronous replica has a commit it is not answered, not even when time runs out; a repetition gets the
/// first answer once it is safe.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_that_its_replica_does_not_have_is_not_answered() {
    let _watch = Stopwatch::start("ops::nodes::a_commit_that_its_replica_does_not_have_is_not_answered");
    let servers = Replicated::start().await;
    let app = node(&servers.primary(), &PostgresSettings::default()).await;
    app.set_schedule(week(9)).await;
    let athlete = app.athlete().await;
    servers.wait_for_replica("nobody").await;
    let reply = athlete.client().keyed(Method::POST, BOOKING, "one", body(DAY, TIME)).await;
    reply.refused(503, "UNAVAILABLE");
    // In all, longer than a statement may take.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let bookings = || app.count("booking");
    assert_eq!(bookings().await, 0, "nobody sees it");
    servers.wait_for_replica("").await;
    until("it was committed", async || bookings().await > 0).await;
    athlete.client().keyed(Method::POST, BOOKING, "one", body(DAY, TIME)).await.data();
    assert_eq!(bookings().await, 1);
}

/// Sign-up, booking, cancelling, board and content on two nodes that reach the database through two shared sessions.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn nodes_behind_a_pooler_in_transaction_mode_do_everything() {
    const VERSION: &str = "SELECT version FROM topic_version WHERE topic = 'content'";
    let _watch = Stopwatch::start("ops::nodes::nodes_behind_a_pooler_in_transaction_mode_do_everything");
    let direct = postgres::empty_database().await;
    let pooler = Pooler::start(&direct, 2).await;
    let pooled = |listen| PostgresSettings {
        pooler: PoolerMode::Transaction,
        listen: Some(options(listen)),
        ..PostgresSettings::default()
    };
    // Also migrates, and fills the database.
    let one = node(&pooler.target(), &pooled(&direct)).await;
    sixfold_tests::store::seed(&one.state.db).await;
    one.set_schedule(week(4)).await;
    let (db, _) = pooler.target().open_with(&pooled(&direct)).await.unwrap();
    let other = AppState::new((*one.state.config).clone(), db, one.state.clock.clone()).unwrap();
    let (visitor, topics) = (Client::new(router::router(other.clone())), Topics::new(other.db.clone()));
    let mut heard = topics.watch(topic::CONTENT);
    // Only a notification can tell within the test.
    let following = tokio::spawn(topics.clone().follow(Duration::from_hours(1)));
    heard.wait_for(|version| *version > 0).await.unwrap();

    // Statements of several clients take turns on the two sessions; none may run another's.
    let athletes = join_all((0..12).map(|number| {
        let one = &one;
        async move {
            let athlete = one.sign_up(&format!("athlete.{number}@example.org")).await;
            let statuses = [
                book(&athlete, DAY, TIME).await.status.as_u16(),
                one.client().get(AVAILABILITY).await.status.as_u16(),
                athlete.client().get("/api/user/profile").await.status.as_u16(),
            ];
            (athlete, statuses)
        }
    }))
    .await;
    let given = athletes.iter().filter(|(_, [booking, ..])| *booking == 200).count();
    assert_eq!((given, left(&visitor).await), (4, 0));
    assert!(
        athletes.iter().all(|(_, [booking, rest @ ..])| [200, 409].contains(booking) && *rest == [200, 200])
    );
    let (athlete, _) = athletes.iter().find(|(_, [booking, ..])| *booking == 200).unwrap();
    let id = one
        .texts(format!("SELECT booking_id FROM booking WHERE uaid = '{}'", athlete.uaid))
        .await
        .remove(0)
        .unwrap();
    cancel(athlete, &id).await.data();
    assert_eq!(left(&visitor).await, 1);
    visitor.get("/api/user/leaderboard?groupBy=gender&top=15").await.data();

    let editor = one.person(3).await.client();
    let page = json!({ "id": "news", "name": "News", "typeId": "flexi-page" });
    let mut item = editor.post("/api/content/sixfold-en-gb/authoring/v1/content", page).await.data();
    item["elements"] = json!({
        "path": { "elementType": "text", "value": "/news" },
        "template": { "elementType": "category", "categories": ["Flexi"] },
        "title": { "elementType": "text", "value": "News" },
        "description": { "elementType": "text", "value": "What is new." },
        "headline": { "elementType": "text", "value": "Spring is for sprinters." },
    });
    item["status"] = json!("ready");
    editor.put("/api/content/sixfold-en-gb/authoring/v1/content/news", item).await.data();
    let stored = one.scalar(VERSION).await;
    let hears = heard.wait_for(|version| *version == stored);
    tokio::time::timeout(PATIENCE, hears).await.expect("heard past the pooler").unwrap();
    // By the lock on that connection a copy of the store sees the node.
    let mut copy = postgres::connect(&direct).await;
    let alone: bool =
        sqlx::query_scalar("SELECT pg_try_advisory_lock(6008)").fetch_one(&mut copy).await.unwrap();
    assert!(!alone, "a server has the store open");
    following.abort();

    // A job that is cut off takes its transaction with it.
    let undone: Result<(), DbError> = one
        .state
        .db
        .write(async move |conn| {
            topic::bump(conn, topic::CONTENT).await?;
            Err(DbError::NotFound)
        })
        .await;
    assert!(undone.is_err());
    assert_eq!((one.scalar(VERSION).await, *heard.borrow()), (stored, stored));
    other.db.close().await;
}
