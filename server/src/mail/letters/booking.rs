//! Letters about each change of a booking, with their calendar file.

use sixfold_domain::booking::{BookingStatus, BookingType};
use sixfold_domain::time::{Date, SlotTime, TimeOfDay, london_to_millis};

use super::{Code, Letter, Message, Recipient, SiteInfo, plain};
use crate::content::dates::spoken;
use crate::db::bookings::booking::Booking;
use crate::db::messages::mail::{CalendarPart, Method};
use crate::db::messages::notification::message as notification;
use crate::mail::calendar::{self, Appointment};

/// The length of an appointment in a calendar: a full round of the six tests takes an hour and a half.
const VISIT_MS: i64 = 90 * 60_000;

/// How early athletes should arrive, in minutes.
const EARLY_MINUTES: u16 = 10;

/// The booking that a letter is about, after the change.
#[derive(Debug, Clone)]
pub struct Ticket {
    /// Never changes, so that the calendar's UID does not either.
    pub booking_id: String,
    /// How many changes came before this one.
    pub sequence: u32,
    pub date: Option<Date>,
    pub time: Option<SlotTime>,
    /// The code to show at the desk.
    pub code: String,
    /// `Test` or `Retest`.
    pub label: &'static str,
    /// False for a request for assistance that has not been confirmed: its code opens nothing yet.
    pub confirmed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Booked by the athlete.
    Confirmed,
    /// The athlete asked for assistance; the seat, if one was chosen, is reserved.
    AssistanceAsked,
    /// Staff undid the decline of a request for assistance.
    AssistanceReopened,
    /// Staff made the assistance booking.
    AssistanceConfirmed,
    /// Moved to another date or time; holds the former one.
    Moved(Option<(Date, SlotTime)>),
    /// Cancelled by staff or by the athlete.
    Cancelled { by_staff: bool },
    /// Declined by staff.
    Declined,
    /// Closed without a score: the day has passed and the athlete did not come, or staff said so.
    Missed,
    /// The same of a request for assistance, which was never confirmed.
    Unanswered,
}

impl Change {
    /// Whether the booking is over with it.
    const fn ends(self) -> bool {
        match self {
            Self::Confirmed
            | Self::AssistanceAsked
            | Self::AssistanceReopened
            | Self::AssistanceConfirmed
            | Self::Moved(_) => false,
            Self::Cancelled { .. } | Self::Declined | Self::Missed | Self::Unanswered => true,
        }
    }
}

impl Ticket {
    /// The ticket of a booking in its present state.
    pub fn of(booking: &Booking) -> Self {
        Self {
            booking_id: booking.id.clone(),
            sequence: u32::try_from(booking.sequence).unwrap_or(0),
            date: booking.slot.map(|(date, _)| date),
            time: booking.slot.map(|(_, time)| time),
            code: booking.code.clone(),
            label: match booking.booking_type {
                BookingType::Test => "Test",
                BookingType::Retest => "Retest",
            },
            confirmed: booking.status != BookingStatus::Assistance,
        }
    }

    /// The booking until it changes again.
    fn unchanged(&self) -> notification::About {
        notification::About::Booking { id: self.booking_id.clone(), sequence: i64::from(self.sequence) }
    }
}

/// The letter about a change of a booking.
pub fn booking(
    site_info: &SiteInfo,
    to: &Recipient,
    ticket: &Ticket,
    change: Change,
    now_ms: i64,
) -> Message {
    let (kind, letter) = wording(site_info, to, ticket, change);
    let calendar = appointment(site_info, to, ticket, change, now_ms);
    let useful_with = (!change.ends()).then(|| ticket.unchanged());
    Message { calendar, useful_with, ..plain(to, kind, letter) }
}

/// Who has booked the athlete, and the secret with which the athlete answers.
#[derive(Debug, Clone, Copy)]
pub struct CoachRequest<'a> {
    pub coach: &'a str,
    pub secret: &'a str,
}

/// The letter that a coach has booked the athlete: the ticket, and two links to answer. Their secret is behind `#`,
/// where no server logs it.
pub fn coach_booking(
    site_info: &SiteInfo,
    to: &Recipient,
    ticket: &Ticket,
    request: CoachRequest<'_>,
    now_ms: i64,
) -> Message {
    let about = About::of(site_info, to, ticket);
    let link = |answer: &str| site_info.page(&format!("coach-booking#{answer}={}", request.secret));
    let values = [
        ("firstName", to.first_name.trim()),
        ("when", &about.when),
        ("where", &about.place),
        ("code", &ticket.code),
        ("coach", request.coach),
    ];
    let letter = Letter {
        code: Some(about.code()),
        facts: about.ticket_facts().into_iter().chain([("Your coach", request.coach.to_owned())]).collect(),
        button: Some(("Let this coach see my results", link("accept"))),
        links: vec![("That’s not for me", link("decline")), about.see()],
        ..site_info.worded("letter-coach-booking", &values)
    };
    let calendar = appointment(site_info, to, ticket, Change::Confirmed, now_ms);
    Message { calendar, ..plain(to, "coach-booking", letter) }
}

/// The letter on the day before. It says “tomorrow”, which ends at midnight.
pub fn reminder(site_info: &SiteInfo, to: &Recipient, ticket: &Ticket) -> Message {
    let about = About::of(site_info, to, ticket);
    let letter = Letter {
        code: Some(about.code()),
        facts: about.ticket_facts(),
        button: Some(about.see()),
        links: site_info.map(),
        ..about.worded("letter-booking-reminder")
    };
    let useful_until = ticket.date.and_then(|date| london_to_millis(date, TimeOfDay::MIDNIGHT).ok());
    Message { useful_until, useful_with: Some(ticket.unchanged()), ..plain(to, "booking-reminder", letter) }
}

/// What the letters about a booking have in common.
struct About<'a> {
    site_info: &'a SiteInfo,
    to: &'a Recipient,
    ticket: &'a Ticket,
    when: String,
    place: String,
}

impl<'a> About<'a> {
    fn of(site_info: &'a SiteInfo, to: &'a Recipient, ticket: &'a Ticket) -> Self {
        let when = match (ticket.date, ticket.time) {
            (Some(date), Some(time)) => spoken(date, time),
            _ => "We'll find one with you".to_owned(),
        };
        Self { site_info, to, ticket, when, place: site_info.where_it_is() }
    }

    /// A booking that is over: nobody looks for a time any more.
    fn of_ended(site_info: &'a SiteInfo, to: &'a Recipient, ticket: &'a Ticket) -> Self {
        let about = Self::of(site_info, to, ticket);
        if ticket.date.is_some() { about } else { Self { when: "your request".to_owned(), ..about } }
    }

    fn worded(&self, letter: &str) -> Letter {
        let values = [
            ("firstName", self.to.first_name.trim()),
            ("when", &self.when),
            ("where", &self.place),
            ("code", &self.ticket.code),
        ];
        self.site_info.worded(letter, &values)
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        vec![
            ("What", self.ticket.label.to_owned()),
            ("When", self.when.clone()),
            ("Where", self.place.clone()),
        ]
    }

    /// As on the ticket: also the name, and when to be there.
    fn ticket_facts(&self) -> Vec<(&'static str, String)> {
        let mut facts = self.facts();
        if let Some(time) = self.ticket.time {
            facts.insert(2, ("Arrive by", clock(time.minutes().saturating_sub(EARLY_MINUTES))));
        }
        let name = format!("{} {}", self.to.first_name, self.to.last_name);
        if !name.trim().is_empty() {
            facts.insert(0, ("Name", name.trim().to_owned()));
        }
        facts
    }

    fn code(&self) -> Code {
        Code { label: "Your code", text: self.ticket.code.clone(), scanned: true }
    }

    fn see(&self) -> (&'static str, String) {
        ("See your ticket", self.site_info.page("my-account-my-booking"))
    }
}

fn wording(site_info: &SiteInfo, to: &Recipient, ticket: &Ticket, change: Change) -> (&'static str, Letter) {
    let open = !change.ends();
    let about = if open { About::of(site_info, to, ticket) } else { About::of_ended(site_info, to, ticket) };
    // The kind for operators, the item with the wording, and the facts shown.
    let (kind, letter) = match change {
        Change::Confirmed => ("booking-confirmed", "letter-booking-confirmed"),
        Change::AssistanceConfirmed => ("assistance-confirmed", "letter-assistance-confirmed"),
        Change::AssistanceAsked | Change::AssistanceReopened => {
            ("assistance-requested", "letter-assistance-requested")
        }
        Change::Moved(_) if !ticket.confirmed => ("assistance-moved", "letter-assistance-moved"),
        Change::Moved(_) => ("booking-moved", "letter-booking-moved"),
        Change::Cancelled { by_staff: true } => ("booking-cancelled", "letter-booking-cancelled-by-staff"),
        Change::Cancelled { by_staff: false } => ("booking-cancelled", "letter-booking-cancelled"),
        Change::Declined => ("booking-declined", "letter-booking-declined"),
        Change::Missed => ("booking-missed", "letter-booking-missed"),
        Change::Unanswered => ("assistance-missed", "letter-assistance-missed"),
    };
    let is_request = matches!(change, Change::AssistanceAsked | Change::AssistanceReopened);
    let has_ticket = open && ticket.confirmed && !is_request;
    let mut facts = if has_ticket {
        about.ticket_facts()
    } else if open || ticket.date.is_some() {
        about.facts()
    } else {
        Vec::new()
    };
    if let Change::Moved(Some((date, time))) = change {
        facts.push(("Was", spoken(date, time)));
    }
    let button =
        if open { Some(about.see()) } else { Some(("Book a test", site_info.page("my-account-book-test"))) };
    let code = has_ticket.then(|| about.code());
    let links = if has_ticket { site_info.map() } else { Vec::new() };
    (kind, Letter { code, facts, button, links, ..about.worded(letter) })
}

/// `13:50`
fn clock(minutes: u16) -> String {
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

/// The calendar file of a change. None for a booking without a time, or for a day that has passed.
fn appointment(
    site_info: &SiteInfo,
    to: &Recipient,
    ticket: &Ticket,
    change: Change,
    now_ms: i64,
) -> Option<CalendarPart> {
    let start_ms = london_to_millis(ticket.date?, ticket.time?.time_of_day()).ok()?;
    let (method, description) = match change {
        Change::Cancelled { .. } | Change::Declined => (Method::Cancel, "This test is off.".to_owned()),
        Change::AssistanceAsked | Change::AssistanceReopened | Change::Moved(_) if !ticket.confirmed => {
            (Method::Request, "We're holding this time and will confirm it by e-mail.".to_owned())
        }
        Change::Confirmed
        | Change::AssistanceAsked
        | Change::AssistanceReopened
        | Change::AssistanceConfirmed
        | Change::Moved(_) => {
            let code = &ticket.code;
            let text = format!("Your code: {code}\nCome ten minutes early. Bring water and indoor shoes.");
            (Method::Request, text)
        }
        Change::Missed | Change::Unanswered => return None,
    };
    Some(calendar::write(&Appointment {
        uid: format!("{}@{}", ticket.booking_id, calendar::host(&site_info.public_url)),
        sequence: ticket.sequence,
        method,
        confirmed: ticket.confirmed,
        stamp_ms: now_ms,
        start_ms,
        end_ms: start_ms + VISIT_MS,
        summary: &format!("{} {}", site_info.site, ticket.label.to_lowercase()),
        description: &description,
        location: &site_info.where_it_is(),
        url: &site_info.page("my-account-my-booking"),
        organiser: (&site_info.site, &site_info.email),
        attendee: (format!("{} {}", to.first_name, to.last_name).trim(), &to.email),
    }))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{site_info, zoe};
    use super::*;

    fn ticket(sequence: u32) -> Ticket {
        Ticket {
            booking_id: "b1".into(),
            sequence,
            date: Some("2026-07-01".parse().unwrap()),
            time: Some("14:15".parse().unwrap()),
            code: "7K3M9Q".into(),
            label: "Test",
            confirmed: true,
        }
    }

    #[test]
    fn summer_times_are_given_as_utc_instants() {
        let mail = booking(&site_info(), &zoe(), &ticket(0), Change::Confirmed, 0);
        let ics = mail.calendar.unwrap().ics;
        assert!(ics.contains("DTSTART:20260701T131500Z"), "{ics}");
        assert!(ics.contains("UID:b1@sixfold.example"), "{ics}");
        assert!(
            mail.letter.text().contains("Wed 1 Jul 2026, 14:15") && mail.letter.text().contains("7K3M9Q"),
            "{}",
            mail.letter.text()
        );
    }

    #[test]
    fn a_change_keeps_the_uid_and_raises_the_sequence() {
        let moved = booking(&site_info(), &zoe(), &ticket(1), Change::Moved(None), 0).calendar.unwrap();
        let off = booking(&site_info(), &zoe(), &ticket(2), Change::Cancelled { by_staff: false }, 0)
            .calendar
            .unwrap();
        assert!(moved.ics.contains("SEQUENCE:1") && moved.ics.contains("METHOD:REQUEST"));
        assert!(off.ics.contains("SEQUENCE:2") && off.ics.contains("METHOD:CANCEL"));
        assert!(off.ics.contains("UID:b1@sixfold.example"));
    }

    #[test]
    fn the_words_are_the_house_s_and_a_name_that_is_not_known_is_left_out() {
        let edited = serde_json::json!({
            "subject": { "elementType": "text", "value": "Tomorrow at {site}: {code}" },
            "heading": { "elementType": "text", "value": "Ready, {firstName}?" },
            "opening": { "elementType": "text", "values": ["See you {when}."] },
        });
        let edited = [("letter-booking-reminder".to_owned(), edited.as_object().unwrap().clone())];
        let site_info =
            SiteInfo { wordings: crate::content::mail_wording::Wordings::from_items(edited), ..site_info() };
        let nameless = Recipient { first_name: String::new(), ..zoe() };
        let mail = reminder(&site_info, &nameless, &ticket(0));
        assert_eq!(
            (mail.kind, mail.letter.subject.as_str()),
            ("booking-reminder", "Tomorrow at Sixfold: 7K3M9Q")
        );
        assert!(
            mail.letter.text().starts_with("Ready?\n\nSee you Wed 1 Jul 2026, 14:15.\n"),
            "{}",
            mail.letter.text()
        );
        assert!(
            mail.letter.text().contains("Your code: 7K3M9Q") && mail.calendar.is_none(),
            "{}",
            mail.letter.text()
        );
    }

    #[test]
    fn a_coach_s_booking_can_be_answered_two_ways() {
        let request = CoachRequest { coach: "Robin Hale", secret: "s3cr3t" };
        let mail = coach_booking(&site_info(), &zoe(), &ticket(0), request, 0);
        for part in [
            "Robin Hale",
            "7K3M9Q",
            "https://sixfold.example/en-gb/coach-booking#accept=s3cr3t",
            "https://sixfold.example/en-gb/coach-booking#decline=s3cr3t",
        ] {
            assert!(
                mail.letter.text().contains(part) && mail.letter.html().contains(part),
                "{part}: {}",
                mail.letter.text()
            );
        }
        assert_eq!(mail.kind, "coach-booking");
        assert!(mail.calendar.unwrap().ics.contains("METHOD:REQUEST"));
    }

    #[test]
    fn a_request_without_a_time_has_no_calendar_file() {
        let open = Ticket { date: None, time: None, ..ticket(0) };
        assert!(booking(&site_info(), &zoe(), &open, Change::AssistanceAsked, 0).calendar.is_none());
    }

    // RULES 4.11
    #[test]
    fn a_request_that_is_moved_has_no_ticket_yet() {
        let request = Ticket { confirmed: false, ..ticket(1) };
        let mail = booking(&site_info(), &zoe(), &request, Change::Moved(None), 0);
        let (text, ics) = (mail.letter.text(), mail.calendar.unwrap().ics);
        assert!(text.contains("Wed 1 Jul 2026, 14:15") && ics.contains("We're holding this time"), "{text}");
        assert!(ics.contains("STATUS:TENTATIVE"), "{ics}");
        assert!(!text.contains("7K3M9Q") && !ics.contains("7K3M9Q") && !text.contains("Arrive by"), "{text}");
        assert_eq!(mail.kind, "assistance-moved");
    }

    #[test]
    fn a_request_without_a_time_that_ends_is_not_said_to_find_one() {
        let request = Ticket { date: None, time: None, confirmed: false, ..ticket(1) };
        for change in [Change::Declined, Change::Cancelled { by_staff: true }] {
            let letter = booking(&site_info(), &zoe(), &request, change, 0).letter;
            assert!(!letter.text().contains("find one with you"), "{}", letter.text());
            assert!(letter.subject.ends_with(": your request"), "{}", letter.subject);
        }
    }
}
