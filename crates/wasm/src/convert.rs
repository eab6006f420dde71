//! Converts Rust values to JavaScript and back.

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

use crate::reader::Reader;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What a rule refuses: a stable error code, a sentence, and the field if there is one. */
export interface RuleError {
  code: string;
  message: string;
  field?: string;
}

/** A value, or why there is none. */
export type Checked<T> = { ok: true; value: T } | { ok: false; error: RuleError };
"#;

/// The refusal of a rule.
#[derive(Debug, Serialize)]
pub(crate) struct RuleError {
    pub(crate) code: &'static str,
    pub(crate) message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) field: Option<String>,
}

impl RuleError {
    pub(crate) fn new(code: &'static str, error: &impl ToString) -> Self {
        Self { code, message: error.to_string(), field: None }
    }

    /// A value that does not have the form of its type.
    pub(crate) fn malformed(error: &impl ToString) -> Self {
        Self::new("MALFORMED", error)
    }

    pub(crate) fn field(self, field: &str) -> Self {
        Self { field: Some(field.to_owned()), ..self }
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum Checked<T> {
    Good { ok: bool, value: T },
    Refused { ok: bool, error: RuleError },
}

/// Plain objects, `null` for nothing: what `JSON.parse` would return.
pub(crate) fn to_js(value: &impl Serialize) -> JsValue {
    value.serialize(&Serializer::json_compatible()).unwrap_or(JsValue::UNDEFINED)
}

/// Reads a plain object.
pub(crate) fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, RuleError> {
    T::deserialize(Reader(value)).map_err(|error| RuleError::malformed(&error))
}

/// `{ok: true, value}` or `{ok: false, error}`.
pub(crate) fn checked<T: Serialize>(result: Result<T, RuleError>) -> JsValue {
    to_js(&match result {
        Ok(value) => Checked::Good { ok: true, value },
        Err(error) => Checked::Refused { ok: false, error },
    })
}

/// A refusal as one text: its stable code, a space, its sentence.
pub(crate) fn word_and_sentence(word: &str, refusal: &dyn fmt::Display) -> String {
    format!("{word} {refusal}")
}
