//! The names of the six tests (RULES 7.1). How they are scored is in the protocols.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

/// One of the six tests; its name on the wire and in the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(strum::EnumCount))]
pub enum TestType {
    /// Light-board reactions.
    Cognitive,
    /// Isometric mid-thigh pull.
    Strength,
    /// Countermovement jump.
    Power,
    /// 20 m sprint.
    Speed,
    /// 5-10-5 shuttle.
    Agility,
    /// 20 m shuttle run.
    Endurance,
}

/// A word that is not the name of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("The tests are Cognitive, Strength, Power, Speed, Agility and Endurance.")]
pub struct TestTypeError;

impl TestTypeError {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        "TEST_UNKNOWN"
    }
}

impl TestType {
    /// All six, in the order of every list and of the hexagon.
    pub const ALL: [Self; 6] =
        [Self::Cognitive, Self::Strength, Self::Power, Self::Speed, Self::Agility, Self::Endurance];

    /// The name on the wire and in the store.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Cognitive => "Cognitive",
            Self::Strength => "Strength",
            Self::Power => "Power",
            Self::Speed => "Speed",
            Self::Agility => "Agility",
            Self::Endurance => "Endurance",
        }
    }

    /// Its place in [`Self::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for TestType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for TestType {
    type Err = TestTypeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|test| test.as_str() == text).ok_or(TestTypeError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // RULES 7.1
    #[test]
    fn a_name_reads_back_in_text_and_json() {
        for (index, test) in TestType::ALL.into_iter().enumerate() {
            assert_eq!(test.index(), index);
            assert_eq!(test.to_string().parse(), Ok(test));
            let json = serde_json::to_string(&test).unwrap();
            assert_eq!(json, format!("\"{test}\""));
            assert_eq!(serde_json::from_str::<TestType>(&json).unwrap(), test);
        }
    }

    #[test]
    fn another_word_is_unknown() {
        for text in ["", "speed", "Speed ", "Swimming"] {
            assert_eq!(text.parse::<TestType>().map_err(TestTypeError::code), Err("TEST_UNKNOWN"), "{text}");
        }
    }
}
