//! One visit in full: the final score, and each of the six tests with its points.

use maud::{Markup, html};
use sixfold_domain::test_type::TestType;

use super::data::CardData;
use super::facts::Facts;
use super::frame::{Column, Frame};
use super::lettering::Cut;
use super::line::Anchor;
use super::list::List;
use super::palette::Palette;

pub(super) fn draw(data: &CardData, frame: &Frame, colours: &Palette) -> (String, Markup) {
    let latest = &data.latest;
    let told = TestType::ALL.into_iter().filter_map(|test| {
        let score = latest.tests[test.index()]?;
        let mark = latest.marks[test.index()].as_ref().map(|mark| format!(" ({mark})"));
        Some(format!("{test} {score}{}", mark.unwrap_or_default()))
    });
    let told = told.collect::<Vec<_>>().join(", ");
    let words = format!("Result of {}: final score {}; {told}{}", data.name, latest.score, data.told_facts());
    let what =
        data.season.as_ref().map_or("Final score".to_owned(), |season| format!("{season}, final score"));
    let (left, _) = frame.halves();
    let heading = frame.pick((438.0, 74.0), (214.0, 46.0), (290.0, 58.0));
    let label = frame.pick((506.0, 40.0), (262.0, 29.0), (352.0, 36.0));
    let score = frame.pick((694.0, 210.0), (392.0, 140.0), (590.0, 240.0));
    let drawing = html! {
        (left.line(heading.0, heading.1, colours.text).cut(Cut::Black).draw("Six tests. One score."))
        (left.line(label.0, label.1, colours.quiet).cut(Cut::Body).draw(&what))
        (final_beside_facts(data, frame, score, colours.text, colours))
        (List::of(frame, (812.0, 480.0)).draw(&latest.tests, |test| latest.marks[test].clone(), colours))
    };
    (words, drawing)
}

/// The final score, with what is shown beside it on its right, or below it in a landscape.
pub(super) fn final_beside_facts(
    data: &CardData,
    frame: &Frame,
    (y, size): (f32, f32),
    fill: &str,
    colours: &Palette,
) -> Markup {
    let (left, _) = frame.halves();
    let facts = Facts {
        anchor: frame.pick(Anchor::End, Anchor::End, Anchor::Start),
        size: frame.pick(38.0, 31.0, 42.0),
        step: frame.pick(54.0, 44.0, 58.0),
    };
    let count = data.facts().len();
    let width = if count == 0 { left.width() } else { left.width() * frame.pick(0.54, 0.54, 1.0) };
    let room = Column { left: left.left + left.width() * frame.pick(0.57, 0.57, 0.0), ..left };
    let last = frame.pick(y, y, y + 88.0 + facts.step * below(count));
    html! {
        (left.line(y, size, fill).within(width, 0.0).cut(Cut::Black).draw(&data.latest.score.to_string()))
        (facts.draw(room, last, data, colours))
    }
}

/// How many steps the last of some lines is below the first.
pub(super) fn below(count: usize) -> f32 {
    f32::from(u8::try_from(count.saturating_sub(1)).unwrap_or_default())
}
