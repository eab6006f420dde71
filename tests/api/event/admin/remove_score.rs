//! `POST /api/event/admin/results/remove` (RULES 4.17): what a removed score takes with it, and that it does not come back.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_server::app::jobs::{follow_up, send_due};
use sixfold_server::mail::deliver::Transport;
use sixfold_tests::{Person, Reply, TestApp, both};

use super::desk::{FINAL, Guest, ONBOARD, TEST, audited, morning, onboard, stored, tested};
use crate::event::stage::{BOOKING, NEXT_DAY, TIME, accepts, book, booked, status, team_of};
use crate::user::results::tested as tested_on;

const REMOVE: &str = "/api/event/admin/results/remove";
const REASON: &str = "Tested under another name";
/// Two days of season 10.
const EARLIER: &str = "2025-10-20";
const LATER: &str = "2025-11-20";

async fn remove(by: &Person, booking: &str) -> Reply {
    by.client().post(REMOVE, json!({ "eventBookingId": booking, "reason": REASON })).await
}

/// This many guests of today, each with a final.
async fn finished(app: &TestApp, guests: usize) -> (Person, Vec<Guest>) {
    let (desk, guests) = morning(app, guests).await;
    for guest in &guests {
        onboard(&desk, guest).await.data();
        tested(&desk, guest).await;
        desk.client().post(FINAL, guest.end("completed")).await.data();
    }
    (desk, guests)
}

async fn booking_on(app: &TestApp, person: &Person, day: &str) -> String {
    let sql =
        format!("SELECT booking_id FROM booking WHERE uaid = '{}' AND test_date = '{day}'", person.uaid);
    app.texts(sql).await.remove(0).unwrap()
}

/// The scores on a board of season 10, the highest first.
async fn board(app: &TestApp, of: &str) -> Vec<f64> {
    let data = app.client().get(&format!("/api/user/leaderboard?season=10{of}")).await.data();
    let rows = data["leaderboard"].as_array().unwrap();
    rows.iter().map(|row| row["score"].as_f64().unwrap()).collect()
}

/// How many scores of a day are counted for the numbers of staff.
async fn counted(app: &TestApp, day: &str, test: &str) -> i64 {
    app.scalar(format!(
        "SELECT CAST(scores AS BIGINT) FROM score_tally WHERE test_date = '{day}' AND test_type = '{test}'"
    ))
    .await
}

both! {
    // RULES 4.17
    async fn a_removed_score_is_gone_from_boards_crews_progress_and_cards(app) {
        let delivery = app.person(3).await;
        let (ada, ben) = (app.athlete().await, app.athlete().await);
        let early = tested_on(&app, &ada, EARLIER, 50).await;
        let late = tested_on(&app, &ada, LATER, 90).await;
        let bens = tested_on(&app, &ben, LATER, 70).await;
        let id = booking_on(&app, &ada, LATER).await;
        let crew = json!({ "name": "Tuesday squad", "shareFinal": true, "shareCorners": true });
        let crew = ada.client().post("/api/user/crew", crew).await.data();
        let squad = format!("/api/user/crew/{}/board", crew["crewId"].as_str().unwrap());
        let card = json!({ "template": "season_card", "bookingId": id });
        let shared = ada.client().post("/api/user/share", card.clone()).await.data();
        let page = format!("/en-gb/share/{}.svg", shared["shareId"].as_str().unwrap());
        assert_eq!(app.client().get(&page).await.status, 200);
        assert_eq!((board(&app, "").await, board(&app, "&testType=Speed").await), (vec![late, bens], vec![90.0, 70.0]));
        assert_eq!(ada.client().get(&squad).await.data()["members"][0]["score"].as_f64(), Some(late));
        assert_eq!((counted(&app, LATER, "final").await, counted(&app, LATER, "Speed").await), (2, 2));

        assert_eq!(remove(&delivery, &id).await.data(), json!({ "uaid": ada.uaid, "eventBookingId": id }));
        assert_eq!((board(&app, "").await, board(&app, "&testType=Speed").await), (vec![bens, early], vec![70.0, 50.0]));
        let member = ada.client().get(&squad).await.data()["members"][0].clone();
        assert_eq!((member["score"].as_f64(), &member["corners"][3]), (Some(early), &json!(50)));
        let visits = ada.client().get("/api/user/progress").await.data()["visits"].clone();
        assert_eq!((visits.as_array().unwrap().len(), &visits[0]["eventTestDate"]), (1, &json!(EARLIER)));
        assert_eq!(ada.client().get("/api/user/results").await.data()["results"].as_array().unwrap().len(), 1);
        assert_ne!(app.client().get(&page).await.status, 200);
        assert_eq!(ada.client().get("/api/user/share").await.data()["shares"], json!([]));
        ada.client().post("/api/user/share", card).await.refused(422, "NO_RESULT");
        ada.client().get(&format!("/api/user/certificate?bookingId={id}")).await.refused(422, "NO_RESULT");
        assert_eq!((counted(&app, LATER, "final").await, counted(&app, LATER, "Speed").await), (1, 1));
        let missed = format!("SELECT CAST(SUM(missed) AS BIGINT) FROM slot_tally WHERE test_date = '{LATER}'");
        assert_eq!(app.scalar(missed).await, 0);

        // The measurements stay, for the athlete and for staff.
        let entries = ada.client().get("/api/user/profile").await.data()["events"][0]["eventList"].clone();
        let entry = entries.as_array().unwrap().iter().find(|entry| entry["eventBookingId"] == *id).unwrap();
        assert_eq!((&entry["eventTestStatus"], &entry["eventTestScore"], &entry["eventTestScoreRemoved"]),
            (&json!("dnt"), &Value::Null, &json!(true)));
        let kept = |test: &Value| test["score"].is_null() && !test["attempts"].as_array().unwrap().is_empty();
        assert_eq!(entry["results"].as_array().unwrap().iter().filter(|test| kept(test)).count(), 6);
        let path = format!("/api/event/admin/booking?eventBookingId={id}&health=false");
        let seen = delivery.client().get(&path).await.data();
        assert_eq!((&seen["scoreRemoved"], &seen["score"], &seen["position"]), (&json!(true), &Value::Null, &Value::Null));
        assert_eq!(seen["history"][0]["action"], "result.removed");
        let others = entries.as_array().unwrap().iter().filter(|entry| entry.get("eventTestScoreRemoved").is_some());
        assert_eq!(others.count(), 1, "the flag is on this visit alone");
    }

    // RULES 4.2, 4.3, 4.17
    async fn the_next_booking_is_as_if_the_visit_had_not_been(app) {
        let (_, guests) = finished(&app, 1).await;
        let guest = &guests[0];
        book(&guest.person, NEXT_DAY, TIME).await.refused(422, "RETEST_TOO_SOON");
        remove(&app.person(3).await, &guest.id).await.data();
        let id = booked(&guest.person, NEXT_DAY, TIME).await;
        let kind = app.texts(format!("SELECT booking_type FROM booking WHERE booking_id = '{id}'")).await;
        assert_eq!(kind, [Some("test".to_owned())]);
    }

    // RULES 4.4, 4.17
    async fn no_other_call_removes_a_score_and_none_brings_it_back(app) {
        let (desk, guests) = finished(&app, 1).await;
        let (guest, delivery) = (&guests[0], app.person(3).await);
        let end = json!({ "uaid": guest.uaid(), "eventBookingId": guest.id, "eventTestStatus": "dnt" });
        for staff in [&desk, &delivery] {
            staff.client().post(BOOKING, end.clone()).await.refused(409, "STATUS_CONFLICT");
        }
        assert_eq!(status(&app, &guest.id).await, "completed");
        remove(&delivery, &guest.id).await.data();
        assert_eq!(status(&app, &guest.id).await, "dnt");
        // A tablet that missed it has seven days for a visit that ended by mistake, but not for this one.
        for (path, body) in [
            (TEST, guest.test("Speed", json!([{ "score": 3.1 }]))),
            (FINAL, guest.end("completed")),
            (FINAL, guest.end("dnt")),
        ] {
            let error = desk.client().post(path, body).await.refused(409, "BOOKING_CLOSED");
            assert_eq!((&error["status"], &error["current"][3]["score"]), (&json!("dnt"), &Value::Null));
        }
        desk.client().post(ONBOARD, json!({ "code": guest.code })).await.refused(409, "CODE_USED");
        let correction = json!({ "eventBookingId": guest.id, "reason": "Another lane", "results": [
            { "TestType": "Speed", "Attempts": [{ "score": 3.3 }], "replaces": 2 }] });
        delivery.client().post("/api/event/admin/results/correct", correction).await.refused(409, "STATUS_CONFLICT");
        delivery.client().post(BOOKING, end).await.refused(409, "STATUS_CONFLICT");
        let again = remove(&delivery, &guest.id).await.refused(409, "STATUS_CONFLICT");
        assert_eq!(again["status"], "dnt");
        let listed = desk.client().get("/api/event/admin/day").await.data()["bookings"][0].clone();
        assert_eq!((&listed["eventTestStatus"], &listed["scoreRemoved"], listed.get("score")), (&json!("dnt"), &json!(true), None));
        desk.client().post("/api/event/admin/results/request", guest.six()).await.data();
        let requests = delivery.client().get("/api/event/admin/results/request").await.data()["requests"].clone();
        assert_eq!(requests[0]["scoreRemoved"], true);
        let tests = stored(&app, guest).await;
        assert!(tests.len() == 6 && tests.iter().all(|test| test.contains(" closed - r2 ")), "{tests:?}");
        assert_eq!(audited(&app, "result.removed", guest).await, 1);
    }

    // RULES 4.17, 12.2
    async fn staff_are_told_that_a_score_was_removed_and_coaches_are_not(app) {
        let (_, guests) = finished(&app, 1).await;
        let (guest, delivery, coach) = (&guests[0], app.person(3).await, app.person(4).await);
        let team = team_of(&app, &coach).await;
        app.execute(format!("UPDATE booking SET team_booking_id = '{team}'")).await;
        accepts(&app, &guest.person, &coach).await;
        remove(&delivery, &guest.id).await.data();
        let members = format!("/api/event/booking/team/users?teamBookingId={team}");
        let profile = format!("/api/event/admin/profile?uaid={}&health=false", guest.uaid());
        assert_eq!(delivery.client().get(&members).await.data()["users"][0]["scoreRemoved"], true);
        let told = delivery.client().get(&profile).await.text();
        assert!(told.contains("\"eventTestScoreRemoved\":true"), "{told}");
        for path in [members, profile] {
            let text = coach.client().get(&path).await.text();
            assert!(text.contains("\"dnt\"") && !text.contains("Removed"), "{text}");
            assert!(!text.contains("\"attempts\""), "{text}");
        }
    }

    // RULES 4.16, 4.17
    async fn one_letter_says_why_and_none_tells_the_score_any_more(app) {
        let (_, guests) = finished(&app, 2).await;
        let (guest, delivery) = (&guests[0], app.person(3).await);
        let correction = json!({ "eventBookingId": guest.id, "reason": "Another lane", "results": [
            { "TestType": "Speed", "Attempts": [{ "score": 3.3 }], "replaces": 1 }] });
        delivery.client().post("/api/event/admin/results/correct", correction).await.data();
        assert_eq!(app.letters_to("final-corrected", &guest.person.email).await.len(), 1);
        let body = json!({ "eventBookingId": guest.id, "reason": format!("  {REASON}\n") });
        for _ in 0..2 {
            let answer = delivery.client().keyed(Method::POST, REMOVE, "remove-1", body.clone()).await.data();
            assert_eq!(answer, json!({ "uaid": guest.uaid(), "eventBookingId": guest.id }));
        }
        let letters = app.letters_to("score-removed", &guest.person.email).await;
        assert_eq!(letters.len(), 1);
        assert!(letters[0].contains(&format!("Reason: {REASON}\nVisit: Thu 5 Mar 2026, 10:00\n")), "{letters:?}");
        assert!(!letters[0].contains("51.67"), "{letters:?}");
        let files = Transport::from_config(None, app.data_dir()).unwrap();
        send_due(&app.state, &files).await.unwrap();
        let sent = "SELECT kind FROM mail_outbox WHERE sent_at IS NOT NULL AND to_address = ";
        let about = " AND (kind LIKE 'final%' OR kind = 'score-removed')";
        let sent_to = async |person: &Person| app.texts(format!("{sent}'{}'{about}", person.email)).await;
        assert_eq!(sent_to(&guest.person).await, [Some("score-removed".to_owned())]);
        assert_eq!(sent_to(&guests[1].person).await, [Some("final-score".to_owned())], "another's letter leaves");
        let detail = app.texts("SELECT detail FROM audit_log WHERE action = 'result.removed'").await;
        let detail: Value = serde_json::from_str(detail[0].as_deref().unwrap()).unwrap();
        assert_eq!(detail, json!({ "reason": REASON, "score": 51.67 }));
    }

    // RULES 4.17, 8.7
    async fn a_final_that_is_removed_after_its_reveal_or_before_is_told_to_nobody(app) {
        let (desk, guests) = morning(&app, 2).await;
        let delivery = app.person(3).await;
        for guest in &guests {
            onboard(&desk, guest).await.data();
            tested(&desk, guest).await;
            let mut end = guest.end("completed");
            end["holdReveal"] = json!(true);
            desk.client().post(FINAL, end).await.data();
        }
        let reveal = json!({ "uaid": guests[0].uaid() });
        delivery.client().post("/api/event/livescreen/reveal", reveal).await.data();
        for guest in &guests {
            remove(&delivery, &guest.id).await.data();
        }
        app.pass_minutes(10);
        assert_eq!(follow_up(&app.state).await.unwrap(), 0);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM mail_outbox WHERE kind LIKE 'final%'").await, 0);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM booking WHERE held").await, 0);
        let letters = app.letters("score-removed").await;
        assert!(letters.len() == 2 && letters.iter().all(|letter| !letter.contains("50.00")), "{letters:?}");
    }

    async fn a_removal_needs_a_reason_and_programme_delivery(app) {
        let (desk, guests) = finished(&app, 1).await;
        let (id, delivery) = (&guests[0].id, app.person(3).await);
        let send = async |reason: &str| {
            delivery.client().post(REMOVE, json!({ "eventBookingId": id, "reason": reason })).await
        };
        for reason in ["", "  ", "\n\t"] {
            send(reason).await.refused_field(422, "REASON_REQUIRED", "reason");
        }
        send(&"a".repeat(201)).await.refused_field(422, "TEXT_TOO_LONG", "reason");
        send("a\u{7}b").await.refused_field(422, "TEXT_INVALID", "reason");
        let client = delivery.client();
        client.post(REMOVE, json!({ "eventBookingId": id })).await.refused_field(422, "REASON_REQUIRED", "reason");
        client.post(REMOVE, json!({ "reason": REASON })).await.refused_field(400, "FIELD_MISSING", "eventBookingId");
        remove(&delivery, "nothing").await.refused(404, "BOOKING_NOT_FOUND");
        let open = booked(&app.athlete().await, NEXT_DAY, TIME).await;
        let error = remove(&delivery, &open).await.refused(409, "STATUS_CONFLICT");
        assert_eq!(error["status"], "booked");
        for role in [1, 2, 4] {
            remove(&app.person(role).await, id).await.refused(403, "FORBIDDEN");
        }
        remove(&desk, id).await.refused(403, "FORBIDDEN");
        app.client().post(REMOVE, json!({ "eventBookingId": id, "reason": REASON })).await.refused(401, "UNAUTHORISED");
        assert_eq!(status(&app, id).await, "completed");
        send(&"a".repeat(200)).await.data();
        assert_eq!(status(&app, id).await, "dnt");
    }
}
