//! What a card says beside its result (RULES 13.16): the position on the board, the percentile, the gain.

use maud::{Markup, html};

use super::data::{CardData, Position};
use super::frame::Column;
use super::line::Anchor;
use super::palette::Palette;
use super::words::{gain_words, percentile_words};

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
        let Self { rank, better_than, gain, .. } = self;
        let rank = rank.map(Position::words);
        let percentile = better_than.map(percentile_words);
        [rank, percentile, gain.map(gain_words)].into_iter().flatten().collect()
    }

    /// The same as the end of the card's description.
    pub(super) fn told_facts(&self) -> String {
        [vec![String::new()], self.facts()].concat().join(". ")
    }
}
