//! npm packages and their programs, run by the Node that the packages include.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::command::Program;
use crate::failure::{Context, Failure, Outcome};
use crate::place::{Place, in_path};
use crate::report::Report;

/// Major, minor and patch.
pub(crate) type Version = [u64; 3];

/// Installs the locked packages unless they are installed, and checks the version of Node that runs them.
pub(crate) fn install(place: &Place, report: &Report) -> Outcome {
    let minimum = minimum(place)?;
    let wanted = format!("install Node {} or newer (it brings npm along)", short(minimum));
    if !is_installed(place) {
        report.step("npm packages (npm ci)", || {
            if in_path("npm").is_none() {
                return Err(Failure::new(format!("npm is not in PATH: {wanted}")));
            }
            // An older Node may install them: which one runs them is checked below.
            Program::new(place, "npm").args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]).run()
        })?;
    }
    let found = node(place).args(["--version"]).read()?;
    let found = String::from_utf8_lossy(&found);
    if version(&found).is_some_and(|found| found >= minimum) {
        return Ok(());
    }
    Err(Failure::new(format!("Node {} is too old: {wanted}", found.trim())))
}

/// The oldest supported Node, from package.json (`>=` and a version).
pub(crate) fn minimum(place: &Place) -> Outcome<Version> {
    let text = fs::read_to_string(place.root.join("package.json")).context("cannot read package.json")?;
    let manifest: Value = serde_json::from_str(&text).context("cannot read package.json")?;
    let range = manifest["engines"]["node"].as_str().and_then(|range| version(range.strip_prefix(">=")?));
    range.ok_or_else(|| Failure::new("package.json promises no Node (engines.node, `>=` and a version)"))
}

/// A version for messages, without a patch of 0.
pub(crate) fn short([major, minor, patch]: Version) -> String {
    match patch {
        0 => format!("{major}.{minor}"),
        _ => format!("{major}.{minor}.{patch}"),
    }
}

/// Whether a version is in an npm range, as far as packages use the syntax for Node: alternatives of `>=`, `<`, `^` and
/// plain versions. A range that cannot be parsed contains nothing.
pub(crate) fn within(version: Version, range: &str) -> bool {
    let range = range.replace(">= ", ">=").replace("< ", "<");
    range.split("||").any(|all| {
        let mut comparators = all.split_whitespace().peekable();
        comparators.peek().is_some() && comparators.all(|comparator| meets(version, comparator))
    })
}

fn meets(own: Version, comparator: &str) -> bool {
    if let Some(least) = comparator.strip_prefix(">=") {
        return version(least).is_some_and(|least| own >= least);
    }
    if let Some(end) = comparator.strip_prefix('<') {
        return version(end).is_some_and(|end| own < end);
    }
    let least = version(comparator.strip_prefix('^').unwrap_or(comparator));
    least.is_some_and(|least| own[0] == least[0] && own >= least)
}

/// `v24.15.0`, `24.15`, `24` or `24.x`.
fn version(text: &str) -> Option<Version> {
    let mut parts = text.trim().trim_start_matches('v').split('.');
    let major = parts.next()?.parse().ok()?;
    let mut next = || {
        parts
            .next()
            .map_or(Some(0), |part| if part == "x" || part == "*" { Some(0) } else { part.parse().ok() })
    };
    Some([major, next()?, next()?])
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

/// A program of a package.
pub(crate) fn tool(place: &Place, name: &str) -> Program {
    let programs = programs(place);
    Program::new(place, programs.join(name)).path_first(&programs)
}

/// A program of one workspace's packages (npm installs it there, or with all the others).
pub(crate) fn tool_of(place: &Place, workspace: &str, name: &str) -> Program {
    let own = place.root.join(workspace).join("node_modules").join(".bin").join(name);
    if own.exists() { Program::new(place, own).path_first(&programs(place)) } else { tool(place, name) }
}

/// Node itself: from the packages, else from `PATH`.
pub(crate) fn node(place: &Place) -> Program {
    let own = programs(place).join("node");
    let node = if own.exists() { own } else { PathBuf::from("node") };
    Program::new(place, node).path_first(&programs(place))
}

fn programs(place: &Place) -> PathBuf {
    place.root.join("node_modules").join(".bin")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_npm_reads_them() {
        let own = [24, 15, 0];
        for range in
            [">=24.15", ">= 20", "20 || >=22", "^22.22.2 || ^24.15.0 || >=26.0.0", ">=6.x", "24.x", "^24"]
        {
            assert!(within(own, range), "{range}");
        }
        for range in [">=24.16", "^22.13.0", "20 || 22", ">=20 <24", "^24.16", "", "~24", "latest"] {
            assert!(!within(own, range), "{range}");
        }
    }

    #[test]
    fn versions_are_said_short() {
        assert_eq!(version("v24.21.0\n"), Some([24, 21, 0]));
        assert_eq!((short([24, 15, 0]), short([22, 22, 2])), ("24.15".to_owned(), "22.22.2".to_owned()));
    }
}
