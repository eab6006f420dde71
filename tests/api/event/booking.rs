//! `POST /api/user/event/booking` without an id: who may book what for whom, and what a booking changes.

use serde_json::json;
use sixfold_domain::slot::BookingSessionConfig;
use sixfold_tests::both;

use super::stage::{
    BOOKING, CANCEL, DAY, LATER, NEXT_DAY, TIME, body, book, booked, cancel, completed, date, everything,
    go_to, put_into_team, seats, shift, status, taken, team_of, wait, week,
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
        let told = json!({
            "uaid": person.uaid, "eventTestDate": DAY, "eventTestTime": TIME, "tShirtSize": "XL",
            "emergencyName": "Sam Field", "emergencyNumber": "+44 7700 900123", "medicalIssues": "Asthma",
            "eventTestType": "retest", "eventTestStatus": "booked", "bypassBookingRule": false, "teamBookingId": "",
        });
        let id = person.client().post(BOOKING, told).await.data()["eventBookingId"].as_str().unwrap().to_owned();
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

    async fn a_retest_waits_for_its_delay(app) {
        for (delay, last_day, first_day) in
            [(1, "2026-03-02", "2026-03-03"), (7, "2026-03-08", "2026-03-09"), (30, "2026-03-31", "2026-04-01")]
        {
            app.set_schedule(BookingSessionConfig { retest_delay: delay, ..week(6) }).await;
            let person = app.athlete().await;
            completed(&app, &person, "2026-03-02").await;
            go_to(&app, last_day, "23:59").await;
            let wanted = date(first_day).add_days(2).to_string();
            let before = everything(&app).await;
            let reply = book(&person, &wanted, TIME).await;
            reply.refused_field(422, "RETEST_TOO_SOON", "eventTestDate");
            assert_eq!(reply.value()["error"]["opensOn"], first_day);
            assert_eq!(everything(&app).await, before);
            go_to(&app, first_day, "00:00").await;
            let id = booked(&person, &wanted, TIME).await;
            let kind = app.texts(format!("SELECT booking_type FROM booking WHERE booking_id = '{id}'")).await;
            assert_eq!(kind, [Some("retest".to_owned())]);
        }
    }

    // RULES 4.3
    async fn a_retest_too_soon_cannot_be_moved_either(app) {
        app.set_schedule(BookingSessionConfig { retest_delay: 7, ..week(6) }).await;
        let person = app.athlete().await;
        let id = booked(&person, DAY, TIME).await;
        completed(&app, &person, "2026-03-01").await;
        let before = everything(&app).await;
        shift(&person, &id, NEXT_DAY, TIME).await.refused_field(422, "RETEST_TOO_SOON", "eventTestDate");
        assert_eq!(everything(&app).await, before);
    }

    async fn tests_that_were_missed_declined_or_cancelled_make_no_retest(app) {
        app.set_schedule(BookingSessionConfig { retest_delay: 30, ..week(6) }).await;
        let person = app.athlete().await;
        for (index, status) in ["dnt", "declined", "cancelled"].iter().enumerate() {
            let day = format!("2026-02-{}", 20 + index);
            completed(&app, &person, &day).await;
            app.execute(format!("UPDATE booking SET status = '{status}' WHERE test_date = '{day}'")).await;
        }
        let id = booked(&person, DAY, TIME).await;
        let kind = app.texts(format!("SELECT booking_type FROM booking WHERE booking_id = '{id}'")).await;
        assert_eq!(kind, [Some("test".to_owned())]);
    }

    async fn each_role_books_for_whom_it_may(app) {
        app.set_schedule(week(6)).await;
        let (athlete, other) = (app.athlete().await, app.athlete().await);
        let for_athlete = json!({ "uaid": athlete.uaid, "eventTestDate": DAY, "eventTestTime": TIME });
        let before = everything(&app).await;
        app.client().post(BOOKING, for_athlete.clone()).await.refused(401, "UNAUTHORISED");
        other.client().post(BOOKING, for_athlete.clone()).await.refused(403, "FORBIDDEN");
        let (desk, coach) = (app.person(2).await, app.person(4).await);
        let with_staff = everything(&app).await;
        desk.client().post(BOOKING, for_athlete.clone()).await.refused(403, "FORBIDDEN");
        coach.client().post(BOOKING, for_athlete.clone()).await.refused(403, "FORBIDDEN");
        assert_eq!(everything(&app).await, with_staff);
        assert_ne!(before, with_staff, "accounts are part of everything");
        put_into_team(&app, &athlete, &app.person(4).await).await;
        coach.client().post(BOOKING, for_athlete.clone()).await.refused(403, "FORBIDDEN");
        put_into_team(&app, &athlete, &coach).await;
        let data = coach.client().post(BOOKING, for_athlete.clone()).await.data();
        assert_eq!(data["uaid"], athlete.uaid);
        let delivery = app.person(3).await;
        let for_other = json!({ "uaid": other.uaid, "eventTestDate": DAY, "eventTestTime": TIME });
        assert_eq!(delivery.client().post(BOOKING, for_other).await.data()["uaid"], other.uaid);
        let nobody = json!({ "uaid": "99999999999", "eventTestDate": DAY, "eventTestTime": TIME });
        delivery.client().post(BOOKING, nobody).await.refused_field(404, "NOT_FOUND", "uaid");
    }

    async fn a_coach_writes_no_health_data(app) {
        app.set_schedule(week(6)).await;
        let (athlete, coach) = (app.athlete().await, app.person(4).await);
        put_into_team(&app, &athlete, &coach).await;
        let told = json!({
            "uaid": athlete.uaid, "eventTestDate": DAY, "eventTestTime": TIME, "medicalIssues": "Made up",
            "emergencyName": "Nobody", "emergencyNumber": "+447700900999"
        });
        coach.client().post(BOOKING, told).await.data();
        let profile = athlete.client().get("/api/user/profile").await.data();
        assert_eq!(profile["medicalIssues"], "N/A");
        assert_eq!(profile["emergencyName"], "N/A");
    }

    // RULES 4.10
    async fn bypass_is_for_roles_3_and_4_and_lifts_the_calendar_only(app) {
        let config = BookingSessionConfig { retest_delay: 30, closed_dates: vec![date(NEXT_DAY)], ..week(6) };
        app.set_schedule(config).await;
        let athlete = app.athlete().await;
        let bypass = |day: &str, time: &str| {
            json!({ "uaid": athlete.uaid, "eventTestDate": day, "eventTestTime": time, "bypassBookingRule": true })
        };
        for role in [1, 2] {
            let caller = app.person(role).await;
            let own = json!({ "eventTestDate": DAY, "eventTestTime": TIME, "bypassBookingRule": true });
            caller.client().post(BOOKING, own).await.refused(403, "FORBIDDEN");
        }
        athlete.client().post(BOOKING, bypass(DAY, TIME)).await.refused(403, "FORBIDDEN");
        completed(&app, &athlete, "2026-03-01").await;
        let delivery = app.person(3).await.client();
        let plain = json!({ "uaid": athlete.uaid, "eventTestDate": DAY, "eventTestTime": TIME });
        delivery.post(BOOKING, plain).await.refused(422, "RETEST_TOO_SOON");
        for (day, time, status, code) in [
            ("2026-03-01", TIME, 422, "DATE_PAST"),
            (NEXT_DAY, TIME, 422, "DATE_CLOSED"),
            (DAY, "09:00", 422, "NOT_OFFERED"),
            (DAY, "10:05", 422, "TIME_OFF_GRID"),
        ] {
            delivery.post(BOOKING, bypass(day, time)).await.refused(status, code);
        }
        // Today, within tomorrow's window and far beyond it: each limit is lifted.
        for day in ["2026-03-02", "2026-09-01"] {
            let data = delivery.post(BOOKING, bypass(day, "17:00")).await.data();
            let off = json!({ "uaid": athlete.uaid, "eventBookingID": data["eventBookingId"] });
            delivery.delete(CANCEL, off).await.data();
        }
        let coach = app.person(4).await;
        coach.client().post(BOOKING, bypass(DAY, TIME)).await.refused(403, "FORBIDDEN");
        put_into_team(&app, &athlete, &coach).await;
        coach.client().post(BOOKING, bypass("2026-03-02", TIME)).await.data();
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

    // RULES 4.11
    async fn assistance_holds_the_place_until_the_team_decides(app) {
        app.set_schedule(week(1)).await;
        let (person, delivery) = (app.athlete().await, app.person(3).await.client());
        app.execute(format!("UPDATE eligibility SET parq_cleared = FALSE WHERE uaid = '{}'", person.uaid)).await;
        let ask = json!({
            "eventTestDate": DAY, "eventTestTime": TIME, "assistanceRequired": true, "assistanceType": "A ramp, please"
        });
        let id = person.client().post(BOOKING, ask).await.data()["eventBookingId"].as_str().unwrap().to_owned();
        assert_eq!(status(&app, &id).await, "assistance");
        assert_eq!(taken(&app, DAY, TIME).await, 1);
        book(&app.athlete().await, DAY, TIME).await.refused(409, "SLOT_FULL");
        let entry = person.client().get("/api/user/profile").await.data()["events"][0]["eventList"][0].clone();
        assert_eq!(entry["eventTestStatus"], "assistance");
        assert_eq!(entry["eventTestAssistanceType"], "A ramp, please");
        book(&person, NEXT_DAY, TIME).await.refused(409, "BOOKING_OPEN_EXISTS");
        app.execute(format!("UPDATE eligibility SET parq_cleared = TRUE WHERE uaid = '{}'", person.uaid)).await;
        let confirm = json!({ "uaid": person.uaid, "eventBookingId": id });
        delivery.post(BOOKING, confirm).await.data();
        assert_eq!(status(&app, &id).await, "booked");
        assert_eq!(seats(&app, DAY, TIME).await, [1]);
    }

    async fn assistance_without_a_place_gets_one_from_the_team(app) {
        app.set_schedule(week(1)).await;
        let (person, delivery) = (app.athlete().await, app.person(3).await.client());
        let ask = json!({ "eventTestStatus": "assistance" });
        let id = person.client().post(BOOKING, ask).await.data()["eventBookingId"].as_str().unwrap().to_owned();
        assert_eq!(app.scalar("SELECT COUNT(*) FROM booking WHERE seat IS NOT NULL").await, 0);
        let bare = json!({ "uaid": person.uaid, "eventBookingId": id });
        delivery.post(BOOKING, bare).await.refused_field(400, "FIELD_REQUIRED", "eventTestDate");
        let place = json!({ "uaid": person.uaid, "eventBookingId": id, "eventTestDate": DAY, "eventTestTime": TIME });
        delivery.post(BOOKING, place).await.data();
        assert_eq!(status(&app, &id).await, "booked");
        assert_eq!(taken(&app, DAY, TIME).await, 1);
    }

    async fn a_decline_frees_the_place_and_only_roles_2_and_3_give_one(app) {
        app.set_schedule(week(1)).await;
        let person = app.athlete().await;
        let id = booked(&person, DAY, TIME).await;
        let decline = json!({
            "uaid": person.uaid, "eventBookingId": id, "eventTestStatus": "declined", "eventTestNotes": "No shoes."
        });
        let before = everything(&app).await;
        person.client().post(BOOKING, decline.clone()).await.refused(403, "FORBIDDEN");
        assert_eq!(everything(&app).await, before);
        let coach = app.person(4).await;
        coach.client().post(BOOKING, decline.clone()).await.refused(403, "FORBIDDEN");
        let desk = app.person(2).await.client();
        let nameless = json!({ "uaid": person.uaid, "eventTestStatus": "declined" });
        desk.post(BOOKING, nameless).await.refused_field(400, "FIELD_REQUIRED", "eventBookingId");
        desk.post(BOOKING, decline.clone()).await.data();
        assert_eq!(status(&app, &id).await, "declined");
        assert_eq!(taken(&app, DAY, TIME).await, 0);
        assert_eq!(seats(&app, DAY, TIME).await, [0_i64; 0]);
        desk.post(BOOKING, decline).await.refused(409, "STATUS_CONFLICT");
        let entries = person.client().get("/api/user/profile").await.data()["events"][0]["eventList"].clone();
        assert_eq!(entries[0]["eventTestStatus"], json!(null), "the default entry comes first");
        assert_eq!(entries[1]["eventTestStatus"], "declined");
        booked(&person, DAY, TIME).await;
    }

    // RULES 4.4
    async fn only_the_moves_of_a_status_that_exist_are_made(app) {
        app.set_schedule(week(6)).await;
        let (person, desk, delivery) = (app.athlete().await, app.person(2).await, app.person(3).await);
        let id = booked(&person, DAY, TIME).await;
        for (from, wanted) in [
            ("completed", "declined"), ("completed", "dnt"), ("cancelled", "declined"), ("cancelled", "dnt"),
            ("declined", "dnt"), ("dnt", "declined"), ("dnt", "dnt"),
        ] {
            app.execute(format!("UPDATE booking SET seat = NULL, status = '{from}' WHERE booking_id = '{id}'")).await;
            let before = everything(&app).await;
            let body = json!({ "uaid": person.uaid, "eventBookingId": id, "eventTestStatus": wanted });
            desk.client().post(BOOKING, body).await.refused(409, "STATUS_CONFLICT");
            shift(&person, &id, NEXT_DAY, TIME).await.refused(409, "STATUS_CONFLICT");
            cancel(&person, &id).await.refused(409, "STATUS_CONFLICT");
            let moved = json!({
                "uaid": person.uaid, "eventBookingId": id, "eventTestDate": NEXT_DAY, "eventTestTime": TIME
            });
            delivery.client().post(BOOKING, moved).await.refused(409, "STATUS_CONFLICT");
            assert_eq!(everything(&app).await, before, "{from} to {wanted}");
        }
    }

    async fn who_is_checked_in_changes_nothing_by_themselves(app) {
        app.set_schedule(week(6)).await;
        let (person, desk) = (app.athlete().await, app.person(2).await);
        let id = booked(&person, DAY, TIME).await;
        app.execute(format!("UPDATE booking SET onboarded_at = 1 WHERE booking_id = '{id}'")).await;
        let before = everything(&app).await;
        shift(&person, &id, DAY, LATER).await.refused(409, "STATUS_CONFLICT");
        cancel(&person, &id).await.refused(409, "STATUS_CONFLICT");
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
        app.set_schedule(week(6)).await;
        let person = app.athlete().await;
        let id = booked(&person, DAY, TIME).await;
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

    async fn an_athlete_cannot_book_into_a_team_but_staff_can(app) {
        app.set_schedule(week(6)).await;
        let (person, other, staff) = (app.athlete().await, app.athlete().await, app.person(3).await);
        let reds = team_of(&app, &app.person(4).await).await;
        let in_team = format!("SELECT COUNT(*) FROM booking WHERE team_booking_id = '{reds}'");
        let mut own = body(DAY, TIME);
        own["teamBookingId"] = json!(reds);
        person.client().post(BOOKING, own).await.data();
        assert_eq!(app.scalar(in_team.clone()).await, 0);
        let mut by_staff = body(DAY, TIME);
        by_staff["teamBookingId"] = json!(reds);
        by_staff["uaid"] = json!(other.uaid);
        staff.client().post(BOOKING, by_staff).await.data();
        assert_eq!(app.scalar(in_team).await, 1);
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
