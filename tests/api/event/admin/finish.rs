//! `POST /api/event/admin/final`: how a visit ends, what is mailed, and on which board the final appears.

use futures::future::join_all;
use serde_json::{Value, json};
use sixfold_server::app::jobs::{close_missed, follow_up};
use sixfold_tests::{Person, TestApp, both};

use super::desk::{
    FINAL, Guest, ONBOARD, SIX, TEST, assert_replayed, audited, keyed, morning, on_the_desk, onboard, tested,
};
use crate::event::stage::{DAY, go_to, status};

const BOARD: &str = "/api/user/leaderboard";

async fn mails(app: &TestApp) -> Vec<String> {
    app.letters_with_subject("final-score").await
}

/// Who has been told that there is no score.
async fn told_of_none(app: &TestApp) -> Vec<Option<String>> {
    let mut told = app.texts("SELECT to_address FROM mail_outbox WHERE kind = 'booking-missed'").await;
    told.sort();
    told
}

async fn board(app: &TestApp) -> usize {
    let data = app.client().get(&format!("{BOARD}?from=2026-03-01&to=2026-03-31")).await.data();
    data["leaderboard"].as_array().unwrap().len()
}

async fn version(app: &TestApp) -> i64 {
    app.scalar("SELECT COALESCE(MAX(version), 0) FROM topic_version WHERE topic = 'leaderboard'").await
}

/// The six tests as a tablet shows them.
fn shown(guest: &Guest, change: impl FnOnce(&mut Vec<Value>)) -> Value {
    let mut results: Vec<Value> = SIX
        .iter()
        .map(|(test, raw, points)| json!({ "TestType": test, "Attempts": [{ "score": raw }], "score": points }))
        .collect();
    change(&mut results);
    let mut body = guest.end("completed");
    body["Results"] = json!(results);
    body
}

/// Two guests with six tests each, and a final of the first that is held for the reveal.
async fn two_tested(app: &TestApp) -> (Person, Vec<Guest>, Value) {
    let (desk, guests) = morning(app, 2).await;
    for guest in &guests {
        onboard(&desk, guest).await.data();
        tested(&desk, guest).await;
    }
    let mut held = guests[0].end("completed");
    held["holdReveal"] = json!(true);
    (desk, guests, held)
}

both! {
    async fn six_tests_make_one_score_and_one_letter(app) {
        let (desk, guest) = on_the_desk(&app).await;
        tested(&desk, &guest).await;
        let mut body = shown(&guest, |_| ());
        body["Notes"] = json!("Strong start.");
        let first = keyed(&desk, FINAL, "key-1", body.clone()).await;
        assert_eq!(first.data(), json!({ "uaid": guest.uaid(), "score": 50 }));
        assert_eq!(status(&app, &guest.id).await, "completed");
        let told = mails(&app).await;
        assert_eq!(told.len(), 1);
        for part in ["Your final is in: 50.00", "Agility: 100.00", "Endurance: 0.00"] {
            assert!(told[0].contains(part), "{part}: {}", told[0]);
        }
        assert_eq!((board(&app).await, version(&app).await), (1, 1));
        let sql = format!("SELECT notes FROM booking WHERE booking_id = '{}'", guest.id);
        assert_eq!(app.texts(sql).await, [Some("Strong start.".to_owned())]);
        // The answer was lost, and the next shift sends it again.
        assert_replayed(&keyed(&app.person(3).await, FINAL, "key-1", body.clone()).await, &first);
        body["Status"] = json!("dnt");
        keyed(&desk, FINAL, "key-1", body.clone()).await.refused(422, "IDEMPOTENCY_KEY_REUSED");
        let error = desk.client().post(FINAL, body).await.refused(409, "BOOKING_CLOSED");
        assert_eq!(error["status"], "completed");
        assert_eq!((mails(&app).await.len(), audited(&app, "result.final", &guest).await), (1, 1));
        // The athlete can see it at once.
        let profile = guest.person.client().get("/api/user/profile").await.data();
        assert_eq!(profile["events"][0]["eventList"][0]["eventTestScore"], 50.0);
    }

    async fn an_open_test_is_named(app) {
        let (desk, guest) = on_the_desk(&app).await;
        let error = desk.client().post(FINAL, guest.end("completed")).await.refused(422, "TESTS_OPEN");
        assert_eq!(error["tests"].as_array().unwrap().len(), 6);
        desk.client().post(TEST, guest.test("Speed", json!([{ "score": 3.5 }]))).await.data();
        let error = desk.client().post(FINAL, guest.end("completed")).await.refused(422, "TESTS_OPEN");
        assert_eq!(error["tests"], json!(["Cognitive", "Strength", "Power", "Agility", "Endurance"]));
        assert_eq!(status(&app, &guest.id).await, "booked");
    }

    async fn what_the_tablet_shows_has_to_be_what_is_stored(app) {
        let (desk, guest) = on_the_desk(&app).await;
        tested(&desk, &guest).await;
        let wrong: [fn(&mut Vec<Value>); 6] = [
            |results| results[3]["Attempts"] = json!([{ "score": 3.44 }]),
            |results| results[3]["Attempts"] = json!([{ "score": 3.45 }, { "score": 3.6 }]),
            |results| results[3]["score"] = json!(51),
            |results| results[3]["Status"] = json!("dnt"),
            |results| results[3]["revision"] = json!(2),
            |results| drop(results.remove(3)),
        ];
        for (index, change) in wrong.into_iter().enumerate() {
            let error = desk.client().post(FINAL, shown(&guest, change)).await.refused(409, "RESULTS_DIFFER");
            let current = error["current"].as_array().unwrap();
            assert_eq!((current.len(), &current[3]["Attempts"]), (6, &json!([{ "score": 3.45 }])), "{index}");
        }
        let client = desk.client();
        client.post(FINAL, shown(&guest, |results| results[3]["TestType"] = json!("Chess"))).await.refused(422, "TEST_UNKNOWN");
        client.post(FINAL, shown(&guest, |results| results[3]["Attempts"] = json!([{ "score": -1 }]))).await.refused(422, "ATTEMPT_NEGATIVE");
        client.post(FINAL, guest.end("finished")).await.refused_field(400, "STATUS_UNKNOWN", "Status");
        client.post(FINAL, json!({ "uaid": guest.uaid() })).await.refused_field(400, "FIELD_MISSING", "EventBookingId");
        let mut long = guest.end("completed");
        long["Notes"] = json!("x".repeat(2_001));
        assert_eq!(client.post(FINAL, long).await.status, 422);
        assert_eq!((status(&app, &guest.id).await.as_str(), mails(&app).await.len()), ("booked", 0));
        // Without the numbers that the tablet shows, only the attempts count.
        let bare = shown(&guest, |results| {
            for result in results {
                result.as_object_mut().unwrap().remove("score");
            }
        });
        client.post(FINAL, bare).await.data();
    }

    // RULES 4.9, 7.6
    async fn a_test_that_was_not_taken_ends_the_visit_without_a_score(app) {
        let (desk, guests) = morning(&app, 2).await;
        for guest in &guests {
            onboard(&desk, guest).await.data();
        }
        tested(&desk, &guests[0]).await;
        let dnt = json!({ "TestType": "Endurance", "Status": "dnt", "replaces": 1 });
        desk.client().post(TEST, guests[0].tests(dnt)).await.data();
        let data = desk.client().post(FINAL, guests[0].end("completed")).await.data();
        assert_eq!(data, json!({ "uaid": guests[0].uaid(), "score": null }));
        let data = desk.client().post(FINAL, guests[1].end("dnt")).await.data();
        assert_eq!(data["score"], Value::Null);
        for guest in &guests {
            assert_eq!(status(&app, &guest.id).await, "dnt");
            desk.client().post(FINAL, guest.end("dnt")).await.refused(409, "BOOKING_CLOSED");
        }
        assert_eq!((mails(&app).await.len(), board(&app).await, version(&app).await), (0, 0, 0));
        let mut both = [0, 1].map(|index: usize| Some(guests[index].person.email.clone()));
        both.sort();
        assert_eq!(told_of_none(&app).await, both, "each once");
        // With the results that another tablet had, it becomes a final after all.
        desk.client().post(TEST, guests[1].six()).await.data();
        assert_eq!(desk.client().post(FINAL, guests[1].end("completed")).await.data()["score"], 50.0);
        assert_eq!((status(&app, &guests[1].id).await.as_str(), mails(&app).await.len()), ("completed", 1));
    }

    // RULES 4.9
    async fn whoever_was_told_at_midnight_is_not_told_again(app) {
        let (desk, guests) = morning(&app, 1).await;
        let guest = &guests[0];
        go_to(&app, "2026-03-06", "08:00").await;
        assert_eq!(close_missed(&app.state).await.unwrap(), 1);
        let late = json!({ "code": guest.code, "day": DAY });
        desk.client().post(ONBOARD, late).await.data();
        desk.client().post(FINAL, guest.end("dnt")).await.data();
        assert_eq!(told_of_none(&app).await, [Some(guest.person.email.clone())]);
    }

    async fn a_held_final_stands_on_no_board_and_sends_no_letter(app) {
        let (desk, guests, held) = two_tested(&app).await;
        assert_eq!(desk.client().post(FINAL, held).await.data()["score"], 50.0);
        assert_eq!(board(&app).await, 0);
        assert!(mails(&app).await.is_empty());
        desk.client().post(FINAL, guests[1].end("completed")).await.data();
        assert_eq!((board(&app).await, version(&app).await), (1, 2));
        app.execute("UPDATE booking SET held = FALSE").await;
        assert_eq!(board(&app).await, 2);
    }

    async fn a_held_final_is_told_once_it_has_been_revealed_for_a_while(app) {
        app.execute("INSERT INTO season (season, start_date, end_date) VALUES (11, '2026-01-01', '2026-04-30')").await;
        let (desk, guests, held) = two_tested(&app).await;
        desk.client().post(FINAL, held).await.data();
        desk.client().post(FINAL, guests[1].end("completed")).await.data();
        app.pass_minutes(30);
        assert_eq!(follow_up(&app.state).await.unwrap(), 0, "one waits, the other was told");
        let reveal = json!({ "uaid": guests[0].uaid() });
        app.person(3).await.client().post("/api/event/livescreen/reveal", reveal).await.data();
        app.pass_minutes(9);
        assert_eq!(follow_up(&app.state).await.unwrap(), 0, "a ceremony can step back");
        app.pass_minutes(1);
        assert_eq!(follow_up(&app.state).await.unwrap(), 1);
        assert_eq!(follow_up(&app.state).await.unwrap(), 0);
        let sql = "SELECT to_address || ' ' || subject FROM mail_outbox WHERE kind = 'final-revealed'";
        assert_eq!(app.texts(sql).await, [Some(format!("{} It's out: 50.00", guests[0].person.email))]);
        assert_eq!(mails(&app).await.len(), 1);
    }

    async fn a_letter_tells_the_position_of_the_board(app) {
        app.execute("INSERT INTO season (season, start_date, end_date) VALUES (11, '2026-01-01', '2026-04-30')").await;
        let (desk, guests) = morning(&app, 3).await;
        for (guest, level) in guests.iter().zip([16, 3, 16]) {
            onboard(&desk, guest).await.data();
            let mut six = guest.six();
            six["results"][5]["Attempts"] = json!([{ "score": level }]);
            desk.client().post(TEST, six).await.data();
            desk.client().post(FINAL, guest.end("completed")).await.data();
        }
        // Letters of the same moment have no order.
        let told = mails(&app).await;
        let places = |score: &str, position: usize| {
            let line = format!("Season board: Number {position}\n");
            told.iter().filter(|mail| mail.contains(&format!("Score: {score}\n")) && mail.contains(&line)).count()
        };
        assert_eq!((told.len(), places("66.67", 1), places("50.00", 2)), (3, 2, 1), "{told:?}");
    }

    async fn two_tablets_that_finish_at_once_write_one_letter(app) {
        let (desk, guest) = on_the_desk(&app).await;
        tested(&desk, &guest).await;
        let asks = (0..8).map(|index| {
            let (client, body) = (desk.client(), guest.end("completed"));
            tokio::spawn(async move {
                client.keyed(axum::http::Method::POST, FINAL, &format!("tablet-{index}"), body).await
            })
        });
        let replies: Vec<_> = join_all(asks.collect::<Vec<_>>()).await.into_iter().map(Result::unwrap).collect();
        assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
        for reply in replies.iter().filter(|reply| reply.status != 200) {
            reply.refused(409, "BOOKING_CLOSED");
        }
        assert_eq!((mails(&app).await.len(), audited(&app, "result.final", &guest).await), (1, 1));
    }

    // RULES 4.5
    async fn programme_delivery_finishes_a_visit_of_an_earlier_day_with_what_is_stored(app) {
        let (desk, guest) = on_the_desk(&app).await;
        tested(&desk, &guest).await;
        go_to(&app, "2026-03-19", "09:00").await;
        assert_eq!(close_missed(&app.state).await.unwrap(), 0);
        let delivery = app.person(3).await;
        assert_eq!(delivery.client().post(FINAL, guest.end("completed")).await.data()["score"], 50.0);
        assert_eq!((status(&app, &guest.id).await.as_str(), mails(&app).await.len()), ("completed", 1));
    }

    // RULES 4.5
    async fn programme_delivery_records_a_missing_test_of_an_earlier_day(app) {
        let (desk, guest) = on_the_desk(&app).await;
        let mut five = guest.six();
        let last = five["results"].as_array_mut().unwrap().pop().unwrap();
        desk.client().post(TEST, five).await.data();
        go_to(&app, "2026-03-19", "09:00").await;
        let delivery = app.person(3).await;
        let booking = format!("/api/event/admin/booking?eventBookingId={}&health=false", guest.id);
        let known = delivery.client().get(&booking).await.data();
        assert_eq!((known["results"].as_array().unwrap().len(), &known["protocols"]["version"]), (5, &json!(1)));
        let endurance = &known["protocols"]["tests"][5];
        assert_eq!((&endurance["attempts"], &endurance["unit"]), (&json!(1), &json!("level")));
        delivery.client().post(TEST, guest.tests(last)).await.data();
        assert_eq!(delivery.client().post(FINAL, guest.end("completed")).await.data()["score"], 50.0);
        assert_eq!(status(&app, &guest.id).await, "completed");
    }
}
