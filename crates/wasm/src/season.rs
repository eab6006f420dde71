//! Seasons and London's clock.

use sixfold_domain::season::{Season, SeasonTable, label};
use sixfold_domain::time::{Date, TimeOfDay, london_date_time, london_to_millis};
use wasm_bindgen::prelude::*;

use crate::convert::{RuleError, checked, from_js, to_js};

fn table(seasons: JsValue) -> Result<SeasonTable, RuleError> {
    let seasons: Vec<Season> = from_js(seasons)?;
    SeasonTable::new(seasons).map_err(|error| RuleError::new(error.code(), &error))
}

fn date(text: &str) -> Result<Date, RuleError> {
    text.parse().map_err(|error: sixfold_domain::time::TimeError| RuleError::new(error.code(), &error))
}

/// The ten seasons of the specification.
#[wasm_bindgen(js_name = builtInSeasons, unchecked_return_type = "Season[]")]
pub fn built_in_seasons() -> JsValue {
    to_js(&SeasonTable::built_in())
}

/// Whether a list of seasons is a valid table.
#[wasm_bindgen(js_name = checkSeasons, unchecked_return_type = "Checked<Season[]>")]
pub fn check_seasons(#[wasm_bindgen(unchecked_param_type = "Season[]")] seasons: JsValue) -> JsValue {
    checked(table(seasons))
}

/// The season that a date (`YYYY-MM-DD`) lies in, or null.
#[wasm_bindgen(js_name = seasonOn, unchecked_return_type = "Checked<Season | null>")]
pub fn season_on(#[wasm_bindgen(unchecked_param_type = "Season[]")] seasons: JsValue, on: &str) -> JsValue {
    checked(table(seasons).and_then(|table| Ok(table.on(date(on)?).copied())))
}

/// The season that a screen shows on a date: the one it lies in, else the latest begun, else season 1.
#[wasm_bindgen(js_name = seasonShown, unchecked_return_type = "Checked<Season>")]
pub fn season_shown(
    #[wasm_bindgen(unchecked_param_type = "Season[]")] seasons: JsValue,
    on: &str,
) -> JsValue {
    checked(table(seasons).and_then(|table| Ok(*table.shown_on(date(on)?))))
}

/// A season's label at an instant: its number and the current year.
#[wasm_bindgen(js_name = seasonLabel)]
pub fn season_label(number: u32, now_ms: f64) -> Option<String> {
    #[expect(clippy::cast_possible_truncation, reason = "an instant in whole milliseconds")]
    london_date_time(now_ms as i64).ok().map(|now| label(number, now))
}

/// London's date and time at an instant, or undefined outside the years 1 to 9999.
#[wasm_bindgen(js_name = londonNow, unchecked_return_type = "{ date: string; time: string } | undefined")]
pub fn london_now(now_ms: f64) -> JsValue {
    #[derive(serde::Serialize)]
    struct Local {
        date: Date,
        time: TimeOfDay,
    }
    #[expect(clippy::cast_possible_truncation, reason = "an instant in whole milliseconds")]
    london_date_time(now_ms as i64)
        .map_or(JsValue::UNDEFINED, |now| to_js(&Local { date: now.date, time: now.time }))
}

/// The instant at which London's clocks show that date and time, or undefined for no date or time.
#[wasm_bindgen(js_name = londonToMillis)]
pub fn london_to_ms(on: &str, at: &str) -> Option<f64> {
    let millis = london_to_millis(on.parse().ok()?, at.parse().ok()?).ok()?;
    #[expect(clippy::cast_precision_loss, reason = "instants of ten thousand years fit a double exactly")]
    Some(millis as f64)
}
