//! How the six tests are scored: unit, marks, plausible range and attempts of each (RULES 7.5).
//!
//! Defines points and checks attempts. A set of protocols has a version, which a booking keeps from its onboarding on, so that
//! a later set never rescores it.

mod set;
pub(crate) mod unit;

use core::cmp::Ordering;

use serde::ser::{SerializeStruct, Serializer};
use serde::{Deserialize, Serialize};

use crate::attempt::{AttemptError, AttemptProblem, Raw};
use crate::score::{Score, ScoreError, read_scaled, share};
use crate::test_type::TestType;
pub use set::{ATTEMPTS_MAX, ProtocolError, Protocols};
pub use unit::Unit;

/// A raw value with its unit, as it is shown beside points (RULES 8.11).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measurement {
    /// The value.
    pub raw: Raw,
    /// Its unit.
    pub unit: Unit,
}

/// How one test is scored. On the wire with `decimals`, which follow from the unit and are not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Protocol {
    /// The test.
    #[serde(rename = "TestType")]
    pub test_type: TestType,
    /// The unit of its raw values.
    pub unit: Unit,
    /// The raw value worth 0 points.
    pub zero: Raw,
    /// The raw value worth 100 points; below `zero` if less is better.
    pub hundred: Raw,
    /// The least plausible value.
    pub low: Raw,
    /// The greatest plausible value.
    pub high: Raw,
    /// The most attempts.
    pub attempts: u8,
}

impl Protocol {
    /// The number of decimals that a raw value may have.
    pub const fn decimals(&self) -> u8 {
        self.unit.decimals()
    }

    /// The refusal of an attempt of this test.
    pub const fn refusal(&self, problem: AttemptProblem) -> AttemptError {
        let Self { unit, low, high, attempts, .. } = *self;
        AttemptError { problem, unit, low, high, attempts }
    }

    /// Reads a raw value as typed or sent: a plausible number with no more decimals than the unit permits (`64.0` is 64).
    pub fn read(&self, text: &str) -> Result<Raw, AttemptError> {
        self.read_plausible(text).map_err(|problem| self.refusal(problem))
    }

    fn read_plausible(&self, text: &str) -> Result<Raw, AttemptProblem> {
        let scaled = read_scaled(text.trim_ascii(), self.decimals()).map_err(|error| match error {
            ScoreError::Invalid => AttemptProblem::Invalid,
            ScoreError::OutOfRange if text.trim_ascii_start().starts_with('-') => AttemptProblem::Negative,
            ScoreError::OutOfRange => AttemptProblem::OutOfRange,
        })?;
        if scaled.below_zero {
            return Err(AttemptProblem::Negative);
        }
        if !scaled.exact {
            return Err(AttemptProblem::Decimals);
        }
        let raw = scaled.value.checked_mul(self.unit.step()).map(Raw::from_thousandths);
        raw.ok_or(AttemptProblem::OutOfRange).and_then(|raw| self.plausible(raw))
    }

    /// Checks a stored or imported raw value like a typed one.
    pub fn check(&self, raw: Raw) -> Result<Raw, AttemptError> {
        self.plausible(raw).map_err(|problem| self.refusal(problem))
    }

    fn plausible(&self, raw: Raw) -> Result<Raw, AttemptProblem> {
        if raw < Raw::default() {
            return Err(AttemptProblem::Negative);
        }
        if raw.thousandths() % self.unit.step() != 0 {
            return Err(AttemptProblem::Decimals);
        }
        if raw < self.low || raw > self.high { Err(AttemptProblem::OutOfRange) } else { Ok(raw) }
    }

    /// The distances of a raw value and of the hundred mark from the zero mark, in thousandths, counted towards the hundred
    /// mark.
    fn progress(&self, raw: Raw) -> (i64, i64) {
        let [raw, zero, hundred] = [raw, self.zero, self.hundred].map(|mark| i64::from(mark.thousandths()));
        if hundred < zero { (zero - raw, zero - hundred) } else { (raw - zero, hundred - zero) }
    }

    /// Whether raw values of both can be compared: the same unit, and more is better in both, or less in both.
    pub(crate) fn measures_like(&self, other: &Self) -> bool {
        self.unit == other.unit && (self.hundred < self.zero) == (other.hundred < other.zero)
    }

    /// Which of two raw values is better, whatever their points.
    pub(crate) fn compare(&self, one: Raw, other: Raw) -> Ordering {
        self.progress(one).0.cmp(&self.progress(other).0)
    }

    /// The points of a raw value: linear between the marks, clamped to 0..100, rounded half away from zero to two decimals.
    pub fn points(&self, raw: Raw) -> Score {
        let (past, span) = self.progress(raw);
        share(past.clamp(0, span), span)
    }

    /// The marks of a slider, from the zero mark to the hundred mark (RULES 7.12).
    pub fn slider(&self) -> impl Iterator<Item = Raw> {
        let Self { zero, hundred, unit, .. } = *self;
        let (_, span) = self.progress(zero);
        let towards = if hundred < zero { -1 } else { 1 };
        let step = unit.slider_step();
        let marks = i32::try_from(span).unwrap_or_default().div_euclid(step) + 1;
        (0..marks)
            .map(move |place| Raw::from_thousandths(zero.thousandths() + towards * step * place))
            .filter(move |raw| *raw != hundred)
            .chain([hundred])
    }

    /// The index of the best attempt, the first of equal ones; `None` without attempts.
    pub fn best(&self, attempts: &[Raw]) -> Option<usize> {
        let past = |place: usize| attempts.get(place).map(|raw| self.progress(*raw).0);
        (0..attempts.len()).rev().max_by_key(|place| past(*place))
    }

    /// The best attempt with its unit; `None` without attempts.
    pub fn mark(&self, attempts: &[Raw]) -> Option<Measurement> {
        self.best(attempts).map(|index| Measurement { raw: attempts[index], unit: self.unit })
    }

    /// The better of the least and the greatest of some attempts: the best of them all.
    pub fn best_between(&self, least: Raw, greatest: Raw) -> Measurement {
        let raw = if self.compare(least, greatest).is_gt() { least } else { greatest };
        Measurement { raw, unit: self.unit }
    }

    /// A test's score: the points of its best attempt (RULES 7.4). Every attempt and their number are checked.
    pub fn score(&self, attempts: &[Raw]) -> Result<Score, AttemptError> {
        if attempts.len() > usize::from(self.attempts) {
            return Err(self.refusal(AttemptProblem::TooMany));
        }
        let mut best = None;
        for raw in attempts {
            best = best.max(Some(self.points(self.check(*raw)?)));
        }
        best.ok_or(self.refusal(AttemptProblem::Missing))
    }
}

impl Serialize for Protocol {
    /// With `decimals`, which follow from the unit.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut wire = serializer.serialize_struct("Protocol", 8)?;
        wire.serialize_field("TestType", &self.test_type)?;
        wire.serialize_field("unit", &self.unit)?;
        wire.serialize_field("decimals", &self.decimals())?;
        wire.serialize_field("zero", &self.zero)?;
        wire.serialize_field("hundred", &self.hundred)?;
        wire.serialize_field("low", &self.low)?;
        wire.serialize_field("high", &self.high)?;
        wire.serialize_field("attempts", &self.attempts)?;
        wire.end()
    }
}
