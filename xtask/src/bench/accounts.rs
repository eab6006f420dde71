//! Session checks beside profile reads, sign-ins beside argon2, other calls beside sign-ins.

use serde_json::Value;

use super::{capacity, native, number, times};
use crate::failure::Outcome;
use crate::place::Place;
use crate::table::{Row, Table};

/// A profile read, in first checks of a session: both read the account's row.
const PROFILE: f64 = 1.5;

pub(super) fn measure(place: &Place, table: &mut Table) -> Outcome {
    let measured = native(place, "accounts")?;
    for check in measured.get("checks").and_then(Value::as_array).into_iter().flatten() {
        let engine = check.get("engine").and_then(Value::as_str).unwrap_or_default();
        let sessions = number(check, "sessions")?;
        let (first, again, read) = (number(check, "first")?, number(check, "check")?, number(check, "read")?);
        table.add(Row::new(&format!("profile read, {engine}"), format!("{read:.1} µs")));
        let name = format!("session check, {engine}, {sessions:.0} live sessions");
        table.add(Row::new(&name, format!("{again:.2} µs")));
        let share = Row::new("  check ÷ profile read", format!("{:.2} %", 100.0 * again / read));
        // Several nodes may serve one PostgreSQL, so nothing is held in memory there: a figure, without a bar.
        let one_node = engine == "SQLite";
        table.add(if one_node { share.at_most(100.0 * again / read, 5.0, "%") } else { share });
        if one_node {
            table.add(Row::new("  the first check of a session", format!("{first:.1} µs")));
            let row = Row::new("  profile read ÷ first check", times(read / first));
            table.add(row.at_most(read / first, PROFILE, "x"));
        }
    }
    let logins = measured.get("logins").cloned().unwrap_or_default();
    let (at_once, alone, http) =
        (number(&logins, "atOnce")?, number(&logins, "argon2")?, number(&logins, "http")?);
    table.add(Row::new(&format!("argon2 alone, {at_once} waiting"), format!("{alone:.1} /s")));
    table.add(Row::new(&format!("sign-ins through HTTP, {at_once} at once"), format!("{http:.1} /s")));
    table.note(capacity::SIGN_INS, http);
    table.add(Row::new("  sign-ins ÷ argon2", times(http / alone)).at_least(http / alone, 0.9, "x"));
    for call in logins.get("calls").and_then(Value::as_array).into_iter().flatten() {
        let path = call.get("path").and_then(Value::as_str).unwrap_or_default();
        let (calm, rushed) = (number(call, "calm")?, number(call, "rushed")?);
        table.add(Row::new(&format!("p99 of GET {path}"), format!("{calm:.2} ms")));
        table.add(Row::new(&format!("  with {at_once} sign-ins at once"), format!("{rushed:.2} ms")));
        table.add(Row::new("  with ÷ without", times(rushed / calm)).at_most(rushed / calm, 2.0, "x"));
    }
    Ok(())
}
