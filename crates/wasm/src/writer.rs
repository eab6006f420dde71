//! Writes Rust values as JavaScript values through serde: plain objects and arrays, `null` for nothing, what
//! `JSON.parse` would give.
//!
//! The counterpart of [`crate::reader`], with only what the domain's types write: no maps, no bytes, no variants that
//! hold something.

use js_sys::{Array, Object, Reflect};
use serde::Serialize;
use serde::ser::{Impossible, SerializeSeq, SerializeStruct, SerializeTuple, Serializer};
use wasm_bindgen::JsValue;

use crate::reader::Malformed;

/// Writes one value.
pub(crate) struct Writer;

/// An array that grows.
pub(crate) struct Items(Array);

/// An object that grows.
pub(crate) struct Fields(Object);

type Written = Result<JsValue, Malformed>;

/// The types of the wire have no such value.
fn unknown<T>() -> Result<T, Malformed> {
    Err(Malformed::shape())
}

impl Serializer for Writer {
    type Ok = JsValue;
    type Error = Malformed;
    type SerializeSeq = Items;
    type SerializeTuple = Items;
    type SerializeTupleStruct = Impossible<JsValue, Malformed>;
    type SerializeTupleVariant = Impossible<JsValue, Malformed>;
    type SerializeMap = Impossible<JsValue, Malformed>;
    type SerializeStruct = Fields;
    type SerializeStructVariant = Impossible<JsValue, Malformed>;

    fn serialize_bool(self, value: bool) -> Written {
        Ok(JsValue::from_bool(value))
    }

    fn serialize_i8(self, value: i8) -> Written {
        self.serialize_f64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Written {
        self.serialize_f64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Written {
        self.serialize_f64(value.into())
    }

    #[expect(clippy::cast_precision_loss, reason = "a number of JavaScript is a double")]
    fn serialize_i64(self, value: i64) -> Written {
        self.serialize_f64(value as f64)
    }

    fn serialize_u8(self, value: u8) -> Written {
        self.serialize_f64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Written {
        self.serialize_f64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Written {
        self.serialize_f64(value.into())
    }

    #[expect(clippy::cast_precision_loss, reason = "a number of JavaScript is a double")]
    fn serialize_u64(self, value: u64) -> Written {
        self.serialize_f64(value as f64)
    }

    fn serialize_f32(self, value: f32) -> Written {
        self.serialize_f64(value.into())
    }

    fn serialize_f64(self, value: f64) -> Written {
        Ok(JsValue::from_f64(value))
    }

    fn serialize_char(self, _: char) -> Written {
        unknown()
    }

    fn serialize_str(self, text: &str) -> Written {
        Ok(JsValue::from_str(text))
    }

    fn serialize_bytes(self, _: &[u8]) -> Written {
        unknown()
    }

    fn serialize_none(self) -> Written {
        Ok(JsValue::NULL)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        Ok(JsValue::NULL)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        Ok(JsValue::NULL)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, word: &'static str) -> Written {
        self.serialize_str(word)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Written {
        unknown()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Items, Malformed> {
        Ok(Items(Array::new()))
    }

    fn serialize_tuple(self, _: usize) -> Result<Items, Malformed> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, Malformed> {
        unknown()
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Malformed> {
        unknown()
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Malformed> {
        unknown()
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Fields, Malformed> {
        Ok(Fields(Object::new()))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Malformed> {
        unknown()
    }
}

impl SerializeSeq for Items {
    type Ok = JsValue;
    type Error = Malformed;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Malformed> {
        self.0.push(&value.serialize(Writer)?);
        Ok(())
    }

    fn end(self) -> Written {
        Ok(self.0.into())
    }
}

impl SerializeTuple for Items {
    type Ok = JsValue;
    type Error = Malformed;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Malformed> {
        SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Written {
        SerializeSeq::end(self)
    }
}

impl SerializeStruct for Fields {
    type Ok = JsValue;
    type Error = Malformed;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Malformed> {
        let set = Reflect::set(&self.0, &JsValue::from_str(name), &value.serialize(Writer)?);
        set.map(drop).map_err(|_| Malformed::shape())
    }

    fn end(self) -> Written {
        Ok(self.0.into())
    }
}
