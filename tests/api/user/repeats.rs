//! `Idempotency-Key` on the account's own writes.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_tests::both;

use super::profile::full;
use crate::cases::changed;

const CALLS: [(&str, &str); 4] = [
    ("POST", "/api/user/register"),
    ("PUT", "/api/user/accountmanagement"),
    ("PUT", "/api/user/profile"),
    ("PUT", "/api/user/marketing"),
];

both! {
    async fn a_repeated_write_gets_its_first_answer_and_changes_nothing(app) {
        let person = app.athlete().await;
        for (method, path) in CALLS {
            let method: Method = method.parse().unwrap();
            let key = format!("key-of-{path}");
            let first = person.client().keyed(method.clone(), path, &key, full()).await;
            first.data();
            assert_eq!(first.header("idempotency-replayed"), "");
            person.client().put("/api/user/marketing", json!({ "marketingPref1": false })).await.data();
            let again = changed(&changed(&full(), "token", Some(&json!(person.token))), "iv", Some(&json!(7)));
            let second = person.client().keyed(method.clone(), path, &key, again).await;
            assert_eq!((second.status, second.value()), (first.status, first.value()), "{path}");
            assert_eq!(second.header("idempotency-replayed"), "true");
            assert_eq!(person.client().get("/api/user/profile").await.data()["marketingPref1"], false, "{path}");
            let other = changed(&full(), "marketingPref2", Some(&json!(true)));
            person.client().keyed(method, path, &key, other).await
                .refused_field(422, "IDEMPOTENCY_KEY_REUSED", "Idempotency-Key");
            assert_eq!(person.client().get("/api/user/profile").await.data()["marketingPref2"], false, "{path}");
        }
    }

    async fn a_key_serves_one_call_only(app) {
        let person = app.athlete().await;
        person.client().keyed(Method::PUT, CALLS[3].1, "k", full()).await.data();
        person.client().keyed(Method::PUT, CALLS[2].1, "k", full()).await.refused(422, "IDEMPOTENCY_KEY_REUSED");
        assert_eq!(person.client().get("/api/user/profile").await.data()["postcode"], "");
    }

    async fn a_key_is_its_owners_even_among_staff(app) {
        let people = [app.person(2).await, app.person(3).await, app.person(1).await];
        for person in &people {
            let answer = person.client().keyed(Method::PUT, CALLS[2].1, "shared", full()).await.data();
            assert_eq!(answer["uaid"], person.uaid);
            assert_eq!(answer["token"], person.token);
        }
    }

    async fn a_malformed_request_leaves_its_key_free(app) {
        let person = app.athlete().await;
        let bad = changed(&full(), "isCompetitor", Some(&json!("no")));
        person.client().keyed(Method::PUT, CALLS[2].1, "k", bad).await.refused(400, "FIELD_INVALID");
        person.client().keyed(Method::PUT, CALLS[2].1, "k", full()).await.data();
    }

    async fn a_key_that_does_not_read_is_named(app) {
        let person = app.athlete().await;
        for (_, path) in CALLS.iter().skip(1) {
            for key in ["", "a b", &"x".repeat(201)] {
                let reply = person.client().keyed(Method::PUT, path, key, full()).await;
                reply.refused_field(400, "IDEMPOTENCY_KEY", "Idempotency-Key");
            }
        }
        assert_eq!(person.client().get("/api/user/profile").await.data()["postcode"], Value::from(""));
    }
}
