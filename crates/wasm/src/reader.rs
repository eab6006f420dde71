//! Reads JavaScript values into Rust values through serde.
//!
//! `serde_wasm_bindgen` writes ours; its reader spells out every wrong value in its errors, floats included, and
//! that alone costs the module 12 kB gzipped. This one says that a value has the wrong shape and no more: the
//! page's types have already said which.

use std::fmt;

use js_sys::{Array, Reflect};
use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeSeed, Expected, IntoDeserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use wasm_bindgen::{JsCast, JsValue};

/// A value that is not what its type says, or that a domain type refuses with its sentence.
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
            // Whole numbers that a double holds exactly are integers to serde.
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
            Ok(array) => visitor.visit_seq(Items { array, next: 0 }),
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
        visitor.visit_map(Fields { object: self.0, fields, value: JsValue::UNDEFINED })
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

/// The items of an array.
struct Items {
    array: Array,
    next: u32,
}

impl<'de> de::SeqAccess<'de> for Items {
    type Error = Malformed;

    #[inline(never)]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Malformed> {
        if self.next == self.array.length() {
            return Ok(None);
        }
        let item = self.array.get(self.next);
        self.next += 1;
        seed.deserialize(Reader(item)).map(Some)
    }
}

/// The fields of a struct that an object has; others are passed over, as the server does.
struct Fields {
    object: JsValue,
    fields: &'static [&'static str],
    value: JsValue,
}

impl<'de> de::MapAccess<'de> for Fields {
    type Error = Malformed;

    #[inline(never)]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Malformed> {
        while let Some((field, rest)) = self.fields.split_first() {
            self.fields = rest;
            self.value = Reflect::get(&self.object, &JsValue::from_str(field)).unwrap_or(JsValue::UNDEFINED);
            if !self.value.is_undefined() {
                return seed.deserialize(StrDeserializer::new(field)).map(Some);
            }
        }
        Ok(None)
    }

    #[inline(never)]
    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Malformed> {
        seed.deserialize(Reader(std::mem::take(&mut self.value)))
    }
}
