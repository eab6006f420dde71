//! Story cards: the picture that a browser saves, and the one that other sites show of a shared card.

use super::{in_browser, milliseconds, native, number, times};
use crate::failure::Outcome;
use crate::place::Place;
use crate::table::{Row, Table};

pub(super) fn measure(place: &Place, table: &mut Table) -> Outcome {
    let measured = native(place, "cards")?;
    let (cold, kept) = (number(&measured, "cold")?, number(&measured, "kept")?);
    table.add(Row::new("the first card of a server", format!("{:.1} ms", number(&measured, "first")?)));
    table.add(Row::new("card as SVG", milliseconds(number(&measured, "svg")?)));
    table.add(Row::new("Open Graph image, drawn", format!("{cold:.1} ms")).at_most(cold, 60.0, "ms"));
    table.add(Row::new("  p95", format!("{:.1} ms", number(&measured, "coldP95")?)));
    table.add(Row::new("Open Graph image, kept", milliseconds(kept)));
    table.add(Row::new("  drawn ÷ kept", times(cold / kept)));

    let saved = in_browser(place, "card-picture")?;
    let (middle, slow) = (number(&saved, "ms")?, number(&saved, "msP95")?);
    let name = format!("card as PNG in the browser, {:.0} of them", number(&saved, "pictures")?);
    table.add(Row::new(&name, format!("{middle:.0} ms")).at_most(middle, 500.0, "ms"));
    table.add(Row::new("  p95", format!("{slow:.0} ms")).at_most(slow, 500.0, "ms"));
    table.add(Row::new("  the slowest first of a card", format!("{:.0} ms", number(&saved, "firstMs")?)));
    Ok(())
}
