//! `faults`: breaks things by seed while people act, with the release server.

use crate::command::Program;
use crate::failure::Outcome;
use crate::place::{Place, Profile};
use crate::report::Report;
use crate::{build, node, postgres, wasm};

/// The command; its arguments go to the program as they are.
pub(crate) fn faults(place: &Place, report: &Report, arguments: &[String]) -> Outcome {
    node::install(place, report)?;
    wasm::build(place, report)?;
    build::web(place, report)?;
    build::server(place, report, Profile::Release)?;
    let programs = report.step("PostgreSQL", || postgres::find_or_install(place))?;
    // Without arguments the program does what the ordinary check does.
    let all = ["--seeds=1..100".to_owned()];
    let arguments = if arguments.is_empty() { &all[..] } else { arguments };
    report.step("faults", || {
        Program::cargo(place)
            .args(["test", "--quiet", "--package", "sixfold-tests", "--test", "faults", "--"])
            .args(arguments)
            .path_first(&programs)
            .env("SIXFOLD_BINARY", place.server(Profile::Release))
            .run()
    })
}
