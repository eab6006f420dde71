//! Weekly lists that lose times: affected bookings on all coming days are listed first, and decided about with the change.

use serde_json::{Value, json};
use sixfold_tests::{Client, Reply, TestApp, both};

use super::{create, while_twenty_book};
use crate::event::stage::{
    BOOKING, DAY, LATER, NEXT_DAY, TIME, book, booked, everything, put_into_team, seats, status, taken,
    team_of, wait, week,
};

const IMPACT: &str = "/api/event/admin/schedule/impact";
const SETTINGS: &str = "/api/event/admin/settings";
/// The Thursday after [`DAY`].
const NEXT_WEEK: &str = "2026-03-12";

async fn settings(client: &Client) -> Value {
    client.get(SETTINGS).await.data()
}

/// The settings without one Thursday time in both lists, or without any Thursday times.
fn thinned(stored: &Value, time: Option<&str>) -> Value {
    let mut other = stored.clone();
    for list in ["testSlots", "retestSlots"] {
        let thursday = other["settings"][list]["thursday"].as_array_mut().unwrap();
        thursday.retain(|held| time.is_some_and(|time| held != time));
    }
    other
}

/// The request for the impact of settings.
fn lists_of(stored: &Value) -> Value {
    let settings = &stored["settings"];
    json!({ "lists": { "testSlots": settings["testSlots"], "retestSlots": settings["retestSlots"] } })
}

async fn save(client: &Client, mut settings: Value, decisions: Value) -> Reply {
    settings["decisions"] = decisions;
    client.put(SETTINGS, settings).await
}

fn to(id: &str, date: &str, time: &str) -> Value {
    json!({ "eventBookingId": id, "act": "move", "date": date, "time": time })
}

fn act(id: &str, act: &str) -> Value {
    json!({ "eventBookingId": id, "act": act })
}

async fn mails(app: &TestApp, kind: &str) -> i64 {
    app.scalar(format!("SELECT COUNT(*) FROM mail_outbox WHERE kind = '{kind}'")).await
}

both! {
    async fn a_time_that_leaves_the_lists_takes_nobodys_booking_unasked(app) {
        app.set_schedule(week(2)).await;
        let (one, two, three, other) = (app.athlete().await, app.athlete().await, app.athlete().await, app.athlete().await);
        let (first, second) = (booked(&one, DAY, TIME).await, booked(&two, DAY, TIME).await);
        let third = booked(&three, NEXT_WEEK, TIME).await;
        let elsewhere = booked(&other, DAY, LATER).await;
        let waiting = app.athlete().await;
        wait(&waiting, DAY, TIME).await.data();
        let client = app.person(3).await.client();
        let stored = settings(&client).await;
        let wanted = thinned(&stored, Some(TIME));

        let seen = client.post(IMPACT, lists_of(&wanted)).await.data();
        let rows = seen["bookings"].as_array().unwrap();
        let ids: Vec<&str> = rows.iter().map(|row| row["eventBookingId"].as_str().unwrap()).collect();
        assert!(ids[..2].contains(&first.as_str()) && ids[..2].contains(&second.as_str()) && ids[2..] == [third.clone()], "{ids:?}");
        let (row, reason) = (&rows[0], json!("NOT_OFFERED"));
        assert_eq!((&row["bookingTime"], &row["reason"], &row["keepable"]), (&json!(TIME), &reason, &json!(true)));
        assert_eq!(row["alternatives"][0], json!({ "date": DAY, "time": "10:15", "remaining": 2 }));
        assert!(row["alternatives"].as_array().unwrap().iter().all(|place| place["time"] != TIME || place["date"] != NEXT_WEEK));

        let before = everything(&app).await;
        let error = save(&client, wanted.clone(), json!([])).await.refused(409, "BOOKINGS_HIT");
        assert_eq!(error["bookings"], seen["bookings"]);
        // One decision is missing, one booking moves to a time that is not offered any more: nothing happens.
        save(&client, wanted.clone(), json!([act(&first, "keep"), act(&second, "cancel")])).await.refused(409, "BOOKINGS_HIT");
        let nowhere = json!([to(&first, NEXT_WEEK, TIME), act(&second, "cancel"), act(&third, "keep")]);
        let error = save(&client, wanted.clone(), nowhere).await.refused(422, "NOT_OFFERED");
        assert_eq!(error["eventBookingId"], first);
        assert_eq!((everything(&app).await, settings(&client).await), (before, stored));

        let decisions = json!([to(&first, DAY, "10:15"), act(&second, "cancel"), act(&third, "keep")]);
        let saved = save(&client, wanted.clone(), decisions).await.data();
        assert_eq!(saved["settings"], wanted["settings"]);
        let states = [status(&app, &first).await, status(&app, &second).await, status(&app, &third).await];
        assert_eq!(states, ["booked", "cancelled", "booked"]);
        assert_eq!((seats(&app, DAY, "10:15").await, seats(&app, NEXT_WEEK, TIME).await), (vec![1], vec![1]));
        assert_eq!((taken(&app, DAY, TIME).await, taken(&app, DAY, LATER).await), (0, 1));
        assert_eq!(status(&app, &elsewhere).await, "booked");
        assert_eq!((mails(&app, "booking-moved").await, mails(&app, "booking-cancelled").await), (1, 1));
        // Waiting lists for that time have ended, and nobody on them is offered anything.
        assert_eq!(app.texts("SELECT status FROM waitlist").await, [Some("expired".to_owned())]);
        book(&two, DAY, TIME).await.refused(422, "NOT_OFFERED");
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'booking.keep'").await, 1);
        let told = app.texts("SELECT detail FROM audit_log WHERE action = 'settings.changed'").await;
        assert_eq!(serde_json::from_str::<Value>(told[0].as_deref().unwrap()).unwrap()["bookings"], 3);
    }

    async fn a_weekday_goes_whole_and_what_was_kept_is_not_asked_about_again(app) {
        app.set_schedule(week(2)).await;
        let (one, two, friday) = (app.athlete().await, app.athlete().await, app.athlete().await);
        let (kept, moved) = (booked(&one, DAY, TIME).await, booked(&two, NEXT_WEEK, LATER).await);
        booked(&friday, NEXT_DAY, TIME).await;
        let client = app.person(3).await.client();
        let stored = settings(&client).await;
        let once = save(&client, thinned(&stored, Some(TIME)), json!([])).await.refused(409, "BOOKINGS_HIT");
        assert_eq!(once["bookings"].as_array().unwrap().len(), 1);
        let stored = save(&client, thinned(&stored, Some(TIME)), json!([act(&kept, "keep")])).await;
        // Without a time, `thinned` removes all of Thursday.
        let none = thinned(&stored.data(), None);
        let seen = client.post(IMPACT, lists_of(&none)).await.data();
        let rows = seen["bookings"].as_array().unwrap();
        assert_eq!((rows.len(), &rows[0]["eventBookingId"]), (1, &json!(moved)));
        assert_eq!(rows[0]["alternatives"][0]["date"], "2026-03-13", "the day after");
        // A decision about a booking that is not affected any more is not carried out, and the answer does not name it.
        let decisions = json!([to(&moved, "2026-03-13", LATER), act(&kept, "cancel")]);
        let saved = save(&client, none, decisions).await.data();
        assert_eq!(saved["decided"], json!([moved]));
        // Adding times, and changes of anything else, affect nobody.
        let mut more = saved;
        more["settings"]["testSlots"]["thursday"] = json!(["09:00", TIME]);
        more["settings"]["windowDays"] = json!(20);
        save(&client, more, json!([])).await.data();
        assert_eq!((status(&app, &kept).await, taken(&app, DAY, TIME).await), ("booked".into(), 1));
    }

    async fn only_the_list_of_its_kind_hits_a_booking(app) {
        app.set_schedule(week(2)).await;
        let (one, mop_up) = (app.athlete().await, app.athlete().await);
        let id = booked(&one, DAY, TIME).await;
        let client = app.person(3).await.client();
        create(&client, "mopup-session", NEXT_WEEK, "10:00", "11:00").await.data();
        booked(&mop_up, NEXT_WEEK, TIME).await;
        let stored = settings(&client).await;
        let mut retests = stored.clone();
        retests["settings"]["retestSlots"] = thinned(&stored, Some(TIME))["settings"]["retestSlots"].clone();
        assert_eq!(client.post(IMPACT, lists_of(&retests)).await.data()["bookings"], json!([]));
        let stored = save(&client, retests, json!([])).await.data();
        // A mop-up session still offers the time.
        let wanted = thinned(&stored, Some(TIME));
        let seen = client.post(IMPACT, lists_of(&wanted)).await.data();
        assert_eq!((seen["bookings"].as_array().unwrap().len(), &seen["bookings"][0]["eventBookingId"]), (1, &json!(id)));
        save(&client, wanted, json!([act(&id, "cancel")])).await.data();
    }

    async fn a_team_at_a_time_that_goes_moves_with_its_bookings(app) {
        app.set_schedule(week(3)).await;
        let (coach, one, two) = (app.person(4).await, app.athlete().await, app.athlete().await);
        let team = team_of(&app, &coach).await;
        let mut ids = Vec::new();
        for person in [&one, &two] {
            put_into_team(&app, person, &coach).await;
            let body = json!({ "uaid": person.uaid, "eventTestDate": DAY, "eventTestTime": TIME, "teamBookingId": team });
            ids.push(coach.client().post(BOOKING, body).await.data()["eventBookingId"].as_str().unwrap().to_owned());
        }
        let client = app.person(3).await.client();
        let wanted = thinned(&settings(&client).await, Some(TIME));
        let seen = client.post(IMPACT, lists_of(&wanted)).await.data();
        assert_eq!(seen["teams"], json!([{ "teamBookingId": team, "teamName": "Harriers", "bookings": 2 }]));
        let decisions = ids.iter().map(|id| to(id, DAY, LATER)).collect::<Vec<_>>();
        save(&client, wanted, json!(decisions)).await.data();
        let rows = coach.client().get("/api/event/booking/team").await.data();
        assert_eq!((&rows["teams"][0]["testDate"], &rows["teams"][0]["testTime"]), (&json!(DAY), &json!(LATER)));
    }

    async fn what_is_no_list_is_refused_before_anybody_is_looked_up(app) {
        app.set_schedule(week(2)).await;
        let client = app.person(3).await.client();
        let good = lists_of(&settings(&client).await);
        let with = |list: &str, times: Value| {
            let mut body = good.clone();
            body["lists"][list]["thursday"] = times;
            body
        };
        assert_eq!(client.post(IMPACT, good.clone()).await.data(), json!({ "bookings": [], "teams": [] }));
        client.post(IMPACT, with("testSlots", json!(["10:05"]))).await.refused_field(422, "TIME_OFF_GRID", "lists.testSlots.thursday");
        client.post(IMPACT, with("retestSlots", json!([TIME, TIME]))).await
            .refused_field(422, "TIME_DUPLICATE", "lists.retestSlots.thursday");
        let mut both = good;
        both["changes"] = json!([{ "kind": "closed-date", "act": "add", "date": DAY }]);
        client.post(IMPACT, both).await.refused_field(400, "FIELD_INVALID", "lists");
        client.post(IMPACT, json!({})).await.refused_field(400, "FIELD_INVALID", "changes");
    }

    async fn nobody_books_a_time_while_it_leaves_the_lists(app) {
        app.set_schedule(week(20)).await;
        let client = app.person(3).await.client();
        let wanted = thinned(&settings(&client).await, Some(TIME));
        let (saved, won) = while_twenty_book(&app, save(&client, wanted, json!([]))).await;
        // The time was either removed before the first booking, or not over those who had booked.
        assert_eq!(saved == 200, won == 0, "{saved} with {won} booked");
    }
}
