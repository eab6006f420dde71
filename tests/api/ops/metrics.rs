//! `/metrics`: what is counted, under which words, and that nothing of it is about a person.

use std::collections::BTreeSet;
use std::path::Path;

use axum::body::Body;
use axum::http::{HeaderMap, Method};
use serde_json::json;
use sixfold_server::app::{jobs, metrics};
use sixfold_server::config::cli::Switch;
use sixfold_server::mail::deliver::Transport;
use sixfold_tests::child_process::free_address;
use sixfold_tests::{Client, Engine, PATIENCE, TestApp, both, eventually, on_both};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Executor as _};

use super::binary::{Served, run};
use crate::auth::csrf;
use crate::event::stage::{
    ACCEPT, BOOKING, DAY, LATER, NEXT_DAY, TIME, WAITLIST, body, book, booked, cancel, one_waits, shift, week,
};

async fn scraped(app: &TestApp) -> String {
    let reply = Client::new(metrics::router(app.state.clone())).get("/metrics").await;
    assert_eq!(
        (reply.status.as_u16(), reply.header("content-type").starts_with("text/plain; version=0.0.4")),
        (200, true)
    );
    reply.text()
}

/// The value of a series, written as Prometheus writes it.
fn value(text: &str, series: &str) -> Option<f64> {
    text.lines().find_map(|line| line.strip_prefix(series)?.strip_prefix(' ')?.parse().ok())
}

fn values(text: &str, label: &str) -> BTreeSet<String> {
    let begin = format!("{label}=\"");
    let of = |line: &str| Some(line.split_once(&begin)?.1.split('"').next()?.to_owned());
    text.lines().filter_map(of).collect()
}

both! {
    async fn bookings_and_refusals_are_counted_once(app) {
        app.set_schedule(week(1)).await;
        let (ada, bo) = (app.athlete().await, app.athlete().await);
        let id = booked(&ada, DAY, TIME).await;
        book(&bo, DAY, TIME).await.refused(409, "SLOT_FULL");
        for _ in 0..3 {
            bo.client().keyed(Method::POST, BOOKING, "one", body(DAY, TIME)).await.refused(409, "SLOT_FULL");
        }
        shift(&ada, &id, DAY, LATER).await.data();
        for _ in 0..3 {
            bo.client().keyed(Method::POST, BOOKING, "two", body(NEXT_DAY, TIME)).await.data();
        }
        cancel(&ada, &id).await.data();
        app.client().get("/api/user/profile").await.refused(401, "UNAUTHORISED");
        let text = scraped(&app).await;
        let is = |series: &str, wanted: f64| assert_eq!(value(&text, series), Some(wanted), "{series}\n{text}");
        is("sixfold_booking_changes_total{change=\"Created\"}", 2.0);
        is("sixfold_booking_changes_total{change=\"Changed\"}", 1.0);
        is("sixfold_booking_changes_total{change=\"Cancelled\"}", 1.0);
        is("sixfold_refusals_total{code=\"SLOT_FULL\"}", 2.0);
        is("sixfold_refusals_total{code=\"UNAUTHORISED\"}", 1.0);
        is("sixfold_http_requests_total{method=\"POST\",route=\"/api/user/event/booking\",status=\"409\"}", 4.0);
        is("sixfold_http_request_duration_seconds_count{method=\"POST\",route=\"/api/user/event/booking\"}", 9.0);
    }

    async fn an_offer_is_counted_once_however_often_it_is_taken(app) {
        let (ada, bo, id) = one_waits(&app).await;
        cancel(&ada, &id).await.data();
        let offer = bo.client().get(WAITLIST).await.data()[0]["offerId"].clone();
        for key in ["one", "one", "two"] {
            bo.client().keyed(Method::POST, ACCEPT, key, json!({ "offerId": offer })).await.data();
        }
        let text = scraped(&app).await;
        let accepted = "sixfold_booking_changes_total{change=\"Accepted\"}";
        assert_eq!(value(&text, accepted), Some(1.0), "{text}");
    }

    async fn a_page_that_maintenance_closes_is_counted_as_a_call_is(app) {
        let closed = json!({ "maintenance": { "elementType": "toggle", "value": true } });
        crate::site::change(&app, "site-settings", closed).await;
        for path in ["/en-gb/", "/api/user/profile"] {
            assert_eq!(app.client().get(path).await.status, 503, "{path}");
        }
        let text = scraped(&app).await;
        assert_eq!(value(&text, "sixfold_refusals_total{code=\"MAINTENANCE\"}"), Some(2.0), "{text}");
    }

    async fn labels_are_words_of_the_program(app) {
        app.set_schedule(week(1)).await;
        let ada = app.athlete().await;
        booked(&ada, DAY, TIME).await;
        for path in ["/en-gb/login", "/nobody/4711", "/api/nothing", "/api/event/calendar/a-secret.ics", "/api/content/item/anything?token=a-secret"] {
            ada.client().get(path).await;
        }
        app.client().send(Method::from_bytes(b"BREW").unwrap(), "/healthz", HeaderMap::new(), Body::empty()).await;
        app.client().post("/api/user/login", json!({ "emailAddress": ada.email, "password": "not the password" })).await;
        let text = scraped(&app).await;
        for word in [ada.email.as_str(), &ada.uaid, &ada.token, "a-secret", "4711", "BREW"] {
            assert!(!text.contains(word), "{word}");
        }
        let document = app.client().get("/api/openapi.json").await.value();
        let undocumented = ["other", "/api/docs", "/api/openapi.json"];
        let routes = values(&text, "route");
        assert!(routes.len() >= 5, "{routes:?}");
        for route in &routes {
            assert!(document["paths"][route].is_object() || undocumented.contains(&route.as_str()), "{route}");
        }
        let page = app.client().get("/api/docs").await.text();
        let codes = values(&text, "code");
        assert!(codes.contains("CREDENTIALS_WRONG"), "{codes:?}");
        for code in &codes {
            assert!(page.contains(code.as_str()), "{code} is not on the list of codes");
        }
        assert!(values(&text, "method").iter().all(|method| ["GET", "POST", "OTHER"].contains(&method.as_str())));
    }

    async fn the_store_the_outbox_and_the_boards_are_looked_at_when_asked(app) {
        app.set_schedule(week(1)).await;
        app.state.boards.current(&app.state.db).await.unwrap();
        let ada = app.athlete().await;
        booked(&ada, DAY, TIME).await;
        app.pass_minutes(10);
        app.state.boards.sync(&app.state.db).await.unwrap();
        let text = scraped(&app).await;
        let is = |series: &str, wanted: f64| assert_eq!(value(&text, series), Some(wanted), "{series}\n{text}");
        is("sixfold_store_up", 1.0);
        is("sixfold_store_writable", 1.0);
        is("sixfold_outbox_waiting_letters", 1.0);
        is("sixfold_outbox_age_seconds", 600.0);
        is("sixfold_outbox_overdue_seconds", 600.0);
        is("sixfold_outbox_failed_letters", 0.0);
        is("sixfold_live_streams", 0.0);
        is("sixfold_draining", 0.0);
        is("sixfold_background_jobs_ended", 0.0);
        assert_eq!(value(&text, "sixfold_boards_version"), value(&text, "sixfold_boards_stored_version"));
        assert_eq!(value(&text, "sixfold_writer_queue_jobs").is_some(), app.state.db.engine() == Engine::Sqlite);
        let used = value(&text, "sixfold_store_connections{state=\"used\"}").unwrap();
        let most = value(&text, "sixfold_store_connections_max").unwrap();
        assert!((0.0..=most).contains(&used) && most >= 8.0, "{used} of {most}");

        app.state.readiness.ended("letters");
        app.state.readiness.drain();
        app.state.db.close().await;
        let text = scraped(&app).await;
        for (series, wanted) in [("store_up", Some(0.0)), ("background_jobs_ended", Some(1.0)), ("draining", Some(1.0)), ("outbox_age_seconds", None)] {
            assert_eq!(value(&text, &format!("sixfold_{series}")), wanted, "{series}");
        }
    }

    async fn letters_that_fail_count_as_blocked_while_no_later_one_leaves(app) {
        app.set_schedule(week(6)).await;
        let away = format!("smtp://{}", free_address());
        let away = Transport::from_config(Some(&away), Path::new("")).unwrap();
        let files = Transport::from_config(None, app.data_dir()).unwrap();
        let blocked = async || value(&scraped(&app).await, "sixfold_outbox_blocked_letters");
        let write_a_letter = async || {
            app.pass_minutes(1);
            booked(&app.athlete().await, DAY, TIME).await
        };
        let fail = async |times: usize| {
            for _ in 0..times {
                app.pass_minutes(1);
                assert_eq!(jobs::send_due(&app.state, &away).await.unwrap(), 0);
            }
        };
        for letters in [1.0, 2.0] {
            write_a_letter().await;
            fail(2).await;
            assert_eq!(blocked().await, Some(letters - 1.0));
            fail(1).await;
            assert_eq!(blocked().await, Some(letters));
        }
        // A later one leaves: what keeps the others back is theirs.
        let now_ms = app.state.clock.now_ms();
        app.execute(format!("UPDATE mail_outbox SET next_attempt_at = {now_ms} + 3600000")).await;
        write_a_letter().await;
        assert_eq!(jobs::send_due(&app.state, &files).await.unwrap(), 1);
        assert_eq!(blocked().await, Some(0.0));
        write_a_letter().await;
        fail(3).await;
        assert_eq!(blocked().await, Some(1.0));
    }

    async fn a_job_tells_when_it_last_ran(app) {
        let transport = Transport::from_config(None, app.data_dir()).unwrap();
        let running = jobs::start(&app.state, transport);
        let series = "sixfold_background_job_last_run_timestamp_seconds{name=\"mail\"}";
        let ran = eventually("the job does not run", async || value(&scraped(&app).await, series)).await;
        running.stop(PATIENCE).await;
        assert_eq!(Some(ran), Some(1_772_442_000.0));
    }
}

on_both!(what_the_sites_own_sign_in_form_refuses_is_counted, |engine| async move {
    let app = TestApp::spawn_with(engine, |flags| flags.rate_limit = Switch::On).await;
    let (ada, browser) = (app.staff(1).await, app.client());
    let token = csrf(&browser).await;
    let fields = [
        ("email", ada.email.as_str()),
        ("password", "not the password"),
        ("csrfToken", token.as_str()),
        ("json", "true"),
    ];
    for status in [401_u16; 10].into_iter().chain([429]) {
        assert_eq!(browser.form("/api/auth/callback/credentials", &fields).await.status, status);
    }
    let text = scraped(&app).await;
    let is = |series: &str, wanted: f64| assert_eq!(value(&text, series), Some(wanted), "{series}\n{text}");
    is("sixfold_refusals_total{code=\"CREDENTIALS_WRONG\"}", 10.0);
    is("sixfold_refusals_total{code=\"TOO_MANY_REQUESTS\"}", 1.0);
});

#[tokio::test]
async fn a_page_that_the_waiting_room_answers_is_counted_as_a_call_is() {
    let app = TestApp::spawn_with(Engine::Sqlite, |flags| flags.people = 2).await;
    let [ada, bo, cy] = [1, 2, 3].map(|n| app.client().at(&format!("192.0.2.{n}")));
    for inside in [ada, bo] {
        assert_eq!(inside.get("/api/event/availability").await.status, 200);
    }
    for path in ["/en-gb/my-account-event-booking", "/api/event/availability"] {
        assert_eq!(cy.get(path).await.status, 503, "{path}");
    }
    let text = scraped(&app).await;
    assert_eq!(value(&text, "sixfold_refusals_total{code=\"WAITING_ROOM\"}"), Some(2.0), "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_that_answers_but_takes_no_writes_is_told_apart() {
    let app = TestApp::spawn(Engine::Sqlite).await;
    let file = app.data_dir().join("sixfold.db");
    let mut other = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    other.execute("BEGIN IMMEDIATE").await.unwrap();
    let text = scraped(&app).await;
    for (series, wanted) in [("sixfold_store_up", 1.0), ("sixfold_store_writable", 0.0)] {
        assert_eq!(value(&text, series), Some(wanted), "{series}\n{text}");
    }
}

#[tokio::test]
async fn they_are_served_on_their_own_address_only() {
    let directory = tempfile::tempdir().unwrap();
    let served = Served::start(":", &directory.path().join("data"), &["--metrics-listen", "127.0.0.1:0"]);
    let get = "GET /metrics HTTP/1.1\r\nhost: a\r\n\r\n";
    let mut public = tokio::net::TcpStream::connect(served.host).await.unwrap();
    assert!(!Served::say(&mut public, get).await.contains("sixfold_"));
    let mut own = tokio::net::TcpStream::connect(served.metrics.unwrap()).await.unwrap();
    let answer = Served::say(&mut own, get).await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\nsixfold_"), "{answer}");
    let mut own = tokio::net::TcpStream::connect(served.metrics.unwrap()).await.unwrap();
    let answer = Served::say(&mut own, "GET /api/event/config HTTP/1.1\r\nhost: a\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 404"), "{answer}");

    let taken = served.metrics.unwrap().to_string();
    let other = directory.path().join("other");
    let ended = run(":", &other, &["serve", "--listen", "127.0.0.1:0", "--metrics-listen", &taken], "");
    assert!(!ended.good && ended.told.contains("--metrics-listen"), "{}", ended.told);
    assert!(!other.join("sixfold.db").exists(), "a port that is in use leaves no database behind");
}
