//! Sixty days of slots, natively, through WebAssembly and by other libraries.

use std::fs;

use super::{milliseconds, native, number, parse, times};
use crate::failure::{Context, Outcome};
use crate::node;
use crate::place::Place;
use crate::table::{Row, Table};

pub(super) fn measure(place: &Place, table: &mut Table) -> Outcome {
    let native = native(place, "slots")?;
    let input = place.scratch().join("slots.json");
    fs::create_dir_all(place.scratch()).context("cannot make the scratch directory")?;
    fs::write(&input, native.to_string()).context("cannot write the input of the slot measurement")?;
    let script = place.root.join("tests/load/slots.ts");
    let others = node::node(place).args(["--no-warnings"]).args([&script, &input]).read()?;
    let others = parse(&others)?;

    let (native_ms, wasm_ms) = (number(&native, "native")?, number(&others, "wasm")?);
    table.add(Row::new("60 days of slots, native", milliseconds(native_ms)).at_most(native_ms, 0.1, "ms"));
    table.add(
        Row::new("60 days of slots, WASM to JS values", milliseconds(wasm_ms)).at_most(wasm_ms, 0.5, "ms"),
    );
    for (name, key) in [("luxon", "luxon"), ("date-fns", "dateFns")] {
        let peer = number(&others, key)?;
        table.add(Row::new(&format!("60 days of slots, {name}"), milliseconds(peer)));
        table.add(Row::new(&format!("  {name} ÷ native"), times(peer / native_ms)).at_least(
            peer / native_ms,
            100.0,
            "x",
        ));
        table.add(Row::new(&format!("  {name} ÷ WASM"), times(peer / wasm_ms)).at_least(
            peer / wasm_ms,
            50.0,
            "x",
        ));
    }
    table.add(Row::new("compile a schedule, native", milliseconds(number(&native, "compile")?)));
    table.add(Row::new(
        "compile a schedule, WASM from JS values",
        milliseconds(number(&others, "wasmCompile")?),
    ));
    Ok(())
}
