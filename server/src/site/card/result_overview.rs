//! The results so far, the last six of them at most, oldest first, and the best of all large.

use maud::{Markup, html};
use sixfold_domain::score::Score;

use super::art::tenth;
use super::data::CardData;
use super::facts::Facts;
use super::frame::{Column, Frame};
use super::lettering::Cut;
use super::line::Anchor;
use super::palette::Palette;
use super::result_details::below;
use super::results::{Final, best, minus};
use crate::content::dates::{day, month, short_day};

/// The most results shown, for which space is always reserved.
const MOST: usize = 6;
const FEWEST: usize = 3;
/// The lowest column, as a share of the tallest.
const LEAST: f32 = 0.18;
/// Between two columns, as a share of the distance from one to the next.
const SPACE: f32 = 0.0921;
/// Columns begin this far below the lowest score, in hundredths of a point, or all would look the same.
const UNDER_LOWEST: i32 = 1_500;
/// How far a column's upper left corner is cut off.
const CUT: (f32, f32) = (24.0, 22.0);

pub(super) fn draw(data: &CardData, frame: &Frame, colours: &Palette) -> (String, Markup) {
    let best = data.best();
    let shown = &data.finals[data.finals.len().saturating_sub(MOST)..];
    let columns = Columns::new(frame, shown.len());
    let words: Vec<String> =
        shown.iter().map(|result| format!("{} {}", day(result.date), result.score)).collect();
    // The best may be older than those shown.
    let words = format!("Results of {}: best final score {}; {}", data.name, best.score, words.join(", "));
    let low = shown.iter().map(|result| result.score.hundredths()).min().unwrap_or(0);
    let base = (low - UNDER_LOWEST).max(0);
    let (left, _) = frame.halves();
    let facts = Facts {
        anchor: frame.pick(Anchor::End, Anchor::End, Anchor::Start),
        size: frame.pick(38.0, 31.0, 40.0),
        step: frame.pick(54.0, 44.0, 56.0),
    };
    let all = shown.len() == data.finals.len();
    let year = |result: Option<&Final>| result.map(|result| result.date.year());
    let under_column = if year(shown.first()) == year(shown.last()) { short_day } else { month };
    let count = data.facts().len();
    let room = Column { left: left.left + left.width() * frame.pick(0.57, 0.57, 0.0), ..left };
    let heading = frame.pick((438.0, 92.0), (222.0, 58.0), (290.0, 76.0));
    let label = frame.pick((506.0, 40.0), (270.0, 29.0), (352.0, 36.0));
    let score = frame.pick((680.0, 200.0), (392.0, 138.0), (560.0, 220.0));
    let under = frame.pick((754.0, 44.0), (446.0, 33.0), (634.0, 42.0));
    let width = if count == 0 { left.width() } else { left.width() * frame.pick(0.54, 0.54, 1.0) };
    let last = frame.pick(score.0, score.0, 730.0 + facts.step * below(count));
    let (large, small) = columns.sizes;
    let drawing = html! {
        (left.line(heading.0, heading.1, colours.text).cut(Cut::Black).draw(if all { "Every mark so far" } else { "The last six visits" }))
        (left.line(label.0, label.1, colours.quiet).cut(Cut::Body).draw("Best final score"))
        (left.line(score.0, score.1, colours.mark).within(width, 0.0).cut(Cut::Black).draw(&best.score.to_string()))
        (facts.draw(room, last, data, colours))
        (left.line(under.0, under.1, colours.text).draw(&story(shown)))
        @for place in shown.len()..FEWEST {
            path d=(columns.outline(place, 1.0)) fill="none" stroke=(colours.line) stroke-width="4"
                stroke-dasharray="4 16" stroke-linecap="round" {}
        }
        @for (place, result) in shown.iter().enumerate() {
            @let tall = height(result.score, base, best.score);
            @let middle = columns.x(place) + columns.width / 2.0;
            @let line = |y: f32, size: f32, fill| columns.column.line(y, size, fill).at(middle, Anchor::Middle).within(columns.width, 0.0);
            path d=(columns.outline(place, tall)) fill=(if std::ptr::eq(result, best) { colours.mark } else { colours.line }) {}
            (line(columns.floor - columns.tallest * tall - large * 0.52, large, colours.text).draw(&result.score.to_string()))
            (line(columns.floor + small * 1.68, small, colours.quiet).cut(Cut::Body).draw(&under_column(result.date)))
        }
    };
    (words + &data.told_facts(), drawing)
}

/// The course of the results that are shown, in a sentence.
fn story(shown: &[Final]) -> String {
    let visits = shown.len();
    let gain = shown.first().map_or(0, |first| minus(best(shown).score, first.score).hundredths());
    match (visits, gain) {
        (1, _) => "One visit, one mark to beat.".to_owned(),
        (_, 1..) => format!("{visits} visits. {} points up.", Score::from_hundredths(gain)),
        _ => format!("{visits} visits, and still going."),
    }
}

/// A column's height for its score, as a share of the tallest.
fn height(score: Score, base: i32, best: Score) -> f32 {
    let above = |score: Score| f32::from(u16::try_from(score.hundredths() - base).unwrap_or_default());
    let share = above(score) / above(best).max(100.0);
    LEAST + (1.0 - LEAST) * share.clamp(0.0, 1.0)
}

struct Columns {
    column: Column,
    step: f32,
    width: f32,
    floor: f32,
    tallest: f32,
    /// Of a score and of its day.
    sizes: (f32, f32),
}

impl Columns {
    fn new(frame: &Frame, shown: usize) -> Self {
        let (_, column) = frame.halves();
        let step = column.width() / number(shown.max(FEWEST));
        Self {
            column,
            step,
            width: step * (1.0 - SPACE),
            floor: frame.pick(1396.0, 850.0, 820.0),
            tallest: frame.pick(500.0, 300.0, 480.0),
            sizes: frame.pick((46.0, 32.0), (36.0, 26.0), (42.0, 30.0)),
        }
    }

    fn x(&self, place: usize) -> f32 {
        self.column.left + number(place) * self.step
    }

    /// A column of a share of the tallest.
    fn outline(&self, place: usize, share: f32) -> String {
        let (x, top) = (self.x(place), self.floor - self.tallest * share);
        let (right, down) = CUT;
        format!(
            "M{} {}l{right} {}h{}V{}H{}z",
            tenth(x),
            tenth(top + down),
            -down,
            tenth(self.width - right),
            self.floor,
            tenth(x)
        )
    }
}

fn number(count: usize) -> f32 {
    f32::from(u8::try_from(count).unwrap_or(u8::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_story_is_of_the_visits_that_are_shown() {
        let finals: Vec<Final> = [5_000, 6_000, 6_550, 6_200]
            .into_iter()
            .map(|hundredths| Final {
                date: "2026-11-02".parse().unwrap(),
                score: Score::from_hundredths(hundredths),
            })
            .collect();
        assert_eq!(story(&finals), "4 visits. 15.50 points up.");
        assert_eq!(story(&finals[1..]), "3 visits. 5.50 points up.");
        assert_eq!(story(&finals[2..]), "2 visits, and still going.");
        assert_eq!(story(&finals[3..]), "One visit, one mark to beat.");
    }
}
