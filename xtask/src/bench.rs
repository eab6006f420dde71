//! `bench`: measures the bars of the product, prints them in one table with ratios, and writes `bench/bench.json` and
//! `bench/bench.svg` into the target directory.

mod abuse;
mod accounts;
mod board;
mod bookings;
mod capacity;
mod cards;
mod chart;
mod content;
mod crowd;
mod day;
mod delivery;
mod document;
mod idle;
mod live;
mod nodes;
mod pages;
mod reads;
mod record;
mod rush;
mod slots;

use clap::ValueEnum;
use record::Record;
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
    /// Lighthouse results of the public pages, and how soon a moved slider shows its figures.
    Pages,
    /// Simulated test days on bad networks, and a full outbox that empties.
    Day,
    /// Lists, charts and searches of staff after five years, on both engines, and the frames of the calendar.
    Delivery,
    /// The board in memory beside Redis, and read through HTTP beside a fixed body.
    Board,
    /// Ten thousand streams, how soon a reveal is on the last screen and a change on those of a crew, and the frames of a climb.
    Live,
    /// Story cards in the browser and pictures of shared ones.
    Cards,
    /// How attacks from one address affect other clients.
    Abuse,
    /// Three nodes on PostgreSQL with replicas: freshness, a dead node, a dead primary; directly and through PgBouncer.
    Nodes,
    /// People who arrive for one hot day whether or not the site answers, on one node and on three.
    Rush,
    /// A hundred thousand people before the waiting room.
    Crowd,
    /// How soon a node is ready, and its memory while nobody needs it.
    Idle,
}

impl Part {
    /// As `--only` names it.
    fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// Whether it starts the release server.
    const fn needs_server(self) -> bool {
        match self {
            Self::Slots | Self::Bookings | Self::Accounts | Self::Content | Self::Reads | Self::Board => {
                false
            }
            Self::Sizes
            | Self::Pages
            | Self::Day
            | Self::Delivery
            | Self::Live
            | Self::Cards
            | Self::Abuse
            | Self::Nodes
            | Self::Rush
            | Self::Crowd
            | Self::Idle => true,
        }
    }

    fn measure(self, place: &Place, table: &mut Table) -> Outcome {
        match self {
            Self::Slots => slots::measure(place, table),
            Self::Bookings => bookings::measure(place, table),
            Self::Accounts => accounts::measure(place, table),
            Self::Content => content::measure(place, table),
            Self::Reads => reads::measure(place, table),
            Self::Sizes => pages::sizes(place, table),
            Self::Pages => {
                pages::scores(place, table)?;
                pages::moves(place, table)
            }
            Self::Day => day::measure(place, table),
            Self::Delivery => {
                delivery::measure(place, table)?;
                delivery::calendar(place, table)
            }
            Self::Board => board::measure(place, table),
            Self::Live => {
                live::measure(place, table)?;
                live::crews(place, table)?;
                live::venue(place, table)
            }
            Self::Cards => cards::measure(place, table),
            Self::Abuse => abuse::measure(place, table),
            Self::Nodes => nodes::measure(place, table),
            Self::Rush => rush::measure(place, table),
            Self::Crowd => crowd::measure(place, table),
            Self::Idle => idle::measure(place, table),
        }
    }
}

/// The command. It fails when a bar is missed, or when a part cannot be measured; the other parts are measured all the same.
pub(crate) fn bench(place: &Place, report: &Report, only: &[Part], write_docs: bool) -> Outcome {
    let all = Part::value_variants();
    let wanted: Vec<Part> =
        all.iter().copied().filter(|part| only.is_empty() || only.contains(part)).collect();
    node::install(place, report)?;
    wasm::build(place, report)?;
    build::web(place, report)?;
    if wanted.iter().any(|part| part.needs_server()) {
        build::server(place, report, Profile::Release)?;
    }
    let order: Vec<String> = all.iter().map(|part| part.name()).collect();
    let mut record = Record::open(place);
    let (mut measured, mut failed) = (Table::default(), Vec::new());
    for part in wanted {
        let (name, mut table) = (part.name(), Table::default());
        if report.step(&name, || part.measure(place, &mut table)).is_err() {
            failed.push(name);
            continue;
        }
        measured.append(table.clone());
        record.put(place, &name, table, &order)?;
        record.write(place)?;
        chart::write(place, &record)?;
    }
    report.summary();
    println!("\n{measured}\n{}\n{}", capacity::table(&record.whole()), record::folder(place).display());
    if write_docs {
        document::write(place, &record)?;
    }
    match (measured.missed(), failed.is_empty()) {
        (0, true) => Ok(()),
        (missed, true) => Err(Failure::new(format!("{missed} of the bars missed"))),
        (missed, false) => {
            let failed = failed.join(", ");
            Err(Failure::new(format!("{missed} of the bars missed; could not be measured: {failed}")))
        }
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
    native_with(place, &[question])
}

/// The same with settings of the benchmark.
fn native_with(place: &Place, question: &[&str]) -> Outcome<Value> {
    let line = ["bench", "--quiet", "--package", "sixfold-tests", "--bench", "load", "--"];
    let asked =
        Program::cargo(place).args(line).args(question).env("SIXFOLD_BINARY", place.server(Profile::Release));
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
