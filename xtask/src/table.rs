//! The table that `bench` prints.

use std::fmt;

/// One measurement, with its bar where it has one.
pub(crate) struct Row {
    name: String,
    value: String,
    bar: String,
    ratio: String,
    holds: Option<bool>,
}

impl Row {
    pub(crate) fn new(name: &str, value: String) -> Self {
        Self { name: name.to_owned(), value, bar: String::new(), ratio: String::new(), holds: None }
    }

    /// The measured number must not be above the bar.
    pub(crate) fn at_most(self, measured: f64, bar: f64, unit: &str) -> Self {
        self.with_bar(format!("≤ {bar} {unit}"), measured / bar, measured <= bar)
    }

    /// The measured number must not be below the bar.
    pub(crate) fn at_least(self, measured: f64, bar: f64, unit: &str) -> Self {
        self.with_bar(format!("≥ {bar} {unit}"), measured / bar, measured >= bar)
    }

    fn with_bar(mut self, bar: String, ratio: f64, holds: bool) -> Self {
        self.bar = bar;
        self.ratio = format!("{ratio:.2}");
        self.holds = Some(holds);
        self
    }

    fn cells(&self) -> [&str; 5] {
        let verdict = match self.holds {
            Some(true) => "holds",
            Some(false) => "MISSED",
            None => "",
        };
        [&self.name, &self.value, &self.bar, &self.ratio, verdict]
    }
}

/// All measurements in their order.
#[derive(Default)]
pub(crate) struct Table(Vec<Row>);

impl Table {
    pub(crate) fn add(&mut self, row: Row) {
        self.0.push(row);
    }

    /// How many bars do not hold.
    pub(crate) fn missed(&self) -> usize {
        self.0.iter().filter(|row| row.holds == Some(false)).count()
    }
}

impl fmt::Display for Table {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heading = ["measured", "value", "bar", "value ÷ bar", ""];
        let rows: Vec<[&str; 5]> = self.0.iter().map(Row::cells).collect();
        let width = |column: usize| {
            let cells = rows.iter().map(|row| row[column]).chain([heading[column]]);
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..heading.len()).map(width).collect();
        let mut line = |row: [&str; 5]| {
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
        line(heading)?;
        rows.into_iter().try_for_each(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missed_bar_is_counted_and_named() {
        let mut table = Table::default();
        table.add(Row::new("slots", "0.05 ms".into()).at_most(0.05, 0.1, "ms"));
        table.add(Row::new("luxon ÷ native", "90 x".into()).at_least(90.0, 100.0, "x"));
        table.add(Row::new("luxon", "4.5 ms".into()));
        assert_eq!(table.missed(), 1);
        assert_eq!(
            table.to_string().lines().map(str::trim_end).collect::<Vec<_>>(),
            [
                "measured          value       bar  value ÷ bar",
                "slots           0.05 ms  ≤ 0.1 ms         0.50  holds",
                "luxon ÷ native     90 x   ≥ 100 x         0.90  MISSED",
                "luxon            4.5 ms",
            ]
        );
    }
}
