//! The athlete's shape in the hexagon, with a label at each corner.

use maud::{Markup, html};
use sixfold_domain::test_type::TestType;

use super::art::{self, Point, corners, shape, tenth};
use super::data::Latest;
use super::frame::Column;
use super::layout::{points, share};
use super::lettering::Cut;
use super::line::{Anchor, TextLine};
use super::palette::Palette;

#[derive(Debug, Clone, Copy)]
pub(super) struct Hexagon {
    pub(super) centre: Point,
    pub(super) radius: f32,
    /// Where the labels of the corners at the sides begin and end.
    pub(super) labels: Column,
    /// The sizes of a test's name and of its points.
    pub(super) sizes: (f32, f32),
}

impl Hexagon {
    pub(super) fn draw(&self, latest: &Latest, colours: &Palette) -> Markup {
        let Self { centre, radius, .. } = *self;
        let outline = shape(centre, radius, latest.tests.map(share));
        let dot = tenth(radius * 0.054);
        html! {
            @for (part, width, opacity) in [(1.0, 6, "1"), (0.75, 3, "0.6"), (0.5, 3, "0.6"), (0.25, 3, "0.6")] {
                polygon points=(art::points(&corners(centre, radius * part))) fill="none" stroke=(colours.line)
                    stroke-width=(width) stroke-opacity=(opacity) {}
            }
            polygon points=(art::points(&outline)) fill=(colours.mark) fill-opacity="0.28" stroke=(colours.mark)
                stroke-width="10" stroke-linejoin="round" {}
            @for point in outline { circle cx=(tenth(point.x)) cy=(tenth(point.y)) r=(dot) fill=(colours.mark) {} }
            @for (test, place) in TestType::ALL.into_iter().zip(self.places()) {
                (self.label(test, place, latest, colours))
            }
        }
    }

    /// A test's name above its points. With a measurement beside the name the lower corners have it below, where there is room.
    fn label(
        &self,
        test: TestType,
        (x, y, anchor): (f32, f32, Anchor),
        latest: &Latest,
        colours: &Palette,
    ) -> Markup {
        let (small, large) = self.sizes;
        let score = points(latest.tests[test.index()]);
        let mark = latest.marks[test.index()].as_ref();
        let name = mark.map_or_else(|| test.to_string(), |mark| format!("{test}, {mark}"));
        let (name_y, score_y) = if mark.is_some() && y > self.centre.y {
            (y + large * 1.02, y + large * 0.16)
        } else {
            (y, y + large * 1.02)
        };
        html! {
            (TextLine::new(x, name_y, small, colours.quiet).at(x, anchor).cut(Cut::Body).draw(&name))
            (TextLine::new(x, score_y, large, colours.text).at(x, anchor).draw(&score))
        }
    }

    /// The baseline of each corner's name: above the upper corners, below the lower ones.
    fn places(&self) -> [(f32, f32, Anchor); 6] {
        let Self { centre, radius, labels, sizes: (small, large) } = *self;
        let (above, below) = (large * 1.44, small * 1.56);
        let upper = centre.y - radius / 2.0 - large * 1.83;
        let lower = centre.y + radius / 2.0 + below;
        [
            (centre.x, centre.y - radius - above, Anchor::Middle),
            (labels.right, upper, Anchor::End),
            (labels.right, lower, Anchor::End),
            (centre.x, centre.y + radius + below, Anchor::Middle),
            (labels.left, lower, Anchor::Start),
            (labels.left, upper, Anchor::Start),
        ]
    }
}
