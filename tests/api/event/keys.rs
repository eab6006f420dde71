//! `Idempotency-Key`: a booking that is requested twice is made once, and a lost race stays lost.

use axum::http::Method;
use serde_json::json;
use sixfold_tests::{Reply, both};

use super::stage::{BOOKING, CANCEL, DAY, LATER, TIME, WAITLIST, body, booked, cancel, everything, week};

fn assert_replayed(again: &Reply, first: &Reply) {
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(first.header("idempotency-replayed"), "");
    assert_eq!((again.status, &again.body), (first.status, &first.body));
}

both! {
    async fn the_same_key_and_body_get_the_first_answer(app) {
        app.set_schedule(week(6)).await;
        let person = app.athlete().await;
        let client = person.client();
        let first = client.keyed(Method::POST, BOOKING, "key-1", body(DAY, TIME)).await;
        let id = first.data()["eventBookingId"].as_str().unwrap().to_owned();
        let before = everything(&app).await;
        assert_replayed(&client.keyed(Method::POST, BOOKING, "key-1", body(DAY, TIME)).await, &first);
        // Neither the token in the body nor the order of its fields matters.
        let same = json!({ "token": person.token, "iv": 5, "eventTestTime": TIME, "eventTestDate": DAY });
        assert_replayed(&client.keyed(Method::POST, BOOKING, "key-1", same).await, &first);
        assert_eq!(everything(&app).await, before);
        let off = json!({ "eventBookingID": id });
        let cancelled = client.keyed(Method::DELETE, CANCEL, "key-2", off.clone()).await;
        cancelled.data();
        let before = everything(&app).await;
        assert_replayed(&client.keyed(Method::DELETE, CANCEL, "key-2", off).await, &cancelled);
        assert_eq!(everything(&app).await, before);
    }

    async fn the_same_key_with_another_request_is_422(app) {
        app.set_schedule(week(6)).await;
        let client = app.athlete().await.client();
        client.keyed(Method::POST, BOOKING, "key-1", body(DAY, TIME)).await.data();
        let before = everything(&app).await;
        for (method, path, sent) in [
            (Method::POST, BOOKING, body(DAY, LATER)),
            (Method::POST, WAITLIST, body(DAY, TIME)),
            (Method::DELETE, WAITLIST, body(DAY, TIME)),
        ] {
            let reply = client.keyed(method, path, "key-1", sent).await;
            reply.refused_field(422, "IDEMPOTENCY_KEY_REUSED", "Idempotency-Key");
        }
        assert_eq!(everything(&app).await, before);
    }

    async fn a_lost_race_stays_lost_under_its_key(app) {
        app.set_schedule(week(1)).await;
        let (winner, loser) = (app.athlete().await, app.athlete().await);
        let id = booked(&winner, DAY, TIME).await;
        let lost = loser.client().keyed(Method::POST, BOOKING, "key-1", body(DAY, TIME)).await;
        lost.refused(409, "SLOT_FULL");
        cancel(&winner, &id).await.data();
        assert_replayed(&loser.client().keyed(Method::POST, BOOKING, "key-1", body(DAY, TIME)).await, &lost);
        loser.client().keyed(Method::POST, BOOKING, "key-2", body(DAY, TIME)).await.data();
    }

    async fn a_rules_no_is_remembered_and_a_malformed_request_is_not(app) {
        app.set_schedule(week(1)).await;
        let client = app.athlete().await.client();
        let refused = client.keyed(Method::POST, BOOKING, "key-1", body("2026-03-02", TIME)).await;
        refused.refused(422, "DATE_TOO_EARLY");
        assert_replayed(&client.keyed(Method::POST, BOOKING, "key-1", body("2026-03-02", TIME)).await, &refused);
        let malformed = json!({ "eventTestDate": DAY });
        client.keyed(Method::POST, BOOKING, "key-2", malformed).await.refused(400, "FIELD_REQUIRED");
        client.keyed(Method::POST, BOOKING, "key-2", body(DAY, TIME)).await.data();
    }

    async fn keys_of_two_athletes_never_meet_and_those_of_staff_are_shared(app) {
        app.set_schedule(week(6)).await;
        let (one, two) = (app.athlete().await, app.athlete().await);
        let first = one.client().keyed(Method::POST, BOOKING, "key-1", body(DAY, TIME)).await.data();
        let second = two.client().keyed(Method::POST, BOOKING, "key-1", body(DAY, TIME)).await.data();
        assert_ne!(first["eventBookingId"], second["eventBookingId"]);
        let (desk, delivery) = (app.person(2).await, app.person(3).await);
        let off = json!({ "uaid": one.uaid, "eventBookingID": first["eventBookingId"] });
        let answer = desk.client().keyed(Method::DELETE, CANCEL, "key-1", off.clone()).await;
        answer.data();
        assert_replayed(&delivery.client().keyed(Method::DELETE, CANCEL, "key-1", off).await, &answer);
    }

    async fn two_at_once_under_one_key_are_one(app) {
        app.set_schedule(week(6)).await;
        let person = app.athlete().await;
        let asks = (0..12).map(|_| {
            let client = person.client();
            tokio::spawn(async move { client.keyed(Method::POST, BOOKING, "key-1", body(DAY, TIME)).await })
        });
        let replies = futures::future::join_all(asks.collect::<Vec<_>>()).await;
        let bodies: Vec<_> = replies.into_iter().map(|reply| reply.unwrap().data()).collect();
        assert!(bodies.windows(2).all(|pair| pair[0] == pair[1]), "{bodies:?}");
        assert_eq!((app.count("booking").await, app.count("mail_outbox").await), (1, 1));
    }

    async fn a_key_that_does_not_read_is_400(app) {
        app.set_schedule(week(6)).await;
        let client = app.athlete().await.client();
        for key in ["", "two words", &"x".repeat(201)] {
            let reply = client.keyed(Method::POST, BOOKING, key, body(DAY, TIME)).await;
            reply.refused_field(400, "IDEMPOTENCY_KEY", "Idempotency-Key");
        }
        assert_eq!(app.count("booking").await, 0);
        client.keyed(Method::POST, BOOKING, &"x".repeat(200), body(DAY, TIME)).await.data();
    }
}
