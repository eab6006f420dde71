//! `POST /api/user/signup` and the guardian's confirmation.

use serde_json::{Value, json};
use sixfold_tests::people::signup_body;
use sixfold_tests::{TestApp, both};

use super::forgot::mailed_token;

const SIGNUP: &str = "/api/user/signup";

fn with(path: &str, value: Value) -> Value {
    let mut body = signup_body("ada@athletes.example");
    *body.pointer_mut(path).unwrap() = value;
    body
}

fn without(path: &str, name: &str) -> Value {
    let mut body = signup_body("ada@athletes.example");
    body.pointer_mut(path).unwrap().as_object_mut().unwrap().remove(name);
    body
}

/// The sign-up of somebody under 18 with a guardian.
pub(super) fn young_body(email: &str) -> Value {
    let mut body = signup_body(email);
    body["dateOfBirth"] = json!("2009-09-09");
    body["eligibility"]["guardianEmail"] = json!("parent@families.example");
    body
}

async fn nothing_happened(app: &TestApp) {
    assert_eq!(app.count("account").await, 0);
    assert_eq!(app.count("session").await, 0);
    assert_eq!(app.count("mail_outbox").await, 0);
}

both! {
    async fn a_stranger_opens_an_account_and_is_signed_in(app) {
        let data = app.client().post(SIGNUP, signup_body(" Ada@Athletes.Example ")).await.data();
        let uaid = data["uaid"].as_str().unwrap();
        assert!((1..=20).contains(&uaid.len()) && uaid.bytes().all(|byte| byte.is_ascii_digit()));
        assert_eq!(data["role"], 1);
        assert_eq!(data["stamp"], json!(app.state.clock.now_ms()));
        assert_eq!(data["isRedirect"], true);
        assert_eq!(data["userProfileRegistration"], false);
        assert_eq!(data["temp"]["emailAddress"], "ada@athletes.example");
        let profile = app.client().bearer(data["token"].as_str().unwrap()).get("/api/user/profile").await.data();
        assert_eq!(profile["emailAddress"], "ada@athletes.example");
        assert_eq!(profile["dateOfBirth"], "2000-05-17");
        let hash = app.texts("SELECT password_hash FROM account").await;
        assert!(hash[0].as_ref().unwrap().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        let parq = app.texts("SELECT parq_sealed FROM eligibility").await;
        assert!(parq[0].as_ref().unwrap().starts_with("v2.") && !parq[0].as_ref().unwrap().contains("false"));
    }

    async fn a_password_made_of_the_own_address_or_the_site_is_refused(app) {
        for password in ["ada@athletes.example", "Athletes.Example.1", "sixfold-2026!", "london2012!!", "Football2026!"] {
            let body = with("/password", json!(password));
            app.client().post(SIGNUP, body).await.refused_field(422, "PASSWORD_GUESSABLE", "password");
        }
        nothing_happened(&app).await;
    }

    async fn an_address_has_one_account(app) {
        app.sign_up("ada@athletes.example").await;
        let again = app.client().post(SIGNUP, signup_body("ADA@athletes.example")).await;
        again.refused_field(409, "EMAIL_TAKEN", "emailAddress");
        assert_eq!(app.count("account").await, 1);
        assert_eq!(app.count("session").await, 1);
    }

    async fn ten_at_once_with_one_address_make_one_account(app) {
        let client = app.client();
        let tries = futures::future::join_all((0..10).map(|_| client.post(SIGNUP, signup_body("ada@athletes.example")))).await;
        let fine = tries.iter().filter(|reply| reply.status == 200).count();
        assert_eq!(fine, 1);
        assert!(tries.iter().all(|reply| reply.status == 200 || reply.status == 409));
        assert_eq!(app.count("account").await, 1);
    }

    async fn each_missing_field_is_400_and_named(app) {
        for (path, name, field) in [
            ("", "emailAddress", "emailAddress"),
            ("", "password", "password"),
            ("", "dateOfBirth", "dateOfBirth"),
            ("", "eligibility", "eligibility"),
            ("/eligibility", "ageRange", "eligibility.ageRange"),
            ("/eligibility", "consent", "eligibility.consent"),
            ("/eligibility", "healthConsent", "eligibility.healthConsent"),
            ("/eligibility", "PARQ", "eligibility.PARQ"),
        ] {
            app.client().post(SIGNUP, without(path, name)).await.refused_field(400, "FIELD_MISSING", field);
        }
        nothing_happened(&app).await;
    }

    async fn each_wrong_type_is_400_and_named(app) {
        for (path, value, field) in [
            ("/emailAddress", json!(5), "emailAddress"),
            ("/password", json!(["x"]), "password"),
            ("/dateOfBirth", json!(20_000_517), "dateOfBirth"),
            ("/eligibility", json!("yes"), "eligibility"),
            ("/eligibility/consent", json!("yes"), "eligibility.consent"),
            ("/eligibility/ageRange", Value::Null, "eligibility.ageRange"),
        ] {
            app.client().post(SIGNUP, with(path, value)).await.refused_field(400, "FIELD_INVALID", field);
        }
        for parq in [json!([]), json!([true]), json!([0, 0, 0, 0, 0, 0, 0]), json!(vec![false; 8]), json!("none")] {
            let refused = app.client().post(SIGNUP, with("/eligibility/PARQ", parq)).await;
            let error = refused.refused(400, "FIELD_INVALID");
            assert!(error["field"].as_str().unwrap().starts_with("eligibility.PARQ"), "{error}");
        }
        nothing_happened(&app).await;
    }

    async fn each_rule_that_says_no_is_422_and_named(app) {
        for (path, value, code, field) in [
            ("/emailAddress", json!("nobody"), "EMAIL_INVALID", "emailAddress"),
            ("/emailAddress", json!(""), "EMAIL_INVALID", "emailAddress"),
            ("/emailAddress", json!(format!("{}@x.example", "a".repeat(300))), "EMAIL_INVALID", "emailAddress"),
            ("/password", json!("short"), "PASSWORD_TOO_SHORT", "password"),
            ("/password", json!("x1".repeat(65)), "PASSWORD_TOO_LONG", "password"),
            ("/password", json!("password1234"), "PASSWORD_COMMON", "password"),
            ("/dateOfBirth", json!("2000-02-30"), "DATE_OF_BIRTH_INVALID", "dateOfBirth"),
            ("/dateOfBirth", json!("17/05/2000"), "DATE_OF_BIRTH_INVALID", "dateOfBirth"),
            ("/dateOfBirth", json!("2030-01-01"), "DATE_OF_BIRTH_INVALID", "dateOfBirth"),
            ("/dateOfBirth", json!("2010-03-03"), "AGE_OUT_OF_RANGE", "dateOfBirth"),
            ("/dateOfBirth", json!("1926-03-02"), "AGE_OUT_OF_RANGE", "dateOfBirth"),
            ("/eligibility/ageRange", json!(false), "AGE_OUT_OF_RANGE", "dateOfBirth"),
            ("/eligibility/consent", json!(false), "CONSENT_REQUIRED", "eligibility.consent"),
            ("/eligibility/healthConsent", json!(false), "HEALTH_CONSENT_REQUIRED", "eligibility.healthConsent"),
        ] {
            app.client().post(SIGNUP, with(path, value)).await.refused_field(422, code, field);
        }
        nothing_happened(&app).await;
    }

    async fn a_yes_in_the_screening_still_opens_an_account(app) {
        let parq = json!([false, false, true, false, false, false, false]);
        app.client().post(SIGNUP, with("/eligibility/PARQ", parq)).await.data();
        assert_eq!(app.scalar("SELECT COUNT(*) FROM eligibility WHERE NOT parq_cleared").await, 1);
    }

    async fn somebody_under_age_names_a_guardian_who_confirms_by_mail_once(app) {
        let mut body = with("/dateOfBirth", json!("2009-09-09"));
        app.client().post(SIGNUP, body.clone()).await.refused_field(422, "GUARDIAN_EMAIL_REQUIRED", "eligibility.guardianEmail");
        for (guardian, code) in [("nobody", "GUARDIAN_EMAIL_INVALID"), ("ADA@athletes.example", "GUARDIAN_EMAIL_OWN")] {
            body["eligibility"]["guardianEmail"] = json!(guardian);
            app.client().post(SIGNUP, body.clone()).await.refused_field(422, code, "eligibility.guardianEmail");
        }
        nothing_happened(&app).await;
        body["eligibility"]["guardianEmail"] = json!("parent@family.example");
        app.client().post(SIGNUP, body).await.data();
        let to = app.texts("SELECT to_address FROM mail_outbox WHERE kind = 'guardian-request'").await;
        assert_eq!(to, [Some("parent@family.example".to_owned())]);
        let token = mailed_token(&app, "guardian-request").await;
        let confirmed = "SELECT COUNT(*) FROM eligibility WHERE guardian_confirmed_at IS NOT NULL";
        app.client().post("/api/user/guardian", json!({ "token": "0".repeat(64) })).await.refused(422, "TOKEN_INVALID");
        app.client().post("/api/user/guardian", json!({})).await.refused_field(400, "FIELD_MISSING", "token");
        assert_eq!(app.scalar(confirmed).await, 0);
        app.client().post("/api/user/guardian", json!({ "token": token })).await.data();
        assert_eq!(app.scalar(confirmed).await, 1);
        app.client().post("/api/user/guardian", json!({ "token": token })).await.refused(422, "TOKEN_INVALID");
    }

    async fn a_guardians_link_ends_after_14_days(app) {
        let mut body = with("/dateOfBirth", json!("2009-09-09"));
        body["eligibility"]["guardianEmail"] = json!("parent@family.example");
        app.client().post(SIGNUP, body).await.data();
        let token = mailed_token(&app, "guardian-request").await;
        app.pass_minutes(14 * 24 * 60);
        app.client().post("/api/user/guardian", json!({ "token": token })).await.refused(422, "TOKEN_INVALID");
    }

    async fn a_role_or_number_in_the_body_means_nothing(app) {
        let mut body = signup_body("ada@athletes.example");
        body["role"] = json!(3);
        body["uaid"] = json!("1");
        let data = app.client().post(SIGNUP, body).await.data();
        assert_eq!(data["role"], 1);
        assert_ne!(data["uaid"], "1");
    }
}
