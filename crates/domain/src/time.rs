//! Civil dates, wall-clock times and their meeting with instants in Europe/London.
//!
//! Owns the only knowledge of the time zone. Knows nothing of slots, seasons or bookings, and never asks what
//! time it is: "now" is an argument of every rule (decisions, "Time").

use core::fmt;
use core::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Milliseconds in a minute.
pub const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;
/// Milliseconds in a civil day of 24 hours. Never used to step over dates: days with a clock change differ.
pub const DAY_MS: i64 = 86_400_000;

/// A text that is no date or time of the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TimeError {
    /// Not `YYYY-MM-DD`, or a day that no calendar has.
    #[error("Use a real date, written like 2026-11-21.")]
    Date,
    /// Not `HH:MM` between 00:00 and 23:59.
    #[error("Use a time on the 24-hour clock, written like 14:15.")]
    TimeOfDay,
    /// Not one of the sixty quarter hours from 09:00 to 23:45 (spec §5).
    #[error("Tests start on the quarter hour, from 09:00 to 23:45.")]
    OffGrid,
    /// Outside the years that the product computes with.
    #[error("That date is too far away.")]
    OutOfRange,
}

impl TimeError {
    /// The stable word for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Date => "DATE_INVALID",
            Self::TimeOfDay => "TIME_INVALID",
            Self::OffGrid => "TIME_OFF_GRID",
            Self::OutOfRange => "DATE_OUT_OF_RANGE",
        }
    }
}

/// A day of the week, Monday first, as the booking session config lists them (spec §3).
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
/// Kept as the number of days since 1970-01-01: the rules step, compare and subtract dates far more often than
/// they look at months, and in the browser the calendar arithmetic of a library would cost more than its use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(i32);

impl Date {
    /// The first date of the wire, 0001-01-01.
    pub const MIN: Self = Self(-719_162);
    /// The last date of the wire, 9999-12-31.
    pub const MAX: Self = Self(2_932_896);

    /// The date of a year, month (1–12) and day (1–31).
    ///
    /// # Errors
    /// [`TimeError::Date`] when the calendar has no such day.
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

    /// The date `days` later (earlier when negative), held at the ends of the calendar.
    pub fn add_days(self, days: i32) -> Self {
        Self(self.0.saturating_add(days)).clamp(Self::MIN, Self::MAX)
    }

    /// The date of the same month and day `years` later; 29 February becomes the 28th where there is none.
    pub fn add_years(self, years: i16) -> Self {
        let (year, month, day) = self.civil();
        let year = year.saturating_add(years).clamp(1, 9999);
        let day = day.min(month_length(year, month));
        Self(days_from_civil(i32::from(year), i32::from(month), i32::from(day)))
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

    /// How many days this date's month has.
    pub const fn days_in_month(self) -> i8 {
        let (year, month, _) = self.civil();
        month_length(year, month)
    }

    /// The date of a number of days since 1970-01-01, held at the ends of the calendar.
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
const fn days_from_civil(year: i32, month: i32, day: i32) -> i32 {
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

    // By hand: a library's parser would cost the WASM module more than all the rules.
    fn from_str(text: &str) -> Result<Self, TimeError> {
        read_date(text.as_bytes()).ok_or(TimeError::Date)
    }
}

/// A wall-clock time of day to the minute; `HH:MM` on the wire, 00:00 to 23:59.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeOfDay(u16);

impl TimeOfDay {
    /// The start of the day.
    pub const MIDNIGHT: Self = Self(0);

    /// The time `minutes` after midnight (0 to 1439).
    ///
    /// # Errors
    /// [`TimeError::TimeOfDay`] from 1440 on.
    pub const fn from_minutes(minutes: u16) -> Result<Self, TimeError> {
        if minutes < 24 * 60 { Ok(Self(minutes)) } else { Err(TimeError::TimeOfDay) }
    }

    /// Minutes since midnight.
    pub const fn minutes(self) -> u16 {
        self.0
    }
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

impl fmt::Debug for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for TimeOfDay {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Self, TimeError> {
        read_time(text.as_bytes()).ok_or(TimeError::TimeOfDay)
    }
}

/// One of the sixty quarter hours from 09:00 to 23:45 at which a test can start (spec §5, §9); `HH:MM` on the
/// wire.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SlotTime(u8);

impl SlotTime {
    /// How many there are in a day.
    pub const COUNT: usize = 60;
    /// The step between two, in minutes (spec §9).
    pub const STEP_MINUTES: u16 = 15;
    /// The first one, 09:00, in minutes since midnight (spec §9).
    pub const FIRST_MINUTE: u16 = 9 * 60;
    /// The last one, 23:45, in minutes since midnight (spec §9).
    pub const LAST_MINUTE: u16 = 23 * 60 + 45;

    /// All sixty, in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..60_u8).map(Self)
    }

    /// The quarter hour of an index from 0 (09:00) to 59 (23:45).
    pub const fn from_index(index: u8) -> Option<Self> {
        if (index as usize) < Self::COUNT { Some(Self(index)) } else { None }
    }

    /// 0 for 09:00 to 59 for 23:45.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Minutes since midnight.
    pub const fn minutes(self) -> u16 {
        Self::FIRST_MINUTE + self.0 as u16 * Self::STEP_MINUTES
    }

    /// The same moment as a time of day.
    pub const fn time_of_day(self) -> TimeOfDay {
        TimeOfDay(self.minutes())
    }
}

impl TryFrom<TimeOfDay> for SlotTime {
    type Error = TimeError;

    fn try_from(time: TimeOfDay) -> Result<Self, TimeError> {
        let minutes = time.minutes();
        if !(Self::FIRST_MINUTE..=Self::LAST_MINUTE).contains(&minutes)
            || !minutes.is_multiple_of(Self::STEP_MINUTES)
        {
            return Err(TimeError::OffGrid);
        }
        u8::try_from((minutes - Self::FIRST_MINUTE) / Self::STEP_MINUTES)
            .map(Self)
            .map_err(|_| TimeError::OffGrid)
    }
}

impl FromStr for SlotTime {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Self, TimeError> {
        text.parse::<TimeOfDay>()?.try_into()
    }
}

impl fmt::Display for SlotTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.time_of_day(), f)
    }
}

impl fmt::Debug for SlotTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A wall-clock moment in London, to the millisecond within its minute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalDateTime {
    /// The date on London's calendar.
    pub date: Date,
    /// The time on London's clocks.
    pub time: TimeOfDay,
}

/// How far London's clocks are ahead of UTC at an instant, in milliseconds.
///
/// The rule in force since 1996, years before the first season: an hour from 01:00 UTC on the last Sunday of March
/// to 01:00 UTC on the last Sunday of October. The tests hold it against the time zone database; the database
/// itself would be a tenth of what the browser loads.
fn london_offset_ms(now_ms: i64) -> Result<i64, TimeError> {
    let day = i32::try_from(now_ms.div_euclid(DAY_MS)).map_err(|_| TimeError::OutOfRange)?;
    if !(Date::MIN.0..=Date::MAX.0).contains(&day) {
        return Err(TimeError::OutOfRange);
    }
    let year = Date(day).year();
    let change = |month| i64::from(last_sunday(year, month)) * DAY_MS + HOUR_MS;
    Ok(if (change(3)..change(10)).contains(&now_ms) { HOUR_MS } else { 0 })
}

/// The last Sunday of a month of 31 days, in days since 1970.
fn last_sunday(year: i16, month: i32) -> i32 {
    let last = days_from_civil(i32::from(year), month, 31);
    // 1970-01-04 was the first Sunday.
    last - (last - 3).rem_euclid(7)
}

/// What London's calendar and clocks show at an instant, given in milliseconds since 1970 (UTC).
///
/// # Errors
/// [`TimeError::OutOfRange`] for an instant outside the years 1 to 9999.
pub fn london_date_time(now_ms: i64) -> Result<LocalDateTime, TimeError> {
    let local_ms = now_ms + london_offset_ms(now_ms)?;
    let date = i32::try_from(local_ms.div_euclid(DAY_MS)).map_err(|_| TimeError::OutOfRange)?;
    if !(Date::MIN.0..=Date::MAX.0).contains(&date) {
        return Err(TimeError::OutOfRange);
    }
    let minutes =
        u16::try_from(local_ms.rem_euclid(DAY_MS) / MINUTE_MS).map_err(|_| TimeError::OutOfRange)?;
    Ok(LocalDateTime { date: Date(date), time: TimeOfDay(minutes) })
}

/// The instant, in milliseconds since 1970 (UTC), at which London's clocks show that date and time. A time that
/// the spring change skips counts from the hour before it; one that the autumn change repeats is the first.
///
/// # Errors
/// [`TimeError::OutOfRange`] when the instant lies outside the years that an instant can name.
pub fn london_to_millis(date: Date, time: TimeOfDay) -> Result<i64, TimeError> {
    let local_ms = i64::from(date.0) * DAY_MS + i64::from(time.minutes()) * MINUTE_MS;
    // Summer time where it holds at the instant that it would make: so the first of two, and the later in a gap.
    let summer = london_offset_ms(local_ms - HOUR_MS)?;
    Ok(if summer == HOUR_MS { local_ms - HOUR_MS } else { local_ms })
}

/// The last millisecond of a London day: a season runs to 23:59:59.999 on its end date (decisions, "Seasons").
///
/// # Errors
/// As [`london_to_millis`].
pub fn london_day_end(date: Date) -> Result<i64, TimeError> {
    Ok(london_to_millis(date.add_days(1), TimeOfDay::MIDNIGHT)? - 1)
}

/// An instant as an ISO timestamp with London's offset, like `2026-11-21T10:00:00.000+00:00`: its first ten
/// characters are the date in London.
///
/// # Errors
/// [`TimeError::OutOfRange`] for an instant outside the years 1 to 9999.
pub fn london_timestamp(now_ms: i64) -> Result<String, TimeError> {
    let local = london_date_time(now_ms)?;
    let offset = london_offset_ms(now_ms)? / MINUTE_MS;
    let (second, milli) = (now_ms.rem_euclid(MINUTE_MS) / 1000, now_ms.rem_euclid(1000));
    let sign = if offset < 0 { '-' } else { '+' };
    let (hours, minutes) = (offset.abs() / 60, offset.abs() % 60);
    Ok(format!("{}T{}:{second:02}.{milli:03}{sign}{hours:02}:{minutes:02}", local.date, local.time))
}

/// Reads an ISO timestamp with its offset (`Z` or `±HH:MM`), to milliseconds since 1970. A zone's name in
/// brackets is not read: this product has one zone.
///
/// # Errors
/// [`TimeError::Date`] for anything else.
pub fn parse_timestamp(text: &str) -> Result<i64, TimeError> {
    read_timestamp(text.as_bytes()).ok_or(TimeError::Date)
}

fn read_timestamp(bytes: &[u8]) -> Option<i64> {
    let (date, rest) = bytes.split_at_checked(10)?;
    let (time, rest) = rest.strip_prefix(b"T")?.split_at_checked(5)?;
    let at = rest.iter().position(|byte| matches!(byte, b'Z' | b'+' | b'-'))?;
    let (fine, offset) = rest.split_at_checked(at)?;
    let (second, milli) = match fine {
        [] => (0, 0),
        [b':', a, b] => (digits(&[*a, *b])?, 0),
        [b':', a, b, b'.', milli @ ..] if milli.len() == 3 => (digits(&[*a, *b])?, digits(milli)?),
        _ => return None,
    };
    let east = match offset {
        b"Z" => 0,
        [b'-', clock @ ..] => -i64::from(read_time(clock)?.minutes()),
        [_, clock @ ..] => i64::from(read_time(clock)?.minutes()),
        [] => return None,
    };
    let minutes = i64::from(read_date(date)?.0) * 24 * 60 + i64::from(read_time(time)?.minutes()) - east;
    (second < 60).then(|| minutes * MINUTE_MS + i64::from(second) * 1000 + i64::from(milli))
}

fn read_date(bytes: &[u8]) -> Option<Date> {
    let (year, rest) = bytes.split_at_checked(4)?;
    let (month, day) = rest.strip_prefix(b"-")?.split_at_checked(2)?;
    let day = day.strip_prefix(b"-").filter(|day| day.len() == 2)?;
    let (month, day) = (i8::try_from(digits(month)?).ok()?, i8::try_from(digits(day)?).ok()?);
    Date::new(i16::try_from(digits(year)?).ok()?, month, day).ok()
}

fn read_time(bytes: &[u8]) -> Option<TimeOfDay> {
    let [h, i, b':', m, n] = bytes else { return None };
    let (hour, minute) = (digits(&[*h, *i])?, digits(&[*m, *n])?);
    (hour < 24 && minute < 60).then_some(TimeOfDay(hour * 60 + minute))
}

/// The number that ASCII digits spell; at most four of them are ever asked for.
fn digits(bytes: &[u8]) -> Option<u16> {
    bytes.iter().try_fold(0_u16, |sum, byte| byte.is_ascii_digit().then(|| sum * 10 + u16::from(byte - b'0')))
}

/// Serialises through `Display` and reads through `FromStr`, with the error's sentence.
macro_rules! text_on_the_wire {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

text_on_the_wire!(Date, TimeOfDay, SlotTime);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn date(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn refuses_texts_that_are_no_dates() {
        for text in [
            "",
            "2026-2-3",
            "2026-02-30",
            "2026-13-01",
            "0000-01-01",
            "2026-11-21T00:00",
            "２026-11-21",
            "+026-11-21",
        ] {
            assert_eq!(text.parse::<Date>(), Err(TimeError::Date), "{text}");
        }
    }

    #[test]
    fn refuses_texts_that_are_no_times() {
        for text in ["", "9:00", "24:00", "12:60", "12-00", "12:0a", "12:00:00"] {
            assert_eq!(text.parse::<TimeOfDay>(), Err(TimeError::TimeOfDay), "{text}");
        }
        for text in ["08:45", "09:10", "23:59", "00:00"] {
            assert_eq!(text.parse::<SlotTime>(), Err(TimeError::OffGrid), "{text}");
        }
    }

    #[test]
    fn the_sixty_quarter_hours_run_from_nine_to_a_quarter_to_midnight() {
        let all: Vec<_> = SlotTime::all().map(|time| time.to_string()).collect();
        assert_eq!(all.len(), SlotTime::COUNT);
        assert_eq!((all[0].as_str(), all[1].as_str(), all[59].as_str()), ("09:00", "09:15", "23:45"));
    }

    #[test]
    fn london_changes_its_clocks() {
        // 2026: forward on 29 March at 01:00 UTC, back on 25 October at 01:00 UTC.
        let spring = london_to_millis(date("2026-03-29"), "09:00".parse().unwrap()).unwrap();
        assert_eq!(spring, 1_774_771_200_000);
        let local = london_date_time(spring).unwrap();
        assert_eq!((local.date, local.time.to_string()), (date("2026-03-29"), "09:00".to_owned()));
        assert_eq!(london_day_end(date("2026-03-28")).unwrap() + 1, 1_774_742_400_000);
        let long_day = london_day_end(date("2026-10-25")).unwrap() + 1
            - london_to_millis(date("2026-10-25"), TimeOfDay::MIDNIGHT).unwrap();
        assert_eq!(long_day, 25 * 3_600_000);
    }

    #[test]
    fn a_timestamp_shows_londons_offset_and_reads_back() {
        for (at, shown) in [
            (1_774_771_200_000, "2026-03-29T09:00:00.000+01:00"),
            (1_774_742_399_999, "2026-03-28T23:59:59.999+00:00"),
        ] {
            assert_eq!(london_timestamp(at).unwrap(), shown);
            assert_eq!(parse_timestamp(shown), Ok(at));
        }
        assert_eq!(parse_timestamp("2026-03-29T08:00Z"), Ok(1_774_771_200_000));
        assert_eq!(parse_timestamp("2026-03-29T10:30:00-00:30"), Ok(1_774_782_000_000));
        for wrong in [
            "2026-03-29",
            "2026-03-29T08:00",
            "2026-02-30T08:00Z",
            "2026-03-29T25:00Z",
            "2026-03-29T08:00:61Z",
            "2026-03-29T08:00+1:00",
            "2026-03-29T08:00[Mars/Phobos]",
            "2026-03-29T08:00Z[Mars/Phobos]",
            "2026-03-29T08:00é",
        ] {
            assert_eq!(parse_timestamp(wrong), Err(TimeError::Date), "{wrong}");
        }
    }

    #[test]
    fn a_leap_day_child_comes_of_age_on_the_first_of_march() {
        let born = date("2008-02-29");
        assert_eq!(born.years_until(date("2026-02-28")), 17);
        assert_eq!(born.years_until(date("2026-03-01")), 18);
        assert_eq!(born.years_until(date("2024-02-29")), 16);
        assert_eq!(born.add_years(1), date("2009-02-28"));
    }

    #[test]
    fn days_are_held_at_the_ends_of_the_calendar() {
        assert_eq!(date("9999-12-30").add_days(i32::MAX), date("9999-12-31"));
        assert_eq!(date("0001-01-02").add_days(i32::MIN), date("0001-01-01"));
    }

    #[test]
    fn every_date_agrees_with_a_calendar_library() {
        let mut there = jiff::civil::Date::constant(1, 1, 1);
        for number in Date::MIN.0..=Date::MAX.0 {
            let date = Date(number);
            assert_eq!((date.year(), date.month(), date.day()), (there.year(), there.month(), there.day()));
            assert_eq!(Date::new(there.year(), there.month(), there.day()), Ok(date));
            assert_eq!(date.days_in_month(), there.days_in_month());
            assert_eq!(date.weekday() as i8, there.weekday().to_monday_zero_offset());
            there = there.tomorrow().unwrap_or(there);
        }
        assert_eq!(Date::MAX.to_string(), "9999-12-31");
    }

    /// Europe/London as the time zone database has it.
    static LONDON: jiff::tz::TimeZone = jiff::tz::get!("Europe/London");

    #[test]
    fn every_hour_of_the_clock_changes_agrees_with_a_calendar_library() {
        for year in 1996..2060_i16 {
            for month in [3, 10] {
                for day in 20..=31 {
                    for minutes in (0..24 * 60).step_by(15) {
                        let date = Date::new(year, month, day).unwrap();
                        let (hour, minute) =
                            (i8::try_from(minutes / 60).unwrap(), i8::try_from(minutes % 60).unwrap());
                        let expected = LONDON
                            .to_ambiguous_zoned(jiff::civil::date(year, month, day).at(hour, minute, 0, 0))
                            .compatible()
                            .unwrap();
                        let time = TimeOfDay::from_minutes(minutes).unwrap();
                        let millis = london_to_millis(date, time).unwrap();
                        assert_eq!(millis, expected.timestamp().as_millisecond(), "{date} {time}");
                        let shown = london_date_time(millis).unwrap();
                        let local = expected.datetime();
                        assert_eq!(
                            shown.time.minutes(),
                            u16::try_from(local.hour()).unwrap() * 60
                                + u16::try_from(local.minute()).unwrap()
                        );
                        assert_eq!(shown.date.day(), local.day());
                    }
                }
            }
        }
    }

    proptest! {
        #[test]
        fn a_date_reads_back_what_it_shows(day in -700_000_i32..2_900_000) {
            let there = date("1970-01-01").add_days(day);
            prop_assert_eq!(there.to_string().parse::<Date>(), Ok(there));
            prop_assert_eq!(there.day_number(), date("1970-01-01").days_until(there));
        }

        #[test]
        fn stepping_there_and_back_is_no_move(day in 0_i32..80_000, step in -40_000_i32..40_000) {
            let there = date("1970-01-01").add_days(day);
            prop_assert_eq!(there.add_days(step).add_days(-step), there);
            prop_assert_eq!(there.days_until(there.add_days(step)), step);
        }

        #[test]
        fn an_instant_of_a_slot_shows_that_slot(day in 18_000_i32..27_000, index in 0_u8..60) {
            let there = date("1970-01-01").add_days(day);
            let time = SlotTime::from_index(index).unwrap();
            let local = london_date_time(london_to_millis(there, time.time_of_day()).unwrap()).unwrap();
            prop_assert_eq!(local, LocalDateTime { date: there, time: time.time_of_day() });
        }
    }
}
