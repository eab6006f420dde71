//! Civil dates, wall-clock times and their meeting with instants in Europe/London.
//!
//! Owns the only knowledge of the time zone. Knows nothing of slots, seasons or bookings, and never asks what
//! time it is: "now" is an argument of every rule (decisions, "Time").

use core::fmt;
use core::str::FromStr;

use jiff::civil;
use jiff::tz::TimeZone;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Europe/London, compiled in: the browser has no zone files.
static LONDON: TimeZone = jiff::tz::get!("Europe/London");

/// Milliseconds in a minute.
pub const MINUTE_MS: i64 = 60_000;
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(civil::Date);

impl Date {
    /// The first date of the wire.
    pub const MIN: Self = Self(civil::Date::constant(1, 1, 1));
    /// The last date of the wire.
    pub const MAX: Self = Self(civil::Date::constant(9999, 12, 31));

    /// The date of a year, month (1–12) and day (1–31).
    ///
    /// # Errors
    /// [`TimeError::Date`] when the calendar has no such day.
    pub fn new(year: i16, month: i8, day: i8) -> Result<Self, TimeError> {
        if !(1..=9999).contains(&year) {
            return Err(TimeError::Date);
        }
        civil::Date::new(year, month, day).map(Self).map_err(|_| TimeError::Date)
    }

    /// The year.
    pub fn year(self) -> i16 {
        self.0.year()
    }

    /// The month, 1 to 12.
    pub fn month(self) -> i8 {
        self.0.month()
    }

    /// The day of the month, 1 to 31.
    pub fn day(self) -> i8 {
        self.0.day()
    }

    /// The day of the week.
    pub fn weekday(self) -> Weekday {
        match self.0.weekday() {
            civil::Weekday::Monday => Weekday::Monday,
            civil::Weekday::Tuesday => Weekday::Tuesday,
            civil::Weekday::Wednesday => Weekday::Wednesday,
            civil::Weekday::Thursday => Weekday::Thursday,
            civil::Weekday::Friday => Weekday::Friday,
            civil::Weekday::Saturday => Weekday::Saturday,
            civil::Weekday::Sunday => Weekday::Sunday,
        }
    }

    /// The date `days` later (earlier when negative), held at the ends of the calendar.
    pub fn add_days(self, days: i32) -> Self {
        let end = if days < 0 { Self::MIN } else { Self::MAX };
        let moved = self.0.checked_add(jiff::SignedDuration::from_hours(24 * i64::from(days)));
        moved.map_or(end, |date| Self(date).clamp(Self::MIN, Self::MAX))
    }

    /// The date of the same month and day `years` later; 29 February becomes the 28th where there is none.
    pub fn add_years(self, years: i16) -> Self {
        let year = self.year().saturating_add(years).clamp(1, 9999);
        let month = self.month();
        Self(
            civil::Date::new(year, month, self.day())
                .unwrap_or_else(|_| civil::Date::constant(year, month, 28)),
        )
    }

    /// Civil days from this date to `other`; negative when `other` is earlier.
    pub fn days_until(self, other: Self) -> i32 {
        other.day_number() - self.day_number()
    }

    /// Whole years from this date to `other`: the age on `other` of someone born on this date. Someone born on
    /// 29 February comes of age on 1 March in a common year (the English rule for legal ages).
    pub fn years_until(self, other: Self) -> i32 {
        let before = (other.month(), other.day()) < (self.month(), self.day());
        i32::from(other.year()) - i32::from(self.year()) - i32::from(before)
    }

    /// The first day of this date's month.
    pub fn first_of_month(self) -> Self {
        Self(self.0.first_of_month())
    }

    /// How many days this date's month has.
    pub fn days_in_month(self) -> i8 {
        self.0.days_in_month()
    }

    /// The date of a number of days since 1970-01-01, held at the ends of the calendar.
    pub fn from_day_number(days: i32) -> Self {
        Self(civil::Date::constant(1970, 1, 1)).add_days(days)
    }

    /// Days since 1970-01-01.
    pub fn day_number(self) -> i32 {
        const EPOCH: civil::Date = civil::Date::constant(1970, 1, 1);
        let days = self.0.duration_since(EPOCH).as_hours() / 24;
        i32::try_from(days).unwrap_or_else(|_| unreachable!("ten thousand years fit"))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year(), self.month(), self.day())
    }
}

impl fmt::Debug for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Date {
    type Err = TimeError;

    // By hand: jiff's own parser alone would cost the WASM module 50 kB gzipped.
    fn from_str(text: &str) -> Result<Self, TimeError> {
        let bytes = text.as_bytes();
        if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
            return Err(TimeError::Date);
        }
        let year = digits(&bytes[0..4]).ok_or(TimeError::Date)?;
        let month = digits(&bytes[5..7]).ok_or(TimeError::Date)?;
        let day = digits(&bytes[8..10]).ok_or(TimeError::Date)?;
        Self::new(
            i16::try_from(year).map_err(|_| TimeError::Date)?,
            i8::try_from(month).map_err(|_| TimeError::Date)?,
            i8::try_from(day).map_err(|_| TimeError::Date)?,
        )
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
        let bytes = text.as_bytes();
        if bytes.len() != 5 || bytes[2] != b':' {
            return Err(TimeError::TimeOfDay);
        }
        let hour = digits(&bytes[0..2]).ok_or(TimeError::TimeOfDay)?;
        let minute = digits(&bytes[3..5]).ok_or(TimeError::TimeOfDay)?;
        if hour > 23 || minute > 59 {
            return Err(TimeError::TimeOfDay);
        }
        Ok(Self(hour * 60 + minute))
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

/// What London's calendar and clocks show at an instant, given in milliseconds since 1970 (UTC).
///
/// # Errors
/// [`TimeError::OutOfRange`] for an instant outside the years 1 to 9999.
pub fn london_date_time(now_ms: i64) -> Result<LocalDateTime, TimeError> {
    let instant = jiff::Timestamp::from_millisecond(now_ms).map_err(|_| TimeError::OutOfRange)?;
    let local = LONDON.to_datetime(instant);
    if !(1..=9999).contains(&local.year()) {
        return Err(TimeError::OutOfRange);
    }
    let minutes = u16::from(local.hour().unsigned_abs()) * 60 + u16::from(local.minute().unsigned_abs());
    Ok(LocalDateTime { date: Date(local.date()), time: TimeOfDay(minutes) })
}

/// The instant, in milliseconds since 1970 (UTC), at which London's clocks show that date and time. A time that
/// the spring change skips counts from the hour before it; one that the autumn change repeats is the first.
///
/// # Errors
/// [`TimeError::OutOfRange`] when the instant lies outside the years that an instant can name.
pub fn london_to_millis(date: Date, time: TimeOfDay) -> Result<i64, TimeError> {
    let hour = i8::try_from(time.minutes() / 60).map_err(|_| TimeError::OutOfRange)?;
    let minute = i8::try_from(time.minutes() % 60).map_err(|_| TimeError::OutOfRange)?;
    LONDON
        .to_ambiguous_zoned(date.0.at(hour, minute, 0, 0))
        .compatible()
        .map(|zoned| zoned.timestamp().as_millisecond())
        .map_err(|_| TimeError::OutOfRange)
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
    let instant = jiff::Timestamp::from_millisecond(now_ms).map_err(|_| TimeError::OutOfRange)?;
    let offset = LONDON.to_offset(instant).seconds() / 60;
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
    let bytes = text.as_bytes();
    if !text.is_ascii() || bytes.len() < 17 || bytes[10] != b'T' {
        return Err(TimeError::Date);
    }
    let date: Date = text[..10].parse()?;
    let time: TimeOfDay = text[11..16].parse().map_err(|_| TimeError::Date)?;
    let (fine, offset) = match text[16..].find(['Z', '+', '-']) {
        Some(at) => text[16..].split_at(at),
        None => return Err(TimeError::Date),
    };
    let (second, milli) = match fine.as_bytes() {
        [] => (0, 0),
        [b':', second @ ..] if second.len() == 2 => (digits(second).ok_or(TimeError::Date)?, 0),
        [b':', a, b, b'.', milli @ ..] if milli.len() == 3 => {
            (digits(&[*a, *b]).ok_or(TimeError::Date)?, digits(milli).ok_or(TimeError::Date)?)
        }
        _ => return Err(TimeError::Date),
    };
    if second > 59 {
        return Err(TimeError::Date);
    }
    let east = match offset.as_bytes() {
        b"Z" => 0,
        [sign, clock @ ..] if clock.len() == 5 => {
            let away: TimeOfDay = offset[1..].parse().map_err(|_| TimeError::Date)?;
            i64::from(away.minutes()) * if *sign == b'-' { -1 } else { 1 }
        }
        _ => return Err(TimeError::Date),
    };
    let minutes = i64::from(date.day_number()) * 24 * 60 + i64::from(time.minutes()) - east;
    Ok(minutes * MINUTE_MS + i64::from(second) * 1000 + i64::from(milli))
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
