//! The calendar to which staff subscribe, read as a calendar program does.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method};
use icalendar::parser::{read_calendar, unfold};
use serde_json::{Value, json};
use sixfold_domain::slot::{BookingSessionConfig, SessionWindow};
use sixfold_tests::{Client, Person, Reply, both};

use super::stage::{DAY, NEXT_DAY, TIME, booked, cancel, date, week};

const FEED: &str = "/api/user/calendar-feed";

/// A new link of somebody, as the path that a calendar program requests.
async fn link(person: &Person) -> String {
    let data = person.client().post(FEED, json!({})).await.data();
    data["url"].as_str().unwrap().strip_prefix("http://localhost:8080").unwrap().to_owned()
}

/// The entries of a calendar, each as its title and its start.
fn entries(reply: &Reply) -> Vec<String> {
    assert_eq!(reply.status, 200, "{}", reply.text());
    assert!(reply.header("content-type").starts_with("text/calendar"));
    let text = reply.text();
    let unfolded = unfold(&text);
    let calendar = read_calendar(&unfolded).unwrap_or_else(|error| panic!("{error}: {text}"));
    let told = |entry: &icalendar::parser::Component<'_>, name: &str| {
        let found = entry.properties.iter().find(|property| property.name.as_str() == name);
        found.unwrap_or_else(|| panic!("{name} is missing")).val.to_string()
    };
    let mut uids: Vec<_> = calendar.components.iter().map(|entry| told(entry, "UID")).collect();
    uids.dedup();
    assert_eq!(uids.len(), calendar.components.len(), "each is itself");
    calendar
        .components
        .iter()
        .map(|entry| format!("{} {}", told(entry, "SUMMARY"), told(entry, "DTSTART")))
        .collect()
}

async fn again(client: &Client, path: &str, tag: &str) -> Reply {
    let mut headers = HeaderMap::new();
    headers.insert("if-none-match", HeaderValue::from_str(tag).unwrap());
    client.send(Method::GET, path, headers, Body::empty()).await
}

both! {
    async fn a_calendar_tells_of_the_schedule_and_of_places_but_of_no_athlete(app) {
        let session = SessionWindow {
            session_date: date(NEXT_DAY),
            session_start: "12:00".parse().unwrap(),
            session_end: "13:00".parse().unwrap(),
        };
        app.set_schedule(BookingSessionConfig {
            closed_dates: vec![date("2026-03-12")],
            training_sessions: vec![session],
            ..week(6)
        }).await;
        let (one, two) = (app.athlete().await, app.athlete().await);
        booked(&one, DAY, TIME).await;
        let second = booked(&two, DAY, TIME).await;
        let coach = app.person(4).await;
        app.execute(format!(
            "INSERT INTO team (team_booking_id, event_id, name, test_date, test_time, coach_uaid, created_at, created_by, updated_at) \
             VALUES ('t1', 'sixfold-academy', 'Harriers, first; eight', '{DAY}', '{TIME}', '{uaid}', 1, '{uaid}', 1), \
             ('t2', 'sixfold-academy', 'Rowers', '{NEXT_DAY}', '{TIME}', NULL, 1, '{uaid}', 1)",
            uaid = coach.uaid
        )).await;
        app.execute(format!("UPDATE booking SET team_booking_id = 't1' WHERE booking_id = '{second}'")).await;
        let delivery = app.person(3).await;
        assert_eq!(delivery.client().get(FEED).await.data()["createdAt"], Value::Null);
        let path = link(&delivery).await;
        let program = app.client();
        let reply = program.get(&path).await;
        assert_eq!(entries(&reply), [
            "Closed 20260312",
            "Staff training 20260306T120000Z",
            "2 of 6 booked 20260305T100000Z",
            "Harriers, first; eight: 1 athlete 20260305T100000Z",
            "Rowers: 0 athletes 20260306T100000Z",
        ]);
        assert!(reply.text().contains(r"SUMMARY:Harriers\, first\; eight"), "{}", reply.text());
        for word in ["Robin", "Field", "@athletes", &one.uaid] {
            assert!(!reply.text().contains(word), "{word}");
        }
        let own = entries(&program.get(&link(&coach).await).await);
        assert!(own.iter().any(|entry| entry.starts_with("Harriers")), "{own:?}");
        assert!(!own.iter().any(|entry| entry.starts_with("Rowers") || entry.contains("booked")), "{own:?}");
        // It is not sent again until something has changed.
        let tag = reply.header("etag");
        assert_eq!(again(&program, &path, &tag).await.status, 304);
        cancel(&two, &second).await.data();
        let changed = again(&program, &path, &tag).await;
        assert!(entries(&changed).iter().any(|entry| entry.starts_with("1 of 6 booked")));
    }

    // RULES 11.4
    async fn a_link_is_stored_nowhere(app) {
        let staff = app.person(2).await;
        let keyed = async || staff.client().keyed(Method::POST, FEED, "k", json!({})).await.data()["url"].clone();
        assert_ne!(keyed().await, keyed().await, "a repeat makes another link");
        assert_eq!(app.count("idempotency_key").await, 0);
    }

    async fn a_link_is_its_owner_s_to_take_back_and_ends_with_their_role(app) {
        let staff = app.person(2).await;
        let program = app.client();
        let first = link(&staff).await;
        assert!(staff.client().get(FEED).await.data()["createdAt"].is_string());
        let second = link(&staff).await;
        program.get(&first).await.refused(404, "NOT_FOUND");
        assert_eq!(program.get(&second).await.status, 200);
        program.get(second.strip_suffix(".ics").unwrap()).await.refused(404, "NOT_FOUND");
        staff.client().json(Method::DELETE, FEED, &json!({}), &[]).await.data();
        program.get(&second).await.refused(404, "NOT_FOUND");
        let third = link(&staff).await;
        app.execute(format!("UPDATE account SET role = 1 WHERE uaid = '{}'", staff.uaid)).await;
        program.get(&third).await.refused(404, "NOT_FOUND");
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE action LIKE 'calendar.%'").await, 4);
    }

    async fn a_link_does_not_come_back_with_the_role(app) {
        let (delivery, coach) = (app.person(3).await, app.person(4).await);
        let path = link(&coach).await;
        let program = app.client();
        assert_eq!(program.get(&path).await.status, 200);
        for role in [1, 4] {
            let call = format!("/api/event/admin/user/role?uaid={}&roleid={role}", coach.uaid);
            delivery.client().post(&call, json!({})).await.data();
            program.get(&path).await.refused(404, "NOT_FOUND");
        }
    }
}
