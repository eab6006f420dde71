//! Times of day, and the sixty quarter hours at which a test can start.

use core::fmt;
use core::str::FromStr;

use super::{TimeError, digits};

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

/// One of the sixty quarter hours from 09:00 to 23:45 at which a test can start (RULES 3.1); `HH:MM` on the
/// wire.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SlotTime(u8);

impl SlotTime {
    /// The number of quarter hours in a day.
    pub const COUNT: usize = 60;
    /// Minutes between two quarter hours (RULES 3.1).
    pub const STEP_MINUTES: u16 = 15;
    /// The first one, 09:00, in minutes since midnight (RULES 3.1).
    pub const FIRST_MINUTE: u16 = 9 * 60;
    /// The last one, 23:45, in minutes since midnight (RULES 3.1).
    pub const LAST_MINUTE: u16 = 23 * 60 + 45;

    /// All sixty, in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..60_u8).map(Self)
    }

    /// The quarter hour of an index from 0 (09:00) to 59 (23:45).
    pub const fn from_index(index: u8) -> Option<Self> {
        if (index as usize) < Self::COUNT { Some(Self(index)) } else { None }
    }

    /// The quarter hour that a time of day is in; before 09:00 the first.
    pub fn at(time: TimeOfDay) -> Self {
        Self::all().rev().find(|quarter| quarter.time_of_day() <= time).unwrap_or(Self(0))
    }

    /// 0 for 09:00 to 59 for 23:45.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Minutes since midnight.
    pub const fn minutes(self) -> u16 {
        Self::FIRST_MINUTE + self.0 as u16 * Self::STEP_MINUTES
    }

    /// As a time of day.
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

pub(super) fn read_time(bytes: &[u8]) -> Option<TimeOfDay> {
    let [h, i, b':', m, n] = bytes else { return None };
    let (hour, minute) = (digits(&[*h, *i])?, digits(&[*m, *n])?);
    (hour < 24 && minute < 60).then_some(TimeOfDay(hour * 60 + minute))
}
