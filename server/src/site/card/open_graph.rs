//! The picture that other sites show of a shared page: the card beside its text, on the site's background.

use maud::{Markup, html};

use super::art::Point;
use super::data::CardData;
use super::layout::{self, Anchor, TextLine};
use super::lettering::Cut;
use super::palette::GROUND;
use super::{HEIGHT, PICTURE_HEIGHT, PICTURE_WIDTH, WIDTH};
use crate::db::share::{Colour, Template};

/// The left margin.
const LEFT: f32 = 72.0;
/// The width of the words.
const WORDS: f32 = 700.0;
/// The card's position and height.
const CARD: (f32, f32, f32) = (832.0, 34.0, 562.0);
/// How far two corners of the card are cut off, as on the site, in the card's units.
const CUT: f32 = 96.0;

/// The picture as an SVG document.
pub(super) fn document(template: Template, colour: Colour, data: &CardData) -> String {
    let (words, card) = super::content(template, colour, data);
    let (x, y, height) = CARD;
    let scale = height / HEIGHT;
    let colours = Colour::Black.palette();
    let outline =
        format!("M0 0H{}L{WIDTH} {}V{HEIGHT}H{CUT}L0 {}z", WIDTH - CUT, CUT * 0.6, HEIGHT - CUT * 0.6);
    let content = html! {
        rect width=(PICTURE_WIDTH) height=(PICTURE_HEIGHT) fill=(GROUND) {}
        (layout::rings(Point { x: 960.0, y: 300.0 }, [360.0, 520.0, 700.0], colours.line))
        (layout::mark(Point { x: LEFT + 28.0, y: 92.0 }, 32.0, colours.text, colours.mark))
        (TextLine::new(106.0, 40.0, colours.text).at(LEFT + 76.0, Anchor::Start).within(WORDS - 76.0, 20.0).draw(&data.site))
        (caption(template, data))
        defs { clipPath id="card" { path d=(outline) {} } }
        g transform={ "translate(" (x) " " (y) ") scale(" (scale) ")" } {
            g clip-path="url(#card)" { (card) }
            path d=(outline) fill="none" stroke=(colours.line) stroke-width="4" {}
        }
    };
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (PICTURE_WIDTH) " " (PICTURE_HEIGHT) }
            width=(PICTURE_WIDTH) height=(PICTURE_HEIGHT) role="img" aria-label=(words) { (content) }
    }
    .into_string()
}

/// The name, the score and what it is about.
fn caption(template: Template, data: &CardData) -> Markup {
    let colours = Colour::Black.palette();
    let line = |y, size, fill| TextLine::new(y, size, fill).at(LEFT, Anchor::Start).within(WORDS, 0.0);
    let (what, score) = data.headline(template);
    let what = data.season.as_ref().map_or_else(|| what.to_owned(), |season| format!("{what}, {season}"));
    html! {
        (line(252.0, 84.0, colours.text).cut(Cut::Black).within(WORDS, 48.0).draw(&data.name))
        (line(314.0, 34.0, colours.quiet).cut(Cut::Body).draw(&what))
        (line(494.0, 200.0, colours.mark).cut(Cut::Black).draw(&score.to_string()))
        (line(574.0, 34.0, colours.text).draw("Six tests. One score."))
    }
}
