//! Signing up and in at the limits: ages on the day, midnight in London, the 58 minutes, counted attempts, and text that no
//! database stores.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_server::config::cli::Switch;
use sixfold_tests::app::START_MS;
use sixfold_tests::people::{PASSWORD, signup_body};
use sixfold_tests::{TestApp, both, on_both};

use super::signup::young_body;
use crate::cases::{Case, changed, refuses};

const SIGNUP: &str = "/api/user/signup";
const LOGIN: &str = "/api/user/login";
const ADMIN: &str = "/api/user/login/admin";
const EMAIL: &str = "robin@athletes.example";

fn login(email: &str, password: &str) -> Value {
    json!({ "emailAddress": email, "password": password })
}

both! {
    async fn dates_of_birth_that_are_none_are_named_and_nothing_is_stored(app) {
        let mut cases: Vec<Case> = Vec::new();
        for text in ["", "2001-02-29", "2000-13-01", "2000-5-17", "2000-05-17T00:00:00Z", "2000-05-17[Mars/Olympus]",
            "2000-05-17T00:00:00+01:00[Europe/Atlantis]", "+002000-05-17", "２０００-05-17", "2026-03-02", "2027-01-01"] {
            cases.push(("dateOfBirth", Some(json!(text)), 422, "DATE_OF_BIRTH_INVALID", "dateOfBirth"));
        }
        for text in ["robin@athletes", "ro bin@a.example", "robin@a.example\r\nBcc: x@y.example", "<robin@a.example>", "a\u{0}@b.example"] {
            cases.push(("emailAddress", Some(json!(text)), 422, "EMAIL_INVALID", "emailAddress"));
        }
        cases.push(("dateOfBirth", Some(json!("2008-03-03")), 422, "GUARDIAN_EMAIL_REQUIRED", "eligibility.guardianEmail"));
        cases.push(("emailAddress", Some(Value::Null), 400, "FIELD_INVALID", "emailAddress"));
        cases.push(("eligibility.guardianEmail", Some(json!(7)), 400, "FIELD_INVALID", "eligibility.guardianEmail"));
        refuses(&app.client(), &Method::POST, SIGNUP, &signup_body(EMAIL), &cases).await;
        for table in ["account", "eligibility", "session", "one_time_token", "mail_outbox", "audit_log"] {
            assert_eq!(app.count(table).await, 0, "{table}");
        }
    }

    async fn the_youngest_and_the_oldest_are_let_in(app) {
        let youngest = changed(&young_body("a@athletes.example"), "dateOfBirth", Some(&json!("2010-03-02")));
        app.client().post(SIGNUP, youngest).await.data();
        let adult = changed(&signup_body("b@athletes.example"), "dateOfBirth", Some(&json!("2008-03-02")));
        app.client().post(SIGNUP, adult).await.data();
        let oldest = changed(&signup_body("c@athletes.example"), "dateOfBirth", Some(&json!("1926-03-03")));
        app.client().post(SIGNUP, oldest).await.data();
    }

    async fn the_day_is_londons(app) {
        // 23:00 UTC on 2 July 2026 is midnight on 3 July in London.
        app.state.clock.set(1_783_033_200_000);
        let sixteen_today = changed(&young_body("a@athletes.example"), "dateOfBirth", Some(&json!("2010-07-03")));
        app.client().post(SIGNUP, sixteen_today).await.data();
        let tomorrow = changed(&young_body("b@athletes.example"), "dateOfBirth", Some(&json!("2010-07-04")));
        app.client().post(SIGNUP, tomorrow).await.refused_field(422, "AGE_OUT_OF_RANGE", "dateOfBirth");
    }

    async fn a_session_ends_after_58_minutes_to_the_millisecond(app) {
        let person = app.sign_up(EMAIL).await;
        app.state.clock.set(START_MS + 58 * 60_000 - 1);
        person.client().get("/api/user/authorization").await.data();
        app.state.clock.set(START_MS + 58 * 60_000);
        person.client().get("/api/user/authorization").await.refused(401, "UNAUTHORISED");
        person.client().put("/api/user/marketing", json!({ "marketingPref1": true })).await.refused(401, "UNAUTHORISED");
        assert_eq!(app.scalar("SELECT COUNT(*) FROM account WHERE marketing_pref_1").await, 0);
    }

    async fn a_login_knows_nothing_but_the_very_password(app) {
        app.sign_up(EMAIL).await;
        for (email, password) in [
            ("%", PASSWORD), ("' OR 1=1 --", PASSWORD), (EMAIL, "UNDER THE FLOODLIGHTS"), (EMAIL, " under the floodlights"),
            ("a\u{0}b@athletes.example", PASSWORD), (EMAIL, "under the\u{0}floodlights"), (&"x".repeat(100_000), PASSWORD),
        ] {
            let reply = app.client().post(LOGIN, login(email, password)).await;
            assert!(matches!(reply.status.as_u16(), 400 | 401), "{}", reply.text());
        }
        let cases: [Case; 6] = [
            ("emailAddress", None, 400, "FIELD_MISSING", "emailAddress"),
            ("emailAddress", Some(Value::Null), 400, "FIELD_INVALID", "emailAddress"),
            ("emailAddress", Some(json!(["a"])), 400, "FIELD_INVALID", "emailAddress"),
            ("password", None, 400, "FIELD_MISSING", "password"),
            ("password", Some(Value::Null), 400, "FIELD_INVALID", "password"),
            ("password", Some(json!(123_456_789_012_i64)), 400, "FIELD_INVALID", "password"),
        ];
        for path in [LOGIN, ADMIN] {
            refuses(&app.client(), &Method::POST, path, &login(EMAIL, PASSWORD), &cases).await;
        }
        assert_eq!(app.count("session").await, 1, "only the one of the sign-up");
    }
}

on_both!(after_ten_wrong_tries_even_the_right_one_waits, |engine| async move {
    let app = TestApp::spawn_with(engine, |flags| flags.rate_limit = Switch::On).await;
    app.sign_up(EMAIL).await;
    app.sign_up("other@athletes.example").await;
    for _ in 0..10 {
        app.client().post(LOGIN, login(EMAIL, "not the password")).await.refused(401, "CREDENTIALS_WRONG");
    }
    for path in [LOGIN, ADMIN] {
        let reply = app.client().post(path, login(EMAIL, PASSWORD)).await;
        reply.refused(429, "TOO_MANY_REQUESTS");
        let seconds: u64 = reply.header("retry-after").parse().unwrap();
        assert!((1..=900).contains(&seconds), "{seconds}");
    }
    app.client().post(LOGIN, login("other@athletes.example", PASSWORD)).await.data();
    app.pass_minutes(16);
    app.client().post(LOGIN, login(EMAIL, PASSWORD)).await.data();
    let kept = app.texts("SELECT subject FROM throttle").await;
    assert!(kept.iter().flatten().all(|subject| !subject.contains('@')), "counters name nobody: {kept:?}");
});
