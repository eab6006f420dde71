//! Scheduled openings: runs of dates for which booking opens at an instant (RULES 3.12).

use serde::{Deserialize, Serialize};

use crate::time::{Date, HOUR_MS, LocalDateTime, MINUTE_MS, TimeError, london_date_time};

/// The most openings of an event.
pub const OPENINGS_MAX: usize = 24;
/// The most days from the day on which booking opens to the last date: two years, so that a mistyped year is refused.
const DAYS_MAX: i32 = 731;

/// A run of dates for which booking opens at an instant, however far ahead they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Opening {
    /// The first of the dates.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub from: Date,
    /// The last of them.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub to: Date,
    /// When booking opens, in milliseconds since 1970 (UTC); an ISO timestamp on the wire.
    #[serde(with = "instant")]
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub opens_at: i64,
}

impl Opening {
    const fn has(&self, date: Date) -> bool {
        self.from.day_number() <= date.day_number() && date.day_number() <= self.to.day_number()
    }
}

/// An instant on the wire: written in UTC, read with any offset.
mod instant {
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    use crate::time::{parse_timestamp, utc_timestamp};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
    pub(super) fn serialize<Z: Serializer>(at_ms: &i64, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.serialize_str(&utc_timestamp(*at_ms).map_err(serde::ser::Error::custom)?)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
        parse_timestamp(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// Why a list of openings cannot be saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// More than [`OPENINGS_MAX`].
    #[error("There can be at most {OPENINGS_MAX} openings. Remove one whose dates are over.")]
    TooMany,
    /// The last date is before the first.
    #[error("The last date, {to}, is before the first, {from}.")]
    Reversed {
        /// The first date.
        from: Date,
        /// The last.
        to: Date,
    },
    /// Booking would open after the last date.
    #[error("Booking would open after {to}, the last date.")]
    TooLate {
        /// The last date.
        to: Date,
    },
    /// The last date is more than two years after booking opens.
    #[error("{to} is more than two years after booking opens.")]
    TooFar {
        /// The last date.
        to: Date,
    },
    /// Booking would open within a minute; clocks show minutes.
    #[error("Booking opens on a whole minute.")]
    NotWholeMinute,
    /// London's clock shows that time twice, because it goes back in that hour.
    #[error("The clocks go back in that hour, so that the time comes twice. Choose another one.")]
    TimeTwice,
    /// A date is in two openings.
    #[error("{date} is in another opening already.")]
    Overlap {
        /// The first date that both have.
        date: Date,
    },
    /// An instant outside the years 1 to 9999.
    #[error(transparent)]
    OutOfRange(#[from] TimeError),
}

impl OpeningError {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::TooMany => "OPENINGS_TOO_MANY",
            Self::Reversed { .. } => "OPENING_REVERSED",
            Self::TooLate { .. } => "OPENING_TOO_LATE",
            Self::TooFar { .. } => "OPENING_TOO_FAR",
            Self::NotWholeMinute => "OPENING_NOT_WHOLE_MINUTE",
            Self::TimeTwice => "OPENING_TIME_TWICE",
            Self::Overlap { .. } => "OPENING_OVERLAP",
            Self::OutOfRange(error) => error.code(),
        }
    }
}

/// Openings in order of their dates, each with the moment at which booking opens as London's clock shows it.
#[derive(Debug, Clone, Default)]
pub(super) struct Openings(Vec<(Opening, LocalDateTime)>);

impl Openings {
    /// Checks and sorts a list.
    pub(super) fn new(list: &[Opening]) -> Result<Self, OpeningError> {
        if list.len() > OPENINGS_MAX {
            return Err(OpeningError::TooMany);
        }
        // Inserted one by one, as a sort would be a large part of what the browser loads for openings.
        let mut sorted: Vec<(Opening, LocalDateTime)> = Vec::with_capacity(list.len());
        for opening in list {
            let at = sorted.partition_point(|(other, _)| other.from <= opening.from);
            sorted.insert(at, (*opening, opening_moment(opening)?));
        }
        match sorted.windows(2).find(|pair| pair[1].0.from <= pair[0].0.to) {
            Some(pair) => Err(OpeningError::Overlap { date: pair[1].0.from }),
            None => Ok(Self(sorted)),
        }
    }

    /// The opening of a date, and when it begins.
    pub(super) fn of(&self, date: Date) -> Option<&(Opening, LocalDateTime)> {
        let after = self.0.partition_point(|(opening, _)| opening.from <= date);
        self.0[..after].last().filter(|(opening, _)| opening.has(date))
    }

    /// The last date of the openings that have begun.
    pub(super) fn last_begun(&self, now: LocalDateTime) -> Option<Date> {
        self.0.iter().rev().find(|(_, opens)| *opens <= now).map(|(opening, _)| opening.to)
    }
}

/// When a valid opening begins.
fn opening_moment(&Opening { from, to, opens_at }: &Opening) -> Result<LocalDateTime, OpeningError> {
    if to < from {
        return Err(OpeningError::Reversed { from, to });
    }
    if opens_at.rem_euclid(MINUTE_MS) != 0 {
        return Err(OpeningError::NotWholeMinute);
    }
    let opens = london_date_time(opens_at)?;
    // The rules compare London's wall-clock times, and in that hour each of them occurs twice.
    for other in [opens_at - HOUR_MS, opens_at + HOUR_MS] {
        if london_date_time(other)? == opens {
            return Err(OpeningError::TimeTwice);
        }
    }
    match opens.date.days_until(to) {
        ..0 => Err(OpeningError::TooLate { to }),
        0..=DAYS_MAX => Ok(opens),
        _ => Err(OpeningError::TooFar { to }),
    }
}
