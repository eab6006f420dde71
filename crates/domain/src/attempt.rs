//! One raw value, as typed on the tablet and as stored.
//!
//! Holds its exact decimal form. Which values a test accepts is decided by its protocol.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::protocol::unit::Unit;
use crate::score::{ScoreError, read_scaled};

/// A raw value in thousandths of its test's unit; on the wire a JSON number. Thousandths, since seconds are measured with three
/// decimals (RULES 7.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Raw(i32);

impl Raw {
    /// A value in thousandths of the unit.
    pub const fn from_thousandths(thousandths: i32) -> Self {
        Self(thousandths)
    }

    /// The value in thousandths of the unit.
    pub const fn thousandths(self) -> i32 {
        self.0
    }

    /// The number on the wire, with at most three decimals.
    pub fn to_f64(self) -> f64 {
        f64::from(self.0) / 1000.0
    }
}

impl fmt::Display for Raw {
    /// Without trailing zeros: `64`, `3.4`, `2.705`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.unsigned_abs();
        let (whole, mut fraction, mut width) = (size / 1000, size % 1000, 3);
        f.write_str(if self.0 < 0 { "-" } else { "" })?;
        if fraction == 0 {
            return write!(f, "{whole}");
        }
        while fraction % 10 == 0 {
            fraction /= 10;
            width -= 1;
        }
        write!(f, "{whole}.{fraction:0width$}")
    }
}

impl FromStr for Raw {
    type Err = ScoreError;

    /// Reads a decimal text exactly; more than three decimals are refused.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let scaled = read_scaled(text, 3)?;
        if scaled.exact { Ok(Self(scaled.value)) } else { Err(ScoreError::Invalid) }
    }
}

impl Serialize for Raw {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 1000 == 0 {
            serializer.serialize_i32(self.0 / 1000)
        } else {
            serializer.serialize_f64(self.to_f64())
        }
    }
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        f64::deserialize(deserializer)?.to_string().parse().map_err(serde::de::Error::custom)
    }
}

/// What is wrong with an attempt, or with the number of attempts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(test, derive(strum::EnumCount))]
pub enum AttemptProblem {
    /// Not a number.
    Invalid,
    /// Below zero.
    Negative,
    /// More decimals than the unit permits.
    Decimals,
    /// Outside the plausible range.
    OutOfRange,
    /// More attempts than the protocol permits.
    TooMany,
    /// No attempt at all.
    Missing,
}

/// A refused attempt; the sentence names the unit and the range of its test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub struct AttemptError {
    /// What is wrong.
    pub problem: AttemptProblem,
    /// The unit of that test.
    pub unit: Unit,
    /// The least plausible value.
    pub low: Raw,
    /// The greatest plausible value.
    pub high: Raw,
    /// The most attempts.
    pub attempts: u8,
}

impl AttemptProblem {
    /// Every problem.
    pub const ALL: [Self; 6] =
        [Self::Invalid, Self::Negative, Self::Decimals, Self::OutOfRange, Self::TooMany, Self::Missing];

    /// The stable error code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Invalid => "ATTEMPT_INVALID",
            Self::Negative => "ATTEMPT_NEGATIVE",
            Self::Decimals => "ATTEMPT_DECIMALS",
            Self::OutOfRange => "ATTEMPT_OUT_OF_RANGE",
            Self::TooMany => "ATTEMPTS_TOO_MANY",
            Self::Missing => "ATTEMPTS_MISSING",
        }
    }
}

impl AttemptError {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        self.problem.code()
    }
}

impl fmt::Display for AttemptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { problem, unit, low, high, attempts } = *self;
        match problem {
            AttemptProblem::Invalid => f.write_str("An attempt is a number")?,
            AttemptProblem::Negative => f.write_str("An attempt is never negative")?,
            AttemptProblem::Decimals if unit.decimals() == 0 => {
                f.write_str("An attempt is a whole number")?;
            }
            AttemptProblem::Decimals => {
                let plural = if unit.decimals() == 1 { "" } else { "s" };
                write!(f, "An attempt has at most {} decimal{plural}", unit.decimals())?;
            }
            AttemptProblem::OutOfRange => f.write_str("That is not plausible")?,
            AttemptProblem::TooMany => {
                let plural = if attempts == 1 { "" } else { "s" };
                write!(f, "This test takes at most {attempts} attempt{plural}")?;
            }
            AttemptProblem::Missing => f.write_str("Record at least one attempt")?,
        }
        match unit {
            Unit::Level => write!(f, ": level {low} to {high}."),
            Unit::Hits | Unit::NewtonsPerKilogram | Unit::Centimetres | Unit::Seconds => {
                write!(f, ": {low} to {high} {}.", unit.as_str())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn shows_no_needless_zero() {
        for (thousandths, text) in [
            (64_000, "64"),
            (3_400, "3.4"),
            (2_705, "2.705"),
            (5, "0.005"),
            (0, "0"),
            (-1_050, "-1.05"),
            (i32::MIN, "-2147483.648"),
            (i32::MAX, "2147483.647"),
        ] {
            assert_eq!(Raw::from_thousandths(thousandths).to_string(), text);
        }
    }

    #[test]
    fn a_fourth_decimal_is_no_measurement() {
        assert_eq!("2.7050".parse(), Ok(Raw(2_705)));
        assert_eq!("2.7051".parse::<Raw>(), Err(ScoreError::Invalid));
        assert!(serde_json::from_str::<Raw>("2.7051").is_err());
        assert!(serde_json::from_str::<Raw>("\"2.705\"").is_err());
    }

    proptest! {
        #[test]
        fn reads_back_what_it_shows(thousandths in -i32::MAX..=i32::MAX) {
            let raw = Raw(thousandths);
            prop_assert_eq!(raw.to_string().parse(), Ok(raw));
            let json = serde_json::to_string(&raw).unwrap();
            prop_assert_eq!(serde_json::from_str::<Raw>(&json).unwrap(), raw);
        }
    }
}
