//! `GET` and `DELETE /api/user/sessions`.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_tests::people::PASSWORD;
use sixfold_tests::{Client, TestApp, both};

use crate::cases::{Case, refuses};

const PATH: &str = "/api/user/sessions";
const EMAIL: &str = "robin@athletes.example";

/// Another sign-in of the same person, with a named browser.
async fn sign_in(app: &TestApp, browser: &str) -> Client {
    let body = json!({ "emailAddress": EMAIL, "password": PASSWORD });
    let data = app.client().header("user-agent", browser).post("/api/user/login", body).await.data();
    app.client().bearer(data["token"].as_str().unwrap())
}

async fn list(client: &Client) -> Vec<Value> {
    client.get(PATH).await.data()["sessions"].as_array().unwrap().clone()
}

async fn id_of(client: &Client) -> String {
    let sessions = list(client).await;
    let current: Vec<&Value> = sessions.iter().filter(|one| one["current"] == true).collect();
    assert_eq!(current.len(), 1, "{sessions:?}");
    current[0]["id"].as_str().unwrap().to_owned()
}

both! {
    async fn living_sessions_are_listed_newest_first_without_secrets(app) {
        let person = app.sign_up(EMAIL).await;
        app.athlete().await;
        app.pass_minutes(1);
        let phone = sign_in(&app, "Phone").await;
        let reply = phone.get(PATH).await;
        assert_eq!(reply.header("cache-control"), "no-store");
        let sessions = reply.data()["sessions"].clone();
        assert_eq!(sessions.as_array().unwrap().len(), 2, "one's own only: {sessions}");
        assert_eq!(sessions[0]["current"], true);
        assert_eq!(sessions[0]["userAgent"], "Phone");
        assert_eq!(sessions[0]["method"], "credentials");
        assert_eq!(sessions[0]["stamp"], app.state.clock.now_ms());
        assert_eq!(sessions[0]["expires"], "2026-03-02T09:59:00.000Z");
        assert_eq!(sessions[1]["current"], false);
        assert_eq!(sessions[1]["userAgent"], Value::Null);
        for secret in app.texts("SELECT cookie_hash FROM session UNION SELECT token_hash FROM session").await {
            assert!(!reply.text().contains(&secret.unwrap()));
        }
        assert!(!reply.text().contains(&person.token));
        app.pass_minutes(57);
        assert_eq!(list(&phone).await.len(), 1, "the first one is over");
    }

    async fn a_provider_is_named(app) {
        let person = app.sign_up(EMAIL).await;
        app.execute("UPDATE session SET auth_method = 'sso', provider_id = 'club'").await;
        let sessions = list(&person.client()).await;
        assert_eq!((&sessions[0]["method"], &sessions[0]["provider"]), (&json!("sso"), &json!("club")));
    }

    async fn one_session_is_ended_at_once_and_the_others_stay(app) {
        let person = app.sign_up(EMAIL).await;
        let (phone, tablet) = (sign_in(&app, "Phone").await, sign_in(&app, "Tablet").await);
        let id = id_of(&phone).await;
        let reply = person.client().delete(PATH, json!({ "id": id, "password": PASSWORD })).await;
        assert_eq!(reply.data(), json!({ "uaid": person.uaid }));
        assert_eq!(reply.header("clear-site-data"), "", "the caller's own session stays");
        phone.get("/api/user/profile").await.refused(401, "UNAUTHORISED");
        tablet.get("/api/user/profile").await.data();
        let again = json!({ "id": id, "password": PASSWORD });
        person.client().delete(PATH, again).await.refused_field(404, "NOT_FOUND", "id");
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'session.ended'").await, 1);
    }

    async fn ending_this_one_signs_this_browser_out(app) {
        app.sign_up(EMAIL).await;
        let browser = app.client();
        let csrf = browser.get("/api/auth/csrf").await.value()["csrfToken"].as_str().unwrap().to_owned();
        let fields = [("csrfToken", csrf.as_str()), ("emailAddress", EMAIL), ("password", PASSWORD), ("json", "true")];
        browser.form("/api/auth/callback/credentials", &fields).await;
        assert!(browser.cookie("next-auth.session-token").is_some());
        let body = json!({ "id": id_of(&browser).await });
        browser.delete(PATH, body.clone()).await.refused(403, "CSRF");
        let reply = browser.json(Method::DELETE, PATH, &body, &[("x-csrf-token", &csrf)]).await;
        reply.data();
        assert_eq!(reply.header("clear-site-data"), "\"cache\"", "never the storage: unsent scores live there");
        assert_eq!(browser.cookie("next-auth.session-token"), None);
        assert_eq!(browser.get("/api/auth/session").await.value(), json!({}));
    }

    async fn all_of_them_end_everywhere(app) {
        let person = app.sign_up(EMAIL).await;
        let stranger = app.athlete().await;
        let clients = [person.client(), sign_in(&app, "Phone").await, sign_in(&app, "Tablet").await];
        let reply = clients[1].delete(PATH, json!({ "all": true, "password": PASSWORD })).await;
        assert_eq!(reply.data(), json!({ "uaid": person.uaid }));
        assert_eq!(reply.header("clear-site-data"), "\"cache\"");
        for client in &clients {
            client.get("/api/user/authorization").await.refused(401, "UNAUTHORISED");
        }
        stranger.client().get("/api/user/profile").await.data();
        sign_in(&app, "Phone").await.get("/api/user/profile").await.data();
    }

    // RULES 16.8
    async fn signing_out_everywhere_removes_the_devices_that_are_notified(app) {
        let person = app.sign_up(EMAIL).await;
        let stranger = app.athlete().await;
        for (device, uaid) in [("phone", &person.uaid), ("tablet", &person.uaid), ("other", &stranger.uaid)] {
            app.execute(format!(
                "INSERT INTO push_device (device_id, uaid, endpoint_hash, subscription_sealed, name, created_at) \
                 VALUES ('{device}', '{uaid}', '{device}', 'sealed', 'Firefox', 1)"
            )).await;
        }
        let phone = sign_in(&app, "Phone").await;
        let one = json!({ "id": id_of(&phone).await, "password": PASSWORD });
        person.client().delete(PATH, one).await.data();
        assert_eq!(app.count("push_device").await, 3, "one session says nothing about devices");
        person.client().delete(PATH, json!({ "all": true, "password": PASSWORD })).await.data();
        assert_eq!(app.texts("SELECT device_id FROM push_device").await, [Some("other".to_owned())]);
    }

    async fn ending_another_session_takes_the_password_again(app) {
        app.sign_up(EMAIL).await;
        let (phone, tablet) = (sign_in(&app, "Phone").await, sign_in(&app, "Tablet").await);
        let other = json!({ "id": id_of(&tablet).await });
        for body in [json!({ "all": true }), other] {
            phone.delete(PATH, body.clone()).await.refused_field(400, "FIELD_MISSING", "password");
            let mut wrong = body;
            wrong["password"] = json!("not the password");
            phone.delete(PATH, wrong).await.refused_field(422, "PASSWORD_WRONG", "password");
        }
        assert_eq!(list(&phone).await.len(), 3);
        // Ending one's own session is signing out.
        phone.delete(PATH, json!({ "id": id_of(&phone).await })).await.data();
        // An account without a password needs a recent sign-in instead.
        let person = app.person(1).await;
        app.pass_minutes(11);
        person.client().delete(PATH, json!({ "all": true })).await.refused(422, "SIGN_IN_AGAIN");
    }

    async fn nobody_ends_or_sees_anybody_elses(app) {
        let person = app.sign_up(EMAIL).await;
        let id = id_of(&person.client()).await;
        for role in 1..=4 {
            let other = app.person(role).await;
            other.client().delete(PATH, json!({ "id": id })).await.refused_field(404, "NOT_FOUND", "id");
            other.client().get(&format!("{PATH}?uaid={}", person.uaid)).await.refused(403, "FORBIDDEN");
            let theirs = json!({ "all": true, "uaid": person.uaid });
            other.client().delete(PATH, theirs).await.refused(403, "FORBIDDEN");
            assert_eq!(list(&other.client()).await.len(), 1);
        }
        app.client().get(PATH).await.refused(401, "UNAUTHORISED");
        app.client().delete(PATH, json!({ "all": true })).await.refused(401, "UNAUTHORISED");
        person.client().get("/api/user/profile").await.data();
    }

    async fn every_bad_field_is_named_and_nothing_ends(app) {
        let person = app.sign_up(EMAIL).await;
        let cases: [Case; 8] = [
            ("id", None, 400, "FIELD_MISSING", "id"),
            ("id", Some(Value::Null), 400, "FIELD_MISSING", "id"),
            ("id", Some(json!("")), 400, "FIELD_MISSING", "id"),
            ("id", Some(json!(7)), 400, "FIELD_INVALID", "id"),
            ("id", Some(json!(["x"])), 400, "FIELD_INVALID", "id"),
            ("id", Some(json!("nothing")), 404, "NOT_FOUND", "id"),
            ("id", Some(json!("' OR 1=1 --")), 404, "NOT_FOUND", "id"),
            ("all", Some(json!("yes")), 400, "FIELD_INVALID", "all"),
        ];
        let good = json!({ "id": id_of(&person.client()).await, "password": PASSWORD });
        refuses(&person.client(), &Method::DELETE, PATH, &good, &cases).await;
        assert_eq!(list(&person.client()).await.len(), 1);
    }
}
