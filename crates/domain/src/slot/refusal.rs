//! Why a date or a time cannot be booked.

use serde::{Deserialize, Serialize};

/// Why a date or a time cannot be booked. Where several hold, the first in this order is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[repr(u8)]
#[cfg_attr(test, derive(strum::EnumCount))]
pub enum Refusal {
    /// The date is before today in London.
    #[error("That day is over. Pick a day from the calendar.")]
    DatePast = 1,
    /// The date is after the last bookable one.
    #[error("Booking for that day is not open yet.")]
    DateTooLate,
    /// The date is before the programme's `startDate`.
    #[error("Testing has not started by then. Pick a later day.")]
    DateBeforeStart,
    /// The date is nearer than `daysAhead`.
    #[error("That day is too soon to book. Pick a later day.")]
    DateTooEarly,
    /// A closed date.
    #[error("The academy is closed that day.")]
    DateClosed,
    /// A bank holiday, and no mop-up session at that time.
    #[error("The academy is closed for the bank holiday.")]
    BankHoliday,
    /// No list and no mop-up session has that time.
    #[error("There is no test at that time.")]
    NotOffered,
    /// The time starts inside a closed session.
    #[error("The academy is closed at that time.")]
    ClosedSession,
    /// The time starts inside a training session.
    #[error("Our staff are training at that time.")]
    TrainingSession,
    /// Fewer than `retestDelay` days since the completed test (spec §5).
    #[error("It is too soon for your retest.")]
    RetestTooSoon,
    /// Today, and the time is not ahead any more.
    #[error("That time has passed. Pick a later one.")]
    TimePast,
    /// No place is left.
    #[error("That slot is full. Pick another time or join the waiting list.")]
    SlotFull,
    /// Not one of the sixty quarter hours.
    #[error("Tests start on the quarter hour, from 09:00 to 23:45.")]
    TimeOffGrid,
}

impl Refusal {
    /// Every reason, in the order in which they are given.
    pub const ALL: [Self; 13] = [
        Self::DatePast,
        Self::DateTooLate,
        Self::DateBeforeStart,
        Self::DateTooEarly,
        Self::DateClosed,
        Self::BankHoliday,
        Self::NotOffered,
        Self::ClosedSession,
        Self::TrainingSession,
        Self::RetestTooSoon,
        Self::TimePast,
        Self::SlotFull,
        Self::TimeOffGrid,
    ];

    /// The stable word for programs, the same as on the wire.
    pub const fn code(self) -> &'static str {
        match self {
            Self::DatePast => "DATE_PAST",
            Self::DateTooLate => "DATE_TOO_LATE",
            Self::DateBeforeStart => "DATE_BEFORE_START",
            Self::DateTooEarly => "DATE_TOO_EARLY",
            Self::DateClosed => "DATE_CLOSED",
            Self::BankHoliday => "BANK_HOLIDAY",
            Self::NotOffered => "NOT_OFFERED",
            Self::ClosedSession => "CLOSED_SESSION",
            Self::TrainingSession => "TRAINING_SESSION",
            Self::RetestTooSoon => "RETEST_TOO_SOON",
            Self::TimePast => "TIME_PAST",
            Self::SlotFull => "SLOT_FULL",
            Self::TimeOffGrid => "TIME_OFF_GRID",
        }
    }
}
