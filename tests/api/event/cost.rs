//! The cost of reading the calendar: the same few statements, however long the range and however many bookings there are.
//!
//! The statements are counted between the server and PostgreSQL; SQLite runs the same ones.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::http::Method;
use serde_json::json;
use sixfold_domain::slot::BookingSessionConfig;
use sixfold_server::app::jobs::{AlertRounds, tell_of_opened};
use sixfold_server::app::router;
use sixfold_server::db::Db;
use sixfold_server::db::engines::open::Target;
use sixfold_server::db::engines::postgres::Postgres;
use sixfold_server::state::{AppState, Services};
use sixfold_tests::{Client, Engine, TestApp};
use sqlx::postgres::{PgPoolOptions, PgSslMode};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{UnixListener, UnixStream};

use super::stage::{BOOKING, DAY, NEXT_DAY, body, booked, date, taken, wait, week};
use crate::acoustic::put_dates;

const PATH: &str = "/api/event/availability";
const SETTINGS: &str = "/api/event/admin/settings";
/// The name of PostgreSQL's socket in its directory.
const SOCKET: &str = ".s.PGSQL.5432";
/// Its bit of an alert's weekdays.
const SATURDAY: u8 = 1 << 5;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn availability_asks_the_same_few_questions_whatever_the_range() {
    let app = TestApp::spawn(Engine::Postgres).await;
    app.set_schedule(week(6)).await;
    let person = app.athlete().await;
    let (router, counted, _folder) = counting(&app).await;
    let stranger = Client::new(router.clone());
    let athlete = Client::new(router).bearer(&person.token);

    // The first call reads the event's snapshot.
    stranger.get(PATH).await.data();
    let mut costs = Vec::new();
    for _ in 0..2 {
        for query in ["?from=2026-03-05&to=2026-03-05", "", "?from=2026-03-03&to=2026-06-10", "?type=retest"]
        {
            let mut cost = Vec::new();
            for client in [&stranger, &athlete] {
                let before = counted.load(Ordering::SeqCst);
                client.get(&format!("{PATH}{query}")).await.data();
                cost.push(counted.load(Ordering::SeqCst) - before);
            }
            costs.push(cost);
        }
        // Fill the day before the second round.
        for time in ["10:00", "10:15", "10:30", "10:45", "11:00", "11:15", "11:30", "11:45"] {
            booked(&app.athlete().await, DAY, time).await;
        }
    }
    assert!(costs.iter().all(|cost| *cost == costs[0]), "{costs:?}");
    // The snapshot's versions, slots; for a signed-in athlete also the session and earlier bookings.
    assert_eq!(costs[0], [2, 4]);
}

/// A booking, its repetition and a refusal, each under a key.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_booking_costs_a_few_statements() {
    let app = TestApp::spawn(Engine::Postgres).await;
    app.set_schedule(week(1)).await;
    let (router, counted, _folder) = counting(&app).await;
    Client::new(router.clone()).get(PATH).await.data();
    let (first, second) = (app.athlete().await, app.athlete().await);
    let mut costs = Vec::new();
    for (athlete, key, status) in [(&first, "one", 200), (&first, "one", 200), (&second, "two", 409)] {
        let client = Client::new(router.clone()).bearer(&athlete.token);
        let before = counted.load(Ordering::SeqCst);
        let reply = client.keyed(Method::POST, BOOKING, key, body(DAY, "10:00")).await;
        assert_eq!(reply.status, status);
        costs.push(counted.load(Ordering::SeqCst) - before);
    }
    // Session, begin, key, schedule locked, athlete locked, athlete read, seat taken, booking, audit with letter and answer,
    // Session, begin, schedule locked, athlete locked, athlete read, seat taken, booking, audit with letter and answer, commit.
    // A refusal is stored by a job of its own. A repetition is refused, because its booking is there, and that job finds its
    // answer.
    assert_eq!(costs, [9, 10, 10]);
}

/// A change of the schedule reads what its decisions need once for all of them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_decision_costs_the_same_few_statements_however_many_there_are() {
    let app = TestApp::spawn(Engine::Postgres).await;
    app.set_schedule(week(40)).await;
    let (router, counted, _folder) = counting(&app).await;
    let staff = Client::new(router).bearer(&app.person(3).await.token);
    let mut costs = Vec::new();
    for (day, bookings) in [(DAY, 2), (NEXT_DAY, 12)] {
        let mut decisions = Vec::new();
        for number in 0..bookings {
            let id = booked(&app.athlete().await, day, "10:00").await;
            decisions.push(if number % 2 == 0 {
                json!({ "eventBookingId": id, "act": "cancel" })
            } else {
                json!({ "eventBookingId": id, "act": "move", "date": "2026-03-09", "time": "11:00" })
            });
        }
        let before = counted.load(Ordering::SeqCst);
        put_dates(&staff, "closed-dates", &[day], decisions.into()).await.data();
        costs.push(counted.load(Ordering::SeqCst) - before);
    }
    let each = (costs[1] - costs[0]) / 10;
    assert!(each <= 9, "{each} statements for a decision: {costs:?}");
}

/// A higher capacity reads everybody who waits once, not once for each of them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_higher_capacity_reads_everybody_who_waits_once() {
    let app = TestApp::spawn(Engine::Postgres).await;
    app.set_schedule(week(1)).await;
    let (router, counted, _folder) = counting(&app).await;
    let staff = Client::new(router).bearer(&app.person(3).await.token);
    let mut costs = Vec::new();
    for (capacity, time, waiting) in [(1, "10:00", 2), (2, "10:15", 12)] {
        for _ in 0..capacity {
            booked(&app.athlete().await, DAY, time).await;
        }
        for _ in 0..waiting {
            wait(&app.athlete().await, DAY, time).await.data();
        }
        // None of them could take a place.
        app.execute("UPDATE eligibility SET parq_cleared = FALSE").await;
        let mut settings = staff.get(SETTINGS).await.data();
        settings["settings"]["slotCapacity"] = json!(capacity + 1);
        let before = counted.load(Ordering::SeqCst);
        staff.put(SETTINGS, settings).await.data();
        costs.push(counted.load(Ordering::SeqCst) - before);
        assert_eq!(taken(&app, DAY, time).await, capacity, "the new place is free");
        app.execute("DELETE FROM waitlist").await;
    }
    let each = (costs[1] - costs[0]) / 10;
    assert!(each <= 1, "{each} statements for somebody who waits: {costs:?}");
}

/// Thousands of alerts cost a round nothing while nothing has opened, and a bounded number of statements when something has.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_round_of_alerts_costs_a_bounded_number_of_statements() {
    let app = TestApp::spawn(Engine::Postgres).await;
    let closed = BookingSessionConfig { closed_dates: vec![date("2026-03-07")], ..week(6) };
    app.set_schedule(closed.clone()).await;
    let person = app.athlete().await;
    // 127 sets of weekdays, each in four parts of the day and until ten days: 5,080 alerts, of which 2,560 name a Saturday. Each of
    // these is of another athlete, as one letter ends all alerts of its athlete for that time (RULES 5.6); the rest are of one.
    for table in ["account", "eligibility"] {
        app.execute(format!(
            "INSERT INTO {table} SELECT twin.* FROM {table} t, generate_series(1, 2560) n, \
             jsonb_populate_record(t, jsonb_build_object('uaid', n::text, 'email', n || '@example.org', \
             'email_lookup', n || '@example.org')) twin WHERE t.uaid = '{}'",
            person.uaid
        ))
        .await;
    }
    app.execute(format!(
        "INSERT INTO time_alert (alert_id, uaid, event_id, weekdays, part, until_date, free_before, created_at) \
         SELECT 'alert-' || w || '-' || p || '-' || d, \
         CASE WHEN (w & {SATURDAY}) = 0 THEN '{}' ELSE (row_number() OVER (PARTITION BY w & {SATURDAY}))::text END, \
         'sixfold-academy', w, p, '2026-04-' || d, \
         (SELECT string_agg('2026-' || to_char(DATE '2026-03-03' + n, 'MM-DD') || '=fffffffffffffff', ' ' ORDER BY n) \
          FROM generate_series(0, 40) n WHERE n <> 4), 1 \
         FROM generate_series(1, 127) w, unnest(ARRAY['ANY', 'MORNING', 'AFTERNOON', 'EVENING']) p, generate_series(11, 20) d",
        person.uaid
    ))
    .await;
    assert_eq!(app.count("time_alert").await, 5_080);
    let (state, counted, _folder) = counted_state(&app).await;
    let mut rounds = AlertRounds::default();
    let mut costs = Vec::new();
    for opens in [false, false, true, false, false] {
        if opens {
            app.set_schedule(week(6)).await;
        }
        let before = counted.load(Ordering::SeqCst);
        let told = tell_of_opened(&state, &mut rounds).await.unwrap();
        costs.push((told, counted.load(Ordering::SeqCst) - before));
    }
    println!("told and statements by round: {costs:?}");
    // The first round reads every alert, by pages of 500.
    assert!(costs[0].0 == 0 && costs[0].1 <= 30, "{costs:?}");
    // The versions of the event, the newest alert, the slots.
    assert_eq!(costs[1], (0, 3), "{costs:?}");
    // When a Saturday opens for thousands, a round tells two hundred; the next goes on.
    for (told, statements) in &costs[2..] {
        assert_eq!(*told, 200, "{costs:?}");
        assert!(*statements <= 40 + told * 11, "{costs:?}");
    }
}

/// The server on a connection whose statements are counted.
async fn counting(app: &TestApp) -> (axum::Router, Arc<AtomicUsize>, tempfile::TempDir) {
    let (state, counted, folder) = counted_state(app).await;
    (router::router(state), counted, folder)
}

async fn counted_state(app: &TestApp) -> (AppState, Arc<AtomicUsize>, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let counted = Arc::new(AtomicUsize::new(0));
    let Target::Postgres(options) = &app.state.config.database else { unreachable!("a PostgreSQL test") };
    let real = options.get_socket().expect("the test server has a socket").join(SOCKET);
    relay(&folder.path().join(SOCKET), real, counted.clone());
    let options = options.as_ref().clone().socket(folder.path()).ssl_mode(PgSslMode::Disable);
    let pool = PgPoolOptions::new()
        .max_connections(1)
        .test_before_acquire(false)
        .connect_with(options)
        .await
        .unwrap();
    let db = Db::Postgres(Postgres::on(pool, app.state.db.versions().clone()));
    (AppState::from(Services { db, ..(*app.state).clone() }), counted, folder)
}

/// Relays bytes between its own socket and the real one, and counts the statements executed.
fn relay(own: &Path, real: std::path::PathBuf, counted: Arc<AtomicUsize>) {
    let listener = UnixListener::bind(own).unwrap();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let (from_client, mut to_client) = client.into_split();
            let mut from_client = BufReader::new(from_client);
            let (mut from_server, mut to_server) = UnixStream::connect(&real).await.unwrap().into_split();
            let counted = counted.clone();
            tokio::spawn(async move { tokio::io::copy(&mut from_server, &mut to_client).await });
            tokio::spawn(async move {
                // The first message of a connection has no type byte.
                let mut typed = false;
                loop {
                    let kind = if typed { from_client.read_u8().await? } else { 0 };
                    let length = from_client.read_u32().await?;
                    let mut rest = vec![0; usize::try_from(length).unwrap_or(4).saturating_sub(4)];
                    from_client.read_exact(&mut rest).await?;
                    counted.fetch_add(usize::from(matches!(kind, b'E' | b'Q')), Ordering::SeqCst);
                    let mut message = if typed { vec![kind] } else { Vec::new() };
                    message.extend(length.to_be_bytes());
                    message.extend(rest);
                    to_server.write_all(&message).await?;
                    typed = true;
                }
                #[expect(unreachable_code, reason = "gives the task its type")]
                Ok::<(), std::io::Error>(())
            });
        }
    });
}
