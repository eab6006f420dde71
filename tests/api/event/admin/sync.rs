//! `POST /api/event/admin/sync`: calls that a tablet could not send at the time, each as if it had been sent alone.

use futures::future::join_all;
use serde_json::{Value, json};
use sixfold_tests::{Person, TestApp, both};

use super::desk::{FINAL, Guest, ONBOARD, SYNC, TEST, audited, keyed, morning, on_the_desk, onboard, stored};
use crate::event::stage::{BOOKING, DAY, NEXT_DAY, go_to, status};

fn item(path: &str, key: &str, body: Value) -> Value {
    json!({ "method": "POST", "path": path, "key": key, "body": body, "recordedAt": 1_772_700_000_000_i64, "device": "Tablet 1" })
}

async fn sync(staff: &Person, items: &[Value]) -> Vec<Value> {
    staff.client().post(SYNC, json!({ "items": items })).await.data().as_array().unwrap().clone()
}

fn told(answers: &[Value]) -> Vec<(u64, String)> {
    answers
        .iter()
        .map(|answer| {
            let code = answer["body"]["error"]["errorCode"].as_str().unwrap_or_default();
            (answer["status"].as_u64().unwrap(), code.to_owned())
        })
        .collect()
}

/// The calls of a whole visit.
fn visit(guest: &Guest) -> Vec<Value> {
    let key = |what: &str| format!("{what}-{}", guest.id);
    vec![
        item(ONBOARD, &key("onboard"), json!({ "code": guest.code, "day": DAY })),
        item(TEST, &key("tests"), guest.six()),
        item(FINAL, &key("final"), guest.end("completed")),
    ]
}

/// Everything that a visit writes, apart from times.
async fn written(app: &TestApp) -> Vec<String> {
    let mut all = Vec::new();
    for sql in [
        "SELECT booking_id || status || CAST(rev AS TEXT) FROM booking ORDER BY booking_id",
        "SELECT booking_id || test_type || CAST(revision AS TEXT) FROM result_test ORDER BY booking_id, test_type",
        "SELECT mail_id FROM mail_outbox ORDER BY mail_id",
        "SELECT audit_id FROM audit_log ORDER BY audit_id",
    ] {
        all.extend(app.texts(sql).await.into_iter().flatten());
    }
    all
}

both! {
    async fn a_visit_comes_in_order_and_only_once(app) {
        let (desk, guests) = morning(&app, 3).await;
        let items: Vec<Value> = guests.iter().flat_map(visit).collect();
        let first = desk.client().post(SYNC, json!({ "items": items })).await;
        let answers = first.data();
        assert_eq!(told(answers.as_array().unwrap()), vec![(200, String::new()); 9]);
        assert_eq!(answers[8]["body"], json!({ "succeeded": true, "error": null, "data": { "uaid": guests[2].uaid(), "score": 50 } }));
        let before = written(&app).await;
        // The answer was lost: everything is sent again, then a part, then from another tablet by somebody else.
        assert_eq!(desk.client().post(SYNC, json!({ "items": items })).await.body, first.body);
        assert_eq!(sync(&desk, &items[4..]).await.as_slice(), &answers.as_array().unwrap()[4..]);
        assert_eq!(sync(&app.person(3).await, &items[..2]).await.as_slice(), &answers.as_array().unwrap()[..2]);
        assert_eq!(written(&app).await, before);
        let kept = format!(
            "SELECT device || ' ' || CAST(recorded_at AS TEXT) FROM result_test WHERE booking_id = '{}' AND test_type = 'Speed'",
            guests[0].id
        );
        assert_eq!(app.texts(kept).await, [Some("Tablet 1 1772700000000".to_owned())]);
        let device = format!("SELECT onboarded_device FROM booking WHERE booking_id = '{}'", guests[0].id);
        assert_eq!(app.texts(device).await, [Some("Tablet 1".to_owned())]);
    }

    async fn sent_alone_or_in_a_list_it_is_the_same_write(app) {
        let (desk, guests) = morning(&app, 2).await;
        let items = visit(&guests[0]);
        let alone = keyed(&desk, ONBOARD, items[0]["key"].as_str().unwrap(), items[0]["body"].clone()).await;
        let answers = sync(&desk, &items).await;
        assert_eq!(answers[0], json!({ "status": 200, "body": alone.value() }));
        let again = keyed(&desk, TEST, items[1]["key"].as_str().unwrap(), items[1]["body"].clone()).await;
        assert_eq!((again.header("idempotency-replayed"), again.value()), ("true".to_owned(), answers[1]["body"].clone()));
        // The same key with another body is refused either way.
        let other = item(TEST, items[1]["key"].as_str().unwrap(), guests[1].six());
        assert_eq!(told(&sync(&desk, &[other]).await), [(422, "IDEMPOTENCY_KEY_REUSED".to_owned())]);
        assert_eq!(audited(&app, "booking.onboard", &guests[0]).await, 1);
        assert!(stored(&app, &guests[1]).await.is_empty());
    }

    async fn a_refused_item_stops_nothing_and_is_remembered(app) {
        let (desk, guests) = morning(&app, 2).await;
        let (one, two) = (&guests[0], &guests[1]);
        onboard(&desk, one).await.data();
        let wrong = one.test("Speed", json!([{ "score": 99 }]));
        let items = [
            item(ONBOARD, "k-1", json!({ "code": one.code })),
            item(TEST, "k-2", wrong),
            item(TEST, "k-3", two.six()),
            item(ONBOARD, "k-4", json!({ "code": "ZZZZZZ" })),
            item("/api/user/profile", "k-5", json!({})),
            json!({ "method": "DELETE", "path": BOOKING, "key": "k-6", "body": {} }),
            json!({ "method": "POST", "path": TEST }),
            item(TEST, "two words", one.six()),
            item(TEST, "k-7", json!([])),
            json!("no item"),
            item(ONBOARD, "k-8", json!({ "code": two.code, "override": true })),
            item(TEST, "k-9", one.six()),
        ];
        let answers = sync(&desk, &items).await;
        let expected = [
            (422, "422"),
            (422, "ATTEMPT_OUT_OF_RANGE"),
            (409, "NOT_ONBOARDED"),
            (404, "CODE_UNKNOWN"),
            (404, "NOT_FOUND"),
            (404, "NOT_FOUND"),
            (400, "FIELD_MISSING"),
            (400, "IDEMPOTENCY_KEY"),
            (400, "FIELD_INVALID"),
            (400, "FIELD_INVALID"),
            (403, "FORBIDDEN"),
            (200, ""),
        ];
        assert_eq!(told(&answers), expected.map(|(status, word)| (status, word.to_owned())));
        // A call sent before its onboarding stays refused under its key, but succeeds under a new one.
        onboard(&desk, two).await.data();
        let again = [item(TEST, "k-3", two.six()), item(TEST, "k-10", two.six())];
        assert_eq!(told(&sync(&desk, &again).await), [(409, "NOT_ONBOARDED".to_owned()), (200, String::new())]);
    }

    async fn a_list_that_is_none_is_refused(app) {
        let (desk, guest) = on_the_desk(&app).await;
        let client = desk.client();
        client.post(SYNC, json!({ "items": [] })).await.refused_field(400, "FIELD_INVALID", "items");
        client.post(SYNC, json!({})).await.refused_field(400, "FIELD_INVALID", "items");
        let many = vec![item(TEST, "k", guest.six()); 101];
        client.post(SYNC, json!({ "items": many })).await.refused_field(400, "FIELD_INVALID", "items");
        let huge = json!({ "items": [item(FINAL, "k", json!({ "Notes": "x".repeat(1024 * 1024) }))] });
        client.post(SYNC, huge).await.refused(413, "BODY_TOO_LARGE");
        guest.person.client().post(SYNC, json!({ "items": [item(TEST, "k", guest.six())] })).await.refused(403, "FORBIDDEN");
        assert!(stored(&app, &guest).await.is_empty());
    }

    async fn a_declined_booking_comes_through_it_too(app) {
        let (desk, guests) = morning(&app, 1).await;
        let body = json!({ "uaid": guests[0].uaid(), "eventBookingId": guests[0].id, "eventTestStatus": "declined",
            "eventTestNotes": "Came with a cold" });
        let items = [item(BOOKING, "k-1", body.clone())];
        assert_eq!(told(&sync(&desk, &items).await), [(200, String::new())]);
        assert_eq!(status(&app, &guests[0].id).await, "declined");
        let again = keyed(&desk, BOOKING, "k-1", body).await;
        assert_eq!((again.header("idempotency-replayed"), again.data()["eventBookingId"].as_str()), ("true".to_owned(), Some(guests[0].id.as_str())));
        assert_eq!(audited(&app, "booking.decline", &guests[0]).await, 1);
        let sql = format!("SELECT notes FROM booking WHERE booking_id = '{}'", guests[0].id);
        assert_eq!(app.texts(sql).await, [Some("Came with a cold".to_owned())]);
    }

    // RULES 11.3
    async fn four_tablets_and_a_night_leave_each_value_once(app) {
        let (desk, guests) = morning(&app, 8).await;
        // Two tablets have the same visits, each under its own keys, except for lost answers that both repeat.
        let items: Vec<Value> = guests.iter().flat_map(visit).collect();
        sync(&desk, &items[..7]).await;
        go_to(&app, NEXT_DAY, "02:00").await;
        sixfold_server::app::jobs::close_missed(&app.state).await.unwrap();
        let night = app.person(3).await;
        let asks = (0..4).map(|tablet| {
            let client = night.client();
            let mine: Vec<Value> = items.iter().skip(tablet).cloned().collect();
            tokio::spawn(async move { client.post(SYNC, json!({ "items": mine })).await.data() })
        });
        for reply in join_all(asks.collect::<Vec<_>>()).await {
            for (status, word) in told(reply.unwrap().as_array().unwrap()) {
                // A call that is ahead of its onboarding is refused as such, and nobody gets a value of somebody else.
                assert!(status == 200 || matches!(word.as_str(), "NOT_ONBOARDED" | "TESTS_OPEN"), "{status} {word}");
            }
        }
        for guest in &guests {
            for action in ["booking.onboard", "result.final"] {
                assert!(audited(&app, action, guest).await <= 1, "{action}");
            }
            assert!(stored(&app, guest).await.iter().all(|test| test.contains(" r1 ")));
        }
        let letters = app.scalar("SELECT COUNT(*) FROM mail_outbox WHERE kind = 'final-score'").await;
        let ended = app.scalar("SELECT COUNT(*) FROM booking WHERE status = 'completed'").await;
        assert_eq!(letters, ended);
        assert!(ended >= 2, "{ended}");
    }

    async fn nothing_personal_is_written_down(app) {
        let (desk, guests) = morning(&app, 1).await;
        sync(&desk, &visit(&guests[0])).await;
        let lines = app.texts("SELECT detail FROM audit_log WHERE action LIKE 'result.%' OR action = 'booking.onboard'").await;
        assert_eq!(lines.len(), 8);
        for line in lines.into_iter().flatten() {
            for word in ["Robin", "Field", "3.45", "50", &guests[0].code] {
                assert!(!line.contains(word), "{line}");
            }
        }
    }
}
