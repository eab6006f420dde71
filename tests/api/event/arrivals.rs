//! The door: adding and removing kiosks, checking in on them, and what staff see of it.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_server::config::cli::Switch;
use sixfold_tests::{Client, Person, Reply, TestApp, both, on_both};

use super::stage::{BOOKING, DAY, LATER, NEXT_DAY, TIME, booked, cancel, go_to, week};

const KIOSK: &str = "/api/event/admin/kiosk";
const NOTE: &str = "/api/event/admin/arrival";
const DOOR: &str = "/api/event/arrival";

/// A new kiosk: its id, and a client with its secret.
async fn screen(app: &TestApp, staff: &Person) -> (String, Client) {
    let data = staff.client().post(KIOSK, json!({ "name": "Front door" })).await.data();
    let secret = data["url"].as_str().unwrap().split_once("/en-gb/arrivals#").unwrap().1;
    let client = app.client().header("authorization", &format!("Kiosk {secret}"));
    (data["kioskId"].as_str().unwrap().to_owned(), client)
}

async fn code(app: &TestApp, id: &str) -> String {
    app.texts(format!("SELECT code FROM booking WHERE booking_id = '{id}'")).await.remove(0).unwrap()
}

async fn come(door: &Client, code: &str) -> Reply {
    door.post(DOOR, json!({ "code": code })).await
}

async fn day(staff: &Person) -> Vec<Value> {
    staff.client().get("/api/event/admin/day").await.data()["bookings"].as_array().unwrap().clone()
}

both! {
    // RULES 11.4
    async fn the_address_of_a_kiosk_is_stored_nowhere(app) {
        let staff = app.person(2).await;
        let made = staff.client().keyed(Method::POST, KIOSK, "k", json!({ "name": "Front door" })).await.data();
        assert!(made["url"].is_string());
        assert_eq!(app.count("idempotency_key").await, 0);
    }

    async fn an_athlete_checks_in_once_and_staff_see_it(app) {
        app.set_schedule(week(6)).await;
        let (one, two) = (app.athlete().await, app.athlete().await);
        let (first, second) = (booked(&one, DAY, TIME).await, booked(&two, DAY, TIME).await);
        go_to(&app, DAY, "09:20").await;
        let staff = app.person(2).await;
        let (_, door) = screen(&app, &staff).await;
        assert_eq!(door.get(DOOR).await.data()["name"], "Front door");
        let code_one = code(&app, &first).await;
        let answer = json!({ "firstName": "Robin", "testTime": TIME, "state": "early" });
        assert_eq!(come(&door, &code_one.to_lowercase()).await.data(), answer);
        assert_eq!(come(&door, &code_one).await.data()["state"], "already");
        app.pass_minutes(20);
        assert_eq!(come(&door, &code(&app, &second).await).await.data()["state"], "on-time");
        let seen = day(&staff).await;
        let at = |id: &str| seen.iter().find(|row| row["eventBookingId"] == id).unwrap()["arrivedAt"].clone();
        assert_eq!(at(&first), "2026-03-05T09:20:00.000Z");
        assert_eq!(at(&second), "2026-03-05T09:40:00.000Z");
        let sql = "SELECT COUNT(*) FROM audit_log WHERE action = 'booking.arrive'";
        assert_eq!(app.scalar(sql).await, 2);
        // Staff undo it, and record it themselves.
        let note = |arrived| json!({ "eventBookingId": first, "arrived": arrived });
        assert_eq!(staff.client().post(NOTE, note(false)).await.data()["arrivedAt"], Value::Null);
        app.pass_minutes(30);
        assert_eq!(come(&door, &code_one).await.data()["state"], "late");
        let data = staff.client().post(NOTE, note(true)).await.data();
        assert_eq!(data["arrivedAt"], "2026-03-05T10:10:00.000Z", "who is here already stays so");
    }

    // RULES 4.13
    async fn whoever_is_here_stays_so_when_their_booking_is_moved_on_that_day(app) {
        app.set_schedule(week(6)).await;
        let (athlete, staff) = (app.athlete().await, app.person(3).await);
        let id = booked(&athlete, DAY, TIME).await;
        go_to(&app, DAY, "09:50").await;
        staff.client().post(NOTE, json!({ "eventBookingId": id })).await.data();
        for (day, time, here) in [(DAY, LATER, 1), (NEXT_DAY, TIME, 0)] {
            let to = json!({ "uaid": athlete.uaid, "eventBookingId": id, "eventTestDate": day, "eventTestTime": time,
                "bypassBookingRule": true });
            staff.client().post(BOOKING, to).await.data();
            let counted = "SELECT CAST(SUM(arrived) AS BIGINT) FROM slot_tally";
            let of_slot = format!("{counted} WHERE test_date = '{day}' AND test_time = '{time}'");
            assert_eq!((app.scalar(of_slot).await, app.scalar(counted).await), (here, here), "{day} {time}");
        }
    }

    async fn the_door_knows_today_s_open_bookings_alone(app) {
        app.set_schedule(week(6)).await;
        let (one, two, three) = (app.athlete().await, app.athlete().await, app.athlete().await);
        let (four, five) = (app.athlete().await, app.athlete().await);
        let (not_tested, missed) = (booked(&four, DAY, TIME).await, booked(&five, "2026-03-04", TIME).await);
        let tomorrow = booked(&one, NEXT_DAY, TIME).await;
        let off = booked(&two, DAY, TIME).await;
        let finished = booked(&three, DAY, TIME).await;
        go_to(&app, DAY, "09:45").await;
        cancel(&two, &off).await.data();
        app.execute(format!("UPDATE booking SET status = 'completed', completed_at = 1 WHERE booking_id = '{finished}'")).await;
        let dnt = format!("UPDATE booking SET status = 'dnt' WHERE booking_id IN ('{not_tested}', '{missed}')");
        app.execute(dnt).await;
        let staff = app.person(3).await;
        let (id, door) = screen(&app, &staff).await;
        for over in [&not_tested, &missed] {
            assert_eq!(come(&door, &code(&app, over).await).await.refused(409, "CODE_USED")["status"], "dnt");
        }
        let error = come(&door, &code(&app, &tomorrow).await).await.refused(422, "CODE_OTHER_DAY");
        assert_eq!(error["date"], NEXT_DAY);
        come(&door, "7K3QX0").await.refused(404, "CODE_UNKNOWN");
        come(&door, "not a code").await.refused(404, "CODE_UNKNOWN");
        come(&door, &code(&app, &off).await).await.refused(409, "CODE_USED");
        come(&door, &code(&app, &finished).await).await.refused(409, "CODE_USED");
        come(&door, "").await.refused(400, "FIELD_MISSING");
        assert_eq!(app.scalar("SELECT COUNT(*) FROM booking WHERE arrived_at IS NOT NULL").await, 0);
        let error = staff.client().post(NOTE, json!({ "eventBookingId": tomorrow })).await;
        error.refused(422, "CODE_OTHER_DAY");
        staff.client().post(NOTE, json!({ "eventBookingId": off })).await.refused(409, "BOOKING_CLOSED");
        // A removed kiosk opens nothing, and neither does a secret that was never issued.
        assert_eq!(staff.client().get(KIOSK).await.data()["kiosks"].as_array().unwrap().len(), 1);
        let gone = json!({ "kioskId": id });
        staff.client().json(Method::DELETE, KIOSK, &gone, &[]).await.data();
        staff.client().json(Method::DELETE, KIOSK, &gone, &[]).await.refused(404, "NOT_FOUND");
        come(&door, &code(&app, &tomorrow).await).await.refused(401, "KIOSK_UNKNOWN");
        app.client().header("authorization", "Kiosk 00").get(DOOR).await.refused(401, "KIOSK_UNKNOWN");
        assert_eq!(staff.client().get(KIOSK).await.data()["kiosks"], json!([]));
        let stored = app.texts("SELECT secret_hash || name FROM kiosk").await.remove(0).unwrap();
        assert_eq!(stored.len(), 64 + "Front door".len(), "the secret itself is not kept");
    }
}

on_both!(who_tries_codes_is_slowed_down, |engine| async move {
    let app = TestApp::spawn_with(engine, |flags| flags.rate_limit = Switch::On).await;
    let staff = app.person(2).await;
    let (_, door) = screen(&app, &staff).await;
    let (_, other) = screen(&app, &staff).await;
    for _ in 0..40 {
        come(&door, "7K3QX0").await.refused(404, "CODE_UNKNOWN");
    }
    come(&door, "7K3QX0").await.refused(429, "TOO_MANY_REQUESTS");
    come(&other, "7K3QX0").await.refused(404, "CODE_UNKNOWN");
    app.pass_minutes(2);
    come(&door, "7K3QX0").await.refused(404, "CODE_UNKNOWN");
});
