//! What all cards share: size, background, signature and lines of text.

use maud::{Markup, html};
use sixfold_domain::score::Score;

use super::art::{self, Point, along, corners, tenth};
use super::data::CardData;
use super::lettering::{self, Cut};
use super::palette::Palette;
use super::{HEIGHT, WIDTH};
use crate::content::dates::day;

/// Instagram covers the top 250 pixels of a story with its header and the bottom 340 with its reply bar: nothing to be
/// read is placed there.
pub(super) const SAFE_TOP: f32 = 250.0;
pub(super) const SAFE_BOTTOM: f32 = HEIGHT - 340.0;
/// The baseline of a card's heading.
pub(super) const HEADING: f32 = SAFE_TOP + 188.0;
/// The margin at the sides.
pub(super) const MARGIN: f32 = 84.0;
/// The width between the margins.
pub(super) const INSIDE: f32 = WIDTH - 2.0 * MARGIN;
/// How far a bar's right end is slanted: the hexagon's angle.
const LEAN: f32 = 18.0;
/// The name's share of its line; the handle gets the rest.
const NAME_WIDTH: f32 = 520.0;
const HANDLE_WIDTH: f32 = INSIDE - NAME_WIDTH - 32.0;
/// The smallest size of a name.
const NAME_LEAST: f32 = 36.0;
/// The gap at each end of a side of the mark, as a share of the side.
const GAP: f32 = 0.09;

/// Which point of a line of text is fixed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Anchor {
    #[default]
    Start,
    Middle,
    End,
}

/// A line of text.
#[derive(Debug, Clone, Copy)]
pub(super) struct TextLine<'a> {
    pub(super) x: f32,
    /// The baseline.
    pub(super) y: f32,
    /// The size if the text fits.
    pub(super) size: f32,
    /// The size below which the text is truncated instead; none for a text that is always short.
    pub(super) least: f32,
    /// The width available.
    pub(super) width: f32,
    pub(super) anchor: Anchor,
    pub(super) cut: Cut,
    pub(super) fill: &'a str,
}

impl<'a> TextLine<'a> {
    /// A line at the left margin in the heavy cut, as wide as the card.
    pub(super) const fn new(y: f32, size: f32, fill: &'a str) -> Self {
        Self { x: MARGIN, y, size, least: 0.0, width: INSIDE, anchor: Anchor::Start, cut: Cut::Heavy, fill }
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

/// A score as a share of the maximum, 0 to 1.
pub(super) fn share(score: Option<Score>) -> f32 {
    let hundredths = score.map_or(0, Score::hundredths).clamp(0, Score::FULL.hundredths());
    f32::from(u16::try_from(hundredths).unwrap_or_default()) / 10_000.0
}

/// A score as text, or a dash for a test that was not taken.
pub(super) fn points(score: Option<Score>) -> String {
    score.map_or_else(|| "–".to_owned(), |score| score.to_string())
}

/// A bar across the card, filled by a share.
pub(super) fn bar(y: f32, height: f32, share: f32, colours: &Palette) -> Markup {
    let outline = |width: f32| format!("M{MARGIN} {y}h{}l{} {height}H{MARGIN}z", tenth(width), -LEAN);
    html! {
        path d=(outline(INSIDE)) fill=(colours.line) fill-opacity="0.45" {}
        @if share > 0.0 { path d=(outline((INSIDE * share).max(LEAN * 2.0))) fill=(colours.mark) {} }
    }
}

/// The site's mark: six strokes around a core, one of them highlighted.
pub(super) fn mark(centre: Point, radius: f32, text: &str, lit: &str) -> Markup {
    let rim = corners(centre, radius);
    let side = |index: usize| {
        let (from, to) = (rim[index], rim[(index + 1) % rim.len()]);
        let (from, to) = (along(from, to, GAP), along(from, to, 1.0 - GAP));
        format!("M{} {}L{} {}", tenth(from.x), tenth(from.y), tenth(to.x), tenth(to.y))
    };
    html! {
        g stroke-width=(tenth(radius * 0.29)) {
            @for index in 0..rim.len() {
                path d=(side(index)) stroke=(if index == 0 { lit } else { text }) {}
            }
            polygon points=(art::points(&corners(centre, radius * 0.45))) fill=(lit) {}
        }
    }
}

/// Large hexagons in the background.
pub(super) fn rings(centre: Point, radii: [f32; 3], line: &str) -> Markup {
    html! {
        @for radius in radii {
            polygon points=(art::points(&corners(centre, radius))) fill="none" stroke=(line) stroke-opacity="0.3"
                stroke-width="3" {}
        }
    }
}

/// A card around its content: background, hexagons, signature, and the athlete's name.
pub(super) fn around(data: &CardData, colours: &Palette, content: &Markup) -> Markup {
    let Palette { ground, fade, text, quiet, mark: lit, line } = *colours;
    html! {
        rect width=(WIDTH) height=(HEIGHT) fill=(ground) {}
        @if let Some(fade) = fade {
            defs {
                linearGradient id="card-fade" x1="0" y1="0" x2="0.35" y2="1" {
                    stop offset="0.1" stop-color=(fade) stop-opacity="0" {}
                    stop offset="1" stop-color=(fade) stop-opacity="0.5" {}
                }
            }
            rect width=(WIDTH) height=(HEIGHT) fill="url(#card-fade)" {}
        }
        (rings(Point { x: 930.0, y: 330.0 }, [760.0, 980.0, 1200.0], line))
        (mark(Point { x: MARGIN + 33.0, y: SAFE_TOP + 52.0 }, 38.0, text, lit))
        (TextLine::new(SAFE_TOP + 69.0, 48.0, text).at(MARGIN + 88.0, Anchor::Start).within(NAME_WIDTH, 24.0).draw(&data.site))
        (TextLine::new(SAFE_TOP + 67.0, 36.0, quiet).at(WIDTH - MARGIN, Anchor::End).cut(Cut::Body).draw(&day(data.latest.date)))
        (content)
        rect x=(MARGIN) y=(SAFE_BOTTOM - 98.0) width=(INSIDE) height="4" fill=(line) {}
        (TextLine::new(SAFE_BOTTOM - 28.0, 56.0, text).within(NAME_WIDTH, NAME_LEAST).draw(&data.name))
        @if let Some(handle) = &data.handle {
            (TextLine::new(SAFE_BOTTOM - 30.0, 36.0, quiet).at(WIDTH - MARGIN, Anchor::End).within(HANDLE_WIDTH, 24.0).cut(Cut::Body)
                .draw(handle))
        }
    }
}

/// A drawing as a standalone document, with its description.
pub(super) fn document(words: &str, content: &Markup) -> Markup {
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } width=(WIDTH) height=(HEIGHT)
            role="img" aria-label=(words) {
            title { (words) }
            (content)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_written_as_everywhere() {
        assert_eq!(points(Some(Score::from_hundredths(700))), "7.00");
        assert_eq!(points(None), "–");
    }

    #[test]
    fn a_share_stays_between_nothing_and_all() {
        for (hundredths, expected) in [(-5, 0.0), (0, 0.0), (2_500, 0.25), (10_000, 1.0), (12_000, 1.0)] {
            assert!(
                (share(Some(Score::from_hundredths(hundredths))) - expected).abs() < 1e-6,
                "{hundredths}"
            );
        }
        assert!(share(None).abs() < 1e-6);
    }
}
