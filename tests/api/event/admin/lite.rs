//! `POST /api/event/admin/bookings/lite`.

use serde_json::{Value, json};
use sixfold_tests::{Person, TestApp, both};

use crate::event::stage::{DAY, LATER, NEXT_DAY, TIME, accepts, booked, put_into_team, week};

const PATH: &str = "/api/event/admin/bookings/lite";

async fn found(staff: &Person, body: Value) -> Vec<Value> {
    let data = staff.client().post(PATH, body).await.data();
    assert_eq!(data["more"], false);
    data["bookings"].as_array().unwrap().clone()
}

fn of(rows: &[Value], key: &str) -> Vec<String> {
    rows.iter().map(|row| row[key].as_str().unwrap().to_owned()).collect()
}

async fn named(app: &TestApp, first: &str, last: &str) -> Person {
    let person = app.athlete().await;
    let sql = format!(
        "UPDATE account SET first_name = '{first}', last_name = '{last}' WHERE uaid = '{}'",
        person.uaid
    );
    app.execute(sql).await;
    person
}

both! {
    async fn bookings_are_found_by_day_name_and_code(app) {
        app.set_schedule(week(6)).await;
        let delivery = app.staff(3).await;
        let (ada, bo, cy) =
            (named(&app, "Ada", "Stone").await, named(&app, "Bo", "100%_fit").await, named(&app, "Cy", "Reed").await);
        let cys = booked(&cy, NEXT_DAY, TIME).await;
        booked(&ada, DAY, LATER).await;
        let bos = booked(&bo, DAY, TIME).await;
        let both_days = json!({ "from": DAY, "to": NEXT_DAY });
        let rows = found(&delivery, both_days.clone()).await;
        assert_eq!(of(&rows, "firstName"), ["Bo", "Ada", "Cy"], "by date, then time");
        assert_eq!(rows[0]["eventBookingId"], bos);
        assert_eq!((&rows[0]["bookingDate"], &rows[0]["bookingTime"]), (&json!(DAY), &json!(TIME)));
        assert_eq!(of(&found(&delivery, json!({ "from": DAY })).await, "firstName"), ["Bo", "Ada"]);
        let code = rows[1]["eventTestCode"].as_str().unwrap().to_lowercase();
        for (search, who) in [("da st", "Ada"), ("STONE", "Ada"), (code.as_str(), "Ada"), ("0%_", "Bo")] {
            let rows = found(&delivery, json!({ "from": DAY, "to": NEXT_DAY, "search": search })).await;
            assert_eq!(of(&rows, "firstName"), [who], "{search}");
        }
        let number = found(&delivery, json!({ "from": DAY, "to": NEXT_DAY, "search": "Bo" })).await;
        let number = format!("00{}", number[0]["uaid"].as_str().unwrap());
        let rows = found(&delivery, json!({ "from": DAY, "to": NEXT_DAY, "search": number })).await;
        assert_eq!(of(&rows, "firstName"), ["Bo"], "by the athlete's number");
        for search in ["%", "_", "1_0", "1%t", "'; DROP TABLE booking; --", "!"] {
            let rows = found(&delivery, json!({ "from": DAY, "to": NEXT_DAY, "search": search })).await;
            assert!(rows.is_empty(), "{search}: {rows:?}");
        }
        // Cancelled, it is gone; and nothing here is health data.
        cy.client().delete("/api/user/event/cancel", json!({ "eventBookingID": cys })).await.data();
        let rows = found(&delivery, both_days).await;
        assert_eq!(of(&rows, "firstName"), ["Bo", "Ada"]);
        let text = serde_json::to_string(&rows).unwrap().to_lowercase();
        assert!(!["medical", "emergency", "assistancetype", "email"].iter().any(|word| text.contains(word)), "{text}");
    }

    async fn the_desk_sees_today_and_a_coach_their_team(app) {
        app.set_schedule(week(6)).await;
        let (desk, coach) = (app.staff(2).await, app.staff(4).await);
        let (ada, bo) = (named(&app, "Ada", "Stone").await, named(&app, "Bo", "Field").await);
        booked(&ada, DAY, TIME).await;
        booked(&bo, DAY, TIME).await;
        let day = json!({ "from": DAY });
        assert!(found(&desk, json!({})).await.is_empty());
        desk.client().post(PATH, day.clone()).await.refused(403, "FORBIDDEN");
        desk.client().post(PATH, json!({ "to": DAY })).await.refused(403, "FORBIDDEN");
        // Three days later it is today.
        app.pass_minutes(3 * 24 * 60);
        let desk_again = app.session_of(&desk).await;
        let data = app.client().bearer(&desk_again).post(PATH, json!({})).await.data();
        assert_eq!(data["bookings"].as_array().unwrap().len(), 2);

        let coach_again = app.client().bearer(&app.session_of(&coach).await);
        let seen = |data: Value| data["bookings"].as_array().unwrap().len();
        assert_eq!(seen(coach_again.post(PATH, day.clone()).await.data()), 0, "without a team nobody is seen");
        put_into_team(&app, &ada, &coach).await;
        assert_eq!(seen(coach_again.post(PATH, day.clone()).await.data()), 0, "a booking that is not the coach's");
        accepts(&app, &ada, &coach).await;
        let data = coach_again.post(PATH, day).await.data();
        assert_eq!((seen(data.clone()), &data["bookings"][0]["firstName"]), (1, &json!("Ada")));
    }

    async fn a_request_without_a_day_is_found_by_whoever_reads_all_days(app) {
        app.set_schedule(week(6)).await;
        let (delivery, desk, ada) = (app.staff(3).await, app.staff(2).await, named(&app, "Ada", "Stone").await);
        ada.client().post("/api/user/event/booking", json!({ "eventTestStatus": "assistance" })).await.data();
        let rows = found(&delivery, json!({ "search": "ada" })).await;
        assert_eq!((&rows[0]["firstName"], &rows[0]["bookingDate"]), (&json!("Ada"), &json!("")));
        assert!(found(&delivery, json!({ "from": DAY, "to": NEXT_DAY })).await.is_empty());
        assert!(found(&desk, json!({ "search": "ada" })).await.is_empty());
    }

    async fn a_wrong_question_is_refused(app) {
        let staff = app.staff(3).await;
        let ask = async |body: Value| staff.client().post(PATH, body).await;
        ask(json!({ "from": NEXT_DAY, "to": DAY })).await.refused_field(400, "DATE_OUT_OF_RANGE", "from");
        ask(json!({ "from": "2026-02-30" })).await.refused_field(400, "FIELD_INVALID", "from");
        ask(json!({ "search": "x".repeat(101) })).await.refused_field(400, "FIELD_INVALID", "search");
        ask(json!({ "eventId": "nowhere" })).await.refused(404, "NOT_FOUND");
    }
}
