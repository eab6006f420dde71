//! Seasons: the numbered spans of dates in which athletes compete (RULES 2.1, 2.2).

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::time::{
    Date, TimeError, TimeOfDay, london_date_time, london_day_end, london_timestamp, london_to_millis,
    parse_timestamp,
};

/// The first season (RULES 2.4).
pub const FIRST_SEASON: u32 = 1;

/// One season: from 00:00:00.000 on `start` to 23:59:59.999 on `end`, London time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Season {
    /// Its number, from 1.
    pub season: u32,
    /// Its first day; on the wire the timestamp of its first moment in London.
    #[serde(with = "first_moment")]
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub start: Date,
    /// Its last day; on the wire the timestamp of its last millisecond in London.
    #[serde(with = "last_moment")]
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub end: Date,
}

impl Season {
    /// Whether a date is in it.
    pub fn contains(&self, date: Date) -> bool {
        (self.start..=self.end).contains(&date)
    }

    /// Its label: its number and the present year, or its own year if it is not running (RULES 2.5).
    pub fn label(&self, today: Date) -> String {
        format!("Season {} {}", self.season, today.max(self.start).min(self.end).year())
    }
}

/// A date, or the London date of a timestamp.
fn read_date<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Date, D::Error> {
    let text = String::deserialize(deserializer)?;
    let date = text
        .parse()
        .or_else(|_: TimeError| parse_timestamp(&text).and_then(london_date_time).map(|local| local.date));
    date.map_err(D::Error::custom)
}

/// A season's start on the wire (RULES 2.3).
mod first_moment {
    pub(super) use super::read_date as deserialize;
    use super::{Date, Serializer, TimeOfDay, london_timestamp, london_to_millis};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
    pub(super) fn serialize<Z: Serializer>(date: &Date, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let moment = london_to_millis(*date, TimeOfDay::MIDNIGHT).and_then(london_timestamp);
        serializer.serialize_str(&moment.map_err(serde::ser::Error::custom)?)
    }
}

/// A season's end on the wire (RULES 2.3).
mod last_moment {
    pub(super) use super::read_date as deserialize;
    use super::{Date, Serializer, london_day_end, london_timestamp};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
    pub(super) fn serialize<Z: Serializer>(date: &Date, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let moment = london_day_end(*date).and_then(london_timestamp);
        serializer.serialize_str(&moment.map_err(serde::ser::Error::custom)?)
    }
}

/// Why a list of seasons is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SeasonError {
    /// There is no season.
    #[error("A season table needs at least one season.")]
    Empty,
    /// The first season is not season 1.
    #[error("The first season must be number 1.")]
    First,
    /// A number that does not follow the previous one.
    #[error("Season {0} must follow season {1}: numbers run without a gap.", .after + 1, .after)]
    Number {
        /// The number of the previous season.
        after: u32,
    },
    /// A season that ends before it starts.
    #[error("Season {season} ends before it starts.")]
    Reversed {
        /// Its number.
        season: u32,
    },
    /// A season that does not start on the day after the previous one ends.
    #[error("Season {season} must start on {expected}, the day after the season before ends.")]
    Gap {
        /// Its number.
        season: u32,
        /// The only possible start.
        expected: Date,
    },
}

impl SeasonError {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Empty => "SEASON_TABLE_EMPTY",
            Self::First | Self::Number { .. } => "SEASON_NUMBER",
            Self::Reversed { .. } => "SEASON_REVERSED",
            Self::Gap { .. } => "SEASON_GAP",
        }
    }
}

/// A valid list of seasons: consecutive numbers from 1, each start the day after the previous end (RULES 2.2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct SeasonTable(Vec<Season>);

impl SeasonTable {
    /// The ten seasons of RULES 2.1.
    pub fn built_in() -> Self {
        const ENDS: [(i16, i8, i8); 11] = [
            (2023, 3, 31),
            (2023, 6, 28),
            (2023, 10, 8),
            (2023, 12, 31),
            (2024, 3, 31),
            (2024, 6, 30),
            (2024, 9, 30),
            (2024, 12, 31),
            (2025, 4, 30),
            (2025, 8, 31),
            (2025, 12, 31),
        ];
        let end = |index: usize| {
            let (year, month, day) = ENDS[index];
            Date::new(year, month, day).unwrap_or_else(|_| unreachable!("the table holds real dates"))
        };
        let season = |number: u32, index: usize| Season {
            season: number,
            start: end(index - 1).add_days(1),
            end: end(index),
        };
        Self((1_u32..).zip(1..ENDS.len()).map(|(number, index)| season(number, index)).collect())
    }

    /// Checks a list of seasons in this order.
    ///
    /// # Errors
    /// The first problem.
    pub fn new(seasons: Vec<Season>) -> Result<Self, SeasonError> {
        let first = seasons.first().ok_or(SeasonError::Empty)?;
        if first.season != FIRST_SEASON {
            return Err(SeasonError::First);
        }
        if let Some(season) = seasons.iter().find(|season| season.end < season.start) {
            return Err(SeasonError::Reversed { season: season.season });
        }
        for pair in seasons.windows(2) {
            let (before, after) = (pair[0], pair[1]);
            if Some(after.season) != before.season.checked_add(1) {
                return Err(SeasonError::Number { after: before.season });
            }
            let expected = before.end.add_days(1);
            if after.start != expected {
                return Err(SeasonError::Gap { season: after.season, expected });
            }
        }
        Ok(Self(seasons))
    }

    /// The seasons, first to last; never empty.
    pub fn seasons(&self) -> &[Season] {
        &self.0
    }

    /// The season with this number.
    pub fn get(&self, number: u32) -> Option<&Season> {
        self.0.get(usize::try_from(number.checked_sub(FIRST_SEASON)?).ok()?)
    }

    /// The season that contains a date; `None` before the first and after the last.
    pub fn on(&self, date: Date) -> Option<&Season> {
        let begun = self.0.partition_point(|season| season.start <= date);
        self.0[..begun].last().filter(|season| season.contains(date))
    }

    /// The season to show on a date: the one that contains it, else the latest that has begun, else season 1.
    pub fn shown_on(&self, date: Date) -> &Season {
        let begun = self.0.partition_point(|season| season.start <= date);
        &self.0[begun.saturating_sub(1)]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn date(text: &str) -> Date {
        text.parse().unwrap()
    }

    // RULES 2.1
    #[test]
    fn the_built_in_table_is_the_specs() {
        let table = SeasonTable::built_in();
        let expected = [
            ("2023-04-01", "2023-06-28"),
            ("2023-06-29", "2023-10-08"),
            ("2023-10-09", "2023-12-31"),
            ("2024-01-01", "2024-03-31"),
            ("2024-04-01", "2024-06-30"),
            ("2024-07-01", "2024-09-30"),
            ("2024-10-01", "2024-12-31"),
            ("2025-01-01", "2025-04-30"),
            ("2025-05-01", "2025-08-31"),
            ("2025-09-01", "2025-12-31"),
        ];
        let found: Vec<_> =
            table.seasons().iter().map(|season| (season.start.to_string(), season.end.to_string())).collect();
        let expected: Vec<_> =
            expected.iter().map(|(start, end)| ((*start).to_owned(), (*end).to_owned())).collect();
        assert_eq!(found, expected);
        assert!(SeasonTable::new(table.seasons().to_vec()).is_ok());
    }

    #[test]
    fn a_date_finds_its_season_to_the_day() {
        let table = SeasonTable::built_in();
        let number = |text: &str| table.on(date(text)).map(|season| season.season);
        assert_eq!(number("2023-03-31"), None);
        assert_eq!(number("2023-04-01"), Some(1));
        assert_eq!(number("2023-06-28"), Some(1));
        assert_eq!(number("2023-06-29"), Some(2));
        assert_eq!(number("2025-12-31"), Some(10));
        assert_eq!(number("2026-01-01"), None);
    }

    #[test]
    fn a_season_is_found_by_its_number() {
        let table = SeasonTable::built_in();
        for season in table.seasons() {
            assert_eq!(table.get(season.season), Some(season));
        }
        assert_eq!((table.get(0), table.get(11)), (None, None));
    }

    // RULES 2.4
    #[test]
    fn a_screen_falls_back_to_the_latest_begun_then_to_season_one() {
        let table = SeasonTable::built_in();
        assert_eq!(table.shown_on(date("2020-01-01")).season, 1);
        assert_eq!(table.shown_on(date("2024-02-02")).season, 4);
        assert_eq!(table.shown_on(date("2030-01-01")).season, 10);
    }

    // RULES 2.2
    #[test]
    fn a_table_with_a_hole_is_refused() {
        let season = |season, start: &str, end: &str| Season { season, start: date(start), end: date(end) };
        let refused = |seasons| SeasonTable::new(seasons).unwrap_err();
        assert_eq!(refused(vec![]), SeasonError::Empty);
        assert_eq!(refused(vec![season(2, "2026-01-01", "2026-02-01")]), SeasonError::First);
        assert_eq!(refused(vec![season(1, "2026-02-01", "2026-01-01")]), SeasonError::Reversed { season: 1 });
        let first = season(1, "2026-01-01", "2026-01-31");
        assert_eq!(
            refused(vec![first, season(3, "2026-02-01", "2026-02-02")]),
            SeasonError::Number { after: 1 }
        );
        for start in ["2026-01-31", "2026-02-02"] {
            let gap = refused(vec![first, season(2, start, "2026-03-01")]);
            assert_eq!(gap, SeasonError::Gap { season: 2, expected: date("2026-02-01") });
            assert_eq!(
                gap.to_string(),
                "Season 2 must start on 2026-02-01, the day after the season before ends."
            );
        }
        assert_eq!(
            SeasonError::Number { after: 1 }.to_string(),
            "Season 2 must follow season 1: numbers run without a gap."
        );
    }

    // RULES 2.3
    #[test]
    fn on_the_wire_a_season_has_timestamps() {
        let season = SeasonTable::built_in().seasons()[1];
        let wire = serde_json::json!({
            "season": 2,
            "start": "2023-06-29T00:00:00.000+01:00",
            "end": "2023-10-08T23:59:59.999+01:00",
        });
        assert_eq!(serde_json::to_value(season).unwrap(), wire);
        assert_eq!(serde_json::from_value::<Season>(wire).unwrap(), season);
        let other =
            serde_json::json!({"season": 2, "start": "2023-06-28T23:00:00.000Z", "end": "2023-10-08"});
        assert_eq!(serde_json::from_value::<Season>(other).unwrap(), season);
    }

    // RULES 2.5
    #[test]
    fn the_label_carries_the_present_year_only_while_the_season_runs() {
        let season = Season { season: 11, start: date("2026-11-01"), end: date("2027-02-28") };
        for (today, year) in [
            ("2025-06-01", 2026),
            ("2026-12-31", 2026),
            ("2027-01-01", 2027),
            ("2027-02-28", 2027),
            ("2029-06-01", 2027),
        ] {
            assert_eq!(season.label(date(today)), format!("Season 11 {year}"), "{today}");
        }
    }

    proptest! {
        #[test]
        fn lookup_agrees_with_a_walk_over_the_table(day in 19_000_i32..21_000) {
            let table = SeasonTable::built_in();
            let there = date("1970-01-01").add_days(day);
            let walked = table.seasons().iter().find(|season| season.contains(there));
            prop_assert_eq!(table.on(there), walked);
            if let Some(season) = walked {
                prop_assert_eq!(table.shown_on(there), season);
            }
        }
    }
}
