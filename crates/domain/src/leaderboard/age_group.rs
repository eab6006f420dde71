//! The age groups of the sport, in which boards and fields are divided (RULES 8.10).
//!
//! Coaches see the coarser groups of `profile::coarse_age_group`, which reveal less of somebody's age.

use core::fmt;
use core::str::FromStr;

use crate::time::Date;

/// The first age and the word of each group.
const GROUPS: [(i32, &str); AgeGroup::COUNT] = [
    (0, "U18"),
    (18, "18-24"),
    (25, "25-29"),
    (30, "30-34"),
    (35, "35-39"),
    (40, "40-44"),
    (45, "45-49"),
    (50, "50-54"),
    (55, "55-59"),
    (60, "60-64"),
    (65, "65-69"),
    (70, "70+"),
];

/// An age group: `U18`, `18-24`, in fives from 25, `70+`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AgeGroup(u8);

/// A word that names no age group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("An age group is U18, 18-24, 25-29 and so on in fives, or 70+.")]
pub struct AgeGroupError;

impl AgeGroup {
    /// How many there are.
    pub const COUNT: usize = 12;

    /// The group of somebody born on `born` on the day of a test.
    pub fn on(born: Date, tested: Date) -> Self {
        let age = born.years_until(tested);
        Self::all().rev().find(|group| age >= group.row().0).unwrap_or(Self(0))
    }

    /// Every group, the youngest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..Self::COUNT).map(|index| Self(u8::try_from(index).unwrap_or(0)))
    }

    /// The word on the wire.
    pub const fn as_str(self) -> &'static str {
        self.row().1
    }

    const fn row(self) -> (i32, &'static str) {
        GROUPS[self.0 as usize]
    }
}

impl fmt::Display for AgeGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for AgeGroup {
    type Err = AgeGroupError;

    /// In any case. A `+` that was not escaped in an address arrives as a space, so `70` is read as `70+`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bare = |word: &str| word.trim().trim_end_matches('+').to_ascii_uppercase();
        Self::all().find(|group| bare(group.as_str()) == bare(text)).ok_or(AgeGroupError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    // RULES 8.10
    #[test]
    fn a_group_begins_on_a_birthday() {
        for (born, tested, group) in [
            ("2008-03-02", "2026-03-01", "U18"),
            ("2008-03-02", "2026-03-02", "18-24"),
            ("2001-03-02", "2026-03-01", "18-24"),
            ("2001-03-01", "2026-03-01", "25-29"),
            ("1956-03-02", "2026-03-01", "65-69"),
            ("1956-03-01", "2026-03-01", "70+"),
            // Born on a leap day: of age on 1 March.
            ("2008-02-29", "2026-02-28", "U18"),
            ("2008-02-29", "2026-03-01", "18-24"),
            ("2026-03-02", "2026-03-01", "U18"),
        ] {
            let found = AgeGroup::on(born.parse().unwrap(), tested.parse().unwrap());
            assert_eq!(found.as_str(), group, "{born} on {tested}");
        }
    }

    #[test]
    fn a_word_reads_back_and_no_other_word_is_a_group() {
        for group in AgeGroup::all() {
            assert_eq!(group.as_str().parse(), Ok(group));
        }
        assert_eq!("70 ".parse::<AgeGroup>().map(AgeGroup::as_str), Ok("70+"));
        assert_eq!("u18".parse::<AgeGroup>().map(AgeGroup::as_str), Ok("U18"));
        for text in ["", "17", "25", "25-34", "18–24", "+"] {
            assert_eq!(text.parse::<AgeGroup>(), Err(AgeGroupError), "{text}");
        }
    }

    proptest! {
        // RULES 8.10
        #[test]
        fn every_age_is_in_the_group_that_its_word_says(day in 0_i32..36_500, age in 0_i32..100) {
            let born = Date::new(1920, 1, 1).unwrap().add_days(day);
            let tested = born.add_days(age * 365 + age / 4 + 1);
            let years = born.years_until(tested);
            let group = AgeGroup::on(born, tested).as_str();
            let expected = match years {
                ..18 => "U18".to_owned(),
                18..25 => "18-24".to_owned(),
                25..70 => format!("{}-{}", years / 5 * 5, years / 5 * 5 + 4),
                70.. => "70+".to_owned(),
            };
            prop_assert_eq!(group, expected);
        }
    }
}
