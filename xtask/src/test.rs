//! `test`: formats, lints and every test. What waits more than it works runs beside what keeps a processor busy.

mod changed;
mod steps;

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread::{self, ScopedJoinHandle};

use clap::ValueEnum;

use crate::changed::Plan;
use crate::failure::{Failure, Outcome};
use crate::place::Place;
use crate::report::{Report, aside};
use crate::suite::Tally;
use crate::{browser, contract, dependencies, deploy, node, postgres, wasm};

/// What `test --only` can name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// Formats of Rust, TypeScript, CSS, Markdown and JSON.
    Format,
    /// Licences, sources and duplicates of the packages, and the page that says why each is here.
    Dependencies,
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
    /// The files of deploy/ around the real server. Only when named: it needs Debian's nginx, caddy, prometheus and others.
    Deploy,
}

/// The programs that the tests need beside cargo and Node.
struct Tools {
    chrome: Option<PathBuf>,
    /// The directory of PostgreSQL's programs.
    postgres: Option<PathBuf>,
    python: Option<PathBuf>,
    /// The Python that tries the files of deploy/.
    deploy: Option<PathBuf>,
}

/// A run of the command.
struct Run<'a> {
    report: &'a Report,
    tally: &'a Mutex<Tally>,
    tools: &'a Tools,
    only: &'a [Part],
}

/// The command.
pub(crate) fn test(place: &Place, report: &Report, only: &[Part]) -> Outcome {
    tested(place, report, only, |run| run.all(place))
}

/// The command for what a change can reach.
pub(crate) fn test_changed(place: &Place, report: &Report) -> Outcome {
    let files = crate::changed::files(place)?;
    if files.is_empty() {
        return Err(Failure::new("nothing differs from main: `cargo xtask test` checks everything"));
    }
    let plan = Plan::of(&files, &place.root)?;
    let tools = [
        (Part::Rust, plan.needs_databases()),
        (Part::Contract, plan.contract),
        (Part::Browser, !plan.journeys.is_empty()),
        // No tool of its own, so that the list is never empty, which would mean all of them.
        (Part::Format, true),
    ];
    let only: Vec<Part> = tools.into_iter().filter(|(_, wanted)| *wanted).map(|(part, _)| part).collect();
    tested(place, report, &only, |run| run.reached(place, &plan))
}

fn tested(place: &Place, report: &Report, only: &[Part], work: impl FnOnce(&Run<'_>) -> Outcome) -> Outcome {
    // Tools are found or installed first, so that a missing one does not fail the check after half an hour.
    node::install(place, report)?;
    let tools = Tools::find(place, report, only)?;
    let tally = Mutex::default();
    let outcome = work(&Run { report, tally: &tally, tools: &tools, only });
    report.summary();
    let tally = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(slowest) = tally.slowest() {
        println!("\n{slowest}");
    }
    if let Some(contract) = &tally.contract {
        println!("\n{contract}");
    }
    if let Some(failures) = tally.failures() {
        println!("\n{failures}");
    }
    println!("\nsixfold: {} passed, {} failed", tally.passed, tally.failed);
    outcome
}

impl Tools {
    fn find(place: &Place, report: &Report, only: &[Part]) -> Outcome<Self> {
        let found = |what: &str, work: fn(&Place) -> Outcome<PathBuf>| {
            report.step(what, || {
                let path = work(place)?;
                println!("    {}", path.display());
                Ok(path)
            })
        };
        let wants = |part| only.is_empty() || only.contains(&part);
        Ok(Self {
            chrome: wants(Part::Browser).then(|| found("browser", browser::find_or_install)).transpose()?,
            postgres: wants(Part::Rust)
                .then(|| {
                    found("PgBouncer", postgres::find_or_install_pooler)?;
                    found("PostgreSQL", postgres::find_or_install)
                })
                .transpose()?,
            python: wants(Part::Contract).then(|| found("Schemathesis", contract::installed)).transpose()?,
            deploy: only
                .contains(&Part::Deploy)
                .then(|| found("programs for the files of deploy/", deploy::installed))
                .transpose()?,
        })
    }
}

impl Run<'_> {
    fn wants(&self, part: Part) -> bool {
        self.only.is_empty() || self.only.contains(&part)
    }

    /// The compiler and the Rust tests print as they go. Beside them run what concerns the site and, once the server is built,
    /// the contract and the journeys.
    fn all(&self, place: &Place) -> Outcome {
        if self.wants(Part::Format) {
            self.rust_formats(place)?;
        }
        if self.wants(Part::Dependencies) {
            self.report.step("dependencies", || dependencies::check(place))?;
        }
        let wants_server = self.tools.deploy.is_some()
            || [Part::Browser, Part::Contract, Part::Gen].into_iter().any(|part| self.wants(part));
        if wants_server || [Part::Pkg, Part::Web, Part::Rust].into_iter().any(|part| self.wants(part)) {
            wasm::build(place, self.report)?;
        }
        // Not beside the compiler: a test of theirs asks cargo for the rules' native answers, and cargo builds one thing at a time.
        if self.wants(Part::Pkg) {
            self.rules_in_wasm(place)?;
        }
        thread::scope(|scope| {
            let (is_built, built) = mpsc::channel::<PathBuf>();
            let site = scope.spawn(move || {
                aside(place, "site", |place| self.site(place))?;
                let Ok(server) = built.recv() else { return Ok(()) };
                aside(place, "contract", |place| self.contract(place, &server))?;
                aside(place, "deploy", |place| self.deploy(place, &server))
            });
            let server =
                if wants_server || self.wants(Part::Rust) { self.server(place).map(Some) } else { Ok(None) };
            if let Ok(Some(server)) = &server {
                // Nobody waits for it when the site has failed by now.
                is_built.send(server.clone()).ok();
            }
            drop(is_built);
            let journeys = match (&server, &self.tools.chrome) {
                (Ok(Some(server)), Some(chrome)) => {
                    let server = server.clone();
                    Some(scope.spawn(move || {
                        aside(place, "journeys", |place| self.journeys(place, &server, chrome, &[]))
                    }))
                }
                _ => None,
            };
            let crates = server.and_then(|server| match (server, &self.tools.postgres) {
                (Some(server), Some(postgres)) => self.crates(place, &server, postgres),
                _ => Ok(()),
            });
            crates.and(joined(site)).and(journeys.map_or(Ok(()), joined))
        })
    }
}

fn joined(thread: ScopedJoinHandle<'_, Outcome>) -> Outcome {
    thread.join().unwrap_or_else(|_| Err(Failure::new("a part of the check has panicked")))
}
