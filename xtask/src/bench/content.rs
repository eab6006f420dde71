//! Delivery reads beside a fixed body.

use super::{native, number, times};
use crate::failure::Outcome;
use crate::place::Place;
use crate::table::{Row, Table};

pub(super) fn measure(place: &Place, table: &mut Table) -> Outcome {
    let measured = native(place, "content")?;
    let (fixed, delivered) = (number(&measured, "fixed")?, number(&measured, "delivered")?);
    let (bytes, at_once) = (number(&measured, "bytes")?, number(&measured, "atOnce")?);
    let name = format!("a fixed body of {:.1} kB, {at_once} at once", bytes / 1_000.0);
    table.add(Row::new(&name, format!("{fixed:.0} /s")));
    table.add(Row::new("the homepage from the embedded hub", format!("{delivered:.0} /s")));
    table.add(Row::new("  delivered ÷ fixed", times(delivered / fixed)).at_least(
        delivered / fixed,
        0.7,
        "x",
    ));
    Ok(())
}
