//! A picture of all bars: how many times better each measurement is than its bar, on a logarithmic scale.

use std::fmt::Write as _;
use std::fs;

use super::record::{self, Record};
use crate::failure::{Context, Outcome};
use crate::place::Place;

const WIDTH: f64 = 960.0;
const LINE: f64 = 17.0;
/// The scale: from where to where it goes across the picture, and which margins it covers. A bar beyond it ends with it.
const LEFT: f64 = 470.0;
const RIGHT: f64 = 890.0;
const LEAST: f64 = 0.25;
const MOST: f64 = 64.0;
const MARKS: [f64; 9] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];
/// What fits beside the scale.
const LONGEST: usize = 76;

/// Readable on light and on dark pages.
const STYLE: &str = "<style>\
    text{font:11px system-ui,sans-serif;fill:#1f2328}\
    .part{font-weight:600}\
    .mark{stroke:#d0d7de}\
    .one{stroke:#57606a;stroke-width:1.5}\
    .holds{fill:#2f81f7}\
    .missed{fill:#d1242f}\
    @media(prefers-color-scheme:dark){\
    text{fill:#e6edf3}\
    .mark{stroke:#3d444d}\
    .one{stroke:#9198a1}\
    .holds{fill:#4493f8}\
    .missed{fill:#f85149}}\
    </style>";

/// Writes `bench.svg` beside `bench.json`.
pub(super) fn write(place: &Place, record: &Record) -> Outcome {
    let file = record::folder(place).join("bench.svg");
    fs::write(&file, draw(record)).context(format!("cannot write {}", file.display()))
}

pub(super) fn draw(record: &Record) -> String {
    let (mut rows, mut y) = (String::new(), 34.0);
    for measured in &record.parts {
        let bars = measured.table.bars();
        if bars.is_empty() {
            continue;
        }
        y += LINE * 1.4;
        // A `String` takes whatever is written to it.
        _ = write!(rows, "<text class=\"part\" x=\"8\" y=\"{y:.1}\">{}</text>", escaped(&measured.part));
        for (name, row, bar) in bars {
            y += LINE;
            let class = if bar.holds { "holds" } else { "missed" };
            let (one, end) = (x(1.0), x(bar.margin()));
            let (from, width) = (one.min(end), (one - end).abs().max(1.0));
            let missed = if bar.holds { "" } else { " missed" };
            _ = write!(
                rows,
                "<text x=\"16\" y=\"{y:.1}\">{}<title>{}: {}, bar {bar}</title></text>\
                 <rect class=\"{class}\" x=\"{from:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"10\"/>\
                 <text x=\"{:.1}\" y=\"{y:.1}\">{}{missed}</text>",
                escaped(&shortened(&name)),
                escaped(&name),
                escaped(&row.value),
                y - 9.0,
                one.max(end) + 5.0,
                margin_text(bar.margin()),
            );
        }
    }
    let height = y + 14.0;
    let mut marks = String::new();
    for mark in MARKS {
        let (at, class) = (x(mark), if (mark - 1.0).abs() < f64::EPSILON { "one" } else { "mark" });
        _ = write!(
            marks,
            "<line class=\"{class}\" x1=\"{at:.1}\" y1=\"40\" x2=\"{at:.1}\" y2=\"{height:.1}\"/>\
             <text x=\"{at:.1}\" y=\"33\" text-anchor=\"middle\">{mark}×</text>",
        );
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" width=\"{WIDTH}\" role=\"img\">\
         <title>How many times better each measurement is than its bar</title>{STYLE}\
         <text x=\"8\" y=\"16\">How many times better than its bar; to the left of 1× a bar is missed. {} cores, {} GiB.</text>\
         {marks}{rows}</svg>\n",
        record.machine.cores, record.machine.memory_gib,
    )
}

fn x(margin: f64) -> f64 {
    let share = (margin.clamp(LEAST, MOST) / LEAST).log2() / (MOST / LEAST).log2();
    LEFT + share * (RIGHT - LEFT)
}

pub(super) fn margin_text(margin: f64) -> String {
    match margin {
        far if far > 9_999.0 => "> 9,999×".to_owned(),
        far if far >= 10.0 => format!("{far:.0}×"),
        near => format!("{near:.2}×"),
    }
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= LONGEST {
        return name.to_owned();
    }
    name.chars().take(LONGEST - 1).chain(['…']).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_is_logarithmic_and_ends() {
        assert!((x(LEAST) - LEFT).abs() < 1e-9 && (x(MOST) - RIGHT).abs() < 1e-9);
        assert!(((x(4.0) - x(2.0)) - (x(2.0) - x(1.0))).abs() < 1e-9);
        assert!((x(1e9) - RIGHT).abs() < 1e-9);
    }
}
