//! Alerts: made, shown and removed; and which times that open are news to them.

use serde_json::{Value, json};
use sixfold_domain::slot::{BookingSessionConfig, Opening, WeeklySlots};
use sixfold_domain::time::london_to_millis;
use sixfold_server::app::jobs::{AlertRounds, pass_on_lapsed, tell_of_opened, tidy};
use sixfold_tests::people::PASSWORD;
use sixfold_tests::{Person, Reply, TestApp, both};

use super::stage::{booked, cancel, date, go_to, shift, wait, week};

const ALERTS: &str = "/api/event/alerts";
/// The Saturday of the first week, and the one after it.
pub(super) const SATURDAY: &str = "2026-03-07";
pub(super) const NEXT_SATURDAY: &str = "2026-03-14";

/// One time a day, with this capacity.
pub(super) fn one_time(capacity: u16) -> BookingSessionConfig {
    let times = WeeklySlots::every_day(&["10:00".parse().unwrap()]);
    BookingSessionConfig {
        test_slots: times.clone(),
        retest_slots: times,
        slot_capacity: capacity,
        ..week(capacity)
    }
}

pub(super) fn closed(config: BookingSessionConfig) -> BookingSessionConfig {
    BookingSessionConfig { closed_dates: vec![date(SATURDAY)], ..config }
}

pub(super) fn saturday() -> Value {
    json!({ "days": ["SATURDAY"], "part": "ANY", "until": SATURDAY })
}

pub(super) async fn add(person: &Person, body: Value) -> Reply {
    person.client().post(ALERTS, body).await
}

async fn alerts(person: &Person) -> Vec<Value> {
    person.client().get(ALERTS).await.data().as_array().unwrap().clone()
}

/// One round of a node that remembers nothing.
pub(super) async fn round(app: &TestApp) -> usize {
    tell_of_opened(&app.state, &mut AlertRounds::default()).await.unwrap()
}

pub(super) async fn told(app: &TestApp, person: &Person) -> usize {
    app.letters_to("time-opened", &person.email).await.len()
}

both! {
    // RULES 5.4
    async fn an_alert_is_made_shown_and_removed(app) {
        app.set_schedule(closed(week(1))).await;
        let (person, other) = (app.athlete().await, app.athlete().await);
        let body = json!({ "days": ["SUNDAY", "SATURDAY"], "part": "MORNING", "until": "2026-04-30" });
        let made = add(&person, body.clone()).await.data();
        assert_eq!(made["days"], json!(["SATURDAY", "SUNDAY"]));
        assert_eq!((&made["part"], &made["until"]), (&json!("MORNING"), &json!("2026-04-30")));
        assert_eq!((&made["sentAt"], &made["eventTestDate"], &made["eventTestTime"]), (&Value::Null, &Value::Null, &Value::Null));
        assert_eq!(add(&person, body).await.data(), made, "the same twice is one");
        assert_eq!(alerts(&person).await, std::slice::from_ref(&made));
        assert!(alerts(&other).await.is_empty());
        let path = format!("{ALERTS}/{}", made["alertId"].as_str().unwrap());
        other.client().delete(&path, json!({})).await.refused(404, "NOT_FOUND");
        assert_eq!(person.client().delete(&path, json!({})).await.data()["alertId"], made["alertId"]);
        person.client().delete(&path, json!({})).await.refused(404, "NOT_FOUND");
        assert!(alerts(&person).await.is_empty());
        assert_eq!(app.count("waitlist").await, 0, "it joins no line");
    }

    // RULES 5.4
    async fn an_alert_has_days_a_part_and_an_end(app) {
        app.set_schedule(week(1)).await;
        let person = app.athlete().await;
        let with = |name: &str, value: Value| {
            let mut body = saturday();
            body[name] = value;
            body
        };
        add(&person, with("days", json!([]))).await.refused_field(400, "FIELD_INVALID", "days");
        add(&person, with("days", json!(["Saturday"]))).await.refused_field(400, "FIELD_INVALID", "days");
        add(&person, with("part", json!("NIGHT"))).await.refused_field(400, "FIELD_INVALID", "part");
        add(&person, with("until", Value::Null)).await.refused_field(400, "FIELD_REQUIRED", "until");
        add(&person, with("until", json!("2026-03-02"))).await.refused_field(422, "ALERT_UNTIL", "until");
        add(&person, with("until", json!("2026-08-30"))).await.refused_field(422, "ALERT_UNTIL", "until");
        add(&person, with("until", json!("2026-08-29"))).await.data();
        app.client().post(ALERTS, saturday()).await.refused(401, "UNAUTHORISED");
        assert_eq!(app.count("time_alert").await, 1);
    }

    // RULES 5.4
    async fn an_athlete_has_five_at_most_and_must_be_able_to_book(app) {
        app.set_schedule(closed(week(1))).await;
        let person = app.athlete().await;
        for day in 10..15 {
            add(&person, json!({ "days": ["SATURDAY"], "until": format!("2026-03-{day}") })).await.data();
        }
        add(&person, saturday()).await.refused(422, "ALERT_LIMIT");
        // One that has been sent no longer counts.
        app.execute("UPDATE time_alert SET sent_at = created_at, test_date = '2026-03-14', test_time = '10:00' \
            WHERE until_date = '2026-03-14'").await;
        add(&person, saturday()).await.data();
        let unfinished = app.athlete().await;
        app.execute(format!("DELETE FROM eligibility WHERE uaid = '{}'", unfinished.uaid)).await;
        assert_eq!(add(&unfinished, saturday()).await.status, 422);
        assert_eq!(app.count("time_alert").await, 6);
    }

    // RULES 5.5
    async fn a_day_that_opens_is_told_once(app) {
        app.set_schedule(closed(week(1))).await;
        let (person, other) = (app.athlete().await, app.athlete().await);
        add(&person, saturday()).await.data();
        add(&other, json!({ "days": ["SUNDAY"], "until": "2026-03-08" })).await.data();
        let mut rounds = AlertRounds::default();
        assert_eq!(tell_of_opened(&app.state, &mut rounds).await.unwrap(), 0);
        app.set_schedule(week(1)).await;
        assert_eq!(tell_of_opened(&app.state, &mut rounds).await.unwrap(), 1);
        let letter = app.letters_to("time-opened", &person.email).await.pop().unwrap();
        assert!(letter.contains(&format!("my-account-book-test?date={SATURDAY}T10:00")), "{letter}");
        let alert = alerts(&person).await.remove(0);
        assert_eq!((&alert["eventTestDate"], &alert["eventTestTime"]), (&json!(SATURDAY), &json!("10:00")));
        assert!(alert["sentAt"].as_str().unwrap().starts_with("2026-03-02T09:00"));
        for _ in 0..2 {
            assert_eq!(tell_of_opened(&app.state, &mut rounds).await.unwrap(), 0);
            assert_eq!(round(&app).await, 0);
        }
        assert_eq!((told(&app, &person).await, told(&app, &other).await), (1, 0));
    }

    // RULES 5.5
    async fn an_opening_that_begins_is_told_at_its_minute(app) {
        let opens = london_to_millis(date("2026-03-02"), "10:00".parse().unwrap()).unwrap();
        let (from, to) = (date("2026-05-01"), date("2026-05-31"));
        app.set_schedule(BookingSessionConfig { openings: vec![Opening { from, to, opens_at: opens }], ..week(1) }).await;
        let person = app.athlete().await;
        add(&person, json!({ "days": ["SATURDAY"], "part": "EVENING", "until": "2026-05-31" })).await.data();
        let mut rounds = AlertRounds::default();
        app.pass_minutes(59);
        assert_eq!(tell_of_opened(&app.state, &mut rounds).await.unwrap(), 0);
        app.pass_minutes(1);
        assert_eq!(tell_of_opened(&app.state, &mut rounds).await.unwrap(), 1);
        let letter = app.letters_to("time-opened", &person.email).await.pop().unwrap();
        assert!(letter.contains("date=2026-05-02T17:00"), "{letter}");
    }

    // RULES 5.5
    async fn what_was_free_is_no_news(app) {
        app.set_schedule(week(2)).await;
        let person = app.athlete().await;
        add(&person, saturday()).await.data();
        assert_eq!(round(&app).await, 0);
        // A second seat at a time that was free already is none either.
        booked(&app.athlete().await, SATURDAY, "10:00").await;
        assert_eq!(round(&app).await, 0);
        let more: Vec<_> = (9 * 60..18 * 60).step_by(15).map(|m| format!("{:02}:{:02}", m / 60, m % 60).parse().unwrap()).collect();
        app.set_schedule(BookingSessionConfig { test_slots: WeeklySlots::every_day(&more), ..week(2) }).await;
        assert_eq!(round(&app).await, 1);
        assert_eq!(alerts(&person).await[0]["eventTestTime"], "09:00", "the first of those that are new");
    }

    // RULES 5.5
    async fn a_seat_that_comes_free_is_told_after_the_waiting_list(app) {
        app.set_schedule(one_time(1)).await;
        let (owner, waiter, person) = (app.athlete().await, app.athlete().await, app.athlete().await);
        let id = booked(&owner, SATURDAY, "10:00").await;
        wait(&waiter, SATURDAY, "10:00").await.data();
        add(&person, saturday()).await.data();
        let mut rounds = AlertRounds::default();
        cancel(&owner, &id).await.data();
        assert_eq!(tell_of_opened(&app.state, &mut rounds).await.unwrap(), 0, "it is held for the waiting list");
        app.pass_minutes(31);
        assert_eq!(pass_on_lapsed(&app.state).await.unwrap(), 1);
        assert_eq!(tell_of_opened(&app.state, &mut rounds).await.unwrap(), 1);
        assert_eq!(told(&app, &person).await, 1);
    }

    // RULES 5.5, 16.1
    async fn a_place_that_somebody_gives_up_themselves_is_no_news_to_them(app) {
        app.set_schedule(one_time(1)).await;
        let (person, mover, other) = (app.athlete().await, app.athlete().await, app.athlete().await);
        let (id, moved) = (booked(&person, SATURDAY, "10:00").await, booked(&mover, NEXT_SATURDAY, "10:00").await);
        let mut rounds = AlertRounds::default();
        let both_days = json!({ "days": ["SATURDAY"], "until": NEXT_SATURDAY });
        for body in [saturday(), both_days.clone()] {
            add(&person, body).await.data();
        }
        add(&mover, both_days.clone()).await.data();
        cancel(&person, &id).await.data();
        shift(&mover, &moved, "2026-03-05", "10:00").await.data();
        // The other's place is news, one's own is not.
        assert_eq!(tell_of_opened(&app.state, &mut rounds).await.unwrap(), 2);
        for (uaid, day) in [(&person.uaid, NEXT_SATURDAY), (&mover.uaid, SATURDAY)] {
            let sent = format!("SELECT COUNT(*) FROM time_alert WHERE uaid = '{uaid}' AND test_date = '{day}'");
            assert_eq!(app.scalar(sent).await, 1, "{day}");
        }
        assert_eq!(app.scalar("SELECT COUNT(*) FROM time_alert WHERE sent_at IS NULL").await, 1);
        // A place that staff take from somebody is.
        let id = booked(&other, "2026-03-06", "10:00").await;
        add(&other, json!({ "days": ["FRIDAY"], "until": SATURDAY })).await.data();
        cancel(&app.person(3).await, &id).await.data();
        assert_eq!(tell_of_opened(&app.state, &mut rounds).await.unwrap(), 1);
        assert_eq!(told(&app, &other).await, 1);
    }

    // RULES 5.5
    async fn a_seat_that_was_taken_when_the_alert_was_made_is_news_however_short_the_while(app) {
        app.set_schedule(one_time(1)).await;
        let (owner, person) = (app.athlete().await, app.athlete().await);
        let mut rounds = AlertRounds::default();
        add(&app.athlete().await, json!({ "days": ["SUNDAY"], "until": "2026-03-08" })).await.data();
        assert_eq!(tell_of_opened(&app.state, &mut rounds).await.unwrap(), 0);
        // Between two rounds the seat is taken, an alert is made, and the seat comes free.
        let id = booked(&owner, SATURDAY, "10:00").await;
        add(&person, saturday()).await.data();
        cancel(&owner, &id).await.data();
        assert_eq!(tell_of_opened(&app.state, &mut rounds).await.unwrap(), 1);
        assert_eq!(told(&app, &person).await, 1);
    }

    // RULES 5.7
    async fn an_alert_is_forgotten_after_its_time(app) {
        app.set_schedule(closed(week(1))).await;
        let (sent, unsent) = (app.athlete().await, app.athlete().await);
        add(&sent, saturday()).await.data();
        app.set_schedule(week(1)).await;
        assert_eq!(round(&app).await, 1);
        add(&unsent, json!({ "days": ["SATURDAY"], "until": "2026-03-10" })).await.data();
        go_to(&app, "2026-03-10", "23:00").await;
        tidy(&app.state).await.unwrap();
        assert_eq!((alerts(&sent).await.len(), alerts(&unsent).await.len()), (1, 1));
        go_to(&app, "2026-03-11", "00:10").await;
        assert!(alerts(&unsent).await.is_empty());
        tidy(&app.state).await.unwrap();
        assert_eq!(app.count("time_alert").await, 1);
        go_to(&app, "2026-03-16", "10:00").await;
        tidy(&app.state).await.unwrap();
        assert_eq!(app.count("time_alert").await, 0);
    }

    async fn what_somebody_asked_for_is_theirs(app) {
        app.set_schedule(closed(week(1))).await;
        let person = app.athlete().await;
        add(&person, saturday()).await.data();
        let export = person.client().get("/api/user/export").await.value();
        let export = export.get("data").unwrap_or(&export).clone();
        assert_eq!(export["alerts"][0]["days"], json!(["SATURDAY"]));
        assert_eq!(export["alerts"][0]["until"], SATURDAY);
        let body = json!({ "password": PASSWORD });
        person.client().post("/api/user/delete", body).await.data();
        assert_eq!(app.count("time_alert").await, 0);
    }
}
