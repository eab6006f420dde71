//! Protocols as JSON. The domain's own types read and write the same; these describe it, and let a wrong set be refused
//! with a code of its own.

use serde::{Deserialize, Serialize};
use sixfold_domain::attempt::Raw;
use sixfold_domain::protocol::{Protocol, Unit};
use sixfold_domain::test_type::TestType;
use utoipa::ToSchema;

/// How the six tests are scored.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProtocolSet {
    /// Rises with every change, from 1.
    version: u32,
    /// One for each test, in their order.
    tests: Vec<ProtocolBody>,
}

/// How one test is scored: linear from the zero mark to the hundred mark.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
pub struct ProtocolBody {
    /// Cognitive, Strength, Power, Speed, Agility or Endurance.
    #[serde(rename = "TestType")]
    #[schema(value_type = String, example = "Speed")]
    test_type: TestType,
    /// hits, N/kg, cm, s or level.
    #[schema(value_type = String, example = "s")]
    unit: Unit,
    /// Decimals of a measurement; they follow from the unit, and are not read.
    #[serde(default)]
    decimals: u8,
    /// The measurement worth 0 points.
    #[schema(value_type = f64, example = 4.2)]
    zero: Raw,
    /// The measurement worth 100 points; below `zero` where less is better.
    #[schema(value_type = f64, example = 2.7)]
    hundred: Raw,
    /// The least plausible measurement.
    #[schema(value_type = f64, example = 2)]
    low: Raw,
    /// The greatest plausible measurement.
    #[schema(value_type = f64, example = 10)]
    high: Raw,
    /// Attempts at most.
    #[schema(example = 2)]
    attempts: u8,
}

impl From<ProtocolBody> for Protocol {
    fn from(body: ProtocolBody) -> Self {
        let ProtocolBody { test_type, unit, zero, hundred, low, high, attempts, .. } = body;
        Self { test_type, unit, zero, hundred, low, high, attempts }
    }
}
