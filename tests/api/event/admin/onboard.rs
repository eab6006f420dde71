//! `POST /api/event/admin/onboard`: who can be onboarded, with which code, on which day.

use futures::future::join_all;
use serde_json::{Value, json};
use sixfold_server::app::jobs;
use sixfold_tests::{TestApp, both};

use super::desk::{
    FINAL, Guest, ONBOARD, TEST, assert_replayed, audited, guest, keyed, morning, on_the_desk, onboard,
    tested,
};
use crate::event::stage::{
    ACCEPT, BOOKING, CANCEL, DAY, LATER, NEXT_DAY, TIME, booked, go_to, seats, status, taken, wait, week,
};
use crate::event::waitlist::offered;

fn late(guest: &Guest, day: &str) -> Value {
    json!({ "code": guest.code, "day": day })
}

/// By role 3, of a booking of another day.
fn beyond(guest: &Guest) -> Value {
    json!({ "code": guest.code, "override": true })
}

fn release(guest: &Guest) -> Value {
    json!({ "code": guest.code, "release": true })
}

async fn time_of(app: &TestApp, guest: &Guest) -> String {
    let sql = format!("SELECT test_date || ' ' || test_time FROM booking WHERE booking_id = '{}'", guest.id);
    app.texts(sql).await.remove(0).unwrap()
}

both! {
    async fn another_days_booking_that_delivery_takes_on_is_on_the_desks_list(app) {
        app.set_schedule(crate::event::stage::week(6)).await;
        let (delivery, athlete) = (app.person(3).await, app.athlete().await);
        let id = crate::event::stage::booked(&athlete, crate::event::stage::NEXT_DAY, "10:00").await;
        let code = app.texts(format!("SELECT code FROM booking WHERE booking_id = '{id}'")).await.remove(0).unwrap();
        crate::event::stage::go_to(&app, crate::event::stage::DAY, "11:00").await;
        let desk = app.person(2).await;
        let listed = async || desk.client().get("/api/event/admin/day").await.data()["bookings"].clone();
        assert_eq!(listed().await, serde_json::json!([]));
        let take_on = serde_json::json!({ "code": code, "override": true });
        delivery.client().post("/api/event/admin/onboard", take_on).await.data();
        let speed = serde_json::json!({ "TestType": "Speed", "Attempts": [{ "score": 3.5 }] });
        let test = serde_json::json!({ "uaid": athlete.uaid, "eventBookingId": id, "results": speed });
        desk.client().post("/api/event/admin/test", test).await.data();
        let rows = listed().await;
        assert_eq!((&rows[0]["eventBookingId"], &rows[0]["onboarded"]), (&serde_json::json!(id), &serde_json::json!(true)));
        assert_eq!(rows[0]["results"][0]["TestType"], "Speed");
        // The next day knows nothing of it.
        crate::event::stage::go_to(&app, crate::event::stage::NEXT_DAY, "09:00").await;
        assert_eq!(listed().await, serde_json::json!([]));
    }

    async fn a_code_of_today_takes_its_athlete_on_once(app) {
        let (desk, guests) = morning(&app, 1).await;
        let guest = &guests[0];
        // As people write it down.
        let written = format!(" {}-{} ", &guest.code[..3].to_lowercase(), &guest.code[3..]);
        let first = keyed(&desk, ONBOARD, "key-1", json!({ "code": written })).await;
        assert_eq!(first.data(), json!({ "uaid": guest.uaid() }));
        let noted = format!(
            "SELECT onboarded_by || CAST(protocol_version AS TEXT) || status FROM booking WHERE booking_id = '{}' \
             AND onboarded_at IS NOT NULL",
            guest.id
        );
        assert_eq!(app.texts(noted).await, [Some(format!("{}1booked", desk.uaid))]);
        assert_replayed(&keyed(&desk, ONBOARD, "key-1", json!({ "code": written })).await, &first);
        // Another member of staff may repeat it too: staff share their keys.
        let delivery = app.person(3).await;
        assert_replayed(&keyed(&delivery, ONBOARD, "key-1", json!({ "code": written })).await, &first);
        let error = keyed(&desk, ONBOARD, "key-2", json!({ "code": guest.code })).await.refused(422, "422");
        assert_eq!(error["errorMessage"], "User already onboarded");
        let reused = keyed(&desk, ONBOARD, "key-1", json!({ "code": guest.code, "release": true })).await;
        reused.refused_field(422, "IDEMPOTENCY_KEY_REUSED", "Idempotency-Key");
        assert_eq!(audited(&app, "booking.onboard", guest).await, 1);
    }

    async fn a_late_call_that_names_no_day_is_of_the_day_on_which_it_was_made(app) {
        let (desk, guests) = morning(&app, 2).await;
        go_to(&app, NEXT_DAY, "09:00").await;
        jobs::close_missed(&app.state).await.unwrap();
        let sent = async |guest: &Guest, recorded: &str| {
            let item = json!({ "method": "POST", "path": ONBOARD, "key": format!("{}{recorded}", guest.id),
                "body": { "code": guest.code }, "recordedAt": recorded, "device": "Tablet 1" });
            desk.client().post("/api/event/admin/sync", json!({ "items": [item] })).await.data()[0]["status"].clone()
        };
        assert_eq!(sent(&guests[0], &format!("{NEXT_DAY}T08:59:00Z")).await, 409);
        assert_eq!(sent(&guests[0], &format!("{DAY}T16:00:00Z")).await, 200);
        assert_eq!(sent(&guests[1], "yesterday").await, 400);
    }

    async fn a_code_that_is_unknown_missing_or_has_served_is_refused(app) {
        let (desk, guests) = morning(&app, 3).await;
        let client = desk.client();
        client.post(ONBOARD, json!({ "code": "ZZZZZZ" })).await.refused_field(404, "CODE_UNKNOWN", "code");
        client.post(ONBOARD, json!({ "code": "no code" })).await.refused_field(404, "CODE_UNKNOWN", "code");
        client.post(ONBOARD, json!({})).await.refused_field(400, "FIELD_MISSING", "code");
        client.post(ONBOARD, json!({ "code": guests[0].code, "day": "yesterday" })).await.refused(400, "FIELD_INVALID");
        desk.client().delete(CANCEL, json!({ "uaid": guests[0].uaid(), "eventBookingID": guests[0].id })).await.data();
        let decline = json!({ "uaid": guests[1].uaid(), "eventBookingId": guests[1].id,
            "eventTestStatus": "declined", "eventTestNotes": "Came with a cold" });
        client.post(BOOKING, decline).await.data();
        onboard(&desk, &guests[2]).await.data();
        tested(&desk, &guests[2]).await;
        client.post(FINAL, guests[2].end("completed")).await.data();
        for (guest, ended) in guests.iter().zip(["cancelled", "declined", "completed"]) {
            for body in [json!({ "code": guest.code }), late(guest, DAY), release(guest)] {
                assert_eq!(client.post(ONBOARD, body).await.refused(409, "CODE_USED")["status"], ended);
            }
        }
    }

    // RULES 11.1
    async fn another_days_code_tells_its_day_and_role_3_lifts_it(app) {
        app.set_schedule(week(6)).await;
        let tomorrow = guest(&app, NEXT_DAY).await;
        let week_on = guest(&app, "2026-03-12").await;
        go_to(&app, DAY, "09:30").await;
        let (desk, delivery) = (app.person(2).await, app.person(3).await);
        let error = onboard(&desk, &tomorrow).await.refused(422, "CODE_OTHER_DAY");
        assert_eq!((&error["date"], &error["field"]), (&json!(NEXT_DAY), &json!("code")));
        // Role 3 has to say so, too; a tablet's `day` in the next week does not help.
        onboard(&delivery, &tomorrow).await.refused(422, "CODE_OTHER_DAY");
        desk.client().post(ONBOARD, late(&week_on, "2026-03-12")).await.refused(422, "CODE_OTHER_DAY");
        desk.client().post(ONBOARD, late(&tomorrow, DAY)).await.refused(422, "CODE_OTHER_DAY");
        desk.client().post(ONBOARD, beyond(&tomorrow)).await.refused(403, "FORBIDDEN");
        assert_eq!(audited(&app, "booking.onboard", &tomorrow).await, 0);
        delivery.client().post(ONBOARD, beyond(&tomorrow)).await.data();
    }

    // RULES 11.1
    async fn another_days_booking_counts_for_the_day_on_which_it_is_tested(app) {
        app.set_schedule(week(1)).await;
        let (early, waiting, of_today) = (guest(&app, NEXT_DAY).await, app.athlete().await, app.athlete().await);
        wait(&waiting, NEXT_DAY, TIME).await.data();
        booked(&of_today, DAY, TIME).await;
        go_to(&app, DAY, "10:07").await;
        let delivery = app.person(3).await;
        delivery.client().post(ONBOARD, beyond(&early)).await.data();
        assert_eq!((audited(&app, "booking.move", &early).await, audited(&app, "booking.onboard", &early).await), (1, 1));
        assert_eq!(app.letters_to("booking-moved", &early.person.email).await.len(), 1);
        // It takes no place of today, and the one that it had goes to the waiting list.
        assert_eq!((taken(&app, DAY, TIME).await, seats(&app, DAY, TIME).await), (1, vec![1]));
        let offer = offered(&app, &waiting).await;
        waiting.client().post(ACCEPT, json!({ "offerId": offer })).await.data();
        assert_eq!((taken(&app, NEXT_DAY, TIME).await, seats(&app, NEXT_DAY, TIME).await), (1, vec![1]));

        tested(&delivery, &early).await;
        delivery.client().post(FINAL, early.end("completed")).await.data();
        let results = early.person.client().get("/api/user/results").await.data()["results"].clone();
        assert_eq!(results[0]["eventTestDate"], DAY);
        // The day after is the first one on which a retest can be booked.
        let again = json!({ "eventTestDate": "2026-03-08", "eventTestTime": TIME });
        assert_eq!(early.person.client().post(BOOKING, again.clone()).await.refused(422, "RETEST_TOO_SOON")["opensOn"], NEXT_DAY);
        go_to(&app, NEXT_DAY, "09:00").await;
        early.person.client().post(BOOKING, again).await.data();
    }

    // RULES 6.4
    async fn another_days_booking_waits_for_the_clearance_of_its_athlete(app) {
        app.set_schedule(week(6)).await;
        let early = guest(&app, NEXT_DAY).await;
        app.execute(format!("UPDATE eligibility SET parq_cleared = FALSE WHERE uaid = '{}'", early.uaid())).await;
        go_to(&app, DAY, "09:07").await;
        app.person(3).await.client().post(ONBOARD, beyond(&early)).await.refused(422, "SCREENING_NOT_CLEARED");
        assert_eq!((audited(&app, "booking.onboard", &early).await, taken(&app, NEXT_DAY, TIME).await), (0, 1));
    }

    // RULES 11.1
    async fn another_days_booking_that_is_declined_at_the_desk_can_be_taken_on_again(app) {
        app.set_schedule(week(6)).await;
        let early = guest(&app, NEXT_DAY).await;
        go_to(&app, DAY, "09:07").await;
        let delivery = app.person(3).await;
        delivery.client().post(ONBOARD, beyond(&early)).await.data();
        assert_eq!(taken(&app, NEXT_DAY, TIME).await, 0);
        let decline = json!({ "uaid": early.uaid(), "eventBookingId": early.id, "eventTestStatus": "declined" });
        delivery.client().post(BOOKING, decline.clone()).await.data();
        let mut undo = decline;
        undo["undo"] = json!(true);
        delivery.client().post(BOOKING, undo).await.data();
        assert_eq!(status(&app, &early.id).await, "booked");
        // It is where it was taken to, until that is undone as well.
        assert_eq!(time_of(&app, &early).await, "2026-03-05 09:00");
        delivery.client().post(ONBOARD, release(&early)).await.data();
        assert_eq!((time_of(&app, &early).await.as_str(), taken(&app, NEXT_DAY, TIME).await), ("2026-03-06 10:00", 1));
    }

    // RULES 11.1
    async fn what_a_tablet_sends_late_counts_for_the_day_of_its_list(app) {
        app.set_schedule(week(1)).await;
        let moved = guest(&app, "2026-03-10").await;
        go_to(&app, NEXT_DAY, "09:07").await;
        let delivery = app.person(3).await;
        let mut tested_before = late(&moved, DAY);
        delivery.client().post(ONBOARD, tested_before.clone()).await.refused(422, "CODE_OTHER_DAY");
        tested_before["override"] = json!(true);
        delivery.client().post(ONBOARD, tested_before).await.data();
        assert_eq!(time_of(&app, &moved).await, "2026-03-05 10:00");
        assert_eq!((taken(&app, "2026-03-10", TIME).await, taken(&app, DAY, TIME).await), (0, 0));
        assert_eq!(jobs::close_missed(&app.state).await.unwrap(), 0);
        tested(&delivery, &moved).await;
        delivery.client().post(FINAL, moved.end("completed")).await.data();
        let results = moved.person.client().get("/api/user/results").await.data()["results"].clone();
        assert_eq!(results[0]["eventTestDate"], DAY);
    }

    // RULES 11.1
    async fn the_day_of_a_test_is_at_most_a_week_ago_and_not_ahead(app) {
        app.set_schedule(week(6)).await;
        go_to(&app, "2026-03-12", "09:20").await;
        let delivery = app.person(3).await;
        for (day, counts_for) in [
            ("2026-03-05", "2026-03-05 10:00"),
            ("2026-03-04", "2026-03-12 09:15"),
            ("2026-03-12", "2026-03-12 09:15"),
            ("2026-03-13", "2026-03-12 09:15"),
        ] {
            let moved = guest(&app, "2026-03-20").await;
            let mut body = beyond(&moved);
            body["day"] = json!(day);
            delivery.client().post(ONBOARD, body).await.data();
            assert_eq!(time_of(&app, &moved).await, counts_for, "{day}");
        }
        // Without a day, the one on which the tablet recorded it.
        let moved = guest(&app, "2026-03-20").await;
        let item = json!({ "method": "POST", "path": ONBOARD, "key": "moved", "body": beyond(&moved),
            "recordedAt": "2026-03-10T16:00:00Z", "device": "Tablet 1" });
        let sent = delivery.client().post("/api/event/admin/sync", json!({ "items": [item] })).await.data();
        assert_eq!((&sent[0]["status"], time_of(&app, &moved).await.as_str()), (&json!(200), "2026-03-10 10:00"));
    }

    // RULES 11.1
    async fn another_days_booking_gets_its_place_back_when_its_onboarding_is_undone(app) {
        app.set_schedule(week(1)).await;
        let early = guest(&app, NEXT_DAY).await;
        go_to(&app, DAY, "10:07").await;
        let (desk, delivery) = (app.person(2).await, app.person(3).await);
        delivery.client().post(ONBOARD, beyond(&early)).await.data();
        assert_eq!(taken(&app, NEXT_DAY, TIME).await, 0);
        desk.client().post(ONBOARD, release(&early)).await.data();
        assert_eq!(time_of(&app, &early).await, "2026-03-06 10:00");
        assert_eq!((taken(&app, NEXT_DAY, TIME).await, seats(&app, NEXT_DAY, TIME).await), (1, vec![1]));
        assert_eq!((audited(&app, "booking.move", &early).await, audited(&app, "booking.release", &early).await), (2, 1));
        go_to(&app, NEXT_DAY, "09:50").await;
        assert_eq!(jobs::close_missed(&app.state).await.unwrap(), 0);
        onboard(&desk, &early).await.data();
        // It has been there since: undoing this moves nothing.
        desk.client().post(ONBOARD, release(&early)).await.data();
        assert_eq!((time_of(&app, &early).await.as_str(), seats(&app, NEXT_DAY, TIME).await), ("2026-03-06 10:00", vec![1]));
    }

    // RULES 11.1
    async fn an_onboarding_is_not_undone_once_the_place_is_gone(app) {
        app.set_schedule(week(1)).await;
        let early = guest(&app, NEXT_DAY).await;
        go_to(&app, DAY, "10:07").await;
        let (desk, delivery) = (app.person(2).await, app.person(3).await);
        delivery.client().post(ONBOARD, beyond(&early)).await.data();
        booked(&app.athlete().await, NEXT_DAY, TIME).await;
        let error = desk.client().post(ONBOARD, release(&early)).await.refused(409, "FORMER_PLACE_GONE");
        assert_eq!(error["date"], NEXT_DAY);
        assert_eq!((time_of(&app, &early).await.as_str(), audited(&app, "booking.release", &early).await), ("2026-03-05 10:00", 0));
        // It does not become a no-show either.
        go_to(&app, NEXT_DAY, "09:00").await;
        assert_eq!(jobs::close_missed(&app.state).await.unwrap(), 0);
        // RULES 4.7: to move it undoes the onboarding too.
        let to = json!({ "uaid": early.uaid(), "eventBookingId": early.id, "eventTestDate": NEXT_DAY,
            "eventTestTime": LATER, "bypassBookingRule": true });
        delivery.client().post(BOOKING, to).await.data();
        assert_eq!(audited(&app, "booking.release", &early).await, 1);
        onboard(&desk, &early).await.data();
        desk.client().post(ONBOARD, release(&early)).await.data();
        assert_eq!(time_of(&app, &early).await, "2026-03-06 14:15");
    }

    // RULES 11.1
    async fn a_place_whose_time_has_passed_is_gone(app) {
        app.set_schedule(week(1)).await;
        let early = guest(&app, NEXT_DAY).await;
        go_to(&app, DAY, "10:07").await;
        let delivery = app.person(3).await;
        delivery.client().post(ONBOARD, beyond(&early)).await.data();
        go_to(&app, NEXT_DAY, "10:01").await;
        delivery.client().post(ONBOARD, release(&early)).await.refused(409, "FORMER_PLACE_GONE");
        let over = json!({ "uaid": early.uaid(), "eventBookingId": early.id, "eventTestStatus": "dnt" });
        delivery.client().post(BOOKING, over).await.data();
        // Nothing is moved any more.
        delivery.client().post(ONBOARD, release(&early)).await.data();
        assert_eq!(time_of(&app, &early).await, "2026-03-05 10:00");
    }

    async fn what_comes_after_midnight_is_taken_when_it_names_its_day(app) {
        let (_, guests) = morning(&app, 2).await;
        go_to(&app, NEXT_DAY, "00:30").await;
        let desk = app.person(2).await;
        // One before the nightly job has closed it, one after.
        desk.client().post(ONBOARD, late(&guests[0], DAY)).await.data();
        assert_eq!(jobs::close_missed(&app.state).await.unwrap(), 1);
        assert_eq!((status(&app, &guests[0].id).await, status(&app, &guests[1].id).await), ("booked".into(), "dnt".into()));
        assert_eq!(onboard(&desk, &guests[1]).await.refused(409, "CODE_USED")["status"], "dnt");
        desk.client().post(ONBOARD, late(&guests[1], NEXT_DAY)).await.refused(409, "CODE_USED");
        desk.client().post(TEST, guests[1].six()).await.refused(409, "NOT_ONBOARDED");
        // They may even have booked again in the meantime.
        let again = json!({ "eventTestDate": "2026-03-10", "eventTestTime": TIME });
        guests[1].person.client().post(BOOKING, again).await.data();
        desk.client().post(ONBOARD, late(&guests[1], DAY)).await.data();
        desk.client().post(ONBOARD, late(&guests[1], DAY)).await.refused(422, "422");
        for guest in &guests {
            tested(&desk, guest).await;
            desk.client().post(FINAL, guest.end("completed")).await.data();
            assert_eq!(status(&app, &guest.id).await, "completed");
        }
    }

    async fn a_week_later_it_is_too_late(app) {
        let (_, guests) = morning(&app, 1).await;
        go_to(&app, "2026-03-13", "08:00").await;
        let desk = app.person(2).await;
        desk.client().post(ONBOARD, late(&guests[0], DAY)).await.refused(422, "CODE_OTHER_DAY");
        go_to(&app, "2026-03-12", "23:59").await;
        desk.client().post(ONBOARD, late(&guests[0], DAY)).await.data();
    }

    async fn a_server_clock_that_is_put_back_keeps_nobody_out(app) {
        let (_, guests) = morning(&app, 1).await;
        go_to(&app, "2026-03-04", "22:00").await;
        let desk = app.person(2).await;
        onboard(&desk, &guests[0]).await.refused(422, "CODE_OTHER_DAY");
        desk.client().post(ONBOARD, late(&guests[0], DAY)).await.data();
        tested(&desk, &guests[0]).await;
        desk.client().post(FINAL, guests[0].end("completed")).await.data();
    }

    async fn a_release_undoes_an_onboarding_without_results(app) {
        let (desk, guest) = on_the_desk(&app).await;
        desk.client().post(ONBOARD, release(&guest)).await.data();
        assert_eq!(audited(&app, "booking.release", &guest).await, 1);
        desk.client().post(ONBOARD, release(&guest)).await.refused(409, "NOT_ONBOARDED");
        desk.client().post(TEST, guest.test("Speed", json!([{ "score": 3.5 }]))).await.refused(409, "NOT_ONBOARDED");
        onboard(&desk, &guest).await.data();
        desk.client().post(TEST, guest.test("Speed", json!([{ "score": 3.5 }]))).await.data();
        desk.client().post(ONBOARD, release(&guest)).await.refused(409, "RESULTS_EXIST");
        onboard(&desk, &guest).await.refused(422, "422");
    }

    async fn a_request_for_assistance_is_confirmed_first(app) {
        app.set_schedule(week(6)).await;
        let person = app.athlete().await;
        let asked = json!({ "eventTestDate": DAY, "eventTestTime": TIME, "assistanceRequired": true });
        let data = person.client().post(BOOKING, asked).await.data();
        let guest = Guest {
            person,
            id: data["eventBookingId"].as_str().unwrap().to_owned(),
            code: data["code"].as_str().unwrap().to_owned(),
        };
        go_to(&app, DAY, "09:30").await;
        let desk = app.person(2).await;
        assert_eq!(onboard(&desk, &guest).await.refused(409, "STATUS_CONFLICT")["status"], "assistance");
        app.execute(format!("UPDATE booking SET status = 'booked' WHERE booking_id = '{}'", guest.id)).await;
        onboard(&desk, &guest).await.data();
    }

    async fn many_tablets_with_one_code_take_one_athlete_on(app) {
        let (desk, guests) = morning(&app, 1).await;
        let asks = (0..12).map(|index| {
            let (client, code) = (desk.client(), guests[0].code.clone());
            let key = format!("tablet-{index}");
            tokio::spawn(async move { client.keyed(axum::http::Method::POST, ONBOARD, &key, json!({ "code": code })).await })
        });
        let replies: Vec<_> = join_all(asks.collect::<Vec<_>>()).await.into_iter().map(Result::unwrap).collect();
        let (won, lost): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status == 200);
        assert_eq!((won.len(), lost.len()), (1, 11));
        for reply in lost {
            reply.refused(422, "422");
        }
        assert_eq!(audited(&app, "booking.onboard", &guests[0]).await, 1);
    }
}
