//! `{eventTestStatus: "declined"}` frees the seat. `undo: true` takes the decline back for ten minutes, while the seat is free.

use serde_json::{Value, json};
use sixfold_tests::{Person, Reply, TestApp, both};

use super::admin::desk::{Guest, ONBOARD, SYNC, audited, guest, morning, onboard};
use super::stage::{
    BOOKING, DAY, LATER, NEXT_DAY, TIME, booked, everything, go_to, one_booked, seats, status, taken, week,
};

const MINUTE_MS: i64 = 60_000;

fn decline(guest: &Guest, undo: bool) -> Value {
    let mut body = json!({ "uaid": guest.uaid(), "eventBookingId": guest.id, "eventTestStatus": "declined",
        "eventTestNotes": "Came with a cold" });
    if undo {
        body["undo"] = json!(true);
    }
    body
}

async fn undone(desk: &Person, guest: &Guest) -> Reply {
    desk.client().post(BOOKING, decline(guest, true)).await
}

async fn row(app: &TestApp, guest: &Guest) -> String {
    let sql = format!(
        "SELECT status || ' ' || COALESCE(notes, '-') || ' ' || COALESCE(CAST(seat AS TEXT), '-') || ' ' || \
         CASE WHEN onboarded_at IS NULL THEN 'new' ELSE 'onboarded' END FROM booking WHERE booking_id = '{}'",
        guest.id
    );
    app.texts(sql).await.remove(0).unwrap()
}

both! {
    async fn a_decline_frees_the_place_and_only_roles_2_and_3_give_one(app) {
        let (person, id) = one_booked(&app, 1).await;
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

    async fn the_booking_stands_again_as_it_did(app) {
        let (desk, guests) = morning(&app, 1).await;
        let guest = &guests[0];
        onboard(&desk, guest).await.data();
        desk.client().post(BOOKING, decline(guest, false)).await.data();
        assert_eq!((row(&app, guest).await.as_str(), taken(&app, DAY, TIME).await), ("declined Came with a cold - onboarded", 0));
        let mails = || app.scalar("SELECT COUNT(*) FROM mail_outbox");
        let before = mails().await;
        app.state.clock.advance(10 * MINUTE_MS);
        let data = undone(&desk, guest).await.data();
        assert_eq!(data["code"], guest.code);
        assert_eq!((row(&app, guest).await.as_str(), taken(&app, DAY, TIME).await), ("booked - 1 onboarded", 1));
        assert_eq!(audited(&app, "booking.decline.undone", guest).await, 1);
        assert_eq!(mails().await, before + 1, "the athlete has been told that it was off");
        undone(&desk, guest).await.refused(409, "STATUS_CONFLICT");
    }

    async fn a_decline_of_longer_ago_stands(app) {
        let (desk, guests) = morning(&app, 1).await;
        desk.client().post(BOOKING, decline(&guests[0], false)).await.data();
        app.state.clock.advance(10 * MINUTE_MS + 1);
        undone(&desk, &guests[0]).await.refused(422, "UNDO_TOO_LATE");
        assert_eq!(taken(&app, DAY, TIME).await, 0);
    }

    async fn a_place_that_somebody_else_has_is_not_taken_from_them(app) {
        app.set_schedule(week(1)).await;
        let first = guest(&app, DAY).await;
        let second = app.athlete().await;
        go_to(&app, DAY, "09:30").await;
        let desk = app.person(2).await;
        desk.client().post(BOOKING, decline(&first, false)).await.data();
        let delivery = app.person(3).await;
        let body = json!({ "uaid": second.uaid, "eventTestDate": DAY, "eventTestTime": TIME, "bypassBookingRule": true });
        delivery.client().post(BOOKING, body).await.data();
        undone(&desk, &first).await.refused(409, "SLOT_FULL");
        assert_eq!(taken(&app, DAY, TIME).await, 1);
    }

    // RULES 11.1
    async fn a_booking_that_was_taken_to_today_needs_no_place_when_its_decline_is_undone(app) {
        app.set_schedule(week(1)).await;
        let early = guest(&app, NEXT_DAY).await;
        booked(&app.athlete().await, DAY, TIME).await;
        go_to(&app, DAY, "10:03").await;
        let delivery = app.person(3).await;
        delivery.client().post(ONBOARD, json!({ "code": early.code, "override": true })).await.data();
        assert_eq!(row(&app, &early).await, "booked - - onboarded");
        delivery.client().post(BOOKING, decline(&early, false)).await.data();
        undone(&delivery, &early).await.data();
        assert_eq!(row(&app, &early).await, "booked - - onboarded");
        assert_eq!((taken(&app, DAY, TIME).await, taken(&app, NEXT_DAY, TIME).await), (1, 0));
    }

    // RULES 11.1
    async fn a_booking_that_was_taken_to_today_and_moved_since_gets_its_place_back(app) {
        app.set_schedule(week(1)).await;
        let early = guest(&app, NEXT_DAY).await;
        go_to(&app, DAY, "10:03").await;
        let delivery = app.person(3).await;
        delivery.client().post(ONBOARD, json!({ "code": early.code, "override": true })).await.data();
        // As a node of the previous release moves it, which does not know that it has a former time.
        app.execute(format!(
            "INSERT INTO slot (event_id, test_date, test_time, capacity, taken) \
             SELECT event_id, '{NEXT_DAY}', '{LATER}', 1, 1 FROM booking WHERE booking_id = '{}'",
            early.id
        ))
        .await;
        app.execute(format!(
            "UPDATE booking SET test_date = '{NEXT_DAY}', test_time = '{LATER}', seat = 1, onboarded_at = NULL, \
             onboarded_by = NULL, protocol_version = NULL WHERE booking_id = '{}'",
            early.id
        ))
        .await;
        delivery.client().post(BOOKING, decline(&early, false)).await.data();
        assert_eq!(taken(&app, NEXT_DAY, LATER).await, 0);
        undone(&delivery, &early).await.data();
        assert_eq!((row(&app, &early).await.as_str(), taken(&app, NEXT_DAY, LATER).await), ("booked - 1 new", 1));
        // Nor does undoing an onboarding take it back to where it was before.
        go_to(&app, NEXT_DAY, "09:50").await;
        onboard(&delivery, &early).await.data();
        delivery.client().post(ONBOARD, json!({ "code": early.code, "release": true })).await.data();
        assert_eq!((seats(&app, NEXT_DAY, LATER).await, audited(&app, "booking.move", &early).await), (vec![1], 1));
    }

    async fn whoever_has_booked_anew_keeps_that(app) {
        let (desk, guests) = morning(&app, 1).await;
        desk.client().post(BOOKING, decline(&guests[0], false)).await.data();
        booked(&guests[0].person, NEXT_DAY, LATER).await;
        undone(&desk, &guests[0]).await.refused(409, "BOOKING_OPEN_EXISTS");
    }

    async fn only_a_decline_and_only_by_the_desk(app) {
        let (desk, guests) = morning(&app, 1).await;
        undone(&desk, &guests[0]).await.refused(409, "STATUS_CONFLICT");
        desk.client().post(BOOKING, decline(&guests[0], false)).await.data();
        guests[0].person.client().post(BOOKING, decline(&guests[0], true)).await.refused(403, "FORBIDDEN");
        let mut body = decline(&guests[0], true);
        body["eventTestStatus"] = json!("dnt");
        desk.client().post(BOOKING, body).await.refused_field(400, "FIELD_INVALID", "undo");
        let item = |undo, key: i64| json!({ "method": "POST", "path": BOOKING, "key": sixfold_server::db::new_id(key),
            "body": decline(&guests[0], undo) });
        undone(&desk, &guests[0]).await.data();
        let answers = desk.client().post(SYNC, json!({ "items": [item(false, 1), item(true, 2)] })).await.data();
        assert_eq!((&answers[0]["status"], &answers[1]["status"]), (&json!(200), &json!(200)));
        assert!(row(&app, &guests[0]).await.starts_with("booked"));
    }
}
