//! The table that `bench` prints, and keeps as JSON.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// One measurement, with its bar where it has one. The name of one that belongs to the row above is indented.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) value: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) bar: Option<Bar>,
}

/// What a measured number has to keep.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Bar {
    measured: f64,
    limit: f64,
    unit: String,
    /// Otherwise at most.
    at_least: bool,
    /// The measured number ÷ the limit.
    ratio: f64,
    pub(crate) holds: bool,
}

impl Bar {
    fn new(measured: f64, limit: f64, unit: &str, at_least: bool) -> Self {
        // A number that is missing keeps no bar.
        let worst = if at_least { 0.0 } else { limit * 1e9 };
        let measured = if measured.is_finite() { measured } else { worst };
        let holds = if at_least { measured >= limit } else { measured <= limit };
        Self { measured, limit, unit: unit.to_owned(), at_least, ratio: measured / limit, holds }
    }

    /// How many times better than it has to be; below one if it is missed.
    pub(crate) fn margin(&self) -> f64 {
        if self.at_least { self.ratio } else { 1.0 / self.ratio }
    }
}

impl fmt::Display for Bar {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {} {}", if self.at_least { '≥' } else { '≤' }, self.limit, self.unit)
    }
}

impl Row {
    pub(crate) fn new(name: &str, value: String) -> Self {
        Self { name: name.to_owned(), value, bar: None }
    }

    /// The measured number must not be above the bar.
    pub(crate) fn at_most(self, measured: f64, bar: f64, unit: &str) -> Self {
        Self { bar: Some(Bar::new(measured, bar, unit, false)), ..self }
    }

    /// The measured number must not be below the bar.
    pub(crate) fn at_least(self, measured: f64, bar: f64, unit: &str) -> Self {
        Self { bar: Some(Bar::new(measured, bar, unit, true)), ..self }
    }

    fn cells(&self) -> [String; 5] {
        let [bar, ratio, verdict] = match &self.bar {
            Some(bar) => {
                let verdict = if bar.holds { "holds" } else { "MISSED" };
                [bar.to_string(), format!("{:.2}", bar.ratio), verdict.to_owned()]
            }
            None => [String::new(), String::new(), String::new()],
        };
        [self.name.clone(), self.value.clone(), bar, ratio, verdict]
    }
}

/// All measurements in their order.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Table {
    rows: Vec<Row>,
    /// What the capacity is computed from, by the name that `bench/capacity.rs` gives it.
    figures: BTreeMap<String, f64>,
}

impl Table {
    pub(crate) fn add(&mut self, row: Row) {
        self.rows.push(row);
    }

    pub(crate) fn note(&mut self, figure: &str, value: f64) {
        self.figures.insert(figure.to_owned(), value);
    }

    pub(crate) fn figure(&self, name: &str) -> Option<f64> {
        self.figures.get(name).copied()
    }

    pub(crate) fn append(&mut self, other: Self) {
        self.rows.extend(other.rows);
        self.figures.extend(other.figures);
    }

    /// How many bars do not hold.
    pub(crate) fn missed(&self) -> usize {
        self.bars().iter().filter(|(.., bar)| !bar.holds).count()
    }

    /// Every row that has a bar, with its name in full: `of the row it belongs to: its own`.
    pub(crate) fn bars(&self) -> Vec<(String, &Row, &Bar)> {
        let mut above: Vec<(usize, &str)> = Vec::new();
        let mut found = Vec::new();
        for row in &self.rows {
            let name = row.name.trim_start();
            let depth = row.name.len() - name.len();
            above.retain(|(of, _)| *of < depth);
            above.push((depth, name));
            if let Some(bar) = &row.bar {
                let names: Vec<&str> = above.iter().map(|(_, name)| *name).collect();
                found.push((names.join(": "), row, bar));
            }
        }
        found
    }
}

impl fmt::Display for Table {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heading = ["measured", "value", "bar", "value ÷ bar", ""].map(str::to_owned);
        let rows: Vec<[String; 5]> = self.rows.iter().map(Row::cells).collect();
        let width = |column: usize| {
            let cells = rows.iter().chain([&heading]).map(|row| &row[column]);
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..heading.len()).map(width).collect();
        let mut line = |row: &[String; 5]| {
            let [name, value, bar, ratio, verdict] = row;
            writeln!(
                formatter,
                "{name:<a$}  {value:>b$}  {bar:>c$}  {ratio:>d$}  {verdict}",
                a = widths[0],
                b = widths[1],
                c = widths[2],
                d = widths[3],
            )
        };
        line(&heading)?;
        rows.iter().try_for_each(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::default();
        table.add(Row::new("slots", "0.05 ms".into()).at_most(0.05, 0.1, "ms"));
        table.add(Row::new("luxon", "4.5 ms".into()));
        table.add(Row::new("  luxon ÷ native", "90 x".into()).at_least(90.0, 100.0, "x"));
        table
    }

    #[test]
    fn a_missed_bar_is_counted_and_named() {
        let table = table();
        assert_eq!(table.missed(), 1);
        assert_eq!(
            table.to_string().lines().map(str::trim_end).collect::<Vec<_>>(),
            [
                "measured            value       bar  value ÷ bar",
                "slots             0.05 ms  ≤ 0.1 ms         0.50  holds",
                "luxon              4.5 ms",
                "  luxon ÷ native     90 x   ≥ 100 x         0.90  MISSED",
            ]
        );
    }

    #[test]
    fn a_bar_is_named_in_full_and_compared_the_right_way_round() {
        let table = table();
        let bars = table.bars();
        let told: Vec<_> = bars.iter().map(|(name, _, bar)| (name.as_str(), bar.margin())).collect();
        assert_eq!(told, [("slots", 2.0), ("luxon: luxon ÷ native", 0.9)]);
    }

    #[test]
    fn a_number_that_is_missing_keeps_no_bar_and_survives_as_json() {
        let mut table = Table::default();
        table.add(Row::new("shift", "NaN".into()).at_most(f64::NAN, 0.02, ""));
        table.add(Row::new("rate", "inf".into()).at_least(f64::NAN, 1.0, ""));
        let text = serde_json::to_string(&table).unwrap();
        let table: Table = serde_json::from_str(&text).unwrap();
        assert_eq!(table.missed(), 2);
    }
}
