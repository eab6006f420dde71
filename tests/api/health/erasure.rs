//! What deleting an account erases, table by table, and what it leaves.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_tests::people::PASSWORD;
use sixfold_tests::{Person, TestApp, both};

use super::canaries::{leave, plant};
use crate::acoustic::{ITEM, item};
use crate::event::stage::{DAY, TIME, booked, cancel, completed, taken, team_of, week};
use crate::user::results::tested;

const TEAM: &str = "/api/event/booking/team";

/// Every table that may contain personal data, and the column with its owner.
const TABLES: [(&str, &str); 14] = [
    ("eligibility", "uaid"),
    ("one_time_token", "uaid"),
    ("identity", "uaid"),
    ("second_factor", "uaid"),
    ("recovery_code", "uaid"),
    ("passkey", "uaid"),
    ("idempotency_key", "owner"),
    ("idempotency_key", "subject_uaid"),
    ("push_device", "uaid"),
    ("notification_setting", "uaid"),
    ("text_message", "uaid"),
    ("share", "uaid"),
    ("card_photo", "uaid"),
    ("card_photo_refused", "uaid"),
];

async fn held(app: &TestApp, table: &str, column: &str, uaid: &str) -> i64 {
    app.scalar(format!("SELECT COUNT(*) FROM {table} WHERE {column} = '{uaid}'")).await
}

both! {
    async fn every_table_lets_go(app) {
        let canary = plant(&app).await;
        let delivery = app.person(3).await;
        app.execute(format!(
            "INSERT INTO idempotency_key (owner, key, method, path, body_hash, created_at, subject_uaid) \
             VALUES ('staff', 'k', 'PUT', '/api/user/profile/admin', 'h', 1, '{}'), \
             ('staff', 'other', 'PUT', '/api/user/profile/admin', 'h', 1, '{}')",
            canary.uaid, delivery.uaid
        )).await;
        for (table, column) in TABLES {
            assert!(held(&app, table, column, &canary.uaid).await > 0, "nothing was planted in {table}.{column}");
        }
        assert_eq!(taken(&app, DAY, TIME).await, 1);
        leave(&canary).await;
        for (table, column) in TABLES {
            assert_eq!(held(&app, table, column, &canary.uaid).await, 0, "{table}.{column}");
        }
        assert_eq!(held(&app, "idempotency_key", "subject_uaid", &delivery.uaid).await, 1);
        assert_eq!(app.count("mail_outbox").await, 0);
        assert_eq!(taken(&app, DAY, TIME).await, 0);
    }

    async fn a_letter_to_somebody_else_that_names_them_goes_and_no_other(app) {
        let canary = plant(&app).await;
        for (id, text) in [("one", "about canary@athletes.example."), ("two", "about canaryXathletes.example.")] {
            app.execute(format!(
                "INSERT INTO mail_outbox (mail_id, kind, to_address, subject, text_body, html_body, created_at, \
                 next_attempt_at) VALUES ('{id}', 'x', 'coach@teams.example', 's', '{text}', '<p></p>', 1, 1)"
            )).await;
        }
        leave(&canary).await;
        let left = app.texts("SELECT mail_id FROM mail_outbox").await;
        assert_eq!(left, [Some("two".to_owned())]);
    }

    // RULES 9.8
    async fn letters_that_name_a_coach_go_with_the_coach_and_those_of_others_stay(app) {
        app.set_schedule(week(6)).await;
        let (coach, other, one, two) = (app.staff(4).await, app.person(4).await, app.athlete().await, app.athlete().await);
        for (coach, athlete) in [(&coach, &one), (&other, &two)] {
            let team = json!({ "teamName": "Harriers", "testDate": DAY, "testTime": TIME, "uaids": [athlete.uaid] });
            coach.client().post(TEAM, team).await.data();
        }
        let asked = "SELECT to_address FROM mail_outbox WHERE kind = 'coach-booking'";
        assert_eq!(app.texts(asked).await.len(), 2);
        coach.client().post("/api/user/delete", json!({ "password": PASSWORD })).await.data();
        assert_eq!(app.texts(asked).await, [Some(two.email.clone())]);
    }

    // RULES 9.8
    async fn letters_to_an_address_that_was_never_confirmed_go_too(app) {
        app.set_schedule(week(6)).await;
        let (coach, person) = (app.staff(4).await, app.sign_up("jo@gmial.example").await);
        let client = person.client();
        client.post("/api/user/register", json!({ "firstName": "Jo", "lastName": "Field" })).await.data();
        let team = json!({ "teamName": "Harriers", "testDate": DAY, "testTime": TIME, "uaids": [person.uaid] });
        coach.client().post(TEAM, team).await.data();
        let id = app.texts("SELECT booking_id FROM booking").await.remove(0).unwrap();
        cancel(&person, &id).await.data();
        app.execute("UPDATE mail_outbox SET sent_at = 1").await;

        let change = json!({ "emailAddress": "jo@gmail.example", "password": PASSWORD });
        client.post("/api/user/email", change).await.data();
        let letter = app.letters("email-change").await.remove(0);
        let (_, code) = letter.split_once("Your code: ").unwrap();
        client.post("/api/user/email/confirm", json!({ "code": &code[..6] })).await.data();
        let listed = client.get("/api/user/export").await.data()["letters"].to_string();
        assert!(listed.contains("coach-booking") && listed.contains("booking-cancelled"), "{listed}");

        let delete = json!({ "password": PASSWORD });
        coach.client().post("/api/user/delete", delete.clone()).await.data();
        assert_eq!(app.scalar("SELECT COUNT(*) FROM mail_outbox WHERE kind = 'coach-booking'").await, 0);
        client.post("/api/user/delete", delete).await.data();
        assert_eq!(app.count("mail_outbox").await, 0);
    }

    // RULES 9.8
    async fn stored_answers_that_name_somebody_go_with_them_and_those_of_others_stay(app) {
        app.set_schedule(week(6)).await;
        let (coach, other, one, two) = (app.staff(4).await, app.person(4).await, app.athlete().await, app.athlete().await);
        let (leaver, stayer) = (app.staff(3).await, app.person(3).await);
        for (number, coach, staff, athlete) in [(1, &coach, &leaver, &one), (2, &other, &stayer, &two)] {
            let team = json!({ "teamName": "Harriers", "testDate": DAY, "testTime": TIME, "uaids": [athlete.uaid] });
            coach.client().post(TEAM, team).await.data();
            let (key, accept) = (format!("coach-{number}"), json!({ "coachUaid": coach.uaid, "answer": "accept" }));
            let seen = athlete.client().keyed(Method::POST, "/api/user/coaches", &key, accept).await.data();
            assert_eq!(seen["coaches"][0]["name"], "Robin Field");

            app.execute(format!("UPDATE eligibility SET parq_cleared = FALSE WHERE uaid = '{}'", athlete.uaid)).await;
            let clearance = json!({ "uaid": athlete.uaid, "basis": "Letter of Dr Moss" });
            staff.client().post("/api/event/admin/clearance", clearance).await.data();
            let (key, edit) = (format!("edit-{number}"), json!({ "uaid": athlete.uaid, "sportPlayed": "Judo" }));
            let path = "/api/event/admin/user/update";
            let saved = stayer.client().keyed(Method::POST, path, &key, edit).await.data();
            assert_eq!(saved["screening"]["clearance"]["byName"], "Robin Field");

            let (key, late) = (format!("late-{number}"), json!({ "uaid": athlete.uaid, "basis": "Letter of Dr Moss", "rev": 0 }));
            let path = "/api/event/admin/clearance";
            let refused = stayer.client().keyed(Method::POST, path, &key, late).await.refused(409, "PROFILE_CHANGED");
            assert_eq!(refused["current"]["screening"]["clearance"]["byName"], "Robin Field");
        }
        for person in [&coach, &leaver] {
            person.client().post("/api/user/delete", json!({ "password": PASSWORD })).await.data();
        }
        let left = app.texts("SELECT key FROM idempotency_key ORDER BY key").await;
        assert_eq!(left, ["coach-2", "edit-2", "late-2"].map(|key| Some(key.to_owned())));
    }

    // RULES 9.8 and 11.4
    async fn a_refusal_that_names_other_people_is_not_stored(app) {
        app.set_schedule(week(2)).await;
        let (staff, coach, athlete) = (app.person(3).await.client(), app.person(4).await, app.athlete().await);
        let id = booked(&athlete, DAY, TIME).await;
        let stored = "SELECT key FROM idempotency_key WHERE owner = 'staff'";

        let rev = item(&staff, "closed-dates").await["rev"].clone();
        let close = json!({ "rev": rev, "elements": { "dates": { "values": [DAY] } }, "decisions": [] });
        let path = format!("{ITEM}?id=closed-dates");
        let refused = staff.keyed(Method::PUT, &path, "close", close.clone()).await.refused(409, "BOOKINGS_HIT");
        assert_eq!(refused["bookings"][0]["lastName"], "Field");
        let team = json!({ "teamBookingId": team_of(&app, &coach).await, "uaids": [athlete.uaid], "rev": 9 });
        let refused = staff.keyed(Method::POST, TEAM, "team", team).await.refused(409, "TEAM_CHANGED");
        assert_eq!(refused["current"]["coachName"], "Robin Field");
        assert!(app.texts(stored).await.is_empty());

        // The same request is decided again.
        cancel(&athlete, &id).await.data();
        staff.keyed(Method::PUT, &path, "close", close).await.data();
        assert_eq!(app.texts(stored).await, [Some("close".to_owned())]);
    }

    async fn finals_stay_without_a_name(app) {
        let person = app.sign_up("canary@athletes.example").await;
        completed(&app, &person, "2026-02-20").await;
        app.execute(format!("UPDATE booking SET score_hundredths = 6543 WHERE uaid = '{}'", person.uaid)).await;
        person.client().post("/api/user/delete", json!({ "password": PASSWORD })).await.data();
        assert_eq!(app.scalar("SELECT score_hundredths FROM booking").await, 6543);
        let named = "SELECT COUNT(*) FROM booking b JOIN account a ON a.uaid = b.uaid \
             WHERE a.deleted_at IS NULL OR a.email <> '' OR a.first_name <> '' OR a.is_competitor = TRUE";
        assert_eq!(app.scalar(named).await, 0);
    }

    // RULES 9.8
    async fn the_reasons_that_staff_typed_go_with_the_athlete_and_the_entries_stay(app) {
        let (delivery, gone, other) = (app.person(3).await.client(), app.staff(1).await, app.athlete().await);
        let correct_and_remove = async |person: &Person, day: &str| {
            let sql = format!("SELECT booking_id FROM booking WHERE uaid = '{}' AND test_date = '{day}'", person.uaid);
            let id = app.texts(sql).await.remove(0).unwrap();
            let speed = json!([{ "TestType": "Speed", "Attempts": [{ "score": 3.3 }], "replaces": 1 }]);
            let correction = json!({ "eventBookingId": id, "results": speed, "reason": "Timed for Sam" });
            delivery.post("/api/event/admin/results/correct", correction).await.data();
            let removal = json!({ "eventBookingId": id, "reason": "Tested as Sam" });
            delivery.post("/api/event/admin/results/remove", removal).await.data();
        };
        let details = async |action: &str, person: &Person| {
            let path = format!("/api/event/admin/audit?uaid={}&action={action}", person.uaid);
            let entries = delivery.get(&path).await.data()["entries"].clone();
            entries.as_array().unwrap().iter().map(|entry| entry["detail"].clone()).collect::<Vec<Value>>()
        };
        let letters = "SELECT to_address FROM mail_outbox WHERE kind = 'score-removed' ORDER BY created_at, mail_id";
        for person in [&gone, &other] {
            for day in ["2025-10-20", "2025-11-20"] {
                tested(&app, person, day, 50).await;
            }
            correct_and_remove(person, "2025-10-20").await;
        }
        let before = details("result.removed", &gone).await.remove(0);
        assert_eq!(before["reason"], "Tested as Sam");
        assert_eq!(app.texts(letters).await.len(), 2);

        gone.client().post("/api/user/delete", json!({ "password": PASSWORD })).await.data();
        assert_eq!(details("result.removed", &gone).await, [json!({ "reason": null, "score": before["score"] })]);
        assert_eq!(app.texts(letters).await, [Some(other.email.clone())]);
        // A reason that comes after the deletion is not kept either.
        correct_and_remove(&gone, "2025-11-20").await;
        for (action, reason) in [("result.corrected", "Timed for Sam"), ("result.removed", "Tested as Sam")] {
            let theirs = details(action, &gone).await;
            let erased = |detail: &Value| detail["reason"].is_null() && !detail["score"].is_null();
            assert!(theirs.len() == 2 && theirs.iter().all(erased), "{action}: {theirs:?}");
            assert_eq!(details(action, &other).await[0]["reason"], reason);
        }
        let named = app.texts("SELECT DISTINCT subject_uaid FROM audit_log WHERE detail LIKE '%Sam%'").await;
        assert_eq!(named, [Some(other.uaid.clone())]);
        assert_eq!(app.texts(letters).await, [Some(other.email.clone())]);
    }

    async fn the_log_never_held_any_personal_text(app) {
        let canary = plant(&app).await;
        leave(&canary).await;
        assert!(app.count("audit_log").await > 3);
        let words = app.texts("SELECT detail || action || COALESCE(object_id, '') FROM audit_log").await;
        for text in words.into_iter().flatten() {
            assert!(!text.to_lowercase().contains("canary"), "{text}");
        }
    }
}
