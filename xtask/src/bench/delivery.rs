//! What staff ask after five years of the academy, on both engines, and the frames of the schedule's calendar.

use serde_json::Value;

use super::{in_browser, milliseconds, native, number};
use crate::failure::Outcome;
use crate::place::Place;
use crate::table::{Row, Table};

/// The bars, in milliseconds.
const LIST: f64 = 50.0;
const SEARCH: f64 = 150.0;
/// The time between frames at 60 a second, in milliseconds.
const FRAME: f64 = 17.5;

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

/// The calendar in a browser while a session is pulled, and while one turns its pages.
pub(super) fn calendar(place: &Place, table: &mut Table) -> Outcome {
    let measured = in_browser(place, "calendar")?;
    for (key, name) in [
        ("month", "a session pulled across a month, frame to frame"),
        ("week", "a session pulled across a week, frame to frame"),
        ("turned", "from month to month, frame to frame"),
    ] {
        let of = |part: &str| number(measured.get(key).unwrap_or(&Value::Null), part);
        let (middle, slow) = (of("frameMs")?, of("frameMsP95")?);
        let told = format!("{middle:.1} ms, p95 {slow:.1} ms");
        table.add(Row::new(name, told).at_most(middle, FRAME, "ms"));
        let (share, frames) = (100.0 * of("inTime")?, of("frames")?);
        table.add(Row::new("  shown in time for 60 a second", format!("{share:.1} % of {frames:.0}")));
    }
    Ok(())
}
