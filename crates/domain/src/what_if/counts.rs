//! How many have each score.

use crate::score::Score;

/// How many different scores there are: 0.00 to 100.00.
const SCORES: usize = 10_001;

/// A list of scores as counts: where a score is in it is read, not searched. Scores beyond the scale count as its ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoreCounts {
    /// For each hundredth, how many scores are below it; at the end, how many there are.
    below: Vec<u32>,
}

fn index_of(score: Score) -> usize {
    usize::try_from(score.hundredths().clamp(0, Score::FULL.hundredths())).unwrap_or_default()
}

fn score_at(index: usize) -> Score {
    Score::from_hundredths(i32::try_from(index).unwrap_or_default())
}

impl ScoreCounts {
    /// Of scores in any order, each with how many have it.
    pub fn of(scores: impl IntoIterator<Item = (Score, u32)>) -> Self {
        let mut below = vec![0; SCORES + 1];
        for (score, count) in scores {
            below[index_of(score) + 1] += count;
        }
        let mut all = 0;
        for entry in &mut below {
            all += *entry;
            *entry = all;
        }
        Self { below }
    }

    /// Of the differences between successive scores, in hundredths and the first from 0.00, and of how many have each: the
    /// form in which they travel. None if that goes beyond 100.00 or the lists differ in length.
    pub fn from_gaps(gaps: &[u16], counts: &[u32]) -> Option<Self> {
        let mut last = 0;
        let scores = gaps.iter().zip(counts).map(|(gap, count)| {
            last += i32::from(*gap);
            (Score::from_hundredths(last), *count)
        });
        let scores: Vec<_> = scores.collect();
        let fits = gaps.len() == counts.len() && scores.last().is_none_or(|(score, _)| *score <= Score::FULL);
        fits.then(|| Self::of(scores))
    }

    /// What [`Self::from_gaps`] reads.
    pub fn gaps(&self) -> (Vec<u16>, Vec<u32>) {
        let mut last = 0;
        (0..SCORES)
            .filter(|index| self.at(score_at(*index)) > 0)
            .map(|index| {
                let gap = u16::try_from(index - last).unwrap_or_default();
                last = index;
                (gap, self.at(score_at(index)))
            })
            .unzip()
    }

    /// How many scores there are.
    pub fn len(&self) -> u32 {
        self.below[SCORES]
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many are below a score.
    pub fn below(&self, score: Score) -> u32 {
        self.below[index_of(score)]
    }

    /// How many are equal to a score.
    pub fn at(&self, score: Score) -> u32 {
        self.below[index_of(score) + 1] - self.below(score)
    }

    /// How many are above a score.
    pub fn above(&self, score: Score) -> u32 {
        self.len() - self.below[index_of(score) + 1]
    }

    /// Takes one away; nothing if none has that score.
    pub fn remove(&mut self, score: Score) {
        if self.at(score) > 0 {
            for entry in &mut self.below[index_of(score) + 1..] {
                *entry -= 1;
            }
        }
    }

    /// The score of a row, the best being row 1; none if there are fewer.
    pub fn row(&self, row: usize) -> Option<Score> {
        let behind = self.len().checked_sub(u32::try_from(row).ok()?)?;
        // The first hundredth with more than those behind the row below its end.
        let at = self.below[1..].partition_point(|upto| *upto <= behind);
        (row > 0).then(|| score_at(at))
    }

    /// The lowest score above another.
    pub fn next_above(&self, score: Score) -> Option<Score> {
        match self.above(score) {
            0 => None,
            above => self.row(above as usize),
        }
    }
}
