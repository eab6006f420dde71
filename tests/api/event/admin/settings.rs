//! `event/admin/settings`: capacity, weekly times, and how far ahead bookings can be made.

use serde_json::{Value, json};
use sixfold_tests::{Engine, Person, TestApp, both};

use crate::event::stage::{ACCEPT, DAY, TIME, book, booked, cancel, completed, slow_down, taken, wait, week};
use crate::event::waitlist::offered;

const SETTINGS: &str = "/api/event/admin/settings";

async fn slot(app: &TestApp) -> Value {
    let days = app.client().get(&format!("/api/event/availability?from={DAY}&to={DAY}")).await.data();
    let slots = days["days"][0]["slots"].as_array().unwrap().clone();
    slots.into_iter().find(|slot| slot["time"] == TIME).unwrap_or(Value::Null)
}

both! {
    async fn fewer_places_keep_what_is_taken_and_more_go_to_those_who_wait(app) {
        app.set_schedule(week(3)).await;
        let delivery = app.person(3).await;
        let mut first = None;
        for _ in 0..3 {
            let athlete = app.athlete().await;
            let id = booked(&athlete, DAY, TIME).await;
            first.get_or_insert((athlete, id));
        }
        let waiting = app.athlete().await;
        wait(&waiting, DAY, TIME).await.data();
        let mut answer = delivery.client().get(SETTINGS).await.data();
        assert_eq!(answer["settings"]["slotCapacity"], 3);
        assert!(answer["settings"].get("closedDates").is_none());
        answer["settings"]["slotCapacity"] = json!(2);
        let mut lower = delivery.client().put(SETTINGS, answer.clone()).await.data();
        assert_eq!((taken(&app, DAY, TIME).await, &slot(&app).await["remaining"]), (3, &json!(0)));
        assert_eq!(app.scalar("SELECT capacity FROM slot").await, 3, "what is taken stays");

        let (athlete, id) = first.unwrap();
        cancel(&athlete, &id).await.data();
        assert_eq!((taken(&app, DAY, TIME).await, &slot(&app).await["remaining"]), (2, &json!(0)));
        assert_eq!(app.scalar("SELECT capacity FROM slot").await, 2, "the seat that came free is gone");
        assert_eq!(app.scalar("SELECT COUNT(*) FROM waitlist WHERE status = 'offered'").await, 0);

        let error = delivery.client().put(SETTINGS, answer).await.refused(409, "SETTINGS_CHANGED");
        assert_eq!(error["current"], lower);

        lower["settings"]["slotCapacity"] = json!(5);
        delivery.client().put(SETTINGS, lower).await.data();
        assert_eq!(taken(&app, DAY, TIME).await, 3, "one of the three new places is held for who waits");
        assert_eq!(app.scalar("SELECT COUNT(*) FROM waitlist WHERE status = 'offered'").await, 1);
        assert_eq!(slot(&app).await["remaining"], 2);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'settings.changed'").await, 2);
    }

    // RULES 5.2
    async fn new_places_go_to_everybody_on_the_list_who_could_take_one(app) {
        app.set_schedule(week(1)).await;
        let delivery = app.person(3).await;
        booked(&app.athlete().await, DAY, TIME).await;
        let line = [app.athlete().await, app.athlete().await, app.athlete().await];
        for athlete in &line {
            wait(athlete, DAY, TIME).await.data();
        }
        app.execute(format!("UPDATE eligibility SET parq_cleared = FALSE WHERE uaid = '{}'", line[1].uaid)).await;
        let mut answer = delivery.client().get(SETTINGS).await.data();
        answer["settings"]["slotCapacity"] = json!(4);
        delivery.client().put(SETTINGS, answer).await.data();
        let offered = app.texts("SELECT uaid FROM waitlist WHERE status = 'offered' ORDER BY created_at").await;
        assert_eq!(offered, [Some(line[0].uaid.clone()), Some(line[2].uaid.clone())]);
        assert_eq!((taken(&app, DAY, TIME).await, &slot(&app).await["remaining"]), (3, &json!(1)));
    }

    // RULES 5.2
    async fn an_offer_can_be_taken_though_its_day_can_no_longer_be_booked(app) {
        app.set_schedule(week(1)).await;
        let delivery = app.person(3).await;
        for (key, value, code) in
            [("windowDays", json!(1), "DATE_TOO_LATE"), ("startDate", json!("2026-04-01"), "DATE_BEFORE_START")]
        {
            let (owner, first, second) = (app.athlete().await, app.athlete().await, app.athlete().await);
            let id = booked(&owner, DAY, TIME).await;
            wait(&first, DAY, TIME).await.data();
            wait(&second, DAY, TIME).await.data();
            cancel(&owner, &id).await.data();
            let before = delivery.client().get(SETTINGS).await.data();
            let mut narrow = before.clone();
            narrow["settings"][key] = value;
            let mut narrow = delivery.client().put(SETTINGS, narrow).await.data();
            book(&owner, DAY, TIME).await.refused(422, code);
            // The first in line takes the offer and then cancels; the seat goes to the next in line as usual.
            for person in [&first, &second] {
                let offer = offered(&app, person).await;
                let won = person.client().post(ACCEPT, json!({ "offerId": offer })).await.data();
                cancel(person, won["eventBookingId"].as_str().unwrap()).await.data();
            }
            narrow["settings"] = before["settings"].clone();
            delivery.client().put(SETTINGS, narrow).await.data();
        }
    }

    // RULES 5.2
    async fn an_offer_that_new_settings_refuse_lapses(app) {
        app.set_schedule(week(1)).await;
        let delivery = app.person(3).await;
        let (owner, again, first) = (app.athlete().await, app.athlete().await, app.athlete().await);
        completed(&app, &again, "2026-02-20").await;
        let id = booked(&owner, DAY, TIME).await;
        wait(&again, DAY, TIME).await.data();
        wait(&first, DAY, TIME).await.data();
        cancel(&owner, &id).await.data();
        let gone = async |person: &Person, settings: Value| {
            let offer = offered(&app, person).await;
            let saved = delivery.client().put(SETTINGS, settings).await.data();
            person.client().post(ACCEPT, json!({ "offerId": offer })).await.refused(409, "OFFER_GONE");
            assert_eq!(app.letters_to("waitlist-lapsed", &person.email).await.len(), 1);
            saved
        };
        let mut settings = delivery.client().get(SETTINGS).await.data();
        settings["settings"]["retestDelay"] = json!(30);
        let mut settings = gone(&again, settings).await;
        assert_eq!(taken(&app, DAY, TIME).await, 1, "the next in line has the place");
        settings["settings"]["testSlots"]["thursday"] = json!(["11:00"]);
        gone(&first, settings).await;
        assert_eq!(taken(&app, DAY, TIME).await, 0, "nobody is left in line");
    }

    // RULES 3.11
    async fn a_time_left_to_the_other_kind_of_booking_is_waited_for_by_that_kind_alone(app) {
        app.set_schedule(week(1)).await;
        let delivery = app.person(3).await;
        let (owner, first, again) = (app.athlete().await, app.athlete().await, app.athlete().await);
        completed(&app, &again, "2026-02-20").await;
        let id = booked(&owner, DAY, TIME).await;
        for athlete in [&first, &again] {
            wait(athlete, DAY, TIME).await.data();
        }
        let mut settings = delivery.client().get(SETTINGS).await.data();
        settings["settings"]["testSlots"]["thursday"] = json!(["11:00"]);
        // Today is two days too early for a retest, but the wait for one passes.
        settings["settings"]["retestDelay"] = json!(12);
        settings["decisions"] = json!([{ "eventBookingId": id, "act": "keep" }]);
        delivery.client().put(SETTINGS, settings).await.data();
        let waiting = app.texts("SELECT uaid FROM waitlist WHERE status = 'waiting'").await;
        assert_eq!(waiting, [Some(again.uaid.clone())]);
        assert_eq!(taken(&app, DAY, TIME).await, 1);
    }

    async fn new_lists_show_at_once_and_wrong_ones_are_refused(app) {
        app.set_schedule(week(3)).await;
        let delivery = app.person(3).await;
        let mut answer = delivery.client().get(SETTINGS).await.data();
        for (key, value, word, field) in [
            ("testSlots", json!({ "thursday": ["10:05"] }), "TIME_OFF_GRID", "settings.testSlots.thursday"),
            ("retestSlots", json!({ "thursday": ["10:00", "10:00"] }), "TIME_DUPLICATE", "settings.retestSlots.thursday"),
            ("slotCapacity", json!(0), "SETTING_OUT_OF_RANGE", "settings.slotCapacity"),
            ("windowDays", json!(400), "SETTING_OUT_OF_RANGE", "settings.windowDays"),
        ] {
            let mut wrong = answer.clone();
            match value.as_object() {
                Some(days) => wrong["settings"][key]["thursday"] = days["thursday"].clone(),
                None => wrong["settings"][key] = value,
            }
            delivery.client().put(SETTINGS, wrong).await.refused_field(422, word, field);
        }
        let mut missing = answer.clone();
        missing["settings"].as_object_mut().unwrap().remove("daysAhead");
        delivery.client().put(SETTINGS, missing).await.refused(400, "FIELD_MISSING");

        answer["settings"]["testSlots"]["thursday"] = json!(["11:00"]);
        let saved = delivery.client().put(SETTINGS, answer.clone()).await.data();
        assert_eq!(saved["settings"], answer["settings"]);
        assert_eq!(slot(&app).await, Value::Null, "a time that is not on the list any more is not offered");
        let config = app.client().get("/api/event/config").await.data();
        assert_eq!(config["bookingSessionConfig"]["testSlots"]["thursday"], json!(["11:00"]));
    }
}

// RULES 3.11
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_weekday_with_many_bookings_may_take_longer_to_remove_than_other_jobs() {
    let app = TestApp::spawn(Engine::Postgres).await;
    app.set_schedule(week(6)).await;
    let mut decisions = Vec::new();
    for _ in 0..3 {
        let id = booked(&app.athlete().await, DAY, TIME).await;
        decisions.push(json!({ "eventBookingId": id, "act": "cancel" }));
    }
    let client = app.person(3).await.client();
    let mut body = client.get(SETTINGS).await.data();
    body["settings"]["testSlots"]["thursday"] = json!([]);
    body["decisions"] = decisions.into();
    slow_down(&app).await;
    client.put(SETTINGS, body).await.data();
}
