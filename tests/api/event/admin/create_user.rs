//! `POST /api/event/admin/user/create`.

use serde_json::{Value, json};
use sixfold_tests::both;
use sixfold_tests::people::PASSWORD;

use crate::cases::changed;

const PATH: &str = "/api/event/admin/user/create";

fn good(email: &str) -> Value {
    json!({ "emailAddress": email, "firstName": "Ada", "lastName": "Stone", "dateOfBirth": "2000-05-17",
        "gender": "female", "phoneNumber": "+447700900123" })
}

both! {
    async fn somebody_is_added_gets_a_mail_and_sets_a_password(app) {
        let staff = app.person(3).await;
        let answers = json!({ "ageRange": true, "consent": true, "healthConsent": true, "PARQ": [false, false, false, false, false, false, false] });
        let body = changed(&good("ada@new.example"), "eligibility", Some(&answers));
        let uaid = staff.client().post(PATH, body.clone()).await.data()["uaid"].as_str().unwrap().to_owned();
        let profile = staff.client().get(&format!("/api/event/admin/profile?uaid={uaid}")).await.data();
        assert_eq!((&profile["firstName"], &profile["dateOfBirth"], &profile["role"]), (&json!("Ada"), &json!("2000-05-17"), &json!(1)));
        assert_eq!((&profile["screening"]["state"], &profile["screening"]["expiresAt"]), (&json!("cleared"), &json!("2027-03-02")));
        let text = app.letters("account-invitation").await.remove(0);
        assert!(!profile["emailConfirmed"].as_bool().unwrap());
        // Asking for a new password in between does not invalidate the invitation.
        app.client().post("/api/user/forgot", json!({ "email": "ada@new.example" })).await.data();
        let token = text.split("token=").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
        // A day later: nobody asked for this link, so it lasts longer than one that was asked for.
        app.pass_minutes(24 * 60);
        app.client().post("/api/user/forgot", json!({ "token": token, "password": PASSWORD })).await.data();
        let login = app.client().post("/api/user/login", json!({ "emailAddress": "ADA@new.example", "password": PASSWORD })).await.data();
        assert_eq!((&login["uaid"], &login["isRedirect"]), (&json!(uaid), &json!(false)));
        let own = app.client().bearer(login["token"].as_str().unwrap()).get("/api/user/profile").await.data();
        assert_eq!(own["emailConfirmed"], true, "the link came by mail");
        let again = app.client().bearer(&app.session_of(&staff).await);
        again.post(PATH, body).await.refused_field(409, "EMAIL_TAKEN", "emailAddress");
        let line = app.texts("SELECT detail FROM audit_log WHERE action = 'account.created-by-staff'").await;
        assert_eq!(serde_json::from_str::<Value>(line[0].as_ref().unwrap()).unwrap(), json!({ "role": 1, "screened": true }));
    }

    async fn without_answers_they_are_asked_when_they_sign_in(app) {
        let staff = app.person(3).await;
        let athlete = staff.client().post(PATH, good("bo@new.example")).await.data();
        let coach = staff.client().post(PATH, changed(&good("coach@new.example"), "role", Some(&json!(4)))).await.data();
        let unfinished = |uaid: &Value| format!(
            "SELECT COUNT(*) FROM account WHERE uaid = '{}' AND registered_at IS NULL", uaid.as_str().unwrap());
        assert_eq!(app.scalar(unfinished(&athlete["uaid"])).await, 1);
        assert_eq!(app.scalar(unfinished(&coach["uaid"])).await, 0);
        assert_eq!(app.count("eligibility").await, 1, "the caller's alone");
    }

    async fn the_rules_of_a_sign_up_hold(app) {
        let staff = app.person(3).await;
        let young = json!({ "ageRange": true, "consent": true, "healthConsent": true, "PARQ": [false, false, false, false, false, false, true] });
        for (field, value, status, code) in [
            ("emailAddress", json!("nobody"), 422, "EMAIL_INVALID"),
            ("emailAddress", json!(""), 400, "REQUIRED"),
            ("firstName", json!(" "), 400, "REQUIRED"),
            ("lastName", json!("=cmd|' /C calc'!A0"), 422, "NAME_INVALID"),
            ("dateOfBirth", json!("2012-01-01"), 422, "AGE_OUT_OF_RANGE"),
            ("dateOfBirth", json!(""), 400, "REQUIRED"),
            ("gender", json!("x"), 422, "GENDER_INVALID"),
            ("phoneNumber", json!("12"), 422, "PHONE_INVALID"),
            ("role", json!(9), 400, "FIELD_INVALID"),
        ] {
            let body = changed(&good("ada@new.example"), field, Some(&value));
            staff.client().post(PATH, body).await.refused_field(status, code, field);
        }
        let body = changed(&good("ada@new.example"), "dateOfBirth", Some(&json!("2009-06-01")));
        let body = changed(&body, "eligibility", Some(&young));
        staff.client().post(PATH, body.clone()).await.refused_field(422, "GUARDIAN_EMAIL_REQUIRED", "eligibility.guardianEmail");
        let body = changed(&body, "eligibility.guardianEmail", Some(&json!("kim@home.example")));
        staff.client().post(PATH, body).await.data();
        assert_eq!(app.scalar("SELECT COUNT(*) FROM mail_outbox WHERE to_address = 'kim@home.example'").await, 1);
    }
}
