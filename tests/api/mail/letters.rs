//! Letters as a mail program reads them, and their calendar files as a calendar program does.

use icalendar::parser::{Component, read_calendar, unfold};
use mail_parser::{Message, MessageParser, MimeHeaders as _};
use serde_json::json;
use sixfold_domain::slot::BookingSessionConfig;
use sixfold_server::app::jobs::{close_missed, send_due};
use sixfold_server::mail::deliver::Transport;
use sixfold_tests::{TestApp, both};

use crate::event::stage::{
    BOOKING, DAY, LATER, NEXT_DAY, TIME, booked, cancel, go_to, one_booked, shift, wait, week,
};

/// Sends what is due and returns the files written, oldest first.
async fn delivered(app: &TestApp) -> Vec<Vec<u8>> {
    let transport = Transport::from_config(None, app.data_dir()).unwrap();
    send_due(&app.state, &transport).await.unwrap();
    let folder = app.data_dir().join("mail");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort_by_key(|file| {
        file.file_name().unwrap().to_str().unwrap().rsplit('-').take(5).collect::<Vec<_>>().join("-")
    });
    assert!(files.iter().all(|file| file.extension().is_some_and(|end| end == "eml")), "{files:?}");
    let mut letters: Vec<_> = files.into_iter().map(|file| std::fs::read(file).unwrap()).collect();
    letters.sort_by_key(|letter| sequence(letter));
    letters
}

fn parse(letter: &[u8]) -> Message<'_> {
    MessageParser::default().parse(letter).expect("a message")
}

/// The content of a calendar file.
#[derive(Debug, PartialEq, Eq, Clone)]
struct Appointment {
    method: String,
    uid: String,
    sequence: u32,
    start: String,
    end: String,
    status: String,
}

/// The calendar part of a letter, and its attached copy, which must be the same.
fn appointment(letter: &[u8]) -> Option<Appointment> {
    let message = parse(letter);
    let calendars: Vec<_> = message
        .parts
        .iter()
        .filter(|part| {
            part.content_type()
                .is_some_and(|kind| kind.ctype() == "text" && kind.subtype() == Some("calendar"))
        })
        .collect();
    let first = calendars.first()?;
    assert_eq!(calendars.len(), 2, "in the alternatives and as a file");
    let text = String::from_utf8(first.contents().to_vec()).unwrap();
    assert_eq!(first.contents(), calendars[1].contents());
    assert_eq!(calendars[1].attachment_name(), Some("test.ics"));
    let unfolded = unfold(&text);
    let calendar = read_calendar(&unfolded).unwrap_or_else(|error| panic!("{error}: {text}"));
    let told = |name: &str| -> String {
        let found = calendar.properties.iter().find(|property| property.name.as_str() == name);
        found.unwrap_or_else(|| panic!("{name} is missing")).val.to_string()
    };
    assert_eq!(told("VERSION"), "2.0");
    assert!(!told("PRODID").is_empty());
    let method = told("METHOD");
    for part in &calendars {
        assert_eq!(part.content_type().unwrap().attribute("method"), Some(method.as_str()));
    }
    assert_eq!(calendar.components.len(), 1);
    let event = &calendar.components[0];
    assert_eq!(event.name.as_str(), "VEVENT");
    let of = |name: &str| -> String { property(event, name) };
    assert!(of("ORGANIZER").starts_with("mailto:"));
    assert!(of("ATTENDEE").contains("@athletes.example"));
    assert!(of("DTSTAMP").ends_with('Z'));
    Some(Appointment {
        method,
        uid: of("UID"),
        sequence: of("SEQUENCE").parse().unwrap(),
        start: of("DTSTART"),
        end: of("DTEND"),
        status: of("STATUS"),
    })
}

fn property(event: &Component<'_>, name: &str) -> String {
    let found = event.properties.iter().find(|property| property.name.as_str() == name);
    found.unwrap_or_else(|| panic!("{name} is missing in {event:?}")).val.to_string()
}

fn sequence(letter: &[u8]) -> Option<u32> {
    appointment(letter).map(|appointment| appointment.sequence)
}

both! {
    async fn a_letter_has_text_html_and_a_calendar_file(app) {
        app.set_schedule(week(6)).await;
        let person = app.athlete().await;
        booked(&person, DAY, TIME).await;
        let letters = delivered(&app).await;
        assert_eq!(letters.len(), 1);
        let message = parse(&letters[0]);
        assert_eq!(message.to().unwrap().first().unwrap().address(), Some(person.email.as_str()));
        assert_eq!(message.to().unwrap().first().unwrap().name(), Some("Robin Field"));
        assert_eq!(message.from().unwrap().first().unwrap().address(), Some("hello@sixfold.example"));
        // The academy's address, as in the letter's foot.
        assert_eq!(message.reply_to().unwrap().first().unwrap().address(), Some("academy@sixfold.example"));
        assert_eq!(message.subject(), Some("You're in: Thu 5 Mar 2026, 10:00"));
        assert!(message.message_id().unwrap().ends_with("@sixfold.example"));
        assert_eq!(message.date().unwrap().to_timestamp() * 1_000, sixfold_tests::app::START_MS);
        let (plain, html) = (message.body_text(0).unwrap(), message.body_html(0).unwrap());
        let code = app.texts("SELECT code FROM booking").await.remove(0).unwrap();
        for text in [plain.as_ref(), html.as_ref()] {
            assert!(text.contains(&code) && text.contains("Thu 5 Mar 2026, 10:00") && text.contains("SW11 8DD"), "{text}");
            assert!(text.contains("http://localhost:8080/en-gb/my-account-my-booking"), "{text}");
            assert!(!text.contains(&person.token));
        }
        assert!(html.starts_with("<!") && !plain.contains('<'), "{html} {plain}");
        assert!(appointment(&letters[0]).is_some());
    }

    // RULES 4.9
    async fn one_booking_is_one_appointment_through_all_its_changes(app) {
        let (person, id) = one_booked(&app, 6).await;
        delivered(&app).await;
        shift(&person, &id, DAY, LATER).await.data();
        delivered(&app).await;
        shift(&person, &id, NEXT_DAY, LATER).await.data();
        delivered(&app).await;
        cancel(&person, &id).await.data();
        let told: Vec<_> = delivered(&app).await.iter().map(|letter| appointment(letter).unwrap()).collect();
        let expected = |method: &str, sequence: u32, start: &str, end: &str, status: &str| Appointment {
            method: method.to_owned(),
            uid: format!("{id}@localhost"),
            sequence,
            start: start.to_owned(),
            end: end.to_owned(),
            status: status.to_owned(),
        };
        let expected = [
            expected("REQUEST", 0, "20260305T100000Z", "20260305T113000Z", "CONFIRMED"),
            expected("REQUEST", 1, "20260305T141500Z", "20260305T154500Z", "CONFIRMED"),
            expected("REQUEST", 2, "20260306T141500Z", "20260306T154500Z", "CONFIRMED"),
            expected("CANCEL", 3, "20260306T141500Z", "20260306T154500Z", "CANCELLED"),
        ];
        assert_eq!(told, expected);
    }

    async fn summer_and_winter_and_the_days_of_the_change_start_at_the_right_instant(app) {
        app.set_schedule(BookingSessionConfig { window_days: 300, ..week(6) }).await;
        for (day, start) in [
            ("2026-03-28", "20260328T100000Z"), ("2026-03-29", "20260329T090000Z"), ("2026-07-01", "20260701T090000Z"),
            ("2026-10-24", "20261024T090000Z"), ("2026-10-25", "20261025T100000Z"), ("2026-12-24", "20261224T100000Z"),
        ] {
            let person = app.athlete().await;
            booked(&person, day, TIME).await;
            let letters = delivered(&app).await;
            let mine = letters.iter().filter(|letter| {
                parse(letter).to().unwrap().first().unwrap().address() == Some(person.email.as_str())
            });
            let told: Vec<_> = mine.map(|letter| appointment(letter).unwrap().start).collect();
            assert_eq!(told, [start], "{day}");
        }
    }

    async fn every_change_writes_one_letter(app) {
        app.set_schedule(week(1)).await;
        let (person, other) = (app.athlete().await, app.athlete().await);
        let (desk, delivery) = (app.person(2).await.client(), app.person(3).await.client());
        let mut expected: Vec<&str> = Vec::new();
        let id = booked(&person, DAY, TIME).await;
        expected.push("booking-confirmed");
        assert_eq!(kinds(&app).await, expected);
        shift(&person, &id, DAY, LATER).await.data();
        expected.push("booking-moved");
        assert_eq!(kinds(&app).await, expected);
        wait(&other, DAY, LATER).await.data();
        assert_eq!(kinds(&app).await, expected, "standing in line is no change of a booking");
        cancel(&person, &id).await.data();
        expected.extend(["waitlist-offer", "booking-cancelled"]);
        assert_eq!(kinds(&app).await, sorted(&expected));
        let ask = json!({ "eventTestStatus": "assistance", "eventTestDate": NEXT_DAY, "eventTestTime": TIME });
        let help = person.client().post(BOOKING, ask).await.data()["eventBookingId"].clone();
        expected.push("assistance-requested");
        assert_eq!(kinds(&app).await, sorted(&expected));
        let confirm = json!({ "uaid": person.uaid, "eventBookingId": help });
        delivery.post(BOOKING, confirm).await.data();
        expected.push("assistance-confirmed");
        assert_eq!(kinds(&app).await, sorted(&expected));
        let decline = json!({ "uaid": person.uaid, "eventBookingId": help, "eventTestStatus": "declined" });
        desk.post(BOOKING, decline).await.data();
        expected.push("booking-declined");
        assert_eq!(kinds(&app).await, sorted(&expected));
        booked(&person, NEXT_DAY, LATER).await;
        expected.push("booking-confirmed");
        go_to(&app, "2026-03-07", "00:00").await;
        assert_eq!(close_missed(&app.state).await.unwrap(), 1);
        expected.push("booking-missed");
        assert_eq!(kinds(&app).await, sorted(&expected));
        for letter in delivered(&app).await {
            assert!(parse(&letter).body_text(0).is_some() && parse(&letter).body_html(0).is_some());
        }
    }

    // RULES 4.5
    async fn who_was_never_answered_is_not_said_to_have_missed_a_test(app) {
        app.set_schedule(week(1)).await;
        let person = app.athlete().await;
        let ask = json!({ "eventTestStatus": "assistance", "eventTestDate": DAY, "eventTestTime": TIME });
        person.client().post(BOOKING, ask).await.data();
        // Nor is somebody whose request staff close.
        let other = app.athlete().await;
        let ask = json!({ "eventTestStatus": "assistance", "eventTestDate": DAY, "eventTestTime": LATER });
        let id = other.client().post(BOOKING, ask).await.data()["eventBookingId"].clone();
        let close = json!({ "uaid": other.uaid, "eventBookingId": id, "eventTestStatus": "dnt" });
        app.person(3).await.client().post(BOOKING, close).await.data();
        let told = ["assistance-requested", "assistance-requested", "assistance-missed"];
        assert_eq!(kinds(&app).await, sorted(&told));
        go_to(&app, NEXT_DAY, "00:00").await;
        assert_eq!(close_missed(&app.state).await.unwrap(), 1);
        assert_eq!(kinds(&app).await, sorted(&[&told[..], &["assistance-missed"]].concat()));
    }

    async fn a_refused_change_writes_none(app) {
        app.set_schedule(week(1)).await;
        let (person, late) = (app.athlete().await, app.athlete().await);
        let id = booked(&person, DAY, TIME).await;
        crate::event::stage::book(&late, DAY, TIME).await.refused(409, "SLOT_FULL");
        crate::event::stage::book(&person, DAY, LATER).await.refused(409, "BOOKING_OPEN_EXISTS");
        shift(&person, &id, DAY, "09:00").await.refused(422, "NOT_OFFERED");
        cancel(&late, &id).await.refused(403, "FORBIDDEN");
        assert_eq!(kinds(&app).await, ["booking-confirmed"]);
    }

    async fn names_cannot_break_out_of_a_letter(app) {
        app.set_schedule(week(6)).await;
        let person = app.athlete().await;
        app.execute(format!(
            "UPDATE account SET first_name = 'Zoë <b>&', last_name = 'O''Neill; X:\"Y' WHERE uaid = '{}'", person.uaid
        ))
        .await;
        booked(&person, DAY, TIME).await;
        let letters = delivered(&app).await;
        let message = parse(&letters[0]);
        assert_eq!(message.to().unwrap().first().unwrap().name(), Some("Zoë <b>& O'Neill; X:\"Y"));
        assert!(message.body_html(0).unwrap().contains("Zoë &lt;b&gt;&amp;"), "{}", message.body_html(0).unwrap());
        assert!(appointment(&letters[0]).is_some());
    }
}

/// The kinds of the letters in the outbox, sorted.
async fn kinds(app: &TestApp) -> Vec<String> {
    app.texts("SELECT kind FROM mail_outbox")
        .await
        .into_iter()
        .flatten()
        .collect::<std::collections::BinaryHeap<_>>()
        .into_sorted_vec()
}

fn sorted(kinds: &[&str]) -> Vec<String> {
    let mut kinds: Vec<String> = kinds.iter().map(|kind| (*kind).to_owned()).collect();
    kinds.sort();
    kinds
}
