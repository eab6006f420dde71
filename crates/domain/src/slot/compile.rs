//! Checks and compiles a booking session config.

use super::config::{BookingSessionConfig, ScheduleError};
use super::date_list::DateList;
use super::opening::Openings;
use super::quarters::Quarters;
use super::schedule::Schedule;
use super::session::SessionKind;
use super::session::SessionWindow;
use super::special::Specials;
use crate::time::{SlotTime, TimeOfDay};

/// The names of the weekly lists on the wire.
const LISTS: [[&str; 7]; 2] = [
    [
        "testSlots.monday",
        "testSlots.tuesday",
        "testSlots.wednesday",
        "testSlots.thursday",
        "testSlots.friday",
        "testSlots.saturday",
        "testSlots.sunday",
    ],
    [
        "retestSlots.monday",
        "retestSlots.tuesday",
        "retestSlots.wednesday",
        "retestSlots.thursday",
        "retestSlots.friday",
        "retestSlots.saturday",
        "retestSlots.sunday",
    ],
];

impl Schedule {
    /// Compiles a config.
    ///
    /// # Errors
    /// The first time that is off the grid or listed twice, session that ends before it starts, or opening that breaks a rule.
    /// Such a config is refused when it is saved.
    pub fn new(config: &BookingSessionConfig) -> Result<Self, ScheduleError> {
        let mut week = [[Quarters::NONE; 2]; 7];
        for (kind, weekly) in [&config.test_slots, &config.retest_slots].into_iter().enumerate() {
            for (weekday, times) in weekly.days().into_iter().enumerate() {
                week[weekday][kind] = compile_list(LISTS[kind][weekday], times)?;
            }
        }
        let mut specials = Specials::default();
        for list in DateList::ALL {
            for date in config.dates(list) {
                specials.on(*date).listed_in(list);
            }
        }
        for kind in SessionKind::ALL {
            for window in config.sessions(kind) {
                specials.on(window.session_date).sessions[kind as usize]
                    .add(compile_window(kind.list(), *window)?);
            }
        }
        Ok(Self {
            week,
            specials,
            days_ahead: config.days_ahead,
            start_date: config.start_date,
            retest_delay: config.retest_delay,
            window_days: config.window_days,
            slot_capacity: config.slot_capacity,
            openings: Openings::new(&config.openings)?,
        })
    }
}

/// The quarter hours of one day's list.
fn compile_list(list: &'static str, times: &[TimeOfDay]) -> Result<Quarters, ScheduleError> {
    times.iter().try_fold(Quarters::NONE, |all, time| {
        let slot = SlotTime::try_from(*time).map_err(|_| ScheduleError::OffGrid { list, time: *time })?;
        if all.has(slot) {
            return Err(ScheduleError::Duplicate { list, time: slot });
        }
        Ok(all.with(slot))
    })
}

/// The quarter hours that start inside a session.
fn compile_window(list: &'static str, window: SessionWindow) -> Result<Quarters, ScheduleError> {
    let SessionWindow { session_date: date, session_start: start, session_end: end } = window;
    if end <= start {
        return Err(ScheduleError::Reversed { list, date, start, end });
    }
    Ok(Quarters::starting_in(start, end))
}
