//! The set of six protocols with its version.

use serde::{Deserialize, Serialize};

use super::{Protocol, Unit};
use crate::attempt::Raw;
use crate::test_type::TestType;

/// The most attempts that a protocol may permit.
pub const ATTEMPTS_MAX: u8 = 10;

/// A valid set of six protocols.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Wire")]
pub struct Protocols {
    version: u32,
    tests: [Protocol; 6],
}

/// Why a set of protocols is invalid; the sentence names the test and what is wrong. Beside a test is the number at fault, by
/// its name on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ProtocolError {
    /// Versions count from 1.
    #[error("A version is a number from 1.")]
    Version,
    /// A test is missing or listed twice.
    #[error("Each of the six tests has one protocol.")]
    Tests,
    /// Both marks are equal.
    #[error("{0}: the zero and the hundred mark differ.")]
    Marks(TestType),
    /// The plausible range is empty, reversed or below zero.
    #[error("{0}: the plausible range runs from 0 or more up to something greater.")]
    Range(TestType, &'static str),
    /// A mark is outside the plausible range.
    #[error("{0}: both marks lie inside the plausible range.")]
    MarkOutside(TestType, &'static str),
    /// A mark or limit has more decimals than its unit permits.
    #[error("{0}: the marks and the range have no more decimals than the unit.")]
    Decimals(TestType, &'static str),
    /// No attempts, or too many.
    #[error("{0}: 1 to {ATTEMPTS_MAX} attempts.")]
    Attempts(TestType),
}

impl ProtocolError {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        "PROTOCOL_INVALID"
    }

    /// The test and its number at fault; none if the set as a whole is.
    pub const fn place(self) -> Option<(TestType, &'static str)> {
        match self {
            Self::Version | Self::Tests => None,
            Self::Marks(test) => Some((test, "hundred")),
            Self::Range(test, number) | Self::MarkOutside(test, number) | Self::Decimals(test, number) => {
                Some((test, number))
            }
            Self::Attempts(test) => Some((test, "attempts")),
        }
    }
}

#[derive(Deserialize)]
struct Wire {
    version: u32,
    tests: Vec<Protocol>,
}

impl TryFrom<Wire> for Protocols {
    type Error = ProtocolError;

    fn try_from(wire: Wire) -> Result<Self, ProtocolError> {
        Self::new(wire.version, wire.tests)
    }
}

const fn standard(
    test_type: TestType,
    unit: Unit,
    marks: [i32; 2],
    range: [i32; 2],
    attempts: u8,
) -> Protocol {
    let ([zero, hundred], [low, high]) = (marks, range);
    Protocol {
        test_type,
        unit,
        zero: Raw::from_thousandths(zero),
        hundred: Raw::from_thousandths(hundred),
        low: Raw::from_thousandths(low),
        high: Raw::from_thousandths(high),
        attempts,
    }
}

impl Protocols {
    /// Version 1, built in (RULES 7.5).
    pub const STANDARD: Self = Self {
        version: 1,
        tests: [
            standard(TestType::Cognitive, Unit::Hits, [20_000, 110_000], [0, 200_000], 2),
            standard(TestType::Strength, Unit::NewtonsPerKilogram, [15_000, 50_000], [5_000, 90_000], 3),
            standard(TestType::Power, Unit::Centimetres, [15_000, 75_000], [5_000, 120_000], 3),
            standard(TestType::Speed, Unit::Seconds, [4_200, 2_700], [2_000, 10_000], 2),
            standard(TestType::Agility, Unit::Seconds, [6_500, 4_100], [3_000, 20_000], 2),
            standard(TestType::Endurance, Unit::Level, [3_000, 16_000], [1_000, 21_000], 1),
        ],
    };

    /// Checks a set of protocols in any order.
    pub fn new(version: u32, mut tests: Vec<Protocol>) -> Result<Self, ProtocolError> {
        if version == 0 {
            return Err(ProtocolError::Version);
        }
        tests.sort_by_key(|protocol| protocol.test_type);
        let tests: [Protocol; 6] = tests.try_into().map_err(|_| ProtocolError::Tests)?;
        for (protocol, test) in tests.iter().zip(TestType::ALL) {
            if protocol.test_type != test {
                return Err(ProtocolError::Tests);
            }
            check(protocol)?;
        }
        Ok(Self { version, tests })
    }

    /// Their version, from 1.
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// All six, in the order of [`TestType::ALL`].
    pub const fn tests(&self) -> &[Protocol; 6] {
        &self.tests
    }

    /// The protocol of a test.
    pub const fn of(&self, test: TestType) -> &Protocol {
        &self.tests[test.index()]
    }
}

fn check(protocol: &Protocol) -> Result<(), ProtocolError> {
    let Protocol { test_type, unit, zero, hundred, low, high, attempts } = *protocol;
    if low < Raw::default() {
        return Err(ProtocolError::Range(test_type, "low"));
    }
    if low >= high {
        return Err(ProtocolError::Range(test_type, "high"));
    }
    if zero == hundred {
        return Err(ProtocolError::Marks(test_type));
    }
    let marks = [("zero", zero), ("hundred", hundred)];
    if let Some((name, _)) = marks.into_iter().find(|(_, mark)| *mark < low || *mark > high) {
        return Err(ProtocolError::MarkOutside(test_type, name));
    }
    let mut numbers = marks.into_iter().chain([("low", low), ("high", high)]);
    if let Some((name, _)) = numbers.find(|(_, raw)| raw.thousandths() % unit.step() != 0) {
        return Err(ProtocolError::Decimals(test_type, name));
    }
    if !(1..=ATTEMPTS_MAX).contains(&attempts) {
        return Err(ProtocolError::Attempts(test_type));
    }
    Ok(())
}
