//! The season's card: the athlete's shape in the hexagon and the final score.

use maud::{Markup, html};
use sixfold_domain::test_type::TestType;

use super::WIDTH;
use super::art::{self, Point, corners, shape, tenth};
use super::data::CardData;
use super::layout::{Anchor, HEADING, MARGIN, TextLine, points, share};
use super::lettering::Cut;
use super::palette::Palette;

const CENTRE: Point = Point { x: WIDTH / 2.0, y: 852.0 };
const RADIUS: f32 = 280.0;

/// The position of a corner's label: above the upper corners, below the lower ones, never outside the card.
const LABELS: [(f32, f32, Anchor); 6] = [
    (CENTRE.x, CENTRE.y - RADIUS - 66.0, Anchor::Middle),
    (WIDTH - MARGIN, CENTRE.y - RADIUS / 2.0 - 84.0, Anchor::End),
    (WIDTH - MARGIN, CENTRE.y + RADIUS / 2.0 + 56.0, Anchor::End),
    (CENTRE.x, CENTRE.y + RADIUS + 56.0, Anchor::Middle),
    (MARGIN, CENTRE.y + RADIUS / 2.0 + 56.0, Anchor::Start),
    (MARGIN, CENTRE.y - RADIUS / 2.0 - 84.0, Anchor::Start),
];

pub(super) fn draw(data: &CardData, colours: &Palette) -> (String, Markup) {
    let latest = &data.latest;
    let season = data.season.as_deref().unwrap_or("Six tests. One score.");
    let words = format!("Season card of {}, {season}: final score {}", data.name, latest.score);
    let outline = shape(CENTRE, RADIUS, latest.tests.map(share));
    let drawing = html! {
        (TextLine::new(HEADING, 92.0, colours.text).cut(Cut::Black).draw(season))
        @for (part, width, opacity) in [(1.0, 6, "1"), (0.75, 3, "0.6"), (0.5, 3, "0.6"), (0.25, 3, "0.6")] {
            polygon points=(art::points(&corners(CENTRE, RADIUS * part))) fill="none" stroke=(colours.line)
                stroke-width=(width) stroke-opacity=(opacity) {}
        }
        polygon points=(art::points(&outline)) fill=(colours.mark) fill-opacity="0.28" stroke=(colours.mark)
            stroke-width="10" stroke-linejoin="round" {}
        @for point in outline { circle cx=(tenth(point.x)) cy=(tenth(point.y)) r="15" fill=(colours.mark) {} }
        @for (test, (x, y, anchor)) in TestType::ALL.into_iter().zip(LABELS) {
            (TextLine::new(y, 36.0, colours.quiet).at(x, anchor).cut(Cut::Body).draw(test.as_str()))
            (TextLine::new(y + 47.0, 46.0, colours.text).at(x, anchor).draw(&points(latest.tests[test.index()])))
        }
        (TextLine::new(1304.0, 40.0, colours.quiet).cut(Cut::Body).draw("Final score"))
        (TextLine::new(1456.0, 190.0, colours.text).cut(Cut::Black).draw(&latest.score.to_string()))
    };
    (words, drawing)
}
