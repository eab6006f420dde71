//! The six tests as a list: name, something beside it, points, and a bar.

use maud::{Markup, html};
use sixfold_domain::score::Score;
use sixfold_domain::test_type::TestType;

use super::frame::{Column, Frame};
use super::layout::{bar, points, share};
use super::lettering::Cut;
use super::line::Anchor;
use super::palette::Palette;

#[derive(Debug, Clone, Copy)]
pub(super) struct List {
    pub(super) column: Column,
    /// The baseline of the first test, and the distance to the next.
    pub(super) first: f32,
    pub(super) step: f32,
    /// The sizes of name and points, and of what stands beside.
    pub(super) sizes: (f32, f32),
    /// How far below the baseline a bar begins, and its height.
    pub(super) bar: (f32, f32),
}

impl List {
    /// In the figure's place of a format: below `story` in a story, below `square` in a square.
    pub(super) fn of(frame: &Frame, (story, square): (f32, f32)) -> Self {
        let (_, column) = frame.halves();
        let end = |bottom: f32, first: f32| (bottom - first) / 5.0;
        Self {
            column,
            first: frame.pick(story, square, 268.0),
            step: frame.pick(end(1417.0, story), end(874.0, square), 114.0),
            sizes: frame.pick((43.0, 34.0), (34.0, 27.0), (42.0, 33.0)),
            bar: frame.pick((24.0, 24.0), (14.0, 13.0), (23.0, 22.0)),
        }
    }

    /// The list; `beside` is what stands before the points of a test.
    pub(super) fn draw(
        &self,
        tests: &[Option<Score>; 6],
        beside: impl Fn(usize) -> Option<String>,
        colours: &Palette,
    ) -> Markup {
        let Self { column, first, step, sizes: (large, small), bar: (below, height) } = *self;
        let before_points = column.right - large * 4.8;
        let room = column.width() - large * 10.6;
        html! {
            @for (test, y) in TestType::ALL.into_iter().zip(std::iter::successors(Some(first), |y| Some(y + step))) {
                @let score = tests[test.index()];
                (column.line(y, large, colours.text).draw(test.as_str()))
                @if let Some(beside) = beside(test.index()) {
                    (column.line(y, small, colours.quiet).at(before_points, Anchor::End).within(room, 0.0).cut(Cut::Body)
                        .draw(&beside))
                }
                (column.end(y, large, colours.text).draw(&points(score)))
                (bar(column, (y + below, height), share(score), colours))
            }
        }
    }
}
