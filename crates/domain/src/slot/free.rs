//! Which times can be booked: the earliest (RULES 3.13), and all of them, so that they can be compared with those of another
//! moment (RULES 5.5).

use core::fmt;
use core::str::FromStr;

use super::quarters::Quarters;
use super::query::SlotQuery;
use super::schedule::Schedule;
use super::wanted::{Wanted, Weekdays};
use crate::time::{Date, SlotTime};

impl Schedule {
    /// The earliest time that a query can book and somebody would take; `remaining` returns the free seats at a time.
    pub fn earliest(
        &self,
        query: &SlotQuery,
        wanted: &Wanted,
        remaining: impl Fn(Date, SlotTime) -> u16,
    ) -> Option<(Date, SlotTime)> {
        let mut date = self.opens(query);
        let last = self.last_date(query).min(wanted.until);
        while date <= last {
            let open = self.plan(query, date).open().and(wanted.on(date));
            if let Some(time) = open.iter().find(|time| remaining(date, *time) > 0) {
                return Some((date, time));
            }
            date = date.add_days(1);
        }
        None
    }

    /// Every time that a query can book; `remaining` returns the free seats at a time.
    pub fn free(&self, query: &SlotQuery, remaining: impl Fn(Date, SlotTime) -> u16) -> FreeTimes {
        let (first, last) = (self.opens(query), self.last_date(query));
        let dates = (0..=first.days_until(last)).map(|days| first.add_days(days));
        let free = |date: Date| {
            let open = self.plan(query, date).open();
            let seats = open.iter().filter(|time| remaining(date, *time) > 0);
            (date, seats.fold(Quarters::NONE, Quarters::with))
        };
        FreeTimes(dates.map(free).filter(|(_, times)| !times.is_empty()).collect())
    }
}

/// A set of times: for each date, ascending, those of the day. As text `2026-12-05=fff 2026-12-12=10`, the times as a
/// hexadecimal number with the first quarter hour in its lowest bit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FreeTimes(Vec<(Date, Quarters)>);

impl FreeTimes {
    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a time is one of them.
    pub fn has(&self, date: Date, time: SlotTime) -> bool {
        self.on(date).has(time)
    }

    /// Those that somebody would take.
    #[must_use]
    pub fn wanted(&self, wanted: &Wanted) -> Self {
        self.each(|date, times| times.and(wanted.on(date)))
    }

    /// Those that are not in another set.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        self.each(|date, times| times.without(other.on(date)))
    }

    /// The same with one time more.
    #[must_use]
    pub fn with(&self, date: Date, time: SlotTime) -> Self {
        let mut days: Vec<_> = self.0.iter().copied().filter(|(day, _)| *day != date).collect();
        days.push((date, self.on(date).with(time)));
        days.sort_unstable_by_key(|(day, _)| *day);
        Self(days)
    }

    /// Every time, the earliest first.
    pub fn iter(&self) -> impl Iterator<Item = (Date, SlotTime)> {
        self.0.iter().flat_map(|(date, times)| times.iter().map(|time| (*date, time)))
    }

    /// The weekdays with a time; none if there is no time.
    pub fn weekdays(&self) -> Option<Weekdays> {
        self.0.iter().map(|(date, _)| Weekdays::of(*date)).reduce(Weekdays::or)
    }

    fn each(&self, keep: impl Fn(Date, Quarters) -> Quarters) -> Self {
        let kept = self.0.iter().map(|(date, times)| (*date, keep(*date, *times)));
        Self(kept.filter(|(_, times)| !times.is_empty()).collect())
    }

    fn on(&self, date: Date) -> Quarters {
        let found = self.0.binary_search_by_key(&date, |(date, _)| *date);
        found.ok().and_then(|index| self.0.get(index)).map_or(Quarters::NONE, |(_, times)| *times)
    }
}

impl fmt::Display for FreeTimes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (date, times)) in self.0.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}{date}={:x}", times.bits())?;
        }
        Ok(())
    }
}

/// A text that is no set of times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a set of times")]
pub struct NoFreeTimes;

impl FromStr for FreeTimes {
    type Err = NoFreeTimes;

    fn from_str(text: &str) -> Result<Self, NoFreeTimes> {
        let day = |part: &str| {
            let (date, times) = part.split_once('=')?;
            let times = Quarters::from_bits(u64::from_str_radix(times, 16).ok()?);
            Some((date.parse().ok()?, times)).filter(|_| !times.is_empty())
        };
        let days: Option<Vec<(Date, Quarters)>> = text.split_ascii_whitespace().map(day).collect();
        let days = days.ok_or(NoFreeTimes)?;
        if days.is_sorted_by(|(one, _), (other, _)| one < other) { Ok(Self(days)) } else { Err(NoFreeTimes) }
    }
}
