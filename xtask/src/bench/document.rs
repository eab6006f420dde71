//! The measured parts of `docs/PERFORMANCE.md`, between its markers, and the chart beside it. The rest is written by hand.

use std::fmt::Write as _;
use std::fs;

use super::capacity;
use super::chart::{self, margin_text};
use super::record::Record;
use crate::failure::{Context, Failure, Outcome};
use crate::node;
use crate::place::Place;

const PAGE: &str = "docs/PERFORMANCE.md";
const CHART: &str = "docs/performance.svg";
const END: &str = "<!-- bench:end -->";
/// How many bars of a part are in the table, the tightest first. Missed bars always are.
const SHOWN: usize = 3;

/// Updates both files.
pub(super) fn write(place: &Place, record: &Record) -> Outcome {
    let page = place.root.join(PAGE);
    let text = fs::read_to_string(&page).context(format!("cannot read {PAGE}"))?;
    let text = between(&text, "<!-- bench:bars -->", &bars(record))?;
    let text = between(&text, "<!-- bench:capacity -->", &capacity::table(&record.whole()))?;
    fs::write(&page, text).context(format!("cannot write {PAGE}"))?;
    node::tool(place, "prettier").args(["--log-level", "warn", "--write", PAGE]).run()?;
    fs::write(place.root.join(CHART), chart::draw(record)).context(format!("cannot write {CHART}"))?;
    println!("    wrote {PAGE} and {CHART}");
    Ok(())
}

/// A part's bars in Markdown: how many hold, and those that are tightest.
fn bars(record: &Record) -> String {
    let machine = record.machine;
    let mut text = format!(
        "{} cores and {} GiB, all programs of a measurement on them.\n\n\
         | part | bars held | tightest | measured | bar | margin |\n|---|---|---|---|---|---|\n",
        machine.cores, machine.memory_gib,
    );
    for measured in &record.parts {
        let mut bars = measured.table.bars();
        let held = bars.iter().filter(|(.., bar)| bar.holds).count();
        let mut first = format!("{} | {held} of {}", measured.part, bars.len());
        bars.sort_by(|(.., one), (.., other)| one.margin().total_cmp(&other.margin()));
        let missed = bars.len() - held;
        for (name, row, bar) in bars.iter().take(SHOWN.max(missed)) {
            let margin = margin_text(bar.margin());
            let margin = if bar.holds { margin } else { format!("**{margin}**") };
            _ = writeln!(text, "| {first} | {} | {} | {bar} | {margin} |", cell(name), cell(&row.value));
            " | ".clone_into(&mut first);
        }
    }
    text
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// The text with everything between a marker and the next end replaced.
fn between(text: &str, marker: &str, new: &str) -> Outcome<String> {
    let missing = || Failure::new(format!("{PAGE} has no `{marker}` with a `{END}` after it"));
    let (before, rest) = text.split_once(marker).ok_or_else(missing)?;
    let (_, after) = rest.split_once(END).ok_or_else(missing)?;
    Ok(format!("{before}{marker}\n\n{}\n\n{END}{after}", new.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_between_the_markers_changes() {
        let text = "one\n<!-- m -->\nold\n<!-- bench:end -->\ntwo\n";
        let new = between(text, "<!-- m -->", "new\n").unwrap();
        assert_eq!(new, "one\n<!-- m -->\n\nnew\n\n<!-- bench:end -->\ntwo\n");
        assert_eq!(between(&new, "<!-- m -->", "new\n").unwrap(), new);
        assert!(between(text, "<!-- other -->", "new").is_err());
    }
}
