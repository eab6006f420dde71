//! `bench`: measures the bars of the product and prints them in one table with ratios.

mod abuse;
mod accounts;
mod board;
mod bookings;
mod cards;
mod content;
mod day;
mod delivery;
mod live;
mod nodes;
mod pages;
mod reads;
mod slots;

use clap::ValueEnum;
use serde_json::Value;

use crate::command::Program;
use crate::failure::{Context, Failure, Outcome};
use crate::place::{Place, Profile};
use crate::report::Report;
use crate::table::Table;
use crate::{browser, build, node, wasm};

/// What `bench --only` can name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// Sixty days of slots, natively, through WebAssembly and by other libraries.
    Slots,
    /// Bookings through HTTP compared with the store alone.
    Bookings,
    /// Session checks beside profile reads, sign-ins beside argon2, other calls beside sign-ins.
    Accounts,
    /// Delivery reads compared with a constant body.
    Content,
    /// Pages, settings and availability compared with constant bodies.
    Reads,
    /// What the booking page loads.
    Sizes,
    /// Lighthouse results of the public pages.
    Pages,
    /// Simulated test days on bad networks, and a full outbox that empties.
    Day,
    /// Lists, charts and searches of staff after five years, on both engines, and the frames of the calendar.
    Delivery,
    /// The board in memory beside Redis, and read through HTTP beside a fixed body.
    Board,
    /// Ten thousand streams, how soon a reveal is on the last screen, and the frames of a climb.
    Live,
    /// Story cards in the browser and pictures of shared ones.
    Cards,
    /// How attacks from one address affect other clients.
    Abuse,
    /// Three nodes on PostgreSQL with replicas: freshness, a dead node, a dead primary; directly and through PgBouncer.
    Nodes,
}

/// The command. It fails when a bar is missed.
pub(crate) fn bench(place: &Place, report: &Report, only: &[Part]) -> Outcome {
    let wants = |part| only.is_empty() || only.contains(&part);
    let mut table = Table::default();
    node::install(place, report)?;
    wasm::build(place, report)?;
    build::web(place, report)?;
    if wants(Part::Slots) {
        report.step("sixty days of slots", || slots::measure(place, &mut table))?;
    }
    if wants(Part::Bookings) {
        report.step("bookings per second", || bookings::measure(place, &mut table))?;
    }
    if wants(Part::Accounts) {
        report.step("accounts", || accounts::measure(place, &mut table))?;
    }
    if wants(Part::Content) {
        report.step("delivery reads", || content::measure(place, &mut table))?;
    }
    if wants(Part::Reads) {
        report.step("first reads", || reads::measure(place, &mut table))?;
    }
    if wants(Part::Sizes) {
        build::server(place, report, Profile::Release)?;
        report.step("first load of the booking page", || pages::sizes(place, &mut table))?;
    }
    if wants(Part::Pages) {
        build::server(place, report, Profile::Release)?;
        report.step("the public pages in Lighthouse", || pages::scores(place, &mut table))?;
    }
    if wants(Part::Day) {
        build::server(place, report, Profile::Release)?;
        report.step("simulated test days", || day::measure(place, &mut table))?;
    }
    if wants(Part::Delivery) {
        build::server(place, report, Profile::Release)?;
        report.step("five years of the academy", || delivery::measure(place, &mut table))?;
        report.step("the calendar", || delivery::calendar(place, &mut table))?;
    }
    if wants(Part::Board) {
        report.step("boards of a million", || board::measure(place, &mut table))?;
    }
    if wants(Part::Live) {
        build::server(place, report, Profile::Release)?;
        report.step("ten thousand streams", || live::measure(place, &mut table))?;
        report.step("the venue screen", || live::venue(place, &mut table))?;
    }
    if wants(Part::Cards) {
        build::server(place, report, Profile::Release)?;
        report.step("story cards", || cards::measure(place, &mut table))?;
    }
    if wants(Part::Abuse) {
        build::server(place, report, Profile::Release)?;
        report.step("attacks from one address", || abuse::measure(place, &mut table))?;
    }
    if wants(Part::Nodes) {
        build::server(place, report, Profile::Release)?;
        report.step("several nodes", || nodes::measure(place, &mut table))?;
    }
    report.summary();
    println!("\n{table}");
    match table.missed() {
        0 => Ok(()),
        missed => Err(Failure::new(format!("{missed} of the bars missed"))),
    }
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

/// Runs one benchmark of `tests/load` in the release profile. Some start the release server in a process of its own.
fn native(place: &Place, question: &str) -> Outcome<Value> {
    let line = ["bench", "--quiet", "--package", "sixfold-tests", "--bench", "load", "--", question];
    let asked = Program::cargo(place).args(line).env("SIXFOLD_BINARY", place.server(Profile::Release));
    parse(&asked.read()?)
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
