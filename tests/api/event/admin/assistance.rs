//! `GET /api/event/admin/assistance`, and the decisions about requests.

use serde_json::{Value, json};
use sixfold_tests::both;

use crate::event::stage::{BOOKING, DAY, LATER, TIME, status, taken, week};

const QUEUE: &str = "/api/event/admin/assistance";

both! {
    async fn the_oldest_wish_comes_first_and_a_chosen_place_makes_it_booked(app) {
        app.set_schedule(week(6)).await;
        let delivery = app.person(3).await;
        let (first, second) = (app.athlete().await, app.athlete().await);
        let ask = json!({ "eventTestStatus": "assistance", "assistanceType": "A ramp, please" });
        let wish = first.client().post(BOOKING, ask).await.data()["eventBookingId"].clone();
        app.pass_minutes(1);
        let ask = json!({ "eventTestStatus": "assistance", "eventTestDate": DAY, "eventTestTime": TIME });
        let other = second.client().post(BOOKING, ask).await.data()["eventBookingId"].clone();
        app.execute(format!("UPDATE eligibility SET parq_cleared = FALSE WHERE uaid = '{}'", second.uaid)).await;

        let queue = delivery.client().get(QUEUE).await.data();
        let told: Vec<[&Value; 5]> = queue["wishes"].as_array().unwrap().iter()
            .map(|row| ["eventBookingId", "bookingDate", "assistanceType", "screening", "eventTestStatus"].map(|key| &row[key]))
            .collect();
        assert_eq!(told, [
            [&wish, &json!(""), &json!("A ramp, please"), &json!("cleared"), &json!("assistance")],
            [&other, &json!(DAY), &Value::Null, &json!("not-cleared"), &json!("assistance")],
        ]);
        assert_eq!((&queue["total"], &queue["cursor"]), (&json!(2), &Value::Null));
        // The assistance needed is health data, so its reading is logged; of the other request none was read.
        let listed = "SELECT COUNT(*) FROM audit_log WHERE action = 'health.listed'";
        assert_eq!(app.scalar(listed).await, 1);
        delivery.client().get(QUEUE).await.data();
        assert_eq!(app.scalar(listed).await, 1, "once a day");

        let choose = json!({ "uaid": first.uaid, "eventBookingId": wish, "eventTestDate": DAY,
            "eventTestTime": LATER, "eventTestStatus": "booked" });
        delivery.client().post(BOOKING, choose).await.data();
        assert_eq!(status(&app, wish.as_str().unwrap()).await, "booked");
        assert_eq!(taken(&app, DAY, LATER).await, 1);
        let decline = json!({ "uaid": second.uaid, "eventBookingId": other, "eventTestStatus": "declined" });
        delivery.client().post(BOOKING, decline).await.data();
        assert_eq!(taken(&app, DAY, TIME).await, 0, "a declined wish lets its place go");
        assert_eq!(delivery.client().get(QUEUE).await.data()["total"], 0);
        let kinds = app.texts("SELECT DISTINCT action FROM audit_log WHERE action LIKE 'booking.%' ORDER BY action").await;
        let kinds: Vec<String> = kinds.into_iter().flatten().collect();
        assert_eq!(kinds, ["booking.confirm", "booking.create", "booking.decline"]);
        delivery.client().get(&format!("{QUEUE}?cursor=x")).await.refused_field(400, "CURSOR_INVALID", "cursor");
    }
}
