//! Slots: what a date offers, what of it can be booked now, and the reason for each refusal (RULES 3.3, 3.5, 3.7, 3.12, 3.13).
//!
//! A [`Schedule`] is the compiled form of a [`BookingSessionConfig`]; every question about slots is a method of it. The number
//! of seats left is an argument: only the database knows it.

mod compile;
mod config;
mod date_list;
mod free;
mod impact;
mod limits;
mod opening;
mod plan;
mod quarters;
mod query;
mod refusal;
mod schedule;
mod session;
mod special;
mod wanted;

pub use config::{BookingSessionConfig, ScheduleError, WeeklySlots};
pub use date_list::DateList;
pub use free::{FreeTimes, NoFreeTimes};
pub use limits::SettingError;
pub use opening::{OPENINGS_MAX, Opening, OpeningError};
pub use query::{Day, Slot, SlotQuery};
pub use refusal::{Refusal, RefusalWords, Subject};
pub use schedule::Schedule;
pub use session::{Effect, KindWords, SessionError, SessionKind, SessionWindow, UnknownKind, check_session};
pub use wanted::{PartOfDay, Wanted, Weekdays};

#[cfg(test)]
mod tests;
