//! The schedule in a remote hub: the items written, fallbacks to the second and third item, and refusals passed on unchanged.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use serde_json::{Value, json};
use sixfold_server::app::jobs;
use sixfold_tests::{Engine, Peer, TestApp, on_both};
use tokio::sync::Notify;

use super::{ITEM, create, item, put_dates, session};
use crate::event::stage::{DAY, LATER, NEXT_DAY, TIME, book, booked, cancel, status, taken, wait, week};

/// A minimal hub: items by id, each with a revision, and a list of the requests.
#[derive(Clone, Default)]
struct Store {
    items: Arc<Mutex<HashMap<String, Value>>>,
    asked: Arc<Mutex<Vec<String>>>,
    /// What it answers to writes of one item instead.
    trouble: Arc<Mutex<Option<(String, u16, Value)>>>,
    /// An item that it answers only once it is released.
    slow: Arc<Mutex<Option<Slow>>>,
}

/// An item, and what releases its answer.
type Slow = (String, Arc<Notify>);

struct Hub {
    store: Store,
    peer: Peer,
}

async fn read(State(store): State<Store>, Path(id): Path<String>) -> Response {
    store.asked.lock().unwrap().push(format!("GET {id}"));
    let slow = store.slow.lock().unwrap().clone().filter(|(slow, _)| *slow == id);
    if let Some((_, go)) = slow {
        go.notified().await;
    }
    match store.items.lock().unwrap().get(&id) {
        Some(item) => Json(item.clone()).into_response(),
        None => {
            (StatusCode::NOT_FOUND, Json(json!({ "errors": [{ "code": 404, "message": "No such item" }] })))
                .into_response()
        }
    }
}

async fn write(State(store): State<Store>, Path(id): Path<String>, Json(mut item): Json<Value>) -> Response {
    store.asked.lock().unwrap().push(format!("PUT {id}"));
    if let Some((troubled, status, body)) = store.trouble.lock().unwrap().clone()
        && troubled == id
    {
        return (StatusCode::from_u16(status).unwrap(), Json(body)).into_response();
    }
    let mut items = store.items.lock().unwrap();
    let Some(held) = items.get(&id) else { return StatusCode::NOT_FOUND.into_response() };
    if held["rev"] != item["rev"] {
        return StatusCode::CONFLICT.into_response();
    }
    let rev = item["rev"].as_str().unwrap_or("0").parse::<i64>().unwrap() + 1;
    item["rev"] = json!(rev.to_string());
    items.insert(id, item.clone());
    Json(item).into_response()
}

async fn make(State(store): State<Store>, Json(mut item): Json<Value>) -> Response {
    let mut items = store.items.lock().unwrap();
    let id = format!("theirs-{}", items.len());
    store.asked.lock().unwrap().push(format!("POST {}", item["name"].as_str().unwrap()));
    item["id"] = json!(id);
    item["rev"] = json!("1");
    items.insert(id, item.clone());
    Json(item).into_response()
}

impl Hub {
    /// A hub that has these fixed items, empty.
    async fn open(ids: &[&str]) -> Self {
        let store = Store::default();
        for id in ids {
            let list = if id.contains("sessions") { "sessions" } else { "dates" };
            let item =
                json!({ "id": id, "rev": "1", "tags": ["theirs"], "elements": { list: { "values": [] } } });
            store.items.lock().unwrap().insert((*id).to_owned(), item);
        }
        let content = "/sixfold-en-gb/authoring/v1/content";
        let router = axum::Router::new()
            .route(&format!("{content}/{{id}}"), get(read).put(write))
            .route(content, axum::routing::post(make))
            .with_state(store.clone());
        Self { store, peer: Peer::serve(router).await }
    }

    async fn reader(&self, engine: Engine) -> TestApp {
        let url = self.peer.url();
        let app = TestApp::spawn_with(engine, move |flags| flags.content_url = Some(url)).await;
        app.set_schedule(week(2)).await;
        app
    }

    /// The requests since the last call.
    fn asked(&self) -> Vec<String> {
        std::mem::take(&mut *self.store.asked.lock().unwrap())
    }

    fn held(&self, id: &str) -> Value {
        self.store.items.lock().unwrap()[id].clone()
    }

    /// The item is this from now on.
    fn put(&self, id: &str, item: Value) {
        self.store.items.lock().unwrap().insert(id.to_owned(), item);
    }

    fn hold(&self, id: &str, element: &str, values: Value) {
        self.store.items.lock().unwrap().get_mut(id).unwrap()["elements"][element]["values"] = values;
    }
}

on_both!(a_write_goes_to_the_primary_item_and_to_the_second_or_the_third, |engine| async move {
    let hub = Hub::open(&[
        "closed-dates",
        "closed-dates-third",
        "bank-holidays",
        "bank-holidays-second",
        "bank-holidays-third",
    ])
    .await;
    let app = hub.reader(engine).await;
    let client = app.person(3).await.client();
    let seen = item(&client, "closed-dates").await;
    hub.asked();
    let body = json!({ "rev": seen["rev"], "elements": { "dates": { "values": [DAY] } } });
    let saved = client.put(&format!("{ITEM}?id=closed-dates"), body).await.data();
    assert_eq!(
        hub.asked(),
        [
            "GET closed-dates",
            "PUT closed-dates",
            "GET closed-dates-second",
            "GET closed-dates-third",
            "PUT closed-dates-third"
        ]
    );
    for id in ["closed-dates", "closed-dates-third"] {
        let held = hub.held(id);
        assert_eq!(
            (&held["elements"]["dates"]["values"], &held["tags"]),
            (&json!([DAY]), &json!(["theirs"])),
            "{id}"
        );
    }
    book(&app.athlete().await, DAY, "10:00").await.refused(422, "DATE_CLOSED");
    assert_eq!(item(&client, "closed-dates").await, saved);
    put_dates(&client, "bank-holidays", &[NEXT_DAY], json!([])).await.data();
    assert_eq!(hub.held("bank-holidays-second")["elements"]["dates"]["values"], json!([NEXT_DAY]));
    assert_eq!(hub.held("bank-holidays-third")["elements"]["dates"]["values"], json!([]));
});

on_both!(what_the_hub_refuses_is_refused_with_its_words_and_has_not_happened, |engine| async move {
    let hub = Hub::open(&["closed-dates", "closed-dates-second"]).await;
    let app = hub.reader(engine).await;
    let client = app.person(3).await.client();
    let refused = json!({ "succeeded": false, "error": { "errorCode": "HUB_LOCKED", "errorMessage": "Being published." } });
    for (status, body, wanted, word) in [
        (423, refused.clone(), 423, "HUB_LOCKED"),
        (500, json!({ "errors": [{ "code": "E5", "message": "Broken" }] }), 502, "E5"),
        (401, json!({}), 502, "401"),
        (201, json!({}), 502, "201"),
    ] {
        *hub.store.trouble.lock().unwrap() = Some(("closed-dates".to_owned(), status, body));
        let error = put_dates(&client, "closed-dates", &[DAY], json!([])).await.refused(wanted, word);
        assert!(status != 423 || error["errorMessage"] == "Being published.", "{error}");
        assert_eq!(app.count("schedule_date").await, 0);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'schedule.changed'").await, 0);
    }
    // This hub has no bank holidays.
    client.get(&format!("{ITEM}?id=bank-holidays")).await.refused(404, "404");
    hub.peer.stop().await;
    client.get(&format!("{ITEM}?id=closed-dates")).await.refused(503, "CONTENT_AWAY");
});

on_both!(what_the_hub_may_have_in_part_is_said_and_is_taken_over, |engine| async move {
    let hub = Hub::open(&["closed-dates", "closed-dates-second"]).await;
    let app = hub.reader(engine).await;
    let client = app.person(3).await.client();
    let refused = json!({ "succeeded": false, "error": { "errorCode": "HUB_LOCKED", "errorMessage": "Being published." } });
    *hub.store.trouble.lock().unwrap() = Some(("closed-dates-second".to_owned(), 423, refused));
    let error = put_dates(&client, "closed-dates", &[DAY], json!([])).await.refused(423, "HUB_LOCKED");
    let sentence = error["errorMessage"].as_str().unwrap();
    assert!(
        sentence.starts_with("Being published. Part of the change may be stored there already"),
        "{error}"
    );
    assert_eq!(app.count("schedule_date").await, 0);
    assert!(jobs::take_over_schedule(&app.state).await.unwrap());
    book(&app.athlete().await, DAY, "10:00").await.refused(422, "DATE_CLOSED");
    // Not an item: the hub does not answer as it should.
    hub.put("closed-dates-second", json!([]));
    put_dates(&client, "closed-dates", &[DAY, NEXT_DAY], json!([])).await.refused(503, "SCHEDULE_IN_PART");
});

/// The stored sessions as `id start-end revision`, by their start.
async fn sessions(app: &TestApp) -> Vec<String> {
    let sql = "SELECT session_item_id || ' ' || session_start || '-' || session_end || ' ' || CAST(rev AS TEXT) \
         FROM session_item ORDER BY session_start";
    app.texts(sql).await.into_iter().flatten().collect()
}

/// An entry of a list that repeats the session's elements.
fn listed(id: &str, start: &str, end: &str) -> Value {
    json!({ "id": id, "elements": session(DAY, start, end) })
}

on_both!(sessions_that_shift_there_in_one_step_are_taken_over, |engine| async move {
    let hub = Hub::open(&["closed-sessions", "training-sessions"]).await;
    let app = hub.reader(engine).await;
    let take_over = async || assert!(jobs::take_over_schedule(&app.state).await.unwrap());
    let hold = |entries: &[Value]| hub.hold("closed-sessions", "sessions", json!(entries));
    hold(&[listed("a", "10:00", "11:00"), listed("b", "11:00", "12:00")]);
    take_over().await;
    assert_eq!(sessions(&app).await, ["a 10:00-11:00 1", "b 11:00-12:00 1"]);
    hold(&[listed("a", "11:00", "12:00"), listed("b", "12:00", "13:00")]);
    take_over().await;
    assert_eq!(sessions(&app).await, ["a 11:00-12:00 2", "b 12:00-13:00 2"]);
    hold(&[listed("a", "12:00", "13:00"), listed("b", "11:00", "12:00")]);
    take_over().await;
    assert_eq!(sessions(&app).await, ["b 11:00-12:00 3", "a 12:00-13:00 3"]);
    // In the other list too, and in that one alone after that.
    hub.hold("training-sessions", "sessions", json!([listed("a", "12:00", "13:00")]));
    take_over().await;
    hold(&[listed("b", "11:00", "12:00")]);
    assert!(!jobs::take_over_schedule(&app.state).await.unwrap());
    assert_eq!(sessions(&app).await, ["b 11:00-12:00 3", "a 12:00-13:00 4"]);
});

on_both!(a_session_that_has_no_effect_there_holds_up_nothing_here, |engine| async move {
    let hub =
        Hub::open(&["closed-dates", "closed-dates-second", "closed-sessions", "closed-sessions-second"])
            .await;
    let app = hub.reader(engine).await;
    let client = app.person(3).await.client();
    let good = listed("a", "10:00", "11:00");
    let entries = [
        good.clone(),
        // Listed twice, in another's place, reversed, and of an item that is gone.
        listed("a", "12:00", "13:00"),
        listed("b", "10:00", "11:00"),
        listed("c", "15:00", "14:00"),
        json!({ "id": "gone" }),
    ];
    hub.hold("closed-sessions", "sessions", json!(entries));
    assert!(jobs::take_over_schedule(&app.state).await.unwrap());
    assert_eq!(sessions(&app).await, ["a 10:00-11:00 1"]);
    assert!(!jobs::take_over_schedule(&app.state).await.unwrap());
    // Staff can change the list, which then has what is shown here.
    create(&client, "closed-session", DAY, "16:00", "17:00").await.data();
    assert_eq!(hub.held("closed-sessions")["elements"]["sessions"]["values"].as_array().unwrap().len(), 2);
    // A list that cannot be read holds up no other, and staff are told of it.
    let warning = async || client.get("/api/event/admin/today").await.data()["scheduleWarning"].clone();
    assert_eq!(warning().await, Value::Null);
    hub.hold("closed-sessions", "sessions", json!([listed("a", "ten", "11:00")]));
    hub.hold("closed-dates", "dates", json!([NEXT_DAY]));
    for _ in 0..2 {
        assert!(jobs::take_over_schedule(&app.state).await.is_err());
    }
    book(&app.athlete().await, NEXT_DAY, "10:00").await.refused(422, "DATE_CLOSED");
    assert_eq!(sessions(&app).await.len(), 2);
    let told = warning().await;
    assert!(told["cause"].as_str().unwrap().starts_with("closed-sessions: "), "{told}");
    hub.hold("closed-sessions", "sessions", json!([good]));
    assert!(jobs::take_over_schedule(&app.state).await.unwrap());
    assert_eq!((sessions(&app).await, warning().await), (vec!["a 10:00-11:00 1".to_owned()], Value::Null));
});

on_both!(a_session_that_is_changed_by_itself_there_is_taken_over, |engine| async move {
    let hub = Hub::open(&["closed-sessions", "closed-sessions-second"]).await;
    let app = hub.reader(engine).await;
    let client = app.person(3).await.client();
    let made = create(&client, "closed-session", DAY, "10:00", "11:00").await.data();
    let id = made["id"].as_str().unwrap();
    let mut changed = hub.held(id);
    changed["elements"] = session(DAY, "12:00", "13:00");
    hub.put(id, changed);
    // The list repeats the session as it was.
    let seen = json!({ "rev": made["rev"], "elements": session(DAY, "14:00", "15:00") });
    client.put(&format!("{ITEM}?id={id}"), seen).await.refused(409, "SCHEDULE_CHANGED");
    assert!(jobs::take_over_schedule(&app.state).await.unwrap());
    assert_eq!(sessions(&app).await, [format!("{id} 12:00-13:00 2")]);
    book(&app.athlete().await, DAY, "12:00").await.refused(422, "CLOSED_SESSION");
    book(&app.athlete().await, DAY, "10:00").await.data();
});

on_both!(sessions_are_items_there_and_what_is_written_there_is_taken_over, |engine| async move {
    let hub =
        Hub::open(&["closed-dates", "closed-dates-second", "closed-sessions", "closed-sessions-second"])
            .await;
    let app = hub.reader(engine).await;
    let client = app.person(3).await.client();
    let made = create(&client, "closed-session", DAY, "10:00", "11:00").await.data();
    let id = made["id"].as_str().unwrap();
    assert!(id.starts_with("theirs-"), "{made}");
    assert_eq!(hub.held(id)["name"], format!("closed-session-{DAY}-10:00-11:00"));
    assert_eq!(hub.held("closed-sessions-second")["elements"]["sessions"]["values"][0]["id"], id);
    assert_eq!(item(&client, id).await, made);
    book(&app.athlete().await, DAY, "10:00").await.refused(422, "CLOSED_SESSION");
    // A day is closed and the session removed in the hub: a write based on the earlier state is refused, then the change is
    // visible here.
    hub.hold("closed-dates", "dates", json!([NEXT_DAY]));
    hub.hold("closed-sessions", "sessions", json!([]));
    client
        .delete(&format!("{ITEM}?id={id}"), json!({ "rev": made["rev"] }))
        .await
        .refused(409, "SCHEDULE_CHANGED");
    assert!(jobs::take_over_schedule(&app.state).await.unwrap());
    assert!(!jobs::take_over_schedule(&app.state).await.unwrap());
    let athlete = app.athlete().await;
    book(&athlete, NEXT_DAY, "10:00").await.refused(422, "DATE_CLOSED");
    book(&athlete, DAY, "10:00").await.data();
});

// RULES 3.11
on_both!(a_day_that_is_closed_there_ends_its_waiting_lists_here, |engine| async move {
    let hub = Hub::open(&["closed-dates", "closed-dates-second"]).await;
    let app = hub.reader(engine).await;
    let (stays, leaves) = (app.athlete().await, app.athlete().await);
    booked(&stays, DAY, TIME).await;
    let id = booked(&leaves, DAY, TIME).await;
    for _ in 0..2 {
        wait(&app.athlete().await, DAY, TIME).await.data();
    }
    cancel(&leaves, &id).await.data();
    let lists = async || app.texts("SELECT status FROM waitlist ORDER BY status").await;
    assert_eq!(lists().await, [Some("offered".to_owned()), Some("waiting".to_owned())]);
    hub.hold("closed-dates", "dates", json!([DAY]));
    assert!(jobs::take_over_schedule(&app.state).await.unwrap());
    assert_eq!(lists().await, [Some("expired".to_owned()), Some("expired".to_owned())]);
    assert_eq!(taken(&app, DAY, TIME).await, 1, "the seat of the offer is free");
    assert_eq!(app.letters("waitlist-closed").await.len(), 1);
});

// RULES 3.11
on_both!(a_day_that_is_closed_there_leaves_its_bookings_to_be_decided_about_here, |engine| async move {
    let hub =
        Hub::open(&["closed-dates", "closed-dates-second", "closed-sessions", "closed-sessions-second"])
            .await;
    let app = hub.reader(engine).await;
    let id = booked(&app.athlete().await, DAY, TIME).await;
    let client = app.person(3).await.client();
    let waiting = async || client.get("/api/event/admin/today").await.data()["closedDates"].clone();
    assert_eq!(waiting().await, Value::Null);
    hub.hold("closed-dates", "dates", json!([DAY]));
    assert!(jobs::take_over_schedule(&app.state).await.unwrap());
    let detail =
        app.texts("SELECT detail FROM audit_log WHERE action = 'schedule.taken-over'").await.remove(0);
    let detail: Value = serde_json::from_str(&detail.unwrap()).unwrap();
    assert_eq!(detail, json!({ "bookings": 1, "dates": [DAY] }));
    assert_eq!(waiting().await, json!([{ "date": DAY, "bookings": 1 }]));
    // Whatever is changed on that day, its booking has to be decided about first.
    let hit = create(&client, "closed-session", DAY, "12:00", "13:00").await.refused(409, "BOOKINGS_HIT");
    assert_eq!(
        (&hit["bookings"][0]["eventBookingId"], &hit["bookings"][0]["keepable"]),
        (&json!(id), &json!(false))
    );
    // That needs no other change: the day is closed already.
    let decisions = json!([{ "eventBookingId": id, "act": "move", "date": NEXT_DAY, "time": TIME }]);
    let closed = put_dates(&client, "closed-dates", &[DAY], decisions).await.data();
    assert_eq!(closed["decided"], json!([id]));
    assert_eq!((taken(&app, DAY, TIME).await, taken(&app, NEXT_DAY, TIME).await), (0, 1));
    assert_eq!(app.letters("booking-moved").await.len(), 1);
    assert_eq!(waiting().await, Value::Null);
    create(&client, "closed-session", DAY, "12:00", "13:00").await.data();
});

// RULES 3.11
on_both!(times_that_are_closed_there_leave_their_bookings_to_be_decided_about_here, |engine| async move {
    const IMPACT: &str = "/api/event/admin/schedule/impact";
    const FREE_DAY: &str = "2026-03-09";
    let ids =
        ["closed-dates", "closed-dates-second", "bank-holidays", "closed-sessions", "closed-sessions-second"];
    let hub = Hub::open(&ids).await;
    let app = hub.reader(engine).await;
    let (one, two, three) = (app.athlete().await, app.athlete().await, app.athlete().await);
    let (kept, moved) = (booked(&one, DAY, TIME).await, booked(&two, DAY, LATER).await);
    let cancelled = booked(&three, NEXT_DAY, TIME).await;
    let client = app.person(3).await.client();
    let waiting = async || client.get("/api/event/admin/today").await.data()["closedTimes"].clone();
    let closed = json!([{ "id": "theirs", "elements": session(DAY, "10:00", "15:00") }]);
    let take_over = async || assert!(jobs::take_over_schedule(&app.state).await.unwrap());
    assert_eq!(waiting().await, Value::Null);
    // What is offered again needs no decision.
    hub.hold("closed-sessions", "sessions", closed.clone());
    take_over().await;
    assert_eq!(waiting().await, json!([{ "date": DAY, "bookings": 2 }]));
    hub.hold("closed-sessions", "sessions", json!([]));
    take_over().await;
    assert_eq!(waiting().await, Value::Null);

    hub.hold("closed-sessions", "sessions", closed);
    hub.hold("bank-holidays", "dates", json!([NEXT_DAY]));
    take_over().await;
    let both_days = json!([{ "date": DAY, "bookings": 2 }, { "date": NEXT_DAY, "bookings": 1 }]);
    assert_eq!(waiting().await, both_days);
    let range = format!("/api/event/admin/schedule?from={DAY}&to={FREE_DAY}");
    let days = client.get(&range).await.data()["days"].clone();
    let undecided = (&days[0]["undecided"], &days[1]["undecided"], days[2].get("undecided"));
    assert_eq!(undecided, (&json!(2), &json!(1), None));
    // Whatever is changed on that day, its bookings have to be decided about first.
    let hit = create(&client, "closed-session", DAY, "16:00", "17:00").await.refused(409, "BOOKINGS_HIT");
    let nothing = json!({ "changes": [{ "kind": "closed-date", "act": "remove", "date": DAY }] });
    assert_eq!(client.post(IMPACT, nothing).await.data()["bookings"], hit["bookings"]);
    let rows = hit["bookings"].as_array().unwrap();
    let asked: Vec<_> = rows.iter().map(|row| (&row["eventBookingId"], &row["reason"])).collect();
    let why = json!("CLOSED_SESSION");
    assert_eq!(asked, [(&json!(kept), &why), (&json!(moved), &why)]);
    assert!(rows.iter().all(|row| row["keepable"] == true));
    // That needs no other change.
    let decisions = json!([
        { "eventBookingId": kept, "act": "keep" },
        { "eventBookingId": moved, "act": "move", "date": FREE_DAY, "time": TIME },
        { "eventBookingId": cancelled, "act": "cancel" },
    ]);
    let saved = put_dates(&client, "closed-dates", &[], decisions).await.data();
    assert_eq!(saved["decided"], json!([kept, moved, cancelled]));
    assert_eq!(
        (status(&app, &kept).await, status(&app, &cancelled).await),
        ("booked".into(), "cancelled".into())
    );
    assert_eq!((taken(&app, DAY, TIME).await, taken(&app, FREE_DAY, TIME).await), (1, 1));
    assert_eq!(
        (app.letters("booking-moved").await.len(), app.letters("booking-cancelled").await.len()),
        (1, 1)
    );
    assert_eq!(waiting().await, Value::Null);
    create(&client, "closed-session", DAY, "16:00", "17:00").await.data();
});

on_both!(a_day_that_is_closed_while_the_hub_is_read_stays_closed, |engine| async move {
    let hub = Hub::open(&["closed-dates", "closed-dates-second", "closed-sessions"]).await;
    let app = hub.reader(engine).await;
    let client = app.person(3).await.client();
    let go = Arc::new(Notify::new());
    *hub.store.slow.lock().unwrap() = Some(("closed-sessions".to_owned(), go.clone()));
    let state = app.state.clone();
    let reading = tokio::spawn(async move { jobs::take_over_schedule(&state).await });
    let has_come = || hub.store.asked.lock().unwrap().iter().any(|asked| asked == "GET closed-sessions");
    while !has_come() {
        tokio::task::yield_now().await;
    }
    // The hub has said which days are closed, but not yet which sessions.
    put_dates(&client, "closed-dates", &[DAY], json!([])).await.data();
    go.notify_one();
    assert!(!reading.await.unwrap().unwrap(), "what was read is older than what is stored");
    book(&app.athlete().await, DAY, "10:00").await.refused(422, "DATE_CLOSED");
    *hub.store.slow.lock().unwrap() = None;
    assert!(!jobs::take_over_schedule(&app.state).await.unwrap(), "both have the same");
});
