//! The score card: the final score and the six tests, each rated among the season's scores.

use maud::{Markup, html};
use sixfold_domain::test_type::TestType;

use super::WIDTH;
use super::data::{CardData, Ratings};
use super::layout::{Anchor, HEADING, MARGIN, TextLine, bar, points, share};
use super::lettering::Cut;
use super::palette::Palette;

/// The baseline of the first test, and the distance to the next.
const FIRST: f32 = 862.0;
const STEP: f32 = 112.0;
/// The right end of a rating, left of the points.
const BEFORE_POINTS: f32 = WIDTH - MARGIN - 210.0;

pub(super) fn draw(data: &CardData, colours: &Palette) -> (String, Markup) {
    let latest = &data.latest;
    let Ratings { overall, tests: ratings } = data.ratings;
    let story = match overall {
        None => "Six tests. One score.".to_owned(),
        Some(0) => rating_words(0),
        Some(rating) => format!("{} of the field", rating_words(rating)),
    };
    let told: Vec<String> = TestType::ALL
        .into_iter()
        .filter_map(|test| {
            let score = latest.tests[test.index()]?;
            let rating =
                ratings[test.index()].map(|rating| format!(", {}", rating_words(rating).to_lowercase()));
            Some(format!("{test} {score}{}", rating.unwrap_or_default()))
        })
        .collect();
    let words =
        format!("Score card of {}: final score {}. {story}. {}", data.name, latest.score, told.join("; "));
    let headline = data.season.as_deref().unwrap_or("Score card");
    let drawing = html! {
        (TextLine::new(HEADING, 92.0, colours.text).cut(Cut::Black).draw(headline))
        (TextLine::new(506.0, 40.0, colours.quiet).cut(Cut::Body).draw("Final score"))
        (TextLine::new(680.0, 200.0, colours.mark).cut(Cut::Black).draw(&latest.score.to_string()))
        (TextLine::new(762.0, 50.0, colours.text).draw(&story))
        @for (test, y) in TestType::ALL.into_iter().zip(lines()) {
            @let score = latest.tests[test.index()];
            (TextLine::new(y, 42.0, colours.text).draw(test.as_str()))
            @if let Some(rating) = ratings[test.index()] {
                (TextLine::new(y, 34.0, colours.quiet).at(BEFORE_POINTS, Anchor::End).cut(Cut::Body).draw(&rating_words(rating)))
            }
            (TextLine::new(y, 42.0, colours.text).at(WIDTH - MARGIN, Anchor::End).draw(&points(score)))
            (bar(y + 24.0, 22.0, share(score), colours))
        }
    };
    (words, drawing)
}

/// `Better than 78%`, or another text for the lowest.
fn rating_words(rating: u8) -> String {
    if rating == 0 { "All of the field to chase".to_owned() } else { format!("Better than {rating}%") }
}

fn lines() -> impl Iterator<Item = f32> {
    std::iter::successors(Some(FIRST), |y| Some(y + STEP))
}
