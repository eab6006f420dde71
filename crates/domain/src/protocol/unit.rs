//! The units of raw values.

use serde::{Deserialize, Serialize};

/// A unit; on the wire its usual symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(strum::EnumCount))]
pub enum Unit {
    /// Lights hit in a minute.
    #[serde(rename = "hits")]
    Hits,
    /// Newtons per kilogram of body weight.
    #[serde(rename = "N/kg")]
    NewtonsPerKilogram,
    /// Centimetres.
    #[serde(rename = "cm")]
    Centimetres,
    /// Seconds.
    #[serde(rename = "s")]
    Seconds,
    /// Levels of the shuttle run: level + completed shuttles ÷ shuttles in that level.
    #[serde(rename = "level")]
    Level,
}

impl Unit {
    /// Every unit.
    pub const ALL: [Self; 5] =
        [Self::Hits, Self::NewtonsPerKilogram, Self::Centimetres, Self::Seconds, Self::Level];

    /// The symbol on the wire and on screen.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Hits => "hits",
            Self::NewtonsPerKilogram => "N/kg",
            Self::Centimetres => "cm",
            Self::Seconds => "s",
            Self::Level => "level",
        }
    }

    /// The number of decimals that a raw value may have.
    pub const fn decimals(self) -> u8 {
        match self {
            Self::Hits => 0,
            Self::Level => 1,
            Self::NewtonsPerKilogram | Self::Centimetres => 2,
            Self::Seconds => 3,
        }
    }

    /// The smallest difference between two raw values, in thousandths.
    pub const fn step(self) -> i32 {
        10_i32.pow(3 - self.decimals() as u32)
    }

    /// The difference between two marks of a slider, in thousandths: one that people notice, a multiple of [`Self::step`]
    /// (RULES 7.12).
    pub const fn slider_step(self) -> i32 {
        match self {
            Self::Hits => 1_000,
            Self::NewtonsPerKilogram | Self::Level => 100,
            Self::Centimetres => 500,
            Self::Seconds => 10,
        }
    }
}
