//! The event stream under a hall and under a crowd, and the frames of the venue screen.

use serde_json::Value;

use super::{capacity, in_browser, native, number};
use crate::failure::Outcome;
use crate::place::Place;
use crate::table::{Row, Table};

/// How soon a reveal is on the last screen, and what an open stream costs.
pub(super) fn measure(place: &Place, table: &mut Table) -> Outcome {
    let measured = native(place, "live")?;
    let of = |part: &str, key: &str| number(measured.get(part).unwrap_or(&Value::Null), key);
    let (screens, streams) = (number(&measured, "screens")?, number(&measured, "streams")?);
    let (count, middle) = (of("hall", "count")?, of("hall", "middle")?);
    let name = format!("reveal sent to last of {screens:.0} screens, {count:.0} reveals");
    table.add(Row::new(&name, format!("{middle:.0} ms")));
    let p99 = of("hall", "p99")?;
    table.add(Row::new("  p99", format!("{p99:.0} ms")).at_most(p99, 250.0, "ms"));
    table.add(Row::new("  slowest", format!("{:.0} ms", of("hall", "slowest")?)));
    let name = format!("reveal sent to last of {streams:.0} streams");
    table.add(Row::new(&name, format!("{:.0} ms", of("crowd", "middle")?)));
    table.add(Row::new("  slowest", format!("{:.0} ms", of("crowd", "slowest")?)));

    table.note(capacity::MEMORY, number(&measured, "alone")?);
    table.note(capacity::STREAM, number(&measured, "eachTold")?);
    let kibibytes = |key: &str| number(&measured, key).map(|bytes| bytes / 1_024.0);
    table.add(Row::new(
        "server's memory without streams",
        format!("{:.1} MiB", kibibytes("alone")? / 1_024.0),
    ));
    for (name, key) in [
        (format!("memory of each of {streams:.0} streams"), "each"),
        ("  after they have sent reveals".to_owned(), "eachTold"),
    ] {
        let each = kibibytes(key)?;
        table.add(Row::new(&name, format!("{each:.1} KiB")).at_most(each, 25.0, "KiB"));
    }
    Ok(())
}

/// How soon a change is shown to the members of a full crew who all look at it.
pub(super) fn crews(place: &Place, table: &mut Table) -> Outcome {
    let measured = native(place, "crews")?;
    let of = |part: &str, key: &str| number(measured.get(part).unwrap_or(&Value::Null), key);
    let (members, changes) = (number(&measured, "members")?, of("last", "count")?);
    let name = format!("change shown to each of {members:.0} members of a crew, {changes:.0} changes");
    table.add(Row::new(&name, format!("{:.0} ms", of("each", "middle")?)));
    let p99 = of("each", "p99")?;
    table.add(Row::new("  p99", format!("{p99:.0} ms")).at_most(p99, 250.0, "ms"));
    table.add(Row::new("  to the last member, p99", format!("{:.0} ms", of("last", "p99")?)));
    Ok(())
}

/// The venue screen in a browser while an athlete climbs.
pub(super) fn venue(place: &Place, table: &mut Table) -> Outcome {
    let measured = in_browser(place, "venue")?;
    let (climbs, frames) = (number(&measured, "climbs")?, number(&measured, "frames")?);
    let (middle, slow) = (number(&measured, "frameMs")?, number(&measured, "frameMsP95")?);
    table.add(Row::new(&format!("frames of {climbs:.0} climbs at 1920×1080"), format!("{frames:.0}")));
    table.add(Row::new("  a second", format!("{:.1}", number(&measured, "perSecond")?)));
    table.add(Row::new("  from one to the next", format!("{middle:.1} ms, p95 {slow:.1} ms")));
    let share = 100.0 * number(&measured, "inTime")?;
    table.add(Row::new("  shown in time for 60 a second", format!("{share:.1} %")));
    Ok(())
}
