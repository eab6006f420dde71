//! The rules for the browser: conversions only, not one rule.
//!
//! Values cross as plain objects with the field names of the wire; a month of slots crosses as one typed array. Refusals are
//! returned as values (`{ok: false, error}` or a reason), never thrown.

pub mod booking;
mod convert;
pub mod onboarding;
mod people;
mod reader;
mod schedule;
mod scoring;
mod season;
mod team;
mod what_if;

use wasm_bindgen::prelude::*;

/// Shows a panic in the console with its location; a panic is always a bug.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| {
        web_sys::console::error_1(&JsValue::from_str(&panic.to_string()));
    }));
}
