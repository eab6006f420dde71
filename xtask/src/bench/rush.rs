//! People who arrive for a hot day whether or not the site answers, on one node and on three.

use serde_json::Value;

use super::{native_with, number};
use crate::failure::{Failure, Outcome};
use crate::place::Place;
use crate::postgres;
use crate::table::{Row, Table};

/// How long people arrive, in seconds.
const SECONDS: &str = "60";
/// The bars: milliseconds of a booking from the arrival on, and availability reads a second meanwhile.
const BOOKED_WITHIN: f64 = 100.0;
const READS: f64 = 3_000.0;

pub(super) fn measure(place: &Place, table: &mut Table) -> Outcome {
    postgres::install_cluster(place)?;
    for (site, name) in [("sqlite", "one node, SQLite"), ("postgres", "three nodes, PostgreSQL")] {
        add(name, &native_with(place, &["rush", "--site", site, "--seconds", SECONDS])?, table)?;
    }
    Ok(())
}

fn add(site: &str, measured: &Value, table: &mut Table) -> Outcome {
    let plan = part(measured, "plan");
    let phases = measured.get("phases").and_then(Value::as_array).cloned().unwrap_or_default();
    for phase in &phases {
        let text = phase.get("name").and_then(Value::as_str).unwrap_or_default();
        let people = number(phase, "people")?;
        let late = count(phase, "late")?;
        table.add(Row::new(&format!("{site}: people {text}"), format!("{people:.0}, {late:.0} late")));
        for (step, name) in [("signIn", "signing in"), ("look", "looking"), ("book", "booking")] {
            let Some(figures) = part(phase, "visits").get(step) else { continue };
            let (middle, p99, max) =
                (number(figures, "p50")?, number(figures, "p99")?, number(figures, "max")?);
            let rate = number(figures, "perSecond")?;
            table.add(Row::new(&format!("  {name}, a second"), format!("{rate:.0}")));
            let row = Row::new("    p99, from when it was due", format!("{p99:.1} ms"));
            let bar = step == "book" && text == "with a session";
            table.add(if bar { row.at_most(p99, BOOKED_WITHIN, "ms") } else { row });
            table.add(Row::new("    median, slowest", format!("{middle:.1} ms, {max:.0} ms")));
            let (told, good) = answers(figures);
            let row = Row::new("    answers", told);
            table.add(if step == "signIn" {
                row
            } else {
                row.at_least(100.0 * good, 100.0, "% 200, 409, 422")
            });
        }
        let reads = number(phase, "reads")?;
        table.add(
            Row::new("  availability reads meanwhile", format!("{reads:.0} /s")).at_least(reads, READS, "/s"),
        );
    }
    let capacity = number(plan, "capacity")?;
    let days = part(measured, "held").get("days").and_then(Value::as_array).cloned().unwrap_or_default();
    let hot = days.first().ok_or_else(|| Failure::new("a rush did not look into the store"))?;
    let sold = number(hot, "booked")?;
    for day in &days {
        let (booked, taken) = (count(day, "booked")?, count(day, "taken")?);
        let (wrong, doubled) = (count(day, "miscounted")?, count(day, "doubled")?);
        if booked > capacity || wrong + doubled > 0.0 || (taken - booked).abs() > 0.0 {
            return Err(Failure::new(format!(
                "{site}: {booked} of {capacity} places booked and {taken} counted, {wrong} slots miscounted, \
                 {doubled} athletes booked twice"
            )));
        }
    }
    let row = Row::new("  places sold of the hot day's", format!("{sold:.0} of {capacity:.0}"));
    table.add(row.at_least(sold / capacity, 1.0, "x"));
    table.add(Row::new("  oversold, booked twice", "0, 0".to_owned()));
    if let Ok(most) = number(measured, "mostMemory") {
        table.add(Row::new("  most memory of the server", format!("{:.0} MiB", most / 1_048_576.0)));
    }
    Ok(())
}

/// The answers as a text, and the share of those that a rush may end in.
fn answers(figures: &Value) -> (String, f64) {
    let answers = part(figures, "answers").as_object().cloned().unwrap_or_default();
    let of = |count: &Value| count.as_f64().unwrap_or_default();
    let all: f64 = answers.values().map(of).sum();
    let may = |name: &str| ["200", "409", "422"].iter().any(|status| name.starts_with(status));
    let good: f64 = answers.iter().filter(|(name, _)| may(name)).map(|(_, count)| of(count)).sum();
    let told: Vec<String> = answers.iter().map(|(name, count)| format!("{count} × {name}")).collect();
    (told.join(", "), good / all)
}

fn part<'a>(value: &'a Value, key: &str) -> &'a Value {
    value.get(key).unwrap_or(&Value::Null)
}

/// A number that may be zero.
fn count(value: &Value, key: &str) -> Outcome<f64> {
    value
        .get(key)
        .and_then(Value::as_f64)
        .ok_or_else(|| Failure::new(format!("a measurement has no `{key}`")))
}
