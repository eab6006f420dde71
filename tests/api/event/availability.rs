//! `GET /api/event/availability`: what it returns, how many queries it needs, and that it agrees with the domain.

use serde_json::{Value, json};
use sixfold_domain::booking::BookingType;
use sixfold_domain::slot::{BookingSessionConfig, Schedule, SessionWindow, SlotQuery};
use sixfold_domain::time::london_date_time;
use sixfold_server::app::router;
use sixfold_server::db::Db;
use sixfold_server::db::engines::postgres::Postgres;
use sixfold_server::state::{AppState, Services};
use sixfold_tests::{Client, TestApp, both};

use super::stage::{
    CANCEL, DAY, NEXT_DAY, TIME, booked, cancel, completed, date, everything, go_to, taken, wait, week,
};

const PATH: &str = "/api/event/availability";

/// A config with some of everything that a schedule can have.
fn eventful() -> BookingSessionConfig {
    let session = |day: &str, start: &str, end: &str| SessionWindow {
        session_date: date(day),
        session_start: start.parse().unwrap(),
        session_end: end.parse().unwrap(),
    };
    let mut config = week(3);
    config.test_slots.sunday = Vec::new();
    config.retest_slots.saturday = vec!["09:00".parse().unwrap(), "23:45".parse().unwrap()];
    BookingSessionConfig {
        closed_dates: vec![date("2026-03-03"), date("2026-03-20")],
        bank_holidays: vec![date("2026-03-10"), date("2026-03-11")],
        closed_sessions: vec![session(DAY, "12:00", "13:20"), session("2026-03-12", "10:00", "18:00")],
        training_sessions: vec![session(DAY, "15:00", "16:00")],
        mopup_sessions_ref: vec![
            session("2026-03-11", "11:05", "12:00"),
            session("2026-03-08", "09:00", "10:00"),
        ],
        retest_delay: 7,
        ..config
    }
}

fn slot<'a>(data: &'a Value, day: &str, time: &str) -> &'a Value {
    let days = data["days"].as_array().unwrap();
    let found = days.iter().find(|entry| entry["date"] == day).unwrap_or_else(|| panic!("{day} is missing"));
    let slots = found["slots"].as_array().unwrap();
    slots.iter().find(|entry| entry["time"] == time).unwrap_or_else(|| panic!("{day} {time} is missing"))
}

both! {
    async fn it_covers_the_first_to_the_last_bookable_date(app) {
        app.set_schedule(eventful()).await;
        let data = app.client().get(PATH).await.data();
        assert_eq!(data["eventId"], "sixfold-academy");
        // Tuesday is closed, so Wednesday is the first.
        assert_eq!((&data["firstDate"], &data["lastDate"]), (&json!("2026-03-04"), &json!("2026-04-01")));
        let days: Vec<_> = data["days"].as_array().unwrap().iter().map(|day| day["date"].as_str().unwrap()).collect();
        let expected: Vec<_> = (0..29).map(|step| date("2026-03-04").add_days(step).to_string()).collect();
        assert_eq!(days, expected);
        for given in ["from=2026-03-04", "to=2026-04-01", "from=2026-03-04&to=2026-04-01", "type=test", "eventId=0"] {
            assert_eq!(app.client().get(&format!("{PATH}?{given}")).await.data(), data, "{given}");
        }
    }

    async fn nothing_offered_is_no_days(app) {
        app.set_schedule(BookingSessionConfig::default()).await;
        let data = app.client().get(PATH).await.data();
        assert_eq!((&data["firstDate"], &data["days"]), (&json!(null), &json!([])));
        assert_eq!(data["lastDate"], "2026-04-01");
    }

    async fn full_slots_and_held_ones_are_listed_as_full(app) {
        app.set_schedule(week(1)).await;
        let (owner, waiting) = (app.athlete().await, app.athlete().await);
        let id = booked(&owner, DAY, TIME).await;
        let full = json!({ "time": TIME, "remaining": 0, "available": false, "reason": "SLOT_FULL" });
        assert_eq!(*slot(&app.client().get(PATH).await.data(), DAY, TIME), full);
        wait(&waiting, DAY, TIME).await.data();
        cancel(&owner, &id).await.data();
        assert_eq!(*slot(&app.client().get(PATH).await.data(), DAY, TIME), full, "held for the first in line");
        let free = json!({ "time": TIME, "remaining": 1, "available": true });
        assert_eq!(*slot(&app.client().get(PATH).await.data(), NEXT_DAY, TIME), free);
    }

    // RULES 3.8
    async fn places_are_shared_by_tests_and_retests(app) {
        app.set_schedule(week(3)).await;
        booked(&app.athlete().await, DAY, TIME).await;
        for kind in ["test", "retest"] {
            let data = app.client().get(&format!("{PATH}?type={kind}")).await.data();
            assert_eq!(slot(&data, DAY, TIME)["remaining"], 2, "{kind}");
        }
    }

    async fn it_says_what_the_domain_says(app) {
        app.set_schedule(eventful()).await;
        for _ in 0..3 {
            booked(&app.athlete().await, DAY, TIME).await;
        }
        booked(&app.athlete().await, NEXT_DAY, "17:45").await;
        let (fresh, tested) = (app.athlete().await, app.athlete().await);
        completed(&app, &tested, "2026-02-27").await;
        for (day, time) in [("2026-03-02", "09:00"), ("2026-03-28", "23:59"), ("2026-03-29", "12:30")] {
            go_to(&app, day, time).await;
            let schedule = Schedule::new(&eventful()).unwrap();
            for kind in [BookingType::Test, BookingType::Retest] {
                for (client, last_completed) in [
                    (app.client(), None),
                    (fresh.client(), None),
                    (tested.client(), Some(date("2026-02-27"))),
                ] {
                    let now = london_date_time(app.state.clock.now_ms()).unwrap();
                    let query = SlotQuery { now, booking_type: kind, last_completed, bypass: false };
                    let asked = format!("{PATH}?type={}&from={day}&to=2026-05-31", kind.as_str());
                    let data = client.get(&asked).await.data();
                    let first = schedule.first_date(&query).map(|first| first.to_string());
                    assert_eq!(data["firstDate"], json!(first));
                    assert_eq!(data["lastDate"], json!(schedule.last_date(&query).to_string()));
                    // Only from today on: exceptions on past days are not kept in memory.
                    let mut on = date(day);
                    for told in data["days"].as_array().unwrap() {
                        let left = places_left(&app, &on.to_string()).await;
                        let known = schedule.day(&query, on, |time| {
                            left.iter().find(|(at, _)| *at == time.to_string()).map_or(3, |(_, left)| *left)
                        });
                        assert_eq!(*told, serde_json::to_value(&known).unwrap(), "{kind:?} on {on}");
                        on = on.add_days(1);
                    }
                    assert_eq!(on, date("2026-06-01"));
                }
            }
        }
    }

    async fn without_a_type_history_decides(app) {
        app.set_schedule(eventful()).await;
        let (fresh, tested) = (app.athlete().await, app.athlete().await);
        completed(&app, &tested, "2026-02-01").await;
        let saturday = "?from=2026-03-07&to=2026-03-07";
        for (client, times) in [(app.client(), 32), (fresh.client(), 32), (tested.client(), 2)] {
            let data = client.get(&format!("{PATH}{saturday}")).await.data();
            assert_eq!(data["days"][0]["slots"].as_array().unwrap().len(), times);
        }
    }

    async fn it_writes_nothing(app) {
        app.set_schedule(week(2)).await;
        let person = app.athlete().await;
        booked(&person, DAY, TIME).await;
        let before = everything(&app).await;
        let rows = app.count("slot").await;
        let reader = reading_only(&app).await;
        for query in ["", "?type=retest", "?from=2026-03-03&to=2026-06-10", "?from=2026-03-05&to=2026-03-05"] {
            Client::new(reader.clone()).get(&format!("{PATH}{query}")).await.data();
            Client::new(reader.clone()).bearer(&person.token).get(&format!("{PATH}{query}")).await.data();
        }
        // The store used here really refuses to write.
        let refused = Client::new(reader).bearer(&person.token).delete(CANCEL, json!({ "eventBookingID": "x" })).await;
        assert!(refused.status.as_u16() >= 404, "{}", refused.text());
        assert_eq!(app.count("slot").await, rows);
        assert_eq!(taken(&app, DAY, TIME).await, 1);
        if matches!(app.state.db, Db::Postgres(_)) {
            assert_eq!(everything(&app).await, before);
        }
    }
}

/// Free seats at the times of a day that somebody has booked, from the store.
async fn places_left(app: &TestApp, day: &str) -> Vec<(String, u16)> {
    let sql = format!(
        "SELECT test_time || '=' || CAST(capacity - taken AS TEXT) FROM slot WHERE test_date = '{day}'"
    );
    let rows = app.texts(sql).await.into_iter().flatten();
    rows.map(|row| {
        let (time, left) = row.split_once('=').unwrap();
        (time.to_owned(), left.parse().unwrap())
    })
    .collect()
}

/// The same server on a store that cannot write: SQLite without its writer, PostgreSQL with read-only transactions.
async fn reading_only(app: &TestApp) -> axum::Router {
    let db = match (&app.state.db, &app.state.config.database) {
        (Db::Sqlite { write, .. }, _) => {
            write.close().await;
            app.state.db.clone()
        }
        (Db::Postgres(_), sixfold_server::db::engines::open::Target::Postgres(options)) => {
            let options = options.as_ref().clone().options([("default_transaction_read_only", "on")]);
            let pool = sqlx::postgres::PgPoolOptions::new().connect_with(options).await.unwrap();
            Db::Postgres(Postgres::on(pool, app.state.db.versions().clone()))
        }
        _ => unreachable!("a store is of the engine that it is configured for"),
    };
    router::router(AppState::from(Services { db, ..(*app.state).clone() }))
}
