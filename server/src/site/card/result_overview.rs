//! All results so far: the best one large, and the others, oldest first.

use maud::{Markup, html};
use sixfold_domain::score::Score;

use super::art::tenth;
use super::data::CardData;
use super::layout::{Anchor, HEADING, INSIDE, MARGIN, TextLine};
use super::lettering::Cut;
use super::palette::Palette;
use crate::content::dates::{day, short_day};

/// The most results shown, for which space is always reserved.
const MOST: usize = 6;
const FEWEST: usize = 3;
const FLOOR: f32 = 1396.0;
const TALLEST: f32 = 500.0;
const LEAST: f32 = 90.0;
/// Between two columns.
const SPACE: f32 = 28.0;
/// Columns begin this far below the lowest score, in hundredths of a point, or all would look the same.
const UNDER_LOWEST: i32 = 1_500;
/// How far a column's upper left corner is cut off.
const CUT: (f32, f32) = (24.0, 22.0);

pub(super) fn draw(data: &CardData, colours: &Palette) -> (String, Markup) {
    let best = data.best();
    let shown = &data.finals[data.finals.len().saturating_sub(MOST)..];
    let columns = Columns::new(shown.len());
    let words: Vec<String> =
        shown.iter().map(|result| format!("{} {}", day(result.date), result.score)).collect();
    let words = format!("Results of {}: {}", data.name, words.join(", "));
    let low = shown.iter().map(|result| result.score.hundredths()).min().unwrap_or(0);
    let base = (low - UNDER_LOWEST).max(0);
    let drawing = html! {
        (TextLine::new(HEADING, 92.0, colours.text).cut(Cut::Black).draw("Every mark so far"))
        (TextLine::new(506.0, 40.0, colours.quiet).cut(Cut::Body).draw("Best final score"))
        (TextLine::new(680.0, 200.0, colours.mark).cut(Cut::Black).draw(&best.score.to_string()))
        (TextLine::new(754.0, 44.0, colours.text).draw(&story(data)))
        @for place in shown.len()..FEWEST {
            path d=(columns.outline(place, TALLEST)) fill="none" stroke=(colours.line) stroke-width="4"
                stroke-dasharray="4 16" stroke-linecap="round" {}
        }
        @for (place, result) in shown.iter().enumerate() {
            @let tall = height(result.score, base, best.score);
            @let middle = columns.x(place) + columns.width / 2.0;
            path d=(columns.outline(place, tall)) fill=(if std::ptr::eq(result, best) { colours.mark } else { colours.line }) {}
            (TextLine::new(FLOOR - tall - 24.0, 46.0, colours.text).at(middle, Anchor::Middle).within(columns.width, 0.0)
                .draw(&result.score.to_string()))
            (TextLine::new(FLOOR + 54.0, 32.0, colours.quiet).at(middle, Anchor::Middle).within(columns.width, 0.0)
                .cut(Cut::Body).draw(&short_day(result.date)))
        }
    };
    (words, drawing)
}

/// The course of the results, in a sentence.
fn story(data: &CardData) -> String {
    let visits = data.finals.len();
    let gain =
        data.finals.first().map_or(0, |first| data.best().score.hundredths() - first.score.hundredths());
    match (visits, gain) {
        (1, _) => "One visit, one mark to beat.".to_owned(),
        (_, 1..) => format!("{visits} visits. {} points up.", Score::from_hundredths(gain)),
        _ => format!("{visits} visits, and still going."),
    }
}

/// A column's height for its score.
fn height(score: Score, base: i32, best: Score) -> f32 {
    let above = |score: Score| f32::from(u16::try_from(score.hundredths() - base).unwrap_or_default());
    let share = above(score) / above(best).max(100.0);
    LEAST + (TALLEST - LEAST) * share.clamp(0.0, 1.0)
}

/// The positions of the columns.
struct Columns {
    step: f32,
    width: f32,
}

impl Columns {
    fn new(shown: usize) -> Self {
        let step = INSIDE / number(shown.max(FEWEST));
        Self { step, width: step - SPACE }
    }

    fn x(&self, place: usize) -> f32 {
        MARGIN + number(place) * self.step
    }

    fn outline(&self, place: usize, tall: f32) -> String {
        let (x, top) = (self.x(place), FLOOR - tall);
        let (right, down) = CUT;
        format!(
            "M{} {}l{right} {}h{}V{FLOOR}H{}z",
            tenth(x),
            tenth(top + down),
            -down,
            tenth(self.width - right),
            tenth(x)
        )
    }
}

fn number(count: usize) -> f32 {
    f32::from(u8::try_from(count).unwrap_or(u8::MAX))
}
