//! The challenge: one's own final score, for somebody else to beat. Shows nothing else of the result.

use maud::{Markup, html};

use super::WIDTH;
use super::art::Point;
use super::data::CardData;
use super::layout::{Anchor, HEADING, TextLine, mark};
use super::lettering::Cut;
use super::palette::Palette;

const CENTRE: Point = Point { x: WIDTH / 2.0, y: 1_104.0 };
const RADIUS: f32 = 230.0;

pub(super) fn draw(data: &CardData, colours: &Palette) -> (String, Markup) {
    let score = data.latest.score.to_string();
    let season = data.season.as_deref().unwrap_or("Six tests. One score.");
    let words = format!("Challenge of {}, {season}: beat my {score}", data.name);
    let drawing = html! {
        (TextLine::new(HEADING + 60.0, 150.0, colours.text).cut(Cut::Black).draw("Beat my"))
        (TextLine::new(HEADING + 330.0, 300.0, colours.mark).cut(Cut::Black).draw(&score))
        (mark(CENTRE, RADIUS, colours.line, colours.mark))
        (TextLine::new(1_432.0, 44.0, colours.quiet).at(WIDTH / 2.0, Anchor::Middle).cut(Cut::Body).draw(season))
    };
    (words, drawing)
}
