//! `POST /api/event/admin/results/import`: refusals by line, and files stored completely or not at all.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_server::booking::history_import::{FileError, from_file};
use sixfold_tests::{Client, Person, Reply, TestApp, both};

use crate::event::stage::{booked, go_to, week};

const IMPORT: &str = "/api/event/admin/results/import";
pub(crate) const HEADER: &str = "uaid,date,test,attempt1,attempt2,attempt3\n";
/// A day of season 10, long before the test clock starts.
pub(crate) const PAST: &str = "2025-11-20";
/// The final score of the six rows of [`six`]: 50.00, 50.00, 50.00, 60.00, 50.00, 50.00.
const FINAL: i64 = 5_167;

/// A person's six tests on a day.
pub(crate) fn six(uaid: &str, date: &str) -> String {
    [
        "Cognitive,64,65,",
        "Strength,32.5,30,31.25",
        "Power,45,44.99,",
        "Speed,3.3,3.45,",
        "Agility,5.3,,",
        "Endurance,9.5,,",
    ]
    .map(|test| format!("{uaid},{date},{test}\n"))
    .concat()
}

async fn send(client: &Client, dry: bool, csv: &str) -> Reply {
    client.post(&format!("{IMPORT}?dryRun={dry}"), json!({ "csv": csv })).await
}

/// Line, column and code of each problem.
fn told(problems: &Value) -> Vec<(u64, String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let problems = problems.as_array().unwrap().iter();
    problems
        .map(|problem| {
            assert!(text(&problem["message"]).ends_with('.'), "{problem}");
            (problem["line"].as_u64().unwrap(), text(&problem["column"]), text(&problem["code"]))
        })
        .collect()
}

fn line(line: u64, column: &str, code: &str) -> (u64, String, String) {
    (line, column.to_owned(), code.to_owned())
}

/// Everything that an import could have stored.
async fn stored(app: &TestApp) -> String {
    let mut all = Vec::new();
    for sql in [
        "SELECT booking_id || uaid || status || booking_type || COALESCE(test_date, '') FROM booking ORDER BY booking_id",
        "SELECT booking_id || test_type || status || CAST(revision AS TEXT) FROM result_test ORDER BY booking_id, test_type",
        "SELECT booking_id || test_type || CAST(raw_thousandths AS TEXT) FROM result_attempt \
         ORDER BY booking_id, test_type, attempt",
        "SELECT audit_id FROM audit_log ORDER BY audit_id",
        "SELECT topic || CAST(version AS TEXT) FROM topic_version ORDER BY topic",
    ] {
        all.extend(app.texts(sql).await.into_iter().flatten());
    }
    all.join("\n")
}

async fn delivery(app: &TestApp) -> Person {
    app.person(3).await
}

both! {
    async fn a_file_is_tried_then_imported_and_the_board_follows(app) {
        let (delivery, ada, ben) = (delivery(&app).await, app.athlete().await, app.athlete().await);
        app.execute(format!("UPDATE account SET first_name = 'Ada' WHERE uaid = '{}'", ada.uaid)).await;
        let csv = format!("{HEADER}{}{}", six(&ada.uaid, PAST), six(&ben.uaid, "2025-11-21"));
        let before = stored(&app).await;
        let tried = send(&delivery.client(), true, &csv).await.data();
        assert_eq!(tried, json!({
            "rows": 12, "athletes": 2, "problems": [], "problemCount": 0, "imported": 0,
            "firstDay": PAST, "lastDay": "2025-11-21", "seasons": [{ "season": 10, "visits": 2 }]
        }));
        assert_eq!(stored(&app).await, before);
        // A dry run is the default.
        delivery.client().post(IMPORT, json!({ "csv": csv })).await.data();
        assert_eq!(stored(&app).await, before);

        let done = send(&delivery.client(), false, &csv).await.data();
        assert_eq!((done["imported"].as_u64(), done["problemCount"].as_u64()), (Some(12), Some(0)));
        let mine = format!("WHERE uaid = '{}'", ada.uaid);
        assert_eq!(app.scalar(format!("SELECT score_hundredths FROM booking {mine}")).await, FINAL);
        assert_eq!(app.scalar(format!("SELECT protocol_version FROM booking {mine}")).await, 1);
        assert_eq!(app.texts(format!("SELECT booking_type FROM booking {mine}")).await, [Some("test".to_owned())]);
        assert_eq!(app.count("result_test").await, 12);
        assert_eq!(app.count("result_attempt").await, 22);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'result.imported'").await, 2);
        let detail = app.texts("SELECT detail FROM audit_log WHERE action = 'results.imported'").await.remove(0);
        assert_eq!(
            serde_json::from_str::<Value>(&detail.unwrap()).unwrap(),
            json!({ "rows": 12, "athletes": 2, "protocolVersion": 1 })
        );
        assert_eq!(app.scalar("SELECT COUNT(DISTINCT uaid) FROM board_change").await, 2);

        let board = app.client().get("/api/user/leaderboard?season=10").await.data();
        assert_eq!(board["leaderboard"][0]["score"], 51.67);
        assert_eq!(board["leaderboard"][0]["firstName"], "Ada");
        let results = ada.client().get("/api/user/results").await.data();
        assert_eq!(results["results"][0]["tests"][3]["attempts"], json!([
            { "score": 3.3, "points": 60 }, { "score": 3.45, "points": 50 }
        ]));
        // No letter is sent about a day long past.
        assert_eq!(app.count("mail_outbox").await, 0);
    }

    async fn a_file_says_which_days_it_is_about_and_how_many_visits_are_in_no_season(app) {
        let (delivery, ada, ben) = (delivery(&app).await, app.athlete().await, app.athlete().await);
        let days = [(&ada, PAST), (&ben, PAST), (&ada, "2025-08-31"), (&ada, "2026-02-01")];
        let csv = days.map(|(person, day)| six(&person.uaid, day)).concat();
        let csv = format!("{HEADER}{csv}");
        for dry in [true, false] {
            let outcome = send(&delivery.client(), dry, &csv).await.data();
            assert_eq!((&outcome["firstDay"], &outcome["lastDay"]), (&json!("2025-08-31"), &json!("2026-02-01")));
            assert_eq!(outcome["seasons"], json!([
                { "season": null, "visits": 1 }, { "season": 9, "visits": 1 }, { "season": 10, "visits": 2 }
            ]));
        }
        let empty = send(&delivery.client(), true, HEADER).await.data();
        assert_eq!((&empty["firstDay"], &empty["seasons"]), (&Value::Null, &json!([])));
    }

    async fn the_same_file_twice_imports_nothing_new(app) {
        let (delivery, ada) = (delivery(&app).await, app.athlete().await);
        let csv = format!("{HEADER}{}", six(&ada.uaid, PAST));
        send(&delivery.client(), false, &csv).await.data();
        let before = stored(&app).await;
        let error = send(&delivery.client(), false, &csv).await.refused(422, "IMPORT_REFUSED");
        let each: Vec<_> = (2..8).map(|number| line(number, "date", "RESULT_EXISTS")).collect();
        assert_eq!(told(&error["problems"]), each);
        assert_eq!((error["rows"].as_u64(), error["problemCount"].as_u64()), (Some(6), Some(6)));
        assert_eq!(stored(&app).await, before);
        // The same import, repeated because its answer was lost, gets its first answer.
        let other = format!("{HEADER}{}", six(&ada.uaid, "2025-11-27"));
        let target = format!("{IMPORT}?dryRun=false");
        let first = delivery.client().keyed(Method::POST, &target, "import-1", json!({ "csv": other })).await;
        let again = delivery.client().keyed(Method::POST, &target, "import-1", json!({ "csv": other })).await;
        assert_eq!(first.data(), again.data());
        assert_eq!(again.header("idempotency-replayed"), "true");
        let mine = format!("FROM booking WHERE uaid = '{}'", ada.uaid);
        assert_eq!(app.scalar(format!("SELECT COUNT(*) {mine}")).await, 2);
        let types = app.texts(format!("SELECT booking_type {mine} ORDER BY test_date")).await;
        assert_eq!(types, [Some("test".to_owned()), Some("retest".to_owned())]);
    }

    async fn every_wrong_line_is_told_and_nothing_of_the_file_is_stored(app) {
        app.set_schedule(week(6)).await;
        let (delivery, ada, ben) = (delivery(&app).await, app.athlete().await, app.athlete().await);
        let good = six(&ada.uaid, PAST);
        // The good day is on lines 2 to 7.
        let wrong = |row: String| format!("{HEADER}{good}{row}");
        let other = six(&ben.uaid, PAST);
        let without_speed: String = other.split_inclusive('\n').filter(|row| !row.contains("Speed")).collect();
        let speed = |cells: &str| wrong(format!("{without_speed}{},{PAST},Speed,{cells}\n", ben.uaid));
        let stranger = six("99999999", PAST);
        for (csv, problem) in [
            (wrong(stranger.split_inclusive('\n').take(1).collect()), line(8, "uaid", "UAID_UNKNOWN")),
            (wrong(format!("abc,{PAST},Speed,3.3,,\n")), line(8, "uaid", "UAID_INVALID")),
            (wrong(format!("{},2025-02-30,Speed,3.3,,\n", ben.uaid)), line(8, "date", "DATE_INVALID")),
            (wrong(format!("{},20.11.2025,Speed,3.3,,\n", ben.uaid)), line(8, "date", "DATE_INVALID")),
            (wrong(format!("{},{PAST},Swimming,3.3,,\n", ben.uaid)), line(8, "test", "TEST_UNKNOWN")),
            (speed("31,,"), line(13, "attempt1", "ATTEMPT_OUT_OF_RANGE")),
            (speed("3.3,fast,"), line(13, "attempt2", "ATTEMPT_INVALID")),
            (speed("3.3,-3.3,"), line(13, "attempt2", "ATTEMPT_NEGATIVE")),
            (speed("3.3001,,"), line(13, "attempt1", "ATTEMPT_DECIMALS")),
            (speed("3.3,3.4,3.5"), line(13, "attempt3", "ATTEMPTS_TOO_MANY")),
            (speed(",,"), line(13, "attempt1", "ATTEMPTS_MISSING")),
            (wrong(without_speed.clone()), line(8, "", "TESTS_OPEN")),
            (wrong(format!("{},{PAST},Speed,3.3,,\n", ada.uaid)), line(8, "test", "LINE_REPEATED")),
            (wrong(six(&ben.uaid, "2026-03-03")), line(8, "date", "DATE_OUT_OF_RANGE")),
        ] {
            let before = stored(&app).await;
            let error = send(&delivery.client(), false, &csv).await.refused(422, "IMPORT_REFUSED");
            let problems = told(&error["problems"]);
            assert!(problems.contains(&problem), "{problem:?} is not among {problems:?}");
            assert!(problems.iter().all(|(line, ..)| *line >= 8), "{problems:?}");
            assert_eq!(stored(&app).await, before, "{problem:?}");
            let tried = send(&delivery.client(), true, &csv).await.data();
            assert_eq!(tried["problems"], error["problems"]);
        }
        assert_eq!(app.count("result_test").await, 0);

        // A booking that is still open belongs to the desk.
        go_to(&app, "2026-03-02", "09:00").await;
        booked(&ben, "2026-03-05", "10:00").await;
        go_to(&app, "2026-03-05", "12:00").await;
        let csv = format!("{HEADER}{}", six(&ben.uaid, "2026-03-05"));
        let error = send(&delivery.client(), false, &csv).await.refused(422, "IMPORT_REFUSED");
        assert_eq!(told(&error["problems"])[0], line(2, "date", "BOOKING_OPEN_EXISTS"));
    }

    async fn a_test_that_was_not_taken_leaves_the_day_without_a_final(app) {
        let (delivery, ada) = (delivery(&app).await, app.athlete().await);
        let csv = format!("{HEADER}{}", six(&ada.uaid, PAST)).replace("Endurance,9.5,,", "Endurance,dnt,,");
        send(&delivery.client(), false, &csv).await.data();
        assert_eq!(app.texts("SELECT status FROM booking").await, [Some("dnt".to_owned())]);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM booking WHERE score_hundredths IS NULL").await, 1);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM result_test WHERE status = 'dnt'").await, 1);
        assert_eq!(ada.client().get("/api/user/results").await.data()["results"], json!([]));
        // The day counts as one with results nevertheless.
        let error = send(&delivery.client(), false, &csv).await.refused(422, "IMPORT_REFUSED");
        assert_eq!(told(&error["problems"])[0], line(2, "date", "RESULT_EXISTS"));
        let sentence = error["problems"][0]["message"].as_str().unwrap();
        assert!(sentence.contains("did not test") && !sentence.contains("Correct"), "{sentence}");
    }

    async fn cells_that_look_like_formulas_are_refused_and_never_repeated(app) {
        let delivery = delivery(&app).await;
        let formula = "=HYPERLINK(\"\"http://evil.example\"\")";
        let csv = format!("{HEADER}\"{formula}\",\"@SUM(A1)\",\"+1\",\"-2+3\",\"\t=1\",\"=cmd|' /C calc'!A0\"\n");
        let reply = send(&delivery.client(), true, &csv).await;
        let text = reply.text();
        for part in ["HYPERLINK", "evil", "SUM", "calc", "cmd"] {
            assert!(!text.contains(part), "{text}");
        }
        let problems = told(&reply.data()["problems"]);
        assert_eq!(problems.len(), 3, "{problems:?}");
        assert!(problems.contains(&line(2, "uaid", "UAID_INVALID")));
        send(&delivery.client(), false, &csv).await.refused(422, "IMPORT_REFUSED");
        assert_eq!(app.count("booking").await, 0);
    }

    async fn a_file_has_a_header_and_a_bound(app) {
        let delivery = delivery(&app).await;
        for (csv, code) in [
            (String::new(), "FILE_EMPTY"),
            (HEADER.to_owned(), "FILE_EMPTY"),
            ("uaid;date;test;attempt1\n".to_owned(), "COLUMN_MISSING"),
            (format!("{HEADER}{}", "1,2025-11-20,Speed,3.3,,\n".repeat(5_001)), "ROWS_TOO_MANY"),
        ] {
            let data = send(&delivery.client(), true, &csv).await.data();
            assert!(data["problems"].to_string().contains(code), "{code}: {data}");
            assert!(data["problems"].as_array().unwrap().len() <= 500);
        }
        let large = "x".repeat(1024 * 1024);
        send(&delivery.client(), true, &large).await.refused(413, "BODY_TOO_LARGE");
        delivery.client().post(IMPORT, json!({})).await.refused_field(400, "FIELD_MISSING", "csv");
    }

    async fn a_whole_file_of_five_thousand_rows_goes_in_at_once(app) {
        let (delivery, ada) = (delivery(&app).await, app.athlete().await);
        let first: sixfold_domain::time::Date = "2023-04-01".parse().unwrap();
        let days: String = (0..833).map(|day| six(&ada.uaid, &first.add_days(day).to_string())).collect();
        let csv = format!("{HEADER}{days}");
        let done = send(&delivery.client(), false, &csv).await.data();
        assert_eq!(done["imported"], 4_998);
        assert_eq!(app.count("result_test").await, 4_998);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM booking WHERE booking_type = 'test'").await, 1);
    }

    async fn only_programme_delivery_imports(app) {
        for role in [1, 2, 4] {
            let person = app.person(role).await;
            send(&person.client(), true, HEADER).await.refused(403, "FORBIDDEN");
        }
        send(&app.client(), true, HEADER).await.refused(401, "UNAUTHORISED");
    }

    async fn the_command_imports_a_file_as_the_call_does(app) {
        let ada = app.athlete().await;
        let file = app.data_dir().join("results.csv");
        let write = |text: String| std::fs::write(&file, text).unwrap();
        write(format!("{HEADER}{}", six(&ada.uaid, PAST).replace("Speed,3.3", "Speed,33")));
        let outcome = from_file(&app.state, &file, false).await.unwrap();
        let problem = "line 5, attempt1: That is not plausible: 2 to 10 s. (ATTEMPT_OUT_OF_RANGE)";
        assert_eq!(outcome.problems[0].to_string(), problem);
        assert_eq!((outcome.imported, app.count("booking").await), (0, 0));
        write(format!("{HEADER}{}", six(&ada.uaid, PAST)));
        assert_eq!(from_file(&app.state, &file, true).await.unwrap().problem_count, 0);
        assert_eq!(app.count("booking").await, 0);
        assert_eq!(from_file(&app.state, &file, false).await.unwrap().imported, 6);
        assert_eq!(app.texts("SELECT created_by FROM booking").await, [Some("import".to_owned())]);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE actor_uaid IS NULL").await, 2);
        assert_eq!(from_file(&app.state, &file, false).await.unwrap().problem_count, 6);

        std::fs::write(&file, b"uaid,date,test,attempt1\n\xff\xfe").unwrap();
        assert!(matches!(from_file(&app.state, &file, true).await, Err(FileError::Unreadable(..))));
        write("x".repeat(1024 * 1024 + 1));
        assert!(matches!(from_file(&app.state, &file, true).await, Err(FileError::TooLarge(..))));
        let nowhere = app.data_dir().join("nowhere.csv");
        assert!(matches!(from_file(&app.state, &nowhere, true).await, Err(FileError::Unreadable(..))));
    }
}
