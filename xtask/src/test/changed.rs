//! `test --changed`: runs only what a change can reach.

use std::collections::BTreeSet;
use std::thread;

use super::steps::{copied, in_memory};
use super::{Run, joined};
use crate::build::{SERVER, WORKSPACE, dev, without_warnings};
use crate::changed::Plan;
use crate::command::Program;
use crate::failure::Outcome;
use crate::place::Place;
use crate::report::aside;
use crate::{build, dependencies, generate, node, wasm};

impl Run<'_> {
    /// What a change can reach: the site's checks beside the compiler.
    pub(super) fn reached(&self, place: &Place, plan: &Plan) -> Outcome {
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
}
