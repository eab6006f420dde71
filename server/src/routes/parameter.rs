//! What the parameters of queries have in common.

use sixfold_domain::test_type::{TestType, TestTypeError};
use sixfold_domain::time::{Date, TimeError};

use crate::http::ApiError;

/// A parameter's value: empty text and `null` count as absent.
pub(super) fn given(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !matches!(*text, "" | "null"))
}

/// A date; empty text counts as absent.
pub(super) fn date(text: Option<&str>, field: &'static str) -> Result<Option<Date>, ApiError> {
    let refused = |error: TimeError| ApiError::bad_request(error.code(), error.to_string()).field(field);
    let text = text.map(str::trim).filter(|text| !text.is_empty());
    text.map(|text| text.parse().map_err(refused)).transpose()
}

/// A test by its name, in any case.
pub(super) fn test(word: &str) -> Result<TestType, ApiError> {
    TestType::ALL.into_iter().find(|test| test.as_str().eq_ignore_ascii_case(word)).ok_or_else(|| {
        ApiError::bad_request(TestTypeError.code(), TestTypeError.to_string()).field("testType")
    })
}
