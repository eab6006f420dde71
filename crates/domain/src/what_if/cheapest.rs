//! The cheapest way to a final: which measurements of the six tests reach it at the least cost.

use super::cost::Costs;
use crate::attempt::Raw;
use crate::protocol::Protocol;
use crate::score::{Score, final_score};
use crate::test_type::TestType;

/// Not to be had.
const NEVER: u32 = u32::MAX;

/// A mark that a test could have been raised to.
struct Step {
    raw: Raw,
    /// In hundredths of a point.
    gain: usize,
    cost: u32,
}

/// The final of six measurements (RULES 7.4, 7.6). Lists of six are in the order of [`TestType::ALL`].
pub fn final_of(protocols: &[Protocol; 6], marks: &[Raw; 6]) -> Score {
    final_score(&TestType::ALL.map(|test| protocols[test.index()].points(marks[test.index()])))
}

/// The measurements that reach a final at the least cost (RULES 7.13): each is the athlete's own, or a better mark of a slider.
/// None if the hundred marks do not reach it.
///
/// Exact: the least cost of every gain up to the one needed, test by test.
pub fn cheapest(protocols: &[Protocol; 6], costs: &Costs, own: &[Raw; 6], goal: Score) -> Option<[Raw; 6]> {
    let points = TestType::ALL.map(|test| protocols[test.index()].points(own[test.index()]));
    let sum: i32 = points.iter().map(|score| score.hundredths()).sum();
    // A mean of six rounds up from half: 6 × goal − 3 is the least sum.
    let needed = usize::try_from(goal.hundredths() * 6 - 3 - sum).unwrap_or(0);
    let steps = TestType::ALL.map(|test| steps(&protocols[test.index()], costs, own[test.index()], needed));

    // For each test: the least cost, by hundredths gained, of gaining at least that many in the tests before it.
    let mut before: Vec<Vec<u32>> = Vec::with_capacity(6);
    let mut least = vec![NEVER; needed + 1];
    least[0] = 0;
    for steps in &steps {
        let mut with = vec![NEVER; needed + 1];
        for Step { gain, cost, .. } in steps {
            // Up to its own gain the step suffices alone; beyond it, the tests before add the rest.
            let (alone, further) = with.split_at_mut((*gain).min(needed + 1));
            for best in alone {
                *best = (*best).min(least[0].saturating_add(*cost));
            }
            for (best, rest) in further.iter_mut().zip(&least) {
                *best = (*best).min(rest.saturating_add(*cost));
            }
        }
        before.push(std::mem::replace(&mut least, with));
    }
    if least[needed] == NEVER {
        return None;
    }

    let mut marks = *own;
    let mut wanted = needed;
    for ((steps, before), mark) in steps.iter().zip(&before).zip(&mut marks).rev() {
        let rest = |step: &&Step| before[wanted.saturating_sub(step.gain)].saturating_add(step.cost);
        if let Some(step) = steps.iter().min_by_key(rest) {
            *mark = step.raw;
            wanted = wanted.saturating_sub(step.gain);
        }
    }
    Some(marks)
}

/// The athlete's own mark, and the better marks of the slider up to the first that alone gains what is needed.
fn steps(protocol: &Protocol, costs: &Costs, own: Raw, needed: usize) -> Vec<Step> {
    let from = protocol.points(own);
    let mut steps = vec![Step { raw: own, gain: 0, cost: 0 }];
    for raw in protocol.slider() {
        let to = protocol.points(raw);
        let gain = usize::try_from(to.hundredths() - from.hundredths()).unwrap_or(0);
        let last = steps.last().map_or(0, |step| step.gain);
        if gain > last && last < needed {
            steps.push(Step { raw, gain, cost: costs.of(protocol.test_type, from, to) });
        }
    }
    steps
}
