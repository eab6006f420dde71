//! `POST /api/user/password`.

use std::sync::Arc;
use std::time::Duration;

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_server::auth::sign_in::{self, Origin};
use sixfold_server::config::cli::Switch;
use sixfold_server::db::sign_in::{identity, session};
use sixfold_tests::app::START_MS;
use sixfold_tests::people::PASSWORD;
use sixfold_tests::{TestApp, both, on_both};
use tokio::sync::Notify;

use super::forgot::mailed_token;
use crate::cases::{Case, changed, refuses};

const PATH: &str = "/api/user/password";
const EMAIL: &str = "robin@athletes.example";
const NEW: &str = "a quieter stadium";

fn body() -> Value {
    json!({ "currentPassword": PASSWORD, "newPassword": NEW })
}

fn login(password: &str) -> Value {
    json!({ "emailAddress": EMAIL, "password": password })
}

both! {
    // RULES 10.3
    async fn a_new_password_ends_every_session(app) {
        let person = app.sign_up(EMAIL).await;
        let other = app.client().post("/api/user/login", login(PASSWORD)).await.data();
        let stranger = app.athlete().await;
        assert_eq!(person.client().post(PATH, body()).await.data(), json!({ "uaid": person.uaid }));
        for token in [person.token.as_str(), other["token"].as_str().unwrap()] {
            app.client().bearer(token).get("/api/user/profile").await.refused(401, "UNAUTHORISED");
        }
        stranger.client().get("/api/user/profile").await.data();
        app.client().post("/api/user/login", login(PASSWORD)).await.refused(401, "CREDENTIALS_WRONG");
        app.client().post("/api/user/login", login(NEW)).await.data();
    }

    // RULES 10.3
    async fn a_new_password_ends_a_change_of_address_and_mailed_links(app) {
        let person = app.sign_up(EMAIL).await;
        let stolen = json!({ "emailAddress": "thief@athletes.example", "password": PASSWORD });
        person.client().post("/api/user/email", stolen).await.data();
        let change = mailed_token(&app, "email-change").await;
        app.client().post("/api/user/forgot", json!({ "email": EMAIL })).await.data();
        person.client().post(PATH, body()).await.data();
        app.client().post("/api/user/email/link", json!({ "token": change })).await.refused(422, "TOKEN_INVALID");
        let open = "SELECT COUNT(*) FROM one_time_token WHERE used_at IS NULL";
        assert_eq!(app.scalar(open).await, 0, "links that sign in");
    }

    // RULES 10.3
    async fn a_new_password_leaves_the_code_of_the_own_address_valid(app) {
        let person = app.sign_up(EMAIL).await;
        let own = mailed_token(&app, "email-confirmation").await;
        person.client().post(PATH, body()).await.data();
        let confirmed = app.client().post("/api/user/email/link", json!({ "token": own })).await.data();
        assert_eq!((&confirmed["emailAddress"], &confirmed["confirmed"]), (&json!(EMAIL), &json!(true)));
    }

    // RULES 10.3
    async fn a_sign_in_that_was_under_way_ends_with_the_old_password(app) {
        let person = app.sign_up(EMAIL).await;
        let origin = Origin { address: "192.0.2.9".to_owned(), user_agent: None };
        let (account, proof) = sign_in::prove(&app.state, &origin, EMAIL, PASSWORD.to_owned(), None).await.unwrap();
        person.client().post(PATH, body()).await.data();
        let started = sign_in::begin(&app.state, &account.uaid, &origin, proof).unwrap();
        let state = app.state.clone();
        let entered = app.state.db.write(async move |conn| sign_in::enter(conn, &state, started).await);
        assert_eq!(entered.await.unwrap_err().code(), "CREDENTIALS_WRONG");
        assert_eq!(app.scalar("SELECT COUNT(*) FROM session WHERE revoked_at IS NULL").await, 0);
    }

    // RULES 10.3
    async fn what_a_session_asks_for_with_the_old_password_ends_with_it(app) {
        let person = app.sign_up(EMAIL).await;
        let change = json!({ "emailAddress": "thief@athletes.example", "password": PASSWORD });
        // The session ends while the call waits for the account.
        let (uaid, locked) = (person.uaid.clone(), Arc::new(Notify::new()));
        let has_locked = locked.clone();
        let ended = app.write(async move |conn| {
            identity::lock(conn, &uaid).await?;
            has_locked.notify_one();
            tokio::time::sleep(Duration::from_secs(2)).await;
            session::revoke_all(conn, &uaid, START_MS).await
        });
        let asked = async {
            locked.notified().await;
            person.client().post("/api/user/email", change).await
        };
        let ((), asked) = tokio::join!(ended, asked);
        asked.refused(401, "UNAUTHORISED");
        assert_eq!(app.scalar("SELECT COUNT(*) FROM email_confirmation WHERE email LIKE 'thief%'").await, 0);
    }

    // RULES 10.3
    async fn the_present_password_is_no_new_one(app) {
        let person = app.sign_up(EMAIL).await;
        let same = changed(&body(), "newPassword", Some(&json!(PASSWORD)));
        person.client().post(PATH, same.clone()).await.refused_field(422, "PASSWORD_SAME", "newPassword");
        let wrong = json!({ "currentPassword": NEW, "newPassword": NEW });
        person.client().post(PATH, wrong).await.refused_field(422, "PASSWORD_WRONG", "currentPassword");
        person.client().get("/api/user/profile").await.data();
    }

    async fn every_bad_field_is_named_and_nothing_changes(app) {
        let person = app.sign_up(EMAIL).await;
        let cases: [Case; 10] = [
            ("currentPassword", None, 400, "FIELD_MISSING", "currentPassword"),
            ("currentPassword", Some(json!(1)), 400, "FIELD_INVALID", "currentPassword"),
            ("currentPassword", Some(json!("")), 422, "PASSWORD_WRONG", "currentPassword"),
            ("currentPassword", Some(json!("not the password")), 422, "PASSWORD_WRONG", "currentPassword"),
            ("newPassword", None, 400, "FIELD_MISSING", "newPassword"),
            ("newPassword", Some(Value::Null), 400, "FIELD_INVALID", "newPassword"),
            ("newPassword", Some(json!("eleven char")), 422, "PASSWORD_TOO_SHORT", "newPassword"),
            ("newPassword", Some(json!("x1".repeat(65))), 422, "PASSWORD_TOO_LONG", "newPassword"),
            ("newPassword", Some(json!("Password1234")), 422, "PASSWORD_COMMON", "newPassword"),
            ("newPassword", Some(json!("robin@athletes!")), 422, "PASSWORD_GUESSABLE", "newPassword"),
        ];
        refuses(&person.client(), &Method::POST, PATH, &body(), &cases).await;
        app.client().post(PATH, body()).await.refused(401, "UNAUTHORISED");
        let stranger = app.athlete().await;
        let theirs = changed(&body(), "uaid", Some(&json!(person.uaid)));
        stranger.client().post(PATH, theirs).await.refused(403, "FORBIDDEN");
        stranger.client().post(PATH, body()).await.refused_field(422, "PASSWORD_WRONG", "currentPassword");
        person.client().get("/api/user/profile").await.data();
        app.client().post("/api/user/login", login(PASSWORD)).await.data();
    }
}

on_both!(guessing_with_a_session_is_counted, |engine| async move {
    let app = TestApp::spawn_with(engine, |flags| flags.rate_limit = Switch::On).await;
    let person = app.sign_up(EMAIL).await;
    let wrong = changed(&body(), "currentPassword", Some(&json!("not the password")));
    for _ in 0..10 {
        person.client().post(PATH, wrong.clone()).await.refused(422, "PASSWORD_WRONG");
    }
    person.client().post(PATH, body()).await.refused(429, "TOO_MANY_REQUESTS");
});
