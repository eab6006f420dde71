//! `Idempotency-Key` on the account's own writes.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_tests::both;
use sixfold_tests::people::PASSWORD;

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

    async fn two_same_new_passwords_at_once_are_one(app) {
        let person = app.sign_up("robin@athletes.example").await;
        let body = json!({ "currentPassword": PASSWORD, "newPassword": "a quieter stadium" });
        let (one, two) = (person.client(), person.client());
        let (first, second) = tokio::join!(
            one.keyed(Method::POST, "/api/user/password", "k", body.clone()),
            two.keyed(Method::POST, "/api/user/password", "k", body.clone()),
        );
        for reply in [&first, &second] {
            // The slower one gets the stored answer, or finds its session ended or its password changed.
            assert!(matches!(reply.status.as_u16(), 200 | 401 | 422), "{}", reply.text());
        }
        assert!(first.status == 200 || second.status == 200);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'password.changed'").await, 1);
        let login = json!({ "emailAddress": "robin@athletes.example", "password": "a quieter stadium" });
        app.client().post("/api/user/login", login).await.data();
    }

    async fn what_is_kept_of_a_password_is_no_plain_hash_of_it(app) {
        let person = app.sign_up("robin@athletes.example").await;
        let body = json!({ "currentPassword": PASSWORD, "newPassword": "a quieter stadium" });
        person.client().keyed(Method::POST, "/api/user/password", "k", body.clone()).await.data();
        let kept = app.texts("SELECT body_hash FROM idempotency_key").await;
        let plain = sixfold_server::auth::keys::stored_hash(&body.to_string());
        assert_eq!(kept.len(), 1);
        assert_ne!(kept[0].as_ref().unwrap(), &plain, "whoever reads the database could try passwords against it");
    }

    async fn a_device_is_ended_once(app) {
        let person = app.athlete().await;
        let other = app.session_of(&person).await;
        let sessions = person.client().get("/api/user/sessions").await.data();
        let id = sessions["sessions"].as_array().unwrap().iter().find(|one| one["current"] == false).unwrap()["id"].clone();
        let body = json!({ "id": id });
        let first = person.client().keyed(Method::DELETE, "/api/user/sessions", "k", body.clone()).await;
        first.data();
        let again = person.client().keyed(Method::DELETE, "/api/user/sessions", "k", body).await;
        assert_eq!((again.status, again.value()), (first.status, first.value()), "not a 404");
        app.client().bearer(&other).get("/api/user/profile").await.refused(401, "UNAUTHORISED");
    }
}
