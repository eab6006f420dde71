//! Scheduled openings: what can be booked a millisecond before one begins, and at its instant, with nothing stored between.

use serde_json::{Value, json};
use sixfold_domain::slot::{BookingSessionConfig, Opening};
use sixfold_tests::{Reply, TestApp, both};

use super::stage::{
    ACCEPT, BOOKING, NEXT_DAY, TIME, body, book, booked, cancel, completed, date, seats, shift, wait, week,
};
use super::waitlist;

const SETTINGS: &str = "/api/event/admin/settings";
/// Tuesday 3 March 2026, 20:00 in London.
const OPENS: &str = "2026-03-03T20:00:00.000Z";
/// Inside the booking window.
const NEAR: &str = "2026-03-20";
/// Beyond it: it ends on 1 April.
const FAR: &str = "2026-04-30";

fn with_an_opening(capacity: u16) -> BookingSessionConfig {
    let opens_at = sixfold_domain::time::parse_timestamp(OPENS).unwrap();
    let opening = Opening { from: date(NEAR), to: date(FAR), opens_at };
    BookingSessionConfig { openings: vec![opening], ..week(capacity) }
}

/// Sets the clock to some milliseconds after the opening begins, and keeps sessions alive.
async fn after_opening(app: &TestApp, ms: i64) {
    let now_ms = sixfold_domain::time::parse_timestamp(OPENS).unwrap() + ms;
    app.state.clock.set(now_ms);
    app.execute(format!("UPDATE session SET created_at = {now_ms}, expires_at = {now_ms} + 3480000")).await;
}

/// What everybody asks when booking opens.
async fn offered(app: &TestApp) -> Value {
    app.client().get("/api/event/availability").await.data()
}

fn day<'a>(answer: &'a Value, date: &str) -> &'a Value {
    answer["days"].as_array().unwrap().iter().find(|day| day["date"] == date).unwrap_or(&Value::Null)
}

fn not_open(reply: Reply) {
    reply.refused_field(422, "DATE_NOT_OPEN", "eventTestDate");
    assert_eq!(reply.value()["error"]["opensAt"], OPENS);
}

both! {
    // RULES 3.12
    async fn booking_opens_at_the_instant_with_nothing_stored(app) {
        app.set_schedule(with_an_opening(2)).await;
        let (near, far) = (app.athlete().await, app.athlete().await);
        after_opening(&app, -1).await;
        let before = offered(&app).await;
        assert_eq!(before["lastDate"], "2026-04-02", "the window's own end");
        assert_eq!(day(&before, NEAR)["reason"], "DATE_NOT_OPEN");
        assert_eq!(day(&before, "2026-03-19")["open"], true);
        not_open(book(&near, NEAR, TIME).await);
        not_open(book(&far, FAR, TIME).await);
        not_open(wait(&near, NEAR, TIME).await);

        after_opening(&app, 0).await;
        let after = offered(&app).await;
        assert_eq!(after["lastDate"], FAR);
        assert_eq!((&day(&after, NEAR)["open"], &day(&after, FAR)["open"]), (&json!(true), &json!(true)));
        booked(&near, NEAR, TIME).await;
        booked(&far, FAR, TIME).await;
        book(&app.athlete().await, "2026-05-01", TIME).await.refused(422, "DATE_TOO_LATE");
    }

    // RULES 3.12
    async fn moving_retests_and_teams_wait_for_an_opening_too(app) {
        app.set_schedule(with_an_opening(6)).await;
        let (mover, again, coach) = (app.athlete().await, app.athlete().await, app.person(3).await);
        let member = app.athlete().await;
        completed(&app, &again, "2026-02-01").await;
        let id = booked(&mover, NEXT_DAY, TIME).await;
        after_opening(&app, -1).await;
        not_open(shift(&mover, &id, NEAR, TIME).await);
        not_open(book(&again, NEAR, TIME).await);
        let team = json!({ "teamName": "Harriers", "testDate": NEAR, "testTime": TIME, "uaids": [member.uaid] });
        coach.client().post("/api/event/booking/team", team.clone()).await.refused(422, "DATE_NOT_OPEN");
        after_opening(&app, 0).await;
        shift(&mover, &id, NEAR, TIME).await.data();
        book(&again, NEAR, TIME).await.data();
        coach.client().post("/api/event/booking/team", team).await.data();
    }

    // RULES 4.10
    async fn staff_who_bypass_the_rules_book_before_an_opening(app) {
        app.set_schedule(with_an_opening(6)).await;
        let (person, staff) = (app.athlete().await, app.person(3).await);
        let mut forced = body(FAR, TIME);
        forced["uaid"] = json!(person.uaid);
        not_open(staff.client().post(BOOKING, forced.clone()).await);
        forced["bypassBookingRule"] = json!(true);
        staff.client().post(BOOKING, forced).await.data();
    }

    // RULES 5.2
    async fn an_offer_can_be_taken_before_an_opening_that_was_saved_after_it(app) {
        app.set_schedule(week(1)).await;
        let (owner, waiting) = (app.athlete().await, app.athlete().await);
        let id = booked(&owner, NEAR, TIME).await;
        wait(&waiting, NEAR, TIME).await.data();
        cancel(&owner, &id).await.data();
        let offer = waitlist::offered(&app, &waiting).await;
        app.set_schedule(with_an_opening(1)).await;
        not_open(book(&owner, NEAR, TIME).await);
        waiting.client().post(ACCEPT, json!({ "offerId": offer })).await.data();
        assert_eq!(seats(&app, NEAR, TIME).await, [1]);
    }

    // RULES 5.2
    async fn a_seat_freed_before_an_opening_goes_to_somebody_who_waited_for_it_already(app) {
        app.set_schedule(week(1)).await;
        let (owner, waiting) = (app.athlete().await, app.athlete().await);
        let id = booked(&owner, NEAR, TIME).await;
        wait(&waiting, NEAR, TIME).await.data();
        app.set_schedule(with_an_opening(1)).await;
        not_open(wait(&app.athlete().await, NEAR, TIME).await);
        cancel(&owner, &id).await.data();
        let offer = waitlist::offered(&app, &waiting).await;
        waiting.client().post(ACCEPT, json!({ "offerId": offer })).await.data();
        assert_eq!(seats(&app, NEAR, TIME).await, [1]);
    }

    // RULES 3.12
    async fn settings_keep_openings_and_pages_get_them(app) {
        app.set_schedule(week(6)).await;
        let staff = app.person(3).await;
        let mut answer = staff.client().get(SETTINGS).await.data();
        assert_eq!(answer["settings"]["openings"], json!([]));
        assert!(app.client().get("/api/event/config").await.data()["bookingSessionConfig"].get("openings").is_none());
        let opening = |from: &str, to: &str, at: &str| json!({ "from": from, "to": to, "opensAt": at });
        for (openings, code) in [
            (json!([opening(FAR, NEAR, OPENS)]), "OPENING_REVERSED"),
            (json!([opening(NEAR, FAR, "2026-03-03T20:00:01Z")]), "OPENING_NOT_WHOLE_MINUTE"),
            (json!([opening(NEAR, FAR, "2025-10-26T01:15:00Z")]), "OPENING_TIME_TWICE"),
            (json!([opening(NEAR, FAR, OPENS), opening(FAR, FAR, OPENS)]), "OPENING_OVERLAP"),
        ] {
            let mut wrong = answer.clone();
            wrong["settings"]["openings"] = openings;
            staff.client().put(SETTINGS, wrong).await.refused_field(422, code, "settings.openings");
        }
        answer["settings"]["openings"] = json!([opening(NEAR, FAR, "2026-03-03T21:00+01:00")]);
        let mut saved = staff.client().put(SETTINGS, answer).await.data();
        let stored = json!([opening(NEAR, FAR, OPENS)]);
        assert_eq!(saved["settings"]["openings"], stored);
        let config = app.client().get("/api/event/config").await.data();
        assert_eq!(config["bookingSessionConfig"]["openings"], stored);

        // A page that was loaded before an update knows none, and takes none away.
        saved["settings"].as_object_mut().unwrap().remove("openings");
        saved["settings"]["windowDays"] = json!(40);
        let mut kept = staff.client().put(SETTINGS, saved).await.data();
        assert_eq!((&kept["settings"]["openings"], &kept["settings"]["windowDays"]), (&stored, &json!(40)));
        kept["settings"]["openings"] = json!([]);
        let none = staff.client().put(SETTINGS, kept).await.data();
        assert_eq!(none["settings"]["openings"], json!([]));
        book(&app.athlete().await, NEAR, TIME).await.data();
    }
}
