//! Civil dates, times of day, and their conversion to and from instants in Europe/London.
//!
//! Knows nothing of slots, seasons or bookings, and never reads the clock: "now" is an argument of every rule (RULES 1.1).

mod clock;
mod date;
mod doubt;
mod london;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use clock::{SlotTime, TimeOfDay};
pub use date::{Date, Weekday};
pub use doubt::{ClockDoubt, clock_doubt};
pub use london::{
    LocalDateTime, london_date_time, london_day_end, london_timestamp, london_to_millis, parse_timestamp,
    utc_timestamp,
};

/// Milliseconds in a minute.
pub const MINUTE_MS: i64 = 60_000;
pub(crate) const HOUR_MS: i64 = 60 * MINUTE_MS;
/// Milliseconds in a day of 24 hours. Never used to step through dates, since days with a clock change differ.
pub const DAY_MS: i64 = 86_400_000;

/// Text that is not a date or time in its wire form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TimeError {
    /// Not `YYYY-MM-DD`, or not a day of the calendar.
    #[error("Use a real date, written like 2026-11-21.")]
    Date,
    /// Not `HH:MM` between 00:00 and 23:59.
    #[error("Use a time on the 24-hour clock, written like 14:15.")]
    TimeOfDay,
    /// Not one of the sixty quarter hours from 09:00 to 23:45 (RULES 3.1).
    #[error("Tests start on the quarter hour, from 09:00 to 23:45.")]
    OffGrid,
    /// Outside the years that the product can compute with.
    #[error("That date is too far away. Check the year.")]
    OutOfRange,
}

impl TimeError {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Date => "DATE_INVALID",
            Self::TimeOfDay => "TIME_INVALID",
            Self::OffGrid => "TIME_OFF_GRID",
            Self::OutOfRange => "DATE_OUT_OF_RANGE",
        }
    }
}

/// The number written in ASCII digits, of which there are at most four.
fn digits(bytes: &[u8]) -> Option<u16> {
    bytes.iter().try_fold(0_u16, |sum, byte| byte.is_ascii_digit().then(|| sum * 10 + u16::from(byte - b'0')))
}

/// Serialises through `Display` and deserialises through `FromStr`, with the error's sentence.
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
mod tests;
