//! What staff ask after five years of the academy, on both engines.

use serde_json::Value;

use super::{milliseconds, native, number};
use crate::failure::Outcome;
use crate::place::Place;
use crate::table::{Row, Table};

/// The bars, in milliseconds.
const LIST: f64 = 50.0;
const SEARCH: f64 = 150.0;

pub(super) fn measure(place: &Place, table: &mut Table) -> Outcome {
    let measured = native(place, "delivery")?;
    for engine in measured.as_array().into_iter().flatten() {
        let text =
            |value: &Value, key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let told = text(engine, "engine");
        for list in engine.get("lists").and_then(Value::as_array).into_iter().flatten() {
            let search = list.get("search").and_then(Value::as_bool).unwrap_or_default();
            let (kind, bar) = if search { (" (search)", SEARCH) } else { ("", LIST) };
            let p95 = number(list, "p95")?;
            let name = format!("{told}, {}{kind}, p95", text(list, "name"));
            table.add(Row::new(&name, milliseconds(p95)).at_most(p95, bar, "ms"));
        }
    }
    Ok(())
}
