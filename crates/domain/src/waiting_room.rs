//! The waiting room: who is let in next while more people want to use the site than it serves well (RULES 13.11, 13.12).
//!
//! People who arrive in the same second are put in random order; everybody who comes in the quarter of an hour before an
//! opening counts as arriving in the second in which it opens. A place is therefore a second and a lot, and a node that
//! knows how many places each second has and how far people have been let in answers every question without a list of
//! people.

mod pace;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::collections::BTreeMap;

pub use pace::{
    LEAST, Measured, SLOW_MS, adjusted, at_once, inside_from_one_address, pause_seconds,
    places_of_one_address, wait_seconds,
};

/// A place in the order: earlier seconds first, then lower lots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Seconds since 1970.
    pub second: i64,
    /// Drawn at random, so that nobody can influence their position within a second.
    pub lot: u32,
}

/// The number of different lots.
const LOTS: u128 = 1 << 32;

impl Place {
    /// The last place of a second.
    pub const fn last_of(second: i64) -> Self {
        Self { second, lot: u32::MAX }
    }
}

/// How many people have which places, and up to which place they have been let in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingRoom {
    places: BTreeMap<i64, u64>,
    let_in: Place,
}

impl WaitingRoom {
    /// An empty room in which everybody up to `let_in` has been let in.
    pub const fn new(let_in: Place) -> Self {
        Self { places: BTreeMap::new(), let_in }
    }

    /// The last place that has been let in.
    pub const fn let_in(&self) -> Place {
        self.let_in
    }

    /// Counts a place that was given out.
    pub fn add(&mut self, second: i64, places: u64) {
        if self.let_in < Place::last_of(second) && places > 0 {
            *self.places.entry(second).or_default() += places;
        }
    }

    /// The number of places in each second, without seconds that have been let in completely.
    pub fn places(&self) -> impl Iterator<Item = (i64, u64)> {
        self.places.iter().map(|(second, places)| (*second, *places))
    }

    /// Whether the holder of this place may come in.
    pub fn admits(&self, place: Place) -> bool {
        place <= self.let_in
    }

    /// How many people with places up to the second `until` are still waiting.
    pub fn waiting(&self, until: i64) -> u64 {
        self.places.range(..=until).map(|(second, places)| self.left(*second, *places)).sum()
    }

    /// How many people are let in before the holder of this place. Exact for whole seconds; within one second it is the share
    /// of its lots that are lower.
    pub fn ahead(&self, place: Place) -> u64 {
        let earlier = self.places.range(..place.second).map(|(second, places)| self.left(*second, *places));
        let own = self.places.get(&place.second).map_or(0, |places| {
            let lower = share(*places, u128::from(place.lot));
            lower.saturating_sub(places - self.left(place.second, *places))
        });
        earlier.sum::<u64>() + own
    }

    /// Lets the next `people` in. A second that is not over at `now_second` has to wait, because its draw is not complete. When nobody
    /// is left waiting, everything up to the second before `now_second` counts as let in.
    pub fn let_in_next(&mut self, mut people: u64, now_second: i64) {
        while let Some((second, places)) = self.places.first_key_value().map(|(s, p)| (*s, *p)) {
            if second >= now_second {
                break;
            }
            let left = self.left(second, places);
            if people < left {
                if people > 0 {
                    let from = if self.let_in.second == second { self.let_in.lot } else { 0 };
                    self.let_in = Place { second, lot: from.saturating_add(lots(people, places)) };
                }
                return;
            }
            people -= left;
            self.places.remove(&second);
            self.let_in = self.let_in.max(Place::last_of(second));
        }
        self.let_in = self.let_in.max(Place::last_of(now_second - 1));
    }

    /// Catches up with another node that has let people in further than this one.
    pub fn follow(&mut self, let_in: Place) {
        self.let_in = self.let_in.max(let_in);
        let done = if self.let_in.lot == u32::MAX { self.let_in.second + 1 } else { self.let_in.second };
        self.places = self.places.split_off(&done);
    }

    /// How many of a second's places have not been let in.
    fn left(&self, second: i64, places: u64) -> u64 {
        match second.cmp(&self.let_in.second) {
            Ordering::Less => 0,
            Ordering::Equal => places - share(places, u128::from(self.let_in.lot) + 1).min(places),
            Ordering::Greater => places,
        }
    }
}

/// How many of `places` have one of the lowest `lots`, assuming an even spread.
fn share(places: u64, lots: u128) -> u64 {
    u64::try_from(u128::from(places) * lots / LOTS).unwrap_or(places)
}

/// The inverse of [`share`]: how many of the lowest lots cover `people` of `places`.
fn lots(people: u64, places: u64) -> u32 {
    u32::try_from(u128::from(people) * LOTS / u128::from(places)).unwrap_or(u32::MAX)
}
