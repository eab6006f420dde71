//! Invalid input, field by field: the status, code and field of each refusal, and that nothing was changed.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_domain::slot::{BookingSessionConfig, SessionWindow};
use sixfold_tests::{TestApp, both};

use super::stage::{
    ACCEPT, BOOKING, CANCEL, DAY, NEXT_DAY, TIME, WAITLIST, body, booked, cancel, date, everything,
    one_waits, week,
};
use crate::cases::{Case, changed, refuses, refuses_other_bodies};

const CLOSED: &str = "2026-03-07";
const HOLIDAY: &str = "2026-03-10";

/// A week with a closed day, a bank holiday, and on `DAY` a closed session and a training session.
fn eventful_week(capacity: u16) -> BookingSessionConfig {
    let session = |start: &str, end: &str| SessionWindow {
        session_date: date(DAY),
        session_start: start.parse().unwrap(),
        session_end: end.parse().unwrap(),
    };
    BookingSessionConfig {
        closed_dates: vec![date(CLOSED)],
        bank_holidays: vec![date(HOLIDAY)],
        closed_sessions: vec![session("12:00", "13:00")],
        training_sessions: vec![session("15:00", "16:00")],
        ..week(capacity)
    }
}

fn text(length: usize) -> Value {
    json!("x".repeat(length))
}

/// Invalid and refused dates for a field of a body.
fn bad_dates() -> Vec<Case> {
    let unreadable = [
        "2026-11-24T10:00[Mars/Phobos]",
        "2026-11-24T10:00:00Z",
        "2026-11-24[Europe/London]",
        "2026-02-30",
        "2026-02-29",
        "2026-13-01",
        "2026-00-10",
        "2026-3-5",
        "05/03/2026",
        "20260305",
        "tomorrow",
        "-2026-03-05",
        "2026-03-05 ;",
    ];
    let mut cases: Vec<Case> = unreadable
        .into_iter()
        .map(|word| ("eventTestDate", Some(json!(word)), 400, "FIELD_INVALID", "eventTestDate"))
        .collect();
    for other in [json!(20_260_305), json!(["2026-03-05"]), json!({}), json!(true)] {
        cases.push(("eventTestDate", Some(other), 400, "FIELD_INVALID", "eventTestDate"));
    }
    for (day, code) in [
        ("2026-03-01", "DATE_PAST"),
        ("0001-01-01", "DATE_PAST"),
        ("2026-03-02", "DATE_TOO_EARLY"),
        ("2026-04-02", "DATE_TOO_LATE"),
        ("9999-12-31", "DATE_TOO_LATE"),
        (CLOSED, "DATE_CLOSED"),
        (HOLIDAY, "BANK_HOLIDAY"),
    ] {
        cases.push(("eventTestDate", Some(json!(day)), 422, code, "eventTestDate"));
    }
    cases
}

fn bad_times() -> Vec<Case> {
    let unreadable = [
        "10:00[Mars/Phobos]",
        "10:00Z",
        "10:00:00",
        "25:00",
        "24:00",
        "10:60",
        "10",
        "ten",
        "-1:00",
        "1O:00",
    ];
    let mut cases: Vec<Case> = unreadable
        .into_iter()
        .map(|word| ("eventTestTime", Some(json!(word)), 400, "FIELD_INVALID", "eventTestTime"))
        .collect();
    for other in [json!(1000), json!([]), json!({}), json!(false)] {
        cases.push(("eventTestTime", Some(other), 400, "FIELD_INVALID", "eventTestTime"));
    }
    for (time, code) in [
        ("10:07", "TIME_OFF_GRID"),
        ("08:45", "TIME_OFF_GRID"),
        ("00:00", "TIME_OFF_GRID"),
        ("23:59", "TIME_OFF_GRID"),
        ("09:00", "NOT_OFFERED"),
        ("23:45", "NOT_OFFERED"),
        ("12:00", "CLOSED_SESSION"),
        ("12:45", "CLOSED_SESSION"),
        ("15:30", "TRAINING_SESSION"),
    ] {
        cases.push(("eventTestTime", Some(json!(time)), 422, code, "eventTestTime"));
    }
    cases
}

fn bad_ids(field: &'static str) -> Vec<Case> {
    let mut cases: Vec<Case> = vec![(field, Some(text(101)), 400, "FIELD_INVALID", field)];
    for other in [json!([]), json!({}), json!(true), json!(1.5), json!(-1)] {
        cases.push((field, Some(other), 400, "FIELD_INVALID", field));
    }
    cases
}

fn bad_uaids() -> Vec<Case> {
    [
        json!("12a"),
        json!("-1"),
        json!("1".repeat(21)),
        json!("1 2"),
        json!(-1),
        json!(1.5),
        json!([]),
        json!({}),
        json!(true),
    ]
    .into_iter()
    .map(|other| ("uaid", Some(other), 400, "FIELD_INVALID", "uaid"))
    .collect()
}

fn full_body() -> Value {
    json!({
        "tShirtSize": "M", "assistanceRequired": false, "assistanceType": "", "emergencyName": "Sam Field",
        "emergencyNumber": "+447700900123", "medicalIssues": "", "eventId": "sixfold-academy", "eventTestDate": DAY,
        "eventTestTime": TIME, "eventTestType": "test", "eventTestStatus": "booked", "bypassBookingRule": false,
        "teamBookingId": "", "eventTestNotes": "",
    })
}

both! {
    async fn every_field_of_a_booking(app) {
        app.set_schedule(eventful_week(6)).await;
        let client = app.athlete().await.client();
        let before = everything(&app).await;
        refuses_other_bodies(&client, &Method::POST, BOOKING).await;
        let mut cases: Vec<Case> = vec![
            ("eventTestDate", None, 400, "FIELD_REQUIRED", "eventTestDate"),
            ("eventTestDate", Some(json!("")), 400, "FIELD_REQUIRED", "eventTestDate"),
            ("eventTestDate", Some(json!(null)), 400, "FIELD_REQUIRED", "eventTestDate"),
            ("eventTestTime", None, 400, "FIELD_REQUIRED", "eventTestTime"),
            ("eventTestTime", Some(json!("0")), 400, "FIELD_REQUIRED", "eventTestTime"),
            ("tShirtSize", Some(json!("HUGE")), 422, "TSHIRT_SIZE_INVALID", "tShirtSize"),
            ("tShirtSize", Some(json!(7)), 400, "FIELD_INVALID", "tShirtSize"),
            ("assistanceRequired", Some(json!("yes")), 400, "FIELD_INVALID", "assistanceRequired"),
            ("assistanceRequired", Some(json!(1)), 400, "FIELD_INVALID", "assistanceRequired"),
            ("assistanceType", Some(text(501)), 422, "TEXT_TOO_LONG", "assistanceType"),
            ("assistanceType", Some(json!("a\u{0}b")), 422, "TEXT_INVALID", "assistanceType"),
            ("assistanceType", Some(json!([])), 400, "FIELD_INVALID", "assistanceType"),
            ("emergencyName", Some(text(61)), 422, "NAME_INVALID", "emergencyName"),
            ("emergencyName", Some(json!("<script>")), 422, "NAME_INVALID", "emergencyName"),
            ("emergencyName", Some(json!({})), 400, "FIELD_INVALID", "emergencyName"),
            ("emergencyNumber", Some(json!("0770090012")), 422, "PHONE_INVALID", "emergencyNumber"),
            ("emergencyNumber", Some(json!("+1234567")), 422, "PHONE_INVALID", "emergencyNumber"),
            ("emergencyNumber", Some(json!("+1234567890123456")), 422, "PHONE_INVALID", "emergencyNumber"),
            ("emergencyNumber", Some(json!(447_700_900_123_u64)), 400, "FIELD_INVALID", "emergencyNumber"),
            ("medicalIssues", Some(text(2_001)), 422, "TEXT_TOO_LONG", "medicalIssues"),
            ("medicalIssues", Some(json!("a\u{7}b")), 422, "TEXT_INVALID", "medicalIssues"),
            ("medicalIssues", Some(json!([])), 400, "FIELD_INVALID", "medicalIssues"),
            ("eventId", Some(json!("nowhere")), 404, "NOT_FOUND", "eventId"),
            ("eventTestType", Some(json!("final")), 400, "TYPE_UNKNOWN", "eventTestType"),
            ("eventTestStatus", Some(json!("maybe")), 400, "STATUS_UNKNOWN", "eventTestStatus"),
            ("eventTestStatus", Some(json!("Booked")), 400, "STATUS_UNKNOWN", "eventTestStatus"),
            ("eventTestStatus", Some(json!("cancelled")), 400, "STATUS_UNKNOWN", "eventTestStatus"),
            ("eventTestStatus", Some(json!("completed")), 400, "STATUS_UNKNOWN", "eventTestStatus"),
            ("bypassBookingRule", Some(json!("true")), 400, "FIELD_INVALID", "bypassBookingRule"),
            ("eventBookingId", Some(json!("no-such-booking")), 404, "NOT_FOUND", "eventBookingId"),
            ("eventTestNotes", Some(text(2_001)), 422, "TEXT_TOO_LONG", "eventTestNotes"),
            ("eventTestNotes", Some(json!(7)), 400, "FIELD_INVALID", "eventTestNotes"),
        ];
        for id in ["eventId", "eventTestType", "eventTestStatus", "teamBookingId", "eventBookingId"] {
            cases.extend(bad_ids(id));
        }
        cases.extend(bad_dates());
        cases.extend(bad_times());
        cases.extend(bad_uaids());
        refuses(&client, &Method::POST, BOOKING, &full_body(), &cases).await;
        for (field, value) in [
            ("uaid", json!("99999999")), ("bypassBookingRule", json!(true)), ("eventTestStatus", json!("declined")),
            ("eventTestStatus", json!("dnt")),
        ] {
            let sent = changed(&full_body(), field, Some(&value));
            client.post(BOOKING, sent).await.refused(403, "FORBIDDEN");
        }
        assert_eq!(everything(&app).await, before);
        client.post(BOOKING, full_body()).await.data();
    }

    async fn every_field_of_a_cancelling(app) {
        app.set_schedule(eventful_week(6)).await;
        let (person, other) = (app.athlete().await, app.athlete().await);
        let id = booked(&person, DAY, TIME).await;
        let others = booked(&other, DAY, TIME).await;
        let before = everything(&app).await;
        let client = person.client();
        refuses_other_bodies(&client, &Method::DELETE, CANCEL).await;
        let good = json!({ "uaid": person.uaid, "eventBookingID": id, "eventId": "sixfold-academy" });
        let mut cases: Vec<Case> = vec![
            ("eventBookingID", None, 400, "FIELD_REQUIRED", "eventBookingID"),
            ("eventBookingID", Some(json!("")), 400, "FIELD_REQUIRED", "eventBookingID"),
            ("eventBookingID", Some(json!(0)), 400, "FIELD_REQUIRED", "eventBookingID"),
            ("eventBookingID", Some(json!("no-such-booking")), 404, "NOT_FOUND", "eventBookingId"),
            ("eventBookingID", Some(json!(12)), 404, "NOT_FOUND", "eventBookingId"),
            ("eventId", Some(json!("nowhere")), 404, "NOT_FOUND", "eventBookingId"),
        ];
        cases.extend(bad_ids("eventBookingID"));
        cases.extend(bad_ids("eventId"));
        cases.extend(bad_uaids());
        refuses(&client, &Method::DELETE, CANCEL, &good, &cases).await;
        for (field, value) in [("uaid", &other.uaid), ("eventBookingID", &others)] {
            client.delete(CANCEL, changed(&good, field, Some(&json!(value)))).await.refused(403, "FORBIDDEN");
        }
        assert_eq!(everything(&app).await, before);
        client.delete(CANCEL, good).await.data();
    }

    async fn every_field_of_a_place_in_line(app) {
        app.set_schedule(eventful_week(1)).await;
        let (owner, person) = (app.athlete().await, app.athlete().await);
        booked(&owner, DAY, TIME).await;
        let client = person.client();
        let before = everything(&app).await;
        let good = json!({ "eventId": "sixfold-academy", "eventTestDate": DAY, "eventTestTime": TIME });
        let malformed = |cases: Vec<Case>| cases.into_iter().filter(|case| case.2 == 400).collect::<Vec<_>>();
        for method in [Method::POST, Method::DELETE] {
            refuses_other_bodies(&client, &method, WAITLIST).await;
            let mut cases: Vec<Case> = vec![
                ("eventTestDate", None, 400, "FIELD_REQUIRED", "eventTestDate"),
                ("eventTestTime", None, 400, "FIELD_REQUIRED", "eventTestTime"),
                ("eventTestTime", Some(json!("10:07")), 422, "TIME_OFF_GRID", "eventTestTime"),
                ("eventId", Some(json!("nowhere")), 404, "NOT_FOUND", "eventId"),
            ];
            cases.extend(bad_ids("eventId"));
            let (dates, times) = (bad_dates(), bad_times());
            if method == Method::POST {
                cases.extend(dates);
                cases.extend(times);
            } else {
                cases.extend(malformed(dates));
                cases.extend(malformed(times));
            }
            refuses(&client, &method, WAITLIST, &good, &cases).await;
            assert_eq!(everything(&app).await, before, "{method}");
        }
        client.post(WAITLIST, good.clone()).await.data();
        client.delete(WAITLIST, good).await.data();
    }

    async fn every_field_of_an_accepted_offer(app) {
        app.set_schedule(week(1)).await;
        let client = app.athlete().await.client();
        refuses_other_bodies(&client, &Method::POST, ACCEPT).await;
        let mut cases: Vec<Case> = vec![
            ("offerId", None, 400, "FIELD_REQUIRED", "offerId"),
            ("offerId", Some(json!("")), 400, "FIELD_REQUIRED", "offerId"),
            ("offerId", Some(json!(null)), 400, "FIELD_REQUIRED", "offerId"),
        ];
        cases.extend(bad_ids("offerId"));
        refuses(&client, &Method::POST, ACCEPT, &json!({ "offerId": "x" }), &cases).await;
        client.post(ACCEPT, json!({ "offerId": 7 })).await.refused(409, "OFFER_GONE");
        client.post(ACCEPT, json!({ "offerId": "' OR 1=1 --" })).await.refused(409, "OFFER_GONE");
    }

    async fn every_field_of_availability(app) {
        app.set_schedule(eventful_week(6)).await;
        let before = everything(&app).await;
        for (query, code, field) in [
            ("from=2026-02-30", "DATE_INVALID", "from"),
            ("from=tomorrow", "DATE_INVALID", "from"),
            ("from=2026-11-24T10:00%5BMars/Phobos%5D", "DATE_INVALID", "from"),
            ("from=2026-11-24T10:00:00%2B01:00", "DATE_INVALID", "from"),
            ("to=2026-13-01", "DATE_INVALID", "to"),
            ("to=05/03/2026", "DATE_INVALID", "to"),
            ("to=2026-11-24%5BMars/Phobos%5D", "DATE_INVALID", "to"),
            ("from=2026-03-06&to=2026-03-05", "RANGE_INVALID", "to"),
            ("from=2026-03-05&to=2026-06-13", "RANGE_INVALID", "to"),
            ("from=0001-01-01&to=9999-12-31", "RANGE_INVALID", "to"),
            ("type=final", "TYPE_UNKNOWN", "type"),
            ("type=Test", "TYPE_UNKNOWN", "type"),
        ] {
            let reply = app.client().get(&format!("/api/event/availability?{query}")).await;
            assert_eq!(reply.status, 400, "{query}: {}", reply.text());
            reply.refused_field(400, code, field);
        }
        let nowhere = app.client().get("/api/event/availability?eventId=nowhere").await;
        nowhere.refused_field(404, "NOT_FOUND", "eventId");
        for odd in [
            "eventId=%00", "from=%ff", "eventId=%f0%28", "from=&from=", "from=9999-12-31", "to=0001-01-01", "from=0001-01-01",
            "to=9999-12-31", "eventId=0", "type=", "unknown=1", "from=2026-03-05&from=2026-03-06", "=&=&",
            "from=9999-12-31&to=9999-12-31", "from=9999-01-01&type=retest", "from=2026-09-01",
        ] {
            let reply = app.client().get(&format!("/api/event/availability?{odd}")).await;
            assert!(reply.status.as_u16() < 500, "{odd}: {}", reply.text());
        }
        assert_eq!(everything(&app).await, before);
        app.client().get("/api/event/availability?from=2026-03-05&to=2026-06-12").await.data();
    }

    async fn what_a_store_cannot_keep_is_a_4xx(app) {
        app.set_schedule(week(6)).await;
        let client = app.athlete().await.client();
        for field in ["eventId", "teamBookingId", "eventBookingId", "eventTestNotes", "medicalIssues", "eventTestType"] {
            let sent = changed(&full_body(), field, Some(&json!("a\u{0}b")));
            let reply = client.post(BOOKING, sent).await;
            // SQLite stores the character, PostgreSQL does not: both answer without failing.
            assert!(reply.status.as_u16() < 500, "{field}: {}", reply.text());
        }
        for (method, path, sent) in [
            (Method::DELETE, CANCEL, json!({ "eventBookingID": "a\u{0}b" })),
            (Method::POST, ACCEPT, json!({ "offerId": "a\u{0}b" })),
            (Method::POST, WAITLIST, changed(&body(DAY, TIME), "eventId", Some(&json!("a\u{0}b")))),
        ] {
            let reply = client.json(method, path, &sent, &[]).await;
            assert!((400..500).contains(&reply.status.as_u16()), "{path}: {}", reply.text());
        }
    }

    async fn an_expired_session_changes_nothing(app) {
        let (person, other, id) = one_waits(&app).await;
        let before = everything(&app).await;
        app.pass_minutes(58);
        for client in [person.client(), other.client()] {
            for (method, path, sent) in every_write(&id) {
                client.json(method, path, &sent, &[]).await.refused(401, "UNAUTHORISED");
            }
        }
        let query = format!("/api/event/availability?token={}", person.token);
        app.client().get(&query).await.data();
        assert_eq!(everything(&app).await, before);
    }

    async fn nobody_is_refused_before_the_body_is_looked_at(app) {
        for (method, path, _) in every_write("x") {
            let reply = app.client().send(method, path, axum::http::HeaderMap::new(), "{".into()).await;
            reply.refused(401, "UNAUTHORISED");
        }
    }

    async fn who_was_deleted_or_never_was_cannot_be_booked_for(app) {
        app.set_schedule(week(6)).await;
        let (gone, staff) = (app.athlete().await, app.person(3).await.client());
        app.execute(format!("UPDATE account SET deleted_at = 1 WHERE uaid = '{}'", gone.uaid)).await;
        let sent = changed(&body(DAY, TIME), "uaid", Some(&json!(gone.uaid)));
        staff.post(BOOKING, sent).await.refused_field(404, "NOT_FOUND", "uaid");
        let id = booked(&app.athlete().await, NEXT_DAY, TIME).await;
        let sent = json!({ "uaid": "123456789", "eventBookingID": id });
        staff.delete(CANCEL, sent).await.refused_field(404, "NOT_FOUND", "eventBookingId");
        assert_eq!(app.count("booking").await, 1);
    }

    async fn a_config_that_is_kept_answers_to_the_settings(app) {
        app.set_schedule(eventful_week(6)).await;
        let settings = app.client().get("/api/event/config").await.data();
        let expected = serde_json::to_value(eventful_week(6)).unwrap();
        assert_eq!(settings["bookingSessionConfig"], expected);
        assert_eq!(settings["now"], "2026-03-02T09:00:00.000Z");
        assert_eq!(settings["event"]["eventId"], "sixfold-academy");
        assert_eq!(settings["seasons"].as_array().unwrap().len(), 10);
        cancel_unknown(&app).await;
    }
}

async fn cancel_unknown(app: &TestApp) {
    let person = app.athlete().await;
    cancel(&person, "no-such-booking").await.refused_field(404, "NOT_FOUND", "eventBookingId");
}

fn every_write(id: &str) -> [(Method, &'static str, Value); 6] {
    let moved = json!({ "eventBookingId": id, "eventTestDate": NEXT_DAY, "eventTestTime": TIME });
    [
        (Method::POST, BOOKING, body(NEXT_DAY, TIME)),
        (Method::POST, BOOKING, moved),
        (Method::DELETE, CANCEL, json!({ "eventBookingID": id })),
        (Method::POST, WAITLIST, body(DAY, TIME)),
        (Method::DELETE, WAITLIST, body(DAY, TIME)),
        (Method::POST, ACCEPT, json!({ "offerId": "x" })),
    ]
}
