//! The label of a season, and the date and time in London.

use sixfold_domain::season::Season;
use sixfold_domain::time::{Date, london_date_time, london_to_millis};
use wasm_bindgen::prelude::*;

/// A season's label at an instant, from its first and its last moment.
#[wasm_bindgen(js_name = seasonLabel)]
pub fn season_label(number: u32, start_ms: f64, end_ms: f64, now_ms: f64) -> Option<String> {
    let season = Season { season: number, start: london_date(start_ms)?, end: london_date(end_ms)? };
    Some(season.label(london_date(now_ms)?))
}

fn london_date(at_ms: f64) -> Option<Date> {
    #[expect(clippy::cast_possible_truncation, reason = "an instant in whole milliseconds")]
    london_date_time(at_ms as i64).ok().map(|local| local.date)
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
