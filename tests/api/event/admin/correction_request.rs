//! `POST`, `GET`, `DELETE /api/event/admin/results/request`: results that the server refused reach role 3 with both values.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_tests::{Person, TestApp, both};

use super::desk::{FINAL, Guest, SYNC, TEST, audited, on_the_desk, tested};

const REQUEST: &str = "/api/event/admin/results/request";
const CORRECT: &str = "/api/event/admin/results/correct";

/// An athlete whose final another tablet has sent, and accounts of roles 2 and 3.
async fn finished(app: &TestApp) -> (Person, Person, Guest) {
    let (desk, guest) = on_the_desk(app).await;
    tested(&desk, &guest).await;
    desk.client().post(FINAL, guest.end("completed")).await.data();
    (desk, app.person(3).await, guest)
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
        let far = json!([{ "TestType": "Speed", "Attempts": [{ "score": 33 }] }]);
        client.post(REQUEST, with("results", far)).await.refused(422, "ATTEMPT_OUT_OF_RANGE");
        for _ in 0..10 {
            client.post(REQUEST, typed(&guest)).await.data();
        }
        client.post(REQUEST, typed(&guest)).await.refused(409, "REQUESTS_MANY");
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
