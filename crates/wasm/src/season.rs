//! The label of a season, and the date and time in London.

use sixfold_domain::season::label;
use sixfold_domain::time::{london_date_time, london_to_millis};
use wasm_bindgen::prelude::*;

/// A season's label at an instant: its number and the current year.
#[wasm_bindgen(js_name = seasonLabel)]
pub fn season_label(number: u32, now_ms: f64) -> Option<String> {
    #[expect(clippy::cast_possible_truncation, reason = "an instant in whole milliseconds")]
    london_date_time(now_ms as i64).ok().map(|now| label(number, now))
}

/// The date and time in London at an instant, as `YYYY-MM-DD HH:MM`; undefined outside the years 1 to 9999.
#[wasm_bindgen(js_name = londonText)]
pub fn london_text(now_ms: f64) -> Option<String> {
    #[expect(clippy::cast_possible_truncation, reason = "an instant in whole milliseconds")]
    london_date_time(now_ms as i64).ok().map(|now| format!("{} {}", now.date, now.time))
}

/// The instant of a date and time in London; undefined if either is invalid.
#[wasm_bindgen(js_name = londonToMillis)]
pub fn london_to_ms(on: &str, at: &str) -> Option<f64> {
    let millis = london_to_millis(on.parse().ok()?, at.parse().ok()?).ok()?;
    #[expect(clippy::cast_precision_loss, reason = "instants of ten thousand years fit a double exactly")]
    Some(millis as f64)
}
