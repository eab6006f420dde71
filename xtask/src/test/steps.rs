//! The steps of a check, one for each tool.

use std::fs;
use std::io::ErrorKind;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{MutexGuard, PoisonError};
use std::thread::available_parallelism;

use super::{Part, Run};
use crate::build::{SERVER, WORKSPACE, dev, without_warnings};
use crate::command::Program;
use crate::failure::{Context, Outcome};
use crate::place::{Place, Profile};
use crate::suite::Tally;
use crate::{build, contract, deploy, generate, node};

impl Run<'_> {
    pub(super) fn rust_formats(&self, place: &Place) -> Outcome {
        self.report.step("formats of Rust", || {
            Program::cargo(place).args(["fmt", "--all", "--check"]).run()?;
            // A workspace of its own.
            Program::cargo(place).args(["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]).run()
        })
    }

    pub(super) fn rules_in_wasm(&self, place: &Place) -> Outcome {
        self.report.step("rules through WebAssembly", || {
            node::script(place, "pkg", "types", &[]).run()?;
            self.vitest(place, "pkg", &[], |program| program)
        })
    }

    pub(super) fn site(&self, place: &Place) -> Outcome {
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
    pub(super) fn server(&self, place: &Place) -> Outcome<PathBuf> {
        build::web(place, self.report)?;
        if self.wants(Part::Rust) {
            self.report.step("server: compile and lint", || without_warnings(place, &SERVER))?;
        } else {
            build::server(place, self.report, Profile::Dev)?;
        }
        copied(place)
    }

    pub(super) fn crates(&self, place: &Place, server: &Path, postgres: &Path) -> Outcome {
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
                .env("RUST_TEST_THREADS", test_threads().to_string())
                .env("SIXFOLD_BINARY", server)
                .env("SIXFOLD_TEST_TIMES", &times)
                .count(self.tally)?;
            self.tally().read_times(&times)
        })
    }

    pub(super) fn commands(&self, place: &Place) -> Outcome {
        self.report.step("commands: compile, lint and test", || {
            let own = ["--package", "xtask", "--bins", "--tests"];
            without_warnings(place, &own)?;
            dev(place, "test").args(own).args(["--quiet"]).count(self.tally)
        })
    }

    pub(super) fn contract(&self, place: &Place, server: &Path) -> Outcome {
        if self.wants(Part::Gen) {
            generate::generate(place, self.report, server, true)?;
        }
        self.schemathesis(place, server)
    }

    pub(super) fn schemathesis(&self, place: &Place, server: &Path) -> Outcome {
        let Some(python) = &self.tools.python else { return Ok(()) };
        self.report.step("contract (Schemathesis against the OpenAPI document)", || {
            in_memory(contract::program(place, python, server)).count(self.tally)
        })
    }

    pub(super) fn deploy(&self, place: &Place, server: &Path) -> Outcome {
        let Some(python) = &self.tools.deploy else { return Ok(()) };
        self.report.step("files of deploy/", || deploy::program(place, python, server).count(self.tally))
    }

    /// The journeys of these files; all when none is named.
    pub(super) fn journeys(&self, place: &Place, server: &Path, chrome: &Path, files: &[String]) -> Outcome {
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
        let outcome =
            set_up(node::script(place, workspace, "test", &arguments)).args(files).count(self.tally);
        let read = self.tally().read_report(&report, &place.root);
        outcome.and(read)
    }

    fn tally(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A copy of the server, which no build overwrites while it runs.
pub(super) fn copied(place: &Place) -> Outcome<PathBuf> {
    let copy = place.scratch().join(format!("sixfold{}", std::env::consts::EXE_SUFFIX));
    // A copy still running after an interrupted check cannot be overwritten.
    fs::remove_file(&copy).ok();
    fs::copy(place.server(Profile::Dev), &copy).context("cannot copy the server")?;
    Ok(copy)
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

/// The tests wait as much as they work; but all share one PostgreSQL and its connections.
fn test_threads() -> usize {
    (2 * available_parallelism().map_or(2, NonZero::get)).min(16)
}

/// Linux keeps files in memory here.
const MEMORY: &str = "/dev/shm";
/// The most that the tests' stores and browser profiles need, in kilobytes.
const ROOM: u64 = 2_000_000;

/// Puts a program's temporary files in memory if there is room, so that the tests' stores do not wait for a disk.
pub(super) fn in_memory(program: Program) -> Program {
    let free = Command::new("df").args(["-Pk", MEMORY]).output().ok().and_then(|output| {
        let text = String::from_utf8(output.stdout).ok()?;
        text.lines().nth(1)?.split_whitespace().nth(3)?.parse().ok()
    });
    if free.is_some_and(|free: u64| free >= ROOM) { program.env("TMPDIR", MEMORY) } else { program }
}
