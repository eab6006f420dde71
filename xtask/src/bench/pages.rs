//! Pages in a browser: their weight and their Lighthouse results.

use serde_json::Value;

use super::{in_browser, number};
use crate::failure::Outcome;
use crate::place::Place;
use crate::table::{Row, Table};

/// The four scores, the largest contentful paint and the layout shift of each page.
pub(super) fn scores(place: &Place, table: &mut Table) -> Outcome {
    let measured = in_browser(place, "lighthouse")?;
    for page in measured.get("pages").and_then(Value::as_array).into_iter().flatten() {
        let name = page.get("name").and_then(Value::as_str).unwrap_or_default();
        let of = |key: &str| format!("{name}: {key}");
        let score = |key: &str| number(page, key);
        let whole = |value: f64| format!("{value:.0}");
        let performance = score("performance")?;
        table.add(Row::new(&of("performance"), whole(performance)).at_least(performance, 95.0, ""));
        let mut full = vec![("accessibility", "accessibility"), ("best practices", "practices")];
        if page.get("indexed").and_then(Value::as_bool) == Some(true) {
            full.push(("SEO", "seo"));
        }
        for (title, key) in full {
            let value = score(key)?;
            table.add(Row::new(&of(title), whole(value)).at_least(value, 100.0, ""));
        }
        let seconds = number(page, "lcp")? / 1_000.0;
        let paint = of("largest contentful paint");
        table.add(Row::new(&paint, format!("{seconds:.2} s")).at_most(seconds, 1.8, "s"));
        // No shift at all is the best there is, and no number above zero.
        let shift = page.get("cls").and_then(Value::as_f64).unwrap_or(f64::NAN);
        table.add(Row::new(&of("layout shift"), format!("{shift:.3}")).at_most(shift, 0.02, ""));
        for fault in page.get("faults").and_then(Value::as_array).into_iter().flatten() {
            println!("  {name}: {}", fault.as_str().unwrap_or_default());
        }
    }
    Ok(())
}

/// What the first loads of the booking page and of My progress weigh.
pub(super) fn sizes(place: &Place, table: &mut Table) -> Outcome {
    let measured = in_browser(place, "sizes")?;
    for (name, page, key, bar) in [
        ("booking page, first JavaScript, gzipped", "booking", "script", 185.0),
        ("WebAssembly, gzipped", "booking", "wasm", 60.0),
        ("My progress, first JavaScript, gzipped", "progress", "script", 150.0),
    ] {
        let kilobytes = number(measured.get(page).unwrap_or(&Value::Null), key)? / 1_000.0;
        table.add(Row::new(name, format!("{kilobytes:.1} kB")).at_most(kilobytes, bar, "kB"));
    }
    Ok(())
}

/// How long a slider of "What would it take?" takes to show what it comes to, on a processor four times slower.
pub(super) fn moves(place: &Place, table: &mut Table) -> Outcome {
    let measured = in_browser(place, "what-if")?;
    let milliseconds = number(&measured, "p95")?;
    let name = "a slider's move, CPU 4× slower, p95";
    table.add(Row::new(name, format!("{milliseconds:.2} ms")).at_most(milliseconds, 4.0, "ms"));
    Ok(())
}
