//! npm packages and the programs in them. They run under the Node that the packages bring along.

use std::fs;
use std::path::PathBuf;

use crate::command::Program;
use crate::failure::{Failure, Outcome};
use crate::place::{Place, in_path};
use crate::report::Report;

/// Installs the locked packages unless they are there already.
pub(crate) fn install(place: &Place, report: &Report) -> Outcome {
    if is_installed(place) {
        return Ok(());
    }
    report.step("npm packages (npm ci)", || {
        if in_path("npm").is_none() {
            return Err(Failure::new("npm is not in PATH: install Node 20 or newer (it brings npm along)"));
        }
        Program::new(place, "npm").args(["ci", "--no-audit", "--no-fund"]).run()
    })
}

/// npm writes its own copy of the lock file last; it is newer than the lock file it was made from.
fn is_installed(place: &Place) -> bool {
    let changed = |path: PathBuf| fs::metadata(path).and_then(|data| data.modified());
    match (
        changed(place.root.join("package-lock.json")),
        changed(place.root.join("node_modules").join(".package-lock.json")),
    ) {
        (Ok(locked), Ok(installed)) => installed >= locked,
        _ => false,
    }
}

/// A script of a package.json (`workspace` empty: the root's).
pub(crate) fn script(place: &Place, workspace: &str, name: &str, arguments: &[&str]) -> Program {
    let mut line = vec!["run", "--silent", name];
    if !workspace.is_empty() {
        line.extend(["--workspace", workspace]);
    }
    if !arguments.is_empty() {
        line.push("--");
        line.extend(arguments);
    }
    Program::new(place, "npm").path_first(&programs(place)).args(line)
}

/// A program that a package brings along.
pub(crate) fn tool(place: &Place, name: &str) -> Program {
    let programs = programs(place);
    Program::new(place, programs.join(name)).path_first(&programs)
}

/// A program that only one workspace's packages bring along (npm puts it there, or beside all the others).
pub(crate) fn tool_of(place: &Place, workspace: &str, name: &str) -> Program {
    let own = place.root.join(workspace).join("node_modules").join(".bin").join(name);
    if own.exists() { Program::new(place, own).path_first(&programs(place)) } else { tool(place, name) }
}

/// Node itself: the one of the packages, else the one in `PATH`.
pub(crate) fn node(place: &Place) -> Program {
    let own = programs(place).join("node");
    let node = if own.exists() { own } else { PathBuf::from("node") };
    Program::new(place, node).path_first(&programs(place))
}

fn programs(place: &Place) -> PathBuf {
    place.root.join("node_modules").join(".bin")
}
