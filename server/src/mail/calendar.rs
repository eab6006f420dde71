//! The calendar file of a booking (iCalendar, RFC 5545, sent by the rules of RFC 5546).
//!
//! A booking has one UID for life; every change raises SEQUENCE, and a cancellation sends METHOD:CANCEL (RULES 4.9).
//! Times are written as UTC instants, so that a clock change between booking and test cannot shift them.

use icalendar::{Calendar, Component as _, Event, EventLike as _, EventStatus, Property};
use jiff::Timestamp;

use crate::db::messages::mail::{CalendarPart, Method};

/// The host of an address, `sixfold.example`: the second half of the UIDs in calendar files.
pub fn host(public_url: &str) -> &str {
    let rest = public_url.split_once("://").map_or(public_url, |(_, rest)| rest);
    rest.split(['/', ':']).next().filter(|host| !host.is_empty()).unwrap_or("localhost")
}

/// The content of a calendar file.
#[derive(Debug, Clone)]
pub struct Appointment<'a> {
    /// Constant for a booking and globally unique: `{eventBookingId}@{host}`.
    pub uid: String,
    /// 0 at first, raised by one with every change.
    pub sequence: u32,
    pub method: Method,
    /// When this file is made, ms.
    pub stamp_ms: i64,
    pub start_ms: i64,
    pub end_ms: i64,
    pub summary: &'a str,
    pub description: &'a str,
    /// A request for help only keeps the time.
    pub confirmed: bool,
    /// On one line.
    pub location: &'a str,
    /// A link to the ticket.
    pub url: &'a str,
    /// Name and address.
    pub organiser: (&'a str, &'a str),
    /// Name and address.
    pub attendee: (&'a str, &'a str),
}

pub fn write(appointment: &Appointment<'_>) -> CalendarPart {
    let status = match appointment.method {
        Method::Request if appointment.confirmed => EventStatus::Confirmed,
        Method::Request => EventStatus::Tentative,
        Method::Cancel => EventStatus::Cancelled,
    };
    let mut event = Event::new();
    event
        .uid(&appointment.uid)
        .add_property("DTSTAMP", utc(appointment.stamp_ms))
        .add_property("LAST-MODIFIED", utc(appointment.stamp_ms))
        .add_property("DTSTART", utc(appointment.start_ms))
        .add_property("DTEND", utc(appointment.end_ms))
        .sequence(appointment.sequence)
        .summary(&plain(appointment.summary))
        .description(&plain(appointment.description))
        .location(&plain(appointment.location))
        .add_property("URL", appointment.url)
        .add_property("TRANSP", "OPAQUE")
        .append_property(person("ORGANIZER", appointment.organiser))
        .append_multi_property(
            person("ATTENDEE", appointment.attendee)
                .add_parameter("ROLE", "REQ-PARTICIPANT")
                .add_parameter("PARTSTAT", "ACCEPTED")
                .add_parameter("RSVP", "FALSE")
                .done(),
        )
        .status(status);
    let calendar = Calendar::empty()
        .append_property(Property::new("VERSION", "2.0"))
        .append_property(Property::new("PRODID", "-//Sixfold//Booking//EN"))
        .append_property(Property::new("CALSCALE", "GREGORIAN"))
        .append_property(Property::new("METHOD", appointment.method.as_str()))
        .push(event.done())
        .done();
    CalendarPart { method: appointment.method, ics: folded(&calendar) }
}

/// A calendar address with a common name; characters that could end the parameter are dropped.
fn person(key: &str, (name, address): (&str, &str)) -> Property {
    let name: String =
        name.chars().filter(|c| !c.is_control() && !matches!(c, '"' | ';' | ':' | ',')).collect();
    let address: String = address.chars().filter(|c| !c.is_control() && !c.is_whitespace()).collect();
    let mut property = Property::new(key, format!("mailto:{address}"));
    if !name.trim().is_empty() {
        property.add_parameter("CN", name.trim());
    }
    property.done()
}

/// A calendar in lines of at most 75 octets (RFC 5545, 3.1). `icalendar` folds too, but gives some last lines 76.
pub fn folded(calendar: &Calendar) -> String {
    let text = calendar.to_string().replace("\r\n ", "");
    let mut folded = String::with_capacity(text.len() + text.len() / 16);
    for line in text.lines() {
        let mut room = 75;
        for c in line.chars() {
            if c.len_utf8() > room {
                folded.push_str("\r\n ");
                room = 74;
            }
            folded.push(c);
            room -= c.len_utf8();
        }
        folded.push_str("\r\n");
    }
    folded
}

/// A text without the control characters that would end or spoil its line (RFC 5545, 3.3.11): line ends become line feeds, which
/// are written as `\n`.
pub fn plain(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect()
}

/// `20261121T141500Z`. A time outside the calendar, which no booking has, is written as the epoch.
pub fn utc(ms: i64) -> String {
    Timestamp::from_millisecond(ms).unwrap_or(Timestamp::UNIX_EPOCH).strftime("%Y%m%dT%H%M%SZ").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn appointment(method: Method, sequence: u32) -> CalendarPart {
        write(&Appointment {
            uid: "0192@sixfold.example".into(),
            sequence,
            method,
            confirmed: true,
            stamp_ms: 1_795_000_000_000,
            start_ms: 1_795_270_500_000,
            end_ms: 1_795_275_900_000,
            summary: "Test, retest; \"done\"",
            description: "Line one\nCode 7K3M9Q; bring water, shoes",
            location: "Power SiteInfo, 1 Road, SW11 8AB",
            url: "http://localhost:8080/en-gb/my-account-my-booking",
            organiser: ("Sixfold", "hello@sixfold.example"),
            attendee: ("Zoë \"X\" O'Neill", "zoe@example.com"),
        })
    }

    #[test]
    fn carries_uid_sequence_method_and_utc_times() {
        let part = appointment(Method::Cancel, 3);
        for line in ["METHOD:CANCEL", "STATUS:CANCELLED", "SEQUENCE:3", "UID:0192@sixfold.example"] {
            assert!(part.ics.contains(&format!("{line}\r\n")), "{line} missing in {}", part.ics);
        }
        assert!(part.ics.contains("DTSTART:20261121T141500Z\r\n"), "{}", part.ics);
        assert!(part.ics.contains("DTEND:20261121T154500Z\r\n"), "{}", part.ics);
    }

    #[test]
    fn escapes_text_and_keeps_lines_short() {
        let part = appointment(Method::Request, 0);
        let unfolded = part.ics.replace("\r\n ", "");
        assert!(unfolded.contains(r"Line one\nCode 7K3M9Q\; bring water\, shoes"), "{unfolded}");
        assert!(unfolded.contains("CN=Zoë X O'Neill"), "{unfolded}");
        assert!(part.ics.lines().all(|line| line.len() <= 75), "{}", part.ics);
        assert_eq!(part.ics.matches("DTSTAMP").count(), 1);
    }

    #[test]
    fn no_line_has_more_than_75_octets() {
        for length in 60..240 {
            let summary = "é".repeat(length / 2) + &"x".repeat(length % 2);
            let mut event = Event::new();
            let folded = folded(&Calendar::empty().push(event.summary(&summary).done()).done());
            assert!(folded.split("\r\n").all(|line| line.len() <= 75), "{length}: {folded}");
            assert!(folded.replace("\r\n ", "").contains(&format!("\r\nSUMMARY:{summary}\r\n")), "{folded}");
        }
    }

    #[test]
    fn no_character_of_a_text_ends_its_line() {
        assert_eq!(plain("a\r\nb\rc\nd\te\u{7}\u{85}\0f"), "a\nb\nc\nd\tef");
    }
}
