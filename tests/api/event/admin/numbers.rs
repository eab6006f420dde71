//! `GET /api/event/admin/today` and `GET /api/event/admin/numbers`: the figures follow every change, by whichever call.

use serde_json::{Value, json};
use sixfold_server::app::jobs::{close_missed, tidy};
use sixfold_server::app::router;
use sixfold_server::state::AppState;
use sixfold_tests::{PastDay, Person, TestApp, both, on_both};

use super::desk::{FINAL, guest, morning, on_the_desk, onboard, tested};
use crate::event::stage::{
    BOOKING, DAY, LATER, NEXT_DAY, TIME, booked, cancel, go_to, shift, two_wait, wait, week,
};

const TODAY: &str = "/api/event/admin/today";
const NUMBERS: &str = "/api/event/admin/numbers";
/// The Saturday of the first week.
const SATURDAY: &str = "2026-03-07";

async fn numbers(staff: &Person, query: &str) -> Value {
    staff.client().get(&format!("{NUMBERS}?{query}")).await.data()
}

/// Asserts that both tallies equal a fresh count.
async fn assert_counted(app: &TestApp) {
    let slots = "SELECT event_id, test_date, test_time, \
        SUM(CASE WHEN status NOT IN ('cancelled', 'declined') THEN 1 ELSE 0 END), \
        SUM(CASE WHEN booking_type = 'retest' AND status NOT IN ('cancelled', 'declined') THEN 1 ELSE 0 END), \
        SUM(CASE WHEN COALESCE(arrived_at, onboarded_at, completed_at) IS NOT NULL \
            AND status NOT IN ('cancelled', 'declined') THEN 1 ELSE 0 END), \
        SUM(CASE WHEN onboarded_at IS NOT NULL AND status NOT IN ('cancelled', 'declined') THEN 1 ELSE 0 END), \
        SUM(CASE WHEN completed_at IS NOT NULL AND status NOT IN ('cancelled', 'declined') THEN 1 ELSE 0 END), \
        SUM(CASE WHEN status = 'dnt' AND COALESCE(arrived_at, onboarded_at, completed_at) IS NULL THEN 1 ELSE 0 END), \
        SUM(CASE WHEN status = 'cancelled' THEN 1 ELSE 0 END), SUM(CASE WHEN status = 'declined' THEN 1 ELSE 0 END) \
        FROM booking WHERE test_date IS NOT NULL GROUP BY event_id, test_date, test_time";
    let slot_tally = "SELECT event_id, test_date, test_time, booked, retests, arrived, onboarded, finished, missed, \
        cancelled, declined FROM slot_tally WHERE booked + cancelled + declined <> 0";
    let scores = "SELECT event_id, test_date, test_type, COUNT(*), SUM(score), \
        SUM(CASE WHEN score < 500 THEN 1 ELSE 0 END), SUM(CASE WHEN score BETWEEN 5000 AND 5499 THEN 1 ELSE 0 END), \
        SUM(CASE WHEN score >= 9500 THEN 1 ELSE 0 END) FROM (\
        SELECT b.event_id, b.test_date, t.test_type, t.score_hundredths AS score FROM result_test t \
        JOIN booking b ON b.booking_id = t.booking_id UNION ALL \
        SELECT event_id, test_date, 'final', score_hundredths FROM booking WHERE status = 'completed' AND NOT held) AS s \
        WHERE score IS NOT NULL GROUP BY event_id, test_date, test_type";
    let score_tally = "SELECT event_id, test_date, test_type, scores, points, b0, b10, b19 FROM score_tally \
        WHERE scores <> 0";
    for (counted, kept) in [(slots, slot_tally), (scores, score_tally)] {
        for (one, other) in [(counted, kept), (kept, counted)] {
            let differing = format!("SELECT COUNT(*) FROM ({one} EXCEPT {other}) AS differing");
            assert_eq!(app.scalar(differing).await, 0, "{one}\nexcept {other}");
        }
    }
}

both! {
    // RULES 4.13
    async fn today_and_the_charts_follow_a_day(app) {
        app.set_schedule(week(2)).await;
        let staff = app.person(3).await;
        let (ada, ben) = (guest(&app, DAY).await, guest(&app, DAY).await);
        let (cy, di) = (app.athlete().await, app.athlete().await);
        let cys = booked(&cy, DAY, LATER).await;
        wait(&di, DAY, TIME).await.data();
        go_to(&app, DAY, "10:01").await;
        onboard(&staff, &ada).await.data();
        tested(&staff, &ada).await;
        staff.client().post(FINAL, ada.end("completed")).await.data();

        let mut today = staff.client().get(TODAY).await.data();
        // What the academy still needs is covered by another test.
        today.as_object_mut().unwrap().remove("setup").unwrap();
        assert_eq!(today, json!({
            "date": DAY, "now": "2026-03-05T10:01:00.000Z",
            // 32 slots with two seats each; from 10:15 on there are thirty-one slots, with one seat taken.
            "places": { "capacity": 64, "taken": 3, "left": 61 },
            "counts": { "expected": 3, "arrived": 1, "onboarded": 1, "finished": 1, "noShows": 1, "waiting": 1 },
            "arrivals": [
                { "time": TIME, "booked": 2, "arrived": 1, "onboarded": 1, "finished": 1 },
                { "time": LATER, "booked": 1, "arrived": 0, "onboarded": 0, "finished": 0 },
            ],
            "heldFinals": null, "stuckLetters": { "count": 0, "letters": [] },
            "clockWarning": null,
            "scheduleWarning": null
        }));

        let dnt = json!({ "uaid": ben.uaid(), "eventBookingId": ben.id, "eventTestStatus": "dnt" });
        staff.client().post(BOOKING, dnt).await.data();
        let today = staff.client().get(TODAY).await.data();
        assert_eq!((&today["counts"]["expected"], &today["counts"]["noShows"]), (&json!(3), &json!(0)));
        assert_eq!(today["arrivals"], json!([
            { "time": TIME, "booked": 2, "arrived": 1, "onboarded": 1, "finished": 1, "missed": 1 },
            { "time": LATER, "booked": 1, "arrived": 0, "onboarded": 0, "finished": 0 },
        ]));

        go_to(&app, NEXT_DAY, "09:00").await;
        assert_eq!(close_missed(&app.state).await.unwrap(), 1);
        let again = booked(&cy, SATURDAY, TIME).await;
        shift(&cy, &again, SATURDAY, LATER).await.data();
        cancel(&cy, &again).await.data();
        let range = format!("from={DAY}&to={SATURDAY}");
        let ask = async |what: &str| numbers(&staff, &format!("what={what}&{range}")).await["rows"].clone();
        assert_eq!(numbers(&staff, &format!("what=bookings&{range}")).await, json!({
            "eventId": "sixfold-academy", "from": DAY, "to": SATURDAY, "step": "day", "rows": [
                { "date": DAY, "until": DAY, "booked": 3, "arrived": 1, "missed": 2, "cancelled": 0 },
                { "date": NEXT_DAY, "until": NEXT_DAY, "booked": 0, "arrived": 0, "missed": 0, "cancelled": 0 },
                { "date": SATURDAY, "until": SATURDAY, "booked": 0, "arrived": 0, "missed": 0, "cancelled": 1 },
            ]
        }));
        assert_eq!(ask("use").await, json!([
            { "weekday": 4, "hour": 10, "booked": 2, "arrived": 1, "due": 2 },
            { "weekday": 4, "hour": 14, "booked": 1, "arrived": 0, "due": 1 },
        ]));
        let (finals, retests, waiting) = (ask("finals").await, ask("retests").await, ask("waiting").await);
        assert_eq!(finals[0], json!({ "date": DAY, "until": DAY, "finals": 1, "mean": 50 }));
        assert_eq!(finals[1]["mean"], Value::Null);
        assert_eq!(retests[0], json!({ "date": DAY, "until": DAY, "booked": 3, "retests": 0, "rate": 0 }));
        assert_eq!(waiting[0], json!({
            "date": DAY, "until": DAY, "waited": 1, "waiting": 1, "offered": 0, "accepted": 0
        }));
        let spread = ask("distribution").await;
        let names: Vec<&str> = spread.as_array().unwrap().iter().map(|row| row["testType"].as_str().unwrap()).collect();
        assert_eq!(names, ["final", "Cognitive", "Strength", "Power", "Speed", "Agility", "Endurance"]);
        assert_eq!((&spread[0]["parts"][10], &spread[5]["parts"][19], &spread[6]["parts"][0]), (&json!(1), &json!(1), &json!(1)));
        let one = numbers(&staff, &format!("what=distribution&testType=speed&{range}")).await;
        assert_eq!((one["rows"].as_array().unwrap().len(), &one["rows"][0]["mean"]), (1, &json!(50)));
        let file = staff.client().get(&format!("{NUMBERS}?what=bookings&{range}&format=csv")).await;
        assert_eq!(file.header("content-type"), "text/csv; charset=utf-8; header=present");
        assert!(file.text().starts_with(&format!(
            "\u{feff}date,until,booked,arrived,missed,cancelled\r\n{DAY},{DAY},3,1,2,0\r\n"
        )), "{}", file.text());
        assert!(!file.text().contains(&cys) && ben.uaid() != cy.uaid);
        assert_counted(&app).await;
    }

    // RULES 4.5
    async fn a_visit_that_programme_delivery_ends_is_finished(app) {
        let (desk, guests) = morning(&app, 2).await;
        for guest in &guests {
            onboard(&desk, guest).await.data();
        }
        let staff = app.person(3).await;
        let finished = async || {
            let today = staff.client().get(TODAY).await.data();
            (today["counts"]["onboarded"].clone(), today["counts"]["finished"].clone(), today["arrivals"][0]["finished"].clone())
        };
        assert_eq!(finished().await, (json!(2), json!(0), json!(0)));
        let ended = &guests[0];
        let dnt = json!({ "uaid": ended.uaid(), "eventBookingId": ended.id, "eventTestStatus": "dnt" });
        staff.client().post(BOOKING, dnt).await.data();
        assert_eq!(finished().await, (json!(2), json!(1), json!(1)));
        // The results that a tablet still had.
        tested(&desk, ended).await;
        desk.client().post(FINAL, ended.end("completed")).await.data();
        assert_eq!(finished().await, (json!(2), json!(1), json!(1)));
        assert_counted(&app).await;
    }

    async fn who_comes_later_today_is_not_absent_yet(app) {
        let staff = app.person(3).await;
        let (early, late) = (guest(&app, DAY).await, guest(&app, DAY).await);
        let later = app.athlete().await;
        booked(&later, DAY, LATER).await;
        let due = async |time: &str| {
            go_to(&app, DAY, time).await;
            let rows = numbers(&staff, &format!("what=use&from={DAY}&to={DAY}")).await["rows"].clone();
            rows.as_array().unwrap().iter().map(|row| (row["hour"].as_i64().unwrap(), row["booked"].as_i64().unwrap(), row["due"].as_i64().unwrap())).collect::<Vec<_>>()
        };
        let _ = (early, late);
        assert_eq!(due("09:30").await, [(10, 2, 0), (14, 1, 0)]);
        assert_eq!(due("10:10").await, [(10, 2, 0), (14, 1, 0)], "within their quarter hour they may still come");
        assert_eq!(due("10:15").await, [(10, 2, 2), (14, 1, 0)]);
        app.execute(format!("UPDATE booking SET arrived_at = 1 WHERE uaid = '{}'", later.uaid)).await;
        assert_eq!(due("12:00").await, [(10, 2, 2), (14, 1, 1)], "who has come counts, whenever their time is");
        assert_eq!(due("15:00").await, [(10, 2, 2), (14, 1, 1)]);
    }

    // RULES 8.7
    async fn finals_that_are_still_held_the_day_after_are_counted_until_their_hold_ends(app) {
        let (desk, guests) = morning(&app, 2).await;
        for guest in &guests {
            onboard(&desk, guest).await.data();
            tested(&desk, guest).await;
            let mut held = guest.end("completed");
            held["holdReveal"] = json!(true);
            desk.client().post(FINAL, held).await.data();
        }
        // No board will show this one, so that no ceremony ends its hold.
        app.execute(format!("UPDATE account SET is_competitor = FALSE WHERE uaid = '{}'", guests[0].uaid())).await;
        let staff = app.person(3).await;
        let still_held = async || staff.client().get(TODAY).await.data()["heldFinals"].clone();
        assert_eq!(still_held().await, Value::Null, "they may be revealed tonight");
        go_to(&app, NEXT_DAY, "09:00").await;
        assert_eq!(still_held().await, json!({ "count": 2, "earliest": DAY }));
        for (guest, after) in [(&guests[1], json!({ "count": 1, "earliest": DAY })), (&guests[0], Value::Null)] {
            let release = json!({ "uaid": guest.uaid(), "eventBookingId": guest.id });
            staff.client().post("/api/event/livescreen/reveal", release).await.data();
            assert_eq!(still_held().await, after);
        }
    }

    async fn the_tallies_hold_through_holds_corrections_and_moves(app) {
        let (desk, guest) = on_the_desk(&app).await;
        tested(&desk, &guest).await;
        let mut held = guest.end("completed");
        held["holdReveal"] = json!(true);
        desk.client().post(FINAL, held).await.data();
        let staff = app.person(3).await;
        let finals = async || numbers(&staff, &format!("what=finals&from={DAY}&to={DAY}")).await["rows"][0]["finals"].clone();
        assert_eq!(finals().await, 0, "what is held is nobody's to count");
        assert_counted(&app).await;
        app.execute("UPDATE booking SET held = FALSE, revealed_at = 1").await;
        assert_eq!(finals().await, 1);
        let results = json!([{ "TestType": "Speed", "Attempts": [{ "score": 4.2 }], "replaces": 1 }]);
        let correct = json!({ "eventBookingId": guest.id, "reason": "Another lane", "results": results });
        staff.client().post("/api/event/admin/results/correct", correct).await.data();
        assert_counted(&app).await;
        // No call moves a completed booking, but somebody with access to the store may.
        let moved = format!("UPDATE booking SET test_date = '{SATURDAY}' WHERE booking_id = '{}'", guest.id);
        app.execute(moved).await;
        assert_counted(&app).await;
        for table in ["result_attempt", "result_test", "booking"] {
            app.execute(format!("DELETE FROM {table}")).await;
        }
        assert_counted(&app).await;
        assert_eq!(app.scalar("SELECT COALESCE(CAST(SUM(booked) AS BIGINT), 0) FROM slot_tally").await, 0);
        assert_eq!(app.scalar("SELECT COALESCE(CAST(SUM(scores) AS BIGINT), 0) FROM score_tally").await, 0);
    }

    // RULES 14.2
    async fn waiting_lists_say_from_which_day_on_they_are_kept(app) {
        app.set_schedule(week(1)).await;
        let (staff, ada, bo) = (app.person(3).await, app.athlete().await, app.athlete().await);
        booked(&ada, DAY, TIME).await;
        wait(&bo, DAY, TIME).await.data();
        let ask = async |what: &str| numbers(&staff, &format!("what={what}&from=2025-01-01&to={DAY}")).await;
        assert_eq!(ask("bookings").await.get("keptFrom"), None);
        // Today is 2 March 2026.
        assert_eq!(ask("waiting").await["keptFrom"], "2025-01-26");
        let later = numbers(&staff, &format!("what=waiting&from={DAY}&to={DAY}")).await;
        assert_eq!(later["keptFrom"], "2025-01-26");
        for (day, left) in [("2025-01-26", 1), ("2025-01-25", 0)] {
            app.execute(format!("UPDATE waitlist SET status = 'left', test_date = '{day}'")).await;
            tidy(&app.state).await.unwrap();
            assert_eq!(app.count("waitlist").await, left, "{day}");
        }
    }

    async fn only_offers_that_were_taken_count_as_accepted(app) {
        let (owner, [first, second], id) = two_wait(&app).await;
        let staff = app.person(3).await;
        let counts = async || numbers(&staff, &format!("what=waiting&from={DAY}&to={DAY}")).await["rows"][0].clone();
        let expected = |waiting: u8, offered: u8, accepted: u8| json!({
            "date": DAY, "until": DAY, "waited": 2, "waiting": waiting, "offered": offered, "accepted": accepted
        });
        // Somebody in line who books a place that was offered to nobody: when it came free, nobody could take it.
        app.execute("UPDATE eligibility SET parq_cleared = FALSE").await;
        cancel(&owner, &id).await.data();
        app.execute("UPDATE eligibility SET parq_cleared = TRUE").await;
        let taken = booked(&second, DAY, TIME).await;
        assert_eq!(counts().await, expected(1, 0, 0));
        cancel(&second, &taken).await.data();
        assert_eq!(counts().await, expected(1, 1, 0));
        booked(&first, DAY, TIME).await;
        assert_eq!(counts().await, expected(0, 1, 1));
    }

    async fn a_wrong_question_is_refused(app) {
        let staff = app.person(3).await;
        let ask = async |query: &str| staff.client().get(&format!("{NUMBERS}?{query}")).await;
        ask("").await.refused_field(400, "FIELD_INVALID", "what");
        ask("what=everything").await.refused_field(400, "FIELD_INVALID", "what");
        ask("what=use&format=xml").await.refused_field(400, "FIELD_INVALID", "format");
        ask("what=use&from=2026-02-30").await.refused_field(400, "DATE_INVALID", "from");
        ask("what=use&from=2026-03-05&to=2026-03-04").await.refused_field(400, "RANGE_INVALID", "to");
        ask("what=use&from=2001-01-01&to=2026-03-04").await.refused_field(400, "RANGE_INVALID", "to");
        ask("what=distribution&testType=Chess").await.refused_field(400, "TEST_UNKNOWN", "testType");
        ask("what=use&eventId=nowhere").await.refused(404, "NOT_FOUND");
        staff.client().get(&format!("{TODAY}?eventId=nowhere")).await.refused(404, "NOT_FOUND");
    }
}

// RULES 14.2
on_both!(figures_begin_with_the_first_day_that_is_kept_and_say_so, |engine| async move {
    let app = TestApp::spawn_with(engine, |flags| flags.operations.figures_days = 366).await;
    let staff = app.person(3).await;
    // Today is 2 March 2026.
    let early = "from=2024-01-01&to=2026-03-02";
    for what in ["use", "bookings", "finals", "retests", "distribution"] {
        let answer = numbers(&staff, &format!("what={what}&{early}")).await;
        assert_eq!(answer["from"], "2024-01-01", "{what}");
        assert_eq!(answer["keptFrom"], "2025-03-01", "{what}");
        let kept = numbers(&staff, &format!("what={what}&from=2025-03-01&to=2026-03-02")).await;
        assert_eq!(kept.get("keptFrom"), None, "{what}");
        let file = staff.client().get(&format!("{NUMBERS}?what={what}&{early}&format=csv")).await;
        let name = format!("attachment; filename=\"{what}-2025-03-01-2026-03-02.csv\"");
        assert_eq!(file.header("content-disposition"), name);
    }
    let rows = numbers(&staff, &format!("what=bookings&{early}")).await["rows"].clone();
    assert_eq!((&rows[0]["date"], &rows[0]["until"]), (&json!("2025-03-01"), &json!("2025-03-31")));
    let early = "what=bookings&from=2024-01-01&to=2025-02-28";
    let deleted = numbers(&staff, early).await;
    assert_eq!((&deleted["keptFrom"], &deleted["rows"]), (&json!("2025-03-01"), &json!([])));
    let file = staff.client().get(&format!("{NUMBERS}?{early}&format=csv")).await;
    let name = "attachment; filename=\"bookings-2024-01-01-2025-02-28.csv\"";
    assert_eq!(file.header("content-disposition"), name);
});

// RULES 14.2
on_both!(what_is_deleted_does_not_count_as_kept_once_it_is_kept_for_longer, |engine| async move {
    let mut app = TestApp::spawn_with(engine, |flags| {
        (flags.operations.figures_days, flags.operations.history_days) = (366, 30);
    })
    .await;
    app.set_schedule(week(1)).await;
    let (ada, bo, cy) = (app.athlete().await, app.athlete().await, app.athlete().await);
    for day in ["2025-02-28", "2025-03-01"] {
        app.past(&cy.uaid, PastDay::scored(day, 1_740_000_000_000, 5_000)).await;
    }
    booked(&ada, DAY, TIME).await;
    wait(&bo, DAY, TIME).await.data();
    app.execute("UPDATE waitlist SET status = 'left', test_date = '2026-01-30'").await;
    // Today is 2 March 2026.
    tidy(&app.state).await.unwrap();
    let mut config = (*app.state.config).clone();
    (config.operations.figures_days, config.operations.history_days) = (3_650, 400);
    app.state = AppState::new(config, app.state.db.clone(), app.state.clock.clone()).unwrap();
    app.router = router::router(app.state.clone());
    tidy(&app.state).await.unwrap();
    let staff = app.person(3).await;
    for (what, first) in [("bookings", "2025-03-01"), ("finals", "2025-03-01"), ("waiting", "2026-01-31")] {
        let answer = numbers(&staff, &format!("what={what}&from=2025-01-01&to=2026-03-02")).await;
        assert_eq!(answer["keptFrom"], first, "{what}");
    }
});
