//! `POST /api/event/admin/results/correct`: the score and the board change, and the audit log keeps the earlier values.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_server::app::jobs::{follow_up, send_due};
use sixfold_server::mail::deliver::Transport;
use sixfold_tests::{Person, Reply, TestApp, both};

use super::import::{HEADER, PAST, six};

const CORRECT: &str = "/api/event/admin/results/correct";

/// An athlete with a final of 51.67, and the booking.
async fn tested(app: &TestApp, delivery: &Person) -> (Person, String) {
    let athlete = app.athlete().await;
    let csv = format!("{HEADER}{}", six(&athlete.uaid, PAST));
    let target = "/api/event/admin/results/import?dryRun=false";
    delivery.client().post(target, json!({ "csv": csv })).await.data();
    let sql = format!("SELECT booking_id FROM booking WHERE uaid = '{}'", athlete.uaid);
    let booking = app.texts(sql).await.remove(0).unwrap();
    (athlete, booking)
}

fn speed(attempts: Value, replaces: i64) -> Value {
    json!([{ "TestType": "Speed", "Attempts": attempts, "replaces": replaces }])
}

async fn correct(by: &Person, booking: &str, results: Value, reason: &str) -> Reply {
    let body = json!({ "eventBookingId": booking, "results": results, "reason": reason });
    by.client().post(CORRECT, body).await
}

async fn final_of(app: &TestApp, booking: &str) -> i64 {
    app.scalar(format!("SELECT score_hundredths FROM booking WHERE booking_id = '{booking}'")).await
}

both! {
    // RULES 8.11
    async fn a_correction_that_changes_no_points_changes_the_mark_on_the_board(app) {
        let delivery = app.person(3).await;
        let (_, booking) = tested(&app, &delivery).await;
        let mark = || async { app.client().get("/api/user/leaderboard?season=10&testType=Speed").await.data()["leaderboard"][0]["measurement"]["raw"].clone() };
        for (revision, time) in [(1, 2.65), (2, 2.61)] {
            let data = correct(&delivery, &booking, speed(json!([{ "score": time }]), revision), "Timed by hand").await.data();
            assert_eq!(data["results"][0]["score"], 100);
            assert_eq!(mark().await, json!(time));
        }
    }

    async fn a_correction_moves_score_and_board_and_keeps_the_old_value(app) {
        let delivery = app.person(3).await;
        let (ada, booking) = tested(&app, &delivery).await;
        let (ben, _) = tested(&app, &delivery).await;
        let board = || async { app.client().get("/api/user/leaderboard?season=10").await.data()["leaderboard"].clone() };
        assert_eq!(board().await[1]["position"], 1);
        let version = || app.scalar("SELECT version FROM topic_version WHERE topic = 'leaderboard'");
        let before = version().await;

        let results = speed(json!([{ "score": 4.2 }, { "score": 4.05 }]), 1);
        let data = correct(&delivery, &booking, results, "  Lane two was timed by hand  ").await.data();
        // 10 points for 60: (5 × 50 + 10) ÷ 6 after 51.67.
        assert_eq!(data, json!({ "uaid": ada.uaid, "score": 43.33, "results": [
            { "TestType": "Speed", "score": 10, "status": "closed", "revision": 2 }
        ] }));
        assert_eq!(final_of(&app, &booking).await, 4_333);
        assert!(version().await > before);
        let rows = board().await;
        assert_eq!((rows[0]["score"].as_f64(), rows[1]["score"].as_f64()), (Some(51.67), Some(43.33)));
        assert_eq!(rows[1]["position"], 2);
        let shown = ada.client().get("/api/user/results").await.data();
        assert_eq!(shown["results"][0]["tests"][3]["attempts"], json!([
            { "score": 4.2, "points": 0 }, { "score": 4.05, "points": 10 }
        ]));
        assert_eq!(shown["results"][0]["tests"][3]["revision"], 2);
        assert!(!shown.to_string().contains(&ben.uaid));

        let detail = app.texts(format!(
            "SELECT detail FROM audit_log WHERE action = 'result.corrected' AND object_id = '{booking}' \
             AND subject_uaid = '{}' AND actor_uaid = '{}'", ada.uaid, delivery.uaid
        )).await;
        let detail: Value = serde_json::from_str(detail[0].as_deref().unwrap()).unwrap();
        assert_eq!(detail, json!({
            "reason": "Lane two was timed by hand",
            "from": [{ "TestType": "Speed", "score": 60, "status": "closed", "revision": 1,
                "Attempts": [{ "score": 3.3 }, { "score": 3.45 }] }],
            "to": [{ "TestType": "Speed", "score": 10, "status": "closed", "revision": 2,
                "Attempts": [{ "score": 4.2 }, { "score": 4.05 }] }],
            "score": { "from": 51.67, "to": 43.33 },
            "protocolVersion": 1
        }));
    }

    // RULES 8.13
    async fn an_athlete_is_told_once_of_a_correction_that_changes_their_final(app) {
        let delivery = app.person(3).await;
        let (ada, booking) = tested(&app, &delivery).await;
        let told = async || app.letters_with_subject("final-corrected").await;
        let hold = async |held: &str| app.execute(format!("UPDATE booking SET held = {held} WHERE booking_id = '{booking}'")).await;
        correct(&delivery, &booking, speed(json!([{ "score": 3.3 }]), 1), "The second was void").await.data();
        assert!(told().await.is_empty(), "the points are the same");
        let body = json!({ "eventBookingId": booking, "results": speed(json!([{ "score": 3.15 }]), 2), "reason": "Timed by hand" });
        for _ in 0..2 {
            delivery.client().keyed(Method::POST, CORRECT, "correct-2", body.clone()).await.data();
        }
        let letters = told().await;
        assert_eq!((letters.len(), app.letters_to("final-corrected", &ada.email).await.len()), (1, 1));
        for part in ["Your result was corrected: 53.33 / ", "it was 51.67", "Was: 51.67"] {
            assert!(letters[0].contains(part), "{part}: {letters:?}");
        }
        // Nothing leaves while the final is held.
        hold("TRUE").await;
        let files = Transport::from_config(None, app.data_dir()).unwrap();
        assert_eq!(send_due(&app.state, &files).await.unwrap(), 0);
        correct(&delivery, &booking, speed(json!([{ "score": 3 }]), 3), "Timed again").await.data();
        assert!(told().await.is_empty());
        // The letter about the reveal, which is still to come, has the corrected final.
        hold(&format!("FALSE, revealed_at = {}", app.state.clock.now_ms())).await;
        correct(&delivery, &booking, speed(json!([{ "score": 2.85 }]), 4), "Timed again").await.data();
        assert!(told().await.is_empty());
        app.pass_minutes(10);
        assert_eq!(follow_up(&app.state).await.unwrap(), 1);
        assert!(app.letters("final-revealed").await[0].contains("56.67"));
        correct(&delivery, &booking, speed(json!([{ "score": 3 }]), 5), "Timed again").await.data();
        assert_eq!(told().await.len(), 1);
    }

    async fn whoever_saw_an_older_value_is_shown_the_newer_one(app) {
        let delivery = app.person(3).await;
        let (_, booking) = tested(&app, &delivery).await;
        correct(&delivery, &booking, speed(json!([{ "score": 3 }]), 1), "First one").await.data();
        for replaces in [json!(1), json!(7), Value::Null] {
            let results = json!([{ "TestType": "Speed", "Attempts": [{ "score": 3.9 }], "replaces": replaces }]);
            let error = correct(&delivery, &booking, results, "Second one").await.refused(409, "TEST_CLOSED");
            assert_eq!(error["current"], json!({
                "TestType": "Speed", "score": 80, "status": "closed", "revision": 2, "Attempts": [{ "score": 3 }]
            }));
        }
        assert_eq!(final_of(&app, &booking).await, 5_500);
        // If one of two tests is stale, neither is changed.
        let both = json!([
            { "TestType": "Power", "Attempts": [{ "score": 75 }], "replaces": 1 },
            { "TestType": "Speed", "Attempts": [{ "score": 2.7 }], "replaces": 1 }
        ]);
        correct(&delivery, &booking, both, "Both of them").await.refused(409, "TEST_CLOSED");
        assert_eq!(final_of(&app, &booking).await, 5_500);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'result.corrected'").await, 1);
    }

    async fn a_correction_needs_a_reason_and_attempts_that_fit(app) {
        let delivery = app.person(3).await;
        let (ada, booking) = tested(&app, &delivery).await;
        let good = || speed(json!([{ "score": 3 }]), 1);
        for reason in ["", "  ", "ab", "  a "] {
            correct(&delivery, &booking, good(), reason).await.refused_field(422, "REASON_REQUIRED", "reason");
        }
        correct(&delivery, &booking, good(), &"a".repeat(501)).await.refused_field(422, "TEXT_TOO_LONG", "reason");
        let first = "results[0].Attempts[0].score";
        for (attempts, code, field) in [
            (json!([{ "score": -3 }]), "ATTEMPT_NEGATIVE", first),
            (json!([{ "score": 3.0001 }]), "ATTEMPT_DECIMALS", first),
            (json!([{ "score": 30 }]), "ATTEMPT_OUT_OF_RANGE", first),
            (json!([{ "score": "3.1" }]), "ATTEMPT_INVALID", first),
            (json!([]), "ATTEMPTS_MISSING", "results[0].Attempts"),
            (json!([{ "score": 3 }, { "score": 3 }, { "score": 3 }]), "ATTEMPTS_TOO_MANY", "results[0].Attempts"),
        ] {
            correct(&delivery, &booking, speed(attempts, 1), "A reason").await.refused_field(422, code, field);
        }
        let unknown = json!([{ "TestType": "Chess", "Attempts": [{ "score": 3 }], "replaces": 1 }]);
        correct(&delivery, &booking, unknown, "A reason").await.refused(422, "TEST_UNKNOWN");
        correct(&delivery, &booking, json!([]), "A reason").await.refused_field(400, "FIELD_MISSING", "results");
        correct(&delivery, "nothing", good(), "A reason").await.refused(404, "BOOKING_NOT_FOUND");
        let other = app.athlete().await;
        let body = json!({ "eventBookingId": booking, "uaid": other.uaid, "results": good(), "reason": "A reason" });
        delivery.client().post(CORRECT, body).await.refused(404, "BOOKING_NOT_FOUND");
        app.execute(format!("UPDATE booking SET status = 'dnt' WHERE uaid = '{}'", ada.uaid)).await;
        correct(&delivery, &booking, good(), "A reason").await.refused(409, "STATUS_CONFLICT");
        assert_eq!(final_of(&app, &booking).await, 5_167);
    }

    async fn a_correction_is_scored_by_the_protocols_of_its_booking(app) {
        let delivery = app.person(3).await;
        let (_, booking) = tested(&app, &delivery).await;
        let target = "/api/event/admin/protocols";
        let mut set = delivery.client().get(target).await.data();
        set["tests"][3]["hundred"] = json!(3.2);
        delivery.client().put(target, set).await.data();
        let data = correct(&delivery, &booking, speed(json!([{ "score": 3.3 }]), 1), "One only").await.data();
        assert_eq!(data["results"][0]["score"], 60);
    }

    async fn a_visit_keeps_how_many_attempts_it_allows(app) {
        let delivery = app.person(3).await;
        let (athlete, booking) = tested(&app, &delivery).await;
        let target = "/api/event/admin/protocols";
        let mut set = delivery.client().get(target).await.data();
        set["tests"][1]["attempts"] = json!(1);
        delivery.client().put(target, set).await.data();
        let shown = delivery.client().get(&format!("/api/user/results?uaid={}", athlete.uaid)).await.data();
        assert_eq!(shown["results"][0]["tests"][1]["allowed"], 3);
        let three = json!([{ "TestType": "Strength", "Attempts": [{ "score": 30 }, { "score": 31 }, { "score": 32.5 }], "replaces": 1 }]);
        correct(&delivery, &booking, three, "In their order").await.data();
    }

    async fn the_same_key_corrects_once_and_only_programme_delivery_may(app) {
        let delivery = app.person(3).await;
        let (_, booking) = tested(&app, &delivery).await;
        let body = json!({ "eventBookingId": booking, "results": speed(json!([{ "score": 3 }]), 1), "reason": "Once" });
        let first = delivery.client().keyed(Method::POST, CORRECT, "correct-1", body.clone()).await;
        let again = delivery.client().keyed(Method::POST, CORRECT, "correct-1", body.clone()).await;
        assert_eq!(first.data(), again.data());
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'result.corrected'").await, 1);
        for role in [1, 2, 4] {
            app.person(role).await.client().post(CORRECT, body.clone()).await.refused(403, "FORBIDDEN");
        }
        app.client().post(CORRECT, body).await.refused(401, "UNAUTHORISED");
    }
}
