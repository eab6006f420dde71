//! Reads JavaScript values into Rust values through serde.
//!
//! `serde_wasm_bindgen` writes ours. Its reader quotes every wrong value in its errors, floats included, which took 12 kB of the
//! gzipped module. This one only says that a value has the wrong form: the page's types have checked it already.

use std::fmt;
use std::slice;

use js_sys::{Array, Reflect};
use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeSeed, Expected, SeqAccess, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use wasm_bindgen::{JsCast, JsValue};

/// Why a value cannot be read.
#[derive(Debug)]
pub(crate) enum Malformed {
    /// It does not have the form of its type.
    Shape,
    /// A struct has no value for the field at this place.
    Missing(usize),
    /// A field is missing, or a domain type refuses its value, with its sentence.
    Sentence(String),
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Shape | Self::Missing(_) => "A value has the wrong shape.",
            Self::Sentence(sentence) => sentence,
        })
    }
}

impl std::error::Error for Malformed {}

impl de::Error for Malformed {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::Sentence(message.to_string())
    }

    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::Shape
    }

    fn invalid_value(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::Shape
    }

    /// What serde says of a sequence that ends before a field without a default.
    fn invalid_length(read: usize, _: &dyn Expected) -> Self {
        Self::Missing(read)
    }

    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Self {
        Self::Shape
    }
}

impl Malformed {
    /// The same with the name of the missing field.
    fn naming(self, fields: &[&str]) -> Self {
        match self {
            Self::Missing(place) if place < fields.len() => {
                Self::Sentence(fields[place].to_owned() + " is missing.")
            }
            Self::Shape | Self::Missing(_) | Self::Sentence(_) => self,
        }
    }
}

/// One JavaScript value.
pub(crate) struct Reader(pub(crate) JsValue);

impl Reader {
    /// A whole number that a double represents exactly.
    fn whole(&self) -> Result<i64, Malformed> {
        let whole = |value: &f64| value.fract() == 0.0 && value.abs() <= 9_007_199_254_740_991.0;
        #[expect(clippy::cast_possible_truncation, reason = "checked to be whole and small enough")]
        self.0.as_f64().filter(whole).map(|value| value as i64).ok_or(Malformed::Shape)
    }

    fn text(&self) -> Result<String, Malformed> {
        self.0.as_string().ok_or(Malformed::Shape)
    }
}

/// Reads what our types consist of: texts, booleans, whole numbers, words, lists, options and structs.
impl<'de> de::Deserializer<'de> for Reader {
    type Error = Malformed;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Malformed> {
        Err(Malformed::Shape)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        visitor.visit_bool(self.0.as_bool().ok_or(Malformed::Shape)?)
    }

    fn deserialize_u16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        visitor.visit_i64(self.whole()?)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        visitor.visit_i64(self.whole()?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        visitor.visit_string(self.text()?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        if self.0.is_null() || self.0.is_undefined() {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        let array: Array = self.0.dyn_into().map_err(|_| Malformed::Shape)?;
        visitor.visit_seq(Elements { next: 0, length: array.length(), array })
    }

    /// Passes the fields in their order, which takes half of the code that finding them by name takes.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        if !self.0.is_object() || Array::is_array(&self.0) {
            return Err(Malformed::Shape);
        }
        visitor
            .visit_seq(Fields { object: self.0, names: fields.iter() })
            .map_err(|error| error.naming(fields))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        visitor.visit_enum(StrDeserializer::new(&self.text()?))
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 u8 u64 f32 f64 char str bytes byte_buf unit unit_struct newtype_struct tuple tuple_struct map
        identifier ignored_any
    }
}

/// The elements of an array.
struct Elements {
    array: Array,
    next: u32,
    length: u32,
}

impl<'de> SeqAccess<'de> for Elements {
    type Error = Malformed;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Malformed> {
        if self.next == self.length {
            return Ok(None);
        }
        let element = self.array.get(self.next);
        self.next += 1;
        seed.deserialize(Reader(element)).map(Some)
    }
}

/// The fields of an object in the order of their struct; none for one that it does not have. Others are ignored, as the server
/// does.
struct Fields {
    object: JsValue,
    names: slice::Iter<'static, &'static str>,
}

impl Fields {
    fn next(&mut self) -> Option<Reader> {
        let value = Reflect::get(&self.object, &JsValue::from_str(self.names.next()?)).ok()?;
        (!value.is_undefined()).then_some(Reader(value))
    }
}

impl<'de> SeqAccess<'de> for Fields {
    type Error = Malformed;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Malformed> {
        self.next().map(|value| seed.deserialize(value)).transpose()
    }
}
