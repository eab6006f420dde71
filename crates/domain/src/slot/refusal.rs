//! Why a date or a time cannot be booked: a table with one row per reason, used by the API, the browser's module and the pages.
//! `cargo xtask gen` writes the texts for the pages.

use serde::{Deserialize, Serialize};

/// What a reason is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// The whole day.
    Date,
    /// The time only; another one on that day may be possible.
    Time,
}

/// The texts for a reason, and how pages draw it.
///
/// `{first}`, `{last}`, `{retest}`, `{opens}` and `{weekday}` are replaced by the first and last bookable day, the day from which a
/// retest can be booked, the day and time at which the date's opening begins, and the weekday.
#[derive(Debug, Clone, Copy)]
pub struct RefusalWords {
    /// For a failed booking: what happened and what to do.
    pub advice: &'static str,
    /// For a day in the athlete's calendar.
    pub day: &'static str,
    /// The same if the day in `day` is not known.
    pub undated: &'static str,
    /// For a time in the athlete's list; `day` is used if there is nothing shorter.
    pub time: Option<&'static str>,
    /// For staff who choose a slot for somebody: a word or two under the time.
    pub label: &'static str,
    /// For staff who plan a change: why a booking would lose its slot, if a change can cause that.
    pub planner: Option<&'static str>,
    /// For somebody who looks after a team: why a member cannot come, if that depends on the member.
    pub member: Option<&'static str>,
    /// Whether the academy is closed, and the day is struck through.
    pub struck: bool,
}

macro_rules! refusals {
    ($(
        $(#[$doc:meta])*
        $name:ident ($code:literal, $subject:ident, $sentence:literal) { $($field:ident: $words:expr,)+ }
    )+) => {
        /// Why a date or a time cannot be booked. If several apply, the first in this order is given, except that
        /// [`Refusal::TimeOffGrid`] is checked before all others.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
        #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
        #[repr(u8)]
        pub enum Refusal {
            $($(#[$doc])* #[error($sentence)] #[serde(rename = $code)] $name,)+
        }

        impl Refusal {
            /// Every reason, in the order in which they are given.
            pub const ALL: [Self; [$(Self::$name),+].len()] = [$(Self::$name),+];

            /// The stable error code, the same as on the wire.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)+ }
            }

            /// What it is about.
            pub const fn subject(self) -> Subject {
                match self { $(Self::$name => Subject::$subject,)+ }
            }

            /// The texts of the pages.
            pub const fn words(self) -> RefusalWords {
                match self { $(Self::$name => RefusalWords { $($field: $words,)+ },)+ }
            }
        }
    };
}

refusals! {
    /// The date is before today in London (RULES 1.2).
    DatePast ("DATE_PAST", Date, "That day is over. Pick a day from the calendar.") {
        advice: "That day has gone. Pick another one.",
        day: "This day is over",
        undated: "This day is over",
        time: None,
        label: "Past",
        planner: None,
        member: None,
        struck: false,
    }
    /// The date is after the last bookable one.
    DateTooLate ("DATE_TOO_LATE", Date, "Booking for that day is not open yet.") {
        advice: "That is further ahead than booking goes. Pick an earlier day.",
        day: "Booking is open up to {last}",
        undated: "Too far ahead to book",
        time: None,
        label: "Too far ahead",
        planner: None,
        member: None,
        struck: false,
    }
    /// The date is before the programme's `startDate`.
    DateBeforeStart ("DATE_BEFORE_START", Date, "Testing has not started by then. Pick a later day.") {
        advice: "Testing has not started by then. Pick a later day.",
        day: "Testing starts on {first}",
        undated: "Too soon to book",
        time: None,
        label: "Too soon",
        planner: None,
        member: None,
        struck: false,
    }
    /// The date is in an opening that has not begun (RULES 3.12).
    DateNotOpen ("DATE_NOT_OPEN", Date, "Booking for that day has not opened yet.") {
        advice: "Booking for that day has not opened yet. The calendar shows when it does.",
        day: "Opens {opens}",
        undated: "Not open yet",
        time: None,
        label: "Not open yet",
        planner: None,
        member: None,
        struck: false,
    }
    /// The date is nearer than `daysAhead`.
    DateTooEarly ("DATE_TOO_EARLY", Date, "That day is too soon to book. Pick a later day.") {
        advice: "That is too soon: the academy needs a little notice. Pick a later day.",
        day: "The first day you can book is {first}",
        undated: "Too soon to book",
        time: None,
        label: "Too soon",
        planner: None,
        member: None,
        struck: false,
    }
    /// A closed date.
    DateClosed ("DATE_CLOSED", Date, "The academy is closed that day.") {
        advice: "The academy is closed that day. Pick another one.",
        day: "The academy is closed",
        undated: "The academy is closed",
        time: None,
        label: "Closed",
        planner: Some("The day is closed"),
        member: None,
        struck: true,
    }
    /// A bank holiday, and no mop-up session at that time.
    BankHoliday ("BANK_HOLIDAY", Date, "The academy is closed for the bank holiday.") {
        advice: "That is a bank holiday. Pick another day.",
        day: "Closed for the bank holiday",
        undated: "Closed for the bank holiday",
        time: None,
        label: "Bank holiday",
        planner: Some("Bank holiday"),
        member: None,
        struck: true,
    }
    /// No list and no mop-up session has that time.
    NotOffered ("NOT_OFFERED", Time, "There is no test at that time.") {
        advice: "There is no test at that time. Pick one of the times shown.",
        day: "No tests on {weekday}s",
        undated: "No tests on this day",
        time: None,
        label: "Not offered",
        planner: Some("No longer on offer"),
        member: Some("No test of their kind is offered at that time."),
        struck: false,
    }
    /// The time starts inside a closed session.
    ClosedSession ("CLOSED_SESSION", Time, "The academy is closed at that time.") {
        advice: "The academy is closed at that time. Pick another one.",
        day: "The academy is closed",
        undated: "The academy is closed",
        time: Some("Closed"),
        label: "Closed",
        planner: Some("Closed at that time"),
        member: None,
        struck: true,
    }
    /// The time starts inside a training session.
    TrainingSession ("TRAINING_SESSION", Time, "Our staff are training at that time.") {
        advice: "The team is training at that time. Pick another one.",
        day: "Staff training",
        undated: "Staff training",
        time: None,
        label: "Training",
        planner: Some("Staff training"),
        member: None,
        struck: true,
    }
    /// Fewer than `retestDelay` days since the completed test.
    RetestTooSoon ("RETEST_TOO_SOON", Date, "It is too soon for your retest.") {
        advice: "It is too soon after your last test. Pick a later date for your retest.",
        day: "You can book your retest from {retest}",
        undated: "Too soon for a retest",
        time: None,
        label: "Too soon",
        planner: None,
        member: Some("It is too soon for a retest."),
        struck: false,
    }
    /// Today, and the time has passed.
    TimePast ("TIME_PAST", Time, "That time has passed. Pick a later one.") {
        advice: "That time has gone. Pick a later one.",
        day: "The last time has passed",
        undated: "The last time has passed",
        time: Some("Time has passed"),
        label: "Past",
        planner: None,
        member: None,
        struck: false,
    }
    /// No seat is left.
    SlotFull ("SLOT_FULL", Time, "That slot is full. Pick another time or join the waiting list.") {
        advice: "Someone just took the last place at that time. Pick another time, or join the waiting list.",
        day: "Full",
        undated: "Full",
        time: Some("Full: join the waiting list"),
        label: "Full",
        planner: None,
        member: None,
        struck: false,
    }
    /// Not one of the sixty quarter hours.
    TimeOffGrid ("TIME_OFF_GRID", Time, "Tests start on the quarter hour, from 09:00 to 23:45.") {
        advice: "Tests start on the quarter hour. Pick one of the times shown.",
        day: "No test at this time",
        undated: "No test at this time",
        time: None,
        label: "Not offered",
        planner: None,
        member: None,
        struck: false,
    }
}

impl Refusal {
    /// Its number in a grid of slots: its index in [`Self::ALL`] plus 1. 0 means no reason.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }
}
