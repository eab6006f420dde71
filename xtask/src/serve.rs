//! `run` and `dev`: build, then serve.

use std::thread;
use std::time::Duration;

use crate::command::Program;
use crate::failure::{Context, Failure, Outcome};
use crate::place::{Place, Profile};
use crate::report::Report;
use crate::{build, node, wasm};

/// Builds everything in release and becomes the server.
pub(crate) fn run(place: &Place, report: &Report, arguments: &[String]) -> Outcome {
    build::all(place, report, Profile::Release)?;
    report.summary();
    println!("\nsixfold: http://localhost:8080 (unless --listen says otherwise; Ctrl-C ends it)\n");
    Program::new(place, place.server(Profile::Release)).args(["serve"]).args(arguments).become_it()
}

/// Starts the server in the dev profile and Vite in front of it; ends both when one ends.
pub(crate) fn dev(place: &Place, report: &Report, arguments: &[String]) -> Outcome {
    node::install(place, report)?;
    wasm::build(place, report)?;
    build::web(place, report)?;
    build::server(place, report, Profile::Dev)?;
    report.summary();
    println!();
    let mut server =
        Program::new(place, place.server(Profile::Dev)).args(["serve"]).args(arguments).spawn()?;
    let mut vite = node::tool(place, "vite").directory(&place.web()).spawn().inspect_err(|_| {
        server.kill().ok();
    })?;
    let ended = loop {
        if let Some(status) = server.try_wait().context("cannot wait for the server")? {
            vite.kill().ok();
            break format!("the server has ended ({status})");
        }
        if let Some(status) = vite.try_wait().context("cannot wait for Vite")? {
            server.kill().ok();
            break format!("Vite has ended ({status})");
        }
        thread::sleep(Duration::from_millis(200));
    };
    server.wait().ok();
    vite.wait().ok();
    Err(Failure::new(ended))
}
