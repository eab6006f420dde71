//! How a test is scored, for its explanation (`test-facts.ts`): by the protocol in force, where there is none as the test's
//! item says.

use serde_json::Value;

use crate::site::elements::Elements;

pub(super) struct TestFacts<'a> {
    pub(super) unit: &'a str,
    /// The unit in words.
    pub(super) unit_name: &'a str,
    pub(super) attempts: Option<f64>,
    /// The measurements worth 0 and 100 points; none unless both are known.
    pub(super) marks: Option<(f64, f64)>,
    pub(super) decimals: f64,
    pub(super) lower_is_better: bool,
}

impl<'a> TestFacts<'a> {
    /// `protocols` as in the public settings.
    pub(super) fn of(test: Elements<'a>, protocols: &'a Value) -> Self {
        let name = test.text("testType");
        let mut tests = protocols["tests"].as_array().into_iter().flatten();
        let protocol = tests.find(|protocol| protocol["TestType"] == name);
        let of_protocol = |key: &str| protocol.and_then(|protocol| protocol[key].as_f64());
        let number = |key: &str, own: &str| of_protocol(key).or_else(|| test.number(own));
        let own_unit = test.text("unit");
        let unit = protocol.and_then(|protocol| protocol["unit"].as_str()).unwrap_or(own_unit);
        // The words of an item about another unit are wrong.
        let is_own_unit = unit == own_unit;
        let own_decimals = test.number("decimals").filter(|_| is_own_unit);
        let marks = number("zero", "zeroMark").zip(number("hundred", "hundredMark"));
        Self {
            unit,
            unit_name: if is_own_unit { test.text("unitName") } else { unit },
            attempts: number("attempts", "attempts"),
            marks,
            decimals: own_decimals.or_else(|| of_protocol("decimals")).unwrap_or_default(),
            lower_is_better: match (protocol, marks) {
                (Some(_), Some((zero, hundred))) => hundred < zero,
                _ => test.toggle("lowerIsBetter") == Some(true),
            },
        }
    }
}
