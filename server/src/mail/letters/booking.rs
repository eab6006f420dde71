//! What each change of a booking says, with its calendar file.

use sixfold_domain::booking::BookingType;
use sixfold_domain::time::{Date, SlotTime, london_to_millis};

use super::{House, Letter, Message, Recipient, greeting, plain, spoken};
use crate::db::booking::Booking;
use crate::mail::calendar::{self, Appointment, CalendarPart, Method};

/// How long an appointment is in a calendar: a full round of the six tests takes an hour and a half.
const VISIT_MS: i64 = 90 * 60_000;

/// The booking a letter is about, as it stands after the change.
#[derive(Debug, Clone)]
pub struct Ticket {
    /// Its id; never changes, so the calendar's UID does not either.
    pub booking_id: String,
    /// How many changes came before this one.
    pub sequence: u32,
    /// The chosen date.
    pub date: Option<Date>,
    /// The chosen time.
    pub time: Option<SlotTime>,
    /// The code to show at the desk.
    pub code: String,
    /// `Test` or `Retest`.
    pub label: &'static str,
}

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Booked by the athlete.
    Confirmed,
    /// The athlete asked for assistance; the place, if one was chosen, is held.
    AssistanceAsked,
    /// The team made the assistance booking.
    AssistanceConfirmed,
    /// Another date or time; the old one is given.
    Moved(Option<(Date, SlotTime)>),
    /// Called off; by staff or by the athlete.
    Cancelled {
        /// Whether a member of staff did it.
        by_staff: bool,
    },
    /// The team said no.
    Declined,
    /// The day went by and the athlete did not come.
    Missed,
}

impl Ticket {
    /// The ticket of a booking as it stands.
    pub fn of(booking: &Booking) -> Self {
        Self {
            booking_id: booking.id.clone(),
            sequence: u32::try_from(booking.sequence).unwrap_or(0),
            date: booking.place.map(|(date, _)| date),
            time: booking.place.map(|(_, time)| time),
            code: booking.code.clone(),
            label: match booking.booking_type {
                BookingType::Test => "Test",
                BookingType::Retest => "Retest",
            },
        }
    }
}

/// The message about one change of a booking.
pub fn booking(house: &House, to: &Recipient, ticket: &Ticket, change: Change, now_ms: i64) -> Message {
    let (kind, letter) = wording(house, to, ticket, change);
    let calendar = appointment(house, to, ticket, change, now_ms);
    Message { calendar, ..plain(house, to, kind, letter) }
}

fn wording(house: &House, to: &Recipient, ticket: &Ticket, change: Change) -> (&'static str, Letter) {
    let name = greeting(&to.first_name);
    let when = match (ticket.date, ticket.time) {
        (Some(date), Some(time)) => spoken(date, time),
        _ => "We'll find one with you".to_owned(),
    };
    let mut facts =
        vec![("What", ticket.label.to_owned()), ("When", when.clone()), ("Where", house.where_it_is())];
    let see = Some(("See your ticket", house.page("my-account-my-booking")));
    let again = Some(("Book a test", house.page("my-account-book-test")));
    match change {
        Change::Confirmed | Change::AssistanceConfirmed => {
            facts.push(("Your code", ticket.code.clone()));
            let helped = change == Change::AssistanceConfirmed;
            let opening = if helped {
                "We've set your test up with the help you asked for. Someone will be there for you from the door."
            } else {
                "Your place is yours. Show this code at the desk and we'll take it from there."
            };
            let letter = Letter {
                subject: format!("You're in: {when}"),
                heading: format!("You're in{name}."),
                opening: vec![opening.into()],
                facts,
                button: see,
                closing: vec![
                    "Come ten minutes early in kit you can sprint in. Bring water and indoor shoes.".into(),
                    "Can't make it? Move or cancel on the site, so someone else gets the shot.".into(),
                ],
            };
            (if helped { "assistance-confirmed" } else { "booking-confirmed" }, letter)
        }
        Change::AssistanceAsked => (
            "assistance-requested",
            Letter {
                subject: "We've got your request".into(),
                heading: format!("Leave it with us{name}."),
                opening: vec![
                    "You asked for assistance. We'll set things up and confirm your test by e-mail.".into(),
                ],
                facts,
                button: see,
                closing: vec!["If you picked a time, we're holding it for you meanwhile.".into()],
            },
        ),
        Change::Moved(before) => {
            facts.push(("Your code", ticket.code.clone()));
            if let Some((date, time)) = before {
                facts.insert(2, ("Instead of", spoken(date, time)));
            }
            let letter = Letter {
                subject: format!("New time: {when}"),
                heading: format!("New time, same goal{name}."),
                opening: vec!["Your test has moved. Your code stays the same.".into()],
                facts,
                button: see,
                closing: vec!["The calendar file with this mail brings your calendar up to date.".into()],
            };
            ("booking-moved", letter)
        }
        Change::Cancelled { by_staff } => {
            let opening = if by_staff {
                "We had to call this one off. Sorry about that. Pick another time that suits you."
            } else {
                "Your test is off and your place is free again. When you're ready, pick a new one."
            };
            let letter = Letter {
                subject: format!("Called off: {when}"),
                heading: format!("Test called off{name}."),
                opening: vec![opening.into()],
                facts,
                button: again,
                closing: Vec::new(),
            };
            ("booking-cancelled", letter)
        }
        Change::Declined => (
            "booking-declined",
            Letter {
                subject: format!("Not this time: {when}"),
                heading: format!("We can't take this booking{name}."),
                opening: vec![
                    "The team has declined this booking. Talk to us if you think we got it wrong.".into(),
                ],
                facts,
                button: again,
                closing: Vec::new(),
            },
        ),
        Change::Missed => (
            "booking-missed",
            Letter {
                subject: "We missed you".into(),
                heading: format!("We missed you{name}."),
                opening: vec![
                    "You had a test and didn't make it. It happens. Your next shot is one click away.".into(),
                ],
                facts,
                button: again,
                closing: Vec::new(),
            },
        ),
    }
}

/// The calendar file of a change. A booking without a time has none; a day that is over needs none.
fn appointment(
    house: &House,
    to: &Recipient,
    ticket: &Ticket,
    change: Change,
    now_ms: i64,
) -> Option<CalendarPart> {
    if change == Change::Missed {
        return None;
    }
    let start_ms = london_to_millis(ticket.date?, ticket.time?.time_of_day()).ok()?;
    let method = match change {
        Change::Cancelled { .. } | Change::Declined => Method::Cancel,
        _ => Method::Request,
    };
    let description = match (method, change) {
        (Method::Cancel, _) => "This test is off.".to_owned(),
        (_, Change::AssistanceAsked) => "We're holding this time and will confirm it by e-mail.".to_owned(),
        _ => format!("Your code: {}\nCome ten minutes early. Bring water and indoor shoes.", ticket.code),
    };
    Some(calendar::write(&Appointment {
        uid: format!("{}@{}", ticket.booking_id, house.host()),
        sequence: ticket.sequence,
        method,
        stamp_ms: now_ms,
        start_ms,
        end_ms: start_ms + VISIT_MS,
        summary: &format!("{} {}", house.site, ticket.label.to_lowercase()),
        description: &description,
        location: &house.where_it_is(),
        url: &house.page("my-account-my-booking"),
        organiser: (&house.site, &house.email),
        attendee: (format!("{} {}", to.first_name, to.last_name).trim(), &to.email),
    }))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{house, zoe};
    use super::*;

    fn ticket(sequence: u32) -> Ticket {
        Ticket {
            booking_id: "b1".into(),
            sequence,
            date: Some("2026-07-01".parse().unwrap()),
            time: Some("14:15".parse().unwrap()),
            code: "7K3M9Q".into(),
            label: "Test",
        }
    }

    #[test]
    fn summer_times_are_given_as_utc_instants() {
        let mail = booking(&house(), &zoe(), &ticket(0), Change::Confirmed, 0);
        let ics = mail.calendar.unwrap().ics;
        assert!(ics.contains("DTSTART:20260701T131500Z"), "{ics}");
        assert!(ics.contains("UID:b1@sixfold.example"), "{ics}");
        assert!(mail.text.contains("Wed 1 Jul 2026, 14:15") && mail.text.contains("7K3M9Q"), "{}", mail.text);
    }

    #[test]
    fn a_change_keeps_the_uid_and_raises_the_sequence() {
        let moved = booking(&house(), &zoe(), &ticket(1), Change::Moved(None), 0).calendar.unwrap();
        let off =
            booking(&house(), &zoe(), &ticket(2), Change::Cancelled { by_staff: false }, 0).calendar.unwrap();
        assert!(moved.ics.contains("SEQUENCE:1") && moved.ics.contains("METHOD:REQUEST"));
        assert!(off.ics.contains("SEQUENCE:2") && off.ics.contains("METHOD:CANCEL"));
        assert!(off.ics.contains("UID:b1@sixfold.example"));
    }

    #[test]
    fn a_request_without_a_time_has_no_calendar_file() {
        let open = Ticket { date: None, time: None, ..ticket(0) };
        assert!(booking(&house(), &zoe(), &open, Change::AssistanceAsked, 0).calendar.is_none());
    }
}
