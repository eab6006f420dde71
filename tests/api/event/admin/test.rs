//! `POST /api/event/admin/test`: attempts become points, once each.

use std::sync::Arc;

use futures::future::join_all;
use serde_json::{Value, json};
use sixfold_domain::protocol::Protocols;
use sixfold_domain::score::Score;
use sixfold_domain::test_type::TestType;
use sixfold_server::db::results::protocol;
use sixfold_server::db::results::result::{self, TabletStamp, TestStatus, Written};
use sixfold_server::db::{DbError, Sql, params};
use sixfold_tests::both;
use tokio::sync::Barrier;

use super::desk::{
    FINAL, SIX, TEST, assert_replayed, audited, keyed, morning, on_the_desk, onboard, stored, tested,
};
use crate::event::stage::go_to;

/// Invalid attempts by test, with the expected refusals.
fn bad() -> Vec<(&'static str, Value, &'static str, &'static str)> {
    let one = "results.Attempts[0].score";
    vec![
        ("Speed", json!([{ "score": -3.2 }]), "ATTEMPT_NEGATIVE", one),
        ("Speed", json!([{ "score": "NaN" }]), "ATTEMPT_INVALID", one),
        ("Speed", json!([{ "score": "3.2" }]), "ATTEMPT_INVALID", one),
        ("Speed", json!([{ "score": "fast" }]), "ATTEMPT_INVALID", one),
        ("Speed", json!([{ "score": null }]), "ATTEMPT_INVALID", one),
        ("Speed", json!([{}]), "ATTEMPT_INVALID", one),
        ("Speed", json!([{ "score": 3.2001 }]), "ATTEMPT_DECIMALS", one),
        ("Cognitive", json!([{ "score": 64.5 }]), "ATTEMPT_DECIMALS", one),
        ("Endurance", json!([{ "score": 3.25 }]), "ATTEMPT_DECIMALS", one),
        ("Speed", json!([{ "score": 1.9 }]), "ATTEMPT_OUT_OF_RANGE", one),
        ("Speed", json!([{ "score": 1e300 }]), "ATTEMPT_OUT_OF_RANGE", one),
        ("Strength", json!([{ "score": 90.01 }]), "ATTEMPT_OUT_OF_RANGE", one),
        ("Speed", json!([{ "score": 3 }, { "score": -1 }]), "ATTEMPT_NEGATIVE", "results.Attempts[1].score"),
        ("Endurance", json!([{ "score": 5 }, { "score": 6 }]), "ATTEMPTS_TOO_MANY", "results.Attempts"),
        ("Power", json!([]), "ATTEMPTS_MISSING", "results.Attempts"),
        ("Chess", json!([{ "score": 5 }]), "TEST_UNKNOWN", "results.TestType"),
        ("speed", json!([{ "score": 5 }]), "TEST_UNKNOWN", "results.TestType"),
    ]
}

both! {
    async fn the_best_attempt_makes_the_points(app) {
        let (desk, guest) = on_the_desk(&app).await;
        let sent = guest.test("Speed", json!([{ "score": 3.6 }, { "score": 3.205 }]));
        let first = keyed(&desk, TEST, "key-1", sent.clone()).await;
        let result = json!({ "TestType": "Speed", "score": 66.33, "status": "closed", "revision": 1 });
        assert_eq!(first.data(), json!({ "uaid": guest.uaid(), "score": 66.33, "results": [result] }));
        assert_eq!(stored(&app, &guest).await, ["Speed closed 6633 r1 3600", "Speed closed 6633 r1 3205"]);
        // The answer was lost: the same call comes again, also from another member of staff.
        assert_replayed(&keyed(&desk, TEST, "key-1", sent.clone()).await, &first);
        assert_replayed(&keyed(&app.person(3).await, TEST, "key-1", sent).await, &first);
        let other = guest.test("Speed", json!([{ "score": 3.6 }]));
        keyed(&desk, TEST, "key-1", other).await.refused(422, "IDEMPOTENCY_KEY_REUSED");
        assert_eq!((stored(&app, &guest).await.len(), audited(&app, "result.test", &guest).await), (2, 1));
        let by = format!("SELECT recorded_by FROM result_test WHERE booking_id = '{}'", guest.id);
        assert_eq!(app.texts(by).await, [Some(desk.uaid.clone())]);
    }

    async fn a_list_is_stored_whole_or_not_at_all(app) {
        let (desk, guest) = on_the_desk(&app).await;
        let list = json!([
            { "TestType": "Speed", "Attempts": [{ "score": 3.5 }] },
            { "TestType": "Power", "Attempts": [{ "score": 200 }] }
        ]);
        let reply = desk.client().post(TEST, guest.tests(list)).await;
        reply.refused_field(422, "ATTEMPT_OUT_OF_RANGE", "results[1].Attempts[0].score");
        let twice = json!([
            { "TestType": "Speed", "Attempts": [{ "score": 3.5 }] },
            { "TestType": "Speed", "Attempts": [{ "score": 3.4 }] }
        ]);
        desk.client().post(TEST, guest.tests(twice)).await.refused_field(400, "FIELD_INVALID", "results[1].TestType");
        assert!(stored(&app, &guest).await.is_empty());
        let data = desk.client().post(TEST, guest.six()).await.data();
        let scores: Vec<f64> = data["results"].as_array().unwrap().iter().map(|test| test["score"].as_f64().unwrap()).collect();
        assert_eq!(scores, SIX.map(|(_, _, points)| points));
        assert_eq!(data["score"], 0.0, "that of the last one");
        // If one test of a list is already closed, the others do not change.
        let before = stored(&app, &guest).await;
        let mixed = json!([
            { "TestType": "Power", "Attempts": [{ "score": 50 }], "replaces": 1 },
            { "TestType": "Speed", "Attempts": [{ "score": 3.5 }] }
        ]);
        desk.client().post(TEST, guest.tests(mixed)).await.refused(409, "TEST_CLOSED");
        assert_eq!(stored(&app, &guest).await, before);
    }

    async fn a_bad_attempt_is_refused_by_its_name(app) {
        let (desk, guest) = on_the_desk(&app).await;
        for (test, attempts, word, field) in bad() {
            desk.client().post(TEST, guest.test(test, attempts)).await.refused_field(422, word, field);
        }
        let client = desk.client();
        client.post(TEST, guest.tests(json!([]))).await.refused_field(400, "FIELD_MISSING", "results");
        client.post(TEST, guest.tests(json!("Speed"))).await.refused(400, "FIELD_INVALID");
        client.post(TEST, guest.tests(json!({ "Attempts": [] }))).await.refused(400, "FIELD_MISSING");
        client.post(TEST, json!({ "uaid": guest.uaid(), "results": [] })).await.refused_field(400, "FIELD_MISSING", "eventBookingId");
        client.post(TEST, json!({ "eventBookingId": guest.id })).await.refused_field(400, "FIELD_MISSING", "uaid");
        let status = json!({ "TestType": "Speed", "Attempts": [{ "score": 3.5 }], "Status": "open" });
        client.post(TEST, guest.tests(status)).await.refused_field(400, "STATUS_UNKNOWN", "results.Status");
        assert!(stored(&app, &guest).await.is_empty());
        assert_eq!(audited(&app, "result.test", &guest).await, 0);
    }

    // RULES 11.5
    async fn a_closed_test_is_replaced_by_whoever_knows_its_revision(app) {
        let (desk, guest) = on_the_desk(&app).await;
        let send = async |score: f64, replaces: Value| {
            let one = json!({ "TestType": "Speed", "Attempts": [{ "score": score }], "replaces": replaces });
            desk.client().post(TEST, guest.tests(one)).await
        };
        let stale = send(3.5, json!(1)).await.refused(409, "TEST_CLOSED");
        assert_eq!(stale["current"]["revision"], 0, "nothing is there to be replaced");
        send(3.5, Value::Null).await.data();
        let error = send(3.4, Value::Null).await.refused(409, "TEST_CLOSED");
        let current = json!({ "TestType": "Speed", "score": 46.67, "status": "closed", "revision": 1, "Attempts": [{ "score": 3.5 }] });
        assert_eq!(error["current"], current);
        assert_eq!(send(3.4, json!(1)).await.data()["results"][0]["revision"], 2);
        assert_eq!(send(3.3, json!(1)).await.refused(409, "TEST_CLOSED")["current"]["revision"], 2);
        assert_eq!(stored(&app, &guest).await, ["Speed closed 5333 r2 3400"]);
        // Not taken after all, and then taken.
        let dnt = json!({ "TestType": "Speed", "Status": "dnt", "replaces": 2 });
        let data = desk.client().post(TEST, guest.tests(dnt)).await.data();
        assert_eq!((&data["score"], &data["results"][0]["status"]), (&Value::Null, &json!("dnt")));
        send(3.2, json!(3)).await.data();
        assert_eq!(stored(&app, &guest).await, ["Speed closed 6667 r4 3200"]);
        assert_eq!(audited(&app, "result.test", &guest).await, 4);
    }

    async fn results_are_for_an_athlete_on_the_desk_and_their_own_booking(app) {
        let (desk, guests) = morning(&app, 2).await;
        let (one, two) = (&guests[0], &guests[1]);
        let client = desk.client();
        client.post(TEST, one.six()).await.refused(409, "NOT_ONBOARDED");
        onboard(&desk, one).await.data();
        onboard(&desk, two).await.data();
        let crossed = json!({ "uaid": two.uaid(), "eventBookingId": one.id, "results": { "TestType": "Speed", "Attempts": [{ "score": 3.5 }] } });
        client.post(TEST, crossed.clone()).await.refused_field(404, "BOOKING_NOT_FOUND", "eventBookingId");
        client.post(FINAL, json!({ "uaid": two.uaid(), "EventBookingId": one.id })).await.refused(404, "BOOKING_NOT_FOUND");
        let nowhere = json!({ "uaid": one.uaid(), "eventBookingId": "nowhere", "results": crossed["results"] });
        client.post(TEST, nowhere).await.refused(404, "BOOKING_NOT_FOUND");
        tested(&desk, one).await;
        client.post(FINAL, one.end("completed")).await.data();
        let error = client.post(TEST, one.test("Speed", json!([{ "score": 3.5 }]))).await.refused(409, "BOOKING_CLOSED");
        assert_eq!(error["status"], "completed");
    }

    async fn a_booking_is_scored_by_the_protocols_of_its_onboarding(app) {
        let (desk, guests) = morning(&app, 2).await;
        onboard(&desk, &guests[0]).await.data();
        let mut tests = Protocols::STANDARD.tests().to_vec();
        tests[TestType::Power.index()].hundred = "105".parse().unwrap();
        let set = Protocols::new(2, tests).unwrap();
        app.write(async move |conn| protocol::insert(conn, &set, "1", 1).await).await;
        onboard(&desk, &guests[1]).await.data();
        let jump = async |index: usize| {
            let sent = guests[index].test("Power", json!([{ "score": 60 }]));
            desk.client().post(TEST, sent).await.data()["score"].as_f64().unwrap()
        };
        assert_eq!((jump(0).await, jump(1).await), (75.0, 50.0));
    }

    async fn two_tablets_that_close_one_test_at_once_leave_one_value(app) {
        let (desk, guest) = on_the_desk(&app).await;
        let start = Arc::new(Barrier::new(12));
        let asks = (0..12_i32).map(|index| {
            let (client, start) = (desk.client(), start.clone());
            let sent = guest.test("Speed", json!([{ "score": f64::from(300 + index) / 100.0 }]));
            tokio::spawn(async move {
                start.wait().await;
                client.keyed(axum::http::Method::POST, TEST, &format!("tablet-{index}"), sent).await
            })
        });
        let replies: Vec<_> = join_all(asks.collect::<Vec<_>>()).await.into_iter().map(Result::unwrap).collect();
        let (won, lost): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status == 200);
        assert_eq!((won.len(), lost.len()), (1, 11));
        let score = won[0].data()["score"].clone();
        for reply in lost {
            let error = reply.refused(409, "TEST_CLOSED");
            assert_eq!((&error["current"]["score"], &error["current"]["revision"]), (&score, &json!(1)));
        }
        assert_eq!((stored(&app, &guest).await.len(), audited(&app, "result.test", &guest).await), (1, 1));
    }

    /// Both tablets have read revision 1 and write their results; the statement lets one through.
    async fn of_two_that_know_one_revision_the_statement_takes_one(app) {
        let (desk, guest) = on_the_desk(&app).await;
        desk.client().post(TEST, guest.test("Speed", json!([{ "score": 3.5 }]))).await.data();
        assert_eq!(race(&app, &guest.id, &desk.uaid, true).await, 1);
        let revision = format!("SELECT revision FROM result_test WHERE booking_id = '{}'", guest.id);
        assert_eq!(app.scalar(revision).await, 2);
    }

    /// The control: without its revision in the statement, both believe that they have won.
    async fn without_the_revision_both_believe_that_they_have_won(app) {
        let (desk, guest) = on_the_desk(&app).await;
        desk.client().post(TEST, guest.test("Speed", json!([{ "score": 3.5 }]))).await.data();
        assert_eq!(race(&app, &guest.id, &desk.uaid, false).await, 2);
    }

    async fn an_ended_visit_without_a_final_score_takes_what_comes_late_for_a_week(app) {
        let (desk, guest) = on_the_desk(&app).await;
        desk.client().post(FINAL, guest.end("dnt")).await.data();
        desk.client().post(TEST, guest.test("Speed", json!([{ "score": 3.5 }]))).await.data();
        go_to(&app, "2026-03-13", "09:00").await;
        let again = app.client().bearer(&app.session_of(&desk).await);
        let error = again.post(TEST, guest.test("Power", json!([{ "score": 50 }]))).await.refused(409, "BOOKING_CLOSED");
        assert_eq!(error["status"], "dnt");
    }
}

/// Two concurrent writers that have both read revision 1; returns how many get the answer that their results are
/// stored.
async fn race(app: &sixfold_tests::TestApp, booking: &str, by: &str, guarded: bool) -> usize {
    let read = Arc::new(Barrier::new(2));
    let writers = [310, 320].map(|hundredths| {
        let (db, read, booking, by) = (app.state.db.clone(), read.clone(), booking.to_owned(), by.to_owned());
        tokio::spawn(async move {
            let seen = booking.clone();
            let known = db.read(async |conn| result::find(conn, &seen).await).await;
            let known = known.unwrap_or_else(|error: DbError| panic!("{error}"))[0].revision;
            read.wait().await;
            let wrote: Result<bool, DbError> = db
                .write(async move |conn| {
                    if !guarded {
                        let sql = format!(
                            "UPDATE result_test SET score_hundredths = {hundredths}, revision = {known} + 1 \
                                 WHERE booking_id = '{booking}' AND test_type = 'Speed'"
                        );
                        let rows = conn.affected(Sql::built(sql), params![]).await?;
                        return Ok(rows == 1);
                    }
                    let written = Written {
                        booking_id: &booking,
                        test: TestType::Speed,
                        status: TestStatus::Closed,
                        score: Some(Score::from_hundredths(hundredths)),
                        attempts: &[],
                        by: &by,
                        stamp: &TabletStamp::default(),
                    };
                    Ok(result::write(conn, &written, known, 1).await?.is_some())
                })
                .await;
            wrote.unwrap()
        })
    });
    join_all(writers).await.into_iter().filter(|won| *won.as_ref().unwrap()).count()
}
