//! The booking session config: the settings made by staff, in their wire form (RULES 3.2).

use serde::{Deserialize, Serialize};

use super::date_list::DateList;
use super::opening::{Opening, OpeningError};
use super::session::{SessionKind, SessionWindow};
use crate::time::{Date, SlotTime, TimeOfDay};

/// Times of one booking type for each day of the week.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it all")]
pub struct WeeklySlots {
    #[cfg_attr(feature = "ts", tsify(type = "string[]"))]
    pub monday: Vec<TimeOfDay>,
    #[cfg_attr(feature = "ts", tsify(type = "string[]"))]
    pub tuesday: Vec<TimeOfDay>,
    #[cfg_attr(feature = "ts", tsify(type = "string[]"))]
    pub wednesday: Vec<TimeOfDay>,
    #[cfg_attr(feature = "ts", tsify(type = "string[]"))]
    pub thursday: Vec<TimeOfDay>,
    #[cfg_attr(feature = "ts", tsify(type = "string[]"))]
    pub friday: Vec<TimeOfDay>,
    #[cfg_attr(feature = "ts", tsify(type = "string[]"))]
    pub saturday: Vec<TimeOfDay>,
    #[cfg_attr(feature = "ts", tsify(type = "string[]"))]
    pub sunday: Vec<TimeOfDay>,
}

impl WeeklySlots {
    /// The same times on each of the seven days.
    pub fn every_day(times: &[TimeOfDay]) -> Self {
        Self {
            monday: times.to_vec(),
            tuesday: times.to_vec(),
            wednesday: times.to_vec(),
            thursday: times.to_vec(),
            friday: times.to_vec(),
            saturday: times.to_vec(),
            sunday: times.to_vec(),
        }
    }

    /// The seven lists, Monday first.
    pub fn days(&self) -> [&[TimeOfDay]; 7] {
        [
            &self.monday,
            &self.tuesday,
            &self.wednesday,
            &self.thursday,
            &self.friday,
            &self.saturday,
            &self.sunday,
        ]
    }
}

/// The settings of booking; RULES 3.2 has the default of every number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct BookingSessionConfig {
    /// Test times for each day of the week.
    pub test_slots: WeeklySlots,
    /// Retest times for each day of the week.
    pub retest_slots: WeeklySlots,
    /// Dates that offer nothing but mop-up sessions.
    #[cfg_attr(feature = "ts", tsify(type = "string[]"))]
    pub bank_holidays: Vec<Date>,
    /// Dates that offer nothing.
    #[cfg_attr(feature = "ts", tsify(type = "string[]"))]
    pub closed_dates: Vec<Date>,
    /// Windows in which no test starts.
    pub closed_sessions: Vec<SessionWindow>,
    /// Windows of staff training, in which no test starts.
    pub training_sessions: Vec<SessionWindow>,
    /// Windows that add every quarter hour to both lists.
    pub mopup_sessions_ref: Vec<SessionWindow>,
    /// Days between today and the first bookable date.
    pub days_ahead: u16,
    /// No booking before this date.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub start_date: Option<Date>,
    /// Days that must pass between a completed test and a retest.
    pub retest_delay: u16,
    /// Days from today (or `start_date`) to the last bookable date.
    pub window_days: u16,
    /// The capacity of each slot.
    pub slot_capacity: u16,
    /// How many minutes before the start athletes can no longer cancel.
    pub cancel_cutoff_minutes: u16,
    /// Runs of dates that can be booked from an instant on (RULES 3.12).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub openings: Vec<Opening>,
}

impl BookingSessionConfig {
    /// The windows of a kind of session.
    pub const fn sessions(&self, kind: SessionKind) -> &Vec<SessionWindow> {
        match kind {
            SessionKind::ClosedSession => &self.closed_sessions,
            SessionKind::TrainingSession => &self.training_sessions,
            SessionKind::MopUpSession => &self.mopup_sessions_ref,
        }
    }

    /// As [`Self::sessions`], mutable.
    pub const fn sessions_mut(&mut self, kind: SessionKind) -> &mut Vec<SessionWindow> {
        match kind {
            SessionKind::ClosedSession => &mut self.closed_sessions,
            SessionKind::TrainingSession => &mut self.training_sessions,
            SessionKind::MopUpSession => &mut self.mopup_sessions_ref,
        }
    }

    /// One of the lists of dates.
    pub const fn dates(&self, list: DateList) -> &Vec<Date> {
        match list {
            DateList::Closed => &self.closed_dates,
            DateList::BankHolidays => &self.bank_holidays,
        }
    }

    /// As [`Self::dates`], mutable.
    pub const fn dates_mut(&mut self, list: DateList) -> &mut Vec<Date> {
        match list {
            DateList::Closed => &mut self.closed_dates,
            DateList::BankHolidays => &mut self.bank_holidays,
        }
    }
}

impl Default for BookingSessionConfig {
    fn default() -> Self {
        Self {
            test_slots: WeeklySlots::default(),
            retest_slots: WeeklySlots::default(),
            bank_holidays: Vec::new(),
            closed_dates: Vec::new(),
            closed_sessions: Vec::new(),
            training_sessions: Vec::new(),
            mopup_sessions_ref: Vec::new(),
            days_ahead: 1,
            start_date: None,
            retest_delay: 1,
            window_days: 30,
            slot_capacity: 6,
            cancel_cutoff_minutes: 0,
            openings: Vec::new(),
        }
    }
}

/// Why a booking session config cannot be saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// A time that is not one of the sixty quarter hours.
    #[error("{time} is not a test time: tests start on the quarter hour, from 09:00 to 23:45.")]
    OffGrid {
        /// The list's name on the wire: `testSlots.monday`.
        list: &'static str,
        /// The time.
        time: TimeOfDay,
    },
    /// A time that a list has twice.
    #[error("{time} stands twice in the list.")]
    Duplicate {
        /// The list's name on the wire.
        list: &'static str,
        /// The time.
        time: SlotTime,
    },
    /// A session that ends before it starts.
    #[error("The session on {date} ends at {end}, before it starts at {start}.")]
    Reversed {
        /// The list's name on the wire.
        list: &'static str,
        /// The session's date.
        date: Date,
        /// Its start.
        start: TimeOfDay,
        /// Its end.
        end: TimeOfDay,
    },
    /// An opening that breaks a rule.
    #[error(transparent)]
    Opening(#[from] OpeningError),
}

impl ScheduleError {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::OffGrid { .. } => "TIME_OFF_GRID",
            Self::Duplicate { .. } => "TIME_DUPLICATE",
            Self::Reversed { .. } => "SESSION_REVERSED",
            Self::Opening(error) => error.code(),
        }
    }

    /// The name of the invalid field on the wire.
    pub const fn field(self) -> &'static str {
        match self {
            Self::OffGrid { list, .. } | Self::Duplicate { list, .. } | Self::Reversed { list, .. } => list,
            Self::Opening(_) => "openings",
        }
    }
}
