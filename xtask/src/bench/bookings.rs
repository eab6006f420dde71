//! Bookings through HTTP beside the store alone.

use serde_json::Value;

use super::{capacity, native, number, times};
use crate::failure::Outcome;
use crate::place::Place;
use crate::table::{Row, Table};

pub(super) fn measure(place: &Place, table: &mut Table) -> Outcome {
    let measured = native(place, "bookings")?;
    let rounds = measured.get("rounds").and_then(Value::as_array).cloned().unwrap_or_default();
    for round in &rounds {
        let clients = number(round, "clients")?;
        let (store, http) = (number(round, "store")?, number(round, "http")?);
        table.add(Row::new(&format!("bookings/s, store alone, {clients} at once"), format!("{store:.0}")));
        table.add(Row::new(&format!("bookings/s, through HTTP, {clients} at once"), format!("{http:.0}")));
        table.add(Row::new("  HTTP ÷ store", times(http / store)).at_least(http / store, 0.5, "x"));
        let (fixed, commits) = (number(round, "fixed")?, number(round, "commits")?);
        table.add(Row::new(&format!("  a fixed body of 2 kB, {clients} at once"), format!("{fixed:.0} /s")));
        let beside_fixed = Row::new("  bookings ÷ fixed bodies", format!("{:.3} x", http / fixed));
        let name = format!("  one guarded update and one insert, groups of {clients}");
        table.add(Row::new(&name, format!("{commits:.0} /s")));
        let beside_commits = Row::new("  bookings ÷ group commit", format!("{:.3} x", http / commits));
        // The rush is 64 at once.
        let rush = clients >= 64.0;
        if rush {
            table.note(capacity::BOOKINGS, http);
        }
        table.add(if rush { beside_fixed.at_least(http / fixed, 0.08, "x") } else { beside_fixed });
        table.add(if rush { beside_commits.at_least(http / commits, 0.04, "x") } else { beside_commits });
    }
    if let Some(large) = measured.get("postgres").filter(|large| !large.is_null()) {
        let (clients, statements) = (number(large, "clients")?, number(large, "statements")?);
        let (http, peer) = (number(large, "http")?, number(large, "pgbench")?);
        let name = format!("bookings/s, PostgreSQL, through HTTP, {clients} at once");
        table.add(Row::new(&name, format!("{http:.0}")));
        let name = format!("  pgbench with the {statements} statements of a booking");
        table.add(Row::new(&name, format!("{peer:.0} /s")));
        table.add(Row::new("  bookings ÷ pgbench", times(http / peer)).at_least(http / peer, 0.6, "x"));
    }
    Ok(())
}
