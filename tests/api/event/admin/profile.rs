//! `GET /api/event/admin/profile`: who may see whom, and which fields.

use serde_json::{Value, json};
use sixfold_tests::both;

use super::desk::{FINAL, morning, onboard, tested};
use crate::event::stage::{BOOKING, DAY, go_to, put_into_team, week};

const PATH: &str = "/api/event/admin/profile";

both! {
    async fn staff_see_a_profile_as_far_as_their_role_reaches(app) {
        app.set_schedule(week(6)).await;
        let person = app.athlete().await;
        let told = json!({ "eventTestDate": DAY, "eventTestTime": "10:00", "emergencyName": "Kim Field",
            "emergencyNumber": "+447700900123", "medicalIssues": "Asthma", "assistanceType": "A ramp" });
        person.client().post(BOOKING, told).await.data();
        let (desk, delivery, coach) = (app.person(2).await, app.person(3).await, app.person(4).await);
        let path = format!("{PATH}?uaid={}", person.uaid);
        // No booking today, and not in a team.
        desk.client().get(&path).await.refused(403, "FORBIDDEN");
        coach.client().get(&path).await.refused(403, "FORBIDDEN");
        delivery.client().get(&path).await.data();
        go_to(&app, DAY, "09:00").await;
        put_into_team(&app, &person, &coach).await;
        for staff in [&desk, &delivery] {
            let data = staff.client().get(&path).await.data();
            let health = (&data["medicalIssues"], &data["emergencyName"], &data["emergencyNumber"]);
            assert_eq!(health, (&json!("Asthma"), &json!("Kim Field"), &json!("+447700900123")));
            let entry = &data["events"][0]["eventList"][0];
            assert_eq!((&entry["eventTestAssistanceType"], &data["token"]), (&json!("A ramp"), &Value::Null));
            assert_eq!(data["socialMediaHandles"].as_array().unwrap().len(), 2);
            let by = format!("SELECT COUNT(*) FROM audit_log WHERE action = 'health.read' AND actor_uaid = '{}'", staff.uaid);
            assert_eq!(app.scalar(by).await, if staff.uaid == desk.uaid { 1 } else { 2 });
        }
        let data = coach.client().get(&path).await.data();
        assert_eq!((&data["medicalIssues"], &data["emergencyName"]), (&json!("N/A"), &json!("N/A")));
        assert_eq!(data["events"][0]["eventList"][0]["eventTestAssistanceType"], Value::Null);
        assert!(!data.to_string().contains("Asthma"));
    }

    async fn health_data_that_is_not_asked_for_is_neither_read_nor_noted(app) {
        app.set_schedule(week(6)).await;
        let person = app.athlete().await;
        app.execute(format!("UPDATE eligibility SET parq_cleared = FALSE WHERE uaid = '{}'", person.uaid)).await;
        let (desk, delivery, coach) = (app.person(2).await, app.person(3).await, app.person(4).await);
        let cleared = json!({ "uaid": person.uaid, "basis": "Letter of Dr Moss" });
        delivery.client().post("/api/event/admin/clearance", cleared).await.data();
        let told = json!({ "eventTestDate": DAY, "eventTestTime": "10:00", "emergencyName": "Kim Field",
            "emergencyNumber": "+447700900123", "medicalIssues": "Asthma", "assistanceType": "A ramp" });
        person.client().post(BOOKING, told).await.data();
        go_to(&app, DAY, "09:00").await;
        let path = format!("{PATH}?uaid={}", person.uaid);
        let readings = "SELECT COUNT(*) FROM audit_log WHERE action = 'health.read'";
        for staff in [&desk, &delivery] {
            let data = staff.client().get(&format!("{path}&health=false")).await.data();
            let health = (&data["medicalIssues"], &data["emergencyName"], &data["emergencyNumber"]);
            assert_eq!(health, (&json!("N/A"), &json!("N/A"), &json!("N/A")));
            let entry = &data["events"][0]["eventList"][0];
            assert_eq!((&entry["eventTestAssistanceType"], &entry["eventTestStatus"]), (&Value::Null, &json!("booked")));
            for word in ["Asthma", "Kim Field", "700900123", "A ramp", "Moss"] {
                assert!(!data.to_string().contains(word), "{word}");
            }
        }
        assert_eq!(app.scalar(readings).await, 0);
        let closed = delivery.client().get(&format!("{path}&health=false")).await.data();
        let clearance = &closed["screening"]["clearance"];
        assert_eq!((&closed["screening"]["state"], &clearance["basis"]), (&json!("cleared"), &json!("N/A")));
        assert_eq!((&clearance["by"], &clearance["byName"]), (&json!(delivery.uaid), &json!("Robin Field")));
        // Health data is read by default and when requested, and logged once for each call.
        for asked in [path.clone(), format!("{path}&health=true")] {
            let open = delivery.client().get(&asked).await.data();
            assert_eq!((&open["medicalIssues"], &open["screening"]["clearance"]["basis"]),
                (&json!("Asthma"), &json!("Letter of Dr Moss")));
            assert_eq!(open["rev"], closed["rev"]);
        }
        assert_eq!(app.scalar(readings).await, 2);
        delivery.client().get(&format!("{path}&health=perhaps")).await.refused(400, "FIELD_INVALID");
        // It does not permit seeing anybody else.
        coach.client().get(&format!("{path}&health=false")).await.refused(403, "FORBIDDEN");
        person.client().get(&format!("{path}&health=false")).await.refused(403, "FORBIDDEN");
        delivery.client().get(&format!("{PATH}?uaid=99999&health=false")).await.refused(404, "NOT_FOUND");
    }

    async fn scores_have_two_decimals_and_a_number_has_to_be_one(app) {
        let (desk, guests) = morning(&app, 1).await;
        onboard(&desk, &guests[0]).await.data();
        tested(&desk, &guests[0]).await;
        desk.client().post(FINAL, guests[0].end("completed")).await.data();
        let data = desk.client().get(&format!("{PATH}?uaid=0{}&token={}", guests[0].uaid(), desk.token)).await.data();
        let entry = &data["events"][0]["eventList"][0];
        assert_eq!((&entry["eventTestScore"], &entry["eventTestStatus"]), (&json!(50), &json!("completed")));
        let speed = entry["results"].as_array().unwrap().iter().find(|result| result["TestType"] == "Speed").unwrap();
        assert_eq!((&speed["score"], &speed["attempts"][0]["score"]), (&json!(50), &json!(3.45)));
        desk.client().get(PATH).await.refused_field(400, "UAID_REQUIRED", "uaid");
        desk.client().get(&format!("{PATH}?uaid=12a")).await.refused_field(400, "UAID_INVALID", "uaid");
        app.person(3).await.client().get(&format!("{PATH}?uaid=99999")).await.refused(404, "NOT_FOUND");
    }
}
