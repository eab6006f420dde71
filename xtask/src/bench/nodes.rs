//! Several nodes: how fresh they are, and what happens when one of them or the primary dies.

use serde_json::Value;

use super::{native, number};
use crate::failure::{Failure, Outcome};
use crate::place::Place;
use crate::postgres;
use crate::table::{Row, Table};

/// The bars, from a commit to another node, in milliseconds.
const FRESH: [(&str, &str, f64); 3] =
    [("board", "board", 20.0), ("stream", "live stream", 20.0), ("content", "content", 300.0)];
/// The most seconds until all reads succeed after a node is killed, and all writes after a new primary is up.
const READS_AGAIN: f64 = 1.0;
const WRITES_AGAIN: f64 = 2.0;

pub(super) fn measure(place: &Place, table: &mut Table) -> Outcome {
    postgres::install_cluster(place)?;
    let measured = native(place, "nodes")?;
    let ways = measured.get("ways").and_then(Value::as_array).filter(|ways| ways.len() == 2);
    for measured in ways.ok_or_else(|| Failure::new("a measurement has not both ways"))? {
        let way = measured.get("way").and_then(Value::as_str).unwrap_or_default();
        add(way, measured, table)?;
    }
    Ok(())
}

fn add(way: &str, measured: &Value, table: &mut Table) -> Outcome {
    let part = |name: &str| measured.get(name).unwrap_or(&Value::Null);
    for (when, fresh) in [("", part("fresh")), (" after the failover", part("freshAfter"))] {
        for (key, name, bar) in FRESH {
            let middle = count(fresh, key)?;
            let name = format!("{way}: commit to another node's {name}{when}");
            table.add(Row::new(&name, format!("{middle:.1} ms")).at_most(middle, bar, "ms"));
        }
        for (key, name) in [("reveal", "reveal"), ("edit", "edit")] {
            table.add(Row::new(&format!("  the {name} itself"), format!("{:.1} ms", number(fresh, key)?)));
        }
    }

    let failover = part("failover");
    let (taken, again) = (number(failover, "taken")?, number(failover, "wellAgain")?);
    table.add(Row::new(&format!("{way}: primary killed to a new one"), format!("{taken:.1} s")));
    let name = format!("{way}: from then until bookings go well");
    table.add(Row::new(&name, format!("{again:.2} s")).at_most(again, WRITES_AGAIN, "s"));
    let (answered, booked) = (number(failover, "answered")?, number(failover, "booked")?);
    table.add(Row::new("  answered, of which booked", format!("{answered:.0}, {booked:.0}")));
    table.add(Row::new("  tries that failed", format!("{:.0}", count(failover, "failed")?)));
    let (lost, doubled, oversold) =
        (count(failover, "lost")?, count(failover, "doubled")?, count(failover, "oversold")?);
    if lost + doubled + oversold > 0.0 {
        return Err(Failure::new(format!(
            "{way}: {lost} answers lost, {doubled} athletes booked twice, {oversold} slots miscounted"
        )));
    }
    table.add(Row::new("  lost, booked twice, oversold", "0, 0, 0".to_owned()));
    let (reads, failed) = (number(failover, "reads")?, count(failover, "readsFailed")?);
    table.add(Row::new("  anonymous reads meanwhile, of which failed", format!("{reads:.0}, {failed:.0}")));

    let node = part("node");
    let again = number(node, "wellAgain")?;
    let name = format!("{way}: node killed to reads going well");
    table.add(Row::new(&name, format!("{again:.2} s")).at_most(again, READS_AGAIN, "s"));
    let (reads, failed) = (number(node, "reads")?, count(node, "failed")?);
    table.add(Row::new("  reads, of which failed", format!("{reads:.0}, {failed:.0}")));
    Ok(())
}

/// A number that may be zero.
fn count(value: &Value, key: &str) -> Outcome<f64> {
    value
        .get(key)
        .and_then(Value::as_f64)
        .ok_or_else(|| Failure::new(format!("a measurement has no `{key}`")))
}
