//! `POST /api/event/admin/bookings` and `GET /api/event/admin/booking`.

use serde_json::{Value, json};
use sixfold_tests::{Person, TestApp, both};

use crate::event::stage::{BOOKING, DAY, LATER, NEXT_DAY, TIME, booked, cancel, go_to, week};

const LIST: &str = "/api/event/admin/bookings";

async fn page(staff: &Person, body: Value) -> Value {
    staff.client().post(LIST, body).await.data()
}

fn names(page: &Value) -> Vec<&str> {
    let rows = page["bookings"].as_array().unwrap();
    rows.iter().map(|row| row["firstName"].as_str().unwrap()).collect()
}

async fn named(app: &TestApp, first: &str) -> Person {
    let person = app.athlete().await;
    app.execute(format!("UPDATE account SET first_name = '{first}' WHERE uaid = '{}'", person.uaid)).await;
    person
}

/// A final in the running season.
async fn final_of(app: &TestApp, person: &Person, day: &str, hundredths: i64) -> String {
    let id = format!("final-{}-{day}", person.uaid);
    app.execute(format!(
        "INSERT INTO booking (booking_id, uaid, event_id, status, booking_type, test_date, test_time, code, created_at, \
         created_by, updated_at, completed_at, score_hundredths) VALUES ('{id}', '{uaid}', 'sixfold-academy', \
         'completed', 'test', '{day}', '10:00', 'PAST00', 1, '{uaid}', 1, 1, {hundredths})",
        uaid = person.uaid
    ))
    .await;
    id
}

both! {
    async fn every_filter_narrows_the_list_and_pages_follow_one_another(app) {
        app.set_schedule(week(6)).await;
        let delivery = app.person(3).await;
        let (ada, bo, cy) = (named(&app, "Ada").await, named(&app, "Bo").await, named(&app, "Cy").await);
        let adas = booked(&ada, DAY, LATER).await;
        booked(&bo, DAY, TIME).await;
        let cys = booked(&cy, NEXT_DAY, TIME).await;
        // Bo is in a team, Cy needs assistance, and Ada's booking is on a past day.
        app.execute(format!(
            "INSERT INTO team (team_booking_id, event_id, name, test_date, test_time, created_at, created_by, updated_at) \
             VALUES ('t-1', 'sixfold-academy', 'The Hornets', '{DAY}', '{TIME}', 1, '{}', 1)", delivery.uaid
        )).await;
        app.execute(format!("UPDATE booking SET team_booking_id = 't-1' WHERE uaid = '{}'", bo.uaid)).await;
        app.execute(format!("UPDATE booking SET assistance_required = TRUE WHERE booking_id = '{cys}'")).await;

        let all = page(&delivery, json!({})).await;
        assert_eq!(names(&all), ["Bo", "Ada", "Cy"], "by date, then time");
        assert_eq!((&all["total"], &all["atLeast"], &all["cursor"]), (&json!(3), &json!(false), &Value::Null));
        assert_eq!(all["bookings"][0]["teamName"], "The Hornets");
        for (filter, expected) in [
            (json!({ "from": NEXT_DAY, "to": NEXT_DAY }), vec!["Cy"]),
            (json!({ "team": true }), vec!["Bo"]),
            (json!({ "team": false }), vec!["Ada", "Cy"]),
            (json!({ "team": "t-1" }), vec!["Bo"]),
            (json!({ "teamBookingId": "t-1", "uaid": ada.uaid }), vec![]),
            (json!({ "assistance": true }), vec!["Cy"]),
            (json!({ "assistance": false, "team": false }), vec!["Ada"]),
            (json!({ "uaid": ada.uaid }), vec!["Ada"]),
            (json!({ "status": "booked" }), vec!["Bo", "Ada", "Cy"]),
            (json!({ "status": "cancelled" }), vec![]),
            (json!({ "search": "ada fi" }), vec!["Ada"]),
            (json!({ "search": cy.uaid }), vec!["Cy"]),
            (json!({ "search": bo.email }), vec!["Bo"]),
            (json!({ "search": all["bookings"][1]["eventTestCode"] }), vec!["Ada"]),
            (json!({ "search": "robin' OR 1=1 --" }), vec![]),
            (json!({ "search": "%" }), vec![]),
        ] {
            let found = page(&delivery, filter.clone()).await;
            assert_eq!(names(&found), expected, "{filter}");
            assert_eq!(found["total"], expected.len(), "{filter}");
        }

        let first = page(&delivery, json!({ "limit": 2 })).await;
        assert_eq!((names(&first), &first["total"]), (vec!["Bo", "Ada"], &json!(3)));
        let rest = page(&delivery, json!({ "limit": 2, "cursor": first["cursor"] })).await;
        assert_eq!((names(&rest), &rest["cursor"]), (vec!["Cy"], &Value::Null));

        cancel(&ada, &adas).await.data();
        assert_eq!(names(&page(&delivery, json!({})).await), ["Bo", "Cy"], "what was called off is gone");
        assert_eq!(names(&page(&delivery, json!({ "status": "cancelled" })).await), ["Ada"]);
        let text = all.to_string().to_lowercase();
        assert!(!["medical", "emergency", "assistancetype", "email"].iter().any(|word| text.contains(word)), "{text}");
    }

    // RULES 4.11
    async fn a_request_without_a_day_comes_after_every_day(app) {
        app.set_schedule(week(6)).await;
        let delivery = app.person(3).await;
        let (ada, bo, cy) = (named(&app, "Ada").await, named(&app, "Bo").await, named(&app, "Cy").await);
        booked(&ada, DAY, TIME).await;
        for person in [&bo, &cy] {
            person.client().post(BOOKING, json!({ "eventTestStatus": "assistance" })).await.data();
        }
        let bos = page(&delivery, json!({ "uaid": bo.uaid })).await["bookings"][0].clone();
        assert_eq!((&bos["bookingDate"], &bos["bookingTime"]), (&json!(""), &json!("")));
        for (filter, expected) in [
            (json!({}), vec!["Ada", "Bo", "Cy"]),
            (json!({ "assistance": true }), vec!["Bo", "Cy"]),
            (json!({ "assistance": false }), vec!["Ada"]),
            (json!({ "status": "assistance" }), vec!["Bo", "Cy"]),
            (json!({ "uaid": bo.uaid }), vec!["Bo"]),
            (json!({ "search": bos["eventTestCode"] }), vec!["Bo"]),
            (json!({ "search": "cy fi" }), vec!["Cy"]),
            (json!({ "team": true }), vec![]),
            (json!({ "from": DAY, "to": NEXT_DAY, "assistance": true }), vec![]),
        ] {
            let found = page(&delivery, filter.clone()).await;
            let mut names = names(&found);
            names.sort_unstable();
            assert_eq!((names, &found["total"]), (expected.clone(), &json!(expected.len())), "{filter}");
        }

        let (mut seen, mut cursor) = (Vec::new(), Value::Null);
        for _ in 0..3 {
            let one = page(&delivery, json!({ "limit": 1, "cursor": cursor })).await;
            assert_eq!(one["total"], 3);
            seen.extend(names(&one).into_iter().map(str::to_owned));
            cursor = one["cursor"].clone();
        }
        assert_eq!(cursor, Value::Null);
        assert_eq!(seen[0], "Ada", "those with a day come first");
        seen.sort_unstable();
        assert_eq!(seen, ["Ada", "Bo", "Cy"]);

        let no = json!({ "uaid": bo.uaid, "eventBookingId": bos["eventBookingId"], "eventTestStatus": "declined" });
        delivery.client().post(BOOKING, no).await.data();
        assert_eq!(names(&page(&delivery, json!({ "status": "declined" })).await), ["Bo"]);
        assert_eq!(names(&page(&delivery, json!({ "assistance": true })).await), ["Cy"]);
    }

    async fn the_top_15_are_those_of_the_running_season(app) {
        app.execute("INSERT INTO season (season, start_date, end_date) VALUES (11, '2026-01-01', '2026-06-30')").await;
        let delivery = app.person(3).await;
        let mut athletes = Vec::new();
        for number in 0..17 {
            let athlete = named(&app, &format!("A{number:02}")).await;
            final_of(&app, &athlete, "2026-02-10", 9_000 - number).await;
            athletes.push(athlete);
        }
        let top = page(&delivery, json!({ "top15": true })).await;
        assert_eq!(top["total"], 15);
        let mut found = names(&top);
        found.sort_unstable();
        assert_eq!((found[0], found[14]), ("A00", "A14"));
        let best = page(&delivery, json!({ "top15": true, "uaid": athletes[0].uaid })).await;
        assert_eq!((&best["bookings"][0]["position"], &best["bookings"][0]["score"]), (&json!(1), &json!(90)));
        assert_eq!(page(&delivery, json!({ "top15": true, "uaid": athletes[16].uaid })).await["total"], 0);
    }

    async fn the_top_15_of_a_season_that_is_over_are_found_too(app) {
        app.execute("INSERT INTO season (season, start_date, end_date) VALUES (11, '2026-01-01', '2026-06-30')").await;
        let delivery = app.person(3).await;
        let (ada, bo) = (named(&app, "Ada").await, named(&app, "Bo").await);
        final_of(&app, &ada, "2025-11-20", 9_000).await;
        final_of(&app, &bo, "2025-11-21", 8_000).await;
        final_of(&app, &bo, "2026-02-10", 7_000).await;
        for (filter, expected) in [
            (json!({ "top15": true }), vec!["Bo 2026-02-10 1"]),
            (json!({ "top15": true, "season": 11 }), vec!["Bo 2026-02-10 1"]),
            (json!({ "top15": true, "season": 10 }), vec!["Ada 2025-11-20 1", "Bo 2025-11-21 2"]),
            (json!({ "top15": true, "season": 10, "uaid": bo.uaid, "from": "2026-02-10" }), vec!["Bo 2026-02-10 1"]),
            (json!({ "top15": true, "season": 11, "uaid": ada.uaid }), vec![]),
            (json!({ "top15": true, "season": 9 }), vec![]),
            (json!({ "top15": true, "season": 99 }), vec![]),
            (json!({ "season": 10 }), vec![]),
        ] {
            let found = page(&delivery, filter.clone()).await["bookings"].clone();
            let row = |row: &Value| {
                format!("{} {} {}", row["firstName"].as_str().unwrap(), row["bookingDate"].as_str().unwrap(), row["position"])
            };
            assert_eq!(found.as_array().unwrap().iter().map(row).collect::<Vec<_>>(), expected, "{filter}");
        }
    }

    async fn a_row_shows_the_place_in_its_own_season(app) {
        app.execute("INSERT INTO season (season, start_date, end_date) VALUES (11, '2026-01-01', '2026-06-30')").await;
        let delivery = app.person(3).await;
        let (ada, bo) = (named(&app, "Ada").await, named(&app, "Bo").await);
        final_of(&app, &ada, "2024-02-10", 9_000).await;
        final_of(&app, &bo, "2024-02-11", 5_000).await;
        final_of(&app, &ada, "2026-02-10", 4_000).await;
        final_of(&app, &bo, "2026-02-11", 7_000).await;
        let rows = page(&delivery, json!({ "uaid": bo.uaid })).await["bookings"].clone();
        let mut told: Vec<(String, i64)> = rows.as_array().unwrap().iter()
            .map(|row| (row["bookingDate"].as_str().unwrap().to_owned(), row["position"].as_i64().unwrap()))
            .collect();
        told.sort();
        assert_eq!(told, [("2024-02-11".to_owned(), 2), ("2026-02-11".to_owned(), 1)]);
    }

    // RULES 8.7
    async fn only_the_final_that_counts_has_a_place_and_a_held_one_says_so(app) {
        app.execute("INSERT INTO season (season, start_date, end_date) VALUES (11, '2026-01-01', '2026-06-30')").await;
        let delivery = app.person(3).await;
        let ada = named(&app, "Ada").await;
        final_of(&app, &ada, "2026-02-10", 9_000).await;
        final_of(&app, &ada, "2026-02-11", 4_000).await;
        let held = final_of(&app, &ada, "2026-02-12", 9_000).await;
        app.execute(format!("UPDATE booking SET held = TRUE WHERE booking_id = '{held}'")).await;
        let answer = page(&delivery, json!({ "uaid": ada.uaid })).await;
        let rows: Vec<_> = answer["bookings"].as_array().unwrap().iter()
            .map(|row| (row["position"].as_u64(), row.get("held").cloned()))
            .collect();
        assert_eq!(rows, [(Some(1), None), (None, None), (None, Some(json!(true)))]);
        let path = format!("/api/event/admin/booking?eventBookingId={held}&health=false");
        let details = delivery.client().get(&path).await.data();
        assert_eq!((&details["held"], &details["position"]), (&json!(true), &Value::Null));
    }

    async fn a_wrong_question_is_refused(app) {
        let delivery = app.person(3).await;
        for (body, word, field) in [
            (json!({ "from": NEXT_DAY, "to": DAY }), "DATE_OUT_OF_RANGE", "from"),
            (json!({ "from": "2026-02-30" }), "FIELD_INVALID", "from"),
            (json!({ "status": "lost" }), "STATUS_UNKNOWN", "status"),
            (json!({ "team": 7 }), "FIELD_INVALID", "team"),
            (json!({ "limit": 101 }), "FIELD_INVALID", "limit"),
            (json!({ "limit": 0 }), "FIELD_INVALID", "limit"),
            (json!({ "top15": true, "season": "last" }), "FIELD_INVALID", "season"),
            (json!({ "cursor": "1.2.3" }), "CURSOR_INVALID", "cursor"),
            (json!({ "search": "x".repeat(101) }), "FIELD_INVALID", "search"),
        ] {
            delivery.client().post(LIST, body.clone()).await.refused_field(400, word, field);
        }
        delivery.client().post(LIST, json!({ "eventId": "nowhere" })).await.refused(404, "NOT_FOUND");
    }

    async fn a_booking_in_full_tells_health_data_and_the_reading_is_written_down(app) {
        app.set_schedule(week(6)).await;
        let (delivery, desk, coach) = (app.person(3).await, app.person(2).await, app.person(4).await);
        let ada = named(&app, "Ada").await;
        let body = json!({
            "eventTestDate": DAY, "eventTestTime": TIME, "medicalIssues": "Asthma", "emergencyName": "Sam Stone",
            "emergencyNumber": "+447700900123", "tShirtSize": "L"
        });
        let id = ada.client().post(BOOKING, body).await.data()["eventBookingId"].as_str().unwrap().to_owned();
        let path = format!("/api/event/admin/booking?eventBookingId={id}");
        let told = delivery.client().get(&path).await.data();
        for (field, value) in [
            ("medicalIssues", "Asthma"), ("emergencyName", "Sam Stone"), ("emergencyNumber", "+447700900123"),
            ("assistanceType", "N/A"), ("notes", "N/A"), ("tShirtSize", "L"), ("bookingDate", DAY), ("firstName", "Ada"),
        ] {
            assert_eq!(told[field], value, "{field}");
        }
        assert_eq!((&told["history"][0]["action"], &told["history"][0]["by"]), (&json!("booking.create"), &json!("Ada Field")));
        let readings = format!("SELECT COUNT(*) FROM audit_log WHERE action = 'health.read' AND subject_uaid = '{}'", ada.uaid);
        assert_eq!(app.scalar(readings.clone()).await, 1);

        let closed = delivery.client().get(&format!("{path}&health=false")).await.data();
        assert_eq!((&closed["tShirtSize"], closed.get("medicalIssues")), (&json!("L"), None));
        coach.client().get(&path).await.refused(403, "FORBIDDEN");
        desk.client().get(&path).await.refused(404, "NOT_FOUND");
        assert_eq!(app.scalar(readings.clone()).await, 1, "neither a closed nor a refused reading is one");
        // On its day, role 2 may see it too.
        go_to(&app, DAY, "09:00").await;
        assert_eq!(desk.client().get(&path).await.data()["medicalIssues"], "Asthma");
        assert_eq!(app.scalar(readings).await, 2);
        delivery.client().get("/api/event/admin/booking").await.refused_field(400, "FIELD_REQUIRED", "eventBookingId");
        delivery.client().get("/api/event/admin/booking?eventBookingId=none").await.refused(404, "NOT_FOUND");
    }

    // RULES 9.4: only somebody who is booked today comes today.
    async fn the_desk_reads_no_booking_of_today_that_was_called_off(app) {
        app.set_schedule(week(6)).await;
        let (delivery, desk) = (app.person(3).await, app.person(2).await);
        let (ada, zoe) = (named(&app, "Ada").await, named(&app, "Zoe").await);
        let (off, declined) = (booked(&ada, DAY, TIME).await, booked(&zoe, DAY, LATER).await);
        go_to(&app, DAY, "09:00").await;
        let path = |id: &str| format!("/api/event/admin/booking?eventBookingId={id}");
        for id in [&off, &declined] {
            desk.client().get(&path(id)).await.data();
        }
        cancel(&ada, &off).await.data();
        let no = json!({ "uaid": zoe.uaid, "eventBookingId": declined, "eventTestStatus": "declined" });
        desk.client().post(BOOKING, no).await.data();
        for (id, status) in [(&off, "cancelled"), (&declined, "declined")] {
            desk.client().get(&path(id)).await.refused(404, "NOT_FOUND");
            desk.client().get(&format!("{}&health=false", path(id))).await.refused(404, "NOT_FOUND");
            assert_eq!(delivery.client().get(&path(id)).await.data()["eventTestStatus"], status);
        }
    }
}
