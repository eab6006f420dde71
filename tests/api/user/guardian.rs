//! `POST /api/user/guardian`.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_tests::people::PASSWORD;
use sixfold_tests::{TestApp, both};

use super::forgot::mailed_token;
use super::signup::young_body;
use crate::cases::{Case, changed, refuses};
use crate::event::stage::week;

const PATH: &str = "/api/user/guardian";
const CONFIRMED: &str = "SELECT COUNT(*) FROM eligibility WHERE guardian_confirmed_at IS NOT NULL";
const DAYS_14: i64 = 14 * 24 * 60 * 60_000;

async fn login(app: &TestApp) -> String {
    let body = json!({ "emailAddress": "young@athletes.example", "password": PASSWORD });
    app.client().post("/api/user/login", body).await.data()["token"].as_str().unwrap().to_owned()
}

both! {
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
        let data = app.client().post("/api/user/signup", young_body("young@athletes.example")).await.data();
        let client = app.client().bearer(data["token"].as_str().unwrap());
        let born = app.texts("SELECT date_of_birth FROM account").await;
        let grown = json!({ "firstName": "Kit", "lastName": "Young", "dateOfBirth": "1990-01-01" });
        client.put("/api/user/profile", grown.clone()).await.refused_field(422, "GUARDIAN_REQUIRED", "dateOfBirth");
        client.post("/api/user/register", grown).await.refused_field(422, "GUARDIAN_REQUIRED", "dateOfBirth");
        assert_eq!(app.texts("SELECT date_of_birth FROM account").await, born);
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
