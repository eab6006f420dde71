//! The board: who stands where (RULES 8.1, 8.2).
//!
//! Owns the order of finals, positions, and which part of a board is asked for. It knows no names: a competitor is a
//! number, a gender, a score and a moment.

use core::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use crate::identity::Uaid;
use crate::profile::Gender;
use crate::score::Score;
use crate::time::Date;

#[cfg(test)]
mod tests;

/// The most rows of one answer (RULES 8.5).
pub const ROWS_MAX: usize = 100;
/// The most rows each side of somebody, so that they fit into one answer.
pub const AROUND_MAX: usize = (ROWS_MAX - 1) / 2;
/// The age from which somebody stands on a public board without having opted in.
pub const PUBLIC_AGE: i32 = 18;

/// A final score that counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Final {
    /// Whose it is.
    pub uaid: Uaid,
    /// The gender that they stated.
    pub gender: Gender,
    /// The final score.
    pub score: Score,
    /// When it was reached, milliseconds since 1970: of equal scores the earlier stands first.
    pub at_ms: i64,
    /// Since when it can be seen: that moment, or when it was revealed.
    pub since_ms: i64,
}

/// Which competitors a board ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Board {
    /// Everybody; people of another or no stated gender stand here only.
    Overall,
    /// Men.
    Male,
    /// Women.
    Female,
}

impl Board {
    /// Whether it ranks people of that gender.
    pub const fn ranks(self, gender: Gender) -> bool {
        matches!(
            (self, gender),
            (Self::Overall, _) | (Self::Male, Gender::Male) | (Self::Female, Gender::Female)
        )
    }
}

/// A competitor's place on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// Which of the finals that were ranked it is: their best, of equals the earliest.
    pub index: usize,
    /// From 1; equal scores share it (1, 1, 3).
    pub position: usize,
    /// The position before a moment; none of who was not ranked then.
    pub previous: Option<usize>,
}

/// Whether somebody stands on public boards: adults, and those under 18 who opted in. Of whom no date of birth is known,
/// nobody can say that they are of age.
pub fn is_public(date_of_birth: Option<Date>, today: Date, opted_in: bool) -> bool {
    opted_in || date_of_birth.is_some_and(|born| born.years_until(today) >= PUBLIC_AGE)
}

/// Ranks the best final of each competitor of a board: highest first; within a tie the earlier final, then the lower
/// `uaid`.
pub fn rank(finals: &[Final], board: Board) -> Vec<Standing> {
    rank_until(finals, board, i64::MAX)
}

/// As [`rank`], each standing with the position that the finals to be seen before `moment_ms` made (RULES 8.3).
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

/// The board of the finals to be seen before a moment.
fn rank_until(finals: &[Final], board: Board, moment_ms: i64) -> Vec<Standing> {
    let mut order: Vec<usize> = (0..finals.len())
        .filter(|index| board.ranks(finals[*index].gender) && finals[*index].since_ms < moment_ms)
        .collect();
    order.sort_by(|one, other| compare(&finals[*one], &finals[*other]));
    // In that order the first final of somebody is their best.
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

/// The order of a board (RULES 8.1): the higher score first, then as [`tie_order`] says.
pub(crate) fn compare(one: &Final, other: &Final) -> Ordering {
    other.score.cmp(&one.score).then_with(|| tie_order(one.at_ms, other.at_ms, || (&one.uaid, &other.uaid)))
}

/// The order of two finals of one score (RULES 8.1): the earlier one first, then the lower number. Numbers are looked up only where
/// the moment decides nothing.
pub fn tie_order<N: Ord>(one_ms: i64, other_ms: i64, numbers: impl FnOnce() -> (N, N)) -> Ordering {
    one_ms.cmp(&other_ms).then_with(|| {
        let (one, other) = numbers();
        one.cmp(&other)
    })
}

/// The position of a score that so many competitors have beaten (RULES 8.1).
pub const fn position_behind(ahead: usize) -> usize {
    ahead + 1
}

/// Where in a board somebody stands, from 0.
pub fn place_of(finals: &[Final], standings: &[Standing], uaid: &Uaid) -> Option<usize> {
    standings.iter().position(|standing| finals[standing.index].uaid == *uaid)
}

/// The rows each side of a place, as far as the board goes, the place's own in between.
pub fn around(standings: &[Standing], place: usize, each_side: usize) -> &[Standing] {
    let from = place.saturating_sub(each_side).min(standings.len());
    let to = place.saturating_add(each_side).saturating_add(1).min(standings.len());
    &standings[from..to]
}

/// A place to go on from: behind so many rows of a score and a moment. It holds when rows are added above it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cursor {
    /// The score of the last row that was given.
    pub score: Score,
    /// The moment of its final.
    pub at_ms: i64,
    /// How many rows of that score and moment were given.
    pub given: usize,
}

/// A page of a board: the rows behind a cursor, at most `limit`, and the cursor of the next page.
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
