//! `GET /api/user/export`.

use serde_json::{Value, json};
use sixfold_server::config::cli::Switch;
use sixfold_tests::people::PASSWORD;
use sixfold_tests::{TestApp, both, on_both};

use super::profile::full;
use super::signup::young_body;
use crate::event::admin::desk::on_the_desk;
use crate::event::stage::{DAY, LATER, NEXT_DAY, TIME, WAITLIST, booked, week};

const PATH: &str = "/api/user/export";
const EMAIL: &str = "robin@athletes.example";

both! {
    // RULES 9.8
    async fn everything_of_ones_own_comes_in_one_file(app) {
        app.set_schedule(week(1)).await;
        let other = app.athlete().await;
        booked(&other, NEXT_DAY, LATER).await;
        let person = app.sign_up(EMAIL).await;
        person.client().post("/api/user/register", full()).await.data();
        let id = booked(&person, DAY, TIME).await;
        let wait = json!({ "eventTestDate": NEXT_DAY, "eventTestTime": LATER });
        person.client().post(WAITLIST, wait).await.data();
        app.execute(format!(
            "INSERT INTO identity (issuer, subject, uaid, provider_id, email, linked_at, last_used_at) \
             VALUES ('https://id.example', 'abc', '{}', 'club', '{EMAIL}', 1, 2)", person.uaid)).await;

        let reply = person.client().get(PATH).await;
        assert_eq!(reply.header("content-disposition"), "attachment; filename=\"sixfold-my-data.json\"");
        assert_eq!(reply.header("cache-control"), "no-store");
        let data = reply.data();
        assert_eq!(data["exportedAt"], "2026-03-02T09:00:00.000Z");
        assert_eq!(data["account"], json!({
            "uaid": person.uaid, "emailAddress": EMAIL, "role": 1, "createdAt": "2026-03-02T09:00:00.000Z",
            "updatedAt": "2026-03-02T09:00:00.000Z", "registeredAt": "2026-03-02T09:00:00.000Z"
        }));
        for (name, value) in full().as_object().unwrap() {
            assert_eq!(&data["profile"][name], value, "{name}, health fields open");
        }
        let eligibility = &data["eligibility"];
        assert_eq!(eligibility["PARQ"], json!([false, false, false, false, false, false, false]));
        assert_eq!((&eligibility["consent"], &eligibility["healthConsent"]), (&json!(true), &json!(true)));
        for version in ["consentVersion", "healthConsentVersion"] {
            assert!(!eligibility[version].as_str().unwrap().is_empty(), "{eligibility}");
        }
        assert_eq!(eligibility["healthConsentAt"], "2026-03-02T09:00:00.000Z");
        assert_eq!(data["events"][0]["eventList"][0]["eventBookingId"], json!(id));
        assert_eq!(data["waitingList"][0]["eventTestDate"], NEXT_DAY);
        assert_eq!(data["waitingList"][0]["status"], "waiting");
        assert_eq!(data["sessions"][0]["method"], "credentials");
        assert_eq!(data["identities"][0]["provider"], "club");
        assert_eq!(data["secondFactor"], Value::Null);
        let mut kinds: Vec<_> = data["letters"].as_array().unwrap().iter().map(|letter| letter["kind"].as_str().unwrap()).collect();
        kinds.sort_unstable();
        assert_eq!(kinds, ["booking-confirmed", "email-confirmation"]);
        let log: Vec<(&str, &str)> = data["log"].as_array().unwrap().iter()
            .map(|line| (line["action"].as_str().unwrap(), line["by"].as_str().unwrap())).collect();
        for action in ["account.created", "account.registered", "booking.create", "account.exported"] {
            assert!(log.contains(&(action, "you")), "{action} in {log:?}");
        }
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'account.exported'").await, 1);
    }

    async fn no_secret_no_hash_and_nobody_else(app) {
        app.set_schedule(week(1)).await;
        let staff = app.staff(3).await;
        let other = app.sign_up("canary-other@athletes.example").await;
        let mut theirs = full();
        theirs["medicalIssues"] = json!("canary-diagnosis");
        other.client().post("/api/user/register", theirs).await.data();
        booked(&other, DAY, TIME).await;
        let person = app.sign_up(EMAIL).await;
        person.client().post("/api/user/register", full()).await.data();
        app.client().post("/api/user/forgot", json!({ "email": EMAIL })).await.data();
        staff.client().put("/api/user/profile/admin", json!({ "uaid": person.uaid, "sportPlayed": "Judo" })).await.data();
        app.execute(format!("INSERT INTO second_factor (uaid, secret_sealed, created_at, confirmed_at) \
            VALUES ('{}', 'canary-sealed', 1, 2)", person.uaid)).await;
        app.execute(format!("INSERT INTO recovery_code (uaid, code_hash) VALUES ('{}', 'canary-code')", person.uaid)).await;
        let text = person.client().get(PATH).await.text();
        let mut hidden: Vec<String> = app.texts(
            "SELECT cookie_hash FROM session UNION SELECT token_hash FROM session UNION SELECT password_hash FROM account \
             WHERE password_hash IS NOT NULL UNION SELECT token_hash FROM one_time_token").await.into_iter().flatten().collect();
        assert!(hidden.len() >= 8, "{}", hidden.len());
        hidden.extend([person.token.clone(), other.uaid.clone(), staff.uaid.clone(), staff.email.clone()]);
        hidden.extend(["canary", "argon2", "v2.", "reset-password?token"].map(str::to_owned));
        for secret in hidden {
            assert!(!text.contains(&secret), "{secret} stands in the export");
        }
        let data: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(data["data"]["secondFactor"]["recoveryCodesLeft"], 1);
        assert!(data["data"]["log"].as_array().unwrap().iter()
            .any(|line| line["action"] == "profile.changed-by-staff" && line["by"] == "team"));
        assert!(text.contains("password-link"), "the letter is named, without its link");
    }

    // RULES 9.8
    async fn correction_requests_and_the_calendar_feed_are_in_it(app) {
        let (desk, guest) = on_the_desk(&app).await;
        let results = json!([{ "TestType": "Speed", "Attempts": [{ "score": 3.3 }], "Status": "closed" }]);
        let mut request = guest.tests(results.clone());
        request["notes"] = json!("The wrong lane.");
        desk.client().post("/api/event/admin/results/request", request).await.data();
        let data = guest.person.client().get(PATH).await.data();
        assert_eq!(data["correctionRequests"], json!([{
            "eventBookingId": guest.id, "results": results, "notes": "The wrong lane.",
            "askedAt": "2026-03-05T09:30:00.000Z", "settledAt": null, "outcome": null
        }]));
        assert_eq!(data.get("calendarFeedMadeAt"), Some(&Value::Null));

        let staff = app.person(3).await;
        let link = staff.client().post("/api/user/calendar-feed", json!({})).await.data()["url"].clone();
        let (_, secret) = link.as_str().unwrap().trim_end_matches(".ics").rsplit_once('/').unwrap();
        let reply = staff.client().get(PATH).await;
        assert_eq!(reply.data()["calendarFeedMadeAt"], "2026-03-05T09:30:00.000Z");
        assert_eq!(reply.data()["correctionRequests"], json!([]), "those about somebody else are not theirs");
        let hash = app.texts("SELECT secret_hash FROM calendar_feed").await.remove(0).unwrap();
        assert!(!reply.text().contains(secret) && !reply.text().contains(&hash));
    }

    async fn somebody_young_sees_whom_they_named(app) {
        let data = app.client().post("/api/user/signup", young_body(EMAIL)).await.data();
        let young = app.client().bearer(data["token"].as_str().unwrap());
        let export = young.get(PATH).await.data();
        assert_eq!(export["eligibility"]["guardianEmail"], "parent@families.example");
        assert_eq!(export["eligibility"]["guardianConfirmedAt"], Value::Null);
    }

    async fn an_export_is_its_owners(app) {
        let person = app.sign_up(EMAIL).await;
        app.client().get(PATH).await.refused(401, "UNAUTHORISED");
        for role in 1..=4 {
            let other = app.person(role).await;
            other.client().get(&format!("{PATH}?uaid={}", person.uaid)).await.refused(403, "FORBIDDEN");
            assert_eq!(other.client().get(PATH).await.data()["account"]["uaid"], json!(other.uaid));
        }
        assert_eq!(app.count("audit_log").await, 1 + 4, "the sign-up and four exports");
    }

    async fn whoever_was_never_asked_has_no_screening(app) {
        let person = app.sign_up(EMAIL).await;
        app.execute("DELETE FROM eligibility").await;
        assert_eq!(person.client().get(PATH).await.data()["eligibility"], Value::Null);
    }
}

on_both!(ten_an_hour_are_enough_for_each_account, |engine| async move {
    let app = TestApp::spawn_with(engine, |flags| flags.rate_limit = Switch::On).await;
    let (one, two) = (app.sign_up(EMAIL).await, app.athlete().await);
    for _ in 0..10 {
        one.client().get(PATH).await.data();
    }
    let refused = one.client().get(PATH).await;
    refused.refused(429, "TOO_MANY_REQUESTS");
    assert!(refused.header("retry-after").parse::<u32>().unwrap() <= 3_600);
    two.client().get(PATH).await.data();
    app.pass_minutes(60);
    let login = json!({ "emailAddress": EMAIL, "password": PASSWORD });
    let token =
        app.client().post("/api/user/login", login).await.data()["token"].as_str().unwrap().to_owned();
    app.client().bearer(&token).get(PATH).await.data();
});
