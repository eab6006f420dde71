//! `GET /api/event/admin/export`: complete files, safe in a spreadsheet.

use serde_json::json;
use sixfold_tests::both;

use crate::event::stage::{BOOKING, DAY, TIME, completed, team_of, week};

const EXPORT: &str = "/api/event/admin/export";

both! {
    async fn a_file_is_whole_harmless_and_without_health_data(app) {
        app.set_schedule(week(6)).await;
        let delivery = app.person(3).await;
        let athlete = app.athlete().await;
        let body = json!({ "eventTestDate": DAY, "eventTestTime": TIME, "medicalIssues": "Asthma",
            "emergencyName": "Sam Stone", "assistanceType": "A ramp, please" });
        athlete.client().post(BOOKING, body).await.data();
        completed(&app, &athlete, "2026-02-10").await;
        app.execute(format!(
            "UPDATE account SET first_name = '=HYPERLINK(1)', last_name = 'Field, \"jr\"' WHERE uaid = '{}'", athlete.uaid
        )).await;
        app.execute(format!(
            "INSERT INTO result_test (booking_id, test_type, status, score_hundredths, updated_at) \
             VALUES ('past-{}-2026-02-10', 'Speed', 'closed', 5500, 1)", athlete.uaid
        )).await;

        let reply = delivery.client().get(&format!("{EXPORT}?what=bookings")).await;
        assert_eq!(reply.header("content-type"), "text/csv; charset=utf-8; header=present");
        assert!(reply.header("content-disposition").contains("bookings-2026-03-02.csv"));
        let text = reply.text();
        assert!(text.starts_with("\u{feff}uaid,firstName,"), "{text}");
        let lines: Vec<&str> = text.trim_end().split("\r\n").collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert!(lines[1].starts_with(&format!("{},\"'=HYPERLINK(1)\",\"Field, \"\"jr\"\"\",past-", athlete.uaid)), "{text}");
        assert!(lines[2].contains(&format!(",{DAY},{TIME},booked,")), "{text}");

        let results = delivery.client().get(&format!("{EXPORT}?what=results")).await.text();
        assert!(results.contains(",2026-02-10,10:00,completed,,Speed,closed,55.00,,,,,,,,,,,false,false\r\n"), "{results}");
        let users = delivery.client().get(&format!("{EXPORT}?what=users&from=2026-03-02")).await.text();
        assert!(users.contains(&athlete.uaid) && users.contains(&delivery.uaid), "{users}");
        for what in ["bookings", "results", "users", "teams"] {
            let text = delivery.client().get(&format!("{EXPORT}?what={what}")).await.text();
            assert!(!["Asthma", "Stone", "ramp", "PARQ"].iter().any(|word| text.contains(word)), "{what}: {text}");
        }
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'export.taken'").await, 7);
        delivery.client().get(&format!("{EXPORT}?what=passwords")).await.refused_field(400, "FIELD_INVALID", "what");
        let reversed = format!("{EXPORT}?what=teams&from=2026-03-02&to=2026-03-01");
        delivery.client().get(&reversed).await.refused_field(400, "DATE_OUT_OF_RANGE", "from");
    }

    // RULES 4.17, 8.7
    async fn a_file_marks_held_finals_removed_scores_and_confirmed_addresses(app) {
        let delivery = app.person(3).await;
        let (held, removed) = (app.athlete().await, app.athlete().await);
        for (person, changes) in [
            (&held, "held = TRUE, score_hundredths = 8100"),
            (&removed, "status = 'dnt', score_hundredths = NULL, score_removed_at = 1"),
        ] {
            completed(&app, person, "2026-02-10").await;
            app.execute(format!("UPDATE booking SET {changes} WHERE uaid = '{}'", person.uaid)).await;
            app.execute(format!(
                "INSERT INTO result_test (booking_id, test_type, status, updated_at) \
                 VALUES ('past-{}-2026-02-10', 'Speed', 'closed', 1)", person.uaid
            )).await;
        }
        app.execute(format!("UPDATE account SET email_confirmed_at = NULL WHERE uaid = '{}'", held.uaid)).await;
        app.execute(format!("UPDATE account SET email_confirmed_at = 1 WHERE uaid = '{}'", removed.uaid)).await;
        for (what, heading, marks) in [
            ("bookings", ",held,scoreRemoved", [",true,false", ",false,true"]),
            ("results", ",attempt10,held,scoreRemoved", [",true,false", ",false,true"]),
            ("users", ",emailConfirmed", [",false", ",true"]),
        ] {
            let text = delivery.client().get(&format!("{EXPORT}?what={what}")).await.text();
            let lines: Vec<&str> = text.split("\r\n").collect();
            assert!(lines[0].ends_with(heading), "{text}");
            for (person, mark) in [&held, &removed].into_iter().zip(marks) {
                let line = lines.iter().find(|line| line.starts_with(&format!("{},", person.uaid))).unwrap();
                assert!(line.ends_with(mark), "{what}: {line}");
                assert_eq!(line.split(',').count(), lines[0].split(',').count(), "{what}: {line}");
            }
        }
    }

    async fn a_team_has_as_many_athletes_in_the_file_and_in_the_list_as_on_its_page(app) {
        let (delivery, coach, athlete, gone) =
            (app.person(3).await, app.person(4).await, app.athlete().await, app.athlete().await);
        let team = team_of(&app, &coach).await;
        for (person, day) in [(&athlete, "2026-02-10"), (&athlete, "2026-02-17"), (&gone, "2026-02-10")] {
            completed(&app, person, day).await;
        }
        app.execute(format!("UPDATE booking SET team_booking_id = '{team}'")).await;
        app.execute(format!("UPDATE account SET deleted_at = 1 WHERE uaid = '{}'", gone.uaid)).await;

        let page = delivery.client().get(&format!("/api/event/booking/team/users?teamBookingId={team}")).await.data();
        assert_eq!(page["users"].as_array().unwrap().len(), 1);
        let list = delivery.client().get(&format!("/api/event/booking/team?teamBookingId={team}")).await.data();
        assert_eq!((&list["teams"][0]["members"], &list["teams"][0]["completed"]), (&json!(1), &json!(1)));
        let file = delivery.client().get(&format!("{EXPORT}?what=teams")).await.text();
        assert!(file.contains(&format!("{team},Harriers,{DAY},{TIME},{},Robin Field,1,1\r\n", coach.uaid)), "{file}");
    }

    async fn a_file_goes_on_past_its_first_piece(app) {
        let delivery = app.person(3).await;
        let athlete = app.athlete().await;
        let values: Vec<String> = (0..1_203).map(|number| format!(
            "('b-{number:04}', '{uaid}', 'sixfold-academy', 'cancelled', 'test', '2026-02-{day:02}', '10:00', 'C{number:05}', 1, \
             '{uaid}', 1)", uaid = athlete.uaid, day = 1 + number % 28
        )).collect();
        app.execute(format!(
            "INSERT INTO booking (booking_id, uaid, event_id, status, booking_type, test_date, test_time, code, created_at, \
             created_by, updated_at) VALUES {}", values.join(", ")
        )).await;
        let text = delivery.client().get(&format!("{EXPORT}?what=bookings")).await.text();
        let mut codes: Vec<&str> = text.lines().skip(1).map(|line| line.split(',').nth(4).unwrap()).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), 1_203);
        let some = delivery.client().get(&format!("{EXPORT}?what=bookings&from=2026-02-02&to=2026-02-03")).await.text();
        assert_eq!(some.lines().count(), 1 + 86);
        // Bookings without a day come last, over a piece's end, and only in a file without dates.
        app.execute("UPDATE booking SET test_date = NULL, test_time = NULL WHERE booking_id < 'b-0700'").await;
        let text = delivery.client().get(&format!("{EXPORT}?what=bookings")).await.text();
        let dates: Vec<&str> = text.lines().skip(1).map(|line| line.split(',').nth(5).unwrap()).collect();
        assert_eq!(dates.len(), 1_203);
        assert!(dates[..503].iter().all(|date| !date.is_empty()) && dates[503..].iter().all(|date| date.is_empty()));
        let some = delivery.client().get(&format!("{EXPORT}?what=bookings&from=2026-02-02")).await.text();
        assert!(some.lines().skip(1).all(|line| !line.contains(",,,cancelled,")), "{some}");
    }
}
