//! `POST`, `GET`, `DELETE /api/event/admin/results/request`: results that the server refused reach role 3 with both values.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_tests::{Person, TestApp, both};

use super::desk::{FINAL, Guest, ONBOARD, SYNC, TEST, audited, morning, on_the_desk, onboard, tested};
use crate::event::stage::CANCEL;

const REQUEST: &str = "/api/event/admin/results/request";
const CORRECT: &str = "/api/event/admin/results/correct";
const PROTOCOLS: &str = "/api/event/admin/protocols";

/// An athlete whose final another tablet has sent, and accounts of roles 2 and 3.
async fn finished(app: &TestApp) -> (Person, Person, Guest) {
    let (desk, guest) = on_the_desk(app).await;
    tested(&desk, &guest).await;
    desk.client().post(FINAL, guest.end("completed")).await.data();
    (desk, app.person(3).await, guest)
}

/// Lets Endurance take this many attempts from now on.
async fn allow(delivery: &Person, attempts: u8) {
    let mut set = delivery.client().get(PROTOCOLS).await.data();
    set["tests"][5]["attempts"] = json!(attempts);
    delivery.client().put(PROTOCOLS, set).await.data();
}

/// Two attempts at Endurance.
fn twice(guest: &Guest) -> Value {
    guest.test("Endurance", json!([{ "score": 9.5 }, { "score": 10 }]))
}

/// Endurance in the only request that waits.
async fn waiting(delivery: &Person) -> Value {
    let requests = delivery.client().get(REQUEST).await.data()["requests"].clone();
    assert_eq!(requests.as_array().unwrap().len(), 1, "{requests}");
    requests[0]["tests"][5].clone()
}

/// The results on this tablet.
fn typed(guest: &Guest) -> Value {
    json!({ "uaid": guest.uaid(), "eventBookingId": guest.id, "notes": "Tablet 2 was on the wrong lane.", "results": [
        { "TestType": "Speed", "Attempts": [{ "score": 3.3 }], "Status": "closed" },
        { "TestType": "Endurance", "Attempts": [], "Status": "dnt" }
    ] })
}

both! {
    async fn a_refused_result_is_told_with_what_is_stored(app) {
        let (desk, _, guest) = finished(&app).await;
        let late = guest.test("Speed", json!([{ "score": 3.3 }]));
        let error = desk.client().post(TEST, late).await.refused(409, "BOOKING_CLOSED");
        let speed = error["current"].as_array().unwrap().iter().find(|test| test["TestType"] == "Speed").unwrap();
        assert_eq!(*speed, json!({
            "TestType": "Speed", "score": 50, "status": "closed", "revision": 1, "Attempts": [{ "score": 3.45 }]
        }));
        let error = desk.client().post(FINAL, guest.end("completed")).await.refused(409, "BOOKING_CLOSED");
        assert_eq!(error["current"].as_array().unwrap().len(), 6);
    }

    async fn delivery_sees_both_values_and_corrects(app) {
        let (desk, delivery, guest) = finished(&app).await;
        let id = desk.client().post(REQUEST, typed(&guest)).await.data()["requestId"].clone();
        let waiting = delivery.client().get(REQUEST).await.data();
        assert_eq!(waiting["more"], false);
        let request = &waiting["requests"][0];
        assert_eq!(request["requestId"], id);
        assert_eq!(request["eventBookingId"], guest.id);
        assert_eq!(request["eventTestStatus"], "completed");
        assert_eq!(request["score"], 50);
        assert_eq!(request["notes"], "Tablet 2 was on the wrong lane.");
        assert_eq!(request["tests"].as_array().unwrap().len(), 6);
        assert_eq!(request["tests"][0]["desk"], Value::Null);
        assert_eq!(request["tests"][3], json!({
            "TestType": "Speed", "unit": "s",
            "desk": { "status": "closed", "score": 60, "Attempts": [{ "score": 3.3 }] },
            "stored": { "TestType": "Speed", "score": 50, "status": "closed", "revision": 1, "Attempts": [{ "score": 3.45 }] }
        }));
        assert_eq!(request["tests"][5]["desk"], json!({ "status": "dnt", "score": null, "Attempts": [] }));
        assert_eq!(audited(&app, "result.correction.requested", &guest).await, 1);

        let correction = json!({ "eventBookingId": guest.id, "requestId": id, "reason": "The desk had the right lane",
            "results": [{ "TestType": "Speed", "Attempts": [{ "score": 3.3 }], "replaces": 1 }] });
        delivery.client().post(CORRECT, correction.clone()).await.data();
        assert_eq!(delivery.client().get(REQUEST).await.data()["requests"], json!([]));
        delivery.client().post(CORRECT, correction).await.refused(409, "REQUEST_SETTLED");
        let outcome = app.texts("SELECT outcome FROM correction_request").await;
        assert_eq!(outcome, [Some("applied".to_owned())]);
    }

    async fn a_refused_correction_leaves_the_request_waiting(app) {
        let (desk, delivery, guest) = finished(&app).await;
        let id = desk.client().post(REQUEST, typed(&guest)).await.data()["requestId"].clone();
        let stale = json!({ "eventBookingId": guest.id, "requestId": id, "reason": "The desk had the right lane",
            "results": [{ "TestType": "Speed", "Attempts": [{ "score": 3.3 }], "replaces": 7 }] });
        delivery.client().post(CORRECT, stale.clone()).await.refused(409, "TEST_CLOSED");
        assert_eq!(delivery.client().get(REQUEST).await.data()["requests"].as_array().unwrap().len(), 1);
        let mut unknown = stale;
        unknown["requestId"] = json!("nothing");
        delivery.client().post(CORRECT, unknown).await.refused(404, "REQUEST_NOT_FOUND");
    }

    async fn a_request_is_dismissed_once(app) {
        let (desk, delivery, guest) = finished(&app).await;
        let id = desk.client().post(REQUEST, typed(&guest)).await.data()["requestId"].clone();
        let which = json!({ "requestId": id });
        desk.client().json(Method::DELETE, REQUEST, &which, &[]).await.refused(403, "FORBIDDEN");
        desk.client().get(REQUEST).await.refused(403, "FORBIDDEN");
        delivery.client().json(Method::DELETE, REQUEST, &which, &[]).await.data();
        assert_eq!(delivery.client().get(REQUEST).await.data()["requests"], json!([]));
        delivery.client().json(Method::DELETE, REQUEST, &which, &[]).await.refused(409, "REQUEST_SETTLED");
        assert_eq!(audited(&app, "result.correction.dismissed", &guest).await, 1);
    }

    async fn a_request_needs_a_booking_and_results_that_read(app) {
        let (desk, delivery, guest) = finished(&app).await;
        let with = |field: &str, value: Value| {
            let mut body = typed(&guest);
            body[field] = value;
            body
        };
        let client = desk.client();
        client.post(REQUEST, with("results", json!([]))).await.refused_field(400, "FIELD_MISSING", "results");
        client.post(REQUEST, with("uaid", json!(delivery.uaid))).await.refused(404, "BOOKING_NOT_FOUND");
        client.post(REQUEST, with("eventBookingId", Value::Null)).await.refused_field(400, "FIELD_MISSING", "eventBookingId");
        let speed = |attempts: Value| json!([{ "TestType": "Speed", "Attempts": attempts }]);
        let word = speed(json!([{ "score": "3.3" }]));
        client.post(REQUEST, with("results", word)).await.refused_field(422, "ATTEMPT_INVALID", "results[0].Attempts[0].score");
        let eleven = speed(json!(vec![json!({ "score": 3.3 }); 11]));
        client.post(REQUEST, with("results", eleven)).await.refused_field(422, "ATTEMPTS_TOO_MANY", "results[0].Attempts");
        for _ in 0..10 {
            client.post(REQUEST, typed(&guest)).await.data();
        }
        client.post(REQUEST, typed(&guest)).await.refused(409, "REQUESTS_MANY");
    }

    async fn what_nobody_would_believe_is_handed_over_without_points(app) {
        let (desk, delivery, guest) = finished(&app).await;
        let far = guest.test("Endurance", json!([{ "score": 33 }]));
        desk.client().post(TEST, far.clone()).await.refused(409, "BOOKING_CLOSED");
        let id = desk.client().post(REQUEST, far).await.data()["requestId"].clone();
        let desk_value = json!({ "status": "closed", "score": null, "Attempts": [{ "score": 33 }] });
        assert_eq!(waiting(&delivery).await["desk"], desk_value);
        let correction = json!({ "eventBookingId": guest.id, "requestId": id, "reason": "The desk had it right",
            "results": [{ "TestType": "Endurance", "Attempts": [{ "score": 33 }], "replaces": 1 }] });
        delivery.client().post(CORRECT, correction).await.refused(422, "ATTEMPT_OUT_OF_RANGE");
    }

    async fn whoever_the_server_never_onboarded_is_read_by_the_protocols_of_the_day(app) {
        let (desk, guests) = morning(&app, 1).await;
        let (guest, delivery) = (&guests[0], app.person(3).await);
        allow(&delivery, 2).await;
        delivery.client().delete(CANCEL, json!({ "uaid": guest.uaid(), "eventBookingID": guest.id })).await.data();
        desk.client().post(REQUEST, twice(guest)).await.data();
        let both = json!({ "status": "closed", "score": 53.85, "Attempts": [{ "score": 9.5 }, { "score": 10 }] });
        assert_eq!(waiting(&delivery).await["desk"], both);
        // Neither what is in force later nor what a node of the previous release stored changes that.
        allow(&delivery, 1).await;
        assert_eq!(waiting(&delivery).await["desk"], both);
        app.execute("UPDATE correction_request SET protocol_version = NULL").await;
        assert_eq!(waiting(&delivery).await["desk"]["Attempts"], both["Attempts"]);
    }

    async fn a_request_stays_what_it_was_under_other_protocols(app) {
        let (desk, guests) = morning(&app, 1).await;
        let (guest, delivery) = (&guests[0], app.person(3).await);
        allow(&delivery, 2).await;
        onboard(&desk, guest).await.data();
        desk.client().post(REQUEST, twice(guest)).await.data();
        let before = waiting(&delivery).await;
        desk.client().post(ONBOARD, json!({ "code": guest.code, "release": true })).await.data();
        allow(&delivery, 1).await;
        onboard(&desk, guest).await.data();
        assert_eq!(waiting(&delivery).await, before);
    }

    async fn it_can_wait_on_the_tablet_like_every_other_act(app) {
        let (desk, delivery, guest) = finished(&app).await;
        let key = sixfold_server::db::new_id(1);
        let item = json!({ "method": "POST", "path": REQUEST, "key": key, "body": typed(&guest), "device": "tablet-7" });
        for _ in 0..2 {
            let answers = desk.client().post(SYNC, json!({ "items": [item] })).await.data();
            assert_eq!(answers[0]["status"], 200);
        }
        assert_eq!(delivery.client().get(REQUEST).await.data()["requests"].as_array().unwrap().len(), 1);
        assert_eq!(app.texts("SELECT device FROM correction_request").await, [Some("tablet-7".to_owned())]);
    }

    async fn a_request_goes_with_its_athlete(app) {
        let (desk, delivery, guest) = finished(&app).await;
        desk.client().post(REQUEST, typed(&guest)).await.data();
        guest.person.client().post("/api/user/delete", json!({ "password": sixfold_tests::people::PASSWORD })).await.data();
        assert_eq!(app.scalar("SELECT COUNT(*) FROM correction_request").await, 0);
        assert_eq!(delivery.client().get(REQUEST).await.data()["requests"], json!([]));
    }
}
