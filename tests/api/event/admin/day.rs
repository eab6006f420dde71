//! `GET /api/event/admin/day`: what a tablet loads for a day.

use serde_json::{Value, json};
use sixfold_tests::{Person, both};

use super::desk::{FINAL, Guest, ONBOARD, TEST, guest, morning, onboard, tested};
use crate::event::stage::{BOOKING, DAY, NEXT_DAY, booked, go_to, week};

const PATH: &str = "/api/event/admin/day";

async fn day(staff: &Person, query: &str) -> Value {
    staff.client().get(&format!("{PATH}{query}")).await.data()
}

both! {
    async fn a_day_tells_who_comes_and_what_is_recorded(app) {
        let (desk, guests) = morning(&app, 3).await;
        onboard(&desk, &guests[0]).await.data();
        desk.client().post(TEST, guests[0].test("Speed", json!([{ "score": 3.6 }, { "score": 3.205 }]))).await.data();
        onboard(&desk, &guests[1]).await.data();
        tested(&desk, &guests[1]).await;
        desk.client().post(FINAL, guests[1].end("completed")).await.data();
        desk.client().delete("/api/user/event/cancel", json!({ "uaid": guests[2].uaid(), "eventBookingID": guests[2].id })).await.data();
        let data = day(&desk, "").await;
        assert_eq!((&data["date"], &data["now"]), (&json!(DAY), &json!("2026-03-05T09:30:00.000Z")));
        assert_eq!((&data["protocols"]["version"], data["protocols"]["tests"].as_array().unwrap().len()), (&json!(1), 6));
        assert_eq!(data["cursor"], Value::Null);
        let rows = data["bookings"].as_array().unwrap();
        assert_eq!(rows.len(), 2, "what is called off is not listed");
        let row = |id: &str| rows.iter().find(|row| row["eventBookingId"] == id).unwrap();
        assert_eq!(*row(&guests[0].id), json!({
            "uaid": guests[0].uaid(), "eventBookingId": guests[0].id, "firstName": "Robin", "lastName": "Field",
            "eventTestCode": guests[0].code, "bookingTime": "10:00", "eventTestStatus": "booked", "eventTestType": "test",
            "tShirtSize": "M", "assistanceRequired": false, "onboarded": true, "protocolVersion": 1,
            "results": [{ "TestType": "Speed", "score": 66.33, "status": "closed", "revision": 1,
                "attempts": [{ "score": 3.6 }, { "score": 3.205 }] }]
        }));
        let ended = row(&guests[1].id);
        assert_eq!((&ended["eventTestStatus"], &ended["score"]), (&json!("completed"), &json!(50)));
        assert_eq!(ended["results"].as_array().unwrap().len(), 6);
    }

    // RULES 7.5
    async fn a_day_has_every_version_of_the_protocols_that_its_bookings_are_scored_by(app) {
        let (desk, guests) = morning(&app, 2).await;
        onboard(&desk, &guests[0]).await.data();
        let before = day(&desk, "").await;
        assert_eq!(before.get("earlierProtocols"), None);
        let mut changed = before["protocols"].clone();
        changed["tests"][3]["hundred"] = json!(3.2);
        let changed = app.person(3).await.client().put("/api/event/admin/protocols", changed).await.data();
        onboard(&desk, &guests[1]).await.data();
        let data = day(&desk, "").await;
        assert_eq!((&data["protocols"], &data["earlierProtocols"]), (&changed, &json!([before["protocols"]])));
        let mut versions: Vec<_> =
            data["bookings"].as_array().unwrap().iter().map(|row| row["protocolVersion"].as_i64()).collect();
        versions.sort_unstable();
        assert_eq!(versions, [Some(1), Some(2)]);
    }

    async fn contacts_come_on_demand_and_are_written_down_once_a_day(app) {
        app.set_schedule(week(6)).await;
        let person = app.athlete().await;
        let told = json!({ "eventTestDate": DAY, "eventTestTime": "10:00", "emergencyName": "Kim Field",
            "emergencyNumber": "+447700900123", "medicalIssues": "Asthma", "assistanceType": "A ramp" });
        person.client().post(BOOKING, told).await.data();
        guest(&app, DAY).await;
        go_to(&app, DAY, "09:00").await;
        let desk = app.person(2).await;
        let readings = "SELECT COUNT(*) FROM audit_log WHERE action = 'health.listed'";
        let plain = day(&desk, "").await.to_string();
        assert!(!["Kim", "7700900123", "ramp", "Asthma"].iter().any(|word| plain.contains(word)), "{plain}");
        assert_eq!(app.scalar(readings).await, 0);
        let data = day(&desk, "?contacts=true").await;
        let row = data["bookings"].as_array().unwrap().iter().find(|row| row["uaid"] == person.uaid.as_str()).unwrap();
        let told = (&row["emergencyName"], &row["emergencyNumber"], &row["assistanceType"]);
        assert_eq!(told, (&json!("Kim Field"), &json!("+447700900123"), &json!("A ramp")));
        assert!(!data.to_string().contains("Asthma"));
        assert_eq!(app.scalar(readings).await, 2, "one line for each person");
        for _ in 0..3 {
            day(&desk, "?contacts=true").await;
        }
        assert_eq!(app.scalar(readings).await, 2, "a list that is open all day is one line a day and person");
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'health.read'").await, 0, "a real look stands out");
        desk.client().get(&format!("/api/event/admin/profile?uaid={}", person.uaid)).await.data();
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'health.read'").await, 1);
        let other = app.person(2).await;
        day(&other, "?contacts=true").await;
        assert_eq!(app.scalar(readings).await, 4, "another reader is another line");
        let by = format!("SELECT COUNT(*) FROM audit_log WHERE action = 'health.listed' AND actor_uaid = '{}' AND subject_uaid = '{}'", desk.uaid, person.uaid);
        assert_eq!(app.scalar(by).await, 1);
    }

    // RULES 9.4
    async fn role_2_sees_people_of_another_day_once_they_are_onboarded(app) {
        app.set_schedule(week(6)).await;
        let guest = guest(&app, NEXT_DAY).await;
        let person = &guest.person;
        person.client().put("/api/user/profile", json!({ "emergencyName": "Kim Field" })).await.data();
        go_to(&app, DAY, "09:30").await;
        let (desk, delivery) = (app.person(2).await, app.person(3).await);
        let profile = format!("/api/event/admin/profile?uaid={}", person.uaid);
        assert_eq!(day(&desk, "?contacts=true").await["bookings"], json!([]));
        desk.client().get(&profile).await.refused(403, "FORBIDDEN");
        delivery.client().post(ONBOARD, json!({ "code": guest.code, "override": true })).await.data();
        // Their booking is of today now (RULES 11.1).
        assert_eq!(day(&desk, "?contacts=true").await["bookings"][0]["emergencyName"], "Kim Field");
        desk.client().get(&profile).await.data();
    }

    // RULES 9.4
    async fn who_is_in_the_test_at_midnight_stays_on_the_desk(app) {
        let (desk, guests) = morning(&app, 2).await;
        let (guest, finished) = (&guests[0], &guests[1]);
        guest.person.client().put("/api/user/profile", json!({ "emergencyName": "Kim Field" })).await.data();
        go_to(&app, DAY, "23:40").await;
        onboard(&desk, guest).await.data();
        onboard(&desk, finished).await.data();
        tested(&desk, finished).await;
        desk.client().post(FINAL, finished.end("completed")).await.data();

        let delivery = app.person(3).await;
        let profile = |guest: &Guest| format!("/api/event/admin/profile?uaid={}", guest.uaid());
        let booking = |guest: &Guest| format!("/api/event/admin/booking?eventBookingId={}", guest.id);
        go_to(&app, NEXT_DAY, "00:05").await;
        let rows = day(&desk, "?contacts=true").await["bookings"].clone();
        assert_eq!(rows.as_array().unwrap().len(), 1, "who is finished has left: {rows}");
        assert_eq!((&rows[0]["eventBookingId"], &rows[0]["emergencyName"]), (&json!(guest.id), &json!("Kim Field")));
        assert_eq!(desk.client().get(&booking(guest)).await.data()["emergencyName"], "Kim Field");
        desk.client().get(&profile(guest)).await.data();
        desk.client().get(&profile(finished)).await.refused(403, "FORBIDDEN");
        desk.client().get(&booking(finished)).await.refused(404, "NOT_FOUND");
        assert_eq!(day(&delivery, "?date=2026-03-07").await["bookings"], json!([]), "tomorrow's list is tomorrow's");

        go_to(&app, NEXT_DAY, "11:45").await;
        assert_eq!(day(&desk, "?contacts=true").await["bookings"], json!([]));
        desk.client().get(&profile(guest)).await.refused(403, "FORBIDDEN");
        desk.client().get(&booking(guest)).await.refused(404, "NOT_FOUND");
    }

    async fn other_days_are_for_role_3_and_a_long_day_comes_in_pages(app) {
        app.set_schedule(week(200)).await;
        let mut ids = Vec::new();
        for index in 0..103 {
            let person = app.athlete().await;
            ids.push(booked(&person, DAY, ["10:00", "10:15", "10:30"][index % 3]).await);
        }
        guest(&app, NEXT_DAY).await;
        let (desk, delivery) = (app.person(2).await, app.person(3).await);
        assert!(day(&desk, "").await["bookings"].as_array().unwrap().is_empty());
        desk.client().get(&format!("{PATH}?date={DAY}")).await.refused(403, "FORBIDDEN");
        let first = day(&delivery, &format!("?date={DAY}")).await;
        assert_eq!(first["bookings"].as_array().unwrap().len(), 100);
        let second = day(&delivery, &format!("?date={DAY}&cursor={}", first["cursor"].as_str().unwrap())).await;
        assert_eq!((second["bookings"].as_array().unwrap().len(), &second["cursor"]), (3, &Value::Null));
        let mut seen: Vec<String> = [&first, &second]
            .iter()
            .flat_map(|page| page["bookings"].as_array().unwrap())
            .map(|row| row["eventBookingId"].as_str().unwrap().to_owned())
            .collect();
        seen.sort();
        ids.sort();
        assert_eq!(seen, ids);
        for wrong in ["?cursor=x", "?cursor=10:00."] {
            delivery.client().get(&format!("{PATH}{wrong}")).await.refused_field(400, "CURSOR_INVALID", "cursor");
        }
        delivery.client().get(&format!("{PATH}?date=2026-02-30")).await.refused(400, "FIELD_INVALID");
        assert_eq!(day(&delivery, "?date=0001-01-01").await["bookings"], json!([]));
        delivery.client().get(&format!("{PATH}?contacts=perhaps")).await.refused(400, "FIELD_INVALID");
    }
}
