//! The project's commands: `cargo xtask run | test | build | bench | faults | gen | dev`.
//!
//! Each command is a list of steps that bring the tree to a known state (npm packages, WebAssembly, site, server)
//! and skip what is already there. Nothing has to be installed by hand beyond rustup's cargo and Node.

mod bench;
mod browser;
mod build;
mod changed;
mod command;
mod contract;
mod dependencies;
mod deploy;
mod failure;
mod faults;
mod generate;
mod node;
mod place;
mod postgres;
mod report;
mod serve;
mod stamp;
mod suite;
mod table;
mod test;
mod wasm;

use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use crate::build::Part as BuildPart;
use crate::place::Place;
use crate::report::Report;
use crate::test::Part as TestPart;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The project's commands.")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build everything in release and start the server: the site is at http://localhost:8080.
    Run(Passed),
    /// Build and start the server in the dev profile with Vite in front of it (hot reload).
    Dev(Passed),
    /// Build without starting anything.
    Build {
        /// Only this part (and what it needs).
        #[arg(long, value_delimiter = ',')]
        only: Vec<BuildPart>,
        /// Build the server in the dev profile instead of release.
        #[arg(long)]
        dev: bool,
    },
    /// Check formats and lints, and run every test.
    Test {
        /// Only these parts (and what they need).
        #[arg(long, value_delimiter = ',')]
        only: Vec<TestPart>,
        /// Only what files that differ from main can affect: their formats, lints, types and unit tests, the API tests
        /// of the parts of the server that they belong to, and changed journeys. Not a substitute for the whole check.
        #[arg(long, conflicts_with = "only")]
        changed: bool,
    },
    /// Measure the bars of the product, print them in one table, and write target/bench/bench.json and bench.svg.
    Bench {
        /// Only these parts. The files keep what was measured of the others.
        #[arg(long, value_delimiter = ',')]
        only: Vec<bench::Part>,
        /// Renew the measured parts of docs/PERFORMANCE.md and its chart.
        #[arg(long)]
        write_docs: bool,
    },
    /// Break things by seed while people act, and check what has to hold (docs/FAULTS.md).
    Faults {
        /// `--fault NAME`, `--seeds A..B`, `--engine sqlite|postgres`, `--story`; a hundred seeds of everything by default.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Write the OpenAPI document and the client's types from the server.
    Gen {
        /// Write nothing; fail when something would change.
        #[arg(long)]
        check: bool,
    },
}

/// Arguments handed on to `sixfold serve`.
#[derive(Args)]
struct Passed {
    /// Arguments for `sixfold serve`, after `--` (for example `-- --demo`).
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let report = Report::start();
    let outcome = Place::find().and_then(|place| match cli.task {
        Task::Run(passed) => serve::run(&place, &report, &passed.arguments),
        Task::Dev(passed) => serve::dev(&place, &report, &passed.arguments),
        Task::Build { only, dev } => build::build(&place, &report, &only, dev),
        Task::Test { changed: true, .. } => test::test_changed(&place, &report),
        Task::Test { only, .. } => test::test(&place, &report, &only),
        Task::Bench { only, write_docs } => bench::bench(&place, &report, &only, write_docs),
        Task::Faults { arguments } => faults::faults(&place, &report, &arguments),
        Task::Gen { check } => generate::generate_command(&place, &report, check),
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            report.failed();
            eprintln!("\nerror: {failure}");
            ExitCode::FAILURE
        }
    }
}
