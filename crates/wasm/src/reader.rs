//! Reads JavaScript values into Rust values through serde.
//!
//! `serde_wasm_bindgen` writes ours. Its reader quotes every wrong value in its errors, floats included, which makes the module
//! 77 kB gzipped instead of 64. This one only says that a value has the wrong form: the page's types have checked it already.

use std::fmt;

use js_sys::{Array, Reflect};
use serde::de::value::{MapDeserializer, SeqDeserializer, StrDeserializer};
use serde::de::{self, Expected, IntoDeserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use wasm_bindgen::{JsCast, JsValue};

/// A value that does not have the form of its type, or that a domain type refuses with its sentence.
#[derive(Debug)]
pub(crate) struct Malformed(String);

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Malformed {}

impl de::Error for Malformed {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }

    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::shape()
    }

    fn invalid_value(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::shape()
    }

    fn invalid_length(_: usize, _: &dyn Expected) -> Self {
        Self::shape()
    }

    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Self {
        Self::shape()
    }

    fn unknown_field(_: &str, _: &'static [&'static str]) -> Self {
        Self::shape()
    }

    fn missing_field(field: &'static str) -> Self {
        Self(field.to_owned() + " is missing.")
    }

    fn duplicate_field(_: &'static str) -> Self {
        Self::shape()
    }
}

impl Malformed {
    fn shape() -> Self {
        Self("A value has the wrong shape.".to_owned())
    }
}

/// One JavaScript value.
pub(crate) struct Reader(pub(crate) JsValue);

impl Reader {
    fn is_nothing(&self) -> bool {
        self.0.is_null() || self.0.is_undefined()
    }
}

impl IntoDeserializer<'_, Malformed> for Reader {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> de::Deserializer<'de> for Reader {
    type Error = Malformed;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        if self.is_nothing() {
            return visitor.visit_unit();
        }
        if let Some(value) = self.0.as_bool() {
            return visitor.visit_bool(value);
        }
        if let Some(value) = self.0.as_f64() {
            // For serde, whole numbers that a double represents exactly are integers.
            #[expect(clippy::cast_possible_truncation, reason = "checked to be whole and small enough")]
            return if value.fract() == 0.0 && value.abs() <= 9_007_199_254_740_991.0 {
                visitor.visit_i64(value as i64)
            } else {
                visitor.visit_f64(value)
            };
        }
        if let Some(value) = self.0.as_string() {
            return visitor.visit_string(value);
        }
        match self.0.dyn_into::<Array>() {
            Ok(array) => visitor.visit_seq(SeqDeserializer::new(array.iter().map(Reader))),
            Err(_) => Err(Malformed::shape()),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        if self.is_nothing() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        if !self.0.is_object() || Array::is_array(&self.0) {
            return Err(Malformed::shape());
        }
        // The fields that the object has; others are ignored, as the server does.
        let present = fields.iter().filter_map(|field| {
            let value = Reflect::get(&self.0, &JsValue::from_str(field)).ok()?;
            (!value.is_undefined()).then_some((*field, Reader(value)))
        });
        visitor.visit_map(MapDeserializer::new(present))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        let word = self.0.as_string().ok_or_else(Malformed::shape)?;
        visitor.visit_enum(StrDeserializer::new(&word))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map identifier ignored_any
    }
}
