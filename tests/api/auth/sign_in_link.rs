//! `POST /api/auth/sign-in-link` and `/use`: signing in by a mailed link.

use futures::future::join_all;
use serde_json::{Value, json};
use sixfold_server::config::cli::{AutoSwitch, Switch};
use sixfold_tests::passkey::{Behaviour, SoftPasskey};
use sixfold_tests::people::PASSWORD;
use sixfold_tests::{Client, Reply, TestApp, both, on_both};

use super::{ORIGIN, csrf, set_cookies};
use crate::user::forgot::mailed_token;

const ASK: &str = "/api/auth/sign-in-link";
const USE: &str = "/api/auth/sign-in-link/use";
const EMAIL: &str = "robin@athletes.example";
const MINUTES_15: i64 = 15 * 60_000;
const ENDED: &str =
    "SELECT subject_uaid FROM audit_log WHERE action = 'password.ended' AND actor_uaid IS NULL";

async fn ask(app: &TestApp, email: &str) -> String {
    // The mail of this call has to be the newest one.
    app.state.clock.advance(1);
    assert_eq!(app.client().post(ASK, json!({ "email": email })).await.data(), json!({ "done": true }));
    mailed_token(app, "sign-in-link").await
}

async fn follow(browser: &Client, token: &str, code: Option<&str>) -> Reply {
    let csrf = csrf(browser).await;
    browser.post(USE, json!({ "token": token, "oneTimeCode": code, "csrfToken": csrf })).await
}

async fn signed_in(browser: &Client) -> Value {
    browser.get("/api/auth/session").await.value()["uaid"].clone()
}

both! {
    // RULES 10.10
    async fn the_link_signs_in_once(app) {
        let person = app.sign_up(EMAIL).await;
        app.execute("UPDATE account SET email_confirmed_at = 1").await;
        let token = ask(&app, EMAIL).await;
        let letter = app.letters("sign-in-link").await.pop().unwrap();
        assert!(letter.contains(&format!("{ORIGIN}/en-gb/sign-in-link#token={token}")), "{letter}");
        assert_eq!(app.texts("SELECT token_hash FROM one_time_token WHERE purpose = 'sign-in'").await.len(), 1);
        assert!(!app.texts("SELECT token_hash FROM one_time_token").await.contains(&Some(token.clone())));
        let browser = app.client();
        let csrf = csrf(&browser).await;
        let body = json!({ "token": token, "csrfToken": csrf, "callbackUrl": "/en-gb/my-account" });
        let reply = browser.post(USE, body.clone()).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        assert_eq!(reply.value(), json!({ "url": format!("{ORIGIN}/en-gb/my-account") }));
        assert!(set_cookies(&reply).iter().any(|line| line.starts_with("next-auth.session-token=")));
        assert_eq!(signed_in(&browser).await, json!(person.uaid));
        browser.post(USE, body).await.refused_field(422, "TOKEN_INVALID", "token");
        follow(&app.client(), &token, None).await.refused_field(422, "TOKEN_INVALID", "token");
        // The password is as it was.
        assert!(app.texts(ENDED).await.is_empty());
        app.client().post("/api/user/login", json!({ "emailAddress": EMAIL, "password": PASSWORD })).await.data();
    }

    async fn the_link_leads_to_the_page_that_was_wanted(app) {
        app.sign_up(EMAIL).await;
        let link_for = async |page: Option<&str>| {
            app.state.clock.advance(1);
            app.client().post(ASK, json!({ "email": EMAIL, "callbackUrl": page })).await.data();
            let letter = app.letters("sign-in-link").await.pop().unwrap();
            let (_, link) = letter.split_once("/en-gb/sign-in-link").unwrap();
            link.split_once("#token=").unwrap().0.to_owned()
        };
        let page = format!("{ORIGIN}/en-gb/my-account-book-test?type=retest&at=10:30");
        let query = "?callbackUrl=%2Fen-gb%2Fmy-account-book-test%3Ftype%3Dretest%26at%3D10%3A30";
        assert_eq!(link_for(Some(&page)).await, query);
        assert_eq!(link_for(Some(page.strip_prefix(ORIGIN).unwrap())).await, query);
        let long = format!("/{}", "a".repeat(2_000));
        for none in [None, Some(""), Some(ORIGIN), Some("https://evil.example/"), Some("/\\evil.example"), Some(&*long)] {
            assert_eq!(link_for(none).await, "", "{none:?}");
        }
        // A path that looks like another origin goes nowhere else: it is one path of this origin.
        assert_eq!(link_for(Some("//evil.example")).await, "");
    }

    async fn an_unknown_address_gets_the_same_answer_and_no_mail(app) {
        app.sign_up(EMAIL).await;
        let unknown = app.client().post(ASK, json!({ "email": "nobody@athletes.example" })).await;
        assert_eq!(app.letters("sign-in-link").await.len(), 0);
        let known = app.client().post(ASK, json!({ "email": " ROBIN@athletes.example" })).await;
        assert_eq!(app.letters("sign-in-link").await.len(), 1);
        assert_eq!((unknown.status, unknown.value()), (known.status, known.value()));
        app.client().post(ASK, json!({ "email": "no address" })).await.refused_field(422, "EMAIL_INVALID", "email");
        app.client().post(ASK, json!({})).await.refused_field(400, "FIELD_MISSING", "email");
    }

    async fn the_link_lives_fifteen_minutes_to_the_millisecond(app) {
        app.sign_up(EMAIL).await;
        let token = ask(&app, EMAIL).await;
        let start = app.state.clock.now_ms();
        app.state.clock.set(start + MINUTES_15);
        follow(&app.client(), &token, None).await.refused_field(422, "TOKEN_INVALID", "token");
        app.state.clock.set(start + MINUTES_15 - 1);
        assert_eq!(follow(&app.client(), &token, None).await.status, 200);
    }

    async fn a_newer_link_replaces_the_older(app) {
        app.sign_up(EMAIL).await;
        let first = ask(&app, EMAIL).await;
        let second = ask(&app, EMAIL).await;
        follow(&app.client(), &first, None).await.refused_field(422, "TOKEN_INVALID", "token");
        assert_eq!(follow(&app.client(), &second, None).await.status, 200);
    }

    async fn a_link_for_something_else_signs_nobody_in(app) {
        app.sign_up(EMAIL).await;
        app.client().post("/api/user/forgot", json!({ "email": EMAIL })).await.data();
        let reset = mailed_token(&app, "password-link").await;
        follow(&app.client(), &reset, None).await.refused_field(422, "TOKEN_INVALID", "token");
        let link = ask(&app, EMAIL).await;
        let body = json!({ "token": link, "password": "a quieter stadium" });
        app.client().post("/api/user/forgot", body).await.refused_field(422, "TOKEN_INVALID", "token");
        for nonsense in ["", "x", &"0".repeat(64)] {
            follow(&app.client(), nonsense, None).await.refused_field(422, "TOKEN_INVALID", "token");
        }
    }

    async fn it_confirms_the_address(app) {
        app.sign_up(EMAIL).await;
        let confirmed = "SELECT COUNT(*) FROM account WHERE email_confirmed_at IS NOT NULL";
        assert_eq!(app.scalar(confirmed).await, 0);
        let token = ask(&app, EMAIL).await;
        assert_eq!(follow(&app.client(), &token, None).await.status, 200);
        assert_eq!(app.scalar(confirmed).await, 1);
    }

    // RULES 10.10
    async fn to_an_unconfirmed_address_it_ends_what_a_stranger_left(app) {
        let stranger = app.sign_up(EMAIL).await;
        SoftPasskey::add(&app, &stranger, "Phone", &Behaviour::default()).await;
        let change = json!({ "emailAddress": "thief@athletes.example", "password": PASSWORD });
        stranger.client().post("/api/user/email", change).await.data();
        let change = mailed_token(&app, "email-change").await;
        let token = ask(&app, EMAIL).await;
        let browser = app.client();
        assert_eq!(follow(&browser, &token, None).await.status, 200);
        assert_eq!(signed_in(&browser).await, json!(stranger.uaid));
        let login = json!({ "emailAddress": EMAIL, "password": PASSWORD });
        app.client().post("/api/user/login", login).await.refused(401, "CREDENTIALS_WRONG");
        stranger.client().get("/api/user/profile").await.refused(401, "UNAUTHORISED");
        assert_eq!(app.count("passkey").await, 0);
        assert_eq!(app.texts(ENDED).await, [Some(stranger.uaid.clone())]);
        app.client().post("/api/user/email/link", json!({ "token": change })).await.refused(422, "TOKEN_INVALID");
        // Its owner sets a password of their own.
        app.client().post("/api/user/forgot", json!({ "email": EMAIL })).await.data();
        let reset = mailed_token(&app, "password-link").await;
        let body = json!({ "token": reset, "password": "a quieter stadium" });
        app.client().post("/api/user/forgot", body).await.data();
        let login = json!({ "emailAddress": EMAIL, "password": "a quieter stadium" });
        app.client().post("/api/user/login", login).await.data();
    }

    // RULES 10.10
    async fn to_an_unconfirmed_address_with_the_code_of_a_second_factor_it_ends_nothing(app) {
        let person = app.sign_up(EMAIL).await;
        let phone = app.enrol(&person).await;
        let token = ask(&app, EMAIL).await;
        assert_eq!(follow(&app.client(), &token, Some(&phone.code(&app))).await.status, 200);
        person.client().get("/api/user/profile").await.data();
        let login = json!({ "emailAddress": EMAIL, "password": PASSWORD });
        app.client().post("/api/user/login", login).await.refused(401, "SECOND_FACTOR_REQUIRED");
    }

    // RULES 10.10
    async fn to_an_unconfirmed_address_of_staff_it_ends_what_no_mailed_code_added(app) {
        let coach = app.staff(4).await;
        SoftPasskey::add(&app, &coach, "Phone", &Behaviour::default()).await;
        coach.client().post("/api/user/calendar-feed", json!({})).await.data();
        app.execute(format!(
            "INSERT INTO push_device (device_id, uaid, endpoint_hash, subscription_sealed, name, created_at) \
             VALUES ('laptop', '{}', 'laptop', 'sealed', 'Firefox', 1)", coach.uaid
        )).await;
        app.execute(format!("UPDATE account SET email_confirmed_at = NULL WHERE uaid = '{}'", coach.uaid)).await;
        let token = ask(&app, &coach.email).await;
        assert_eq!(follow(&app.client(), &token, None).await.status, 200);
        coach.client().get("/api/user/profile").await.refused(401, "UNAUTHORISED");
        let login = json!({ "emailAddress": coach.email, "password": PASSWORD });
        app.client().post("/api/user/login", login).await.refused(401, "CREDENTIALS_WRONG");
        assert_eq!((app.count("passkey").await, app.count("push_device").await), (1, 0));
        assert_eq!(app.scalar("SELECT COUNT(*) FROM calendar_feed WHERE revoked_at IS NULL").await, 0);
        assert_eq!(app.texts(ENDED).await, [Some(coach.uaid)]);
    }

    async fn it_is_one_factor(app) {
        let coach = app.staff(4).await;
        let phone = app.enrol(&coach).await;
        let token = ask(&app, &coach.email).await;
        let browser = app.client();
        follow(&browser, &token, None).await.refused(401, "SECOND_FACTOR_REQUIRED");
        follow(&browser, &token, Some(&phone.wrong(&app))).await.refused(401, "SECOND_FACTOR_WRONG");
        assert_eq!(signed_in(&browser).await, Value::Null);
        assert_eq!(follow(&browser, &token, Some(&phone.code(&app))).await.status, 200, "the link was not used up");
        assert_eq!(signed_in(&browser).await, json!(coach.uaid));
        let how = app.texts("SELECT detail FROM audit_log WHERE action = 'sign-in.done' ORDER BY at DESC, audit_id DESC").await;
        assert!(how[0].as_ref().unwrap().contains("\"method\":\"link\""), "{how:?}");
    }

    async fn a_sign_in_needs_the_csrf_token_of_its_browser(app) {
        app.sign_up(EMAIL).await;
        let token = ask(&app, EMAIL).await;
        let (browser, other) = (app.client(), app.client());
        csrf(&browser).await;
        let wrong = json!({ "token": token, "csrfToken": csrf(&other).await });
        browser.post(USE, wrong).await.refused(403, "CSRF");
        assert_eq!(follow(&browser, &token, None).await.status, 200);
    }

    async fn a_change_of_address_ends_it(app) {
        let athlete = app.staff(1).await;
        let token = ask(&app, &athlete.email).await;
        let body = json!({ "emailAddress": "new@athletes.example", "password": PASSWORD });
        athlete.client().post("/api/user/email", body).await.data();
        let link = mailed_token(&app, "email-change").await;
        app.client().post("/api/user/email/link", json!({ "token": link })).await.data();
        follow(&app.client(), &token, None).await.refused_field(422, "TOKEN_INVALID", "token");
    }
}

on_both!(of_two_uses_at_once_one_gets_in, |engine| async move {
    let app = TestApp::spawn(engine).await;
    app.sign_up(EMAIL).await;
    let token = ask(&app, EMAIL).await;
    let browsers: Vec<Client> = (0..8).map(|_| app.client()).collect();
    let replies = join_all(browsers.iter().map(|browser| follow(browser, &token, None))).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
    assert_eq!(app.count("session").await, 2, "that of the sign-up and the one");
});

on_both!(without_a_second_factor_staff_rights_wait, |engine| async move {
    let app = TestApp::spawn_with(engine, |flags| flags.require_second_factor = AutoSwitch::On).await;
    let delivery = app.staff(3).await;
    let token = ask(&app, &delivery.email).await;
    let browser = app.client();
    assert_eq!(follow(&browser, &token, None).await.status, 200);
    browser.get("/api/event/admin/settings").await.refused(403, "SECOND_FACTOR_NEEDED");
});

on_both!(asking_and_trying_are_counted, |engine| async move {
    let app = TestApp::spawn_with(engine, |flags| flags.rate_limit = Switch::On).await;
    let near = app.client().at("192.0.2.1");
    for number in 0..20 {
        near.post(ASK, json!({ "email": format!("{number}@athletes.example") })).await.data();
    }
    near.post(ASK, json!({ "email": EMAIL })).await.refused(429, "TOO_MANY_REQUESTS");
    let browser = app.client().at("192.0.2.2");
    for _ in 0..100 {
        follow(&browser, "unknown", None).await.refused(422, "TOKEN_INVALID");
    }
    follow(&browser, "unknown", None).await.refused(429, "TOO_MANY_REQUESTS");
    app.sign_up(EMAIL).await;
    let token = ask(&app, EMAIL).await;
    assert_eq!(follow(&app.client().at("192.0.2.3"), &token, None).await.status, 200);
    let fewest = "SELECT MIN(attempts) FROM throttle WHERE scope = 'login-address'";
    assert_eq!(app.scalar(fewest).await, 0, "a right one is given back");
});
