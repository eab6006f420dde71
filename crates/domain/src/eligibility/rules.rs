//! The limits of eligibility: ages, and how long a screening is valid.

use serde::{Deserialize, Serialize};

use crate::time::Date;

/// The limits, all configurable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct EligibilityRules {
    /// The youngest age that may register, in whole years.
    pub min_age: u8,
    /// The oldest age that may register, in whole years.
    pub max_age: u8,
    /// The age from which no guardian is needed.
    pub adult_age: u8,
    /// How many months a screening is valid.
    pub screening_months: u16,
}

impl Default for EligibilityRules {
    fn default() -> Self {
        Self { min_age: 16, max_age: 99, adult_age: 18, screening_months: 12 }
    }
}

impl EligibilityRules {
    /// Whether an age in whole years is within the limits, both included.
    pub fn admits(&self, age: i32) -> bool {
        (i32::from(self.min_age)..=i32::from(self.max_age)).contains(&age)
    }

    /// Whether somebody with this date of birth needs a guardian's confirmation on `today`.
    pub fn needs_guardian(&self, born: Date, today: Date) -> bool {
        born.years_until(today) < i32::from(self.adult_age)
    }

    /// The first day on which somebody with this date of birth needs no guardian.
    pub fn of_age_on(&self, born: Date) -> Date {
        // No year is shorter than 365 days, so the day searched for is not before this one.
        let mut day = born.add_days(365 * i32::from(self.adult_age));
        while self.needs_guardian(born, day) {
            day = day.add_days(1);
        }
        day
    }

    /// The latest date of birth with which somebody needs no guardian on `today`, `YYYY-MM-DD`, for comparing texts: in a common
    /// year it may be a 29 February that there was not.
    pub fn adult_born_by(&self, today: Date) -> String {
        let year = i32::from(today.year()) - i32::from(self.adult_age);
        format!("{year:04}-{:02}-{:02}", today.month(), today.day())
    }

    /// Whether a screening of that date has expired on `today`: from the same day of the month on.
    pub fn screening_expired(&self, screened: Date, today: Date) -> bool {
        let months = |date: Date| i32::from(date.year()) * 12 + i32::from(date.month());
        let whole = months(today) - months(screened) - i32::from(today.day() < screened.day());
        whole >= i32::from(self.screening_months)
    }

    /// The first day on which a screening of that date has expired.
    pub fn screening_due(&self, screened: Date) -> Date {
        // No month is shorter than 28 days, so the day searched for is not before this one.
        let mut day = screened.add_days(28 * i32::from(self.screening_months));
        while !self.screening_expired(screened, day) {
            day = day.add_days(1);
        }
        day
    }
}
