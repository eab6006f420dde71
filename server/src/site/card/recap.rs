//! How the three cards of a season's recap are drawn (RULES 13.17).

use maud::{Markup, html};
use sixfold_domain::test_type::TestType;

use super::art::Point;
use super::data::{CardData, named_marks};
use super::frame::{Column, Frame};
use super::layout::{labelled, mark as emblem};
use super::lettering::Cut;
use super::list::List;
use super::palette::Palette;
use super::recap_data::Recap;
use super::season_line;
use super::words::{ordinal, percentile_words, signed};
use crate::content::dates::day;
use crate::db::sharing::share::Format;

/// The first card: the best final, and where it stands.
pub(super) fn result(data: &CardData, recap: &Recap, frame: &Frame, colours: &Palette) -> (String, Markup) {
    let season = data.season.as_deref().unwrap_or_default();
    let best = recap.best();
    let score = best.score.to_string();
    let words = format!(
        "Recap of {}, {season}: best final score {score} on {}{}",
        data.name,
        day(best.date),
        data.told_facts()
    );
    let (left, figure) = frame.halves();
    let heading = frame.pick((438.0, 92.0), (226.0, 62.0), (318.0, 84.0));
    let label = frame.pick((524.0, 40.0), (290.0, 30.0), (436.0, 38.0));
    let large = frame.pick((790.0, 290.0), (522.0, 260.0), (680.0, 260.0));
    let small = frame.pick((868.0, 40.0), (584.0, 30.0), (760.0, 38.0));
    let drawing = html! {
        (left.line(heading.0, heading.1, colours.text).cut(Cut::Black).draw(season))
        (left.line(label.0, label.1, colours.quiet).cut(Cut::Body).draw("Best final of the season"))
        (left.line(large.0, large.1, colours.mark).cut(Cut::Black).draw(&score))
        (left.line(small.0, small.1, colours.quiet).cut(Cut::Body).draw(&day(best.date)))
        (standing(data, figure, frame, colours))
    };
    (words, drawing)
}

/// The place and the percentile, one below the other, or side by side in a square; the mark if neither is to be had.
fn standing(data: &CardData, figure: Column, frame: &Frame, colours: &Palette) -> Markup {
    let cells: Vec<(String, String)> = [
        data.rank.map(|rank| (format!("On the board of {}", rank.of), ordinal(rank.position))),
        data.better_than.map(|rating| match rating {
            0 => ("In the field".to_owned(), percentile_words(0)),
            1.. => ("Better than this much of the field".to_owned(), format!("{rating}%")),
        }),
    ]
    .into_iter()
    .flatten()
    .collect();
    let sizes = frame.pick((40.0, 170.0), (26.0, 110.0), (38.0, 190.0));
    let half = figure.width() / 2.0 - 24.0;
    html! {
        @if cells.is_empty() {
            (emblem(
                frame.pick(
                    Point { x: 540.0, y: 1_166.0 },
                    Point { x: 900.0, y: 760.0 },
                    Point { x: 1_408.0, y: 530.0 },
                ),
                frame.pick(230.0, 108.0, 262.0),
                colours.line,
                colours.mark,
            ))
        }
        @for (index, (label, value)) in cells.iter().enumerate() {
            @let at = if index == 0 { 0.0 } else { 1.0 };
            @let column = frame.pick(figure, Column { left: figure.left + at * (half + 48.0), right: figure.left + at * (half + 48.0) + half }, figure);
            @let y = frame.pick(1_016.0 + at * 240.0, 720.0, 356.0 + at * 300.0);
            @let value_y = y + frame.pick(164.0, 116.0, 190.0);
            (labelled(column, (y, value_y), sizes, (label, value), (colours.quiet, colours.text)))
        }
    }
}

/// The second: how the finals went.
pub(super) fn progress(data: &CardData, recap: &Recap, frame: &Frame, colours: &Palette) -> (String, Markup) {
    let season = data.season.as_deref().unwrap_or_default();
    let (first, best, visits) = (recap.visits[0], *recap.best(), recap.visits.len());
    let count = if visits == 1 { "One visit".to_owned() } else { format!("{visits} visits") };
    let gain = recap.gain();
    let grown = recap.grown.map(|(test, gain)| format!("{test} {}", signed(gain)));
    let mut words = format!(
        "Recap of {}, {season}: {}, first final {}, best final {}, {}",
        data.name,
        count.to_lowercase(),
        first.score,
        best.score,
        signed(gain)
    );
    if let Some(grown) = &grown {
        words = format!("{words}. Largest gain: {grown}");
    }
    let (left, figure) = frame.halves();
    let heading = frame.pick((438.0, 92.0), (226.0, 62.0), (318.0, 84.0));
    let label = frame.pick((510.0, 40.0), (276.0, 30.0), (386.0, 38.0));
    let large = frame.pick((710.0, 220.0), (436.0, 164.0), (640.0, 230.0));
    let small = frame.pick((772.0, 40.0), (484.0, 30.0), (708.0, 38.0));
    let (value, told) = match (visits, gain.hundredths()) {
        (1, _) => (best.score.to_string(), "The first mark of the season".to_owned()),
        (_, 1..) => (signed(gain), format!("From {} to {}", first.score, best.score)),
        _ => (best.score.to_string(), "The first visit is still the best".to_owned()),
    };
    let drawing = html! {
        (left.line(heading.0, heading.1, colours.text).cut(Cut::Black).draw(&count))
        (left.line(label.0, label.1, colours.quiet).cut(Cut::Body).draw(season))
        (left.line(large.0, large.1, colours.mark).cut(Cut::Black).draw(&value))
        (left.line(small.0, small.1, colours.text).draw(&told))
        (season_line::draw(&recap.visits, figure, frame, colours))
        @if let Some(grown) = &grown {
            @let y = frame.pick((1_350.0, 1_424.0), (860.0, 914.0), (820.0, 878.0));
            @let column = frame.pick(left, left, left);
            (column.line(y.0, frame.pick(40.0, 28.0, 36.0), colours.quiet).cut(Cut::Body).draw("Largest gain"))
            (column.line(y.1, frame.pick(64.0, 46.0, 52.0), colours.text).draw(grown))
        }
    };
    (words, drawing)
}

/// The third: the best of the season in each of the six.
pub(super) fn tests(data: &CardData, recap: &Recap, frame: &Frame, colours: &Palette) -> (String, Markup) {
    let season = data.season.as_deref().unwrap_or_default();
    let points =
        TestType::ALL.into_iter().filter_map(|test| Some(format!("{test} {}", recap.tests[test.index()]?)));
    let points = points.collect::<Vec<_>>().join(", ");
    let marks = named_marks(&recap.marks).join(", ");
    let words =
        format!("Recap of {}, {season}: best of the season in each test, {points}. {marks}", data.name);
    let (left, _) = frame.halves();
    let heading = frame.pick((438.0, 92.0), (226.0, 62.0), (360.0, 84.0));
    let label = frame.pick((524.0, 40.0), (286.0, 30.0), (440.0, 38.0));
    let list = List::of(frame, (700.0, 400.0));
    let left_over = Point { x: 226.0, y: 716.0 };
    let drawing = html! {
        (left.line(heading.0, heading.1, colours.text).cut(Cut::Black).draw("My best of six"))
        (left.line(label.0, label.1, colours.quiet).cut(Cut::Body).draw(season))
        @if frame.format == Format::Landscape { (emblem(left_over, 116.0, colours.line, colours.mark)) }
        (list.draw(&recap.tests, |test| recap.marks[test].clone(), colours))
    };
    (words, drawing)
}
