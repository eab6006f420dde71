//! Calendar files, with whatever words staff and athletes have typed.

use sixfold_domain::slot::BookingSessionConfig;
use sixfold_domain::time::{Date, SlotTime};
use sixfold_server::booking::ical_feed::{self, CalendarFeed};
use sixfold_server::db::calendar::calendar_feed::{SlotOccupancy, TeamVisit};
use sixfold_server::db::calendar::schedule::Event;
use sixfold_server::mail::Method;
use sixfold_server::mail::calendar::{Appointment, write};

/// The properties of a booking's file, in order.
const BOOKING: [&str; 23] = [
    "BEGIN",
    "VERSION",
    "PRODID",
    "CALSCALE",
    "METHOD",
    "BEGIN",
    "DESCRIPTION",
    "DTEND",
    "DTSTAMP",
    "DTSTART",
    "LAST-MODIFIED",
    "LOCATION",
    "ORGANIZER",
    "SEQUENCE",
    "STATUS",
    "SUMMARY",
    "TRANSP",
    "UID",
    "URL",
    "ATTENDEE",
    "END",
    "END",
    "",
];

/// Lines are folded as RFC 5545 wants them, no word ends its line, and a reader gets the words as they were typed.
pub fn check(bytes: &[u8]) {
    let Some([summary, description, location, organiser, attendee, address, team]) = super::pieces(bytes)
    else {
        return;
    };
    let part = write(&Appointment {
        uid: "0192@sixfold.example".into(),
        sequence: 1,
        method: Method::Request,
        confirmed: true,
        stamp_ms: 1_795_000_000_000,
        start_ms: 1_795_270_500_000,
        end_ms: 1_795_275_900_000,
        summary,
        description,
        location,
        url: "https://sixfold.example/en-gb/my-account-my-booking",
        organiser: (organiser, "hello@sixfold.example"),
        attendee: (attendee, address),
    });
    let lines = unfolded(&part.ics);
    let mut names: Vec<&str> = lines.iter().map(|(name, _)| name.as_str()).collect();
    let mut expected: Vec<&str> = BOOKING.into_iter().filter(|name| !name.is_empty()).collect();
    names.sort_unstable();
    expected.sort_unstable();
    assert_eq!(names, expected, "{:?}", part.ics);
    for (name, typed) in [("SUMMARY", summary), ("DESCRIPTION", description), ("LOCATION", location)] {
        assert_eq!(text(&lines, name), [shown(typed)], "{name} of {:?}", part.ics);
    }
    feed(location, team);
}

fn feed(location: &str, team: &str) {
    let today: Date = "2026-11-21".parse().unwrap();
    let time = SlotTime::from_index(20).unwrap();
    let event = Event {
        event_id: "1".into(),
        name: "Event".into(),
        location_name: location.into(),
        location_address: "1 Road".into(),
        location_post_code: "SW11 8AB".into(),
        location_contact_number: String::new(),
        location_contact_email: String::new(),
        map_url: String::new(),
    };
    let made = ical_feed::write(&CalendarFeed {
        site: "Sixfold",
        host: "sixfold.example",
        event: &event,
        config: &BookingSessionConfig::default(),
        slots: &[SlotOccupancy { date: today, time, taken: 2, capacity: 6 }],
        teams: &[TeamVisit { id: "t".into(), name: team.into(), date: today, time, members: 3 }],
        today,
        days: (today, today.add_days(7)),
    })
    .unwrap();
    let lines = unfolded(&made);
    let entries = lines.iter().filter(|(name, rest)| name == "BEGIN" && rest == "VEVENT").count();
    assert_eq!(entries, 2, "{made:?}");
    assert_eq!(
        text(&lines, "LOCATION"),
        [shown(&format!("{location}, 1 Road")), shown(&format!("{location}, 1 Road"))]
    );
    assert!(text(&lines, "SUMMARY").contains(&shown(&format!("{team}: 3 athletes"))), "{made:?}");
}

/// Each line as its name and what follows the first colon.
fn unfolded(ics: &str) -> Vec<(String, String)> {
    let body = ics.strip_suffix("\r\n").expect("the last line ends");
    for line in body.split("\r\n") {
        assert!(line.len() <= 75, "{} octets: {line:?}", line.len());
        assert!(!line.contains(|c: char| c.is_control() && c != '\t'), "{line:?}");
    }
    let lines = body.replace("\r\n ", "");
    let split = |line: &str| {
        let end = line.find([':', ';']).unwrap_or_else(|| panic!("no property: {line:?} of {ics:?}"));
        let (name, rest) = line.split_at(end);
        (name.to_owned(), rest.strip_prefix(':').unwrap_or(rest).to_owned())
    };
    lines.split("\r\n").map(split).collect()
}

/// The texts of a property, without their escapes.
fn text(lines: &[(String, String)], property: &str) -> Vec<String> {
    let plain = |escaped: &str| {
        let (mut text, mut chars) = (String::new(), escaped.chars());
        while let Some(c) = chars.next() {
            match c {
                '\\' => text.push(match chars.next().expect("something after a backslash") {
                    'n' | 'N' => '\n',
                    c @ ('\\' | ';' | ',') => c,
                    c => panic!("\\{c} in {escaped:?}"),
                }),
                ';' | ',' => panic!("{c} without a backslash in {escaped:?}"),
                c => text.push(c),
            }
        }
        text
    };
    lines.iter().filter(|(name, _)| name == property).map(|(_, rest)| plain(rest)).collect()
}

/// What a calendar can show of a text: line ends as one character, tabs, and no other control character.
fn shown(typed: &str) -> String {
    typed
        .replace("\r\n", "\n")
        .replace('\r', "\n")
        .chars()
        .filter(|c| !c.is_control() || matches!(c, '\n' | '\t'))
        .collect()
}
