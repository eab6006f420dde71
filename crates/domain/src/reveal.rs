//! The reveal of finals that were held back: a list of steps, and how many of them have been shown (RULES 8.8). Everything that
//! a screen shows follows from these two, so that late ones show the same.
//!
//! Owns the order of the steps, where an act leads, and where each final will land. It knows no names.

use std::collections::HashMap;

use crate::identity::Uaid;
use crate::leaderboard::{self, Final};
use crate::score::Score;

/// The slowest and the fastest that screens play a step, in hundredths of the designed speed.
pub const SPEEDS: core::ops::RangeInclusive<i64> = 25..=400;
/// As designed.
pub const SPEED: i64 = 100;

/// Why an act of a ceremony is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RevealError {
    /// A ceremony is running, so that none can start.
    #[error("A reveal is running already. End it first.")]
    Running,
    /// Nothing is running that could go on, or end.
    #[error("No reveal is running. Start one first.")]
    NotRunning,
    /// There is no such step, or none in that direction.
    #[error("There is no step there.")]
    Step,
    /// Nothing is held back that could be revealed.
    #[error("No final is waiting for its reveal.")]
    NothingHeld,
    /// Another operator has moved on.
    #[error("Somebody else has moved on meanwhile. Look where the reveal stands, then go on.")]
    Moved,
}

impl RevealError {
    /// The stable word for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Running => "REVEAL_RUNNING",
            Self::NotRunning => "REVEAL_NOT_RUNNING",
            Self::Step => "REVEAL_STEP",
            Self::NothingHeld => "NOTHING_HELD",
            Self::Moved => "REVEAL_MOVED",
        }
    }

    /// Whether it is the state of things that says no, and not the act itself.
    pub const fn is_conflict(self) -> bool {
        matches!(self, Self::Running | Self::NotRunning | Self::Moved)
    }
}

/// A way through the steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// To the next step that has somebody.
    Next,
    /// To the step before that has somebody; before the first of them to 0.
    Back,
    /// To a step, or to 0.
    Jump(usize),
}

/// How many steps have been shown after a move. `withdrawn` tells of each step, in order, whether its athlete is out: `Next`
/// and `Back` pass over it.
pub fn step_after(step: usize, to: Move, withdrawn: &[bool]) -> Result<usize, RevealError> {
    let step = step.min(withdrawn.len());
    let has_somebody = |number: &usize| !withdrawn[number - 1];
    match to {
        Move::Next => (step + 1..=withdrawn.len()).find(has_somebody).ok_or(RevealError::Step),
        Move::Back if step == 0 => Err(RevealError::Step),
        Move::Back => Ok((1..step).rev().find(has_somebody).unwrap_or(0)),
        Move::Jump(number) if number <= withdrawn.len() => Ok(number),
        Move::Jump(_) => Err(RevealError::Step),
    }
}

/// In which order finals are revealed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    /// The lowest first, so that the top is decided last.
    Ascending,
    /// As they stand on the board.
    Descending,
    /// By athlete. Whoever is not named comes first, ascending, so that the end stays as it was put.
    Given(Vec<Uaid>),
}

/// The indices of finals in the order of their steps. Of several finals of one athlete the lower comes first in a given
/// order.
pub fn arrange(finals: &[Final], order: &Order) -> Vec<usize> {
    let mut indices: Vec<usize> = (0..finals.len()).collect();
    indices.sort_by(|one, other| leaderboard::compare(&finals[*one], &finals[*other]));
    match order {
        Order::Descending => {}
        Order::Ascending => indices.reverse(),
        Order::Given(uaids) => {
            indices.reverse();
            let mut places: HashMap<&Uaid, usize> = HashMap::with_capacity(uaids.len());
            for (place, uaid) in uaids.iter().enumerate() {
                places.entry(uaid).or_insert(place + 1);
            }
            indices.sort_by_key(|index| places.get(&finals[*index].uaid).copied().unwrap_or(0));
        }
    }
    indices
}

/// A step, as far as it decides who lands where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Whose final it is.
    pub uaid: Uaid,
    /// The final.
    pub score: Score,
    /// Their best among the visible finals that are no step; the same on each of their steps.
    pub had: Option<Score>,
    /// Whether the final has been revealed, so that the board of now counts it.
    pub revealed: bool,
}

/// Where each step lands: the position that its athlete's row has once the final and all before it are visible. `ahead` tells
/// how many stand above a score on the board of now.
pub fn landings(steps: &[Step], ahead: impl Fn(Score) -> usize) -> Vec<usize> {
    // What each athlete of the steps has at the beginning, and what the board of now has them with.
    let mut values: HashMap<&Uaid, Score> = HashMap::with_capacity(steps.len());
    let mut now: HashMap<&Uaid, Score> = HashMap::with_capacity(steps.len());
    for step in steps {
        if let Some(had) = step.had {
            values.insert(&step.uaid, had);
        }
        if let Some(score) = step.had.into_iter().chain(step.revealed.then_some(step.score)).max() {
            now.entry(&step.uaid).and_modify(|best| *best = score.max(*best)).or_insert(score);
        }
    }
    let sorted = |scores: &HashMap<&Uaid, Score>| {
        let mut sorted: Vec<Score> = scores.values().copied().collect();
        sorted.sort_unstable();
        sorted
    };
    let (now, mut then) = (sorted(&now), sorted(&values));
    let above = |scores: &[Score], best: Score| scores.len() - scores.partition_point(|score| *score <= best);
    steps
        .iter()
        .map(|step| {
            let before = values.get(&step.uaid).copied();
            let best = before.map_or(step.score, |before| before.max(step.score));
            if let Some(before) = before {
                then.remove(then.partition_point(|score| *score < before));
            }
            then.insert(then.partition_point(|score| *score < best), best);
            values.insert(&step.uaid, best);
            // Those of the steps count with what they have by then, everybody else with what they have now.
            ahead(best).saturating_sub(above(&now, best)) + above(&then, best) + 1
        })
        .collect()
}

#[cfg(test)]
mod tests;
