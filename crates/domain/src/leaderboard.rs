//! The board: ranking finals (RULES 8.1, 8.2).
//!
//! Defines the order of finals, positions, and where a page of a board ended. It knows no names: a competitor is a number, a
//! gender, a score and a time.

use core::cmp::Ordering;
use std::collections::HashSet;

use crate::identity::Uaid;
use crate::profile::Gender;
use crate::score::Score;
use crate::time::Date;

pub mod age_group;
#[cfg(test)]
mod tests;

/// The most rows in one answer (RULES 8.5).
pub const ROWS_MAX: usize = 100;
/// The rows of a board that is cut to its top (RULES 8.5).
pub const TOP_ROWS: usize = 15;
/// The most rows on each side of a competitor, so that they fit into one answer.
pub const AROUND_MAX: usize = (ROWS_MAX - 1) / 2;
/// The age from which somebody is on public boards without having agreed to it.
pub const PUBLIC_AGE: i32 = 18;

/// A final score that counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Final {
    /// The athlete's number.
    pub uaid: Uaid,
    /// The gender as the athlete stated it.
    pub gender: Gender,
    /// The final score.
    pub score: Score,
    /// When it was achieved, milliseconds since 1970: of equal scores the earlier comes first.
    pub at_ms: i64,
    /// Since when it is visible: from that time, or from its reveal, in milliseconds since 1970.
    pub since_ms: i64,
}

/// Which competitors a board ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Board {
    /// Everybody. People of another gender, or who did not state one, are on this board only.
    Overall,
    /// Men.
    Male,
    /// Women.
    Female,
}

impl Board {
    /// Whether people of that gender are on this board.
    pub const fn ranks(self, gender: Gender) -> bool {
        matches!(
            (self, gender),
            (Self::Overall, _) | (Self::Male, Gender::Male) | (Self::Female, Gender::Female)
        )
    }
}

/// A competitor's position on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// The index of their best final, of equal ones the earliest.
    pub index: usize,
    /// From 1; equal scores share a position (1, 1, 3).
    pub position: usize,
}

/// Whether somebody is on public boards: adults, and those under 18 who have agreed (RULES 8.6). Without a date of birth nobody
/// counts as an adult.
pub fn is_public(date_of_birth: Option<Date>, today: Date, opted_in: bool) -> bool {
    opted_in || date_of_birth.is_some_and(|born| born.years_until(today) >= PUBLIC_AGE)
}

/// Ranks the best final of each competitor: highest first; among equal scores the earlier final, then the lower `uaid`.
pub fn rank(finals: &[Final], board: Board) -> Vec<Standing> {
    let mut order: Vec<usize> =
        (0..finals.len()).filter(|index| board.ranks(finals[*index].gender)).collect();
    order.sort_by(|one, other| compare(&finals[*one], &finals[*other]));
    // In this order, the first final of a competitor is their best.
    let mut seen = HashSet::with_capacity(order.len());
    order.retain(|index| seen.insert(&finals[*index].uaid));
    let mut standings: Vec<Standing> = Vec::with_capacity(order.len());
    // RULES 8.1: equal scores share the position of the first of them.
    for index in order {
        let position = match standings.last() {
            Some(above) if finals[above.index].score == finals[index].score => above.position,
            Some(_) | None => position_behind(standings.len()),
        };
        standings.push(Standing { index, position });
    }
    standings
}

/// The order of a board (RULES 8.1): the higher score first, then as in [`tie_order`].
pub(crate) fn compare(one: &Final, other: &Final) -> Ordering {
    other.score.cmp(&one.score).then_with(|| tie_order(one.at_ms, other.at_ms, || (&one.uaid, &other.uaid)))
}

/// The order of two finals with equal scores (RULES 8.1): the earlier first, then the lower number. Numbers are only looked up
/// if the times are equal.
pub fn tie_order<N: Ord>(one_ms: i64, other_ms: i64, numbers: impl FnOnce() -> (N, N)) -> Ordering {
    one_ms.cmp(&other_ms).then_with(|| {
        let (one, other) = numbers();
        one.cmp(&other)
    })
}

/// The position of a score that `ahead` competitors have beaten (RULES 8.1).
pub const fn position_behind(ahead: usize) -> usize {
    ahead + 1
}

/// Where a page ended: after a number of rows with a score and time. It stays valid when rows are added above it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cursor {
    /// The score of the last row of the page.
    pub score: Score,
    /// The time of its final.
    pub at_ms: i64,
    /// How many rows with that score and time have been returned.
    pub given: usize,
}
