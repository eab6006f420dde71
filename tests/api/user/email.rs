//! The address of an account: confirmed by a code or a link, changed by its owner or by staff, and recovered by its former
//! owner.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_server::config::cli::AutoSwitch;
use sixfold_tests::people::{PASSWORD, signup_body};
use sixfold_tests::{Person, TestApp, both, on_both};

use super::forgot::mailed_token;
use crate::event::stage::{DAY, LATER, TIME, booked, shift, week};

const PATH: &str = "/api/user/email";
const SEND: &str = "/api/user/email/send";
const CONFIRM: &str = "/api/user/email/confirm";
const LINK: &str = "/api/user/email/link";
const UNDO: &str = "/api/user/email/undo";
const OLD: &str = "zoe@gmial.example";
const NEW: &str = "zoe@gmail.example";

async fn mailed_code(app: &TestApp, kind: &str) -> String {
    let text = app.letters(kind).await.pop().expect("a mail");
    let (_, rest) = text.split_once("Your code: ").expect("a code in the mail");
    rest[..6].to_owned()
}

fn code(code: &str) -> Value {
    json!({ "code": code })
}

/// Six digits that differ from these.
fn other(code: &str) -> String {
    format!("{:06}", (code.parse::<u32>().unwrap() + 1) % 1_000_000)
}

async fn login(app: &TestApp, email: &str) -> sixfold_tests::Reply {
    app.client().post("/api/user/login", json!({ "emailAddress": email, "password": PASSWORD })).await
}

async fn ask(person: &Person, email: &str) -> sixfold_tests::Reply {
    person.client().post(PATH, json!({ "emailAddress": email, "password": PASSWORD })).await
}

/// A person with a confirmed address and a password.
async fn confirmed(app: &TestApp) -> Person {
    let person = app.sign_up(OLD).await;
    let mailed = mailed_code(app, "email-confirmation").await;
    person.client().post(CONFIRM, code(&mailed)).await.data();
    person
}

async fn changed(app: &TestApp, person: &Person) {
    ask(person, NEW).await.data();
    let mailed = mailed_code(app, "email-change").await;
    person.client().post(CONFIRM, code(&mailed)).await.data();
}

async fn actions(app: &TestApp) -> Vec<String> {
    let sql = "SELECT action FROM audit_log WHERE action LIKE 'email.%' ORDER BY action";
    app.texts(sql).await.into_iter().flatten().collect()
}

on_both!(staff_without_a_second_factor_prove_that_their_present_address_is_theirs, |engine| async move {
    let app = TestApp::spawn_with(engine, |flags| flags.require_second_factor = AutoSwitch::On).await;
    let coach = app.staff(4).await;
    ask(&coach, NEW).await.refused_field(422, "MAILED_CODE_NEEDED", "mailedCode");
    assert_eq!(app.count("email_confirmation").await, 0);
    let code = sixfold_tests::second_factor::mailed_code(&app, &coach.email).await;
    let with = |code: &str| json!({ "emailAddress": NEW, "password": PASSWORD, "mailedCode": code });
    coach.client().post(PATH, with(&other(&code))).await.refused_field(
        422,
        "MAILED_CODE_WRONG",
        "mailedCode",
    );
    assert_eq!(coach.client().post(PATH, with(&code)).await.data()["pending"], NEW);
    // Neither athletes nor staff who have a second factor need one.
    let (athlete, enrolled) = (app.sign_up(OLD).await, app.staff(4).await);
    app.enrol(&enrolled).await;
    ask(&athlete, "zoe@other.example").await.data();
    ask(&enrolled, "coach@other.example").await.data();
});

both! {
    async fn sign_up_mails_a_code_that_confirms_the_address(app) {
        let person = app.sign_up(OLD).await;
        let state = person.client().get(PATH).await.data();
        assert_eq!(state, json!({ "emailAddress": OLD, "confirmed": false, "pending": null }));
        assert_eq!(person.client().get("/api/user/profile").await.data()["emailConfirmed"], false);
        let mailed = mailed_code(&app, "email-confirmation").await;
        assert!(mailed.bytes().all(|byte| byte.is_ascii_digit()), "{mailed}");
        let spaced = format!(" {} {} ", &mailed[..3], &mailed[3..]);
        let state = person.client().post(CONFIRM, code(&spaced)).await.data();
        assert_eq!(state, json!({ "emailAddress": OLD, "confirmed": true, "pending": null }));
        assert_eq!(person.client().get("/api/user/profile").await.data()["emailConfirmed"], true);
        assert_eq!(actions(&app).await, ["email.confirmed"]);
        assert_eq!(person.client().post(CONFIRM, code(&mailed)).await.data(), state, "once more changes nothing");
    }

    async fn the_mailed_link_confirms_without_a_session_and_once(app) {
        let person = app.sign_up(OLD).await;
        let token = mailed_token(&app, "email-confirmation").await;
        let state = app.client().post(LINK, json!({ "token": token })).await.data();
        assert_eq!((&state["emailAddress"], &state["confirmed"]), (&json!(OLD), &json!(true)));
        assert_eq!(person.client().get(PATH).await.data()["confirmed"], true);
        app.client().post(LINK, json!({ "token": token })).await.refused_field(422, "TOKEN_INVALID", "token");
    }

    async fn booking_does_not_wait_for_it(app) {
        app.set_schedule(week(6)).await;
        let person = app.sign_up(OLD).await;
        person.client().post("/api/user/register", json!({ "firstName": "Zoe", "lastName": "Field" })).await.data();
        booked(&person, DAY, TIME).await;
    }

    // RULES 10.5
    async fn a_code_has_five_tries_and_thirty_minutes(app) {
        let person = app.sign_up(OLD).await;
        let mailed = mailed_code(&app, "email-confirmation").await;
        for left in (1..5).rev() {
            let error = person.client().post(CONFIRM, code(&other(&mailed))).await.refused(422, "CODE_WRONG");
            assert!(error["errorMessage"].as_str().unwrap().contains(&left.to_string()) || left == 1, "{error}");
        }
        person.client().post(CONFIRM, code(&other(&mailed))).await.refused_field(422, "CODE_SPENT", "code");
        person.client().post(CONFIRM, code(&mailed)).await.refused_field(422, "CODE_SPENT", "code");
        app.state.clock.advance(1);
        person.client().post(SEND, json!({})).await.data();
        let fresh = mailed_code(&app, "email-confirmation").await;
        let start = app.state.clock.now_ms();
        app.state.clock.set(start + 30 * 60_000);
        person.client().post(CONFIRM, code(&fresh)).await.refused(422, "CODE_SPENT");
        app.state.clock.set(start + 30 * 60_000 - 1);
        person.client().post(CONFIRM, code(&fresh)).await.data();
    }

    async fn stored_answers_that_name_the_former_address_go_with_it(app) {
        let (person, other) = (confirmed(&app).await, app.athlete().await);
        let sport = json!({ "sportPlayed": "Judo" });
        for (key, of) in [("own", &person), ("others", &other)] {
            of.client().keyed(Method::PUT, "/api/user/profile", key, sport.clone()).await.data();
        }
        let change = json!({ "emailAddress": NEW, "password": PASSWORD });
        person.client().keyed(Method::POST, PATH, "change", change).await.data();
        let mailed = mailed_code(&app, "email-change").await;
        person.client().post(CONFIRM, code(&mailed)).await.data();
        assert_eq!(app.texts("SELECT key FROM idempotency_key").await, [Some("others".to_owned())]);
    }

    // RULES 10.5
    async fn letters_that_have_not_left_go_to_the_new_address(app) {
        app.set_schedule(week(6)).await;
        let person = confirmed(&app).await;
        person.client().post("/api/user/register", json!({ "firstName": "Zoe", "lastName": "Field" })).await.data();
        booked(&person, DAY, TIME).await;
        app.client().post("/api/user/forgot", json!({ "email": OLD })).await.data();
        let other = app.athlete().await;
        booked(&other, DAY, LATER).await;
        let to = async |kind: &str| -> Vec<String> {
            let sql = format!("SELECT to_address FROM mail_outbox WHERE kind = '{kind}' ORDER BY to_address");
            app.texts(sql).await.into_iter().flatten().collect()
        };
        changed(&app, &person).await;
        let mut expected = [NEW.to_owned(), other.email.clone()];
        expected.sort();
        assert_eq!(to("booking-confirmed").await, expected);
        // Its link has stopped working, and the owner of the former address is to see it.
        assert_eq!(to("password-link").await, [OLD]);
        assert_eq!(to("email-changed").await, [OLD]);
        let undo = mailed_token(&app, "email-changed").await;
        app.client().post(UNDO, json!({ "token": undo })).await.data();
        expected = [OLD.to_owned(), other.email.clone()];
        expected.sort();
        assert_eq!(to("booking-confirmed").await, expected);
        assert_eq!(to("email-changed").await, [OLD]);
    }

    async fn a_letter_that_is_leaving_or_has_left_keeps_its_address(app) {
        app.set_schedule(week(6)).await;
        let person = confirmed(&app).await;
        person.client().post("/api/user/register", json!({ "firstName": "Zoe", "lastName": "Field" })).await.data();
        booked(&person, DAY, TIME).await;
        let now_ms = app.state.clock.now_ms();
        app.execute(format!("UPDATE mail_outbox SET claimed_until = {} WHERE kind = 'booking-confirmed'", now_ms + 1)).await;
        app.execute(format!("UPDATE mail_outbox SET sent_at = {now_ms} WHERE kind = 'email-confirmation'")).await;
        changed(&app, &person).await;
        let sql = "SELECT DISTINCT to_address FROM mail_outbox WHERE kind IN ('booking-confirmed', 'email-confirmation')";
        assert_eq!(app.texts(sql).await, [Some(OLD.to_owned())]);
    }

    async fn an_address_counts_once_the_new_one_confirms(app) {
        let person = confirmed(&app).await;
        person.client().post(PATH, json!({ "emailAddress": NEW, "password": "not my password" })).await
            .refused_field(422, "PASSWORD_WRONG", "password");
        person.client().post(PATH, json!({ "emailAddress": NEW })).await.refused_field(400, "FIELD_MISSING", "password");
        let state = ask(&person, " ZOE@gmail.example").await.data();
        assert_eq!(state, json!({ "emailAddress": OLD, "confirmed": true, "pending": NEW }));
        login(&app, NEW).await.refused(401, "CREDENTIALS_WRONG");
        login(&app, OLD).await.data();
        let forgot = app.texts("SELECT to_address FROM mail_outbox WHERE kind = 'email-change'").await;
        assert_eq!(forgot, [Some(NEW.to_owned())]);
        let mailed = mailed_code(&app, "email-change").await;
        let state = person.client().post(CONFIRM, code(&mailed)).await.data();
        assert_eq!(state, json!({ "emailAddress": NEW, "confirmed": true, "pending": null }));
        login(&app, OLD).await.refused(401, "CREDENTIALS_WRONG");
        login(&app, NEW).await.data();
        let session = person.client().get("/api/user/profile").await.data();
        assert_eq!(session["emailAddress"], NEW, "a session follows its person");
        assert_eq!(actions(&app).await, ["email.change-asked", "email.changed", "email.confirmed"]);
    }

    async fn a_change_can_be_taken_back_before_it_counts(app) {
        let person = confirmed(&app).await;
        ask(&person, NEW).await.data();
        let mailed = mailed_code(&app, "email-change").await;
        assert_eq!(person.client().delete(PATH, json!({})).await.data()["pending"], Value::Null);
        person.client().post(CONFIRM, code(&mailed)).await.data();
        assert_eq!(person.client().get(PATH).await.data()["emailAddress"], OLD);
        ask(&person, NEW).await.data();
        ask(&person, OLD).await.data();
        assert_eq!(person.client().get(PATH).await.data()["pending"], Value::Null);
    }

    async fn the_old_address_is_told_and_undoes_it_for_seven_days(app) {
        let person = confirmed(&app).await;
        changed(&app, &person).await;
        let to = app.texts("SELECT to_address FROM mail_outbox WHERE kind = 'email-changed'").await;
        assert_eq!(to, [Some(OLD.to_owned())]);
        let letter = app.letters("email-changed").await.pop().expect("a letter");
        assert!(letter.contains("the password stops working"), "{letter}");
        let token = mailed_token(&app, "email-changed").await;
        // In the meantime nobody else can take the old address, and the link of a later mail to the new one is invalid.
        let kept = app.client().post("/api/user/signup", signup_body(OLD)).await.refused(409, "EMAIL_TAKEN");
        assert!(kept["errorMessage"].as_str().unwrap().contains("within seven days"), "{kept}");
        // The words do not say whether an account has the address or had it.
        let used = app.client().post("/api/user/signup", signup_body(NEW)).await.refused(409, "EMAIL_TAKEN");
        assert_eq!(kept["errorMessage"], used["errorMessage"]);
        app.client().post("/api/user/forgot", json!({ "email": NEW })).await.data();
        let reset = mailed_token(&app, "password-link").await;
        app.state.clock.advance(1);
        app.client().post(UNDO, json!({ "token": token })).await.data();
        person.client().get(PATH).await.refused(401, "UNAUTHORISED");
        login(&app, NEW).await.refused(401, "CREDENTIALS_WRONG");
        login(&app, OLD).await.refused(401, "CREDENTIALS_WRONG");
        app.client().post("/api/user/forgot", json!({ "token": reset, "password": "stolen stadium 9" })).await
            .refused(422, "TOKEN_INVALID");
        let to = app.texts("SELECT to_address FROM mail_outbox WHERE kind = 'password-link' ORDER BY created_at, mail_id").await;
        assert_eq!(to.last().unwrap().as_deref(), Some(OLD));
        let own = mailed_token(&app, "password-link").await;
        app.client().post("/api/user/forgot", json!({ "token": own, "password": PASSWORD })).await.data();
        login(&app, OLD).await.data();
        app.client().post(UNDO, json!({ "token": token })).await.refused_field(422, "TOKEN_INVALID", "token");
        assert!(actions(&app).await.contains(&"email.change-undone".to_owned()));
    }

    // RULES 10.5
    async fn undoing_a_change_removes_what_was_added_since(app) {
        let person = confirmed(&app).await;
        let add = async |when: &str| {
            let (uaid, now_ms) = (&person.uaid, app.state.clock.now_ms());
            app.execute(format!(
                "INSERT INTO identity (issuer, subject, uaid, provider_id, email, linked_at, last_used_at) \
                 VALUES ('https://idp.example', '{when}', '{uaid}', 'acme', '{OLD}', {now_ms}, {now_ms})"
            )).await;
            app.execute(format!(
                "INSERT INTO push_device (device_id, uaid, endpoint_hash, subscription_sealed, name, created_at) \
                 VALUES ('{when}', '{uaid}', '{when}', 'sealed', 'Firefox', {now_ms})"
            )).await;
        };
        add("before").await;
        app.state.clock.advance(1);
        changed(&app, &person).await;
        add("since").await;
        let now_ms = app.state.clock.now_ms();
        app.execute(format!(
            "INSERT INTO second_factor (uaid, secret_sealed, created_at, confirmed_at, last_step) \
             VALUES ('{}', 'sealed', {now_ms}, {now_ms}, 0)", person.uaid
        )).await;
        app.execute(format!("INSERT INTO recovery_code (uaid, code_hash) VALUES ('{}', 'hash')", person.uaid)).await;
        let token = mailed_token(&app, "email-changed").await;
        app.state.clock.advance(1);
        app.client().post(UNDO, json!({ "token": token })).await.data();
        assert_eq!(app.texts("SELECT subject FROM identity").await, [Some("before".to_owned())]);
        assert_eq!(app.texts("SELECT device_id FROM push_device").await, [Some("before".to_owned())]);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM second_factor").await, 0);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM recovery_code").await, 0);
    }

    async fn a_second_step_from_before_the_change_stays(app) {
        let person = confirmed(&app).await;
        let now_ms = app.state.clock.now_ms();
        app.execute(format!(
            "INSERT INTO second_factor (uaid, secret_sealed, created_at, confirmed_at, last_step) \
             VALUES ('{}', 'sealed', {now_ms}, {now_ms}, 0)", person.uaid
        )).await;
        app.state.clock.advance(1);
        let staff = app.person(3).await;
        let body = json!({ "uaid": person.uaid, "emailAddress": NEW });
        staff.client().put("/api/user/profile/admin", body).await.data();
        let link = mailed_token(&app, "email-change").await;
        app.client().post(LINK, json!({ "token": link })).await.data();
        let token = mailed_token(&app, "email-changed").await;
        app.client().post(UNDO, json!({ "token": token })).await.data();
        assert_eq!(app.scalar("SELECT COUNT(*) FROM second_factor").await, 1);
    }

    async fn the_way_back_closes_after_seven_days(app) {
        let person = confirmed(&app).await;
        changed(&app, &person).await;
        let token = mailed_token(&app, "email-changed").await;
        app.pass_minutes(7 * 24 * 60);
        app.client().post(UNDO, json!({ "token": token })).await.refused(422, "TOKEN_INVALID");
        app.client().post("/api/user/signup", signup_body(OLD)).await.data();
    }

    async fn an_address_that_was_never_confirmed_gets_no_way_back(app) {
        let person = app.sign_up(OLD).await;
        changed(&app, &person).await;
        assert_eq!(app.letters("email-changed").await.len(), 0, "it may be a stranger's");
        app.client().post("/api/user/signup", signup_body(OLD)).await.data();
    }

    async fn an_address_is_one_accounts(app) {
        let (person, other) = (confirmed(&app).await, app.athlete().await);
        ask(&person, &other.email).await.refused_field(409, "EMAIL_TAKEN", "emailAddress");
        ask(&person, NEW).await.data();
        let mailed = mailed_code(&app, "email-change").await;
        app.sign_up(NEW).await;
        person.client().post(CONFIRM, code(&mailed)).await.refused_field(409, "EMAIL_TAKEN", "emailAddress");
        assert_eq!(person.client().get(PATH).await.data()["emailAddress"], OLD);
        ask(&person, "not an address").await.refused_field(422, "EMAIL_INVALID", "emailAddress");
    }

    async fn role_3_changes_an_address_which_its_owner_confirms(app) {
        let (staff, person) = (app.person(3).await, confirmed(&app).await);
        let body = json!({ "uaid": person.uaid, "emailAddress": NEW });
        let profile = staff.client().put("/api/user/profile/admin", body).await.data();
        assert_eq!((&profile["emailAddress"], &profile["emailPending"]), (&json!(OLD), &json!(NEW)));
        let token = mailed_token(&app, "email-change").await;
        app.client().post(LINK, json!({ "token": token })).await.data();
        assert_eq!(person.client().get(PATH).await.data()["emailAddress"], NEW);
        assert_eq!(app.letters("email-changed").await.len(), 1);
        let asked = "SELECT detail FROM audit_log WHERE action = 'email.changed'";
        assert_eq!(app.texts(asked).await, [Some("{\"asked\":\"staff\"}".to_owned())]);
        let rev = staff.client().get(&format!("/api/event/admin/profile?uaid={}", person.uaid)).await.data()["rev"].clone();
        let body = json!({ "uaid": person.uaid, "rev": rev, "emailAddress": "third@gmail.example" });
        let profile = staff.client().post("/api/event/admin/user/update", body).await.data();
        assert_eq!(profile["emailPending"], "third@gmail.example");
        let same = json!({ "uaid": person.uaid, "emailAddress": NEW });
        let profile = staff.client().put("/api/user/profile/admin", same).await.data();
        assert_eq!(profile["emailPending"], Value::Null, "the address it has takes the change back");
    }

    // RULES 10.5
    async fn role_3_sends_another_code_once_the_first_has_expired(app) {
        let (staff, person) = (app.person(3).await, confirmed(&app).await);
        let edit = async |body: Value| staff.client().post("/api/event/admin/user/update", body).await.data();
        let asked = edit(json!({ "uaid": person.uaid, "emailAddress": NEW })).await;
        let until = app.state.clock.now_ms() + 30 * 60_000;
        assert_eq!(asked["emailPendingUntil"], until);
        let first = mailed_code(&app, "email-change").await;
        app.pass_minutes(31);
        let read = staff.client().get(&format!("/api/event/admin/profile?uaid={}", person.uaid)).await.data();
        assert_eq!((&read["emailPending"], &read["emailPendingUntil"]), (&json!(NEW), &json!(until)));
        person.client().post(CONFIRM, code(&first)).await.refused(422, "CODE_SPENT");
        let again = json!({ "uaid": person.uaid, "rev": read["rev"], "health": false, "emailAddress": NEW });
        assert_eq!(edit(again).await["emailPendingUntil"], app.state.clock.now_ms() + 30 * 60_000);
        let second = mailed_code(&app, "email-change").await;
        person.client().post(CONFIRM, code(&second)).await.data();
        let profile = person.client().get("/api/user/profile").await.data();
        assert_eq!((&profile["emailAddress"], &profile["emailPendingUntil"]), (&json!(NEW), &Value::Null));
    }

    async fn a_typing_error_of_staff_is_put_right_at_once_and_invited_anew(app) {
        let staff = app.person(3).await;
        let added = json!({ "emailAddress": OLD, "firstName": "Zoe", "lastName": "Field", "dateOfBirth": "2000-05-17" });
        let uaid = staff.client().post("/api/event/admin/user/create", added).await.data()["uaid"].clone();
        let wrong = mailed_token(&app, "account-invitation").await;
        app.state.clock.advance(1);
        let body = json!({ "uaid": uaid, "emailAddress": NEW });
        let profile = staff.client().put("/api/user/profile/admin", body).await.data();
        assert_eq!((&profile["emailAddress"], &profile["emailPending"]), (&json!(NEW), &Value::Null));
        let forgot = |token: &str| json!({ "token": token, "password": PASSWORD });
        app.client().post("/api/user/forgot", forgot(&wrong)).await.refused(422, "TOKEN_INVALID");
        let right = mailed_token(&app, "account-invitation").await;
        app.client().post("/api/user/forgot", forgot(&right)).await.data();
        login(&app, NEW).await.data();
    }

    // RULES 10.5
    async fn an_unconfirmed_address_gets_five_mails_a_day(app) {
        app.set_schedule(week(6)).await;
        let person = app.sign_up("innocent@third.example").await;
        person.client().post("/api/user/register", json!({ "firstName": "Zoe", "lastName": "Field" })).await.data();
        let id = booked(&person, DAY, TIME).await;
        for number in 0..12 {
            shift(&person, &id, DAY, if number % 2 == 0 { LATER } else { TIME }).await.data();
        }
        let written = "SELECT COUNT(*) FROM mail_outbox WHERE to_address = 'innocent@third.example'";
        assert_eq!(app.scalar(written).await, 5);
        person.client().post(SEND, json!({})).await.refused(429, "TOO_MANY_REQUESTS");
        let mailed = mailed_code(&app, "email-confirmation").await;
        person.client().post(CONFIRM, code(&mailed)).await.data();
        shift(&person, &id, DAY, LATER).await.data();
        assert_eq!(app.scalar(written).await, 6, "confirmed, it gets them all");
    }

    async fn leaving_takes_every_address_along(app) {
        let person = confirmed(&app).await;
        // A letter about a booking names no account.
        app.execute(format!(
            "INSERT INTO mail_outbox (mail_id, kind, to_address, to_name, subject, text_body, html_body, created_at, \
             next_attempt_at) VALUES ('m', 'booking-confirmed', '{OLD}', 'Zoe', 'Booked', '', '', 1, 1)"
        )).await;
        changed(&app, &person).await;
        ask(&person, "third@gmail.example").await.data();
        assert_eq!((app.count("email_confirmation").await, app.count("former_email").await), (1, 1));
        person.client().post("/api/user/delete", json!({ "password": PASSWORD })).await.data();
        assert_eq!((app.count("email_confirmation").await, app.count("former_email").await), (0, 0));
        assert_eq!(app.count("mail_outbox").await, 0);
    }
}
