//! `POST /api/user/event/booking` without an id: who may book what for whom, and what a booking changes.

use serde_json::json;
use sixfold_domain::slot::BookingSessionConfig;
use sixfold_tests::both;

use super::stage::{
    BOOKING, CANCEL, DAY, LATER, NEXT_DAY, TIME, body, book, booked, cancel, date, everything, go_to,
    one_booked, seats, shift, status, taken, wait, week,
};

both! {
    async fn a_booking_holds_a_place_and_shows_on_the_profile(app) {
        app.set_schedule(week(6)).await;
        let person = app.athlete().await;
        let data = book(&person, DAY, TIME).await.data();
        assert_eq!(data["uaid"], person.uaid);
        let (id, code) = (data["eventBookingId"].as_str().unwrap(), data["code"].as_str().unwrap());
        assert!(code.len() == 6 && code.bytes().all(|c| b"0123456789ABCDEFGHJKMNPQRSTVWXYZ".contains(&c)), "{code}");
        let profile = person.client().get("/api/user/profile").await.data();
        let entry = &profile["events"][0]["eventList"][0];
        assert_eq!(entry["eventBookingId"], id);
        assert_eq!(entry["eventTestCode"], code);
        assert_eq!(entry["eventTestDate"], DAY);
        assert_eq!(entry["eventTestTime"], TIME);
        assert_eq!(entry["eventTestType"], "test");
        assert_eq!(entry["eventTestStatus"], "booked");
        assert_eq!(taken(&app, DAY, TIME).await, 1);
        assert_eq!(seats(&app, DAY, TIME).await, [1]);
    }

    async fn staff_book_wait_and_cancel_for_themselves(app) {
        app.set_schedule(week(1)).await;
        booked(&app.athlete().await, DAY, LATER).await;
        for (role, time) in [(2, "10:00"), (3, "10:15"), (4, "10:30")] {
            let person = app.person(role).await;
            let id = booked(&person, DAY, time).await;
            let moved = shift(&person, &id, NEXT_DAY, time).await.data();
            assert_eq!(moved["uaid"], person.uaid);
            assert_eq!(wait(&person, DAY, LATER).await.data()["position"], role - 1);
            cancel(&person, &id).await.data();
            assert_eq!(status(&app, &id).await, "cancelled");
            assert_eq!(taken(&app, NEXT_DAY, time).await, 0);
            app.pass_minutes(1);
        }
    }

    async fn the_details_are_saved_and_absence_keeps_what_is_stored(app) {
        app.set_schedule(week(6)).await;
        let person = app.athlete().await;
        let request = json!({
            "uaid": person.uaid, "eventTestDate": DAY, "eventTestTime": TIME, "tShirtSize": "XL",
            "emergencyName": "Sam Field", "emergencyNumber": "+44 7700 900123", "medicalIssues": "Asthma",
            "eventTestType": "retest", "eventTestStatus": "booked", "bypassBookingRule": false, "teamBookingId": "",
        });
        let id = person.client().post(BOOKING, request).await.data()["eventBookingId"].as_str().unwrap().to_owned();
        // From then on they are kept as long as if they had been typed into the profile (RULES 6.6).
        let given = format!("SELECT COALESCE(health_given_at, 0) FROM account WHERE uaid = '{}'", person.uaid);
        let given_at = app.state.clock.now_ms();
        assert_eq!(app.scalar(given.clone()).await, given_at);
        cancel(&person, &id).await.data();
        app.pass_minutes(1);
        let again = json!({
            "eventTestDate": DAY, "eventTestTime": TIME, "medicalIssues": "N/A", "emergencyName": "", "tShirtSize": null
        });
        person.client().post(BOOKING, again).await.data();
        let profile = person.client().get("/api/user/profile").await.data();
        assert_eq!(profile["medicalIssues"], "Asthma");
        assert_eq!(profile["emergencyName"], "Sam Field");
        assert_eq!(profile["emergencyNumber"], "+447700900123");
        assert_eq!(profile["tShirtSize"], "XL");
        assert_eq!(app.scalar(given).await, given_at, "nothing was given");
        assert_eq!(profile["events"][0]["eventList"][0]["eventTestType"], "test", "history decides, not the client");
    }

    // RULES 4.1
    async fn there_is_one_open_booking_each(app) {
        app.set_schedule(week(6)).await;
        let (person, staff) = (app.athlete().await, app.person(3).await);
        booked(&person, DAY, TIME).await;
        let before = everything(&app).await;
        book(&person, NEXT_DAY, LATER).await.refused(409, "BOOKING_OPEN_EXISTS");
        book(&person, DAY, TIME).await.refused(409, "BOOKING_OPEN_EXISTS");
        let forced = json!({
            "uaid": person.uaid, "eventTestDate": NEXT_DAY, "eventTestTime": TIME, "bypassBookingRule": true
        });
        staff.client().post(BOOKING, forced).await.refused(409, "BOOKING_OPEN_EXISTS");
        assert_eq!(everything(&app).await, before);
    }

    async fn a_full_slot_is_409_and_changes_nothing(app) {
        app.set_schedule(week(1)).await;
        booked(&app.athlete().await, DAY, TIME).await;
        let (late, staff) = (app.athlete().await, app.person(3).await);
        let before = everything(&app).await;
        book(&late, DAY, TIME).await.refused_field(409, "SLOT_FULL", "eventTestTime");
        let forced = json!({ "uaid": late.uaid, "eventTestDate": DAY, "eventTestTime": TIME, "bypassBookingRule": true });
        staff.client().post(BOOKING, forced).await.refused_field(409, "SLOT_FULL", "eventTestTime");
        assert_eq!(everything(&app).await, before);
        book(&late, DAY, LATER).await.data();
    }

    // RULES 3.9
    async fn a_lowered_capacity_keeps_what_is_taken(app) {
        app.set_schedule(week(3)).await;
        for _ in 0..2 {
            booked(&app.athlete().await, DAY, TIME).await;
        }
        app.set_schedule(week(1)).await;
        assert_eq!(seats(&app, DAY, TIME).await, [1, 2]);
        booked(&app.athlete().await, DAY, LATER).await;
        book(&app.athlete().await, DAY, LATER).await.refused(409, "SLOT_FULL");
    }

    // RULES 6.4
    async fn no_role_and_no_bypass_lifts_the_screening(app) {
        app.set_schedule(week(6)).await;
        let person = app.athlete().await;
        app.execute(format!("UPDATE eligibility SET parq_cleared = FALSE WHERE uaid = '{}'", person.uaid)).await;
        book(&person, DAY, TIME).await.refused_field(422, "SCREENING_NOT_CLEARED", "PARQ");
        let staff = app.person(3).await.client();
        let forced = json!({ "uaid": person.uaid, "eventTestDate": DAY, "eventTestTime": TIME, "bypassBookingRule": true });
        staff.post(BOOKING, forced).await.refused_field(422, "SCREENING_NOT_CLEARED", "PARQ");
        assert_eq!(app.count("booking").await, 0);
        // A year later everybody has to answer the questions again.
        let other = app.athlete().await;
        go_to(&app, "2027-03-02", TIME).await;
        book(&other, "2027-03-04", TIME).await.refused_field(422, "SCREENING_EXPIRED", "PARQ");
    }

    // RULES 4.4
    async fn only_the_moves_of_a_status_that_exist_are_made(app) {
        app.set_schedule(week(6)).await;
        let (person, desk, delivery) = (app.athlete().await, app.person(2).await, app.person(3).await);
        let id = booked(&person, DAY, TIME).await;
        for (from, to) in [
            ("completed", "declined"), ("completed", "dnt"), ("cancelled", "declined"), ("cancelled", "dnt"),
            ("declined", "dnt"), ("dnt", "declined"), ("dnt", "dnt"),
        ] {
            app.execute(format!("UPDATE booking SET seat = NULL, status = '{from}' WHERE booking_id = '{id}'")).await;
            let before = everything(&app).await;
            let body = json!({ "uaid": person.uaid, "eventBookingId": id, "eventTestStatus": to });
            desk.client().post(BOOKING, body).await.refused(409, "STATUS_CONFLICT");
            shift(&person, &id, NEXT_DAY, TIME).await.refused(409, "STATUS_CONFLICT");
            cancel(&person, &id).await.refused(409, "STATUS_CONFLICT");
            let moved = json!({
                "uaid": person.uaid, "eventBookingId": id, "eventTestDate": NEXT_DAY, "eventTestTime": TIME
            });
            delivery.client().post(BOOKING, moved).await.refused(409, "STATUS_CONFLICT");
            assert_eq!(everything(&app).await, before, "{from} to {to}");
        }
    }

    async fn who_is_checked_in_changes_nothing_by_themselves(app) {
        app.set_schedule(week(6)).await;
        let (person, desk) = (app.athlete().await, app.person(2).await);
        let id = booked(&person, DAY, TIME).await;
        app.execute(format!("UPDATE booking SET onboarded_at = 1 WHERE booking_id = '{id}'")).await;
        let before = everything(&app).await;
        let moved = shift(&person, &id, DAY, LATER).await.refused(409, "STATUS_CONFLICT");
        let cancelled = cancel(&person, &id).await.refused(409, "STATUS_CONFLICT");
        assert_eq!([&moved["checkedIn"], &cancelled["checkedIn"]], [true, true]);
        assert_eq!(everything(&app).await, before);
        let off = json!({ "uaid": person.uaid, "eventBookingID": id });
        desk.client().delete(CANCEL, off).await.data();
    }

    // RULES 4.5
    async fn a_missed_booking_ends_at_londons_midnight(app) {
        app.set_schedule(BookingSessionConfig { window_days: 200, ..week(6) }).await;
        for (day, next) in [(DAY, NEXT_DAY), ("2026-07-02", "2026-07-03")] {
            let (person, guest) = (app.athlete().await, app.athlete().await);
            let id = booked(&person, day, TIME).await;
            let here = booked(&guest, day, TIME).await;
            app.execute(format!("UPDATE booking SET onboarded_at = 1 WHERE booking_id = '{here}'")).await;
            go_to(&app, day, "23:59").await;
            assert_eq!(sixfold_server::app::jobs::close_missed(&app.state).await.unwrap(), 0);
            go_to(&app, next, "00:00").await;
            assert_eq!(sixfold_server::app::jobs::close_missed(&app.state).await.unwrap(), 1);
            assert_eq!(sixfold_server::app::jobs::close_missed(&app.state).await.unwrap(), 0);
            assert_eq!(status(&app, &id).await, "dnt");
            assert_eq!(status(&app, &here).await, "booked");
            assert_eq!(taken(&app, day, TIME).await, 2, "a missed test keeps its place");
            let again = date(next).add_days(2).to_string();
            let second = booked(&person, &again, TIME).await;
            let kind = app.texts(format!("SELECT booking_type FROM booking WHERE booking_id = '{second}'")).await;
            assert_eq!(kind, [Some("test".to_owned())]);
            cancel(&person, &second).await.data();
        }
    }

    async fn a_no_show_books_again_without_waiting_for_the_job(app) {
        let (person, id) = one_booked(&app, 6).await;
        go_to(&app, NEXT_DAY, "00:00").await;
        booked(&person, "2026-03-09", TIME).await;
        assert_eq!(status(&app, &id).await, "dnt");
    }

    // RULES 4.6
    async fn codes_are_unique_among_open_bookings(app) {
        app.set_schedule(week(40)).await;
        for _ in 0..30 {
            booked(&app.athlete().await, DAY, TIME).await;
        }
        assert_eq!(app.scalar("SELECT COUNT(DISTINCT code) FROM booking").await, 30);
    }

    async fn the_token_may_stand_in_the_body(app) {
        app.set_schedule(week(6)).await;
        let person = app.athlete().await;
        let mut sent = body(DAY, TIME);
        sent["token"] = json!(person.token);
        sent["iv"] = json!(1);
        app.client().post(BOOKING, sent).await.data();
    }
}
