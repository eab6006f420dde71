//! A line of text on a card.

use maud::{Markup, html};

use super::lettering::{self, Cut};

/// Which point of a line of text is fixed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Anchor {
    #[default]
    Start,
    Middle,
    End,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct TextLine<'a> {
    x: f32,
    /// The baseline.
    y: f32,
    /// The size if the text fits.
    size: f32,
    /// The size below which the text is truncated instead; none for a text that is always short.
    least: f32,
    width: f32,
    anchor: Anchor,
    cut: Cut,
    fill: &'a str,
}

impl<'a> TextLine<'a> {
    /// A line of the heavy cut that begins at `x`, of any width.
    pub(super) const fn new(x: f32, y: f32, size: f32, fill: &'a str) -> Self {
        Self { x, y, size, least: 0.0, width: f32::MAX, anchor: Anchor::Start, cut: Cut::Heavy, fill }
    }

    pub(super) const fn cut(self, cut: Cut) -> Self {
        Self { cut, ..self }
    }

    /// With another anchor.
    pub(super) const fn at(self, x: f32, anchor: Anchor) -> Self {
        Self { x, anchor, ..self }
    }

    /// With another width and smallest size.
    pub(super) const fn within(self, width: f32, least: f32) -> Self {
        Self { least, width, ..self }
    }

    /// The size at which it is drawn.
    pub(super) fn fitted(self, text: &str) -> f32 {
        lettering::fit(text, self.cut, self.size, self.least, self.width).1
    }

    /// Its outlines; nothing if there is nothing to draw.
    pub(super) fn draw(self, text: &str) -> Markup {
        let (line, size) = lettering::fit(text, self.cut, self.size, self.least, self.width);
        let width = line.width(size);
        let x = match self.anchor {
            Anchor::Start => self.x,
            Anchor::Middle => self.x - width / 2.0,
            Anchor::End => self.x - width,
        };
        let d = line.path(x, self.y, size);
        html! { @if !d.is_empty() { path d=(d) fill=(self.fill) {} } }
    }
}
