//! `user/second-factor`, and signing in with one.

use std::net::SocketAddr;

use axum::extract::ConnectInfo;
use axum::http::Method;
use serde_json::json;
use sixfold_server::config::cli::{AutoSwitch, Switch};
use sixfold_tests::people::PASSWORD;
use sixfold_tests::second_factor::{Authenticator, begin, login, mailed_code};
use sixfold_tests::{Client, TestApp, both, on_both};

use crate::cases::{Case, refuses};

const PATH: &str = "/api/user/second-factor";
const CONFIRM: &str = "/api/user/second-factor/confirm";
const LOGIN: &str = "/api/user/login";
const ADMIN: &str = "/api/user/login/admin";

fn from(app: &TestApp, address: &str) -> Client {
    let peer: SocketAddr = format!("{address}:1234").parse().unwrap();
    Client::new(app.router.clone().layer(axum::Extension(ConnectInfo(peer))))
}

both! {
    // RULES 10.4
    async fn a_member_of_staff_enrols_and_is_asked_from_then_on(app) {
        let coach = app.staff(4).await;
        let none = json!({ "enrolled": false, "since": null, "recoveryCodesLeft": 0, "required": false });
        assert_eq!(coach.client().get(PATH).await.data(), none);
        let begun = begin(&app, &coach).await;
        let url = begun["otpauthUrl"].as_str().unwrap();
        let beginning = format!("otpauth://totp/Sixfold:{}", coach.email.replace('@', "%40"));
        assert!(url.starts_with(&beginning), "{url}");
        assert!(url.contains(begun["secret"].as_str().unwrap()), "{url}");
        assert_eq!(coach.client().get(PATH).await.data(), none, "begun is not enrolled");
        let plain = json!({ "emailAddress": coach.email, "password": PASSWORD });
        app.client().post(ADMIN, plain.clone()).await.data();

        let phone = Authenticator::scan(url);
        let code = phone.code(&app);
        let spaced = format!("{} {}", &code[..3], &code[3..]);
        let codes = coach.client().post(CONFIRM, json!({ "code": spaced })).await.data();
        assert_eq!(codes["recoveryCodes"].as_array().unwrap().len(), 10);
        let now_ms = app.state.clock.now_ms();
        let enrolled = json!({ "enrolled": true, "since": now_ms, "recoveryCodesLeft": 10, "required": false });
        assert_eq!(coach.client().get(PATH).await.data(), enrolled);

        app.state.clock.advance(30_000);
        for door in [LOGIN, ADMIN] {
            app.client().post(door, plain.clone()).await.refused(401, "SECOND_FACTOR_REQUIRED");
            app.client().post(door, login(&coach.email, " ")).await.refused(401, "SECOND_FACTOR_REQUIRED");
            app.client().post(door, login(&coach.email, &phone.wrong(&app))).await.refused(401, "SECOND_FACTOR_WRONG");
            app.client().post(door, login(&coach.email, &phone.code(&app))).await.data();
            app.state.clock.advance(30_000);
        }
    }

    async fn nothing_is_told_before_the_password_fits(app) {
        let coach = app.staff(4).await;
        let phone = app.enrol(&coach).await;
        for code in [None, Some(phone.code(&app)), Some(phone.wrong(&app))] {
            let body = json!({ "emailAddress": coach.email, "password": "not the password", "oneTimeCode": code });
            app.client().post(LOGIN, body).await.refused(401, "CREDENTIALS_WRONG");
        }
        app.client().post(LOGIN, login(&coach.email, &phone.code(&app))).await.data();
    }

    async fn a_code_serves_once_in_its_own_step_and_the_next(app) {
        let coach = app.staff(4).await;
        let phone = app.enrol(&coach).await;
        let now_ms = app.state.clock.now_ms();
        for at_ms in [now_ms - 60_000, now_ms + 30_000, now_ms + 60_000] {
            app.client().post(LOGIN, login(&coach.email, &phone.code_at(at_ms))).await.refused(401, "SECOND_FACTOR_WRONG");
        }
        let code = phone.code(&app);
        app.client().post(LOGIN, login(&coach.email, &code)).await.data();
        app.client().post(LOGIN, login(&coach.email, &code)).await.refused(401, "SECOND_FACTOR_WRONG");
        app.state.clock.advance(60_000);
        app.client().post(LOGIN, login(&coach.email, &phone.code_at(now_ms + 30_000))).await.data();
        // A code older than the last one used counts as used too.
        app.client().post(LOGIN, login(&coach.email, &code)).await.refused(401, "SECOND_FACTOR_WRONG");
    }

    async fn each_recovery_code_serves_once(app) {
        let coach = app.staff(4).await;
        let phone = app.enrol(&coach).await;
        let unlike: std::collections::HashSet<&String> = phone.recovery.iter().collect();
        assert_eq!(unlike.len(), 10);
        let typed = phone.recovery[3].to_uppercase().replace('-', " ");
        app.client().post(LOGIN, login(&coach.email, &typed)).await.data();
        app.client().post(LOGIN, login(&coach.email, &typed)).await.refused(401, "SECOND_FACTOR_WRONG");
        assert_eq!(coach.client().get(PATH).await.data()["recoveryCodesLeft"], 9);
        // Somebody else's codes do not work.
        let other = app.staff(4).await;
        app.enrol(&other).await;
        app.client().post(LOGIN, login(&other.email, &phone.recovery[4])).await.refused(401, "SECOND_FACTOR_WRONG");
        let kept = app.texts("SELECT code_hash FROM recovery_code UNION ALL SELECT secret_sealed FROM second_factor").await;
        assert!(!kept.iter().flatten().any(|text| phone.recovery.iter().any(|code| text.contains(&code[..5]) && text.contains(&code[6..]))));
    }

    async fn enrolling_ends_the_other_sessions_and_is_written_down(app) {
        let coach = app.staff(4).await;
        let plain = json!({ "emailAddress": coach.email, "password": PASSWORD });
        let other = app.client().post(ADMIN, plain).await.data()["token"].as_str().unwrap().to_owned();
        let other = app.client().bearer(&other);
        other.get(PATH).await.data();
        let phone = app.enrol(&coach).await;
        other.get(PATH).await.refused(401, "UNAUTHORISED");
        coach.client().get(PATH).await.data();
        let next = app.client().post(LOGIN, login(&coach.email, &phone.code(&app))).await.data();
        app.state.clock.advance(30_000);
        let body = json!({ "password": PASSWORD, "oneTimeCode": phone.code(&app) });
        coach.client().delete(PATH, body).await.data();
        app.client().bearer(next["token"].as_str().unwrap()).get(PATH).await.refused(401, "UNAUTHORISED");
        app.client().post(LOGIN, json!({ "emailAddress": coach.email, "password": PASSWORD })).await.data();
        assert_eq!((app.count("second_factor").await, app.count("recovery_code").await), (0, 0));
        let lines = app.texts("SELECT action FROM audit_log WHERE action LIKE 'second-factor%' ORDER BY at, audit_id").await;
        assert_eq!(lines, [Some("second-factor.enrolled".to_owned()), Some("second-factor.removed".to_owned())]);
    }

    async fn strangers_may_not(app) {
        let body = json!({ "password": PASSWORD, "oneTimeCode": "123456" });
        app.client().get(PATH).await.refused(401, "UNAUTHORISED");
        app.client().post(PATH, body.clone()).await.refused(401, "UNAUTHORISED");
        app.client().delete(PATH, body).await.refused(401, "UNAUTHORISED");
    }

    async fn an_athlete_may_have_one_with_the_password_alone(app) {
        let athlete = app.staff(1).await;
        let none = json!({ "enrolled": false, "since": null, "recoveryCodesLeft": 0, "required": false });
        assert_eq!(athlete.client().get(PATH).await.data(), none);
        let begun = athlete.client().post(PATH, json!({ "password": PASSWORD })).await.data();
        let phone = Authenticator::scan(begun["otpauthUrl"].as_str().unwrap());
        athlete.client().post(CONFIRM, json!({ "code": phone.code(&app) })).await.data();
        app.state.clock.advance(30_000);
        let plain = json!({ "emailAddress": athlete.email, "password": PASSWORD });
        app.client().post(LOGIN, plain).await.refused(401, "SECOND_FACTOR_REQUIRED");
        app.client().post(LOGIN, login(&athlete.email, &phone.code(&app))).await.data();
        app.state.clock.advance(30_000);
        let body = json!({ "password": PASSWORD, "oneTimeCode": phone.code(&app) });
        athlete.client().delete(PATH, body).await.data();
        assert_eq!(athlete.client().get(PATH).await.data(), none);
    }

    async fn staff_prove_their_address_before_their_first_factor(app) {
        let coach = app.staff(4).await;
        let client = coach.client();
        client.post(PATH, json!({ "password": "not the password" })).await.refused_field(422, "PASSWORD_WRONG", "password");
        assert_eq!(app.count("mail_outbox").await, 0, "nothing is mailed before the password fits");
        client.post(PATH, json!({ "password": PASSWORD })).await.refused_field(422, "MAILED_CODE_NEEDED", "mailedCode");
        let code = mailed_code(&app, &coach.email).await;
        let wrong = if code == "000000" { "000001" } else { "000000" };
        for wrong in [wrong, "", "12345", "x"] {
            let body = json!({ "password": PASSWORD, "mailedCode": wrong });
            client.post(PATH, body).await.refused_field(422, "MAILED_CODE_WRONG", "mailedCode");
        }
        // The password alone is not enough, and a mailed code belongs to one account.
        let other = app.staff(4).await;
        let body = json!({ "password": PASSWORD, "mailedCode": code });
        other.client().post(PATH, body.clone()).await.refused_field(422, "MAILED_CODE_WRONG", "mailedCode");
        assert_eq!(app.count("second_factor").await, 0);
        client.post(PATH, body.clone()).await.data();
        client.post(PATH, body).await.refused_field(422, "MAILED_CODE_WRONG", "mailedCode");
        // A mailed code is valid for ten minutes.
        app.state.clock.advance(1);
        client.post(PATH, json!({ "password": PASSWORD })).await.refused(422, "MAILED_CODE_NEEDED");
        let late = mailed_code(&app, &coach.email).await;
        app.pass_minutes(10);
        let body = json!({ "password": PASSWORD, "mailedCode": late });
        client.post(PATH, body).await.refused_field(422, "MAILED_CODE_WRONG", "mailedCode");
    }

    // RULES 10.5
    async fn a_code_that_is_not_mailed_leaves_the_last_one_as_it_is(app) {
        let coach = app.staff(4).await;
        app.execute(format!("UPDATE account SET email_confirmed_at = NULL WHERE uaid = '{}'", coach.uaid)).await;
        let client = coach.client();
        for _ in 0..5 {
            client.post(PATH, json!({ "password": PASSWORD })).await.refused(422, "MAILED_CODE_NEEDED");
            app.state.clock.advance(1);
        }
        client.post(PATH, json!({ "password": PASSWORD })).await.refused(429, "TOO_MANY_REQUESTS");
        let code = mailed_code(&app, &coach.email).await;
        client.post(PATH, json!({ "password": PASSWORD, "mailedCode": code })).await.data();
    }

    // RULES 10.5
    async fn a_mailed_code_confirms_the_address(app) {
        let coach = app.staff(4).await;
        app.execute(format!("UPDATE account SET email_confirmed_at = NULL WHERE uaid = '{}'", coach.uaid)).await;
        let client = coach.client();
        let confirmed = async || client.get("/api/user/email").await.data()["confirmed"].clone();
        client.post(PATH, json!({ "password": PASSWORD })).await.refused(422, "MAILED_CODE_NEEDED");
        let wrong = json!({ "password": PASSWORD, "mailedCode": "x" });
        client.post(PATH, wrong).await.refused(422, "MAILED_CODE_WRONG");
        assert_eq!(confirmed().await, json!(false));
        let code = mailed_code(&app, &coach.email).await;
        client.post(PATH, json!({ "password": PASSWORD, "mailedCode": code })).await.data();
        assert_eq!(confirmed().await, json!(true));
    }

    async fn the_owner_gets_a_letter_when_it_is_turned_on_or_off(app) {
        let coach = app.staff(4).await;
        let phone = app.enrol(&coach).await;
        let letters = async |kind: &str| app.scalar(format!(
            "SELECT COUNT(*) FROM mail_outbox WHERE kind = '{kind}' AND to_address = '{}'", coach.email)).await;
        assert_eq!((letters("second-factor-on").await, letters("second-factor-off").await), (1, 0));
        let body = json!({ "password": PASSWORD, "oneTimeCode": phone.code(&app) });
        coach.client().delete(PATH, body).await.data();
        assert_eq!((letters("second-factor-on").await, letters("second-factor-off").await), (1, 1));
    }

    async fn every_wrong_set_up_is_named(app) {
        let coach = app.staff(4).await;
        let client = coach.client();
        client.post(CONFIRM, json!({ "code": "123456" })).await.refused(409, "SECOND_FACTOR_NOT_BEGUN");
        let none = json!({ "password": PASSWORD, "oneTimeCode": "123456" });
        client.delete(PATH, none.clone()).await.refused(404, "NOT_FOUND");
        let cases: [Case; 3] = [
            ("password", None, 400, "FIELD_MISSING", "password"),
            ("password", Some(json!(7)), 400, "FIELD_INVALID", "password"),
            ("password", Some(json!("not the password")), 422, "PASSWORD_WRONG", "password"),
        ];
        refuses(&client, &Method::POST, PATH, &json!({ "password": PASSWORD }), &cases).await;
        assert_eq!(app.count("second_factor").await, 0);

        let first = begin(&app, &coach).await;
        let second = begin(&app, &coach).await;
        let old = Authenticator::scan(first["otpauthUrl"].as_str().unwrap());
        let phone = Authenticator::scan(second["otpauthUrl"].as_str().unwrap());
        let wrong = [
            ("code", Some(json!(old.code(&app))), 422, "SECOND_FACTOR_WRONG", "code"),
            ("code", Some(json!("")), 422, "SECOND_FACTOR_WRONG", "code"),
            ("code", Some(json!("abcde-fghij")), 422, "SECOND_FACTOR_WRONG", "code"),
            ("code", Some(json!("1".repeat(100_000))), 422, "SECOND_FACTOR_WRONG", "code"),
            ("code", None, 400, "FIELD_MISSING", "code"),
        ];
        refuses(&client, &Method::POST, CONFIRM, &json!({ "code": "" }), &wrong).await;
        client.post(CONFIRM, json!({ "code": phone.code(&app) })).await.data();
        client.post(CONFIRM, json!({ "code": phone.code(&app) })).await.refused(409, "SECOND_FACTOR_NOT_BEGUN");
        client.post(PATH, json!({ "password": PASSWORD })).await.refused(409, "SECOND_FACTOR_ENROLLED");
        assert_eq!(app.scalar("SELECT COUNT(*) FROM mail_outbox WHERE kind = 'second-factor-code'").await, 2);
        client.delete(PATH, none).await.refused_field(422, "SECOND_FACTOR_WRONG", "oneTimeCode");
        let body = json!({ "password": "not the password", "oneTimeCode": phone.code(&app) });
        client.delete(PATH, body).await.refused_field(422, "PASSWORD_WRONG", "password");
        assert_eq!(client.get(PATH).await.data()["enrolled"], true);
    }

    async fn an_account_without_a_password_needs_a_fresh_sign_in(app) {
        let coach = app.person(4).await;
        app.pass_minutes(11);
        coach.client().post(PATH, json!({})).await.refused(422, "SIGN_IN_AGAIN");
        app.execute(format!("UPDATE session SET created_at = {}", app.state.clock.now_ms() - 9 * 60_000)).await;
        coach.client().post(PATH, json!({})).await.refused(422, "MAILED_CODE_NEEDED");
        let code = mailed_code(&app, &coach.email).await;
        coach.client().post(PATH, json!({ "mailedCode": code })).await.data();
    }

    async fn a_secret_of_another_row_does_not_open(app) {
        let (coach, thief) = (app.staff(4).await, app.staff(4).await);
        app.enrol(&coach).await;
        let phone = app.enrol(&thief).await;
        app.execute(format!(
            "UPDATE second_factor SET last_step = 0, secret_sealed = (SELECT secret_sealed FROM second_factor WHERE uaid = '{}') \
             WHERE uaid = '{}'", thief.uaid, coach.uaid
        )).await;
        app.client().post(LOGIN, login(&coach.email, &phone.code(&app))).await.refused(500, "INTERNAL");
    }

    async fn of_many_sign_ins_with_one_code_one_comes_in(app) {
        let coach = app.staff(4).await;
        let phone = app.enrol(&coach).await;
        for code in [phone.code(&app), phone.recovery[0].clone()] {
            let calls = (0..12).map(|_| async { app.client().post(LOGIN, login(&coach.email, &code)).await.status });
            let statuses = futures::future::join_all(calls).await;
            assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
        }
        // The control: without the guard in the statement each of them would.
        app.state.clock.advance(30_000);
        let code = phone.code(&app);
        for _ in 0..2 {
            app.execute("UPDATE second_factor SET last_step = 0").await;
            app.client().post(LOGIN, login(&coach.email, &code)).await.data();
        }
    }
}

on_both!(guesses_are_limited_and_the_owner_is_not_locked_out, |engine| async move {
    let app = TestApp::spawn_with(engine, |flags| flags.rate_limit = Switch::On).await;
    let coach = app.staff(4).await;
    let phone = app.enrol(&coach).await;
    let thief = from(&app, "192.0.2.66");
    for _ in 0..10 {
        thief.post(LOGIN, login(&coach.email, &phone.wrong(&app))).await.refused(401, "SECOND_FACTOR_WRONG");
    }
    // The eleventh is refused, right or wrong, and says when to try again.
    let refused = thief.post(LOGIN, login(&coach.email, &phone.code(&app))).await;
    refused.refused(429, "TOO_MANY_REQUESTS");
    assert_eq!(refused.header("retry-after"), "900");
    // Signing in without a code does not count as a guess.
    let plain = json!({ "emailAddress": coach.email, "password": PASSWORD });
    thief.post(LOGIN, plain).await.refused(401, "SECOND_FACTOR_REQUIRED");
    // The owner, elsewhere, signs in with the very same code.
    from(&app, "192.0.2.7").post(LOGIN, login(&coach.email, &phone.code(&app))).await.data();
    app.pass_minutes(15);
    thief.post(LOGIN, login(&coach.email, &phone.code(&app))).await.data();
});

on_both!(guesses_from_many_places_are_limited_together, |engine| async move {
    let app = TestApp::spawn_with(engine, |flags| flags.rate_limit = Switch::On).await;
    let coach = app.staff(4).await;
    let phone = app.enrol(&coach).await;
    for place in 1..=10 {
        let thief = from(&app, &format!("192.0.2.{place}"));
        for _ in 0..10 {
            thief
                .post(LOGIN, login(&coach.email, &phone.wrong(&app)))
                .await
                .refused(401, "SECOND_FACTOR_WRONG");
        }
    }
    let next = from(&app, "192.0.2.99").post(LOGIN, login(&coach.email, &phone.wrong(&app))).await;
    next.refused(429, "TOO_MANY_REQUESTS");
    // Nobody without the password gets that far.
    let stranger = app.staff(4).await;
    let phone = app.enrol(&stranger).await;
    for place in 1..=30 {
        let wrong = json!({ "emailAddress": stranger.email, "password": "not the password", "oneTimeCode": "000000" });
        from(&app, &format!("198.51.100.{place}")).post(LOGIN, wrong).await.refused(401, "CREDENTIALS_WRONG");
    }
    from(&app, "192.0.2.7").post(LOGIN, login(&stranger.email, &phone.code(&app))).await.data();
});

on_both!(where_staff_need_one_their_rights_wait_for_it, |engine| async move {
    let app = TestApp::spawn_with(engine, |flags| flags.require_second_factor = AutoSwitch::On).await;
    let delivery = app.staff(3).await;
    let people = "/api/user/profile/admin";
    let update = json!({ "uaid": delivery.uaid, "firstName": "Ada" });
    delivery.client().put(people, update.clone()).await.refused(403, "SECOND_FACTOR_NEEDED");
    // Their own account stays open, so that they can enrol, and so does what everybody may do.
    delivery.client().get("/api/user/profile").await.data();
    delivery.client().get("/api/event/config").await.data();
    assert_eq!(delivery.client().get(PATH).await.data()["required"], true);
    let phone = app.enrol(&delivery).await;
    delivery.client().put(people, update.clone()).await.data();
    let again = app.client().post(ADMIN, login(&delivery.email, &phone.code(&app))).await.data();
    let again = app.client().bearer(again["token"].as_str().unwrap());
    again.put(people, update.clone()).await.data();
    app.state.clock.advance(30_000);
    let body = json!({ "password": PASSWORD, "oneTimeCode": phone.code(&app) });
    again.delete(PATH, body).await.data();
    again.put(people, update.clone()).await.refused(403, "SECOND_FACTOR_NEEDED");
    // With single sign-on, the provider does the checking.
    app.execute("UPDATE session SET auth_method = 'sso'").await;
    again.put(people, update).await.data();
    // Athletes never need one.
    let athlete = app.athlete().await;
    athlete.client().get("/api/user/profile").await.data();
});

on_both!(what_a_role_may_not_do_at_all_stays_forbidden, |engine| async move {
    let app = TestApp::spawn_with(engine, |flags| flags.require_second_factor = AutoSwitch::On).await;
    let in_store = app.staff(2).await;
    let update = json!({ "uaid": in_store.uaid, "firstName": "Ada" });
    in_store.client().put("/api/user/profile/admin", update).await.refused(403, "FORBIDDEN");
});

on_both!(under_https_staff_need_one_unless_the_operator_says_otherwise, |engine| async move {
    for (wanted, said) in [(true, None), (true, Some(AutoSwitch::On)), (false, Some(AutoSwitch::Off))] {
        let app = TestApp::spawn_with(engine, |flags| {
            "https://sixfold.example".clone_into(&mut flags.public_url);
            flags.rate_limit = Switch::On;
            if let Some(said) = said {
                flags.require_second_factor = said;
            }
        })
        .await;
        let (delivery, athlete) = (app.staff(3).await, app.staff(1).await);
        let reply = delivery.client().get("/api/event/admin/audit").await;
        if wanted {
            reply.refused(403, "SECOND_FACTOR_NEEDED");
        } else {
            reply.data();
        }
        assert_eq!(delivery.client().get(PATH).await.data()["required"], wanted, "{said:?}");
        assert_eq!(athlete.client().get(PATH).await.data()["required"], false);
    }
});
