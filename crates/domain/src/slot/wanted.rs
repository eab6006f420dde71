//! Which times somebody would take: on which weekdays, in which part of the day, until when (RULES 3.13, 5.4).

use super::quarters::Quarters;
use crate::time::{Date, SlotTime};

/// A part of the day, by the time at which a test starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartOfDay {
    /// The whole day.
    Any,
    /// Before noon.
    Morning,
    /// From noon until five.
    Afternoon,
    /// From five on.
    Evening,
}

impl PartOfDay {
    /// Every part, each at the index of its number.
    pub const ALL: [Self; 4] = [Self::Any, Self::Morning, Self::Afternoon, Self::Evening];

    /// The word on the wire and in the store.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Any => "ANY",
            Self::Morning => "MORNING",
            Self::Afternoon => "AFTERNOON",
            Self::Evening => "EVENING",
        }
    }

    /// The part of a word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.word() == word)
    }

    const fn quarters(self) -> Quarters {
        // A day begins at nine.
        let (morning, before_five) = (Quarters::first(3 * 4), Quarters::first(8 * 4));
        match self {
            Self::Any => Quarters::ALL,
            Self::Morning => morning,
            Self::Afternoon => before_five.without(morning),
            Self::Evening => Quarters::ALL.without(before_five),
        }
    }
}

/// One to seven weekdays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weekdays(u8);

impl Weekdays {
    /// The whole week.
    pub const ALL: Self = Self(0b0111_1111);

    /// The words on the wire, Monday first.
    pub const WORDS: [&'static str; 7] =
        ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"];

    /// The weekdays of a number, Monday in its lowest bit; none for a number without a day or with other bits.
    pub const fn from_bits(bits: u8) -> Option<Self> {
        if bits == 0 || bits > Self::ALL.0 { None } else { Some(Self(bits)) }
    }

    /// The same as a number.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The weekdays of some words, in any order; none without a word or with another one.
    pub fn from_words<'a>(words: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let bits = words.into_iter().try_fold(0, |bits, word| {
            let index = Self::WORDS.into_iter().position(|known| known == word)?;
            Some(bits | 1 << index)
        });
        Self::from_bits(bits?)
    }

    /// The words, Monday first.
    pub fn words(self) -> Vec<&'static str> {
        let there = |index: usize| self.0 >> index & 1 == 1;
        Self::WORDS.into_iter().enumerate().filter(|(index, _)| there(*index)).map(|(_, word)| word).collect()
    }

    /// Both together.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    const fn has(self, date: Date) -> bool {
        self.0 >> date.weekday() as u8 & 1 == 1
    }

    /// The weekday of a date.
    pub const fn of(date: Date) -> Self {
        Self(1 << date.weekday() as u8)
    }
}

/// The times that somebody would take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// On these weekdays.
    pub days: Weekdays,
    /// In this part of the day.
    pub part: PartOfDay,
    /// Until this date.
    pub until: Date,
}

impl Wanted {
    /// Whether a time is one of them.
    pub const fn has(&self, date: Date, time: SlotTime) -> bool {
        self.on(date).has(time)
    }

    /// Those of a date.
    pub(super) const fn on(self, date: Date) -> Quarters {
        if date.day_number() <= self.until.day_number() && self.days.has(date) {
            self.part.quarters()
        } else {
            Quarters::NONE
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    // RULES 5.4
    #[test]
    fn the_parts_of_a_day_meet_at_noon_and_at_five() {
        let of = |time: &str| {
            let time = SlotTime::try_from(time.parse::<crate::time::TimeOfDay>().unwrap()).unwrap();
            let parts = [PartOfDay::Morning, PartOfDay::Afternoon, PartOfDay::Evening];
            parts
                .into_iter()
                .filter(|part| part.quarters().has(time))
                .map(PartOfDay::word)
                .collect::<Vec<_>>()
        };
        for (time, part) in [
            ("09:00", "MORNING"),
            ("11:45", "MORNING"),
            ("12:00", "AFTERNOON"),
            ("16:45", "AFTERNOON"),
            ("17:00", "EVENING"),
            ("23:45", "EVENING"),
        ] {
            assert_eq!(of(time), [part], "{time}");
        }
        assert!(SlotTime::all().all(|time| PartOfDay::Any.quarters().has(time)));
        assert_eq!(PartOfDay::from_word("NIGHT"), None);
        for part in PartOfDay::ALL {
            assert_eq!(PartOfDay::from_word(part.word()), Some(part));
        }
    }

    #[test]
    fn weekdays_are_one_to_seven_known_words() {
        assert_eq!(Weekdays::from_words([]), None);
        assert_eq!(Weekdays::from_words(["SATURDAY", "Sunday"]), None);
        assert_eq!(Weekdays::from_bits(0x80), None);
        let weekend = Weekdays::from_words(["SUNDAY", "SATURDAY", "SUNDAY"]).unwrap();
        assert_eq!(weekend.words(), ["SATURDAY", "SUNDAY"]);
        assert_eq!(Weekdays::from_words(Weekdays::WORDS), Some(Weekdays::ALL));
    }

    proptest! {
        #[test]
        fn weekdays_read_back_what_they_say(bits in 1_u8..128, day in 0_i32..40_000) {
            let days = Weekdays::from_bits(bits).unwrap();
            prop_assert_eq!(days.bits(), bits);
            prop_assert_eq!(Weekdays::from_words(days.words()), Some(days));
            let date = Date::from_day_number(day);
            prop_assert_eq!(days.has(date), days.words().contains(&Weekdays::of(date).words()[0]));
            prop_assert_eq!(days.or(Weekdays::of(date)) == days, days.has(date));
        }
    }
}
