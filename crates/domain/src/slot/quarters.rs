//! A set of quarter hours: the sixty of a day fit into a 64-bit word, so a day takes a few bit operations.

use crate::time::{SlotTime, TimeOfDay};

/// A set of the sixty quarter hours of a day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Quarters(u64);

impl Quarters {
    pub(super) const NONE: Self = Self(0);
    pub(super) const ALL: Self = Self::first(60);

    /// That many quarter hours, from the first of the day on.
    pub(super) const fn first(count: u32) -> Self {
        Self((1 << count) - 1)
    }

    /// Every quarter hour that starts in `[start, end)`, clipped to the grid; a bound between two quarters counts as the later
    /// one.
    pub(super) fn starting_in(start: TimeOfDay, end: TimeOfDay) -> Self {
        Self(Self::starting_before(end).0 & !Self::starting_before(start).0)
    }

    /// Every quarter hour that starts before that minute.
    pub(super) fn starting_before(minute: TimeOfDay) -> Self {
        let past_nine = u32::from(minute.minutes().saturating_sub(SlotTime::FIRST_MINUTE));
        let count = past_nine.div_ceil(u32::from(SlotTime::STEP_MINUTES)).min(60);
        Self((1_u64 << count) - 1)
    }

    /// Every quarter hour that starts at that minute or earlier.
    pub(super) fn starting_by(minute: TimeOfDay) -> Self {
        SlotTime::try_from(minute)
            .map_or(Self::starting_before(minute), |time| Self::starting_before(minute).with(time))
    }

    pub(super) const fn with(self, time: SlotTime) -> Self {
        Self(self.0 | 1 << time.index())
    }

    pub(super) const fn has(self, time: SlotTime) -> bool {
        self.0 >> time.index() & 1 == 1
    }

    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// As a number, the first quarter hour in its lowest bit.
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// The set of a number; bits that are no quarter hour are left out.
    pub(super) const fn from_bits(bits: u64) -> Self {
        Self(bits).and(Self::ALL)
    }

    /// The quarter hours of the set, in order.
    pub(super) fn iter(self) -> impl Iterator<Item = SlotTime> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let index = u8::try_from(rest.trailing_zeros()).ok().filter(|index| *index < 64)?;
            rest &= rest - 1;
            SlotTime::from_index(index)
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_time_added_twice_is_there_once() {
        let noon = "12:00".parse().unwrap();
        let once = Quarters::NONE.with(noon);
        assert_eq!(once.with(noon), once);
        assert_eq!(once.iter().collect::<Vec<_>>(), [noon]);
    }

    proptest! {
        #[test]
        fn a_window_holds_what_starts_inside_it(start in 0_u16..1440, end in 0_u16..1440) {
            let (from, until) = (TimeOfDay::from_minutes(start).unwrap(), TimeOfDay::from_minutes(end).unwrap());
            let window = Quarters::starting_in(from, until);
            for time in SlotTime::all() {
                prop_assert_eq!(window.has(time), start <= time.minutes() && time.minutes() < end);
                prop_assert_eq!(Quarters::starting_by(from).has(time), time.minutes() <= start);
            }
            prop_assert_eq!(window.iter().count(), SlotTime::all().filter(|time| window.has(*time)).count());
            prop_assert!(window.iter().all(|time| window.has(time)));
        }
    }
}
