//! `POST /api/user/forgot`, in both its forms.

use serde_json::{Value, json};
use sixfold_server::config::cli::Switch;
use sixfold_tests::passkey::{Behaviour, SoftPasskey};
use sixfold_tests::people::PASSWORD;
use sixfold_tests::{TestApp, both, on_both};

use axum::http::Method;

use crate::cases::{Case, refuses};

const PATH: &str = "/api/user/forgot";
const EMAIL: &str = "robin@athletes.example";
const NEW: &str = "a quieter stadium";
const MINUTES_30: i64 = 30 * 60_000;

pub(crate) async fn mailed_token(app: &TestApp, kind: &str) -> String {
    let text = app.letters(kind).await.pop().expect("a mail");
    let (_, rest) = text.split_once("#token=").expect("a link in the mail");
    rest.chars().take_while(char::is_ascii_alphanumeric).collect()
}

async fn ask(app: &TestApp) -> String {
    app.client().post(PATH, json!({ "email": EMAIL })).await.data();
    mailed_token(app, "password-link").await
}

fn login(password: &str) -> Value {
    json!({ "emailAddress": EMAIL, "password": password })
}

both! {
    async fn the_mailed_link_sets_a_new_password_once(app) {
        let person = app.sign_up(EMAIL).await;
        let token = ask(&app).await;
        assert_eq!(app.texts("SELECT to_address FROM mail_outbox WHERE kind = 'password-link'").await, [Some(EMAIL.to_owned())]);
        let body = json!({ "token": token, "password": NEW });
        app.client().post(PATH, body.clone()).await.data();
        person.client().get("/api/user/profile").await.refused(401, "UNAUTHORISED");
        app.client().post("/api/user/login", login(PASSWORD)).await.refused(401, "CREDENTIALS_WRONG");
        app.client().post("/api/user/login", login(NEW)).await.data();
        app.client().post(PATH, body).await.refused_field(422, "TOKEN_INVALID", "token");
    }

    // RULES 10.3
    async fn a_new_password_ends_a_change_of_address_and_other_links(app) {
        let person = app.sign_up(EMAIL).await;
        let stolen = json!({ "emailAddress": "thief@athletes.example", "password": PASSWORD });
        person.client().post("/api/user/email", stolen).await.data();
        let change = mailed_token(&app, "email-change").await;
        app.client().post("/api/auth/sign-in-link", json!({ "email": EMAIL })).await.data();
        let token = ask(&app).await;
        app.client().post(PATH, json!({ "token": token, "password": NEW })).await.data();
        app.client().post("/api/user/email/link", json!({ "token": change })).await.refused(422, "TOKEN_INVALID");
        let open = "SELECT COUNT(*) FROM one_time_token WHERE used_at IS NULL";
        assert_eq!(app.scalar(open).await, 0, "links that sign in");
    }

    // RULES 10.3
    async fn a_link_to_an_unconfirmed_address_ends_the_ways_in_of_a_stranger(app) {
        for (confirmed, kept) in [(false, 0), (true, 1)] {
            let email = if confirmed { "ada@athletes.example" } else { EMAIL };
            let person = app.sign_up(email).await;
            if confirmed {
                app.execute(format!("UPDATE account SET email_confirmed_at = 1 WHERE uaid = '{}'", person.uaid)).await;
            }
            SoftPasskey::add(&app, &person, "Phone", &Behaviour::default()).await;
            app.enrol(&person).await;
            app.client().post(PATH, json!({ "email": email })).await.data();
            let token = mailed_token(&app, "password-link").await;
            app.client().post(PATH, json!({ "token": token, "password": NEW })).await.data();
            for table in ["passkey", "second_factor"] {
                let rows = format!("SELECT COUNT(*) FROM {table} WHERE uaid = '{}'", person.uaid);
                assert_eq!(app.scalar(rows).await, kept, "{table}");
            }
            let plain = json!({ "emailAddress": email, "password": NEW });
            let reply = app.client().post("/api/user/login", plain).await;
            if confirmed {
                reply.refused(401, "SECOND_FACTOR_REQUIRED");
            } else {
                reply.data();
            }
        }
    }

    async fn a_link_takes_no_second_factor_from_staff(app) {
        let person = app.staff(2).await;
        app.enrol(&person).await;
        app.execute(format!("UPDATE account SET email_confirmed_at = NULL WHERE uaid = '{}'", person.uaid)).await;
        app.client().post(PATH, json!({ "email": person.email })).await.data();
        let token = mailed_token(&app, "password-link").await;
        app.client().post(PATH, json!({ "token": token, "password": NEW })).await.data();
        assert_eq!(app.count("second_factor").await, 1);
    }

    async fn an_unknown_address_gets_the_same_answer_and_no_mail(app) {
        app.sign_up(EMAIL).await;
        let unknown = app.client().post(PATH, json!({ "email": "nobody@athletes.example" })).await;
        assert_eq!(app.letters("password-link").await.len(), 0);
        let known = app.client().post(PATH, json!({ "email": " ROBIN@athletes.example" })).await;
        assert_eq!(app.letters("password-link").await.len(), 1);
        assert_eq!((unknown.status, unknown.value()), (known.status, known.value()));
    }

    async fn the_link_lives_thirty_minutes_to_the_millisecond(app) {
        app.sign_up(EMAIL).await;
        let start = app.state.clock.now_ms();
        let token = ask(&app).await;
        app.state.clock.set(start + MINUTES_30);
        let late = json!({ "token": token, "password": NEW });
        app.client().post(PATH, late.clone()).await.refused_field(422, "TOKEN_INVALID", "token");
        app.client().post("/api/user/login", login(PASSWORD)).await.data();
        app.state.clock.set(start + MINUTES_30 - 1);
        app.client().post(PATH, late).await.data();
    }

    async fn a_newer_link_replaces_the_older(app) {
        app.sign_up(EMAIL).await;
        let first = ask(&app).await;
        app.state.clock.advance(1);
        let second = ask(&app).await;
        assert_ne!(first, second);
        app.client().post(PATH, json!({ "token": first, "password": NEW })).await.refused(422, "TOKEN_INVALID");
        app.client().post(PATH, json!({ "token": second, "password": NEW })).await.data();
    }

    // RULES 10.5
    async fn a_link_that_is_not_mailed_leaves_the_last_one_as_it_is(app) {
        app.sign_up(EMAIL).await;
        for _ in 0..6 {
            ask(&app).await;
            app.state.clock.advance(1);
        }
        let written = app.letters("password-link").await.len();
        assert!(written < 6, "the control: an unconfirmed address gets five letters a day");
        let token = mailed_token(&app, "password-link").await;
        app.client().post(PATH, json!({ "token": token, "password": NEW })).await.data();
    }

    async fn a_refused_password_does_not_use_the_link_up(app) {
        app.sign_up(EMAIL).await;
        let token = ask(&app).await;
        for (password, code) in [("short", "PASSWORD_TOO_SHORT"), ("Password1234", "PASSWORD_COMMON")] {
            let body = json!({ "token": token, "password": password });
            app.client().post(PATH, body).await.refused_field(422, code, "password");
        }
        app.client().post(PATH, json!({ "token": token, "password": NEW })).await.data();
    }

    async fn a_password_made_of_the_own_address_is_refused(app) {
        app.sign_up(EMAIL).await;
        let token = ask(&app).await;
        for password in [EMAIL, "Robin-2026-2026", "ROBIN@athletes.example!", "sixfold-2026!", "sixfolduk2026"] {
            let body = json!({ "token": token, "password": password });
            app.client().post(PATH, body).await.refused_field(422, "PASSWORD_GUESSABLE", "password");
        }
        app.client().post(PATH, json!({ "token": token, "password": NEW })).await.data();
    }

    async fn every_bad_field_is_named(app) {
        app.sign_up(EMAIL).await;
        let cases: [Case; 7] = [
            ("email", None, 400, "FIELD_MISSING", "email"),
            ("email", Some(Value::Null), 400, "FIELD_MISSING", "email"),
            ("email", Some(json!("")), 400, "FIELD_MISSING", "email"),
            ("email", Some(json!(7)), 400, "FIELD_INVALID", "email"),
            ("email", Some(json!("robin")), 422, "EMAIL_INVALID", "email"),
            ("email", Some(json!("a@b.example, c@d.example")), 422, "EMAIL_INVALID", "email"),
            ("password", Some(json!(NEW)), 422, "TOKEN_INVALID", "token"),
        ];
        refuses(&app.client(), &Method::POST, PATH, &json!({ "email": EMAIL }), &cases).await;
        let cases: [Case; 7] = [
            ("token", Some(json!(7)), 400, "FIELD_INVALID", "token"),
            ("token", Some(json!("")), 422, "TOKEN_INVALID", "token"),
            ("token", Some(json!("f".repeat(64))), 422, "TOKEN_INVALID", "token"),
            ("token", Some(json!("x\u{1}".repeat(9_000))), 422, "TOKEN_INVALID", "token"),
            ("password", None, 400, "FIELD_MISSING", "password"),
            ("password", Some(json!([1])), 400, "FIELD_INVALID", "password"),
            ("password", Some(json!("eleven char")), 422, "PASSWORD_TOO_SHORT", "password"),
        ];
        let good = json!({ "token": "f".repeat(64), "password": NEW });
        refuses(&app.client(), &Method::POST, PATH, &good, &cases).await;
        assert_eq!(app.letters("password-link").await.len(), 0);
        app.client().post("/api/user/login", login(PASSWORD)).await.data();
    }

    async fn a_guardians_link_sets_no_password(app) {
        let body = crate::user::signup::young_body(EMAIL);
        app.client().post("/api/user/signup", body).await.data();
        let token = mailed_token(&app, "guardian-request").await;
        app.client().post(PATH, json!({ "token": token, "password": NEW })).await.refused(422, "TOKEN_INVALID");
    }
}

on_both!(mails_from_one_address_are_limited, |engine| async move {
    let app = TestApp::spawn_with(engine, |flags| flags.rate_limit = Switch::On).await;
    for _ in 0..20 {
        app.client().post(PATH, json!({ "email": EMAIL })).await.data();
    }
    app.client().post(PATH, json!({ "email": EMAIL })).await.refused(429, "TOO_MANY_REQUESTS");
});
