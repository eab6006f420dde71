//! Simulated test days, and the in-store screen with a full outbox.

use serde_json::Value;

use super::{in_browser, number, parse, tool};
use crate::failure::{Failure, Outcome};
use crate::place::Place;
use crate::table::{Row, Table};

pub(super) fn measure(place: &Place, table: &mut Table) -> Outcome {
    let measured = parse(&tool(place, "day").read()?)?;
    let part = |name: &str| measured.get(name).cloned().unwrap_or_default();
    for (name, athletes, bar) in [("small", 30, 1_000.0), ("full", 300, 20.0)] {
        let days = part(name);
        let (seeds, per_second) = (number(&days, "seeds")?, number(&days, "perSecond")?);
        let mismatches = days.get("mismatches").and_then(Value::as_u64).unwrap_or(u64::MAX);
        if mismatches > 0 {
            return Err(Failure::new(format!(
                "{mismatches} differences between what was typed and what is stored"
            )));
        }
        let title = format!("simulated days of {athletes} athletes, none with a difference");
        table.add(Row::new(&title, format!("{seeds:.0}")).at_least(seeds, bar, "seeds"));
        table.add(Row::new("  seeds/s", format!("{per_second:.2}")));
        table.add(Row::new("  entries typed", format!("{:.0}", number(&days, "acts")?)));
    }
    let outbox = part("outbox");
    if outbox.get("missing").and_then(Value::as_u64) != Some(0) {
        return Err(Failure::new("entries of a full outbox did not arrive"));
    }
    let (queued, seconds) = (number(&outbox, "queued")?, number(&outbox, "seconds")?);
    let name = format!("{queued:.0} queued entries sync on loopback");
    table.add(Row::new(&name, format!("{seconds:.2} s")).at_most(seconds, 3.0, "s"));
    let name = format!("tap to stored, {:.0} queued", number(&outbox, "queuedAtTap")?);
    table.add(Row::new(&name, format!("{:.2} ms", number(&outbox, "tapMs")?)));
    taps(place, table)
}

/// The in-store screen in a browser, without a network and with a full outbox.
fn taps(place: &Place, table: &mut Table) -> Outcome {
    let taps = in_browser(place, "taps")?;
    let queued = number(&taps, "queued")?;
    let (middle, slow) = (number(&taps, "changedMs")?, number(&taps, "changedMsP95")?);
    let name = format!("tap to changed screen, {queued:.0} queued");
    table.add(Row::new(&name, format!("{middle:.1} ms")).at_most(middle, 16.0, "ms"));
    table.add(Row::new("  p95", format!("{slow:.1} ms")).at_most(slow, 16.0, "ms"));
    let frame = number(&taps, "shownMs")?;
    table.add(Row::new("  until the frame is done", format!("{frame:.1} ms")));
    Ok(())
}
