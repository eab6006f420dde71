//! A hundred thousand people before the waiting room of one node.

use serde_json::Value;

use super::{native_with, number};
use crate::failure::{Failure, Outcome};
use crate::place::Place;
use crate::table::{Row, Table};

/// The bars: every answer, in milliseconds; those of people inside; and the server's memory.
const ANSWERED_WITHIN: f64 = 1_000.0;
const INSIDE_P99: f64 = 150.0;
const MOST_MEMORY: f64 = 300.0;

pub(super) fn measure(place: &Place, table: &mut Table) -> Outcome {
    let measured = &native_with(place, &["crowd", "--people", "100000", "--seconds", "60"])?;
    if measured.get("inOrder") != Some(&Value::Bool(true)) {
        return Err(Failure::new("somebody was let in before somebody who came earlier"));
    }
    if number(measured, "unexpected").is_ok_and(|unexpected| unexpected > 0.0) {
        let first = measured.get("first").and_then(Value::as_str).unwrap_or_default().to_owned();
        return Err(Failure::new(format!("the waiting room did not answer as it should: {first}")));
    }
    let (people, seconds) = (number(measured, "people")?, number(measured, "seconds")?);
    table.add(Row::new("people who come", format!("{people:.0} in {seconds:.0} s")));
    for (key, name) in
        [("page", "  the waiting page"), ("standing", "  how they stand"), ("inside", "  people inside")]
    {
        let figures = measured.get(key).unwrap_or(&Value::Null);
        let (count, p99, max) = (number(figures, "count")?, number(figures, "p99")?, number(figures, "max")?);
        let row = Row::new(name, format!("{count:.0}, p99 {p99:.1} ms, slowest {max:.0} ms"));
        table.add(if key == "inside" {
            row.at_most(p99, INSIDE_P99, "ms")
        } else {
            row.at_most(max, ANSWERED_WITHIN, "ms")
        });
    }
    let most = number(measured, "mostMemory")? / 1_048_576.0;
    table.add(Row::new("  most memory of the server", format!("{most:.0} MiB")).at_most(
        most,
        MOST_MEMORY,
        "MiB",
    ));
    Ok(())
}
