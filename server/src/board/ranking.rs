//! One board: for each score those who have it, the earlier final first, then the lower uaid. Any row is found by its number
//! and any row's number is found, both without walking over others.

use std::cmp::Ordering;

use sixfold_domain::score::Score;

use super::counts::{Counts, SCORES, place};
use super::people::{Id, People};

/// A row without its score, which its bucket has. Twelve bytes.
#[derive(Debug, Clone, Copy)]
#[repr(Rust, packed(4))]
struct Entry {
    at_ms: i64,
    id: u32,
}

impl Entry {
    /// The order of rows of one score. Whose they are is looked up only where the moment decides nothing: names lie elsewhere
    /// in memory, and a search compares many.
    fn compare(self, other: Self, people: &People) -> Ordering {
        let moment = { self.at_ms }.cmp(&{ other.at_ms });
        moment.then_with(|| people.number(self.id).cmp(&people.number(other.id)))
    }

    fn is_before(self, other: Self, people: &People) -> bool {
        self.compare(other, people).is_lt()
    }
}

/// A row of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// Whose it is.
    pub id: Id,
    /// The best final score.
    pub score: Score,
    /// When it was reached, ms.
    pub at_ms: i64,
}

/// The rows of a board in their order; takes no memory before the first.
#[derive(Debug, Clone, Default)]
pub(super) struct Ranking {
    counts: Counts,
    /// A list for each score, 100.00 first.
    buckets: Vec<Vec<Entry>>,
}

impl Ranking {
    /// A board of these rows, in whatever order they come; walked through twice.
    pub(super) fn build(rows: impl Iterator<Item = Row> + Clone, people: &People) -> Self {
        let mut counts = Counts::default();
        let mut sizes = vec![0_usize; SCORES];
        for row in rows.clone() {
            counts.add(row.score);
            sizes[place(row.score)] += 1;
        }
        if counts.is_empty() {
            return Self::default();
        }
        let mut buckets: Vec<Vec<Entry>> = sizes.into_iter().map(Vec::with_capacity).collect();
        for row in rows {
            buckets[place(row.score)].push(Entry { at_ms: row.at_ms, id: row.id.0 });
        }
        for bucket in &mut buckets {
            bucket.sort_unstable_by(|one, other| one.compare(*other, people));
        }
        Self { counts, buckets }
    }

    pub(super) fn counts(&self) -> &Counts {
        &self.counts
    }

    pub(super) fn insert(&mut self, row: Row, people: &People) {
        if self.buckets.is_empty() {
            self.buckets.resize_with(SCORES, Vec::new);
        }
        self.counts.add(row.score);
        let bucket = &mut self.buckets[place(row.score)];
        let entry = Entry { at_ms: row.at_ms, id: row.id.0 };
        // A new final is mostly the latest of its score.
        let at = match bucket.last() {
            Some(last) if entry.is_before(*last, people) => {
                bucket.partition_point(|other| other.is_before(entry, people))
            }
            _ => bucket.len(),
        };
        if bucket.len() == bucket.capacity() {
            // By an eighth: a million athletes are no place to set aside as much again.
            bucket.reserve_exact((bucket.len() / 8).max(2));
        }
        bucket.insert(at, entry);
    }

    /// Takes a row out that is there.
    pub(super) fn remove(&mut self, row: Row, people: &People) {
        let Some(at) = self.within(row, people) else { return };
        self.counts.remove(row.score);
        let bucket = &mut self.buckets[place(row.score)];
        bucket.remove(at);
        if bucket.len() < bucket.capacity() / 2 {
            bucket.shrink_to(bucket.len() + bucket.len() / 8);
        }
    }

    /// The number of a row that is there, from 0.
    pub(super) fn number(&self, row: Row, people: &People) -> Option<usize> {
        Some(self.counts.above(row.score) + self.within(row, people)?)
    }

    fn within(&self, row: Row, people: &People) -> Option<usize> {
        let bucket = self.buckets.get(place(row.score))?;
        let wanted = Entry { at_ms: row.at_ms, id: row.id.0 };
        let at = bucket.partition_point(|entry| entry.is_before(wanted, people));
        bucket.get(at).filter(|entry| { entry.id } == row.id.0).map(|_| at)
    }

    /// The numbers of the rows that have a score and a moment: from the first on, up to before the second.
    pub(super) fn span(&self, score: Score, at_ms: i64) -> (usize, usize) {
        if score > Score::FULL {
            return (0, 0);
        }
        let Some(bucket) = self.buckets.get(place(score)).filter(|_| score >= Score::ZERO) else {
            return (self.counts.len(), self.counts.len());
        };
        let above = self.counts.above(score);
        let first = bucket.partition_point(|entry| { entry.at_ms } < at_ms);
        let behind = bucket.partition_point(|entry| { entry.at_ms } <= at_ms);
        (above + first, above + behind)
    }

    /// The rows from a number on, as far as the board goes.
    pub(super) fn rows(&self, from: usize) -> impl Iterator<Item = Row> + '_ {
        let mut next = from;
        let mut bucket: (usize, &[Entry]) = (0, &[]);
        std::iter::from_fn(move || {
            if bucket.1.is_empty() {
                if next >= self.counts.len() {
                    return None;
                }
                let (place, before) = self.counts.find(next);
                bucket = (place, self.buckets.get(place)?.get(before..)?);
            }
            let (entry, rest) = bucket.1.split_first()?;
            bucket.1 = rest;
            next += 1;
            let points = Score::FULL.hundredths() - i32::try_from(bucket.0).ok()?;
            Some(Row { id: Id(entry.id), score: Score::from_hundredths(points), at_ms: entry.at_ms })
        })
    }

    /// The memory behind it.
    pub(super) fn bytes(&self) -> usize {
        let entries: usize = self.buckets.iter().map(Vec::capacity).sum();
        self.counts.bytes() + self.buckets.capacity() * size_of::<Vec<Entry>>() + entries * size_of::<Entry>()
    }
}
