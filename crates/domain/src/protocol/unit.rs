//! What the tests are measured in.

use serde::{Deserialize, Serialize};

/// The unit of a measurement; on the wire its usual sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(strum::EnumCount))]
pub enum Unit {
    /// Lights hit in a minute.
    #[serde(rename = "hits")]
    Hits,
    /// Newtons for each kilogram of the athlete.
    #[serde(rename = "N/kg")]
    NewtonsPerKilogram,
    /// Centimetres.
    #[serde(rename = "cm")]
    Centimetres,
    /// Seconds.
    #[serde(rename = "s")]
    Seconds,
    /// Levels of the shuttle run: level + shuttles done ÷ shuttles in that level.
    #[serde(rename = "level")]
    Level,
}

impl Unit {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Hits, Self::NewtonsPerKilogram, Self::Centimetres, Self::Seconds, Self::Level];

    /// The sign of the wire and the screen.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Hits => "hits",
            Self::NewtonsPerKilogram => "N/kg",
            Self::Centimetres => "cm",
            Self::Seconds => "s",
            Self::Level => "level",
        }
    }

    /// Decimals that a measurement may have.
    pub const fn decimals(self) -> u8 {
        match self {
            Self::Hits => 0,
            Self::Level => 1,
            Self::NewtonsPerKilogram | Self::Centimetres => 2,
            Self::Seconds => 3,
        }
    }

    /// The least difference between two measurements, in thousandths.
    pub const fn step(self) -> i32 {
        10_i32.pow(3 - self.decimals() as u32)
    }
}
