//! Slots: what a date offers, what of it can be booked now, and the reason for each refusal (spec §5;
//! decisions, "Slots").
//!
//! A [`Schedule`] is the compiled form of a [`BookingSessionConfig`]; every question about slots is a method of
//! it. How many places are left is an argument: the database knows, this module does not.

mod config;
mod quarters;

use serde::{Deserialize, Serialize};

pub use config::{BookingSessionConfig, ScheduleError, SessionWindow, WeeklySlots};
use quarters::Quarters;

use crate::booking::{BookingType, retest_opens_on};
use crate::time::{Date, LocalDateTime, SlotTime, TimeOfDay};

/// Why a date or a time cannot be booked. Where several hold, the first in this order is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[repr(u8)]
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

/// Who asks, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlotQuery {
    /// London's calendar and clock now.
    pub now: LocalDateTime,
    /// Whether a test or a retest is wanted: each has its own lists.
    pub booking_type: BookingType,
    /// The date of the athlete's latest completed test, if there is one.
    pub last_completed: Option<Date>,
    /// `bypassBookingRule`: lifts `daysAhead`, `startDate`, `windowDays` and `retestDelay`, nothing else
    /// (decisions, "Booking"). Whether the caller may ask for it is a matter of roles.
    pub bypass: bool,
}

/// One quarter hour of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Slot {
    /// When it starts.
    pub time: SlotTime,
    /// Places left, whether or not they can be booked now.
    pub remaining: u16,
    /// Whether it can be booked now.
    pub available: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Refusal>,
}

/// One date with its slots.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Day {
    /// The date.
    pub date: Date,
    /// Whether at least one of its times can be booked but for fullness.
    pub open: bool,
    /// Why it is not open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Refusal>,
    /// The times of its lists and mop-up sessions, those that cannot be booked with their reason; none on a
    /// closed date.
    pub slots: Vec<Slot>,
}

/// What is special about a date.
#[derive(Debug, Clone, Copy)]
struct Special {
    date: Date,
    closed: bool,
    bank_holiday: bool,
    mopup: Quarters,
    closed_session: Quarters,
    training: Quarters,
}

impl Special {
    const fn on(date: Date) -> Self {
        Self {
            date,
            closed: false,
            bank_holiday: false,
            mopup: Quarters::NONE,
            closed_session: Quarters::NONE,
            training: Quarters::NONE,
        }
    }
}

/// What is special, in order of date, each date once.
#[derive(Debug, Clone, Default)]
struct Specials(Vec<Special>);

impl Specials {
    fn place(&self, date: Date) -> Result<usize, usize> {
        self.0.binary_search_by_key(&date, |special| special.date)
    }

    /// The entry of a date, made when there is none.
    fn on(&mut self, date: Date) -> &mut Special {
        let index = self.place(date).unwrap_or_else(|index| {
            self.0.insert(index, Special::on(date));
            index
        });
        &mut self.0[index]
    }

    fn find(&self, date: Date) -> Special {
        self.place(date).map_or_else(|_| Special::on(date), |index| self.0[index])
    }
}

/// A booking session config, checked and compiled.
#[derive(Debug, Clone)]
pub struct Schedule {
    /// Test and retest times by weekday, Monday first.
    week: [[Quarters; 2]; 7],
    specials: Specials,
    days_ahead: u16,
    start_date: Option<Date>,
    retest_delay: u16,
    window_days: u16,
    slot_capacity: u16,
}

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

/// What one date offers to one query, before places are counted.
struct Plan {
    /// Why no time of that date can be booked, whatever it offers.
    refusal: Option<Refusal>,
    bank_holiday: bool,
    /// The week's times and mop-up sessions.
    listed: Quarters,
    closed_session: Quarters,
    training: Quarters,
    retest_too_soon: bool,
    past: Quarters,
}

impl Plan {
    /// What can be booked but for fullness.
    fn open(&self) -> Quarters {
        if self.refusal.is_some() || self.retest_too_soon {
            return Quarters::NONE;
        }
        self.listed.without(self.closed_session).without(self.training).without(self.past)
    }

    fn refusal_at(&self, time: SlotTime, remaining: u16) -> Option<Refusal> {
        if self.refusal.is_some() {
            return self.refusal;
        }
        if !self.listed.has(time) {
            return Some(self.nothing_listed());
        }
        if self.closed_session.has(time) {
            return Some(Refusal::ClosedSession);
        }
        if self.training.has(time) {
            return Some(Refusal::TrainingSession);
        }
        if self.retest_too_soon {
            return Some(Refusal::RetestTooSoon);
        }
        if self.past.has(time) {
            return Some(Refusal::TimePast);
        }
        (remaining == 0).then_some(Refusal::SlotFull)
    }

    const fn nothing_listed(&self) -> Refusal {
        if self.bank_holiday { Refusal::BankHoliday } else { Refusal::NotOffered }
    }

    /// Why the whole date is not open.
    fn day_refusal(&self) -> Option<Refusal> {
        if self.refusal.is_some() || !self.open().is_empty() {
            return self.refusal;
        }
        if self.listed.is_empty() {
            return Some(self.nothing_listed());
        }
        // The reason of its times, where they are of one mind; else the one that time alone will lift.
        let left = self.listed.without(self.closed_session).without(self.training);
        Some(if left.is_empty() {
            if self.listed.and(self.closed_session).is_empty() {
                Refusal::TrainingSession
            } else {
                Refusal::ClosedSession
            }
        } else if self.retest_too_soon {
            Refusal::RetestTooSoon
        } else {
            Refusal::TimePast
        })
    }
}

impl Schedule {
    /// Compiles a config.
    ///
    /// # Errors
    /// The first time off the grid or listed twice, or session that ends before it starts: such a config is
    /// refused when it is saved.
    pub fn new(config: &BookingSessionConfig) -> Result<Self, ScheduleError> {
        let mut week = [[Quarters::NONE; 2]; 7];
        for (kind, weekly) in [&config.test_slots, &config.retest_slots].into_iter().enumerate() {
            for (weekday, times) in weekly.days().into_iter().enumerate() {
                week[weekday][kind] = compile_list(LISTS[kind][weekday], times)?;
            }
        }
        let mut specials = Specials::default();
        for date in &config.closed_dates {
            specials.on(*date).closed = true;
        }
        for date in &config.bank_holidays {
            specials.on(*date).bank_holiday = true;
        }
        for window in &config.mopup_sessions_ref {
            specials.on(window.session_date).mopup.add(compile_window("mopupSessionsRef", *window)?);
        }
        for window in &config.closed_sessions {
            specials.on(window.session_date).closed_session.add(compile_window("closedSessions", *window)?);
        }
        for window in &config.training_sessions {
            specials.on(window.session_date).training.add(compile_window("trainingSessions", *window)?);
        }
        Ok(Self {
            week,
            specials,
            days_ahead: config.days_ahead,
            start_date: config.start_date,
            retest_delay: config.retest_delay,
            window_days: config.window_days,
            slot_capacity: config.slot_capacity,
        })
    }

    /// Places at a time that has no row of its own yet.
    pub const fn slot_capacity(&self) -> u16 {
        self.slot_capacity
    }

    /// The earliest date that a query can book: today plus `daysAhead`, not before `startDate`, then forward
    /// over dates that offer nothing for its type; fullness does not count. None when nothing up to
    /// [`Self::last_date`] offers a time.
    pub fn first_date(&self, query: &SlotQuery) -> Option<Date> {
        let mut date = self.opens(query);
        let last = self.last_date(query);
        while date <= last {
            let plan = self.plan(query, date);
            let offered = plan.listed.without(plan.closed_session).without(plan.training).without(plan.past);
            if plan.refusal.is_none() && !offered.is_empty() {
                return Some(date);
            }
            date = date.add_days(1);
        }
        None
    }

    /// The last date of the booking window: the later of today and `startDate`, plus `windowDays`. A query that
    /// bypasses the booking rules is not bound by it.
    pub fn last_date(&self, query: &SlotQuery) -> Date {
        let today = query.now.date;
        self.start_date.map_or(today, |start| start.max(today)).add_days(i32::from(self.window_days))
    }

    /// One date with its slots; `remaining` gives the places left at a time.
    pub fn day(&self, query: &SlotQuery, date: Date, remaining: impl Fn(SlotTime) -> u16) -> Day {
        let plan = self.plan(query, date);
        let slots = plan
            .listed
            .iter()
            .map(|time| {
                let left = remaining(time);
                let reason = plan.refusal_at(time, left);
                Slot { time, remaining: left, available: reason.is_none(), reason }
            })
            .collect();
        let reason = plan.day_refusal();
        Day { date, open: reason.is_none(), reason, slots }
    }

    /// A run of dates in flat form, for typed arrays: for each date one byte for the day and sixty for its
    /// quarter hours. 0 is open or available, a [`Refusal`]'s number says why not, [`Self::UNLISTED`] marks a
    /// quarter hour that the date does not list. `remaining` has sixty numbers for each date.
    ///
    /// # Panics
    /// When `remaining` is shorter than the run; an empty one stands for the full capacity everywhere.
    pub fn grid(&self, query: &SlotQuery, from: Date, days: usize, remaining: &[u16]) -> Vec<u8> {
        let mut cells = vec![Self::UNLISTED; days * Self::GRID_ROW];
        let mut date = from;
        for (index, row) in cells.chunks_exact_mut(Self::GRID_ROW).enumerate() {
            let plan = self.plan(query, date);
            row[0] = plan.day_refusal().map_or(0, |refusal| refusal as u8);
            for time in plan.listed.iter() {
                let left = if remaining.is_empty() {
                    self.slot_capacity
                } else {
                    remaining[index * SlotTime::COUNT + time.index()]
                };
                row[1 + time.index()] = plan.refusal_at(time, left).map_or(0, |refusal| refusal as u8);
            }
            date = date.add_days(1);
        }
        cells
    }

    /// Bytes for each date of [`Self::grid`].
    pub const GRID_ROW: usize = 1 + SlotTime::COUNT;
    /// The mark of a quarter hour that a date does not list.
    pub const UNLISTED: u8 = u8::MAX;

    /// Whether a time can be booked, with `remaining` places left there.
    ///
    /// # Errors
    /// The first reason why not.
    pub fn check(
        &self,
        query: &SlotQuery,
        date: Date,
        time: SlotTime,
        remaining: u16,
    ) -> Result<(), Refusal> {
        self.plan(query, date).refusal_at(time, remaining).map_or(Ok(()), Err)
    }

    /// As [`Self::check`] for a time as it was typed.
    ///
    /// # Errors
    /// The first reason why not; [`Refusal::TimeOffGrid`] before all others.
    pub fn check_time(
        &self,
        query: &SlotQuery,
        date: Date,
        time: TimeOfDay,
        remaining: u16,
    ) -> Result<SlotTime, Refusal> {
        let time = SlotTime::try_from(time).map_err(|_| Refusal::TimeOffGrid)?;
        self.check(query, date, time, remaining).map(|()| time)
    }

    /// The first date that the calendar rules allow, whatever it offers.
    fn opens(&self, query: &SlotQuery) -> Date {
        if query.bypass {
            return query.now.date;
        }
        let ahead = query.now.date.add_days(i32::from(self.days_ahead));
        self.start_date.map_or(ahead, |start| start.max(ahead))
    }

    /// The rules of the calendar, in their order.
    fn date_refusal(&self, query: &SlotQuery, date: Date) -> Option<Refusal> {
        let today = query.now.date;
        if date < today {
            return Some(Refusal::DatePast);
        }
        if query.bypass {
            return None;
        }
        if date > self.last_date(query) {
            return Some(Refusal::DateTooLate);
        }
        if self.start_date.is_some_and(|start| date < start) {
            return Some(Refusal::DateBeforeStart);
        }
        (date < today.add_days(i32::from(self.days_ahead))).then_some(Refusal::DateTooEarly)
    }

    fn plan(&self, query: &SlotQuery, date: Date) -> Plan {
        let special = self.specials.find(date);
        let week = self.week[date.weekday() as usize][query.booking_type as usize];
        let today = query.now.date;
        let too_soon = query.booking_type == BookingType::Retest
            && !query.bypass
            && query
                .last_completed
                .is_some_and(|completed| today < retest_opens_on(completed, self.retest_delay));
        Plan {
            refusal: self.date_refusal(query, date).or_else(|| special.closed.then_some(Refusal::DateClosed)),
            bank_holiday: special.bank_holiday,
            listed: if special.closed {
                Quarters::NONE
            } else if special.bank_holiday {
                special.mopup
            } else {
                week.or(special.mopup)
            },
            closed_session: special.closed_session,
            training: special.training,
            retest_too_soon: too_soon,
            // Only times still ahead: the minute that shows now has begun.
            past: if date == today { Quarters::starting_by(query.now.time) } else { Quarters::NONE },
        }
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

#[cfg(test)]
mod tests;
