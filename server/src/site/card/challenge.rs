//! The challenge: one's own final score, for somebody else to beat. Shows nothing else of the result.

use maud::{Markup, html};

use super::art::Point;
use super::data::CardData;
use super::frame::{Column, Frame};
use super::layout::{centred, mark};
use super::lettering::Cut;
use super::palette::Palette;
use crate::db::sharing::share::Format;

pub(super) fn draw(data: &CardData, frame: &Frame, colours: &Palette) -> (String, Markup) {
    let score = data.latest.score.to_string();
    let season = data.season.as_deref().unwrap_or("Six tests. One score.");
    let words = format!("Challenge of {}, {season}: beat my {score}", data.name);
    let column = frame.column();
    let left = Column { right: frame.pick(column.right, column.right, 1_240.0), ..column };
    let heading = frame.pick((498.0, 150.0), (312.0, 116.0), (380.0, 170.0));
    let large = frame.pick((768.0, 300.0), (566.0, 268.0), (700.0, 340.0));
    let small = frame.pick((1_432.0, 44.0), (860.0, 38.0), (818.0, 44.0));
    let place = frame.pick(
        (Point { x: 540.0, y: 1_104.0 }, 230.0),
        (Point { x: 882.0, y: 742.0 }, 122.0),
        (Point { x: 1_546.0, y: 528.0 }, 262.0),
    );
    let below = match frame.format {
        Format::Story => centred(frame, small.0, small.1, colours.quiet),
        Format::Square | Format::Landscape => left.line(small.0, small.1, colours.quiet),
    };
    let drawing = html! {
        (left.line(heading.0, heading.1, colours.text).cut(Cut::Black).draw("Beat my"))
        (left.line(large.0, large.1, colours.mark).cut(Cut::Black).draw(&score))
        (mark(place.0, place.1, colours.line, colours.mark))
        (below.cut(Cut::Body).draw(season))
    };
    (words, drawing)
}
