//! Where each format has room (RULES 13.15): its size, its margins, and the columns in which cards set their lines.

use super::art::Point;
use super::line::{Anchor, TextLine};
use crate::db::sharing::share::Format;

/// The measures of a format, in pixels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    pub(super) format: Format,
    pub(super) width: f32,
    pub(super) height: f32,
    /// Free at the sides.
    pub(super) margin: f32,
    /// Nothing to be read is above or below.
    pub(super) top: f32,
    pub(super) bottom: f32,
    /// Of the signature and the foot, beside those of a story.
    pub(super) scale: f32,
    /// The name's share of the last line; the handle gets the rest.
    pub(super) name_width: f32,
    /// The centre and the radii of the hexagons in the background.
    pub(super) rings: (Point, [f32; 3]),
}

impl Frame {
    pub(super) const fn of(format: Format) -> Self {
        match format {
            // Instagram covers the top 250 pixels of a story with its header and the bottom 340 with its reply bar.
            Format::Story => Self {
                format,
                width: 1080.0,
                height: 1920.0,
                margin: 84.0,
                top: 250.0,
                bottom: 1580.0,
                scale: 1.0,
                name_width: 520.0,
                rings: (Point { x: 930.0, y: 330.0 }, [760.0, 980.0, 1200.0]),
            },
            Format::Square => Self {
                format,
                width: 1080.0,
                height: 1080.0,
                margin: 72.0,
                top: 60.0,
                bottom: 1028.0,
                scale: 0.82,
                name_width: 530.0,
                rings: (Point { x: 960.0, y: 120.0 }, [520.0, 700.0, 880.0]),
            },
            Format::Landscape => Self {
                format,
                width: 1920.0,
                height: 1080.0,
                margin: 96.0,
                top: 64.0,
                bottom: 1020.0,
                scale: 0.94,
                name_width: 1000.0,
                rings: (Point { x: 1500.0, y: 300.0 }, [640.0, 860.0, 1080.0]),
            },
        }
    }

    pub(super) const fn right(&self) -> f32 {
        self.width - self.margin
    }

    pub(super) const fn middle(&self) -> f32 {
        self.width / 2.0
    }

    /// From margin to margin.
    pub(super) const fn column(&self) -> Column {
        Column { left: self.margin, right: self.right() }
    }

    /// The words on the left and the figure on the right; one column where there is no room for two.
    pub(super) const fn halves(&self) -> (Column, Column) {
        match self.format {
            Format::Story | Format::Square => (self.column(), self.column()),
            Format::Landscape => {
                (Column { left: self.margin, right: 880.0 }, Column { left: 992.0, right: self.right() })
            }
        }
    }

    pub(super) const fn pick<T: Copy>(&self, story: T, square: T, landscape: T) -> T {
        match self.format {
            Format::Story => story,
            Format::Square => square,
            Format::Landscape => landscape,
        }
    }
}

/// Where lines begin and end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Column {
    pub(super) left: f32,
    pub(super) right: f32,
}

impl Column {
    pub(super) const fn width(self) -> f32 {
        self.right - self.left
    }

    /// A line of the heavy cut at its left, as wide as the column.
    pub(super) const fn line(self, y: f32, size: f32, fill: &str) -> TextLine<'_> {
        TextLine::new(self.left, y, size, fill).within(self.width(), 0.0)
    }

    /// The same at its right.
    pub(super) const fn end(self, y: f32, size: f32, fill: &str) -> TextLine<'_> {
        self.line(y, size, fill).at(self.right, Anchor::End)
    }
}
