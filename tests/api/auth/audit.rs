//! What the audit log records about signing in: who, with what outcome, and from where, without any e-mail or network address.

use serde_json::{Value, json};
use sixfold_server::config::cli::Switch;
use sixfold_server::db::people::audit;
use sixfold_tests::people::PASSWORD;
use sixfold_tests::second_factor::login;
use sixfold_tests::{Client, TestApp, both, on_both};

use super::{csrf, sign_in};

const EMAIL: &str = "robin@athletes.example";
const HERE: &str = "192.0.2.66";
const THERE: &str = "198.51.100.7";

/// The entries of one action, oldest first: the subject and the details.
async fn lines(app: &TestApp, action: &str) -> Vec<(Option<String>, Value)> {
    let order = "ORDER BY at, audit_id";
    let whose =
        app.texts(format!("SELECT subject_uaid FROM audit_log WHERE action = '{action}' {order}")).await;
    let details = app.texts(format!("SELECT detail FROM audit_log WHERE action = '{action}' {order}")).await;
    whose
        .into_iter()
        .zip(details.into_iter().map(|text| serde_json::from_str(&text.unwrap()).unwrap()))
        .collect()
}

async fn only(app: &TestApp, action: &str) -> (Option<String>, Value) {
    let mut found = lines(app, action).await;
    assert_eq!(found.len(), 1, "{action}: {found:?}");
    found.remove(0)
}

async fn guess(client: &Client, email: &str) {
    let body = json!({ "emailAddress": email, "password": "not the password" });
    client.post("/api/user/login", body).await.refused(401, "CREDENTIALS_WRONG");
}

both! {
    async fn sign_ins_are_written_down_for_whom_and_from_where(app) {
        let person = app.sign_up(EMAIL).await;
        let body = json!({ "emailAddress": EMAIL, "password": PASSWORD });
        app.client().at(HERE).post("/api/user/login", body.clone()).await.data();
        guess(&app.client().at(HERE), EMAIL).await;
        app.state.clock.advance(1);
        guess(&app.client().at(THERE), "nobody@athletes.example").await;
        let (subject, done) = only(&app, "sign-in.done").await;
        assert_eq!(subject.as_deref(), Some(person.uaid.as_str()));
        assert_eq!(done["method"], "credentials");
        let refused = lines(&app, "sign-in.refused").await;
        assert_eq!(refused[0].0.as_deref(), Some(person.uaid.as_str()));
        assert_eq!(refused[1].0, None);
        // The same address and account are recorded alike, others are not.
        assert_eq!(done["from"], refused[0].1["from"]);
        assert_ne!(done["from"], refused[1].1["from"]);
        assert_eq!(done["account"], refused[0].1["account"]);
        assert_ne!(done["account"], refused[1].1["account"]);
        for detail in app.texts("SELECT detail FROM audit_log").await.into_iter().flatten() {
            assert!(!detail.contains('@') && !detail.contains(HERE) && !detail.contains(THERE), "{detail}");
        }
    }

    async fn a_browser_s_sign_in_and_sign_out_are_written_down(app) {
        let person = app.sign_up(EMAIL).await;
        let browser = app.client().at(HERE);
        let token = sign_in(&browser, EMAIL).await;
        assert_eq!(only(&app, "sign-in.done").await.0.as_deref(), Some(person.uaid.as_str()));
        browser.form("/api/auth/signout", &[("csrfToken", &token), ("json", "true")]).await;
        assert_eq!(only(&app, "sign-out.done").await.0.as_deref(), Some(person.uaid.as_str()));
        // Without a session there is nothing to sign out of.
        browser.form("/api/auth/signout", &[("csrfToken", &token), ("json", "true")]).await;
        assert_eq!(lines(&app, "sign-out.done").await.len(), 1);
    }

    async fn codes_that_are_asked_for_and_refused_are_written_down(app) {
        let coach = app.staff(4).await;
        let phone = app.enrol(&coach).await;
        let plain = json!({ "emailAddress": coach.email, "password": PASSWORD });
        app.client().post("/api/user/login", plain).await.refused(401, "SECOND_FACTOR_REQUIRED");
        app.client().post("/api/user/login", login(&coach.email, &phone.wrong(&app))).await.refused(401, "SECOND_FACTOR_WRONG");
        app.client().post("/api/user/login", login(&coach.email, &phone.code(&app))).await.data();
        for action in ["sign-in.code-asked", "sign-in.code-refused"] {
            assert_eq!(only(&app, action).await.0.as_deref(), Some(coach.uaid.as_str()), "{action}");
        }
        let (_, done) = only(&app, "sign-in.done").await;
        assert_eq!(done["secondFactor"], true);
    }

    async fn resets_are_written_down_when_asked_for_and_when_done(app) {
        let person = app.sign_up(EMAIL).await;
        app.client().at(HERE).post("/api/user/forgot", json!({ "email": EMAIL })).await.data();
        app.state.clock.advance(1);
        app.client().at(THERE).post("/api/user/forgot", json!({ "email": "nobody@athletes.example" })).await.data();
        let asked = lines(&app, "password.reset-asked").await;
        assert_eq!(asked[0].0.as_deref(), Some(person.uaid.as_str()));
        assert_eq!(asked[1].0, None);
        assert_ne!(asked[0].1["account"], asked[1].1["account"]);
        let token = crate::user::forgot::mailed_token(&app, "password-link").await;
        let body = json!({ "token": token, "password": "a quieter stadium" });
        app.client().at(HERE).post("/api/user/forgot", body).await.data();
        let (subject, detail) = only(&app, "password.reset").await;
        assert_eq!((subject.as_deref(), &detail["from"]), (Some(person.uaid.as_str()), &asked[0].1["from"]));
    }

    async fn a_refused_csrf_token_is_written_down(app) {
        let person = app.sign_up(EMAIL).await;
        let browser = app.client().at(HERE);
        sign_in(&browser, EMAIL).await;
        browser.put("/api/user/marketing", json!({ "marketingPref1": true })).await.refused(403, "CSRF");
        assert_eq!(only(&app, "csrf.refused").await.0.as_deref(), Some(person.uaid.as_str()));
        let call = app.texts("SELECT object_id FROM audit_log WHERE action = 'csrf.refused'").await;
        assert_eq!(call, [Some("PUT /api/user/marketing".to_owned())]);
        // The same in the auth client's protocol, for an unknown caller.
        let stranger = app.client().at(THERE);
        csrf(&stranger).await;
        let fields = [("email", EMAIL), ("password", PASSWORD), ("csrfToken", "wrong"), ("json", "true")];
        stranger.form("/api/auth/callback/credentials", &fields).await;
        assert_eq!(lines(&app, "csrf.refused").await.len(), 2);
    }

    async fn lines_are_forgotten_after_the_configured_days(app) {
        guess(&app.client().at(HERE), EMAIL).await;
        app.pass_minutes(1);
        guess(&app.client().at(HERE), EMAIL).await;
        app.pass_minutes(1);
        guess(&app.client().at(HERE), EMAIL).await;
        let now_ms = app.state.clock.now_ms();
        // However many have become old at once, one job deletes a few.
        for (gone, left) in [(1, 2), (1, 1), (0, 1)] {
            let deleted = app.write(async move |conn| audit::prune(conn, now_ms, 1).await).await;
            assert_eq!((deleted, app.count("audit_log").await), (gone, left));
        }
    }

    async fn tries_in_a_row_make_one_line_a_minute(app) {
        app.sign_up(EMAIL).await;
        for _ in 0..12 {
            guess(&app.client().at(HERE), EMAIL).await;
        }
        assert_eq!(lines(&app, "sign-in.refused").await.len(), 1);
        guess(&app.client().at(THERE), EMAIL).await;
        assert_eq!(lines(&app, "sign-in.refused").await.len(), 2, "another place is another line");
        app.pass_minutes(1);
        guess(&app.client().at(HERE), EMAIL).await;
        assert_eq!(lines(&app, "sign-in.refused").await.len(), 3);
    }

    async fn refused_calls_are_named_by_their_route_once_a_minute(app) {
        let person = app.athlete().await;
        for _ in 0..5 {
            let path = format!("/api/content/x/authoring/v1/content/{}", "A".repeat(5_000));
            person.client().get(&path).await.refused(403, "FORBIDDEN");
        }
        let route = "GET /api/content/{libraryId}/authoring/v1/content/{id}";
        let calls = app.texts("SELECT object_id FROM audit_log WHERE action = 'access.refused'").await;
        assert_eq!(calls, [Some(route.to_owned())]);
        person.client().get("/api/event/admin/audit").await.refused(403, "FORBIDDEN");
        app.pass_minutes(1);
        person.client().get("/api/content/x/authoring/v1/content/a").await.refused(403, "FORBIDDEN");
        assert_eq!(lines(&app, "access.refused").await.len(), 3);
    }
}

on_both!(throttled_tries_are_written_down_once, |engine| async move {
    let app = TestApp::spawn_with(engine, |flags| flags.rate_limit = Switch::On).await;
    let person = app.sign_up(EMAIL).await;
    let stranger = app.client().at(HERE);
    for _ in 0..10 {
        guess(&stranger, EMAIL).await;
    }
    for _ in 0..5 {
        let body = json!({ "emailAddress": EMAIL, "password": PASSWORD });
        stranger.post("/api/user/login", body).await.refused(429, "TOO_MANY_REQUESTS");
    }
    let (subject, detail) = only(&app, "sign-in.throttled").await;
    assert_eq!(subject.as_deref(), Some(person.uaid.as_str()));
    assert!(detail["from"].is_string(), "{detail}");
});

on_both!(strangers_cannot_fill_the_log, |engine| async move {
    let app = TestApp::spawn(engine).await;
    // Each call comes from another address and for another account: 1,000 entries an hour, and one that says there were more.
    app.execute(format!(
        "INSERT INTO throttle (scope, subject, window_start, attempts) VALUES ('audit-strangers', 'all', {}, 998)",
        app.state.clock.now_ms()
    ))
    .await;
    for number in 0..6 {
        guess(&app.client().at(&format!("192.0.2.{number}")), &format!("{number}@nobody.example")).await;
    }
    assert_eq!(lines(&app, "sign-in.refused").await.len(), 2);
    assert_eq!(lines(&app, "sign-in.more").await.len(), 1);
    app.pass_minutes(61);
    guess(&app.client().at(HERE), EMAIL).await;
    assert_eq!(lines(&app, "sign-in.refused").await.len(), 3);
});
