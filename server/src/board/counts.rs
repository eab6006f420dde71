//! The number of people at each score, best first: a tree in which every node has sixteen branches, side by side in one
//! cache line. Adding one changes four numbers; counting those above reads four lines.

use sixfold_domain::score::Score;

/// How many scores there are: 0.00 to 100.00.
pub(super) const SCORES: usize = 10_001;
const BRANCHES: usize = 16;
/// Where each level begins: the scores, then a number for each node of the level below, and so on up to a single node.
/// Each level is a multiple of whole nodes.
const STARTS: [usize; 4] = [0, 10_016, 10_656, 10_704];
const NUMBERS: usize = 10_720;

/// The index of a score, 0 for 100.00. Scores beyond the scale count as its ends: no final has one, but a cursor may.
pub(super) fn index_of(score: Score) -> usize {
    let from_full = Score::FULL.hundredths().saturating_sub(score.hundredths());
    usize::try_from(from_full).unwrap_or(0).min(SCORES - 1)
}

/// Counts of scores; allocates nothing before the first.
#[derive(Debug, Clone, Default)]
pub struct Counts {
    /// The levels, one after the other.
    tree: Vec<u32>,
    all: u32,
}

impl Counts {
    pub fn len(&self) -> usize {
        self.all as usize
    }

    pub fn is_empty(&self) -> bool {
        self.all == 0
    }

    pub fn add(&mut self, score: Score) {
        if self.tree.is_empty() {
            self.tree = vec![0; NUMBERS];
        }
        self.all += 1;
        for number in numbers(index_of(score)) {
            self.tree[number] += 1;
        }
    }

    /// Removes one that was added.
    pub fn remove(&mut self, score: Score) {
        self.all -= 1;
        for number in numbers(index_of(score)) {
            self.tree[number] -= 1;
        }
    }

    /// How many have a better score.
    pub fn above(&self, score: Score) -> usize {
        if self.tree.is_empty() {
            return 0;
        }
        let before = |number: usize| {
            let node = self.node(number - number % BRANCHES);
            // Adding up all sixteen costs less than stopping in the right place.
            let counted =
                (0..).zip(node).map(|(branch, count)| if branch < number % BRANCHES { *count } else { 0 });
            counted.sum::<u32>()
        };
        numbers(index_of(score)).map(before).iter().sum::<u32>() as usize
    }

    /// How many have this score.
    pub fn at(&self, score: Score) -> usize {
        self.tree.get(index_of(score)).map_or(0, |count| *count as usize)
    }

    /// Every score that somebody has, best first, with how many have it.
    pub fn each(&self) -> impl Iterator<Item = (Score, u32)> + '_ {
        let scores = (0..=Score::FULL.hundredths()).rev().map(Score::from_hundredths);
        scores.zip(self.tree.iter().copied()).filter(|(_, count)| *count > 0)
    }

    /// The index of the score that a row has, and how many rows with that score precede it. Rows count from 0; the row
    /// has to exist.
    pub(super) fn find(&self, row: usize) -> (usize, usize) {
        let (mut index, mut rest) = (0, row);
        for start in STARTS.iter().rev() {
            let first = index * BRANCHES;
            let mut branch = 0;
            for count in self.node(start + first) {
                if (*count as usize) > rest {
                    break;
                }
                rest -= *count as usize;
                branch += 1;
            }
            index = first + branch;
        }
        (index, rest)
    }

    /// The memory it uses.
    pub fn bytes(&self) -> usize {
        self.tree.capacity() * size_of::<u32>()
    }

    fn node(&self, first: usize) -> &[u32] {
        &self.tree[first..first + BRANCHES]
    }
}

/// The indices that count a score, one on each level.
fn numbers(index: usize) -> [usize; 4] {
    [index, STARTS[1] + (index >> 4), STARTS[2] + (index >> 8), STARTS[3] + (index >> 12)]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_counts_as_a_list_does(
            scores in proptest::collection::vec(prop_oneof![0..=10_000_i32, Just(0), Just(10_000)], 0..60),
            gone in 0_usize..60,
            asked in -5..10_100_i32,
        ) {
            let mut counts = Counts::default();
            let mut list: Vec<i32> = scores;
            for score in &list {
                counts.add(Score::from_hundredths(*score));
            }
            for score in list.drain(..gone.min(list.len())) {
                counts.remove(Score::from_hundredths(score));
            }
            list.sort_unstable_by_key(|score| -score);
            prop_assert_eq!(counts.len(), list.len());
            let in_scale = asked.clamp(0, 10_000);
            let above = list.iter().filter(|score| **score > in_scale).count();
            prop_assert_eq!(counts.above(Score::from_hundredths(asked)), above);
            let equal = list.iter().filter(|score| **score == in_scale).count();
            prop_assert_eq!(counts.at(Score::from_hundredths(asked)), equal);
            let each = counts.each().flat_map(|(score, count)| std::iter::repeat_n(score.hundredths(), count as usize));
            prop_assert_eq!(each.collect::<Vec<_>>(), list.clone());
            for (row, score) in list.iter().enumerate() {
                let before = list[..row].iter().filter(|other| *other == score).count();
                prop_assert_eq!(counts.find(row), (index_of(Score::from_hundredths(*score)), before));
            }
        }
    }
}
