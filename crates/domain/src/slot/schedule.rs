//! The compiled schedule, of which every question about slots is a method.

use super::opening::{Opening, Openings};
use super::plan::Plan;
use super::quarters::Quarters;
use super::query::{Day, Slot, SlotQuery};
use super::refusal::Refusal;
use super::special::Specials;
use crate::booking::{BookingType, may_book_retest};
use crate::time::{Date, SlotTime, TimeOfDay};

/// A booking session config, checked and compiled.
#[derive(Debug, Clone)]
pub struct Schedule {
    /// Test and retest times by weekday, Monday first.
    pub(super) week: [[Quarters; 2]; 7],
    pub(super) specials: Specials,
    pub(super) days_ahead: u16,
    pub(super) start_date: Option<Date>,
    pub(super) retest_delay: u16,
    pub(super) window_days: u16,
    pub(super) slot_capacity: u16,
    pub(super) openings: Openings,
}

impl Schedule {
    /// The capacity of a slot that nobody has booked yet.
    pub const fn slot_capacity(&self) -> u16 {
        self.slot_capacity
    }

    /// The same without the notice of `daysAhead`.
    pub fn without_notice(self) -> Self {
        Self { days_ahead: 0, ..self }
    }

    /// For the seats of waiting lists: without the limits of the booking window and of openings, which were checked when somebody
    /// joined (RULES 5.2).
    pub fn for_waiting_lists(self) -> Self {
        // Nobody waits for a date as far ahead as that.
        let (start_date, window_days) = (None, u16::MAX);
        Self { days_ahead: 0, start_date, window_days, openings: Openings::default(), ..self }
    }

    /// The earliest date that a query can book: today plus `daysAhead`, not before `startDate`, then the next date that offers
    /// a time of its type, fullness aside. `None` if there is none up to [`Self::last_date`].
    pub fn first_date(&self, query: &SlotQuery) -> Option<Date> {
        let mut date = self.opens(query);
        let last = self.last_date(query);
        while date <= last {
            let plan = self.plan(query, date);
            if plan.refusal.is_none() && !plan.offered().is_empty() {
                return Some(date);
            }
            date = date.add_days(1);
        }
        None
    }

    /// The last bookable date: that of the booking window or, if it is later, of the openings that have begun. A query that
    /// bypasses the booking rules is not limited by it.
    pub fn last_date(&self, query: &SlotQuery) -> Date {
        let window = self.window_end(query);
        self.openings.last_begun(query.now).map_or(window, |last| last.max(window))
    }

    /// The opening that a date is in, whether or not it has begun (RULES 3.12).
    pub fn opening(&self, date: Date) -> Option<Opening> {
        self.openings.of(date).map(|(opening, _)| *opening)
    }

    /// One date with its slots; `remaining` returns the free seats at a time.
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

    /// A range of dates in flat form, for typed arrays: for each date one byte for the day and sixty for its quarter hours. 0
    /// means open or available, a [`Refusal`]'s number is the reason why not, [`Self::UNLISTED`] marks a quarter hour that the
    /// date does not list. `remaining` has sixty numbers for each date.
    ///
    /// # Panics
    /// If `remaining` is too short for the range; an empty one means full capacity everywhere.
    pub fn grid(&self, query: &SlotQuery, from: Date, days: usize, remaining: &[u16]) -> Vec<u8> {
        let mut cells = vec![Self::UNLISTED; days * Self::GRID_ROW];
        let mut date = from;
        for (index, row) in cells.chunks_exact_mut(Self::GRID_ROW).enumerate() {
            let plan = self.plan(query, date);
            row[0] = plan.day_refusal().map_or(0, Refusal::number);
            for time in plan.listed.iter() {
                let left = if remaining.is_empty() {
                    self.slot_capacity
                } else {
                    remaining[index * SlotTime::COUNT + time.index()]
                };
                row[1 + time.index()] = plan.refusal_at(time, left).map_or(0, Refusal::number);
            }
            date = date.add_days(1);
        }
        cells
    }

    /// Bytes for each date in [`Self::grid`].
    pub const GRID_ROW: usize = 1 + SlotTime::COUNT;
    /// Marks a quarter hour that a date does not list.
    pub const UNLISTED: u8 = u8::MAX;

    /// Whether a time with `remaining` free seats can be booked.
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

    /// The end of the booking window: the later of today and `startDate`, plus `windowDays` (RULES 3.5).
    fn window_end(&self, query: &SlotQuery) -> Date {
        let today = query.now.date;
        self.start_date.map_or(today, |start| start.max(today)).add_days(i32::from(self.window_days))
    }

    /// The first date that the calendar rules permit, whatever it offers.
    pub(super) fn opens(&self, query: &SlotQuery) -> Date {
        if query.bypass {
            return query.now.date;
        }
        let ahead = query.now.date.add_days(i32::from(self.days_ahead));
        self.start_date.map_or(ahead, |start| start.max(ahead))
    }

    /// The calendar rules, in their order.
    fn date_refusal(&self, query: &SlotQuery, date: Date) -> Option<Refusal> {
        let today = query.now.date;
        if date < today {
            return Some(Refusal::DatePast);
        }
        if query.bypass {
            return None;
        }
        // RULES 3.12: an opening counts instead of the window, on either side of its end.
        let opens = self.openings.of(date).map(|(_, opens)| *opens);
        if opens.is_none() && date > self.window_end(query) {
            return Some(Refusal::DateTooLate);
        }
        if self.start_date.is_some_and(|start| date < start) {
            return Some(Refusal::DateBeforeStart);
        }
        if opens.is_some_and(|opens| query.now < opens) {
            return Some(Refusal::DateNotOpen);
        }
        (date < today.add_days(i32::from(self.days_ahead))).then_some(Refusal::DateTooEarly)
    }

    pub(super) fn plan(&self, query: &SlotQuery, date: Date) -> Plan {
        let special = self.specials.find(date);
        let week = self.week[date.weekday() as usize][query.booking_type as usize];
        let today = query.now.date;
        let too_soon = query.booking_type == BookingType::Retest
            && !query.bypass
            && may_book_retest(query.last_completed, self.retest_delay, today).is_err();
        Plan {
            refusal: self.date_refusal(query, date).or_else(|| special.closed.then_some(Refusal::DateClosed)),
            listed: if special.closed {
                Quarters::NONE
            } else if special.bank_holiday {
                special.opened()
            } else {
                week.or(special.opened())
            },
            special,
            retest_too_soon: too_soon,
            // RULES 3.6: the minute that shows now has begun.
            past: if date == today { Quarters::starting_by(query.now.time) } else { Quarters::NONE },
        }
    }
}
