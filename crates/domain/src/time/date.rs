//! Civil dates and their arithmetic.

use core::fmt;
use core::str::FromStr;

use super::{TimeError, digits};

/// A day of the week, Monday first, as the booking session config lists them (RULES 3.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Weekday {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

/// A civil date in Europe/London; `YYYY-MM-DD` on the wire, years 0001 to 9999.
///
/// Stored as days since 1970-01-01: the rules step, compare and subtract dates far more often than they need the month, and the
/// calendar arithmetic of a library would be too large for the browser.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(i32);

impl Date {
    /// The first date that the wire allows, 0001-01-01.
    pub const MIN: Self = Self(-719_162);
    /// The last date that the wire allows, 9999-12-31.
    pub const MAX: Self = Self(2_932_896);

    /// The date of a year, month (1–12) and day (1–31).
    ///
    /// # Errors
    /// [`TimeError::Date`] if the calendar has no such day.
    pub const fn new(year: i16, month: i8, day: i8) -> Result<Self, TimeError> {
        if year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > month_length(year, month) {
            return Err(TimeError::Date);
        }
        Ok(Self(days_from_civil(year as i32, month as i32, day as i32)))
    }

    /// The year.
    pub const fn year(self) -> i16 {
        self.civil().0
    }

    /// The month, 1 to 12.
    pub const fn month(self) -> i8 {
        self.civil().1
    }

    /// The day of the month, 1 to 31.
    pub const fn day(self) -> i8 {
        self.civil().2
    }

    /// The day of the week.
    pub const fn weekday(self) -> Weekday {
        // 1970-01-01 was a Thursday.
        match (self.0 + 3).rem_euclid(7) {
            0 => Weekday::Monday,
            1 => Weekday::Tuesday,
            2 => Weekday::Wednesday,
            3 => Weekday::Thursday,
            4 => Weekday::Friday,
            5 => Weekday::Saturday,
            _ => Weekday::Sunday,
        }
    }

    /// The date `days` later (earlier if negative), clamped to the calendar's ends.
    pub fn add_days(self, days: i32) -> Self {
        Self(self.0.saturating_add(days)).clamp(Self::MIN, Self::MAX)
    }

    /// Civil days from this date to `other`; negative when `other` is earlier.
    pub const fn days_until(self, other: Self) -> i32 {
        other.0 - self.0
    }

    /// Whole years from this date to `other`: the age on `other` of someone born on this date. Someone born on
    /// 29 February comes of age on 1 March in a common year (the English rule for legal ages).
    pub fn years_until(self, other: Self) -> i32 {
        let (year, month, day) = self.civil();
        let (other_year, other_month, other_day) = other.civil();
        let before = (other_month, other_day) < (month, day);
        i32::from(other_year) - i32::from(year) - i32::from(before)
    }

    /// The first day of this date's month.
    pub const fn first_of_month(self) -> Self {
        Self(self.0 - self.day() as i32 + 1)
    }

    /// The number of days in this date's month.
    pub const fn days_in_month(self) -> i8 {
        let (year, month, _) = self.civil();
        month_length(year, month)
    }

    /// The date of a number of days since 1970-01-01, clamped to the calendar's ends.
    pub fn from_day_number(days: i32) -> Self {
        Self(days).clamp(Self::MIN, Self::MAX)
    }

    /// Days since 1970-01-01.
    pub const fn day_number(self) -> i32 {
        self.0
    }

    /// Year, month and day: Howard Hinnant's `civil_from_days`, in eras of 400 years that begin in March.
    #[expect(clippy::cast_possible_truncation, reason = "years 1 to 9999")]
    const fn civil(self) -> (i16, i8, i8) {
        let shifted = self.0 + 719_468;
        let era = shifted.div_euclid(146_097);
        let day_of_era = shifted.rem_euclid(146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let march_month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * march_month + 2) / 5 + 1;
        let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
        let year = year_of_era + era * 400 + (month <= 2) as i32;
        (year as i16, month as i8, day as i8)
    }
}

/// Days since 1970-01-01: Howard Hinnant's `days_from_civil`.
pub(super) const fn days_from_civil(year: i32, month: i32, day: i32) -> i32 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let march_month = if month > 2 { month - 3 } else { month + 9 };
    let day_of_year = (153 * march_month + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

const fn month_length(year: i16, month: i8) -> i8 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.civil();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl fmt::Debug for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Date {
    type Err = TimeError;

    // By hand: a library's parser would take more of the WASM module than all the rules.
    fn from_str(text: &str) -> Result<Self, TimeError> {
        read_date(text.as_bytes()).ok_or(TimeError::Date)
    }
}

pub(super) fn read_date(bytes: &[u8]) -> Option<Date> {
    let (year, rest) = bytes.split_at_checked(4)?;
    let (month, day) = rest.strip_prefix(b"-")?.split_at_checked(2)?;
    let day = day.strip_prefix(b"-").filter(|day| day.len() == 2)?;
    let (month, day) = (i8::try_from(digits(month)?).ok()?, i8::try_from(digits(day)?).ok()?);
    Date::new(i16::try_from(digits(year)?).ok()?, month, day).ok()
}
