//! The certificate of a result (RULES 13.18): a page of A4 with the full name, the final and the six tests.

use pdf_writer::types::StructRole;
use sixfold_domain::test_type::TestType;
use sixfold_domain::time::Date;

use super::art::{Point, along, corners, shape};
use super::data::CardData;
use super::layout::share;
use super::lettering::Cut;
use super::line::Anchor;
use super::pdf::{A4, Rgb, Sheet, Text};
use crate::content::dates::day;

/// `--color-ground`, `--color-text`, `--color-accent` and greys for paper.
const INK: Rgb = [0.027, 0.039, 0.031];
const WHITE: Rgb = [0.953, 0.965, 0.941];
const GREEN: Rgb = [0.239, 1.0, 0.498];
const WASH: Rgb = [0.8, 1.0, 0.87];
const QUIET: Rgb = [0.29, 0.35, 0.32];
const LINE: Rgb = [0.8, 0.84, 0.81];
const RING: Rgb = [0.2, 0.26, 0.22];

const LEFT: f32 = 56.0;
const RIGHT: f32 = A4.0 - LEFT;
const WIDTH: f32 = RIGHT - LEFT;
/// Where the measurements end.
const MARKS: f32 = 424.0;
/// The baselines of the table's head and of its first row, and the distance from row to row.
const HEAD: f32 = 556.0;
const FIRST: f32 = 590.0;
const STEP: f32 = 33.0;

#[derive(Debug, Clone)]
pub struct Certificate {
    /// With every measurement.
    pub data: CardData,
    /// First and last name.
    pub name: String,
    pub issued: Date,
}

impl Certificate {
    /// `Certificate of Robin Hale, 2 Nov 2026`
    pub fn title(&self) -> String {
        format!("Certificate of {}, {}", self.name, day(self.data.latest.date))
    }

    /// The page as PDF.
    pub(super) fn draw(&self) -> Result<Vec<u8>, subsetter::Error> {
        let mut sheet = Sheet::new();
        band(&mut sheet, &self.data.site);
        self.statement(&mut sheet);
        self.figure(&mut sheet);
        self.table(&mut sheet);
        self.foot(&mut sheet);
        sheet.finish(&self.title())
    }

    fn statement(&self, sheet: &mut Sheet) {
        let latest = &self.data.latest;
        let season = self.data.season.as_ref().map(|season| format!(", {season},")).unwrap_or_default();
        let what = format!("took the six tests on {}{season} and reached the final score", day(latest.date));
        sheet.text(StructRole::P, line(246.0, 12.0, Cut::Body, QUIET), "This certifies that");
        sheet.text(StructRole::H2, line(284.0, 34.0, Cut::Black, INK), &self.name);
        sheet.text(StructRole::P, line(312.0, 12.0, Cut::Body, QUIET), &what);
        let score = Text { width: 270.0, ..line(436.0, 92.0, Cut::Black, INK) };
        sheet.text(StructRole::P, score, &latest.score.to_string());
        sheet.text(StructRole::P, line(468.0, 13.0, Cut::Heavy, INK), "Six tests. One score.");
    }

    /// The shape of the six tests.
    fn figure(&self, sheet: &mut Sheet) {
        let (centre, radius) = (Point { x: 446.0, y: 424.0 }, 90.0);
        let latest = &self.data.latest;
        let outline = shape(centre, radius, latest.tests.map(share));
        sheet.figure("The six tests as a shape in a hexagon; the table below has their points.", |sheet| {
            for (part, width) in [(1.0, 1.4), (0.75, 0.6), (0.5, 0.6), (0.25, 0.6)] {
                sheet.stroked(&corners(centre, radius * part), width, LINE);
            }
            sheet.filled(&outline, WASH);
            sheet.stroked(&outline, 2.4, INK);
            for point in outline {
                sheet.filled(&corners(point, 4.2), INK);
            }
        });
    }

    fn table(&self, sheet: &mut Sheet) {
        let latest = &self.data.latest;
        let cell = |x: f32, y: f32, size: f32, cut: Cut, fill: Rgb, anchor: Anchor| Text {
            x,
            anchor,
            width: 180.0,
            ..line(y, size, cut, fill)
        };
        sheet.group(StructRole::Table, |sheet| {
            sheet.group(StructRole::TR, |sheet| {
                for (x, anchor, text) in [
                    (LEFT, Anchor::Start, "Test"),
                    (MARKS, Anchor::End, "Best measurement"),
                    (RIGHT, Anchor::End, "Points"),
                ] {
                    sheet.text(StructRole::TH, cell(x, HEAD, 10.0, Cut::Body, QUIET, anchor), text);
                }
            });
            let rows = TestType::ALL.into_iter().zip(std::iter::successors(Some(FIRST), |y| Some(y + STEP)));
            for (test, y) in rows {
                let (score, mark) = (latest.tests[test.index()], latest.marks[test.index()].as_deref());
                let points = score.map_or_else(|| "–".to_owned(), |score| score.to_string());
                sheet.group(StructRole::TR, |sheet| {
                    sheet.text(
                        StructRole::TD,
                        cell(LEFT, y, 13.0, Cut::Heavy, INK, Anchor::Start),
                        test.as_str(),
                    );
                    let mark = mark.unwrap_or(if score.is_some() { "–" } else { "not taken" });
                    sheet.text(StructRole::TD, cell(MARKS, y, 13.0, Cut::Body, INK, Anchor::End), mark);
                    sheet.text(StructRole::TD, cell(RIGHT, y, 13.0, Cut::Heavy, INK, Anchor::End), &points);
                });
                sheet.ornament(|sheet| {
                    let across = |x: f32| Point { x, y: y + 10.0 };
                    sheet.line(across(LEFT), across(RIGHT), 0.7, LINE);
                    let reached = share(score);
                    if reached > 0.0 {
                        sheet.line(across(LEFT), along(across(LEFT), across(RIGHT), reached), 2.2, INK);
                    }
                });
            }
        });
    }

    fn foot(&self, sheet: &mut Sheet) {
        let small =
            |anchor: Anchor, x: f32| Text { x, anchor, width: 240.0, ..line(800.0, 9.0, Cut::Body, QUIET) };
        sheet.text(
            StructRole::P,
            small(Anchor::Start, LEFT),
            "Each test has up to 100 points, the final score too.",
        );
        let issued = format!("Issued by {} on {}", self.data.site, day(self.issued));
        sheet.text(StructRole::P, small(Anchor::End, RIGHT), &issued);
    }
}

/// The dark band at the top, with the site's mark and what the page is.
fn band(sheet: &mut Sheet, site: &str) {
    let outline = [
        Point { x: 0.0, y: 0.0 },
        Point { x: A4.0, y: 0.0 },
        Point { x: A4.0, y: 158.0 },
        Point { x: 0.0, y: 196.0 },
    ];
    let centre = Point { x: LEFT + 15.0, y: 62.0 };
    sheet.ornament(|sheet| {
        sheet.filled(&outline, INK);
        sheet.inside(&outline, |sheet| {
            for radius in [150.0, 210.0, 270.0] {
                sheet.stroked(&corners(Point { x: 500.0, y: 60.0 }, radius), 1.0, RING);
            }
        });
        let rim = corners(centre, 17.0);
        for index in 0..rim.len() {
            let (from, to) = (rim[index], rim[(index + 1) % rim.len()]);
            let colour = if index == 0 { GREEN } else { WHITE };
            sheet.line(along(from, to, 0.09), along(from, to, 0.91), 5.0, colour);
        }
        sheet.filled(&corners(centre, 7.6), GREEN);
    });
    let name = Text { x: LEFT + 42.0, width: WIDTH - 42.0, ..line(69.0, 20.0, Cut::Heavy, WHITE) };
    sheet.text(StructRole::P, name, site);
    sheet.text(StructRole::H1, line(146.0, 44.0, Cut::Black, WHITE), "Certificate");
}

/// A line at the left margin, as wide as the page.
const fn line(y: f32, size: f32, cut: Cut, fill: Rgb) -> Text {
    Text { x: LEFT, y, size, width: WIDTH, anchor: Anchor::Start, cut, fill }
}
