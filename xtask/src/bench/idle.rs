//! A node that nobody needs.

use super::{native, number};
use crate::failure::Outcome;
use crate::place::Place;
use crate::table::{Row, Table};

/// The bars: milliseconds from the start until it is ready, and mebibytes after three pages.
const READY: f64 = 100.0;
const MEMORY: f64 = 40.0;

pub(super) fn measure(place: &Place, table: &mut Table) -> Outcome {
    let measured = native(place, "idle")?;
    let (first, ready, memory) =
        (number(&measured, "first")?, number(&measured, "ready")?, number(&measured, "memory")?);
    table.add(Row::new("start to ready, new store", format!("{first:.0} ms")));
    table.add(Row::new("start to ready", format!("{ready:.0} ms")).at_most(ready, READY, "ms"));
    let row = Row::new("memory after three pages", format!("{memory:.1} MiB"));
    table.add(row.at_most(memory, MEMORY, "MiB"));
    Ok(())
}
