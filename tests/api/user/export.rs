//! `GET /api/user/export`.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use sixfold_server::config::cli::Switch;
use sixfold_server::db::connection::conn::Link;
use sixfold_tests::people::PASSWORD;
use sixfold_tests::{TestApp, both, on_both};

use super::profile::full;
use super::signup::young_body;
use crate::event::admin::desk::on_the_desk;
use crate::event::stage::{DAY, LATER, NEXT_DAY, TIME, WAITLIST, booked, week};

const PATH: &str = "/api/user/export";
const EMAIL: &str = "robin@athletes.example";

/// Where the export has what the rows with a person's number in these columns say.
const EXPORTED: [(&str, &str); 22] = [
    ("account.uaid", "/account"),
    ("audit_log.subject_uaid", "/log"),
    ("booking.uaid", "/events"),
    ("calendar_feed.uaid", "/calendarFeedMadeAt"),
    ("card_photo.uaid", "/sharing/photos"),
    ("coach_athlete.athlete_uaid", "/coaches"),
    ("correction_request.uaid", "/correctionRequests"),
    ("crew.owner_uaid", "/crews"),
    ("crew_member.uaid", "/crews"),
    ("eligibility.uaid", "/eligibility"),
    ("email_confirmation.uaid", "/profile/emailPending"),
    ("former_email.uaid", "/formerAddresses"),
    ("identity.uaid", "/identities"),
    ("mail_outbox.uaid", "/letters"),
    ("notification_setting.uaid", "/notifications"),
    ("passkey.uaid", "/passkeys"),
    ("push_device.uaid", "/notifications/devices"),
    ("second_factor.uaid", "/secondFactor"),
    ("session.uaid", "/sessions"),
    ("share.uaid", "/sharing/shares"),
    ("time_alert.uaid", "/alerts"),
    ("waitlist.uaid", "/waitingList"),
];
/// Why the export leaves the others out.
const LEFT_OUT: [(&str, &str); 11] = [
    ("account_search.uaid", "an index of the name and the address"),
    ("audit_log.actor_uaid", "what somebody did to others is about those"),
    ("board_change.uaid", "only that a final has changed, for a day"),
    ("card_photo_refused.uaid", "hashes alone"),
    ("coach_athlete.coach_uaid", "the answers of others"),
    ("idempotency_key.subject_uaid", "answers that the export repeats"),
    ("one_time_token.uaid", "hashes alone"),
    ("recovery_code.uaid", "hashes alone; they are counted"),
    ("second_factor_code.uaid", "hashes alone"),
    ("team.coach_uaid", "teams are about their members"),
    ("text_message.uaid", "until it is sent; the letter says the same"),
];

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

    // RULES 9.8
    async fn the_times_of_a_visit_are_in_it_and_nothing_of_a_held_final(app) {
        let (_desk, guest) = on_the_desk(&app).await;
        app.execute("UPDATE booking SET held = TRUE, score_hundredths = 6150, notes = 'limped'").await;
        let reply = guest.person.client().get(PATH).await;
        let entry = &reply.data()["events"][0]["eventList"][0];
        assert!(entry["onboardedAt"].as_str().unwrap().starts_with("2026-03-05T09:30:00"), "{entry}");
        assert_eq!((&entry["eventTestScore"], &entry["eventTestNotes"]), (&Value::Null, &Value::Null));
        let own = guest.person.client().get("/api/user/profile").await.data();
        assert_eq!(own["events"][0]["eventList"][0].get("onboardedAt"), None, "the page shows it to staff alone");
    }

    // RULES 9.8
    async fn a_no_to_a_former_coach_a_former_address_and_a_session_s_data_are_in_it(app) {
        let (person, coach) = (app.athlete().await, app.person(4).await);
        app.execute(format!(
            "INSERT INTO coach_athlete (coach_uaid, athlete_uaid, access, asked_at, decided_at, decided_by) \
             VALUES ('{}', '{1}', 'declined', 1, 2, '{1}')", coach.uaid, person.uaid
        )).await;
        app.execute(format!("UPDATE account SET role = 1 WHERE uaid = '{}'", coach.uaid)).await;
        app.execute(format!(
            "INSERT INTO former_email (token_hash, uaid, email, email_lookup, created_at, expires_at) \
             VALUES ('canary-hash', '{}', 'Old@athletes.example', 'old@athletes.example', 1000, 2000)", person.uaid
        )).await;
        app.execute(format!("UPDATE session SET client_data = '{{\"theme\":\"dark\"}}' WHERE uaid = '{}'", person.uaid)).await;
        let reply = person.client().get(PATH).await;
        let data = reply.data();
        assert_eq!(data["coaches"], json!([{
            "name": "Robin Field", "access": "declined", "askedAt": "1970-01-01T00:00:00.001Z",
            "decidedAt": "1970-01-01T00:00:00.002Z"
        }]));
        assert_eq!(data["formerAddresses"], json!([{
            "emailAddress": "Old@athletes.example", "changedAt": "1970-01-01T00:00:01.000Z",
            "keptUntil": "1970-01-01T00:00:02.000Z"
        }]));
        assert_eq!(data["sessions"][0]["data"], json!({ "theme": "dark" }));
        assert!(!reply.text().contains("canary-hash"));
    }

    // RULES 9.8
    async fn every_table_that_names_a_person_is_in_it_or_has_a_reason_not_to_be(app) {
        const SQLITE: &str = "SELECT m.name || '.' || c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c \
             WHERE m.type = 'table' AND c.name LIKE '%uaid'";
        const POSTGRES: &str = "SELECT c.table_name || '.' || c.column_name FROM information_schema.columns c \
             JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name \
             WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.column_name LIKE '%uaid'";
        let found: Vec<String> = app.read(async |conn| {
            Ok(match &mut conn.link {
                Link::Sqlite(c) => sqlx::query_scalar(SQLITE).fetch_all(&mut *c).await?,
                Link::Postgres(c) => sqlx::query_scalar(POSTGRES).fetch_all(&mut **c).await?,
            })
        }).await;
        let schema: BTreeSet<&str> = found.iter().map(String::as_str).collect();
        let list: BTreeSet<&str> = EXPORTED.into_iter().map(|(column, _)| column).chain(LEFT_OUT.into_iter().map(|(column, _)| column)).collect();
        assert_eq!(list, schema);
        let data = app.athlete().await.client().get(PATH).await.data();
        for (column, place) in EXPORTED {
            assert!(data.pointer(place).is_some(), "{column} is not at {place}");
        }
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
