//! Converts between instants and London's date and time: the only knowledge of the time zone.

use super::clock::read_time;
use super::date::{days_from_civil, read_date};
use super::{DAY_MS, Date, HOUR_MS, MINUTE_MS, TimeError, TimeOfDay, digits};

/// A wall-clock moment in London, to the millisecond within its minute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalDateTime {
    /// The date in London.
    pub date: Date,
    /// The time in London.
    pub time: TimeOfDay,
}

/// London's offset from UTC at an instant, in milliseconds.
///
/// The rule in force since 1996, years before the first season: an hour from 01:00 UTC on the last Sunday of March to 01:00 UTC
/// on the last Sunday of October. Tests compare it with the time zone database, which itself would be a tenth of what the
/// browser loads.
fn london_offset_ms(now_ms: i64) -> Result<i64, TimeError> {
    let year = day_of(now_ms)?.year();
    let change = |month| i64::from(last_sunday(year, month)) * DAY_MS + HOUR_MS;
    Ok(if (change(3)..change(10)).contains(&now_ms) { HOUR_MS } else { 0 })
}

/// The date in UTC.
fn day_of(ms: i64) -> Result<Date, TimeError> {
    let days = i32::try_from(ms.div_euclid(DAY_MS)).map_err(|_| TimeError::OutOfRange)?;
    let date = Date::from_day_number(days);
    if date.day_number() == days { Ok(date) } else { Err(TimeError::OutOfRange) }
}

/// The last Sunday of a month with 31 days, in days since 1970.
fn last_sunday(year: i16, month: i32) -> i32 {
    let last = days_from_civil(i32::from(year), month, 31);
    // 1970-01-04 was the first Sunday.
    last - (last - 3).rem_euclid(7)
}

/// The date and time in London at an instant, given in milliseconds since 1970 (UTC).
///
/// # Errors
/// [`TimeError::OutOfRange`] for an instant outside the years 1 to 9999.
pub fn london_date_time(now_ms: i64) -> Result<LocalDateTime, TimeError> {
    let local_ms = now_ms + london_offset_ms(now_ms)?;
    let date = day_of(local_ms)?;
    let minutes =
        u16::try_from(local_ms.rem_euclid(DAY_MS) / MINUTE_MS).map_err(|_| TimeError::OutOfRange)?;
    Ok(LocalDateTime { date, time: TimeOfDay::from_minutes(minutes)? })
}

/// The instant, in milliseconds since 1970 (UTC), of a date and time in London. A time that the spring change skips counts from
/// the hour before it; of one that the autumn change repeats, the first is taken.
///
/// # Errors
/// [`TimeError::OutOfRange`] if the instant is outside the range of instants.
pub fn london_to_millis(date: Date, time: TimeOfDay) -> Result<i64, TimeError> {
    let local_ms = i64::from(date.day_number()) * DAY_MS + i64::from(time.minutes()) * MINUTE_MS;
    // Summer time, if it applies to the resulting instant: this gives the first of two instants, and the later side of a gap.
    let summer = london_offset_ms(local_ms - HOUR_MS)?;
    Ok(if summer == HOUR_MS { local_ms - HOUR_MS } else { local_ms })
}

/// The last millisecond of a day in London: a season ends at 23:59:59.999 on its last day (RULES 2.3).
///
/// # Errors
/// As [`london_to_millis`].
pub fn london_day_end(date: Date) -> Result<i64, TimeError> {
    Ok(london_to_millis(date.add_days(1), TimeOfDay::MIDNIGHT)? - 1)
}

/// An instant as an ISO timestamp with London's offset, like `2026-11-21T10:00:00.000+00:00`: its first ten characters are the
/// date in London.
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

/// An instant as an ISO timestamp in UTC, like `2026-11-21T10:00:00.000Z`.
///
/// # Errors
/// As [`london_timestamp`].
pub fn utc_timestamp(now_ms: i64) -> Result<String, TimeError> {
    let (date, ms) = (day_of(now_ms)?, now_ms.rem_euclid(DAY_MS));
    let (minutes, second, milli) = (ms / MINUTE_MS, ms / 1000 % 60, ms % 1000);
    Ok(format!("{date}T{:02}:{:02}:{second:02}.{milli:03}Z", minutes / 60, minutes % 60))
}

/// Reads an ISO timestamp with its offset (`Z` or `±HH:MM`), in milliseconds since 1970. A time zone name in brackets is not
/// supported.
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
    let minutes =
        i64::from(read_date(date)?.day_number()) * 24 * 60 + i64::from(read_time(time)?.minutes()) - east;
    (second < 60).then(|| minutes * MINUTE_MS + i64::from(second) * 1000 + i64::from(milli))
}
