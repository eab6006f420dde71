//! The athlete's public number.
//!
//! Defines the one form that a `uaid` has inside the product. It is public: it identifies a person and proves nothing.

use core::cmp::Ordering;
use core::fmt;
use core::str::FromStr;

use serde::de::{Error as _, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most digits of a `uaid` (RULES 9.5).
pub const UAID_MAX_DIGITS: usize = 20;

/// A text or number that is not a `uaid`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UaidError {
    /// Empty or zero, which both mean that no number was given.
    #[error("An athlete number is needed.")]
    Required,
    /// Not only digits, or a number that is negative, fractional or too large to be exact.
    #[error("An athlete number has digits only.")]
    Invalid,
    /// More than twenty digits.
    #[error("An athlete number has at most 20 digits.")]
    TooLong,
}

impl UaidError {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Required => "UAID_REQUIRED",
            Self::Invalid => "UAID_INVALID",
            Self::TooLong => "UAID_TOO_LONG",
        }
    }
}

/// A person's number: 1 to 20 digits without leading zeros, never zero.
///
/// It is a big integer handled as a string (RULES 9.5), because JavaScript's numbers lose digits beyond 2⁵³. It is read from a
/// string or an integer and always written as a string. It is ordered by its numeric value, for the last tie-break of boards.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Uaid(String);

impl Uaid {
    /// Normalises what a client sent; `None` for an empty text, zero or the `null` of a query, which mean absent on the wire.
    pub fn normalise(text: &str) -> Result<Option<Self>, UaidError> {
        if text == "null" {
            return Ok(None);
        }
        if !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(UaidError::Invalid);
        }
        if text.len() > UAID_MAX_DIGITS {
            return Err(UaidError::TooLong);
        }
        let digits = text.trim_start_matches('0');
        Ok((!digits.is_empty()).then(|| Self(digits.to_owned())))
    }

    /// The `uaid` of a number; `None` for zero.
    pub fn from_number(number: u64) -> Option<Self> {
        (number != 0).then(|| Self(number.to_string()))
    }

    /// The digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Uaid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Uaid {
    type Err = UaidError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::normalise(text)?.ok_or(UaidError::Required)
    }
}

impl From<Uaid> for String {
    fn from(uaid: Uaid) -> Self {
        uaid.0
    }
}

impl Ord for Uaid {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for Uaid {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Serialize for Uaid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Uaid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        optional(deserializer)?.ok_or_else(|| D::Error::custom(UaidError::Required))
    }
}

/// Reads an optional `uaid`: null and what [`Uaid::normalise`] takes for absent are `None`. For `#[serde(default, deserialize_with =
/// "sixfold_domain::identity::optional")]`.
pub fn optional<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Uaid>, D::Error> {
    deserializer.deserialize_any(UaidVisitor)
}

struct UaidVisitor;

impl UaidVisitor {
    fn text<E: serde::de::Error>(text: &str) -> Result<Option<Uaid>, E> {
        Uaid::normalise(text).map_err(E::custom)
    }
}

impl Visitor<'_> for UaidVisitor {
    type Value = Option<Uaid>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an athlete number: a string of 1 to 20 digits, or a whole number")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Self::Value, E> {
        Self::text(text)
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Self::Value, E> {
        Ok(Uaid::from_number(number))
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Self::Value, E> {
        u64::try_from(number).map(Uaid::from_number).map_err(|_| E::custom(UaidError::Invalid))
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn uaid(text: &str) -> Uaid {
        text.parse().unwrap()
    }

    // RULES 9.5
    #[test]
    fn leading_zeros_go_and_nothing_means_absent() {
        assert_eq!(uaid("00012").as_str(), "12");
        assert_eq!(Uaid::normalise(""), Ok(None));
        assert_eq!(Uaid::normalise("0"), Ok(None));
        assert_eq!(Uaid::normalise("000"), Ok(None));
        assert_eq!(Uaid::normalise("null"), Ok(None));
        assert_eq!("0".parse::<Uaid>(), Err(UaidError::Required));
    }

    #[test]
    fn anything_but_twenty_digits_is_refused() {
        assert_eq!(uaid("99999999999999999999").as_str().len(), 20);
        assert_eq!(Uaid::normalise("123456789012345678901"), Err(UaidError::TooLong));
        for text in ["-1", "+1", " 1", "1.0", "1e3", "abc", "١٢", "1\u{0}"] {
            assert_eq!(Uaid::normalise(text), Err(UaidError::Invalid), "{text:?}");
        }
    }

    #[test]
    fn read_from_text_or_number_and_written_as_text() {
        for json in [r#""0042""#, r#""42""#, "42"] {
            let read: Uaid = serde_json::from_str(json).unwrap();
            assert_eq!(serde_json::to_string(&read).unwrap(), r#""42""#);
        }
        let large: Uaid = serde_json::from_str("18446744073709551615").unwrap();
        assert_eq!(large.as_str(), "18446744073709551615");
        for json in ["-1", "1.5", "true", "[]", "{}", "0", "null", r#""""#, "99999999999999999999999"] {
            assert!(serde_json::from_str::<Uaid>(json).is_err(), "{json}");
        }
    }

    #[test]
    fn an_optional_field_reads_every_form_of_nothing() {
        #[derive(Deserialize)]
        struct Body {
            #[serde(default, deserialize_with = "optional")]
            uaid: Option<Uaid>,
        }
        for json in ["{}", r#"{"uaid":null}"#, r#"{"uaid":""}"#, r#"{"uaid":0}"#, r#"{"uaid":"0"}"#] {
            assert_eq!(serde_json::from_str::<Body>(json).unwrap().uaid, None, "{json}");
        }
        assert_eq!(serde_json::from_str::<Body>(r#"{"uaid":7}"#).unwrap().uaid, Some(uaid("7")));
        for json in [r#"{"uaid":-1}"#, r#"{"uaid":"-1"}"#, r#"{"uaid":1.5}"#] {
            assert!(serde_json::from_str::<Body>(json).is_err(), "{json}");
        }
        let refused = serde_json::from_str::<Body>(r#"{"uaid":true}"#).map(|body| body.uaid).unwrap_err();
        assert!(refused.to_string().contains("expected an athlete number"), "{refused}");
    }

    #[test]
    fn order_is_that_of_the_numbers() {
        assert!(uaid("9") < uaid("10"));
        assert!(uaid("100") > uaid("99"));
    }

    proptest! {
        #[test]
        fn normalising_is_idempotent(text in "[0-9]{0,20}") {
            if let Some(once) = Uaid::normalise(&text).unwrap() {
                prop_assert!(!once.as_str().starts_with('0'));
                let twice = Uaid::normalise(once.as_str()).unwrap();
                prop_assert_eq!(twice, Some(once));
            } else {
                prop_assert!(text.bytes().all(|byte| byte == b'0'));
            }
        }

        #[test]
        fn text_and_number_agree(number: u64) {
            prop_assert_eq!(Uaid::normalise(&number.to_string()).unwrap(), Uaid::from_number(number));
        }

        #[test]
        fn order_follows_the_number(a in 1u64.., b in 1u64..) {
            let (left, right) = (Uaid::from_number(a).unwrap(), Uaid::from_number(b).unwrap());
            prop_assert_eq!(left.cmp(&right), a.cmp(&b));
        }

        #[test]
        fn no_text_panics(text: String) {
            let _ = Uaid::normalise(&text);
        }
    }
}
