//! A change that affects bookings: nothing happens until each has a decision, and then everything happens at once.

use serde_json::{Value, json};
use sixfold_tests::{Engine, TestApp, both};

use super::{ITEM, create, item, put_dates, session, while_twenty_book};
use crate::event::admin::desk::{TEST, on_the_desk};
use crate::event::stage::{
    BOOKING, DAY, LATER, NEXT_DAY, TIME, book, booked, cancel, everything, one_booked, seats, slow_down,
    status, taken, wait, week,
};

const CLEARANCE: &str = "/api/event/admin/clearance";
const IMPACT: &str = "/api/event/admin/schedule/impact";

fn close(day: &str) -> Value {
    json!({ "changes": [{ "kind": "closed-date", "act": "add", "date": day }] })
}

async fn mails(app: &TestApp, kind: &str) -> i64 {
    app.scalar(format!("SELECT COUNT(*) FROM mail_outbox WHERE kind = '{kind}'")).await
}

both! {
    // RULES 3.11
    async fn a_day_with_bookings_closes_with_what_was_decided_about_each(app) {
        app.set_schedule(week(2)).await;
        let (one, two, three) = (app.athlete().await, app.athlete().await, app.athlete().await);
        let (first, second) = (booked(&one, DAY, TIME).await, booked(&two, DAY, TIME).await);
        let third = booked(&three, DAY, LATER).await;
        let waiting = app.athlete().await;
        wait(&waiting, DAY, TIME).await.data();
        let client = app.person(3).await.client();

        let seen = client.post(IMPACT, close(DAY)).await.data();
        let rows = seen["bookings"].as_array().unwrap();
        assert_eq!(rows.len(), 3);
        assert_eq!(rows[2]["eventBookingId"], third);
        let (row, reason) = (&rows[0], json!("DATE_CLOSED"));
        assert_eq!((&row["bookingTime"], &row["reason"], &row["keepable"]), (&json!(TIME), &reason, &json!(false)));
        assert_eq!(row["alternatives"][0], json!({ "date": NEXT_DAY, "time": TIME, "remaining": 2 }));
        assert_eq!(row["alternatives"].as_array().unwrap().len(), 8);

        let before = everything(&app).await;
        let error = put_dates(&client, "closed-dates", &[DAY], json!([])).await.refused(409, "BOOKINGS_HIT");
        assert_eq!(error["bookings"], seen["bookings"]);
        let to = |id: &str, time: &str| json!({ "eventBookingId": id, "act": "move", "date": NEXT_DAY, "time": time });
        let off = |id: &str| json!({ "eventBookingId": id, "act": "cancel" });
        let keep = json!({ "eventBookingId": third, "act": "keep" });
        // One decision is missing, one booking cannot stay, one moves to a day that is closed too: nothing happens.
        put_dates(&client, "closed-dates", &[DAY], json!([to(&first, TIME), off(&second)])).await.refused(409, "BOOKINGS_HIT");
        let error = put_dates(&client, "closed-dates", &[DAY], json!([to(&first, TIME), off(&second), keep])).await
            .refused(422, "KEEP_CLOSED");
        assert_eq!(error["eventBookingId"], third);
        let error = put_dates(&client, "closed-dates", &[DAY, NEXT_DAY], json!([off(&first), off(&second), to(&third, TIME)]))
            .await.refused(422, "DATE_CLOSED");
        assert_eq!(error["eventBookingId"], third);
        assert_eq!(everything(&app).await, before);

        let decisions = json!([to(&first, TIME), off(&second), to(&third, TIME)]);
        put_dates(&client, "closed-dates", &[DAY], decisions).await.data();
        assert_eq!((status(&app, &first).await, status(&app, &second).await), ("booked".into(), "cancelled".into()));
        assert_eq!(seats(&app, NEXT_DAY, TIME).await, [1, 2]);
        assert_eq!((taken(&app, DAY, TIME).await, taken(&app, DAY, LATER).await, taken(&app, NEXT_DAY, TIME).await), (0, 0, 2));
        assert_eq!((mails(&app, "booking-moved").await, mails(&app, "booking-cancelled").await), (2, 1));
        // Waiting lists for that day have ended, and nobody on them is offered anything.
        assert_eq!(app.texts("SELECT status FROM waitlist").await, [Some("expired".to_owned())]);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE action IN ('booking.move', 'booking.cancel')").await, 3);
        book(&two, DAY, TIME).await.refused(422, "DATE_CLOSED");
        cancel(&one, &first).await.data();
    }

    // RULES 3.11
    async fn the_answer_names_the_bookings_whose_decisions_were_carried_out(app) {
        app.set_schedule(week(2)).await;
        let (one, two, three) = (app.athlete().await, app.athlete().await, app.athlete().await);
        let (first, second) = (booked(&one, DAY, TIME).await, booked(&two, DAY, TIME).await);
        let third = booked(&three, NEXT_DAY, TIME).await;
        let client = app.person(3).await.client();
        let off = |id: &str| json!({ "eventBookingId": id, "act": "cancel" });
        // One of the two cancels while staff decide about both.
        cancel(&two, &second).await.data();
        let closed = put_dates(&client, "closed-dates", &[DAY], json!([off(&first), off(&second)])).await.data();
        assert_eq!(closed["decided"], json!([first]));
        let opened = put_dates(&client, "closed-dates", &[], json!([])).await.data();
        assert_eq!(opened.get("decided"), None, "nothing was decided");

        let keep = json!([{ "eventBookingId": third, "act": "keep" }]);
        let body = json!({ "typeId": "training-session", "elements": session(NEXT_DAY, "10:00", "11:00"), "decisions": keep });
        let made = client.post(ITEM, body).await.data();
        assert_eq!(made["decided"], json!([third]));
        let target = format!("{ITEM}?id={}", made["id"].as_str().unwrap());
        let body = json!({ "rev": made["rev"], "decisions": [off(&third)] });
        assert_eq!(client.delete(&target, body).await.data()["decided"], json!([]));
        assert_eq!(status(&app, &third).await, "booked");
    }

    async fn the_coach_of_a_team_that_moves_is_told_once(app) {
        app.set_schedule(week(4)).await;
        let (coach, one, two) = (app.person(4).await, app.athlete().await, app.athlete().await);
        let team = crate::event::stage::team_of(&app, &coach).await;
        let (first, second) = (booked(&one, DAY, TIME).await, booked(&two, DAY, TIME).await);
        app.execute(format!("UPDATE booking SET team_booking_id = '{team}'")).await;
        let to = |id: &str| json!({ "eventBookingId": id, "act": "move", "date": NEXT_DAY, "time": TIME });
        let client = app.person(3).await.client();
        put_dates(&client, "closed-dates", &[DAY], json!([to(&first), to(&second)])).await.data();
        let told = app.letters("team-moved").await;
        assert_eq!(told.len(), 1);
        for part in ["Harriers", "Fri 6 Mar 2026, 10:00", "Was: Thu 5 Mar 2026, 10:00"] {
            assert!(told[0].contains(part), "{part}: {}", told[0]);
        }
        let address = app.texts("SELECT to_address FROM mail_outbox WHERE kind = 'team-moved'").await;
        assert_eq!(address, [Some(coach.email.clone())]);
    }

    // RULES 12.4
    async fn a_team_spread_over_two_times_that_moves_is_listed_on_its_new_day(app) {
        app.set_schedule(week(1)).await;
        let (coach, one, two) = (app.person(4).await, app.athlete().await, app.athlete().await);
        let team = crate::event::stage::team_of(&app, &coach).await;
        let (first, second) = (booked(&one, DAY, TIME).await, booked(&two, DAY, LATER).await);
        app.execute(format!("UPDATE booking SET team_booking_id = '{team}'")).await;
        let to = |id: &str, time: &str| json!({ "eventBookingId": id, "act": "move", "date": NEXT_DAY, "time": time });
        let decisions = json!([to(&first, TIME), to(&second, LATER)]);
        put_dates(&app.person(3).await.client(), "closed-dates", &[DAY], decisions).await.data();
        let row = coach.client().get("/api/event/booking/team").await.data()["teams"][0].clone();
        assert_eq!((&row["testDate"], &row["testTime"], &row["lastTime"]), (&json!(NEXT_DAY), &json!(TIME), &json!(LATER)));
        assert_eq!((&row["members"], &row["rev"]), (&json!(2), &json!(2)));
        // It takes another athlete there.
        let more = json!({ "teamBookingId": team, "uaids": [one.uaid, two.uaid, app.athlete().await.uaid] });
        let added = coach.client().post("/api/event/booking/team", more).await.data();
        assert_eq!(added["members"][0]["testDate"], NEXT_DAY);
    }

    // RULES 12.1
    async fn who_is_no_coach_any_more_gets_no_letter_about_the_team(app) {
        app.set_schedule(week(4)).await;
        let (coach, athlete) = (app.person(4).await, app.athlete().await);
        let team = crate::event::stage::team_of(&app, &coach).await;
        let id = booked(&athlete, DAY, TIME).await;
        app.execute(format!("UPDATE booking SET team_booking_id = '{team}'")).await;
        app.execute(format!("UPDATE account SET role = 1 WHERE uaid = '{}'", coach.uaid)).await;
        let off = json!([{ "eventBookingId": id, "act": "cancel" }]);
        put_dates(&app.person(3).await.client(), "closed-dates", &[DAY], off).await.data();
        assert_eq!((mails(&app, "booking-cancelled").await, mails(&app, "team-cancelled").await), (1, 0));
    }

    async fn the_coach_of_a_team_that_is_cancelled_in_part_learns_what_is_left(app) {
        app.set_schedule(week(4)).await;
        let (coach, one, two) = (app.person(4).await, app.athlete().await, app.athlete().await);
        let team = crate::event::stage::team_of(&app, &coach).await;
        let later = booked(&two, DAY, LATER).await;
        booked(&one, DAY, TIME).await;
        app.execute(format!("UPDATE booking SET team_booking_id = '{team}'")).await;
        let off = json!([{ "eventBookingId": later, "act": "cancel" }]);
        let body = json!({ "typeId": "training-session", "elements": session(DAY, LATER, "15:00"), "decisions": off });
        app.person(3).await.client().post(ITEM, body).await.data();
        assert_eq!((mails(&app, "team-cancelled").await, mails(&app, "team-changed").await), (0, 1));
        let letter = app.letters("team-changed").await.remove(0);
        for part in ["Was: Thu 5 Mar 2026, 14:15", "Cancelled: 1", "As before: 1"] {
            assert!(letter.contains(part), "{part}: {letter}");
        }
    }

    // RULES 4.11
    async fn a_request_for_assistance_that_moves_has_no_ticket_yet(app) {
        app.set_schedule(week(4)).await;
        let athlete = app.athlete().await;
        let ask = json!({ "eventTestStatus": "assistance", "eventTestDate": DAY, "eventTestTime": TIME });
        let id = athlete.client().post(BOOKING, ask).await.data()["eventBookingId"].clone();
        let to = json!([{ "eventBookingId": id, "act": "move", "date": NEXT_DAY, "time": TIME }]);
        put_dates(&app.person(3).await.client(), "closed-dates", &[DAY], to).await.data();
        let code = app.texts("SELECT code FROM booking").await.remove(0).unwrap();
        let letter = app.letters("assistance-moved").await.remove(0);
        assert!(letter.contains("Fri 6 Mar 2026, 10:00") && !letter.contains(&code), "{letter}");
    }

    // RULES 4.10, RULES 6.4
    async fn who_waits_for_a_clearance_is_moved_by_no_change_of_the_schedule(app) {
        app.set_schedule(week(4)).await;
        let (athlete, staff) = (app.athlete().await, app.person(3).await);
        let client = staff.client();
        let cleared = json!({ "uaid": athlete.uaid, "basis": "Letter of Dr Moss" });
        app.execute(format!("UPDATE eligibility SET parq_cleared = FALSE WHERE uaid = '{}'", athlete.uaid)).await;
        client.post(CLEARANCE, cleared.clone()).await.data();
        let id = booked(&athlete, DAY, TIME).await;
        client.delete(CLEARANCE, json!({ "uaid": athlete.uaid })).await.data();

        let to = json!([{ "eventBookingId": id, "act": "move", "date": NEXT_DAY, "time": TIME }]);
        let before = everything(&app).await;
        let error = put_dates(&client, "closed-dates", &[DAY], to.clone()).await.refused(422, "SCREENING_NOT_CLEARED");
        assert_eq!(error["eventBookingId"], id);
        assert_eq!(everything(&app).await, before);

        // Consents that are asked for again do not keep a day from closing.
        client.post(CLEARANCE, cleared).await.data();
        app.execute("UPDATE eligibility SET health_consent_version = 'old'").await;
        put_dates(&client, "closed-dates", &[DAY], to).await.data();
        assert_eq!(taken(&app, NEXT_DAY, TIME).await, 1);
    }

    async fn a_place_that_is_gone_meanwhile_undoes_everything(app) {
        app.set_schedule(week(1)).await;
        let (one, two) = (app.athlete().await, app.athlete().await);
        let first = booked(&one, DAY, TIME).await;
        booked(&two, NEXT_DAY, TIME).await;
        let client = app.person(3).await.client();
        let before = everything(&app).await;
        let decisions = json!([{ "eventBookingId": first, "act": "move", "date": NEXT_DAY, "time": TIME }]);
        let error = put_dates(&client, "closed-dates", &[DAY], decisions).await.refused(409, "SLOT_FULL");
        assert_eq!(error["eventBookingId"], first);
        assert_eq!(everything(&app).await, before);
        let half = json!([{ "eventBookingId": first, "act": "move", "date": NEXT_DAY }]);
        put_dates(&client, "closed-dates", &[DAY], half).await.refused(400, "FIELD_REQUIRED");
    }

    async fn what_was_kept_by_decision_is_not_asked_about_again(app) {
        let (_, id) = one_booked(&app, 2).await;
        let client = app.person(3).await.client();
        create(&client, "training-session", DAY, "10:00", "11:00").await.refused(409, "BOOKINGS_HIT");
        let keep = json!([{ "eventBookingId": id, "act": "keep" }]);
        let body = json!({ "typeId": "training-session", "elements": session(DAY, "10:00", "11:00"), "decisions": keep });
        let made = client.post(ITEM, body).await.data();
        assert_eq!(status(&app, &id).await, "booked");
        // Extending the session affects nobody else; closing the day does.
        let body = json!({ "rev": made["rev"], "elements": session(DAY, "10:00", "12:00") });
        client.put(&format!("{ITEM}?id={}", made["id"].as_str().unwrap()), body).await.data();
        let seen = client.post(IMPACT, close(DAY)).await.data();
        assert_eq!(seen["bookings"][0]["reason"], "DATE_CLOSED");
        // A bank holiday does not affect what a session already closes.
        let holiday = json!({ "changes": [{ "kind": "bank-holiday", "act": "add", "date": DAY }] });
        assert_eq!(client.post(IMPACT, holiday).await.data()["bookings"], json!([]));
    }

    // RULES 4.7, RULES 3.11
    async fn a_visit_with_results_is_neither_listed_nor_moved(app) {
        let (desk, guest) = on_the_desk(&app).await;
        desk.client().post(TEST, guest.test("Speed", json!([{ "score": 3.5 }]))).await.data();
        let client = app.person(3).await.client();
        assert_eq!(client.post(IMPACT, close(DAY)).await.data()["bookings"], json!([]));
        let to = json!([{ "eventBookingId": guest.id, "act": "move", "date": NEXT_DAY, "time": TIME }]);
        let closed = put_dates(&client, "closed-dates", &[DAY], to).await.data();
        assert_eq!(closed["decided"], json!([]));
        assert_eq!((taken(&app, DAY, TIME).await, taken(&app, NEXT_DAY, TIME).await), (1, 0));
        assert_eq!(client.get("/api/event/admin/today").await.data().get("closedDates"), None);
    }

    async fn nobody_books_into_a_day_while_it_closes(app) {
        app.set_schedule(week(20)).await;
        let client = app.person(3).await.client();
        let rev = item(&client, "closed-dates").await["rev"].clone();
        let body = json!({ "rev": rev, "elements": { "dates": { "values": [DAY] } } });
        let path = format!("{ITEM}?id=closed-dates");
        let (closed, won) = while_twenty_book(&app, client.put(&path, body)).await;
        // The day either closed before the first booking, or not over those who had booked.
        assert_eq!(closed == 200, won == 0, "{closed} with {won} booked");
    }
}

// RULES 3.11
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_day_with_many_bookings_may_take_longer_to_close_than_other_jobs() {
    let app = TestApp::spawn(Engine::Postgres).await;
    app.set_schedule(week(6)).await;
    let mut decisions = Vec::new();
    for _ in 0..3 {
        let id = booked(&app.athlete().await, DAY, TIME).await;
        decisions.push(json!({ "eventBookingId": id, "act": "cancel" }));
    }
    let client = app.person(3).await.client();
    slow_down(&app).await;
    put_dates(&client, "closed-dates", &[DAY], decisions.into()).await.data();
}
