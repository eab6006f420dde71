//! `bench.json`: what has been measured, part by part. A run replaces the parts that it measures.

use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::command::Program;
use crate::failure::{Context, Outcome};
use crate::place::Place;
use crate::table::Table;

#[derive(Default, Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) machine: Machine,
    pub(super) parts: Vec<Measured>,
}

/// What the figures depend on most.
#[derive(Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Machine {
    pub(super) cores: usize,
    pub(super) memory_gib: f64,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Measured {
    /// As `--only` names it.
    pub(super) part: String,
    /// The commit that was measured.
    commit: String,
    #[serde(flatten)]
    pub(super) table: Table,
}

impl Machine {
    fn this() -> Self {
        let text = fs::read_to_string("/proc/meminfo").unwrap_or_default();
        let kibibytes = text.lines().find_map(|line| line.strip_prefix("MemTotal:"));
        let kibibytes = kibibytes.and_then(|rest| rest.trim().trim_end_matches(" kB").parse::<f64>().ok());
        Self {
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            memory_gib: (kibibytes.unwrap_or_default() / 1_048_576.0).round(),
        }
    }
}

impl Record {
    /// The measurements of earlier runs on this machine.
    pub(super) fn open(place: &Place) -> Self {
        let machine = Machine::this();
        let stored = fs::read(folder(place).join("bench.json")).ok();
        let stored = stored.and_then(|text| serde_json::from_slice::<Self>(&text).ok());
        stored.filter(|stored| stored.machine == machine).unwrap_or(Self { machine, parts: Vec::new() })
    }

    /// Replaces the measurement of a part. `order` has the names of all parts.
    pub(super) fn put(&mut self, place: &Place, part: &str, table: Table, order: &[String]) -> Outcome {
        let commit = Program::new(place, "git").args(["rev-parse", "--short", "HEAD"]).read()?;
        let commit = String::from_utf8_lossy(&commit).trim().to_owned();
        self.parts.retain(|measured| measured.part != part && order.contains(&measured.part));
        self.parts.push(Measured { part: part.to_owned(), commit, table });
        self.parts.sort_by_key(|measured| order.iter().position(|name| *name == measured.part));
        Ok(())
    }

    /// Everything in one table.
    pub(super) fn whole(&self) -> Table {
        let mut whole = Table::default();
        for measured in &self.parts {
            whole.append(measured.table.clone());
        }
        whole
    }

    /// Writes `bench.json`.
    pub(super) fn write(&self, place: &Place) -> Outcome {
        let folder = folder(place);
        fs::create_dir_all(&folder).context(format!("cannot make {}", folder.display()))?;
        let text = serde_json::to_string_pretty(self).context("cannot encode the measurements")?;
        let file = folder.join("bench.json");
        fs::write(&file, text + "\n").context(format!("cannot write {}", file.display()))
    }
}

pub(super) fn folder(place: &Place) -> PathBuf {
    place.target.join("bench")
}
