//! A final on hold, as its own athlete sees it: raw values, but no points and no final score anywhere.

use serde_json::{Value, json};
use sixfold_server::app::jobs::follow_up;
use sixfold_tests::{Person, TestApp, both};

use crate::event::admin::desk::{FINAL, Guest, morning, onboard, tested};

/// The final and points, which no raw value looks like, and the notes.
const TELLING: [&str; 4] = ["50.0", "59.17", "73.42", NOTES];
const NOTES: &str = "Record 91";

/// An athlete whose visit today ended with a final on hold; an earlier final is visible.
async fn held(app: &TestApp) -> (Person, Guest) {
    let (desk, mut guests) = morning(app, 1).await;
    let guest = guests.remove(0);
    onboard(&desk, &guest).await.data();
    tested(&desk, &guest).await;
    crate::user::results::tested(app, &guest.person, "2025-11-20", 40).await;
    let mut end = guest.end("completed");
    end["holdReveal"] = json!(true);
    end["Notes"] = json!(NOTES);
    desk.client().post(FINAL, end).await.data();
    // As from another tablet, whose final came too late.
    let mut request = guest.tests(json!([{ "TestType": "Speed", "Attempts": [{ "score": 3.3 }] }]));
    request["notes"] = json!(NOTES);
    desk.client().post("/api/event/admin/results/request", request).await.data();
    // A final and points that occur nowhere else.
    app.execute(format!("UPDATE booking SET score_hundredths = 5917 WHERE booking_id = '{}'", guest.id))
        .await;
    app.execute(format!(
        "UPDATE result_test SET score_hundredths = 7342 WHERE booking_id = '{}' AND test_type = 'Power'",
        guest.id
    ))
    .await;
    // A correction writes the earlier value into the log.
    let correction = json!({ "eventBookingId": guest.id, "reason": "Another lane", "results": [
        { "TestType": "Speed", "Attempts": [{ "score": 3.45 }, { "score": 3.5 }], "replaces": 1 }] });
    app.person(3).await.client().post("/api/event/admin/results/correct", correction).await.data();
    app.execute(format!("UPDATE booking SET score_hundredths = 5917 WHERE booking_id = '{}'", guest.id))
        .await;
    (desk, guest)
}

both! {
    // RULES 8.7
    async fn its_athlete_meets_no_points_and_no_final_in_any_call(app) {
        let (_, guest) = held(&app).await;
        let client = guest.person.client();
        let id = &guest.id;
        for path in [
            "/api/user/profile".to_owned(),
            "/api/user/results".to_owned(),
            format!("/api/user/results?uaid={}", guest.uaid()),
            "/api/user/export".to_owned(),
            "/api/user/share".to_owned(),
            "/api/user/leaderboard".to_owned(),
            format!("/api/user/leaderboard?token={}", guest.person.token),
            "/api/user/leaderboard?from=2026-03-01&to=2026-03-31&testType=Power".to_owned(),
            "/api/user/leaderboard?from=2026-03-01&to=2026-03-31&around=3".to_owned(),
            "/api/event/livescreen/reveal".to_owned(),
            "/api/user/authorization".to_owned(),
            "/api/auth/session".to_owned(),
            format!("/api/user/card?template=season_card&bookingId={id}"),
            "/api/user/card?template=overview_card".to_owned(),
            "/api/event/availability".to_owned(),
        ] {
            let text = client.get(&path).await.text();
            for telling in TELLING {
                assert!(!text.contains(telling), "{telling} in {path}: {text}");
            }
        }
        client.post("/api/user/share", json!({ "template": "season_card", "bookingId": id })).await.refused(422, "NO_RESULT");

        let entries = client.get("/api/user/profile").await.data()["events"][0]["eventList"].as_array().unwrap().clone();
        let entry = entries.iter().find(|entry| entry["eventBookingId"] == *id).unwrap();
        assert_eq!((&entry["eventTestStatus"], &entry["eventTestScore"], &entry["eventTestHeld"]),
            (&json!("completed"), &Value::Null, &json!(true)));
        let power = entry["results"].as_array().unwrap().iter().find(|test| test["TestType"] == "Power").unwrap();
        assert_eq!((&power["score"], &power["attempts"][0]["score"]), (&Value::Null, &json!(45)), "marks as measured");

        let results = client.get("/api/user/results").await.data()["results"].clone();
        let (mine, earlier) = (&results[0], &results[1]);
        assert_eq!((&mine["held"], &mine["score"], &mine["percentile"]), (&json!(true), &Value::Null, &Value::Null));
        assert!(mine.get("previous").is_none());
        for test in mine["tests"].as_array().unwrap() {
            assert_eq!((&test["score"], &test["percentile"]), (&Value::Null, &Value::Null), "{test}");
            assert!(test.get("previous").is_none() && test["best"].is_number(), "{test}");
            assert!(test["attempts"].as_array().unwrap().iter().all(|one| one["points"].is_null() && one["score"].is_number()));
        }
        assert!(earlier["score"].is_number() && earlier["held"] == false);
    }

    async fn a_later_result_is_not_compared_with_one_that_is_held(app) {
        let (_, guest) = held(&app).await;
        crate::user::results::tested(&app, &guest.person, "2026-03-05", 80).await;
        app.execute(format!("UPDATE booking SET test_date = '2026-03-04' WHERE booking_id = '{}'", guest.id)).await;
        let results = guest.person.client().get("/api/user/results").await.data()["results"].clone();
        assert_eq!(results[0]["eventTestDate"], "2026-03-05");
        assert_eq!(results[0]["previous"]["date"], "2025-11-20");
        assert_eq!(results[0]["tests"][2]["previous"]["date"], "2025-11-20");
    }

    async fn those_who_run_the_tests_see_it(app) {
        let (desk, guest) = held(&app).await;
        let delivery = app.person(3).await;
        for staff in [&desk, &delivery] {
            let profile = staff.client().get(&format!("/api/event/admin/profile?uaid={}", guest.uaid())).await.text();
            let results = staff.client().get(&format!("/api/user/results?uaid={}", guest.uaid())).await.text();
            assert!(profile.contains("59.17") && results.contains("59.17"), "{profile}\n{results}");
            assert!(profile.contains(NOTES), "{profile}");
        }
    }

    async fn no_mail_goes_out_until_it_is_revealed(app) {
        let (_, guest) = held(&app).await;
        let mails = async || {
            let sql = "SELECT kind FROM mail_outbox WHERE kind LIKE 'final%' ORDER BY mail_id";
            app.texts(sql).await.into_iter().flatten().collect::<Vec<_>>()
        };
        assert!(mails().await.is_empty(), "{:?}", mails().await);
        app.pass_minutes(30);
        assert_eq!(follow_up(&app.state).await.unwrap(), 0);
        let delivery = app.person(3).await.client();
        delivery.post("/api/event/livescreen/reveal", json!({ "uaid": guest.uaid() })).await.data();
        // The notes of the final and of the request about it.
        let export = guest.person.client().get("/api/user/export").await.text();
        assert_eq!(export.matches(NOTES).count(), 2, "{export}");
        app.pass_minutes(10);
        assert_eq!(follow_up(&app.state).await.unwrap(), 1);
        assert_eq!(mails().await, ["final-revealed"]);
    }

    // RULES 8.7
    async fn no_mail_goes_out_before_the_ceremony_has_ended(app) {
        app.execute("INSERT INTO season (season, start_date, end_date) VALUES (11, '2026-01-01', '2026-04-30')").await;
        let (desk, guests) = morning(&app, 2).await;
        for (guest, score) in guests.iter().zip([6_000, 7_000]) {
            onboard(&desk, guest).await.data();
            tested(&desk, guest).await;
            let mut end = guest.end("completed");
            end["holdReveal"] = json!(true);
            desk.client().post(FINAL, end).await.data();
            app.execute(format!("UPDATE booking SET score_hundredths = {score} WHERE booking_id = '{}'", guest.id)).await;
        }
        let act = async |action: &str| {
            desk.client().post("/api/event/livescreen/reveal", json!({ "action": action })).await.data()
        };
        act("start").await;
        act("next").await;
        // The lower final is first on the board for now, and may be held again.
        app.pass_minutes(11);
        assert_eq!(follow_up(&app.state).await.unwrap(), 0);
        act("back").await;
        act("next").await;
        act("next").await;
        app.pass_minutes(11);
        assert_eq!(follow_up(&app.state).await.unwrap(), 0);
        act("end").await;
        assert_eq!(follow_up(&app.state).await.unwrap(), 2);
        for (guest, position) in guests.iter().zip([2, 1]) {
            let letters = app.letters_to("final-revealed", &guest.person.email).await;
            assert_eq!(letters.len(), 1);
            assert!(letters[0].contains(&format!("Season board: Number {position}\n")), "{}", letters[0]);
        }
    }

    async fn a_hold_that_comes_later_takes_an_unsent_letter_back(app) {
        let (desk, guests) = morning(&app, 2).await;
        for guest in &guests {
            onboard(&desk, guest).await.data();
            tested(&desk, guest).await;
            desk.client().post(FINAL, guest.end("completed")).await.data();
        }
        app.execute(format!("UPDATE mail_outbox SET sent_at = 1 WHERE to_address = '{}'", guests[1].person.email)).await;
        app.execute("UPDATE booking SET held = TRUE").await;
        let waiting = "SELECT COUNT(*) FROM mail_outbox WHERE kind = 'final-score' AND sent_at IS NULL";
        assert_eq!(app.scalar(waiting).await, 0);
        let entry = guests[0].person.client().get("/api/user/profile").await.data()["events"][0]["eventList"][0].clone();
        assert_eq!((&entry["eventTestScore"], &entry["eventTestHeld"]), (&Value::Null, &json!(true)));
        // No second letter to an athlete who has had one; the other gets one once the final is revealed.
        let now_ms = app.state.clock.now_ms();
        app.execute(format!("UPDATE booking SET held = FALSE, revealed_at = {now_ms}")).await;
        app.pass_minutes(10);
        assert_eq!(follow_up(&app.state).await.unwrap(), 1);
        let told = "SELECT to_address FROM mail_outbox WHERE kind = 'final-revealed'";
        assert_eq!(app.texts(told).await, [Some(guests[0].person.email.clone())]);
    }

    async fn an_imported_result_sends_no_mail(app) {
        let (delivery, athlete) = (app.person(3).await, app.athlete().await);
        let csv = format!("uaid,date,test,attempt1\n{},2026-02-20,Speed,3.45\n", athlete.uaid);
        delivery.client().post("/api/event/admin/results/import", json!({ "csv": csv })).await;
        app.pass_minutes(60);
        assert_eq!(follow_up(&app.state).await.unwrap(), 0);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM mail_outbox WHERE kind LIKE 'final%'").await, 0);
    }
}
