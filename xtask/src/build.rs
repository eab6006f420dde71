//! `build`: npm packages → WebAssembly → site → server, each only when its inputs changed.

use clap::ValueEnum;

use crate::command::Program;
use crate::failure::Outcome;
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
pub(crate) fn build(place: &Place, report: &mut Report, only: &[Part], dev: bool) -> Outcome {
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
pub(crate) fn all(place: &Place, report: &mut Report, profile: Profile) -> Outcome {
    node::install(place, report)?;
    wasm::build(place, report)?;
    web(place, report)?;
    server(place, report, profile)
}

/// The site, in `web/dist`.
pub(crate) fn web(place: &Place, report: &mut Report) -> Outcome {
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
pub(crate) fn server(place: &Place, report: &mut Report, profile: Profile) -> Outcome {
    // In the dev profile everything is built with the features of the whole workspace, so that the tests build it only once.
    let (name, what): (_, &[&str]) = match profile {
        Profile::Dev => ("server (dev)", &["--workspace", "--exclude", "xtask", "--bins"]),
        Profile::Release => ("server (release)", &["--package", "sixfold-server", "--release"]),
    };
    report.step(name, || {
        Program::cargo(place).args(["build"]).args(what).run()?;
        println!("    {}", place.shown(&place.server(profile)));
        Ok(())
    })
}
