//! `GET` and `POST /api/user/consent`.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_server::content::seed::CONSENT_VERSION;
use sixfold_tests::people::signup_body;
use sixfold_tests::{Person, TestApp, both};

use super::canaries::{Canary, HEALTH, plant};
use super::dump::dump;
use crate::cases::{Case, refuses};
use crate::event::stage::{
    BOOKING, DAY, LATER, NEXT_DAY, TIME, book, booked, cancel, one_booked, shift, status, week,
};

const PATH: &str = "/api/user/consent";
const CONSENT_TEXT: &str = "/api/content/sixfold-en-gb/authoring/v1/content/consent-text";

/// The number of all encrypted health values.
async fn encrypted(app: &TestApp) -> i64 {
    let mut count = 0;
    for (table, columns) in [
        ("account", "emergency_name_sealed, emergency_number_sealed, medical_issues_sealed"),
        ("eligibility", "parq_sealed, clearance_basis_sealed"),
        ("booking", "assistance_type_sealed"),
    ] {
        for column in columns.split(", ") {
            count += app.scalar(format!("SELECT COUNT({column}) FROM {table}")).await;
        }
    }
    count
}

async fn say(person: &Person, consent: bool) -> Value {
    person.client().post(PATH, json!({ "healthConsent": consent })).await.data()
}

/// Publishes the text of the consents with another version, as programme delivery does.
async fn publish_text(app: &TestApp, version: &str) {
    let client = app.person(3).await.client();
    let mut item = client.get(CONSENT_TEXT).await.data()["item"].clone();
    item["elements"]["version"]["value"] = json!(version);
    item["status"] = json!("ready");
    client.put(CONSENT_TEXT, item).await.data();
}

fn screening() -> Value {
    json!({
        "firstName": "Robin", "lastName": "Field",
        "eligibility": {
            "ageRange": true, "consent": true, "healthConsent": true,
            "PARQ": [false, false, false, false, false, false, false]
        }
    })
}

both! {
    // RULES 6.2
    async fn no_contact_is_stored_with_a_booking_once_the_consent_is_withdrawn(app) {
        let (athlete, id) = one_booked(&app, 6).await;
        say(&athlete, false).await;
        for field in ["emergencyName", "emergencyNumber"] {
            let mut body = json!({ "eventBookingId": id });
            body[field] = json!(if field == "emergencyName" { "Sam Field" } else { "+447700900123" });
            athlete.client().post(BOOKING, body).await.refused(422, "HEALTH_CONSENT_REQUIRED");
        }
        assert_eq!(encrypted(&app).await, 0);
        athlete.client().post(BOOKING, json!({ "eventBookingId": id, "tShirtSize": "L" })).await.data();
    }

    async fn the_consent_is_told_with_its_version_and_time(app) {
        let athlete = app.athlete().await;
        let told = athlete.client().get(PATH).await.data();
        assert_eq!(told, json!({
            "healthConsent": true, "version": CONSENT_VERSION, "at": app.state.clock.now_ms(),
            "currentVersion": CONSENT_VERSION
        }));
        app.client().get(PATH).await.refused(401, "UNAUTHORISED");
    }

    // RULES 6.2
    async fn withdrawing_erases_everything_at_once(app) {
        let Canary { uaid, client } = plant(&app).await;
        let other = app.athlete().await;
        other.client().put("/api/user/profile", json!({ "medicalIssues": "Somebody else's" })).await.data();
        let others = 2;
        assert_eq!(encrypted(&app).await, 6 + others);
        let now = app.state.clock.now_ms();
        let told = client.post(PATH, json!({ "healthConsent": false })).await.data();
        assert_eq!(told, json!({
            "healthConsent": false, "version": CONSENT_VERSION, "at": now, "currentVersion": CONSENT_VERSION,
            "withdrawn": true
        }));
        assert_eq!(encrypted(&app).await, others);
        let profile = client.get("/api/user/profile").await;
        assert_eq!(profile.data()["medicalIssues"], "N/A");
        for secret in HEALTH {
            assert!(!profile.text().contains(secret), "{secret}");
        }
        // A stored answer contained the profile.
        assert_eq!(app.scalar("SELECT COUNT(*) FROM idempotency_key WHERE path = '/api/user/profile'").await, 0);
        let entries = format!(
            "SELECT detail FROM audit_log WHERE action = 'health.consent-withdrawn' AND actor_uaid = '{uaid}' \
             AND subject_uaid = '{uaid}'"
        );
        assert_eq!(app.texts(entries).await, [Some("{}".to_owned())]);
        assert!(dump(&app).await.contains("health.consent-withdrawn"));
    }

    async fn an_open_booking_stays_and_a_new_one_needs_consent_and_a_new_screening(app) {
        let (athlete, id) = one_booked(&app, 2).await;
        say(&athlete, false).await;
        assert_eq!(status(&app, &id).await, "booked");
        shift(&athlete, &id, DAY, LATER).await.refused_field(422, "HEALTH_CONSENT_REQUIRED", "healthConsent");
        cancel(&athlete, &id).await.data();
        book(&athlete, NEXT_DAY, TIME).await.refused_field(422, "HEALTH_CONSENT_REQUIRED", "healthConsent");
        app.pass_minutes(1);
        let told = say(&athlete, true).await;
        assert_eq!((&told["healthConsent"], &told["at"]), (&json!(true), &json!(app.state.clock.now_ms())));
        book(&athlete, NEXT_DAY, TIME).await.refused_field(422, "SCREENING_REQUIRED", "PARQ");
        athlete.client().put("/api/user/accountmanagement", screening()).await.data();
        book(&athlete, NEXT_DAY, TIME).await.data();
    }

    async fn a_clearance_does_not_outlive_the_consent(app) {
        app.set_schedule(week(2)).await;
        let athlete = app.athlete().await;
        app.execute("UPDATE eligibility SET parq_cleared = FALSE, clearance_at = 1, clearance_expires_at = 1900000000000").await;
        cancel(&athlete, &booked(&athlete, DAY, TIME).await).await.data();
        say(&athlete, false).await;
        let cleared = "SELECT COUNT(*) FROM eligibility WHERE clearance_at IS NOT NULL OR parq_cleared = TRUE";
        assert_eq!(app.scalar(cleared).await, 0);
    }

    async fn a_text_that_has_changed_is_asked_again(app) {
        app.set_schedule(week(2)).await;
        let athlete = app.athlete().await;
        app.execute("UPDATE eligibility SET health_consent_version = 'an older one'").await;
        let told = athlete.client().get(PATH).await.data();
        assert_eq!((&told["healthConsent"], &told["version"]), (&json!(false), &json!("an older one")));
        book(&athlete, DAY, TIME).await.refused_field(422, "HEALTH_CONSENT_REQUIRED", "healthConsent");
        app.pass_minutes(1);
        let told = say(&athlete, true).await;
        assert_eq!((&told["version"], &told["at"]), (&json!(CONSENT_VERSION), &json!(app.state.clock.now_ms())));
        // Nothing was erased, so the screening is still valid.
        book(&athlete, DAY, TIME).await.data();
    }

    // RULES 6.2
    async fn a_text_that_is_published_with_another_version_is_agreed_to_again(app) {
        app.set_schedule(week(2)).await;
        let athlete = app.athlete().await;
        publish_text(&app, "2026-2").await;
        let told = athlete.client().get(PATH).await.data();
        assert_eq!((&told["healthConsent"], &told["version"]), (&json!(false), &json!(CONSENT_VERSION)));
        assert_eq!(told["currentVersion"], "2026-2");
        let profile = athlete.client().get("/api/user/profile").await.data();
        assert_eq!(profile["bookingEligibility"]["refusals"][0]["code"], "HEALTH_CONSENT_REQUIRED");
        book(&athlete, DAY, TIME).await.refused_field(422, "HEALTH_CONSENT_REQUIRED", "healthConsent");
        // A page that was open before still shows the former text: that is what its reader agrees to.
        let earlier = json!({ "healthConsent": true, "version": CONSENT_VERSION });
        let told = athlete.client().post(PATH, earlier).await.data();
        assert_eq!((&told["healthConsent"], &told["version"]), (&json!(false), &json!(CONSENT_VERSION)));
        book(&athlete, DAY, TIME).await.refused_field(422, "HEALTH_CONSENT_REQUIRED", "healthConsent");
        let current = json!({ "healthConsent": true, "version": "2026-2" });
        let told = athlete.client().post(PATH, current).await.data();
        assert_eq!((&told["healthConsent"], &told["version"]), (&json!(true), &json!("2026-2")));
        book(&athlete, DAY, TIME).await.data();
    }

    // RULES 6.2
    async fn a_withdrawn_consent_is_one_after_the_text_has_changed_too(app) {
        let athlete = app.athlete().await;
        let withdrawn = say(&athlete, false).await;
        app.pass_minutes(1);
        publish_text(&app, "2026-2").await;
        let told = athlete.client().get(PATH).await.data();
        assert_eq!((&told["withdrawn"], &told["at"]), (&json!(true), &withdrawn["at"]));
        assert_eq!((&told["version"], &told["currentVersion"]), (&json!(CONSENT_VERSION), &json!("2026-2")));
        let told = say(&athlete, true).await;
        assert_eq!((&told["healthConsent"], told.get("withdrawn")), (&json!(true), None));
    }

    async fn a_newcomer_agrees_to_the_version_that_was_shown(app) {
        publish_text(&app, "2026-2").await;
        app.sign_up("without@athletes.example").await;
        let mut body = signup_body("earlier@athletes.example");
        body["eligibility"]["consentVersion"] = json!(CONSENT_VERSION);
        let joined = app.client().post("/api/user/signup", body).await.data();
        let versions = "SELECT e.consent_version || ' ' || e.health_consent_version FROM eligibility e \
                        JOIN account a ON a.uaid = e.uaid WHERE a.role = 1 ORDER BY a.email";
        let earlier = format!("{CONSENT_VERSION} {CONSENT_VERSION}");
        assert_eq!(app.texts(versions).await, [Some(earlier), Some("2026-2 2026-2".to_owned())]);
        // Only a booking needs consent to the new text.
        let contact = json!({ "token": joined["token"], "firstName": "Robin", "lastName": "Field", "emergencyName": "Kim Field",
            "emergencyNumber": "+447700900123" });
        app.client().post("/api/user/register", contact).await.data();
        for wrong in [String::new(), "1".repeat(101), "2026\0".to_owned()] {
            let mut body = signup_body("wrong@athletes.example");
            body["eligibility"]["consentVersion"] = json!(wrong);
            let reply = app.client().post("/api/user/signup", body).await;
            reply.refused_field(400, "FIELD_INVALID", "eligibility.consentVersion");
            let body = json!({ "healthConsent": true, "version": wrong });
            app.athlete().await.client().post(PATH, body).await.refused_field(400, "FIELD_INVALID", "version");
        }
    }

    async fn the_same_word_twice_keeps_its_time(app) {
        let athlete = app.athlete().await;
        let first = say(&athlete, true).await;
        app.pass_minutes(1);
        assert_eq!(say(&athlete, true).await, first);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'health.consent-given'").await, 0);
        let no = say(&athlete, false).await;
        app.pass_minutes(1);
        assert_eq!(say(&athlete, false).await, no);
    }

    async fn whoever_was_never_screened_is_asked_with_the_screening(app) {
        let coach = app.staff(4).await;
        app.execute("DELETE FROM eligibility").await;
        let told = coach.client().get(PATH).await.data();
        assert_eq!((&told["healthConsent"], &told["version"], &told["at"]), (&json!(false), &Value::Null, &Value::Null));
        coach.client().post(PATH, json!({ "healthConsent": true })).await.refused(422, "SCREENING_REQUIRED");
        assert_eq!(say(&coach, false).await["healthConsent"], false);
    }

    async fn bad_input_changes_nothing(app) {
        let athlete = app.athlete().await;
        let cases: [Case; 4] = [
            ("healthConsent", None, 400, "FIELD_MISSING", "healthConsent"),
            ("healthConsent", Some(Value::Null), 400, "FIELD_INVALID", "healthConsent"),
            ("healthConsent", Some(json!("false")), 400, "FIELD_INVALID", "healthConsent"),
            ("healthConsent", Some(json!(0)), 400, "FIELD_INVALID", "healthConsent"),
        ];
        refuses(&athlete.client(), &Method::POST, PATH, &json!({ "healthConsent": false }), &cases).await;
        app.client().post(PATH, json!({ "healthConsent": false })).await.refused(401, "UNAUTHORISED");
        let delivery = app.person(3).await;
        let theirs = json!({ "healthConsent": false, "uaid": athlete.uaid });
        delivery.client().post(PATH, theirs).await.refused(403, "FORBIDDEN");
        assert_eq!(athlete.client().get(PATH).await.data()["healthConsent"], true);
    }
}

#[test]
fn the_versions_are_those_of_the_text_that_people_read() {
    let item: Value = serde_json::from_str(include_str!("../../../content/items/consent-text.json")).unwrap();
    let version = &item["elements"]["version"]["value"];
    assert_eq!(version, CONSENT_VERSION);
    let body = item["elements"]["body"]["value"].as_str().unwrap();
    assert!(body.contains(&format!("version {CONSENT_VERSION}.")), "{body}");
}
