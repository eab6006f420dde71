//! Moving and cancelling: the old seat is freed only when the new one is won, and until when an athlete may do either.

use serde_json::json;
use sixfold_domain::slot::BookingSessionConfig;
use sixfold_server::app::jobs;
use sixfold_tests::{Person, Reply, both};

use super::admin::desk::{Guest, TEST, audited, morning, on_the_desk, onboard};
use super::stage::{
    BOOKING, CANCEL, DAY, LATER, NEXT_DAY, TIME, body, book, booked, cancel, date, everything, go_to,
    one_booked, seats, shift, status, taken, week,
};

/// Programme delivery moves a guest, whatever the rules for days.
async fn move_guest(delivery: &Person, guest: &Guest, day: &str, time: &str) -> Reply {
    let body = json!({
        "uaid": guest.uaid(), "eventBookingId": guest.id, "eventTestDate": day, "eventTestTime": time,
        "bypassBookingRule": true
    });
    delivery.client().post(BOOKING, body).await
}

both! {
    async fn a_move_frees_the_old_place_and_takes_the_new_one(app) {
        app.set_schedule(week(1)).await;
        let person = app.athlete().await;
        let first = book(&person, DAY, TIME).await.data();
        let id = first["eventBookingId"].as_str().unwrap();
        for (day, time) in [(DAY, LATER), (NEXT_DAY, TIME), (DAY, TIME)] {
            let moved = shift(&person, id, day, time).await.data();
            assert_eq!(moved, first, "the same booking, the same code");
            assert_eq!((taken(&app, day, time).await, seats(&app, day, time).await), (1, vec![1]));
            assert_eq!(app.scalar("SELECT CAST(SUM(taken) AS BIGINT) FROM slot").await, 1);
            assert_eq!(app.count("booking").await, 1);
        }
        assert_eq!(app.scalar("SELECT sequence FROM booking").await, 3);
    }

    // RULES 4.9
    async fn a_profile_says_how_often_its_booking_has_changed(app) {
        let (person, id) = one_booked(&app, 1).await;
        for (day, sequence) in [(NEXT_DAY, 1), (DAY, 2)] {
            shift(&person, &id, day, TIME).await.data();
            let profile = person.client().get("/api/user/profile").await.data();
            assert_eq!(profile["events"][0]["eventList"][0]["eventTestSequence"], json!(sequence));
        }
    }

    // RULES 4.7
    async fn a_move_to_a_full_slot_keeps_the_old_place(app) {
        app.set_schedule(week(1)).await;
        let (person, quicker) = (app.athlete().await, app.athlete().await);
        let id = booked(&person, DAY, TIME).await;
        booked(&quicker, NEXT_DAY, TIME).await;
        let before = everything(&app).await;
        shift(&person, &id, NEXT_DAY, TIME).await.refused_field(409, "SLOT_FULL", "eventTestTime");
        let keyed = json!({ "eventBookingId": id, "eventTestDate": NEXT_DAY, "eventTestTime": TIME });
        let reply = person.client().keyed(axum::http::Method::POST, BOOKING, "move-1", keyed).await;
        reply.refused(409, "SLOT_FULL");
        app.execute("DELETE FROM idempotency_key").await;
        assert_eq!(everything(&app).await, before);
        assert_eq!(seats(&app, DAY, TIME).await, [1]);
    }

    async fn a_refused_move_changes_nothing(app) {
        app.set_schedule(BookingSessionConfig { closed_dates: vec![date(NEXT_DAY)], ..week(1) }).await;
        let person = app.athlete().await;
        let id = booked(&person, DAY, TIME).await;
        let before = everything(&app).await;
        for (day, time, code) in [
            (NEXT_DAY, TIME, "DATE_CLOSED"),
            ("2026-03-01", TIME, "DATE_PAST"),
            ("2026-03-02", TIME, "DATE_TOO_EARLY"),
            ("2026-04-02", TIME, "DATE_TOO_LATE"),
            (DAY, "09:00", "NOT_OFFERED"),
            (DAY, "10:01", "TIME_OFF_GRID"),
        ] {
            shift(&person, &id, day, time).await.refused(422, code);
            assert_eq!(everything(&app).await, before, "{day} {time}");
        }
    }

    async fn a_move_to_where_it_is_changes_no_place_and_sends_no_mail(app) {
        let (person, id) = one_booked(&app, 1).await;
        shift(&person, &id, DAY, TIME).await.data();
        assert_eq!(taken(&app, DAY, TIME).await, 1);
        assert_eq!(app.count("mail_outbox").await, 1);
        assert_eq!(app.scalar("SELECT sequence FROM booking").await, 0);
    }

    async fn nobody_moves_or_cancels_somebody_elses_booking(app) {
        app.set_schedule(week(6)).await;
        let (owner, other) = (app.athlete().await, app.athlete().await);
        let id = booked(&owner, DAY, TIME).await;
        let own = booked(&other, DAY, TIME).await;
        let (desk, delivery) = (app.person(2).await, app.person(3).await);
        let before = everything(&app).await;
        shift(&other, &id, NEXT_DAY, TIME).await.refused(403, "FORBIDDEN");
        let named = json!({
            "uaid": owner.uaid, "eventBookingId": id, "eventTestDate": NEXT_DAY, "eventTestTime": TIME
        });
        other.client().post(BOOKING, named).await.refused(403, "FORBIDDEN");
        cancel(&other, &id).await.refused(403, "FORBIDDEN");
        for body in [
            json!({ "uaid": owner.uaid, "eventBookingID": id }),
            json!({ "uaid": owner.uaid, "eventBookingID": own }),
        ] {
            other.client().delete(CANCEL, body).await.refused(403, "FORBIDDEN");
        }
        // Staff who name the wrong athlete for a booking get the answer that there is no such booking.
        let crossed = json!({ "uaid": other.uaid, "eventBookingID": id });
        desk.client().delete(CANCEL, crossed).await.refused_field(404, "NOT_FOUND", "eventBookingId");
        let crossed = json!({
            "uaid": other.uaid, "eventBookingId": id, "eventTestDate": NEXT_DAY, "eventTestTime": TIME
        });
        delivery.client().post(BOOKING, crossed).await.refused_field(404, "NOT_FOUND", "eventBookingId");
        app.client().delete(CANCEL, json!({ "eventBookingID": id })).await.refused(401, "UNAUTHORISED");
        assert_eq!(everything(&app).await, before);
    }

    // RULES 4.12
    async fn a_cancelled_booking_frees_its_place_and_stays_in_history(app) {
        let (person, id) = one_booked(&app, 1).await;
        let reply = cancel(&person, &id).await.data();
        assert_eq!(reply, json!({ "uaid": person.uaid, "eventBookingId": id }));
        assert_eq!(status(&app, &id).await, "cancelled");
        assert_eq!(taken(&app, DAY, TIME).await, 0);
        cancel(&person, &id).await.refused(409, "STATUS_CONFLICT");
        let list = person.client().get("/api/user/profile").await.data()["events"][0]["eventList"].clone();
        assert_eq!(list[0]["eventBookingId"], json!(null));
        assert_eq!(list[0]["eventTestStatus"], json!(null));
        assert_eq!(list[1]["eventTestStatus"], "cancelled");
        booked(&app.athlete().await, DAY, TIME).await;
        shift(&person, &id, NEXT_DAY, TIME).await.refused(409, "STATUS_CONFLICT");
    }

    async fn every_spelling_of_the_ids_is_read(app) {
        app.set_schedule(week(1)).await;
        let person = app.athlete().await;
        for (booking, event) in
            [("eventBookingID", "eventID"), ("eventBookingId", "eventId"), ("EventBookingId", "eventid")]
        {
            let mut sent = body(DAY, TIME);
            sent[event] = json!("sixfold-academy");
            let id = person.client().post(BOOKING, sent).await.data()["eventBookingId"].clone();
            let number: u64 = person.uaid.parse().unwrap();
            let off = json!({ "uaid": number, booking: id, event: "sixfold-academy", "token": person.token });
            person.client().delete(CANCEL, off).await.data();
        }
    }

    // RULES 4.8
    async fn the_cut_off_ends_an_athletes_own_cancelling_and_moving(app) {
        app.set_schedule(BookingSessionConfig { cancel_cutoff_minutes: 120, ..week(6) }).await;
        let (one, two, desk) = (app.athlete().await, app.athlete().await, app.person(2).await);
        let (first, second) = (booked(&one, DAY, TIME).await, booked(&two, DAY, TIME).await);
        go_to(&app, DAY, "07:59").await;
        cancel(&one, &first).await.data();
        go_to(&app, DAY, "08:00").await;
        let before = everything(&app).await;
        cancel(&two, &second).await.refused(422, "CANCEL_TOO_LATE");
        shift(&two, &second, NEXT_DAY, TIME).await.refused(422, "CANCEL_TOO_LATE");
        assert_eq!(everything(&app).await, before);
        go_to(&app, DAY, "10:30").await;
        let off = json!({ "uaid": two.uaid, "eventBookingID": second });
        desk.client().delete(CANCEL, off).await.data();
        assert_eq!(status(&app, &second).await, "cancelled");
    }

    async fn without_a_cut_off_cancelling_ends_at_the_start(app) {
        app.set_schedule(week(6)).await;
        let (one, two) = (app.athlete().await, app.athlete().await);
        let (first, second) = (booked(&one, DAY, TIME).await, booked(&two, DAY, TIME).await);
        go_to(&app, DAY, "09:59").await;
        cancel(&one, &first).await.data();
        go_to(&app, DAY, TIME).await;
        cancel(&two, &second).await.refused(422, "CANCEL_TOO_LATE");
    }

    // RULES 4.7
    async fn a_move_to_another_day_undoes_an_onboarding(app) {
        let (desk, guest) = on_the_desk(&app).await;
        let delivery = app.person(3).await;
        move_guest(&delivery, &guest, DAY, LATER).await.data();
        assert_eq!(audited(&app, "booking.release", &guest).await, 0, "on that day they stay onboarded");
        move_guest(&delivery, &guest, NEXT_DAY, TIME).await.data();
        assert_eq!(audited(&app, "booking.release", &guest).await, 1);
        let speed = guest.test("Speed", json!([{ "score": 3.5 }]));
        desk.client().post(TEST, speed).await.refused(409, "NOT_ONBOARDED");
        shift(&guest.person, &guest.id, NEXT_DAY, LATER).await.data();
        go_to(&app, "2026-03-07", "00:00").await;
        assert_eq!(jobs::close_missed(&app.state).await.unwrap(), 1, "they did not come on the new day");
        assert_eq!(status(&app, &guest.id).await, "dnt");
    }

    // RULES 4.7
    async fn a_visit_with_results_stays_on_its_day(app) {
        let (desk, guest) = on_the_desk(&app).await;
        let delivery = app.person(3).await;
        let speed = guest.test("Speed", json!([{ "score": 3.5 }]));
        desk.client().post(TEST, speed).await.data();
        let before = everything(&app).await;
        move_guest(&delivery, &guest, NEXT_DAY, TIME).await.refused(409, "RESULTS_EXIST");
        assert_eq!(everything(&app).await, before);
        move_guest(&delivery, &guest, DAY, LATER).await.data();
        onboard(&desk, &guest).await.refused(422, "422");
    }

    // RULES 4.8
    async fn a_visit_with_results_is_not_called_off(app) {
        let (desk, guests) = morning(&app, 2).await;
        let (delivery, tested, untested) = (app.person(3).await, &guests[0], &guests[1]);
        for guest in &guests {
            onboard(&desk, guest).await.data();
        }
        desk.client().post(TEST, tested.test("Speed", json!([{ "score": 3.5 }]))).await.data();
        let off = |guest: &Guest| json!({ "uaid": guest.uaid(), "eventBookingID": guest.id });
        let ended = |guest: &Guest, status: &str| {
            json!({ "uaid": guest.uaid(), "eventBookingId": guest.id, "eventTestStatus": status })
        };
        let before = everything(&app).await;
        delivery.client().delete(CANCEL, off(tested)).await.refused(409, "RESULTS_EXIST");
        for staff in [&desk, &delivery] {
            staff.client().post(BOOKING, ended(tested, "declined")).await.refused(409, "RESULTS_EXIST");
        }
        assert_eq!(everything(&app).await, before);
        delivery.client().post(BOOKING, ended(tested, "dnt")).await.data();
        delivery.client().delete(CANCEL, off(untested)).await.data();
        assert_eq!(status(&app, &tested.id).await, "dnt");
        assert_eq!(status(&app, &untested.id).await, "cancelled");
    }
}
