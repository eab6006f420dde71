//! The reveal of finals on hold: a list of steps, and how many of them have been shown (RULES 8.8). Everything that a screen
//! shows follows from these two, so that a screen that connects late shows the same.
//!
//! Defines the order of the steps, how an action moves along them, and at which position each final will appear. It knows no
//! names.

use std::collections::HashMap;

use crate::identity::Uaid;
use crate::leaderboard::{self, Final};
use crate::score::Score;

/// The slowest and the fastest speed at which screens play a step, in hundredths of the normal speed.
pub const SPEEDS: core::ops::RangeInclusive<i64> = 25..=400;
/// The normal speed.
pub const SPEED: i64 = 100;

/// Why an action of a ceremony is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RevealError {
    /// A ceremony is running, so none can be started.
    #[error("A reveal is running already. End it first.")]
    Running,
    /// No ceremony is running that could move or end.
    #[error("No reveal is running. Start one first.")]
    NotRunning,
    /// There is no such step, or none in that direction.
    #[error("There is no step there.")]
    Step,
    /// There is no final on hold to reveal.
    #[error("No final is waiting for its reveal.")]
    NothingHeld,
    /// Another operator has moved in the meantime.
    #[error("Somebody else has moved on meanwhile. Look where the reveal stands, then go on.")]
    Moved,
}

impl RevealError {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Running => "REVEAL_RUNNING",
            Self::NotRunning => "REVEAL_NOT_RUNNING",
            Self::Step => "REVEAL_STEP",
            Self::NothingHeld => "NOTHING_HELD",
            Self::Moved => "REVEAL_MOVED",
        }
    }

    /// Whether the current state is the reason, and not the action itself.
    pub const fn is_conflict(self) -> bool {
        matches!(self, Self::Running | Self::NotRunning | Self::Moved)
    }
}

/// A move along the steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// To the next step that is not withdrawn.
    Next,
    /// To the previous step that is not withdrawn; from the first of them to 0.
    Back,
    /// To a step, or to 0.
    Jump(usize),
}

/// How many steps have been shown after a move. `withdrawn` says of each step, in order, whether it is to be passed over by
/// `Next` and `Back`.
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

/// The order in which finals are revealed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    /// The lowest first, so that the top comes last.
    Ascending,
    /// The highest first.
    Descending,
    /// By athlete; of several finals of one athlete, the lower comes first. Athletes who are not named come before the others,
    /// ascending, so that the end is as given.
    Athletes(Vec<Uaid>),
    /// By the finals' bookings. Finals that are not named come before the others, ascending.
    Bookings(Vec<String>),
}

/// The indices of a season's finals, each with the id of its booking, in the order of their steps. One that is not above an earlier
/// one of its athlete is left out: no board would show it (RULES 8.2, 8.8).
pub fn arrange(finals: &[(&str, Final)], order: &Order) -> Vec<usize> {
    let mut indices: Vec<usize> = (0..finals.len()).collect();
    indices.sort_by(|one, other| leaderboard::compare(&finals[*one].1, &finals[*other].1));
    match order {
        Order::Descending => {}
        Order::Ascending => indices.reverse(),
        Order::Athletes(uaids) => {
            indices.reverse();
            let places = first_places(uaids.iter().map(Uaid::as_str));
            indices.sort_by_key(|index| places.get(finals[*index].1.uaid.as_str()).copied());
        }
        Order::Bookings(ids) => {
            indices.reverse();
            let places = first_places(ids.iter().map(String::as_str));
            indices.sort_by_key(|index| places.get(finals[*index].0).copied());
        }
    }
    let mut bests: HashMap<&Uaid, Score> = HashMap::with_capacity(finals.len());
    indices.retain(|index| {
        let Final { uaid, score, .. } = &finals[*index].1;
        let rises = bests.get(uaid).is_none_or(|best| score > best);
        if rises {
            bests.insert(uaid, *score);
        }
        rises
    });
    indices
}

/// The first place of each name in a list.
fn first_places<'a>(names: impl Iterator<Item = &'a str>) -> HashMap<&'a str, usize> {
    let mut places = HashMap::new();
    for (place, name) in names.enumerate() {
        places.entry(name).or_insert(place);
    }
    places
}

/// The parts of a step that positions depend on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The athlete's number.
    pub uaid: Uaid,
    /// The final.
    pub score: Score,
    /// The athlete's best among visible finals that are no steps; the same for each of their steps.
    pub had: Option<Score>,
    /// Whether it has been revealed, so that the current board includes it.
    pub revealed: bool,
}

/// An athlete's row on the board once their step and all before it are visible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Landing {
    /// Their best by then: the final of the step, unless they have a better one.
    pub best: Score,
    /// Their position, from 1; equal finals share it.
    pub position: usize,
}

/// The row that each step leads to. `ahead` returns how many are above a score on the current board.
pub fn landings(steps: &[Step], ahead: impl Fn(Score) -> usize) -> Vec<Landing> {
    // The scores of the steps' athletes before the reveal, and on the current board.
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
            // Athletes of the steps count with their score at that step, everybody else with their current one.
            let position = ahead(best).saturating_sub(above(&now, best)) + above(&then, best) + 1;
            Landing { best, position }
        })
        .collect()
}

#[cfg(test)]
mod tests;
