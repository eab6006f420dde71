//! How many stand at each score: a Fenwick tree over the hundredths, best first.

use sixfold_domain::score::Score;

/// How many scores there are: 0.00 to 100.00.
pub(super) const SCORES: usize = 10_001;
/// The largest power of two that is not above [`SCORES`]: where a descent of the tree begins.
const FIRST_STEP: usize = 8_192;

/// The place of a score, 0 for 100.00. Scores beyond the scale count as its ends: no final has one, a cursor may.
pub(super) fn place(score: Score) -> usize {
    let from_full = Score::FULL.hundredths().saturating_sub(score.hundredths());
    usize::try_from(from_full).unwrap_or(0).min(SCORES - 1)
}

/// Counts of scores; takes no memory before the first.
#[derive(Debug, Clone, Default)]
pub struct Counts {
    /// `tree[n - 1]` covers the places from `n - lowest bit of n` to `n - 1`.
    tree: Vec<u32>,
    all: u32,
}

impl Counts {
    /// How many are counted.
    pub fn len(&self) -> usize {
        self.all as usize
    }

    /// Whether nobody is.
    pub fn is_empty(&self) -> bool {
        self.all == 0
    }

    /// One more of a score.
    pub fn add(&mut self, score: Score) {
        if self.tree.is_empty() {
            self.tree = vec![0; SCORES];
        }
        self.all += 1;
        let mut node = place(score) + 1;
        while node <= SCORES {
            self.tree[node - 1] += 1;
            node += lowest_bit(node);
        }
    }

    /// One less of a score that was added.
    pub fn remove(&mut self, score: Score) {
        self.all -= 1;
        let mut node = place(score) + 1;
        while node <= SCORES {
            self.tree[node - 1] -= 1;
            node += lowest_bit(node);
        }
    }

    /// How many have a better score.
    pub fn above(&self, score: Score) -> usize {
        if self.tree.is_empty() {
            return 0;
        }
        let (mut node, mut sum) = (place(score), 0);
        while node > 0 {
            sum += self.tree[node - 1];
            node -= lowest_bit(node);
        }
        sum as usize
    }

    /// The place of the score that a row has, and how many rows of that score stand before it. Rows count from 0; there has to
    /// be such a row.
    pub(super) fn find(&self, row: usize) -> (usize, usize) {
        let (mut place, mut rest, mut step) = (0, row, FIRST_STEP);
        while step > 0 {
            if let Some(count) = self.tree.get(place + step - 1).map(|count| *count as usize)
                && count <= rest
            {
                place += step;
                rest -= count;
            }
            step /= 2;
        }
        (place, rest)
    }

    /// The memory behind it.
    pub fn bytes(&self) -> usize {
        self.tree.capacity() * size_of::<u32>()
    }
}

const fn lowest_bit(node: usize) -> usize {
    node & node.wrapping_neg()
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
            for (row, score) in list.iter().enumerate() {
                let before = list[..row].iter().filter(|other| *other == score).count();
                prop_assert_eq!(counts.find(row), (place(Score::from_hundredths(*score)), before));
            }
        }
    }
}
