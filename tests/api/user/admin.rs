//! `PUT /api/user/profile/admin`.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_tests::{Person, TestApp, both};

use super::profile::{full, profile_cases};
use super::signup::young_body;
use crate::cases::{changed, refuses, refuses_other_bodies};

const PATH: &str = "/api/user/profile/admin";

fn of(person: &Person, fields: &Value) -> Value {
    changed(fields, "uaid", Some(&json!(person.uaid)))
}

async fn lines(app: &TestApp, action: &str) -> i64 {
    app.scalar(format!("SELECT COUNT(*) FROM audit_log WHERE action = '{action}'")).await
}

both! {
    async fn role_3_puts_a_profile_right_and_it_is_written_down(app) {
        let (staff, person) = (app.person(3).await, app.athlete().await);
        let answer = staff.client().put(PATH, of(&person, &full())).await;
        assert_eq!(answer.header("cache-control"), "no-store");
        let answer = answer.data();
        for (name, value) in full().as_object().unwrap() {
            assert_eq!(&answer[name], value, "{name}");
        }
        assert_eq!((&answer["uaid"], &answer["role"]), (&json!(person.uaid), &json!(1)));
        assert_eq!(answer.get("token"), None, "a token is its owner's");
        let own = person.client().get("/api/user/profile").await.data();
        for (name, value) in answer.as_object().unwrap() {
            assert_eq!(&own[name], value, "{name}");
        }
        assert_eq!(staff.client().get("/api/user/profile").await.data()["postcode"], "", "not the caller's own");
        assert_eq!(app.count("mail_outbox").await, 0);
        let details = app.texts("SELECT detail FROM audit_log WHERE action = 'profile.changed-by-staff'").await;
        let detail = details[0].clone().unwrap();
        assert!(detail.contains("dateOfBirth") && detail.contains("medicalIssues"), "{detail}");
        for told in ["Asthma", "1999", "+44", "Zo", "SW11"] {
            assert!(!detail.contains(told), "{detail}");
        }
        assert_eq!(lines(&app, "health.read").await, 1);
        let subject = app.texts("SELECT subject_uaid FROM audit_log WHERE action = 'health.read'").await;
        assert_eq!(subject, [Some(person.uaid.clone())]);
    }

    async fn the_rules_of_ones_own_profile_hold(app) {
        let (staff, person) = (app.person(3).await, app.athlete().await);
        let before = staff.client().put(PATH, of(&person, &full())).await.data();
        refuses(&staff.client(), &Method::PUT, PATH, &of(&person, &full()), &profile_cases()).await;
        refuses_other_bodies(&staff.client(), &Method::PUT, PATH).await;
        let nothing = json!({ "firstName": "", "gender": null, "medicalIssues": "N/A", "dateOfBirth": " " });
        assert_eq!(staff.client().put(PATH, of(&person, &nothing)).await.data(), before);
        let emptied = json!({ "phoneNumber": null, "postcode": "", "socialMediaHandles": null });
        let after = staff.client().put(PATH, of(&person, &emptied)).await.data();
        assert_eq!((&after["phoneNumber"], &after["postcode"]), (&json!(""), &json!("")));
    }

    async fn role_and_what_else_is_not_of_a_profile_stay(app) {
        let (staff, person) = (app.person(3).await, app.athlete().await);
        let before = person.client().get("/api/user/profile").await.data();
        let body = json!({
            "uaid": person.uaid, "role": 3, "userRole": "coach admin",
            "region": "FR", "teamBookingId": "x", "events": [], "token": staff.token
        });
        staff.client().put(PATH, body).await.data();
        assert_eq!(person.client().get("/api/user/profile").await.data(), before);
    }

    async fn who_is_named_and_who_is_unknown(app) {
        let staff = app.person(3).await;
        for (uaid, status, code) in [
            (Value::Null, 400, "FIELD_MISSING"),
            (json!(""), 400, "FIELD_MISSING"),
            (json!(0), 400, "FIELD_MISSING"),
            (json!("abc"), 400, "FIELD_INVALID"),
            (json!([1]), 400, "FIELD_INVALID"),
            (json!("1"), 404, "NOT_FOUND"),
        ] {
            let body = changed(&full(), "uaid", Some(&uaid));
            staff.client().put(PATH, body).await.refused_field(status, code, "uaid");
        }
        staff.client().put(PATH, full()).await.refused_field(400, "FIELD_MISSING", "uaid");
        assert_eq!(app.count("audit_log").await, 0);
    }

    async fn only_role_3_may(app) {
        let person = app.athlete().await;
        app.client().put(PATH, of(&person, &full())).await.refused(401, "UNAUTHORISED");
        for role in [1, 2, 4] {
            let other = app.person(role).await;
            other.client().put(PATH, of(&person, &full())).await.refused(403, "FORBIDDEN");
            other.client().put(PATH, of(&other, &full())).await.refused(403, "FORBIDDEN");
            other.client().put(PATH, json!([])).await.refused(403, "FORBIDDEN");
        }
        person.client().put(PATH, of(&person, &full())).await.refused(403, "FORBIDDEN");
        assert_eq!(person.client().get("/api/user/profile").await.data()["postcode"], "");
        assert_eq!(lines(&app, "access.refused").await, 4, "one a minute for each of them");
    }

    async fn a_date_of_birth_is_put_right_beyond_what_its_owner_may(app) {
        let staff = app.person(3).await;
        let data = app.client().post("/api/user/signup", young_body("young@athletes.example")).await.data();
        let young = app.client().bearer(data["token"].as_str().unwrap());
        let adult = json!({ "dateOfBirth": "2000-05-17" });
        young.put("/api/user/profile", adult.clone()).await.refused_field(422, "GUARDIAN_REQUIRED", "dateOfBirth");
        let body = changed(&adult, "uaid", Some(&data["uaid"]));
        assert_eq!(staff.client().put(PATH, body).await.data()["dateOfBirth"], "2000-05-17");
        assert_eq!(lines(&app, "profile.changed-by-staff").await, 1);
    }

    async fn staff_change_their_own_address_with_their_password_alone(app) {
        let staff = app.person(3).await;
        let address = |email: &str| json!({ "uaid": staff.uaid, "emailAddress": email });
        let thief = address("thief@athletes.example");
        staff.client().put(PATH, thief.clone()).await.refused_field(422, "EMAIL_NEEDS_PASSWORD", "emailAddress");
        let update = staff.client().post("/api/event/admin/user/update", thief).await;
        update.refused_field(422, "EMAIL_NEEDS_PASSWORD", "emailAddress");
        assert_eq!(app.count("email_confirmation").await, 0);
        staff.client().put(PATH, address(&staff.email)).await.data();
    }

    async fn staff_who_wait_for_a_guardian_do_not_come_of_age_here(app) {
        let data = app.client().post("/api/user/signup", young_body("young@athletes.example")).await.data();
        app.execute("UPDATE account SET role = 3").await;
        let young = app.client().bearer(data["token"].as_str().unwrap());
        let body = json!({ "uaid": data["uaid"], "dateOfBirth": "2000-05-17" });
        young.put(PATH, body).await.refused_field(422, "GUARDIAN_REQUIRED", "dateOfBirth");
    }

    async fn no_health_data_of_somebody_who_does_not_let_us_hold_any(app) {
        let (staff, person) = (app.person(3).await, app.athlete().await);
        app.execute(format!("DELETE FROM eligibility WHERE uaid = '{}'", person.uaid)).await;
        for name in ["medicalIssues", "emergencyName", "emergencyNumber"] {
            let value = full()[name].clone();
            let body = json!({ "uaid": person.uaid, "sportPlayed": "Judo", name: value });
            staff.client().put(PATH, body.clone()).await.refused(422, "HEALTH_CONSENT_REQUIRED");
            person.client().put("/api/user/profile", body).await.refused(422, "HEALTH_CONSENT_REQUIRED");
        }
        assert_eq!(person.client().get("/api/user/profile").await.data()["sportPlayed"], "");
        staff.client().put(PATH, json!({ "uaid": person.uaid, "sportPlayed": "Judo" })).await.data();
    }

    async fn a_repeated_key_gets_its_first_answer_and_the_reading_is_written_down_again(app) {
        let (staff, person) = (app.person(3).await, app.athlete().await);
        let first = staff.client().keyed(Method::PUT, PATH, "k", of(&person, &full())).await;
        first.data();
        person.client().put("/api/user/profile", json!({ "sportPlayed": "Judo" })).await.data();
        let again = staff.client().keyed(Method::PUT, PATH, "k", of(&person, &full())).await;
        assert_eq!(again.value(), first.value());
        assert_eq!(person.client().get("/api/user/profile").await.data()["sportPlayed"], "Judo");
        assert_eq!((lines(&app, "profile.changed-by-staff").await, lines(&app, "health.read").await), (1, 2));
    }
}
