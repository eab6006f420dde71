//! A request for assistance: with a time it has asked for, or with none.

use serde_json::json;
use sixfold_tests::both;

use super::stage::{BOOKING, DAY, NEXT_DAY, TIME, book, seats, status, taken, week};

both! {
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
        let confirm = json!({ "uaid": person.uaid, "eventBookingId": id });
        // RULES 6.4
        for bypass in [false, true] {
            let elsewhere = json!({ "uaid": person.uaid, "eventBookingId": id, "eventTestStatus": "booked",
                "eventTestDate": NEXT_DAY, "eventTestTime": TIME, "bypassBookingRule": bypass });
            for body in [&confirm, &elsewhere] {
                delivery.post(BOOKING, body.clone()).await.refused_field(422, "SCREENING_NOT_CLEARED", "PARQ");
            }
        }
        assert_eq!(status(&app, &id).await, "assistance");
        app.execute(format!("UPDATE eligibility SET parq_cleared = TRUE WHERE uaid = '{}'", person.uaid)).await;
        delivery.post(BOOKING, confirm).await.data();
        assert_eq!(status(&app, &id).await, "booked");
        assert_eq!(seats(&app, DAY, TIME).await, [1]);
    }

    // RULES 4.4
    async fn a_booking_with_help_is_a_request_whatever_status_is_named(app) {
        app.set_schedule(week(1)).await;
        let ask = json!({ "eventTestDate": DAY, "eventTestTime": TIME, "eventTestStatus": "booked", "assistanceRequired": true });
        let booked = app.athlete().await.client().post(BOOKING, ask).await.data();
        assert_eq!(status(&app, booked["eventBookingId"].as_str().unwrap()).await, "assistance");
    }

    // RULES 6.4
    async fn a_request_for_a_check_of_the_screening_marks_nobody_as_needing_help(app) {
        app.set_schedule(week(1)).await;
        let person = app.athlete().await;
        app.execute(format!("UPDATE eligibility SET parq_cleared = FALSE WHERE uaid = '{}'", person.uaid)).await;
        let ask = json!({
            "eventTestDate": DAY, "eventTestTime": TIME, "eventTestStatus": "assistance",
            "assistanceType": "Health screening follow-up"
        });
        let id = person.client().post(BOOKING, ask).await.data()["eventBookingId"].as_str().unwrap().to_owned();
        assert_eq!(status(&app, &id).await, "assistance");
        let profile = person.client().get("/api/user/profile").await.data();
        assert_eq!(profile["assistanceRequired"], false);
        let entry = &profile["events"][0]["eventList"][0];
        assert_eq!(entry["eventTestAssistanceRequired"], false);
        assert_eq!(entry["eventTestAssistanceType"], "Health screening follow-up");
    }

    async fn assistance_without_a_place_gets_one_from_the_team(app) {
        app.set_schedule(week(1)).await;
        let (person, delivery) = (app.athlete().await, app.person(3).await.client());
        let ask = json!({ "eventTestStatus": "assistance" });
        let id = person.client().post(BOOKING, ask).await.data()["eventBookingId"].as_str().unwrap().to_owned();
        assert_eq!(app.scalar("SELECT COUNT(*) FROM booking WHERE seat IS NOT NULL").await, 0);
        let bare = json!({ "uaid": person.uaid, "eventBookingId": id });
        delivery.post(BOOKING, bare).await.refused_field(400, "FIELD_REQUIRED", "eventTestDate");
        let slot = json!({ "uaid": person.uaid, "eventBookingId": id, "eventTestDate": DAY, "eventTestTime": TIME });
        delivery.post(BOOKING, slot).await.data();
        assert_eq!(status(&app, &id).await, "booked");
        assert_eq!(taken(&app, DAY, TIME).await, 1);
    }
}
