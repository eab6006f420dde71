//! The score card: the final score and the six tests, each rated among the season's scores.

use maud::{Markup, html};
use sixfold_domain::test_type::TestType;

use super::data::{CardData, Ratings};
use super::frame::Frame;
use super::lettering::Cut;
use super::list::List;
use super::palette::Palette;
use super::result_details::final_beside_facts;
use super::words::percentile_words;

pub(super) fn draw(data: &CardData, frame: &Frame, colours: &Palette) -> (String, Markup) {
    let latest = &data.latest;
    let Ratings { overall, tests: ratings } = data.ratings;
    let story = match overall {
        None => "Six tests. One score.".to_owned(),
        Some(0) => percentile_words(0),
        Some(rating) => format!("{} of the field", percentile_words(rating)),
    };
    let told: Vec<String> = TestType::ALL
        .into_iter()
        .filter_map(|test| {
            let score = latest.tests[test.index()]?;
            let rating =
                ratings[test.index()].map(|rating| format!(", {}", percentile_words(rating).to_lowercase()));
            Some(format!("{test} {score}{}", rating.unwrap_or_default()))
        })
        .collect();
    let words = format!(
        "Score card of {}: final score {}. {story}. {}{}",
        data.name,
        latest.score,
        told.join("; "),
        data.told_facts()
    );
    let headline = data.season.as_deref().unwrap_or("Score card");
    let (left, _) = frame.halves();
    let heading = frame.pick((438.0, 92.0), (218.0, 54.0), (290.0, 76.0));
    let label = frame.pick((506.0, 40.0), (264.0, 29.0), (352.0, 36.0));
    let score = frame.pick((680.0, 200.0), (380.0, 132.0), (570.0, 220.0));
    let under = frame.pick((762.0, 50.0), (430.0, 33.0), (850.0, 44.0));
    let drawing = html! {
        (left.line(heading.0, heading.1, colours.text).cut(Cut::Black).draw(headline))
        (left.line(label.0, label.1, colours.quiet).cut(Cut::Body).draw("Final score"))
        (final_beside_facts(data, frame, score, colours.mark, colours))
        (left.line(under.0, under.1, colours.text).draw(&story))
        (List::of(frame, (862.0, 506.0)).draw(&latest.tests, |test| ratings[test].map(percentile_words), colours))
    };
    (words, drawing)
}
