//! `POST /api/user/register` and `PUT /api/user/accountmanagement`.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_tests::both;
use sixfold_tests::people::{PASSWORD, signup_body};

use super::profile::{full, profile_cases};
use super::signup::young_body;
use crate::cases::{Case, changed, refuses};

const REGISTER: &str = "/api/user/register";
const MANAGE: &str = "/api/user/accountmanagement";

fn doors() -> [(Method, &'static str); 2] {
    [(Method::POST, REGISTER), (Method::PUT, MANAGE)]
}

both! {
    async fn the_profile_is_filled_in(app) {
        for (method, path) in doors() {
            let person = app.sign_up(&format!("{}@athletes.example", method.as_str().to_lowercase())).await;
            let data = person.client().json(method, path, &full(), &[]).await.data();
            assert_eq!(data, json!({ "uaid": person.uaid, "token": person.token }));
            let profile = person.client().get("/api/user/profile").await.data();
            for (name, value) in full().as_object().unwrap() {
                assert_eq!(&profile[name], value, "{name}");
            }
        }
        assert_eq!(app.scalar("SELECT COUNT(*) FROM account WHERE registered_at IS NULL").await, 0);
    }

    async fn names_alone_are_enough_and_the_rest_has_its_defaults(app) {
        let person = app.sign_up("robin@athletes.example").await;
        person.client().post(REGISTER, json!({ "firstName": " Robin ", "lastName": "O’Field" })).await.data();
        let profile = person.client().get("/api/user/profile").await.data();
        assert_eq!(profile["firstName"], "Robin");
        assert_eq!(profile["lastName"], "O'Field");
        assert_eq!(profile["tShirtSize"], "M");
        for name in ["emergencyName", "emergencyNumber", "medicalIssues"] {
            assert_eq!(profile[name], "N/A", "{name}");
        }
    }

    async fn the_token_may_stand_in_the_body(app) {
        let person = app.sign_up("robin@athletes.example").await;
        let body = json!({ "token": person.token, "firstName": "Robin", "lastName": "Field" });
        assert_eq!(app.client().post(REGISTER, body).await.data()["uaid"], person.uaid);
    }

    async fn both_names_have_to_be_there(app) {
        let person = app.sign_up("robin@athletes.example").await;
        let cases: [Case; 6] = [
            ("firstName", None, 400, "REQUIRED", "firstName"),
            ("firstName", Some(Value::Null), 400, "REQUIRED", "firstName"),
            ("firstName", Some(json!("  ")), 400, "REQUIRED", "firstName"),
            ("lastName", None, 400, "REQUIRED", "lastName"),
            ("lastName", Some(json!("")), 400, "REQUIRED", "lastName"),
            ("dateOfBirth", Some(json!("1926-03-02")), 422, "AGE_OUT_OF_RANGE", "dateOfBirth"),
        ];
        for (method, path) in doors() {
            refuses(&person.client(), &method, path, &full(), &cases).await;
            refuses(&person.client(), &method, path, &full(), &profile_cases()).await;
        }
        assert_eq!(app.scalar("SELECT COUNT(*) FROM account WHERE registered_at IS NOT NULL").await, 0);
        let profile = person.client().get("/api/user/profile").await.data();
        assert_eq!((&profile["firstName"], &profile["postcode"]), (&json!(""), &json!("")));
    }

    async fn screening_that_is_brought_along_is_checked_and_kept(app) {
        let person = app.staff(2).await;
        app.execute("DELETE FROM eligibility").await;
        let screening = signup_body("x@y.example")["eligibility"].clone();
        let good = changed(&full(), "eligibility", Some(&screening));
        let cases: [Case; 5] = [
            ("eligibility", Some(json!("yes")), 400, "FIELD_INVALID", "eligibility"),
            ("eligibility.consent", None, 400, "FIELD_MISSING", "eligibility.consent"),
            ("eligibility.consent", Some(json!(false)), 422, "CONSENT_REQUIRED", "eligibility.consent"),
            ("eligibility.healthConsent", Some(json!(false)), 422, "HEALTH_CONSENT_REQUIRED", "eligibility.healthConsent"),
            ("eligibility.PARQ", Some(json!([true])), 400, "FIELD_INVALID", "eligibility.PARQ"),
        ];
        for (method, path) in doors() {
            refuses(&person.client(), &method, path, &good, &cases).await;
        }
        assert_eq!(app.count("eligibility").await, 0);
        assert_eq!(person.client().get("/api/user/profile").await.data()["postcode"], "", "refused as a whole");
        person.client().put(MANAGE, good).await.data();
        assert_eq!(app.count("eligibility").await, 1);
    }

    async fn an_athlete_from_elsewhere_brings_the_screening_along(app) {
        let person = app.sign_up("robin@athletes.example").await;
        app.execute("DELETE FROM eligibility").await;
        for (method, path) in doors() {
            person.client().json(method, path, &full(), &[]).await.refused_field(422, "SCREENING_REQUIRED", "eligibility");
        }
        assert_eq!(app.scalar("SELECT COUNT(*) FROM account WHERE registered_at IS NOT NULL").await, 0);
        let screening = signup_body("x@y.example")["eligibility"].clone();
        let good = changed(&full(), "eligibility", Some(&screening));
        person.client().put(MANAGE, good).await.data();
        let login = json!({ "emailAddress": "robin@athletes.example", "password": PASSWORD });
        let data = app.client().post("/api/user/login", login).await.data();
        assert_eq!((&data["isRedirect"], &data["userProfileRegistration"], &data["temp"]), (&json!(false), &json!(false), &Value::Null));
        person.client().put(MANAGE, full()).await.data();
    }

    async fn somebody_young_from_elsewhere_names_a_guardian(app) {
        let person = app.sign_up("robin@athletes.example").await;
        app.execute("DELETE FROM eligibility").await;
        app.execute("UPDATE account SET date_of_birth = NULL").await;
        let screening = signup_body("x@y.example")["eligibility"].clone();
        let mut body = json!({ "firstName": "Robin", "lastName": "Field", "eligibility": screening });
        person.client().put(MANAGE, body.clone()).await.refused_field(422, "DATE_OF_BIRTH_REQUIRED", "dateOfBirth");
        body["dateOfBirth"] = json!("2009-09-09");
        person.client().put(MANAGE, body.clone()).await
            .refused_field(422, "GUARDIAN_EMAIL_REQUIRED", "eligibility.guardianEmail");
        body["eligibility"]["guardianEmail"] = json!("parent@families.example");
        person.client().put(MANAGE, body).await.data();
        let to = app.texts("SELECT to_address FROM mail_outbox WHERE kind = 'guardian-request'").await;
        assert_eq!(to, [Some("parent@families.example".to_owned())]);
    }

    async fn a_guardian_reads_the_name_that_comes_with_the_screening(app) {
        let mut body = young_body("young@athletes.example");
        let data = app.client().post("/api/user/signup", body.clone()).await.data();
        let young = app.client().bearer(data["token"].as_str().unwrap());
        body["eligibility"]["guardianEmail"] = json!("other@families.example");
        let named = json!({ "firstName": "Kit", "lastName": "Young", "eligibility": body["eligibility"] });
        young.put(MANAGE, named).await.data();
        let letter = app.letters_to("guardian-request", "other@families.example").await.pop().expect("a letter");
        assert!(letter.contains("Kit Young") && !letter.contains("young@athletes.example"), "{letter}");
    }

    async fn nobody_registers_without_a_session_or_for_somebody_else(app) {
        let (one, two) = (app.athlete().await, app.athlete().await);
        for (method, path) in doors() {
            app.client().json(method.clone(), path, &full(), &[]).await.refused(401, "UNAUTHORISED");
            let theirs = changed(&full(), "uaid", Some(&json!(two.uaid)));
            one.client().json(method.clone(), path, &theirs, &[]).await.refused(403, "FORBIDDEN");
            let own = changed(&full(), "uaid", Some(&json!(one.uaid)));
            one.client().json(method, path, &own, &[]).await.data();
        }
        let profile = two.client().get("/api/user/profile").await.data();
        assert_eq!(profile["postcode"], "");
    }
}
