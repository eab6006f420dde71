//! What a gain in one test costs: how rare it is in the season (RULES 7.13).

use crate::percentile::FIELD_MIN;
use crate::score::Score;
use crate::test_type::TestType;

/// Whole points, 0 to 100.
const WHOLE: usize = 101;
/// One point that nobody who got so far has passed, in the unit of costs for a hundredth of a point.
const UNIT: u64 = 10_000;
const HUNDREDTHS: usize = 100;

/// The costs of points in each of the six tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Costs {
    /// By [`TestType::index`]: how many people have at least that many whole points.
    reached: [[u32; WHOLE]; 6],
    /// The cost of each whole point's hundredths, from 0 to 1 and so on.
    steps: [[u32; WHOLE]; 6],
    /// The cost of the first hundredths, up to each whole point.
    sums: [[u32; WHOLE]; 6],
}

impl Costs {
    /// Of how many people have each number of whole points on a test's board, by [`TestType::index`].
    pub fn new(points: &[[u32; WHOLE]; 6]) -> Self {
        let mut costs = Self { reached: *points, steps: [[0; WHOLE]; 6], sums: [[0; WHOLE]; 6] };
        for test in TestType::ALL.map(TestType::index) {
            let reached = &mut costs.reached[test];
            for whole in (0..WHOLE - 1).rev() {
                reached[whole] = reached[whole].saturating_add(reached[whole + 1]);
            }
            // A hundred imagined results, spread evenly, so that a small season says little and a rare mark still has a cost.
            let at_least = |whole: usize| u64::from(reached[whole]) + (WHOLE - whole) as u64;
            for whole in 0..WHOLE - 1 {
                let (all, further) = (at_least(whole), at_least(whole + 1));
                let step = ((all - further) * UNIT * 2 + all) / (all * 2);
                costs.steps[test][whole] = u32::try_from(step).unwrap_or(u32::MAX);
                costs.sums[test][whole + 1] =
                    costs.sums[test][whole].saturating_add(costs.steps[test][whole].saturating_mul(100));
            }
        }
        costs
    }

    /// Counts the whole points of a test's scores, each given with how many have it, as [`Self::new`] wants them.
    pub fn whole_points(scores: impl IntoIterator<Item = (Score, u32)>) -> [u32; WHOLE] {
        let mut points = [0; WHOLE];
        for (score, count) in scores {
            points[split(score).0] += count;
        }
        points
    }

    /// The cost of a gain in a test, in millionths of a point that nobody has passed; 0 if it is none.
    pub fn of(&self, test: TestType, from: Score, to: Score) -> u32 {
        self.upto(test, to).saturating_sub(self.upto(test, from))
    }

    /// How many people on a test's board have at least a score's whole points, and how many it has; none if they are fewer
    /// than ten (RULES 7.10).
    pub fn reached(&self, test: TestType, score: Score) -> Option<(u32, u32)> {
        let reached = &self.reached[test.index()];
        (reached[0] as usize >= FIELD_MIN).then(|| (reached[split(score).0], reached[0]))
    }

    fn upto(&self, test: TestType, score: Score) -> u32 {
        let (whole, rest) = split(score);
        let step = self.steps[test.index()][whole];
        self.sums[test.index()][whole].saturating_add(step.saturating_mul(rest))
    }
}

/// The whole points of a score and its hundredths.
fn split(score: Score) -> (usize, u32) {
    let hundredths = score.hundredths().clamp(0, Score::FULL.hundredths()).unsigned_abs();
    let whole = hundredths as usize / HUNDREDTHS;
    (whole, hundredths % 100)
}
