//! `test`: formats, lints and every test. What waits more than it works runs beside what keeps a processor busy.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::{self, ScopedJoinHandle};

use clap::ValueEnum;

use crate::build::{SERVER, WORKSPACE, dev, without_warnings};
use crate::changed::{self, Plan};
use crate::command::Program;
use crate::failure::{Context, Failure, Outcome};
use crate::place::{Place, Profile};
use crate::report::{Report, aside};
use crate::suite::Tally;
use crate::{browser, build, contract, dependencies, deploy, generate, node, postgres, wasm};

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
    let files = changed::files(place)?;
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

    /// What a change can reach: the site's checks beside the compiler.
    fn reached(&self, place: &Place, plan: &Plan) -> Outcome {
        if plan.rust {
            self.rust_formats(place)?;
        }
        if plan.dependencies {
            self.report.step("dependencies", || dependencies::check(place))?;
        }
        if plan.pkg || !wasm::module(&place.pkg().join("generated")).exists() {
            wasm::build(place, self.report)?;
        }
        thread::scope(|scope| {
            let site = scope.spawn(|| aside(place, "site", |place| self.reached_site(place, plan)));
            self.reached_crates(place, plan).and(joined(site))
        })
    }

    fn reached_site(&self, place: &Place, plan: &Plan) -> Outcome {
        if !plan.formats.is_empty() {
            self.report.step("formats of everything else (prettier)", || {
                let line = ["--check", "--ignore-unknown"];
                node::tool(place, "prettier").args(line).args(&plan.formats).run()
            })?;
        }
        if !plan.lints.is_empty() {
            self.report.step("lints", || {
                let line = ["--max-warnings", "0", "--no-warn-ignored"];
                node::tool(place, "eslint").args(line).args(&plan.lints).run()
            })?;
        }
        for workspace in &plan.types {
            self.report.step(&format!("types of {workspace}"), || {
                node::script(place, workspace, "types", &[]).run()
            })?;
        }
        if !plan.related.is_empty() {
            self.report.step("site: unit tests of what changed", || {
                let files = plan.related.iter().map(|file| place.root.join(file));
                let line = ["related", "--run", "--passWithNoTests"];
                let vitest = node::tool_of(place, "web", "vitest").directory(&place.web());
                vitest.args(line).args(files).count(self.tally)
            })?;
        }
        Ok(())
    }

    fn reached_crates(&self, place: &Place, plan: &Plan) -> Outcome {
        if plan.xtask {
            self.commands(place)?;
        }
        if plan.domain {
            self.report.step("rules", || {
                Program::cargo(place)
                    .args(["test", "--package", "sixfold-domain", "--tests"])
                    .count(self.tally)
            })?;
        }
        if plan.pkg {
            self.rules_in_wasm(place)?;
        }
        if !plan.needs_crates() {
            return Ok(());
        }
        let mut programs = plan.programs.clone();
        if !plan.api.is_empty() {
            programs.insert("api");
        }
        let mut targets: Vec<&str> = programs.iter().flat_map(|program| ["--test", program]).collect();
        if !plan.units.is_empty() {
            targets.push("--lib");
        }
        if !place.site().exists() {
            build::web(place, self.report)?;
        }
        self.report.step("crates: compile and lint", || {
            without_warnings(place, &[&SERVER[..], &targets].concat())
        })?;
        let server = copied(place)?;
        let run = |what: &[&str], filters: &BTreeSet<String>| {
            let mut program = in_memory(dev(place, "test")).args(WORKSPACE).args(what);
            if let Some(postgres) = &self.tools.postgres {
                program = program.path_first(postgres);
            }
            program.env("SIXFOLD_BINARY", &server).args(["--"]).args(filters).count(self.tally)
        };
        if !plan.units.is_empty() {
            self.report.step("server: unit tests of what changed", || run(&["--lib"], &plan.units))?;
        }
        for program in programs {
            let filters = if program == "api" { plan.api.clone() } else { BTreeSet::new() };
            self.report.step(&format!("tests: {program}"), || run(&["--test", program], &filters))?;
        }
        if plan.generated {
            generate::generate(place, self.report, &server, true)?;
        }
        if plan.contract {
            self.schemathesis(place, &server)?;
        }
        match &self.tools.chrome {
            Some(chrome) if !plan.journeys.is_empty() => {
                build::web(place, self.report)?;
                self.journeys(place, &server, chrome, &plan.journeys)
            }
            _ => Ok(()),
        }
    }

    fn rust_formats(&self, place: &Place) -> Outcome {
        self.report.step("formats of Rust", || {
            Program::cargo(place).args(["fmt", "--all", "--check"]).run()?;
            // A workspace of its own.
            Program::cargo(place).args(["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]).run()
        })
    }

    fn rules_in_wasm(&self, place: &Place) -> Outcome {
        self.report.step("rules through WebAssembly", || {
            node::script(place, "pkg", "types", &[]).run()?;
            self.vitest(place, "pkg", &[], |program| program)
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
            self.report.step("site: unit tests", || self.vitest(place, "web", &[], |program| program))?;
        }
        Ok(())
    }

    /// Builds the server, and the site that it serves.
    fn server(&self, place: &Place) -> Outcome<PathBuf> {
        build::web(place, self.report)?;
        if self.wants(Part::Rust) {
            self.report.step("server: compile and lint", || without_warnings(place, &SERVER))?;
        } else {
            build::server(place, self.report, Profile::Dev)?;
        }
        copied(place)
    }

    fn crates(&self, place: &Place, server: &Path, postgres: &Path) -> Outcome {
        self.report.step("crates: compile and lint", || {
            without_warnings(place, &[&WORKSPACE[..], &["--all-targets"]].concat())
        })?;
        self.commands(place)?;
        self.report.step("crates: tests (SQLite and PostgreSQL)", || {
            let times = fresh(place, "rust-times")?;
            in_memory(dev(place, "test"))
                .args(WORKSPACE)
                .args(["--tests", "--no-fail-fast"])
                .path_first(postgres)
                .env("SIXFOLD_BINARY", server)
                .env("SIXFOLD_TEST_TIMES", &times)
                .count(self.tally)?;
            self.tally().read_times(&times)
        })
    }

    fn commands(&self, place: &Place) -> Outcome {
        self.report.step("commands: compile, lint and test", || {
            let own = ["--package", "xtask", "--bins", "--tests"];
            without_warnings(place, &own)?;
            dev(place, "test").args(own).args(["--quiet"]).count(self.tally)
        })
    }

    fn contract(&self, place: &Place, server: &Path) -> Outcome {
        if self.wants(Part::Gen) {
            generate::generate(place, self.report, server, true)?;
        }
        self.schemathesis(place, server)
    }

    fn schemathesis(&self, place: &Place, server: &Path) -> Outcome {
        let Some(python) = &self.tools.python else { return Ok(()) };
        self.report.step("contract (Schemathesis against the OpenAPI document)", || {
            in_memory(contract::program(place, python, server)).count(self.tally)
        })
    }

    fn deploy(&self, place: &Place, server: &Path) -> Outcome {
        let Some(python) = &self.tools.deploy else { return Ok(()) };
        self.report.step("files of deploy/", || deploy::program(place, python, server).count(self.tally))
    }

    /// The journeys of these files; all when none is named.
    fn journeys(&self, place: &Place, server: &Path, chrome: &Path, files: &[String]) -> Outcome {
        self.report.step("journeys in the browser", || {
            node::script(place, "tests/browser", "types", &[]).run()?;
            self.vitest(place, "tests/browser", files, |program| {
                in_memory(program).env("CHROME", chrome).env("SIXFOLD_BINARY", server)
            })
        })
    }

    /// Runs the tests of an npm workspace; only those of `files` when there are any.
    fn vitest(
        &self,
        place: &Place,
        workspace: &str,
        files: &[String],
        set_up: impl FnOnce(Program) -> Program,
    ) -> Outcome {
        let report = fresh(place, &format!("{}.json", workspace.replace('/', "-")))?;
        let output = format!("--outputFile.json={}", report.display());
        let arguments = ["--reporter=default", "--reporter=json", &output];
        set_up(node::script(place, workspace, "test", &arguments)).args(files).count(self.tally)?;
        self.tally().read_report(&report, &place.root)
    }

    fn tally(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A copy of the server, which no build overwrites while it runs.
fn copied(place: &Place) -> Outcome<PathBuf> {
    let copy = place.scratch().join(format!("sixfold{}", std::env::consts::EXE_SUFFIX));
    // A copy still running after an interrupted check cannot be overwritten.
    fs::remove_file(&copy).ok();
    fs::copy(place.server(Profile::Dev), &copy).context("cannot copy the server")?;
    Ok(copy)
}

fn joined(thread: ScopedJoinHandle<'_, Outcome>) -> Outcome {
    thread.join().unwrap_or_else(|_| Err(Failure::new("a part of the check has panicked")))
}

/// The path of a scratch file, which is removed first.
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
/// The most that the tests' stores and browser profiles need, in kilobytes.
const ROOM: u64 = 2_000_000;

/// Puts a program's temporary files in memory if there is room, so that the tests' stores do not wait for a disk.
fn in_memory(program: Program) -> Program {
    let free = Command::new("df").args(["-Pk", MEMORY]).output().ok().and_then(|output| {
        let text = String::from_utf8(output.stdout).ok()?;
        text.lines().nth(1)?.split_whitespace().nth(3)?.parse().ok()
    });
    if free.is_some_and(|free: u64| free >= ROOM) { program.env("TMPDIR", MEMORY) } else { program }
}
