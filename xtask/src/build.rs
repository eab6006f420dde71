//! `build`: npm packages → WebAssembly → site → server, each only when its inputs changed.

use clap::ValueEnum;
use serde_json::Value;

use crate::command::Program;
use crate::failure::{Failure, Outcome};
use crate::place::{Place, Profile};
use crate::report::Report;
use crate::stamp::Stamp;
use crate::{node, wasm};

/// What `build --only` can name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// The rules as WebAssembly in `pkg/generated`.
    Wasm,
    /// The site in `web/dist`.
    Web,
    /// The server's binary.
    Server,
}

/// The command.
pub(crate) fn build(place: &Place, report: &Report, only: &[Part], dev: bool) -> Outcome {
    let wants = |part| only.is_empty() || only.contains(&part);
    node::install(place, report)?;
    if wants(Part::Wasm) || wants(Part::Web) {
        wasm::build(place, report)?;
    }
    if wants(Part::Web) {
        web(place, report)?;
    }
    if wants(Part::Server) {
        server(place, report, if dev { Profile::Dev } else { Profile::Release })?;
    }
    report.summary();
    Ok(())
}

/// Everything that `sixfold serve` needs.
pub(crate) fn all(place: &Place, report: &Report, profile: Profile) -> Outcome {
    node::install(place, report)?;
    wasm::build(place, report)?;
    web(place, report)?;
    server(place, report, profile)
}

/// The site, in `web/dist`.
pub(crate) fn web(place: &Place, report: &Report) -> Outcome {
    let inputs = [place.web(), place.pkg(), place.root.join("package-lock.json")];
    report.step("site (vite build)", || {
        let stamp = Stamp::of(place, "web", &inputs)?;
        if stamp.is_fresh(&place.site().join("index.html")) {
            println!("    web/dist is up to date");
            return Ok(());
        }
        node::script(place, "web", "build", &[]).run()?;
        stamp.keep()
    })
}

/// The server's binary.
pub(crate) fn server(place: &Place, report: &Report, profile: Profile) -> Outcome {
    match profile {
        Profile::Dev => report.step("server (dev)", || {
            dev(place, "build").args(SERVER).run()?;
            println!("    {}", place.shown(&place.server(profile)));
            Ok(())
        }),
        Profile::Release => report.step("server (release)", || {
            Program::cargo(place).args(["build", "--package", "sixfold-server", "--release"]).run()?;
            println!("    {}", place.shown(&place.server(profile)));
            Ok(())
        }),
    }
}

/// All crates but this one: with one set of features, so that they are built only once.
pub(crate) const WORKSPACE: [&str; 3] = ["--workspace", "--exclude", "xtask"];

/// The server, and one small test: with a test among the targets cargo enables the features that tests ask for, so that the
/// server is not compiled a second time for them.
pub(crate) const SERVER: [&str; 6] = ["--workspace", "--exclude", "xtask", "--bins", "--test", "scoring"];

/// A cargo command in the dev profile. Clippy compiles what is ours, so that one compilation gives lints and programs.
pub(crate) fn dev(place: &Place, command: &str) -> Program {
    Program::cargo(place).env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver").args([command])
}

/// Builds in the dev profile and refuses warnings. Cargo repeats the warnings of what it has built before.
pub(crate) fn without_warnings(place: &Place, what: &[&str]) -> Outcome {
    let mut warnings = 0;
    dev(place, "build").args(what).args(["--message-format", "json-diagnostic-rendered-ansi"]).each_line(
        |line| {
            let Ok(message) = serde_json::from_str::<Value>(line) else { return };
            let Some(rendered) = message["message"]["rendered"].as_str() else { return };
            eprint!("{rendered}");
            warnings += usize::from(message["message"]["level"] == "warning");
        },
    )?;
    match warnings {
        0 => Ok(()),
        _ => Err(Failure::new("the compiler or clippy warns (see above), and no warning may stay")),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_warning_fails_the_first_build_and_every_later_one() {
        let root = tempfile::tempdir().unwrap();
        let target = root.path().join("target");
        let place = Place { root: root.path().into(), target: target.clone(), log: None };
        let manifest = "[package]\nname = \"planted\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
        fs::write(root.path().join("Cargo.toml"), manifest).unwrap();
        fs::create_dir(root.path().join("src")).unwrap();
        let source = root.path().join("src/lib.rs");
        let what = ["--lib", "--offline", "--target-dir", target.to_str().unwrap()];
        fs::write(&source, "pub fn length(list: &Vec<u8>) -> usize {\n    list.len()\n}\n").unwrap();
        for _ in 0..2 {
            assert!(without_warnings(&place, &what).is_err(), "clippy::ptr_arg");
        }
        fs::write(&source, "pub fn length(list: &[u8]) -> usize {\n    list.len()\n}\n").unwrap();
        assert!(without_warnings(&place, &what).is_ok());
    }
}
