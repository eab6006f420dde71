//! Outlines of letters as the data of a path.

use std::fmt::Write as _;

use harfrust::font::glyph::outline::PathSink;

/// Writes outlines as path data in whole tenths, with relative coordinates: half as long as absolute ones.
#[derive(Default)]
pub(super) struct Outline {
    d: String,
    x: f32,
    y: f32,
    scale: f32,
    /// The previous point, in tenths.
    at: (i32, i32),
    /// Where the contour began and where it is, in the font's units.
    start: (f32, f32),
    last: (f32, f32),
}

impl Outline {
    /// Moves the origin of the letter that is written next, and sets its unit.
    pub(super) fn begin(&mut self, x: f32, y: f32, scale: f32) {
        (self.x, self.y, self.scale) = (x, y, scale);
    }

    /// The data of everything written, a path's `d`.
    pub(super) fn into_data(self) -> String {
        self.d
    }

    /// A point of a letter in tenths of the drawing.
    #[expect(clippy::cast_possible_truncation, reason = "a drawing is some thousands of tenths wide")]
    fn place(&self, (x, y): (f32, f32)) -> (i32, i32) {
        let tenths = |value: f32| (value * 10.0).round() as i32;
        (tenths(self.x + x * self.scale), tenths(self.y - y * self.scale))
    }

    fn write(&mut self, command: char, places: &[(f32, f32)]) {
        self.d.push(command);
        let from = if command == 'M' { (0, 0) } else { self.at };
        for (index, place) in places.iter().enumerate() {
            self.last = *place;
            let place = self.place(*place);
            self.number(place.0 - from.0, index == 0);
            self.number(place.1 - from.1, false);
            self.at = place;
        }
    }

    /// A number of tenths; the separator is omitted if its sign does that.
    fn number(&mut self, tenths: i32, first: bool) {
        if !first && tenths >= 0 {
            self.d.push(' ');
        }
        let sign = if tenths < 0 { "-" } else { "" };
        let (whole, part) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
        // Writing to a string cannot fail.
        let _ = match part {
            0 => write!(self.d, "{sign}{whole}"),
            _ => write!(self.d, "{sign}{whole}.{part}"),
        };
    }
}

impl PathSink for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.start = (x, y);
        self.write('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.write('l', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.write('q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.write('c', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        // Back to the start by a line, which `z` would draw too: a card's text is then the same whatever reads the font.
        if self.last != self.start {
            self.write('l', &[self.start]);
        }
        self.d.push('z');
    }
}
