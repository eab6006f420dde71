//! The board: ranking finals (RULES 8.1, 8.2).
//!
//! Defines the order of finals, positions, and the pages of a board. It knows no names: a competitor is a number, a gender, a
//! score and a time.

use core::cmp::Ordering;
use std::collections::{HashMap, HashSet};

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
    /// The position at an earlier time; `None` for a competitor who was not ranked then.
    pub previous: Option<usize>,
}

/// Whether somebody is on public boards: adults, and those under 18 who have agreed (RULES 8.6). Without a date of birth nobody
/// counts as an adult.
pub fn is_public(date_of_birth: Option<Date>, today: Date, opted_in: bool) -> bool {
    opted_in || date_of_birth.is_some_and(|born| born.years_until(today) >= PUBLIC_AGE)
}

/// Ranks the best final of each competitor: highest first; among equal scores the earlier final, then the lower `uaid`.
pub fn rank(finals: &[Final], board: Board) -> Vec<Standing> {
    rank_until(finals, board, i64::MAX)
}

/// As [`rank`], with the position on the board of finals visible before `moment_ms` (RULES 8.3).
pub fn rank_with_previous(finals: &[Final], board: Board, moment_ms: i64) -> Vec<Standing> {
    let before: HashMap<&Uaid, usize> = rank_until(finals, board, moment_ms)
        .into_iter()
        .map(|standing| (&finals[standing.index].uaid, standing.position))
        .collect();
    let mut now = rank(finals, board);
    for standing in &mut now {
        standing.previous = before.get(&finals[standing.index].uaid).copied();
    }
    now
}

/// The board of the finals visible before a time.
fn rank_until(finals: &[Final], board: Board, moment_ms: i64) -> Vec<Standing> {
    let mut order: Vec<usize> = (0..finals.len())
        .filter(|index| board.ranks(finals[*index].gender) && finals[*index].since_ms < moment_ms)
        .collect();
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
        standings.push(Standing { index, position, previous: None });
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

/// The index of a competitor's row on a board.
pub fn place_of(finals: &[Final], standings: &[Standing], uaid: &Uaid) -> Option<usize> {
    standings.iter().position(|standing| finals[standing.index].uaid == *uaid)
}

/// The row at an index with up to `each_side` rows on either side.
pub fn around(standings: &[Standing], place: usize, each_side: usize) -> &[Standing] {
    let from = place.saturating_sub(each_side).min(standings.len());
    let to = place.saturating_add(each_side).saturating_add(1).min(standings.len());
    &standings[from..to]
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

/// A page of a board: at most `limit` rows after a cursor, and the cursor of the next page.
pub fn page<'a>(
    finals: &[Final],
    standings: &'a [Standing],
    after: Option<Cursor>,
    limit: usize,
) -> (&'a [Standing], Option<Cursor>) {
    let key = |standing: &Standing| {
        (core::cmp::Reverse(finals[standing.index].score), finals[standing.index].at_ms)
    };
    let from = after.map_or(0, |cursor| {
        let at = (core::cmp::Reverse(cursor.score), cursor.at_ms);
        let first = standings.partition_point(|standing| key(standing) < at);
        let behind = standings.partition_point(|standing| key(standing) <= at);
        first.saturating_add(cursor.given).min(behind)
    });
    let to = from.saturating_add(limit).min(standings.len());
    let next = (to < standings.len()).then(|| standings[..to].last()).flatten().map(|last| Cursor {
        score: finals[last.index].score,
        at_ms: finals[last.index].at_ms,
        given: standings[..to].iter().rev().take_while(|other| key(other) == key(last)).count(),
    });
    (&standings[from..to], next)
}
