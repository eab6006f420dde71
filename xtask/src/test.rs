//! `test`: formats, lints and every test. What waits more than it works runs beside what keeps a processor busy.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::{self, ScopedJoinHandle};

use clap::ValueEnum;

use crate::build::{WORKSPACE, dev, without_warnings};
use crate::command::Program;
use crate::failure::{Context, Failure, Outcome};
use crate::place::{Place, Profile};
use crate::report::{Report, aside};
use crate::suite::Tally;
use crate::{browser, build, contract, dependencies, generate, node, postgres, wasm};

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
}

/// The programs that the tests need beside cargo and Node.
struct Tools {
    chrome: Option<PathBuf>,
    /// The directory of PostgreSQL's programs.
    postgres: Option<PathBuf>,
    python: Option<PathBuf>,
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
    // What has to be found or installed comes first: a missing tool must not show up after half an hour.
    node::install(place, report)?;
    let tools = Tools::find(place, report, only)?;
    let tally = Mutex::default();
    let run = Run { report, tally: &tally, tools: &tools, only };
    let outcome = run.all(place);
    report.summary();
    let tally = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(slowest) = tally.slowest() {
        println!("\n{slowest}");
    }
    if let Some(contract) = &tally.contract {
        println!("\n{contract}");
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
                .then(|| found("PostgreSQL", postgres::find_or_install))
                .transpose()?,
            python: wants(Part::Contract).then(|| found("Schemathesis", contract::installed)).transpose()?,
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
            self.report
                .step("formats of Rust", || Program::cargo(place).args(["fmt", "--all", "--check"]).run())?;
        }
        if self.wants(Part::Dependencies) {
            self.report.step("dependencies", || dependencies::check(place))?;
        }
        let wants_server =
            [Part::Browser, Part::Contract, Part::Gen].into_iter().any(|part| self.wants(part));
        if wants_server || [Part::Pkg, Part::Web, Part::Rust].into_iter().any(|part| self.wants(part)) {
            wasm::build(place, self.report)?;
        }
        // Not beside the compiler: a test of theirs asks cargo for the rules' native answers, and cargo builds one thing at a time.
        if self.wants(Part::Pkg) {
            self.report.step("rules through WebAssembly", || {
                node::script(place, "pkg", "types", &[]).run()?;
                self.vitest(place, "pkg", |program| program)
            })?;
        }
        thread::scope(|scope| {
            let (is_built, built) = mpsc::channel::<PathBuf>();
            let site = scope.spawn(move || {
                aside(place, "site", |place| self.site(place))?;
                let Ok(server) = built.recv() else { return Ok(()) };
                aside(place, "contract", |place| self.contract(place, &server))
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
                        aside(place, "journeys", |place| self.journeys(place, &server, chrome))
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

    fn site(&self, place: &Place) -> Outcome {
        if self.wants(Part::Format) {
            self.report.step("formats of everything else (prettier)", || {
                node::script(place, "", "format:check", &[]).run()
            })?;
        }
        if self.wants(Part::Web) {
            self.report.step("site: types", || node::script(place, "web", "types", &[]).run())?;
            self.report.step("site: lints", || node::script(place, "", "lint", &[]).run())?;
            self.report.step("site: unit tests", || self.vitest(place, "web", |program| program))?;
        }
        Ok(())
    }

    /// Builds the server, and the site that it serves. Gives a copy of the program, which nothing builds anew while it runs.
    fn server(&self, place: &Place) -> Outcome<PathBuf> {
        build::web(place, self.report)?;
        if self.wants(Part::Rust) {
            let what = [&WORKSPACE[..], &["--bins"]].concat();
            self.report.step("server: compile and lint", || without_warnings(place, &what))?;
        } else {
            build::server(place, self.report, Profile::Dev)?;
        }
        let copy = place.scratch().join(format!("sixfold{}", std::env::consts::EXE_SUFFIX));
        // One that an interrupted check has left running cannot be written over.
        fs::remove_file(&copy).ok();
        fs::copy(place.server(Profile::Dev), &copy).context("cannot copy the server")?;
        Ok(copy)
    }

    fn crates(&self, place: &Place, server: &Path, postgres: &Path) -> Outcome {
        self.report.step("crates: compile and lint", || {
            without_warnings(place, &[&WORKSPACE[..], &["--all-targets"]].concat())
        })?;
        self.report.step("commands: compile, lint and test", || {
            let own = ["--package", "xtask", "--bins", "--tests"];
            without_warnings(place, &own)?;
            dev(place, "test").args(own).args(["--quiet"]).count(self.tally)
        })?;
        self.report.step("crates: tests (SQLite and PostgreSQL)", || {
            let times = fresh(place, "rust-times")?;
            in_memory(dev(place, "test"))
                .args(WORKSPACE)
                .args(["--bins", "--tests"])
                .path_first(postgres)
                .env("SIXFOLD_BINARY", server)
                .env("SIXFOLD_TEST_TIMES", &times)
                .count(self.tally)?;
            self.tally().read_times(&times)
        })
    }

    fn contract(&self, place: &Place, server: &Path) -> Outcome {
        if self.wants(Part::Gen) {
            generate::generate(place, self.report, server, true)?;
        }
        let Some(python) = &self.tools.python else { return Ok(()) };
        self.report.step("contract (Schemathesis against the OpenAPI document)", || {
            in_memory(contract::program(place, python, server)).count(self.tally)
        })
    }

    fn journeys(&self, place: &Place, server: &Path, chrome: &Path) -> Outcome {
        self.report.step("journeys in the browser", || {
            node::script(place, "tests/browser", "types", &[]).run()?;
            self.vitest(place, "tests/browser", |program| {
                in_memory(program).env("CHROME", chrome).env("SIXFOLD_BINARY", server)
            })
        })
    }

    /// Runs the tests of an npm workspace.
    fn vitest(&self, place: &Place, workspace: &str, set_up: impl FnOnce(Program) -> Program) -> Outcome {
        let report = fresh(place, &format!("{}.json", workspace.replace('/', "-")))?;
        let output = format!("--outputFile.json={}", report.display());
        let arguments = ["--reporter=default", "--reporter=json", &output];
        set_up(node::script(place, workspace, "test", &arguments)).count(self.tally)?;
        self.tally().read_report(&report, &place.root)
    }

    fn tally(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn joined(thread: ScopedJoinHandle<'_, Outcome>) -> Outcome {
    thread.join().unwrap_or_else(|_| Err(Failure::new("a part of the check has panicked")))
}

/// The path of a scratch file that is not there yet.
fn fresh(place: &Place, name: &str) -> Outcome<PathBuf> {
    fs::create_dir_all(place.scratch()).context("cannot make the scratch directory")?;
    let file = place.scratch().join(name);
    match fs::remove_file(&file) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).context(format!("cannot remove {}", file.display()))
        }
        _ => Ok(file),
    }
}

/// Linux keeps files in memory here.
const MEMORY: &str = "/dev/shm";
/// What the tests' stores and browser profiles take at most, in kilobytes.
const ROOM: u64 = 2_000_000;

/// Puts a program's temporary files in memory where there is room: the tests' stores then wait for no disk.
fn in_memory(program: Program) -> Program {
    let free = Command::new("df").args(["-Pk", MEMORY]).output().ok().and_then(|output| {
        let text = String::from_utf8(output.stdout).ok()?;
        text.lines().nth(1)?.split_whitespace().nth(3)?.parse().ok()
    });
    if free.is_some_and(|free: u64| free >= ROOM) { program.env("TMPDIR", MEMORY) } else { program }
}
