//! `bench`: measures the bars of the product and prints them in one table with ratios.

use std::fs;

use clap::ValueEnum;
use serde_json::Value;

use crate::command::Program;
use crate::failure::{Context, Failure, Outcome};
use crate::place::{Place, Profile};
use crate::report::Report;
use crate::table::{Row, Table};
use crate::{browser, build, node, wasm};

/// What `bench --only` can name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// Sixty days of slots, natively, through WebAssembly and by other libraries.
    Slots,
    /// Bookings through HTTP beside the store alone.
    Bookings,
    /// Session checks beside profile reads, sign-ins beside argon2, other calls beside sign-ins.
    Accounts,
    /// Delivery reads beside a fixed body.
    Content,
    /// What the booking page loads.
    Sizes,
    /// What Lighthouse says of the public pages.
    Pages,
    /// Simulated test days on bad networks, and a full outbox that empties.
    Day,
}

/// The command. It fails when a bar is missed.
pub(crate) fn bench(place: &Place, report: &mut Report, only: &[Part]) -> Outcome {
    let wants = |part| only.is_empty() || only.contains(&part);
    let mut table = Table::default();
    node::install(place, report)?;
    wasm::build(place, report)?;
    build::web(place, report)?;
    if wants(Part::Slots) {
        report.step("sixty days of slots", || slots(place, &mut table))?;
    }
    if wants(Part::Bookings) {
        report.step("bookings per second", || bookings(place, &mut table))?;
    }
    if wants(Part::Accounts) {
        report.step("accounts", || accounts(place, &mut table))?;
    }
    if wants(Part::Content) {
        report.step("delivery reads", || content(place, &mut table))?;
    }
    if wants(Part::Sizes) {
        build::server(place, report, Profile::Release)?;
        report.step("first load of the booking page", || sizes(place, &mut table))?;
    }
    if wants(Part::Pages) {
        build::server(place, report, Profile::Release)?;
        report.step("the public pages in Lighthouse", || pages(place, &mut table))?;
    }
    if wants(Part::Day) {
        build::server(place, report, Profile::Release)?;
        report.step("simulated test days", || day(place, &mut table))?;
    }
    report.summary();
    println!("\n{table}");
    match table.missed() {
        0 => Ok(()),
        missed => Err(Failure::new(format!("{missed} of the bars missed"))),
    }
}

fn slots(place: &Place, table: &mut Table) -> Outcome {
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

fn bookings(place: &Place, table: &mut Table) -> Outcome {
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

fn accounts(place: &Place, table: &mut Table) -> Outcome {
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
        }
    }
    let logins = measured.get("logins").cloned().unwrap_or_default();
    let (at_once, alone, http) =
        (number(&logins, "atOnce")?, number(&logins, "argon2")?, number(&logins, "http")?);
    table.add(Row::new(&format!("argon2 alone, {at_once} waiting"), format!("{alone:.1} /s")));
    table.add(Row::new(&format!("sign-ins through HTTP, {at_once} at once"), format!("{http:.1} /s")));
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

fn pages(place: &Place, table: &mut Table) -> Outcome {
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

fn content(place: &Place, table: &mut Table) -> Outcome {
    let measured = native(place, "content")?;
    let (fixed, delivered) = (number(&measured, "fixed")?, number(&measured, "delivered")?);
    let (bytes, at_once) = (number(&measured, "bytes")?, number(&measured, "atOnce")?);
    let name = format!("a fixed body of {:.1} kB, {at_once} at once", bytes / 1_000.0);
    table.add(Row::new(&name, format!("{fixed:.0} /s")));
    table.add(Row::new("the homepage from the embedded hub", format!("{delivered:.0} /s")));
    table.add(Row::new("  delivered ÷ fixed", times(delivered / fixed)).at_least(
        delivered / fixed,
        0.7,
        "x",
    ));
    Ok(())
}

fn sizes(place: &Place, table: &mut Table) -> Outcome {
    let measured = in_browser(place, "sizes")?;
    for (name, key, bar) in
        [("booking page, first JavaScript, gzipped", "script", 185.0), ("WebAssembly, gzipped", "wasm", 60.0)]
    {
        let kilobytes = number(&measured, key)? / 1_000.0;
        table.add(Row::new(name, format!("{kilobytes:.1} kB")).at_most(kilobytes, bar, "kB"));
    }
    Ok(())
}

fn day(place: &Place, table: &mut Table) -> Outcome {
    let measured = parse(&tool(place, "day").read()?)?;
    let part = |name: &str| measured.get(name).cloned().unwrap_or_default();
    for (name, athletes, bar) in [("small", 30, 1_000.0), ("full", 300, 20.0)] {
        let days = part(name);
        let (seeds, per_second) = (number(&days, "seeds")?, number(&days, "perSecond")?);
        let mismatches = days.get("mismatches").and_then(Value::as_u64).unwrap_or(u64::MAX);
        if mismatches > 0 {
            return Err(Failure::new(format!(
                "{mismatches} differences between what was typed and what is stored"
            )));
        }
        let title = format!("simulated days of {athletes} athletes, none with a difference");
        table.add(Row::new(&title, format!("{seeds:.0}")).at_least(seeds, bar, "seeds"));
        table.add(Row::new("  seeds/s", format!("{per_second:.2}")));
        table.add(Row::new("  entries typed", format!("{:.0}", number(&days, "acts")?)));
    }
    let outbox = part("outbox");
    if outbox.get("missing").and_then(Value::as_u64) != Some(0) {
        return Err(Failure::new("entries of a full outbox did not arrive"));
    }
    let (queued, seconds) = (number(&outbox, "queued")?, number(&outbox, "seconds")?);
    let name = format!("{queued:.0} queued entries sync on loopback");
    table.add(Row::new(&name, format!("{seconds:.2} s")).at_most(seconds, 3.0, "s"));
    let name = format!("tap to stored, {:.0} queued", number(&outbox, "queuedAtTap")?);
    table.add(Row::new(&name, format!("{:.2} ms", number(&outbox, "tapMs")?)));
    taps(place, table)
}

/// The in-store screen in a browser, without a network and with a full outbox.
fn taps(place: &Place, table: &mut Table) -> Outcome {
    let taps = in_browser(place, "taps")?;
    let queued = number(&taps, "queued")?;
    let (middle, slow) = (number(&taps, "changedMs")?, number(&taps, "changedMsP95")?);
    let name = format!("tap to changed screen, {queued:.0} queued");
    table.add(Row::new(&name, format!("{middle:.1} ms")).at_most(middle, 16.0, "ms"));
    table.add(Row::new("  p95", format!("{slow:.1} ms")).at_most(slow, 16.0, "ms"));
    let frame = number(&taps, "shownMs")?;
    table.add(Row::new("  until the frame is done", format!("{frame:.1} ms")));
    Ok(())
}

/// Runs one script of `tests/browser/tools` with the browser and the release server.
fn in_browser(place: &Place, script: &str) -> Outcome<Value> {
    let chrome = browser::find_or_install(place)?;
    parse(&tool(place, script).env("CHROME", &chrome).read()?)
}

/// One script of `tests/browser/tools` with the release server.
fn tool(place: &Place, script: &str) -> Program {
    let script = place.journeys().join(format!("tools/{script}.ts"));
    node::node(place)
        .args(["--no-warnings"])
        .args([&script])
        .env("SIXFOLD_BINARY", place.server(Profile::Release))
}

/// Runs one question of `tests/load` in the release profile.
fn native(place: &Place, question: &str) -> Outcome<Value> {
    let line = ["bench", "--quiet", "--package", "sixfold-tests", "--bench", "load", "--", question];
    parse(&Program::cargo(place).args(line).read()?)
}

fn parse(text: &[u8]) -> Outcome<Value> {
    serde_json::from_slice(text).context("a measurement did not answer in JSON")
}

fn number(value: &Value, key: &str) -> Outcome<f64> {
    let found = value.get(key).and_then(Value::as_f64).filter(|number| *number > 0.0);
    found.ok_or_else(|| Failure::new(format!("a measurement has no `{key}`")))
}

fn milliseconds(value: f64) -> String {
    format!("{value:.4} ms")
}

fn times(value: f64) -> String {
    if value >= 10.0 { format!("{value:.0} x") } else { format!("{value:.2} x") }
}
