//! What visitors read first, beside fixed bodies.

use serde_json::Value;

use super::{capacity, native, number, times};
use crate::failure::Outcome;
use crate::place::Place;
use crate::table::{Row, Table};

/// The least share of a fixed body's rate, in the order in which the load measures them.
const BARS: [(&str, f64); 3] =
    [(capacity::PAGES, 0.8), (capacity::CONFIGS, 0.8), (capacity::AVAILABILITY, 0.3)];

pub(super) fn measure(place: &Place, table: &mut Table) -> Outcome {
    let measured = native(place, "reads")?;
    let reads = measured.get("reads").and_then(Value::as_array).cloned().unwrap_or_default();
    for (read, (figure, bar)) in reads.iter().zip(BARS) {
        let name = read.get("name").and_then(Value::as_str).unwrap_or_default();
        let (bytes, at_once) = (number(read, "bytes")?, number(read, "atOnce")?);
        let (fixed, rate) = (number(read, "fixed")?, number(read, "read")?);
        table.note(figure, rate);
        let fixed_name = format!("a fixed body of {:.1} kB, {at_once} at once", bytes / 1_000.0);
        table.add(Row::new(&fixed_name, format!("{fixed:.0} /s")));
        table.add(Row::new(name, format!("{rate:.0} /s")));
        table.add(Row::new("  read ÷ fixed", times(rate / fixed)).at_least(rate / fixed, bar, "x"));
    }
    Ok(())
}
