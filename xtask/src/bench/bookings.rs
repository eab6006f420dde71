//! Bookings through HTTP beside the store alone.

use serde_json::Value;

use super::{native, number, times};
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
    }
    Ok(())
}
