//! The picture that other sites show of a shared page: a story or a square beside its text, on the site's background; a landscape
//! card, which has nearly the picture's proportions, fills it.

use maud::{Markup, html};

use super::art::{PICTURE_HEIGHT, PICTURE_WIDTH, Point};
use super::data::CardData;
use super::frame::{Column, Frame};
use super::layout;
use super::lettering::Cut;
use super::palette::GROUND;
use super::request::CardRequest;
use crate::db::sharing::share::{Colour, Format, Template};

const LEFT: f32 = 72.0;
/// How far two corners of the card are cut off, as on the site, in the card's units.
const CUT: f32 = 96.0;

/// The picture as an SVG document.
pub(super) fn document(order: &CardRequest) -> String {
    let (words, card) = super::content(order);
    let frame = Frame::of(order.format);
    let content = match order.format {
        Format::Story => beside(order, &frame, &card, (832.0, 34.0, 562.0), 700.0),
        Format::Square => beside(order, &frame, &card, (618.0, 54.0, 522.0), 500.0),
        Format::Landscape => filling(order, &frame, &card),
    };
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (PICTURE_WIDTH) " " (PICTURE_HEIGHT) }
            width=(PICTURE_WIDTH) height=(PICTURE_HEIGHT) role="img" aria-label=(words) { (content) }
    }
    .into_string()
}

/// The card at a position and height, with words of some width on its left.
fn beside(
    order: &CardRequest,
    frame: &Frame,
    card: &Markup,
    (x, y, height): (f32, f32, f32),
    words: f32,
) -> Markup {
    let scale = height / frame.height;
    let colours = Colour::Black.palette();
    let (width, high) = (frame.width, frame.height);
    let outline = format!("M0 0H{}L{width} {}V{high}H{CUT}L0 {}z", width - CUT, CUT * 0.6, high - CUT * 0.6);
    let column = Column { left: LEFT, right: LEFT + words };
    html! {
        rect width=(PICTURE_WIDTH) height=(PICTURE_HEIGHT) fill=(GROUND) {}
        (layout::rings(Point { x: 960.0, y: 300.0 }, [360.0, 520.0, 700.0], colours.line))
        (layout::mark(Point { x: LEFT + 28.0, y: 92.0 }, 32.0, colours.text, colours.mark))
        (Column { left: LEFT + 76.0, ..column }.line(106.0, 40.0, colours.text).within(words - 76.0, 20.0).draw(&order.data.site))
        (caption(order.template, &order.data, column))
        defs { clipPath id="card" { path d=(outline) {} } }
        g transform={ "translate(" (x) " " (y) ") scale(" (scale) ")" } {
            g clip-path="url(#card)" { (card) }
            path d=(outline) fill="none" stroke=(colours.line) stroke-width="4" {}
        }
    }
}

/// The card in the full height, on its own ground.
fn filling(order: &CardRequest, frame: &Frame, card: &Markup) -> Markup {
    let ground = order.template.colour(order.colour).palette().ground;
    html! {
        rect width=(PICTURE_WIDTH) height=(PICTURE_HEIGHT) fill=(ground) {}
        g transform="translate(40 0) scale(0.583333)" {
            defs { clipPath id="card" { rect width=(frame.width) height=(frame.height) {} } }
            g clip-path="url(#card)" { (card) }
        }
    }
}

/// The name, the score and what it is about.
fn caption(template: Template, data: &CardData, column: Column) -> Markup {
    let colours = Colour::Black.palette();
    let (what, score) = data.headline(template);
    let season = data.headline_season(template);
    let what = season.map_or_else(|| what.to_owned(), |season| format!("{what}, {season}"));
    html! {
        (column.line(252.0, 84.0, colours.text).cut(Cut::Black).within(column.width(), 48.0).draw(&data.name))
        (column.line(314.0, 34.0, colours.quiet).cut(Cut::Body).draw(&what))
        (column.line(494.0, 200.0, colours.mark).cut(Cut::Black).draw(&score.to_string()))
        (column.line(574.0, 34.0, colours.text).draw("Six tests. One score."))
    }
}
