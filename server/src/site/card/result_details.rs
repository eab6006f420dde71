//! One visit in full: the final score, and each of the six tests with its points.

use maud::{Markup, html};
use sixfold_domain::test_type::TestType;

use super::WIDTH;
use super::data::CardData;
use super::layout::{Anchor, HEADING, MARGIN, TextLine, bar, points, share};
use super::lettering::Cut;
use super::palette::Palette;

/// The baseline of the first test, and the distance to the next.
const FIRST: f32 = 812.0;
const STEP: f32 = 121.0;

pub(super) fn draw(data: &CardData, colours: &Palette) -> (String, Markup) {
    let latest = &data.latest;
    let taken = TestType::ALL.into_iter().filter_map(|test| Some((test, latest.tests[test.index()]?)));
    let told: Vec<String> = taken.map(|(test, score)| format!("{test} {score}")).collect();
    let words = format!("Result of {}: final score {}; {}", data.name, latest.score, told.join(", "));
    let what =
        data.season.as_ref().map_or("Final score".to_owned(), |season| format!("{season}, final score"));
    let drawing = html! {
        (TextLine::new(HEADING, 74.0, colours.text).cut(Cut::Black).draw("Six tests. One score."))
        (TextLine::new(506.0, 40.0, colours.quiet).cut(Cut::Body).draw(&what))
        (TextLine::new(694.0, 210.0, colours.text).cut(Cut::Black).draw(&latest.score.to_string()))
        @for (test, y) in TestType::ALL.into_iter().zip(lines()) {
            @let score = latest.tests[test.index()];
            (TextLine::new(y, 44.0, colours.text).draw(test.as_str()))
            (TextLine::new(y, 44.0, colours.text).at(WIDTH - MARGIN, Anchor::End).draw(&points(score)))
            (bar(y + 24.0, 26.0, share(score), colours))
        }
    };
    (words, drawing)
}

fn lines() -> impl Iterator<Item = f32> {
    std::iter::successors(Some(FIRST), |y| Some(y + STEP))
}
