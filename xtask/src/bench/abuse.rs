//! How attacks from one address affect other clients.

use serde_json::Value;

use super::{native, number, times};
use crate::failure::Outcome;
use crate::place::Place;
use crate::table::{Row, Table};

/// The most that the 99th percentile of other clients' calls may rise under an attack.
const BAR: f64 = 3.0;
/// The most audit entries for refusals of one person and call: one a minute, and the attack lasts less than two.
const NOTED: f64 = 2.0;

pub(super) fn measure(place: &Place, table: &mut Table) -> Outcome {
    let measured = native(place, "abuse")?;
    for attack in measured.get("attacks").and_then(Value::as_array).into_iter().flatten() {
        let text = |key: &str| attack.get(key).and_then(Value::as_str).unwrap_or_default();
        let answers = attack.get("answers").and_then(Value::as_object).into_iter().flatten();
        let answers: Vec<String> = answers
            .map(
                |(status, count)| {
                    if status == "0" { format!("{count} cut off") } else { format!("{count} × {status}") }
                },
            )
            .collect();
        let name = format!("attack from one address: {}", text("name"));
        table.add(Row::new(&name, answers.join(", ")));
        for call in attack.get("calls").and_then(Value::as_array).into_iter().flatten() {
            let (quiet, under) = (number(call, "quiet")?, number(call, "under")?);
            let name =
                format!("  p99 of others, {}", call.get("call").and_then(Value::as_str).unwrap_or_default());
            table.add(Row::new(&name, format!("{quiet:.2} → {under:.2} ms")));
            table.add(Row::new("    under attack ÷ quiet", times(under / quiet)).at_most(
                under / quiet,
                BAR,
                "x",
            ));
            let failed = call.get("failed").and_then(Value::as_f64).unwrap_or(f64::INFINITY);
            if failed > 0.0 {
                table.add(Row::new("    failed", format!("{failed:.0}")).at_most(failed, 0.5, "calls"));
            }
        }
        let noted = attack.get("noted").and_then(Value::as_f64).unwrap_or_default();
        if noted > 0.0 {
            table.add(
                Row::new("  rows in the audit log", format!("{noted:.0}")).at_most(noted, NOTED, "rows"),
            );
        }
    }
    Ok(())
}
