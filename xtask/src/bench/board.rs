//! The board of a million: its index beside Redis, its rebuild, and its answers through HTTP beside a fixed body.

use serde_json::Value;

use super::{capacity, native, number, times};
use crate::failure::{Failure, Outcome};
use crate::place::Place;
use crate::table::{Row, Table};

pub(super) fn measure(place: &Place, table: &mut Table) -> Outcome {
    index(&native(place, "board")?, table)?;
    standings(&native(place, "standings")?, table)
}

/// In process, and Redis with the same finals.
fn index(measured: &Value, table: &mut Table) -> Outcome {
    let athletes = millions(number(measured, "athletes")?);
    let redis = measured.get("redis").filter(|redis| !redis.is_null());
    let acts = [
        ("rank", "rank overall and by gender", Some(1.0), "ZREVRANK"),
        ("update", "update overall and by gender", Some(2.0), "ZADD"),
        ("top", "the top 15", None, "ZREVRANGE 0 14"),
    ];
    for (key, name, bar, command) in acts {
        let own = number(measured, key)?;
        let row = Row::new(&format!("{name}, {athletes} athletes"), format!("{own:.3} µs"));
        table.add(match bar {
            Some(bar) => row.at_most(own, bar, "µs"),
            None => row,
        });
        let Some(peer) = redis.and_then(|redis| redis.get(key)) else { continue };
        let (trip, inside) = (number(peer, "trip")?, number(peer, "inside")?);
        table.add(Row::new(&format!("  Redis, {command}, on loopback"), format!("{trip:.1} µs")));
        table.add(Row::new("  Redis ÷ ours", times(trip / own)));
        table.add(Row::new("  Redis by its own account, without the way", format!("{inside:.3} µs")));
        table.add(Row::new("  Redis by its own account ÷ ours", times(inside / own)));
    }
    let bytes = number(measured, "bytes")?;
    let name = "memory for each athlete and board, from the process's";
    table.add(Row::new(name, format!("{bytes:.1} B")).at_most(bytes, 40.0, "B"));
    table.add(Row::new("  by the index's own account", format!("{:.1} B", number(measured, "counted")?)));
    let Some(redis) = redis else {
        table.add(Row::new("Redis is not installed: nothing stands beside", String::new()));
        return Ok(());
    };
    table.add(Row::new("  Redis", format!("{:.1} B", number(redis, "bytes")?)));
    same_order(redis, table)
}

/// Both have to agree on every rank, and the comparison has to detect a deliberate difference.
fn same_order(redis: &Value, table: &mut Table) -> Outcome {
    let differences = redis.get("differences").and_then(Value::as_u64).unwrap_or(u64::MAX);
    if differences > 0 {
        return Err(Failure::new(format!("{differences} places differ from those of Redis")));
    }
    if redis.get("controlDiffers").and_then(Value::as_bool) != Some(true) {
        return Err(Failure::new("an update that Redis was not told of went unnoticed"));
    }
    let name =
        format!("places as in Redis {}", redis.get("version").and_then(Value::as_str).unwrap_or_default());
    let value = format!("{:.0}", number(redis, "compared")?);
    table.add(Row::new(&name, value));
    table.add(Row::new("  after random updates", format!("{:.0}", number(redis, "updates")?)));
    Ok(())
}

/// From the store, and through HTTP.
fn standings(measured: &Value, table: &mut Table) -> Outcome {
    let finals = millions(number(measured, "finals")?);
    let seconds = number(measured, "rebuild")?;
    let name = format!("rebuild from SQLite, {finals} finals");
    table.add(Row::new(&name, format!("{seconds:.2} s")).at_most(seconds, 3.0, "s"));
    let (fixed, at_once) = (number(measured, "fixed")?, number(measured, "atOnce")?);
    table.add(Row::new(&format!("a fixed body of 2 kB, {at_once:.0} at once"), format!("{fixed:.0} /s")));
    for (key, name, bar) in
        [("top", "leaderboard, top 15", 0.8), ("mine", "leaderboard, my row and 10 around me", 0.5)]
    {
        let answers = number(measured, key)?;
        if key == "top" {
            table.note(capacity::BOARDS, answers);
        }
        table.add(Row::new(name, format!("{answers:.0} /s")));
        table.add(Row::new("  ÷ fixed", times(answers / fixed)).at_least(answers / fixed, bar, "x"));
    }
    Ok(())
}

fn millions(count: f64) -> String {
    format!("{:.0} million", count / 1e6)
}
