//! What a card says beside its result (RULES 13.16): the place on the board, the percentile, the gain.

use maud::{Markup, html};
use sixfold_domain::score::Score;

use super::data::{CardData, Place};
use super::frame::Column;
use super::line::Anchor;
use super::palette::Palette;

/// How the lines are set beside a final.
#[derive(Debug, Clone, Copy)]
pub(super) struct Facts {
    pub(super) anchor: Anchor,
    pub(super) size: f32,
    /// From one baseline to the next.
    pub(super) step: f32,
}

impl Facts {
    /// The lines that end at a baseline, the first in the card's emphasis; nothing if there are none.
    pub(super) fn draw(&self, column: Column, last: f32, data: &CardData, colours: &Palette) -> Markup {
        let lines = data.facts();
        let above = std::iter::successors(Some(last), |y| Some(y - self.step));
        let mut ys: Vec<f32> = above.take(lines.len()).collect();
        ys.reverse();
        let x = if self.anchor == Anchor::End { column.right } else { column.left };
        // All of the size of the longest.
        let fits = lines.iter().map(|line| column.line(last, self.size, colours.text).fitted(line));
        let size = fits.fold(self.size, f32::min);
        html! {
            @for (index, (line, y)) in lines.iter().zip(ys).enumerate() {
                @let fill = if index == 0 { colours.mark } else { colours.text };
                (column.line(y, size, fill).at(x, self.anchor).draw(line))
            }
        }
    }
}

impl CardData {
    /// The lines in words, in the order in which they are picked.
    pub(super) fn facts(&self) -> Vec<String> {
        let Self { rank, percentile, gain, .. } = self;
        let rank = rank.map(Place::words);
        let percentile = percentile.map(percentile_words);
        [rank, percentile, gain.map(gain_words)].into_iter().flatten().collect()
    }

    /// The same as the end of the card's description.
    pub(super) fn told_facts(&self) -> String {
        [vec![String::new()], self.facts()].concat().join(". ")
    }
}

/// `Better than 78%`, as My progress has it.
pub fn percentile_words(percentile: u8) -> String {
    if percentile == 0 {
        "All of the field to chase".to_owned()
    } else {
        format!("Better than {percentile}%")
    }
}

/// `+2.41 on the last one`
pub fn gain_words(gain: Score) -> String {
    format!("{} on the last one", signed(gain))
}

/// `+2.41`, `−0.30`
pub(super) fn signed(gain: Score) -> String {
    let sign = if gain.hundredths() < 0 { "−" } else { "+" };
    format!("{sign}{}", Score::from_hundredths(gain.hundredths().saturating_abs()))
}

/// `1st`, `22nd`, `113th`
pub(super) fn ordinal(number: usize) -> String {
    let ending = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    // RULES 13.16
    #[test]
    fn numbers_are_said_as_they_are_spoken() {
        for (number, expected) in
            [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th")]
        {
            assert_eq!(ordinal(number), expected);
        }
        for (number, expected) in [(21, "21st"), (102, "102nd"), (111, "111th"), (1_013, "1013th")] {
            assert_eq!(ordinal(number), expected);
        }
        assert_eq!(gain_words(Score::from_hundredths(241)), "+2.41 on the last one");
        assert_eq!(gain_words(Score::from_hundredths(-30)), "−0.30 on the last one");
        assert_eq!(percentile_words(0), "All of the field to chase");
    }
}
