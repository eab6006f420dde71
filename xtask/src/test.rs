//! `test`: formats, lints and every test, in the order in which they fail fastest.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::command::Program;
use crate::failure::Outcome;
use crate::place::{Place, Profile};
use crate::report::Report;
use crate::suite::Tally;
use crate::{browser, build, contract, generate, node, postgres, wasm};

/// What `test --only` can name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// Formats of Rust, TypeScript, CSS, Markdown and JSON.
    Format,
    /// The rules through WebAssembly.
    Pkg,
    /// Types, lints and unit tests of the site.
    Web,
    /// Lints and tests of all crates, on both databases.
    Rust,
    /// Generated files match what they are generated from.
    Gen,
    /// The running server against its OpenAPI document (Schemathesis).
    Contract,
    /// Journeys in a real browser on the real server.
    Browser,
}

/// The command.
pub(crate) fn test(place: &Place, report: &mut Report, only: &[Part]) -> Outcome {
    let wants = |part| only.is_empty() || only.contains(&part);
    let mut tally = Tally::default();

    // What has to be found or installed comes first: a missing tool must not show up after half an hour.
    node::install(place, report)?;
    let chrome = wants(Part::Browser).then(|| find(report, "browser", || browser::find_or_install(place)));
    let chrome = chrome.transpose()?;
    let database = wants(Part::Rust).then(|| find(report, "PostgreSQL", || postgres::find_or_install(place)));
    let database = database.transpose()?;
    let python = wants(Part::Contract).then(|| {
        let python = find(report, "Python", || contract::find_or_install(place))?;
        report.step("Schemathesis", || contract::environment(place, &python))
    });
    let python = python.transpose()?;

    if wants(Part::Format) {
        formats(place, report)?;
    }
    let wants_server = wants(Part::Browser) || wants(Part::Contract);
    if wants(Part::Pkg) || wants(Part::Web) || wants(Part::Rust) || wants_server {
        wasm::build(place, report)?;
    }
    if wants(Part::Pkg) {
        report.step("rules through WebAssembly", || {
            node::script(place, "pkg", "types", &[]).run()?;
            node::script(place, "pkg", "test", &[]).count(&mut tally)
        })?;
    }
    if wants(Part::Web) {
        site(place, report, &mut tally)?;
    }
    if wants(Part::Rust) || wants_server {
        build::web(place, report)?;
    }
    if let Some(directory) = database {
        crates(place, report, &mut tally, &directory)?;
    } else if wants(Part::Gen) || wants_server {
        build::server(place, report, Profile::Dev)?;
    }
    if wants(Part::Gen) {
        generate::generate(place, report, true)?;
    }
    if let Some(python) = python {
        report.step("contract (Schemathesis against the OpenAPI document)", || {
            contract::run(place, &mut tally, &python)
        })?;
    }
    if let Some(chrome) = chrome {
        report.step("journeys in the browser", || {
            node::script(place, "tests/browser", "types", &[]).run()?;
            node::script(place, "tests/browser", "test", &[])
                .env("CHROME", &chrome)
                .env("SIXFOLD_BINARY", place.server(Profile::Dev))
                .count(&mut tally)
        })?;
    }
    report.summary();
    if let Some(contract) = &tally.contract {
        println!("\n{contract}");
    }
    println!("\nsixfold: {} passed, {} failed", tally.passed, tally.failed);
    Ok(())
}

fn find(report: &mut Report, what: &str, work: impl FnOnce() -> Outcome<PathBuf>) -> Outcome<PathBuf> {
    report.step(what, || {
        let path = work()?;
        println!("    {}", path.display());
        Ok(path)
    })
}

fn formats(place: &Place, report: &mut Report) -> Outcome {
    report.step("formats (cargo fmt, prettier)", || {
        Program::cargo(place).args(["fmt", "--all", "--check"]).run()?;
        node::script(place, "", "format:check", &[]).run()
    })
}

fn site(place: &Place, report: &mut Report, tally: &mut Tally) -> Outcome {
    report.step("site: types", || node::script(place, "web", "types", &[]).run())?;
    report.step("site: lints", || node::script(place, "", "lint", &[]).run())?;
    report.step("site: unit tests", || node::script(place, "web", "test", &[]).count(tally))
}

/// One compilation serves tests, journeys and generated files: everything is built with the same features.
fn crates(place: &Place, report: &mut Report, tally: &mut Tally, database: &std::path::Path) -> Outcome {
    report.step("crates: lints (clippy)", || {
        let line = ["clippy", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"];
        Program::cargo(place).args(line).run()
    })?;
    report.step("crates: compile tests and server", || {
        let line = ["build", "--workspace", "--exclude", "xtask", "--bins", "--tests"];
        Program::cargo(place).args(line).run()
    })?;
    report.step("crates: tests (SQLite and PostgreSQL)", || {
        let line = ["test", "--workspace", "--exclude", "xtask", "--bins", "--tests"];
        Program::cargo(place)
            .args(line)
            .path_first(database)
            .env("SIXFOLD_BINARY", place.server(Profile::Dev))
            .count(tally)
    })?;
    report.step("commands: tests", || {
        Program::cargo(place).args(["test", "--package", "xtask", "--quiet"]).count(tally)
    })
}
