//! `POST /api/user/guardian`.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_tests::people::PASSWORD;
use sixfold_tests::{Client, TestApp, both};

use super::forgot::mailed_token;
use super::signup::young_body;
use crate::cases::{Case, changed, refuses};
use crate::event::stage::{BOOKING, DAY, TIME, body, go_to, week};

const PATH: &str = "/api/user/guardian";
const SEND: &str = "/api/user/guardian/send";
const PROFILE: &str = "/api/user/profile";
const CONFIRMED: &str = "SELECT COUNT(*) FROM eligibility WHERE guardian_confirmed_at IS NOT NULL";
const DAYS_14: i64 = 14 * 24 * 60 * 60_000;

async fn login(app: &TestApp) -> String {
    let body = json!({ "emailAddress": "young@athletes.example", "password": PASSWORD });
    app.client().post("/api/user/login", body).await.data()["token"].as_str().unwrap().to_owned()
}

/// Somebody of 16 who has named a guardian.
async fn young(app: &TestApp) -> Client {
    let data = app.client().post("/api/user/signup", young_body("young@athletes.example")).await.data();
    app.client().bearer(data["token"].as_str().unwrap())
}

async fn recipients(app: &TestApp) -> Vec<String> {
    let sql =
        "SELECT to_address FROM mail_outbox WHERE kind = 'guardian-request' ORDER BY created_at, mail_id";
    app.texts(sql).await.into_iter().flatten().collect()
}

both! {
    // RULES 6.8
    async fn an_athlete_has_the_letter_sent_again(app) {
        let young = young(&app).await;
        let first = mailed_token(&app, "guardian-request").await;
        app.execute("UPDATE eligibility SET clearance_at = 5, clearance_expires_at = 6").await;
        app.pass_minutes(9);
        let early = young.post(SEND, json!({})).await;
        early.refused_field(429, "TOO_MANY_REQUESTS", "guardianEmail");
        assert_eq!(early.header("retry-after"), "60");
        app.pass_minutes(1);
        let told = young.post(SEND, json!({})).await.data();
        let now_ms = app.state.clock.now_ms();
        assert_eq!(told, json!({ "guardianEmail": "parent@families.example", "guardianAskedAt": now_ms }));
        assert_eq!(recipients(&app).await, ["parent@families.example", "parent@families.example"]);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM eligibility WHERE clearance_at = 5").await, 1, "a clearance stays");
        app.client().post(PATH, json!({ "token": first })).await.refused(422, "TOKEN_INVALID");
        let second = mailed_token(&app, "guardian-request").await;
        app.client().post(PATH, json!({ "token": second })).await.data();
        young.post(SEND, json!({})).await.refused(409, "GUARDIAN_CONFIRMED");
        let asked = app.scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'guardian.asked'").await;
        assert_eq!(asked, 1);
    }

    // RULES 6.8
    async fn an_athlete_names_another_guardian_until_one_has_confirmed(app) {
        let young = young(&app).await;
        let first = mailed_token(&app, "guardian-request").await;
        app.pass_minutes(1);
        let body = json!({ "guardianEmail": " Other@Families.example " });
        let told = young.keyed(Method::POST, SEND, "another-1", body.clone()).await.data();
        assert_eq!(told["guardianEmail"], "other@families.example");
        assert_eq!(young.keyed(Method::POST, SEND, "another-1", body).await.data(), told, "the same request again");
        assert_eq!(recipients(&app).await, ["parent@families.example", "other@families.example"]);
        app.client().post(PATH, json!({ "token": first })).await.refused(422, "TOKEN_INVALID");
        let profile = young.get(PROFILE).await.data();
        assert_eq!(profile["guardianEmail"], "other@families.example");
        young.post(SEND, json!({ "guardianEmail": "OTHER@families.example" })).await.refused(429, "TOO_MANY_REQUESTS");
        app.pass_minutes(1);
        young.post(SEND, json!({ "guardianEmail": "third@families.example" })).await.data();
        let fourth = young.post(SEND, json!({ "guardianEmail": "fourth@families.example" })).await;
        fourth.refused_field(429, "TOO_MANY_REQUESTS", "guardianEmail");
        assert_eq!(young.get(PROFILE).await.data()["guardianEmail"], "third@families.example");
        let token = mailed_token(&app, "guardian-request").await;
        app.client().post(PATH, json!({ "token": token })).await.data();
        let late = young.post(SEND, json!({ "guardianEmail": "fourth@families.example" })).await;
        late.refused(409, "GUARDIAN_CONFIRMED");
    }

    // RULES 10.5
    async fn a_letter_that_is_not_written_leaves_the_last_link_as_it_is(app) {
        let young = young(&app).await;
        let token = mailed_token(&app, "guardian-request").await;
        // An account's address that is not confirmed, and has had its five letters of the day.
        app.sign_up("other@families.example").await;
        for _ in 0..5 {
            app.client().post("/api/user/forgot", json!({ "email": "other@families.example" })).await.data();
        }
        let other = young.post(SEND, json!({ "guardianEmail": "other@families.example" })).await;
        other.refused_field(429, "TOO_MANY_REQUESTS", "guardianEmail");
        assert_eq!(young.get(PROFILE).await.data()["guardianEmail"], "parent@families.example");
        app.client().post(PATH, json!({ "token": token })).await.data();
    }

    // RULES 6.8
    async fn a_letter_to_a_guardian_is_refused_where_it_makes_no_sense(app) {
        let young = young(&app).await;
        let cases: [Case; 4] = [
            ("guardianEmail", Some(json!(7)), 400, "FIELD_INVALID", "guardianEmail"),
            ("guardianEmail", Some(json!("parent")), 422, "GUARDIAN_EMAIL_INVALID", "guardianEmail"),
            ("guardianEmail", Some(json!("parent@x")), 422, "GUARDIAN_EMAIL_INVALID", "guardianEmail"),
            ("guardianEmail", Some(json!("Young@athletes.example")), 422, "GUARDIAN_EMAIL_OWN", "guardianEmail"),
        ];
        refuses(&young, &Method::POST, SEND, &json!({ "guardianEmail": "other@families.example" }), &cases).await;
        app.client().post(SEND, json!({})).await.refused(401, "UNAUTHORISED");
        app.execute("UPDATE eligibility SET guardian_email = NULL").await;
        young.post(SEND, json!({})).await.refused_field(422, "GUARDIAN_EMAIL_REQUIRED", "guardianEmail");
        app.execute("DELETE FROM eligibility").await;
        let unscreened = young.post(SEND, json!({ "guardianEmail": "other@families.example" })).await;
        unscreened.refused(422, "SCREENING_REQUIRED");
        app.execute("UPDATE account SET date_of_birth = '2008-01-01'").await;
        young.post(SEND, json!({})).await.refused(422, "GUARDIAN_NOT_NEEDED");
        assert_eq!(recipients(&app).await.len(), 1);
    }

    // RULES 6.8
    async fn only_the_athlete_and_programme_delivery_see_the_guardian(app) {
        app.set_schedule(week(2)).await;
        let young = young(&app).await;
        let asked = app.state.clock.now_ms();
        let profile = young.get(PROFILE).await.data();
        assert_eq!((&profile["guardianEmail"], &profile["guardianAskedAt"], &profile["guardianConfirmedAt"]),
            (&json!("parent@families.example"), &json!(asked), &Value::Null));
        let token = mailed_token(&app, "guardian-request").await;
        app.pass_minutes(5);
        app.client().post(PATH, json!({ "token": token })).await.data();
        let profile = young.get(PROFILE).await.data();
        assert_eq!((&profile["guardianAskedAt"], &profile["guardianConfirmedAt"]),
            (&Value::Null, &json!(app.state.clock.now_ms())));
        young.post("/api/user/register", json!({ "firstName": "Kit", "lastName": "Young" })).await.data();
        young.post(BOOKING, body(DAY, TIME)).await.data();
        let uaid = profile["uaid"].as_str().unwrap().to_owned();
        go_to(&app, DAY, "08:00").await;
        for (role, sees) in [(3, true), (2, false)] {
            let reader = app.person(role).await;
            let theirs = reader.client().get(&format!("/api/event/admin/profile?uaid={uaid}")).await.data();
            assert_eq!(theirs["guardianEmail"] == "parent@families.example", sees, "role {role}");
            assert_eq!(theirs["guardianConfirmedAt"].is_null(), !sees, "role {role}");
        }
    }

    // RULES 6.9
    async fn the_athlete_hears_of_the_yes_once(app) {
        let young = young(&app).await;
        young.post("/api/user/register", json!({ "firstName": "Kit", "lastName": "Young" })).await.data();
        let token = mailed_token(&app, "guardian-request").await;
        app.client().post(PATH, json!({ "token": token })).await.data();
        let letter = app.letters_to("guardian-agreed", "young@athletes.example").await.pop().unwrap();
        for part in ["That’s a yes, Kit.", "You can book your test now.", "/en-gb/my-account-book-test"] {
            assert!(letter.contains(part), "{part}: {letter}");
        }
        // A link that is used after a confirmation changes nothing.
        app.pass_minutes(1);
        app.client().post("/api/user/signup", young_body("other@athletes.example")).await.data();
        app.execute("UPDATE eligibility SET guardian_confirmed_at = 5 WHERE guardian_confirmed_at IS NULL").await;
        let token = mailed_token(&app, "guardian-request").await;
        app.client().post(PATH, json!({ "token": token })).await.data();
        assert_eq!(app.letters("guardian-agreed").await.len(), 1);
        assert!(!letter.contains("Still needed"), "{letter}");
        let logged = app.scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'guardian.confirmed'").await;
        assert_eq!(logged, 1);
    }

    // RULES 6.9
    async fn an_athlete_who_cannot_book_yet_hears_what_is_still_needed(app) {
        young(&app).await;
        app.execute("UPDATE eligibility SET parq_cleared = FALSE, health_consent_version = 'an older one'").await;
        let token = mailed_token(&app, "guardian-request").await;
        app.client().post(PATH, json!({ "token": token })).await.data();
        let letter = app.letters_to("guardian-agreed", "young@athletes.example").await.pop().unwrap();
        for part in ["Your yes to our storing health details", "A word with our team", "/en-gb/my-account-book-test"] {
            assert!(letter.contains(part), "{part}: {letter}");
        }
        assert!(!letter.contains("You can book"), "{letter}");
    }

    // RULES 6.8
    async fn a_form_names_no_other_guardian_once_one_has_confirmed(app) {
        let young = young(&app).await;
        let token = mailed_token(&app, "guardian-request").await;
        app.client().post(PATH, json!({ "token": token })).await.data();
        app.pass_minutes(11);
        let answers = young_body("young@athletes.example")["eligibility"].clone();
        let answers = changed(&answers, "guardianEmail", Some(&json!("other@families.example")));
        let form = json!({ "firstName": "Kit", "lastName": "Young", "eligibility": answers });
        young.put("/api/user/accountmanagement", form.clone()).await.data();
        young.post("/api/user/register", form).await.data();
        let profile = young.get(PROFILE).await.data();
        assert_eq!(profile["guardianEmail"], "parent@families.example");
        assert_eq!(recipients(&app).await, ["parent@families.example"]);
        assert_eq!(app.scalar(CONFIRMED).await, 1);
    }

    async fn a_guardian_says_yes_once_by_the_mailed_link(app) {
        app.client().post("/api/user/signup", young_body("young@athletes.example")).await.data();
        let to = app.texts("SELECT to_address FROM mail_outbox WHERE kind = 'guardian-request'").await;
        assert_eq!(to, [Some("parent@families.example".to_owned())]);
        let token = mailed_token(&app, "guardian-request").await;
        assert_eq!(app.scalar(CONFIRMED).await, 0);
        app.client().post(PATH, json!({ "token": token })).await.data();
        assert_eq!(app.scalar(CONFIRMED).await, 1);
        app.client().post(PATH, json!({ "token": token })).await.refused_field(422, "TOKEN_INVALID", "token");
    }

    // RULES 6.3
    async fn nobody_comes_of_age_by_filling_in_a_form(app) {
        app.set_schedule(week(2)).await;
        let young = young(&app).await;
        let born = app.texts("SELECT date_of_birth FROM account").await;
        young.post("/api/user/register", json!({ "firstName": "Kit", "lastName": "Young" })).await.data();
        // 36 today, and 18 tomorrow.
        for wanted in ["1990-01-01", "2008-03-03"] {
            let form = json!({ "firstName": "Kit", "lastName": "Young", "dateOfBirth": wanted });
            young.put(PROFILE, form.clone()).await.refused_field(422, "GUARDIAN_REQUIRED", "dateOfBirth");
            young.post("/api/user/register", form).await.refused_field(422, "GUARDIAN_REQUIRED", "dateOfBirth");
        }
        assert_eq!(app.texts("SELECT date_of_birth FROM account").await, born);
        young.put(PROFILE, json!({ "dateOfBirth": "2009-10-09" })).await.data();
        go_to(&app, "2026-03-03", "09:00").await;
        young.post(BOOKING, body(DAY, TIME)).await.refused(422, "GUARDIAN_REQUIRED");
    }

    async fn a_guardian_is_told_whom_they_answer_for(app) {
        app.set_schedule(week(2)).await;
        let data = app.client().post("/api/user/signup", young_body("young@athletes.example")).await.data();
        let token = mailed_token(&app, "guardian-request").await;
        let asked = async || app.client().post("/api/user/guardian/request", json!({ "token": token })).await;
        assert_eq!(asked().await.data()["athlete"], "young@athletes.example");
        let young = app.client().bearer(data["token"].as_str().unwrap());
        young.post("/api/user/register", json!({ "firstName": "Kit", "lastName": "Young" })).await.data();
        let told = asked().await.data();
        assert_eq!((&told["athlete"], &told["date"]), (&json!("Kit Young"), &Value::Null));
        assert!(told["place"].as_str().unwrap().contains("SW11"), "{told}");
        app.client().post(PATH, json!({ "token": token })).await.data();
        asked().await.refused_field(422, "TOKEN_INVALID", "token");
    }

    async fn a_guardian_whose_letter_was_lost_gets_another(app) {
        let young = young_body("young@athletes.example");
        let token = app.client().post("/api/user/signup", young.clone()).await.data()["token"].clone();
        let first = mailed_token(&app, "guardian-request").await;
        let young = json!({ "firstName": "Kit", "lastName": "Young", "eligibility": young["eligibility"] });
        let client = app.client().bearer(token.as_str().unwrap());
        app.pass_minutes(11);
        client.put("/api/user/accountmanagement", young.clone()).await.data();
        assert_eq!(app.letters("guardian-request").await.len(), 2);
        app.client().post(PATH, json!({ "token": first })).await.refused(422, "TOKEN_INVALID");
        let second = mailed_token(&app, "guardian-request").await;
        app.client().post(PATH, json!({ "token": second })).await.data();
        app.pass_minutes(11);
        client.put("/api/user/accountmanagement", young).await.data();
        assert_eq!(app.letters("guardian-request").await.len(), 2, "they have confirmed");
    }

    async fn the_letter_at_sign_up_names_the_athlete(app) {
        let mut body = young_body("young@athletes.example");
        (body["firstName"], body["lastName"]) = (json!(" Kit "), json!("Young"));
        app.client().post("/api/user/signup", body.clone()).await.data();
        let letter = app.letters("guardian-request").await.remove(0);
        assert!(format!("{letter:?}").contains("Kit Young"), "{letter:?}");
        body["emailAddress"] = json!("other@athletes.example");
        body["firstName"] = json!("<b>");
        app.client().post("/api/user/signup", body).await.refused_field(422, "NAME_INVALID", "firstName");
    }

    async fn a_guardian_is_asked_three_times_a_day(app) {
        let data = app.client().post("/api/user/signup", young_body("young@athletes.example")).await.data();
        let young = app.client().bearer(data["token"].as_str().unwrap());
        let body = |guardian: &str| {
            let answers = young_body("young@athletes.example")["eligibility"].clone();
            let answers = changed(&answers, "guardianEmail", Some(&json!(guardian)));
            json!({ "firstName": "Kit", "lastName": "Young", "eligibility": answers })
        };
        for _ in 0..8 {
            young.post("/api/user/register", body("PARENT@families.example")).await.data();
        }
        assert_eq!(app.letters("guardian-request").await.len(), 1);
        for number in 0..2 {
            young.put("/api/user/accountmanagement", body(&format!("victim{number}@third.example"))).await.data();
        }
        let refused = young.post("/api/user/register", body("victim9@third.example")).await;
        refused.refused_field(429, "TOO_MANY_REQUESTS", "eligibility.guardianEmail");
        assert_eq!(app.letters("guardian-request").await.len(), 3);
        app.pass_minutes(24 * 60);
        let young = app.client().bearer(&login(&app).await);
        young.post("/api/user/register", body("victim9@third.example")).await.data();
        assert_eq!(app.letters("guardian-request").await.len(), 4);
    }

    async fn the_link_lives_fourteen_days(app) {
        app.client().post("/api/user/signup", young_body("young@athletes.example")).await.data();
        let token = mailed_token(&app, "guardian-request").await;
        let start = app.state.clock.now_ms();
        app.state.clock.set(start + DAYS_14);
        app.client().post(PATH, json!({ "token": token })).await.refused(422, "TOKEN_INVALID");
        assert_eq!(app.scalar(CONFIRMED).await, 0);
        app.state.clock.set(start + DAYS_14 - 1);
        app.client().post(PATH, json!({ "token": token })).await.data();
    }

    async fn only_that_link_confirms(app) {
        let data = app.client().post("/api/user/signup", young_body("young@athletes.example")).await.data();
        app.client().post("/api/user/forgot", json!({ "email": "young@athletes.example" })).await.data();
        let reset = mailed_token(&app, "password-link").await;
        let cases: [Case; 6] = [
            ("token", None, 400, "FIELD_MISSING", "token"),
            ("token", Some(Value::Null), 400, "FIELD_INVALID", "token"),
            ("token", Some(json!(7)), 400, "FIELD_INVALID", "token"),
            ("token", Some(json!("")), 422, "TOKEN_INVALID", "token"),
            ("token", Some(data["token"].clone()), 422, "TOKEN_INVALID", "token"),
            ("token", Some(json!(reset)), 422, "TOKEN_INVALID", "token"),
        ];
        refuses(&app.client(), &Method::POST, PATH, &json!({ "token": "f".repeat(64) }), &cases).await;
        assert_eq!(app.scalar(CONFIRMED).await, 0);
    }
}
