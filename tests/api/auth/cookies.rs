//! A cookie on the event API: enough for reading, but writing also needs the CSRF token.

use axum::http::Method;
use serde_json::json;
use sixfold_tests::{both, people};

use super::{csrf, sign_in};

const EMAIL: &str = "robin@athletes.example";
const WRITE: &str = "/api/user/marketing";

both! {
    async fn a_cookie_reads_and_writes_with_its_csrf_token_only(app) {
        let person = app.sign_up(EMAIL).await;
        let browser = app.client();
        let token = sign_in(&browser, EMAIL).await;
        assert_eq!(browser.get("/api/user/profile").await.data()["uaid"], person.uaid);
        let body = json!({ "marketingPref1": true });
        browser.put(WRITE, body.clone()).await.refused(403, "CSRF");
        for wrong in ["", "x", &"0".repeat(64)] {
            browser.json(Method::PUT, WRITE, &body, &[("x-csrf-token", wrong)]).await.refused(403, "CSRF");
        }
        let other = csrf(&app.client()).await;
        browser.json(Method::PUT, WRITE, &body, &[("x-csrf-token", &other)]).await.refused(403, "CSRF");
        assert_eq!(app.scalar("SELECT COUNT(*) FROM account WHERE marketing_pref_1").await, 0);
        browser.json(Method::PUT, WRITE, &body, &[("x-csrf-token", &token)]).await.data();
        assert_eq!(app.scalar("SELECT COUNT(*) FROM account WHERE marketing_pref_1").await, 1);
    }

    async fn a_csrf_header_without_its_cookie_is_worth_nothing(app) {
        app.sign_up(EMAIL).await;
        let browser = app.client();
        let token = sign_in(&browser, EMAIL).await;
        browser.set_cookie("next-auth.csrf-token", &format!("{token}%7C{}", "0".repeat(64)));
        browser.json(Method::PUT, WRITE, &json!({}), &[("x-csrf-token", &token)]).await.refused(403, "CSRF");
    }

    async fn the_token_of_the_same_session_beside_the_cookie_is_enough(app) {
        app.sign_up(EMAIL).await;
        let browser = app.client();
        sign_in(&browser, EMAIL).await;
        let token = browser.get("/api/auth/session").await.value()["token"].as_str().unwrap().to_owned();
        browser.put(WRITE, json!({ "token": token, "marketingPref2": true })).await.data();
        let bearer = format!("Bearer {token}");
        browser.json(Method::PUT, WRITE, &json!({}), &[("authorization", &bearer)]).await.data();
    }

    async fn a_cookie_and_a_token_of_two_sessions_are_refused(app) {
        let person = app.sign_up(EMAIL).await;
        let browser = app.client();
        let csrf = sign_in(&browser, EMAIL).await;
        let bearer = format!("Bearer {}", person.token);
        let more = [("authorization", bearer.as_str()), ("x-csrf-token", csrf.as_str())];
        browser.json(Method::PUT, WRITE, &json!({}), &more).await.refused(401, "CREDENTIALS_MIXED");
        let path = format!("/api/user/profile?token={}", person.token);
        browser.get(&path).await.refused(401, "CREDENTIALS_MIXED");
        browser.put(WRITE, json!({ "token": person.token })).await.refused(401, "CREDENTIALS_MIXED");
    }

    async fn a_dead_cookie_does_not_stand_in_the_way_of_a_token(app) {
        let person = app.sign_up(EMAIL).await;
        let browser = app.client();
        browser.set_cookie("next-auth.session-token", &"0".repeat(64));
        browser.get("/api/user/profile").await.refused(401, "UNAUTHORISED");
        let path = format!("/api/user/profile?token={}", person.token);
        browser.get(&path).await.data();
    }

    async fn signing_in_by_form_and_by_json_body_is_the_same(app) {
        app.sign_up(EMAIL).await;
        let browser = app.client();
        let token = csrf(&browser).await;
        let body = json!({ "email": EMAIL, "password": people::PASSWORD, "csrfToken": token, "json": "true" });
        assert_eq!(browser.post("/api/auth/callback/credentials", body).await.status, 200);
        browser.get("/api/user/profile").await.data();
    }
}
