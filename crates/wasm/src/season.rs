//! Seasons, and the date and time in London.

use sixfold_domain::season::{Season, SeasonTable, label};
use sixfold_domain::time::{Date, london_date_time, london_to_millis};
use wasm_bindgen::prelude::*;

use crate::convert::{RuleError, from_js, to_js};

fn table(seasons: JsValue) -> Result<SeasonTable, RuleError> {
    let seasons: Vec<Season> = from_js(seasons)?;
    SeasonTable::new(seasons).map_err(|error| RuleError::new(error.code(), &error))
}

/// The ten seasons of RULES 2.1.
#[wasm_bindgen(js_name = builtInSeasons, unchecked_return_type = "Season[]")]
pub fn built_in_seasons() -> JsValue {
    to_js(&SeasonTable::built_in())
}

/// What is wrong with a list of seasons; undefined if it is valid.
#[wasm_bindgen(js_name = seasonError, unchecked_return_type = "RuleError | undefined")]
pub fn season_error(#[wasm_bindgen(unchecked_param_type = "Season[]")] seasons: JsValue) -> JsValue {
    table(seasons).map_or_else(|error| to_js(&error), |_| JsValue::UNDEFINED)
}

/// The number of a date's season: with `shown` the one to show, else the one that contains the date; undefined if there is none
/// or the date or the table is invalid.
#[wasm_bindgen(js_name = seasonNumber)]
pub fn season_number(
    #[wasm_bindgen(unchecked_param_type = "Season[]")] seasons: JsValue,
    on: &str,
    shown: bool,
) -> Option<u32> {
    let table = table(seasons).ok()?;
    let date: Date = on.parse().ok()?;
    let season = if shown { Some(table.shown_on(date)) } else { table.on(date) };
    season.map(|season| season.season)
}

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
