//! Scores in whole hundredths, and how they are rounded.
//!
//! Defines the decimal arithmetic of scores. Knows nothing of tests, protocols or boards.

use core::fmt;
use core::str::FromStr;

use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The longest decimal text accepted: the smallest `f64` written out takes 326 characters.
const TEXT_MAX: usize = 400;

/// A text or number that is not a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ScoreError {
    /// Not a decimal number.
    #[error("A score is a number, like 64 or 12.34.")]
    Invalid,
    /// A number beyond ±21,474,836.47.
    #[error("That score is out of range.")]
    OutOfRange,
}

impl ScoreError {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Invalid => "SCORE_INVALID",
            Self::OutOfRange => "SCORE_OUT_OF_RANGE",
        }
    }
}

/// A score in whole hundredths; on the wire a JSON number with at most two decimals, on screen always two
/// (RULES 7.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// Zero points.
    pub const ZERO: Self = Self(0);
    /// The most points a test or a final can have: 100.00.
    pub const FULL: Self = Self(10_000);

    /// The score of that many hundredths.
    pub const fn from_hundredths(hundredths: i32) -> Self {
        Self(hundredths)
    }

    /// The score in hundredths.
    pub const fn hundredths(self) -> i32 {
        self.0
    }

    /// Rounds a number by its shortest decimal text: 1.005 becomes 1.01, as it reads, not 1.00, as the binary value would.
    pub fn from_f64(value: f64) -> Result<Self, ScoreError> {
        if value.is_finite() { value.to_string().parse() } else { Err(ScoreError::Invalid) }
    }

    /// The number on the wire, with at most two decimals.
    pub fn to_f64(self) -> f64 {
        f64::from(self.0) / 100.0
    }
}

/// Rounds a decimal text to whole hundredths, half away from zero, in integers: the only rounding of scores (RULES 7.2).
/// Exponents are accepted, since JavaScript and JSON write them.
pub fn round_to_hundredths(text: &str) -> Result<i32, ScoreError> {
    read_scaled(text, 2).map(|scaled| scaled.value)
}

/// A decimal text, as an integer in units of the last place kept.
pub(crate) struct Scaled {
    /// Rounded half away from zero.
    pub value: i32,
    /// Whether no digits were rounded off.
    pub exact: bool,
    /// Whether the number is negative, however small.
    pub below_zero: bool,
}

/// Reads a decimal text, keeping `places` digits after the point.
pub(crate) fn read_scaled(text: &str, places: u8) -> Result<Scaled, ScoreError> {
    if text.len() > TEXT_MAX {
        return Err(ScoreError::Invalid);
    }
    let (negative, text) = signed(text);
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent_value(exponent)?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = || whole.bytes().chain(fraction.bytes());
    if digits().next().is_none() || !digits().all(|byte| byte.is_ascii_digit()) {
        return Err(ScoreError::Invalid);
    }

    // How many digits to keep, after the exponent and the places have moved the point.
    let places = exponent.saturating_add(i64::from(places));
    let kept = i64::try_from(whole.len()).unwrap_or(i64::MAX).saturating_add(places);
    let mut rest = digits();
    let mut value: i64 = 0;
    for _ in 0..kept.max(0) {
        match rest.next() {
            Some(byte) => value = value * 10 + i64::from(byte - b'0'),
            None => value *= 10,
        }
        if value > i64::from(i32::MAX) {
            return Err(ScoreError::OutOfRange);
        }
    }
    let exact = rest.clone().all(|byte| byte == b'0');
    let below_zero = negative && digits().any(|byte| byte != b'0');
    if kept >= 0 && rest.next().is_some_and(|byte| byte >= b'5') {
        value += 1;
    }
    let value = i32::try_from(if negative { -value } else { value }).map_err(|_| ScoreError::OutOfRange)?;
    Ok(Scaled { value, exact, below_zero })
}

/// `part` of `whole` as points out of 100, rounded half away from zero; zero if `whole` is zero.
pub(crate) fn share(part: i64, whole: i64) -> Score {
    let full = i64::from(Score::FULL.0);
    let rounded = (part * full * 2 + whole).checked_div(whole * 2).unwrap_or_default();
    Score(i32::try_from(rounded).unwrap_or_default())
}

/// Whether a number is negative, and the rest of it without its sign.
fn signed(text: &str) -> (bool, &str) {
    text.strip_prefix('-')
        .map_or_else(|| (false, text.strip_prefix('+').unwrap_or(text)), |rest| (true, rest))
}

/// A signed exponent, clamped beyond what [`TEXT_MAX`] digits can make up for, so that it neither overflows nor costs time.
fn exponent_value(text: &str) -> Result<i64, ScoreError> {
    let (negative, digits) = signed(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ScoreError::Invalid);
    }
    let value = digits.bytes().fold(0, |sum: i64, byte| (sum * 10 + i64::from(byte - b'0')).min(1_000));
    Ok(if negative { -value } else { value })
}

/// The mean of scores, rounded half away from zero; `None` without scores.
pub fn mean(scores: &[Score]) -> Option<Score> {
    let count = i64::try_from(scores.len()).ok().filter(|count| *count > 0)?;
    let sum: i64 = scores.iter().map(|score| i64::from(score.0)).sum();
    let rounded = (sum.abs() * 2 + count) / (count * 2) * sum.signum();
    i32::try_from(rounded).ok().map(Score)
}

/// The median of scores in order, best or worst first: the middle one, or the mean of the middle two; `None` without scores
/// (RULES 7.11). `at` gives the score at an index.
pub fn median(count: usize, at: impl Fn(usize) -> Option<Score>) -> Option<Score> {
    let upper = at(count / 2).filter(|_| count > 0)?;
    if count % 2 == 1 { Some(upper) } else { mean(&[at(count / 2 - 1)?, upper]) }
}

/// The final score: the mean of the six rounded test scores (RULES 7.6).
pub fn final_score(tests: &[Score; 6]) -> Score {
    mean(tests).unwrap_or_default()
}

impl fmt::Display for Score {
    /// Always two decimals: `64.00`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let size = self.0.unsigned_abs();
        write!(f, "{sign}{}.{:02}", size / 100, size % 100)
    }
}

impl FromStr for Score {
    type Err = ScoreError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        round_to_hundredths(text).map(Self)
    }
}

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 100 == 0 {
            serializer.serialize_i32(self.0 / 100)
        } else {
            serializer.serialize_f64(self.to_f64())
        }
    }
}

impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_f64(ScoreVisitor)
    }
}

struct ScoreVisitor;

impl Visitor<'_> for ScoreVisitor {
    type Value = Score;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number")
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Score, E> {
        Score::from_f64(value).map_err(E::custom)
    }

    fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<Score, E> {
        let hundredths = value.checked_mul(100).and_then(|hundredths| i32::try_from(hundredths).ok());
        hundredths.map(Score).ok_or_else(|| E::custom(ScoreError::OutOfRange))
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<Score, E> {
        self.visit_i64(i64::try_from(value).map_err(|_| E::custom(ScoreError::OutOfRange))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn hundredths(text: &str) -> i32 {
        round_to_hundredths(text).unwrap()
    }

    proptest! {
        // RULES 7.11
        #[test]
        fn as_many_are_above_a_median_as_below(mut field in prop::collection::vec(0_i32..=10_000, 0..30)) {
            let in_order = |field: &[i32]| median(field.len(), |at| field.get(at).copied().map(Score));
            field.sort_unstable();
            let found = in_order(&field);
            field.reverse();
            prop_assert_eq!(found, in_order(&field));
            prop_assert_eq!(found.is_none(), field.is_empty());
            if let Some(Score(middle)) = found {
                let above = field.iter().filter(|one| **one > middle).count();
                let below = field.iter().filter(|one| **one < middle).count();
                prop_assert!(above <= field.len() / 2 && below <= field.len() / 2);
                if field.len() % 2 == 0 {
                    let [one, other] = [field[field.len() / 2 - 1], field[field.len() / 2]];
                    prop_assert_eq!(middle, (one + other + 1) / 2);
                }
            }
        }
    }

    // RULES 7.2
    #[test]
    fn rounds_the_text_half_away_from_zero() {
        for (text, expected) in [
            ("1.005", 101),
            ("-1.005", -101),
            ("1.0049999999", 100),
            ("0.005", 1),
            ("0.0049", 0),
            ("-0.004", 0),
            ("64", 6400),
            ("64.0", 6400),
            (".5", 50),
            ("5.", 500),
            ("+2.675", 268),
            ("99.995", 10_000),
            ("1e2", 10_000),
            ("1.5E-2", 2),
            ("5e-3", 1),
            ("4e-3", 0),
            ("5e-4", 0),
            ("9e-99999999999", 0),
            ("0e99999999999", 0),
            ("0.000000000000000000000000000000000000000000000000000001e54", 100),
            ("21474836.47", i32::MAX),
            ("-21474836.47", -i32::MAX),
        ] {
            assert_eq!(hundredths(text), expected, "{text}");
        }
    }

    #[test]
    fn refuses_what_is_no_number_or_too_large() {
        for text in
            ["", ".", "-", "1,5", " 1", "1 ", "abc", "NaN", "inf", "1e", "e5", "1e+", "1.2.3", "٣", "--1"]
        {
            assert_eq!(round_to_hundredths(text), Err(ScoreError::Invalid), "{text:?}");
        }
        for text in ["21474836.475", "21474836.48", "1e9", "1e99999999999", "99999999999999999999999"] {
            assert_eq!(round_to_hundredths(text), Err(ScoreError::OutOfRange), "{text:?}");
        }
        let zeros = |count| round_to_hundredths(&"0".repeat(count));
        assert_eq!((zeros(400), zeros(401)), (Ok(0), Err(ScoreError::Invalid)));
        assert_eq!(Score::from_f64(f64::NAN), Err(ScoreError::Invalid));
        assert_eq!(Score::from_f64(f64::INFINITY), Err(ScoreError::Invalid));
        assert_eq!(Score::from_f64(f64::MAX), Err(ScoreError::OutOfRange));
        assert_eq!(Score::from_f64(f64::MIN_POSITIVE), Ok(Score::ZERO));
        assert_eq!(Score::from_f64(-0.0), Ok(Score::ZERO));
    }

    #[test]
    fn a_float_is_rounded_as_it_reads() {
        assert_eq!(Score::from_f64(1.005).unwrap().to_string(), "1.01");
        assert_eq!(Score::from_f64(2.675).unwrap().to_string(), "2.68");
    }

    #[test]
    fn shows_two_decimals_and_travels_as_a_number() {
        for (score, shown, wire) in [
            (0, "0.00", "0"),
            (6400, "64.00", "64"),
            (6425, "64.25", "64.25"),
            (5, "0.05", "0.05"),
            (-5, "-0.05", "-0.05"),
            (110, "1.10", "1.1"),
        ] {
            let score = Score::from_hundredths(score);
            assert_eq!(score.to_string(), shown);
            assert_eq!(serde_json::to_string(&score).unwrap(), wire);
            assert_eq!(serde_json::from_str::<Score>(wire).unwrap(), score);
        }
        let refused = serde_json::from_str::<Score>(r#""64""#).unwrap_err();
        assert!(refused.to_string().contains("expected a number"), "{refused}");
        assert!(serde_json::from_str::<Score>("1e300").is_err());
        assert!(serde_json::from_str::<Score>("18446744073709551615").is_err());
    }

    // RULES 7.6
    #[test]
    fn the_final_is_the_mean_of_six() {
        let tests = [10_000, 10_000, 10_000, 10_000, 10_000, 9_997].map(Score);
        assert_eq!(final_score(&tests), Score(10_000));
        assert_eq!(final_score(&[1, 1, 1, 0, 0, 0].map(Score)), Score(1));
        assert_eq!(final_score(&[1, 1, 0, 0, 0, 0].map(Score)), Score(0));
        assert_eq!(final_score(&[Score::ZERO; 6]), Score::ZERO);
        assert_eq!(mean(&[]), None);
    }

    /// Every text with two and with three decimals from -30 to 30, compared with integer arithmetic.
    #[test]
    fn every_thousandth_rounds_as_integers_do() {
        for thousandths in -30_000_i32..=30_000 {
            let size = thousandths.unsigned_abs();
            let sign = if thousandths < 0 { "-" } else { "" };
            let text = format!("{sign}{}.{:03}", size / 1000, size % 1000);
            let magnitude = i32::try_from((size + 5) / 10).unwrap();
            let expected = if thousandths < 0 { -magnitude } else { magnitude };
            assert_eq!(hundredths(&text), expected, "{text}");
            assert_eq!(
                Score::from_f64(f64::from(thousandths) / 1000.0),
                Ok(Score(expected)),
                "{text} as a float"
            );
            let short = format!("{sign}{}.{:02}", size / 100, size % 100);
            assert_eq!(hundredths(&short), thousandths, "{short}");
        }
    }

    proptest! {
        #[test]
        fn display_and_parse_agree(hundredths in -i32::MAX..=i32::MAX) {
            let score = Score(hundredths);
            prop_assert_eq!(score.to_string().parse::<Score>(), Ok(score));
            let json = serde_json::to_string(&score).unwrap();
            prop_assert_eq!(serde_json::from_str::<Score>(&json).unwrap(), score);
        }

        #[test]
        fn any_thousandths_text_rounds_exactly(thousandths in -21_474_836_474_i64..=21_474_836_474) {
            let size = thousandths.unsigned_abs();
            let sign = if thousandths < 0 { "-" } else { "" };
            let text = format!("{sign}{}.{:03}", size / 1000, size % 1000);
            let expected = (thousandths.abs() + 5) / 10 * thousandths.signum();
            prop_assert_eq!(i64::from(round_to_hundredths(&text).unwrap()), expected);
        }

        #[test]
        fn the_mean_lies_between_its_ends(scores in proptest::collection::vec(0_i32..=10_000, 1..20)) {
            let scores: Vec<Score> = scores.into_iter().map(Score).collect();
            let mean = mean(&scores).unwrap();
            prop_assert!(scores.iter().min().unwrap() <= &mean && &mean <= scores.iter().max().unwrap());
        }

        #[test]
        fn no_text_panics(text: String) {
            let _ = round_to_hundredths(&text);
        }
    }
}
