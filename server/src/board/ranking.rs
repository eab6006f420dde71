//! The rows of an event's season, overall and by gender at once: for each score those who have it, the earlier final
//! first, then the lower uaid. Finding a row by its number, or its number, scans the rows of one score at most.

use std::cmp::Ordering;

use sixfold_domain::leaderboard::{Board, tie_order};
use sixfold_domain::profile::Gender;
use sixfold_domain::score::Score;

use super::counts::{Counts, SCORES, index_of};
use super::people::{Id, People};

/// The bits of a [`PackedPerson`] that hold the id; the gender board is above them.
const ID_BITS: u32 = Id::LAST.trailing_ones();

/// A person's small id and their gender board. Four bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PackedPerson(u32);

impl PackedPerson {
    pub(super) fn new(id: Id, gender: Gender) -> Self {
        let side: u32 = match gender {
            Gender::Male => 1,
            Gender::Female => 2,
            Gender::Other | Gender::None => 0,
        };
        Self(id.0 | (side << ID_BITS))
    }

    pub(super) fn id(self) -> Id {
        Id(self.0 & Id::LAST)
    }

    /// The boards that they are on: the overall one, and that of their gender if there is one.
    pub(super) fn boards(self) -> impl Iterator<Item = Board> {
        [Board::Overall, Board::Male, Board::Female].into_iter().filter(move |board| self.stands_on(*board))
    }

    pub(super) fn stands_on(self, board: Board) -> bool {
        match board {
            Board::Overall => true,
            Board::Male => self.0 >> ID_BITS == 1,
            Board::Female => self.0 >> ID_BITS == 2,
        }
    }
}

/// A row without its score, which its bucket implies. Twelve bytes.
#[derive(Debug, Clone, Copy)]
#[repr(Rust, packed(4))]
pub(super) struct Entry {
    pub at_ms: i64,
    pub who: PackedPerson,
}

impl Entry {
    /// The order of rows with one score. The uaid is looked up only if the instants are equal: it is elsewhere in
    /// memory, and a search compares many rows.
    fn compare(self, other: Self, people: &People) -> Ordering {
        let number = |entry: Self| people.number({ entry.who }.id());
        tie_order(self.at_ms, other.at_ms, || (number(self), number(other)))
    }

    fn is_before(self, other: Self, people: &People) -> bool {
        self.compare(other, people).is_lt()
    }

    fn stands_on(self, board: Board) -> bool {
        { self.who }.stands_on(board)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    pub id: Id,
    pub score: Score,
    /// When it was reached, ms.
    pub at_ms: i64,
}

/// The rows in order; allocates nothing before the first.
#[derive(Debug, Clone, Default)]
pub(super) struct Ranking {
    counts: ByBoard<Counts>,
    /// A list for each score, 100.00 first.
    buckets: Vec<Vec<Entry>>,
}

impl Ranking {
    /// Builds from rows in any order; they are iterated twice.
    pub(super) fn build(rows: impl Iterator<Item = (Score, Entry)> + Clone, people: &People) -> Self {
        let mut counts = ByBoard::<Counts>::default();
        let mut sizes = vec![0_usize; SCORES];
        for (score, entry) in rows.clone() {
            counts.of_each(entry.who, |counts| counts.add(score));
            sizes[index_of(score)] += 1;
        }
        if counts.on(Board::Overall).is_empty() {
            return Self::default();
        }
        let mut buckets: Vec<Vec<Entry>> = sizes.into_iter().map(Vec::with_capacity).collect();
        for (score, entry) in rows {
            buckets[index_of(score)].push(entry);
        }
        for bucket in &mut buckets {
            bucket.sort_unstable_by(|one, other| one.compare(*other, people));
        }
        Self { counts, buckets }
    }

    pub(super) fn counts(&self, board: Board) -> &Counts {
        self.counts.on(board)
    }

    /// How many people have each score, on each board.
    pub(super) fn all_counts(&self) -> &ByBoard<Counts> {
        &self.counts
    }

    pub(super) fn insert(&mut self, score: Score, entry: Entry, people: &People) {
        if self.buckets.is_empty() {
            self.buckets.resize_with(SCORES, Vec::new);
        }
        self.counts.of_each(entry.who, |counts| counts.add(score));
        let bucket = &mut self.buckets[index_of(score)];
        // A new final is usually the latest with its score.
        let at = match bucket.last() {
            Some(last) if entry.is_before(*last, people) => {
                bucket.partition_point(|other| other.is_before(entry, people))
            }
            _ => bucket.len(),
        };
        if bucket.len() == bucket.capacity() {
            // Grow by an eighth: with a million athletes, doubling would reserve too much.
            bucket.reserve_exact((bucket.len() / 8).max(2));
        }
        bucket.insert(at, entry);
    }

    /// Removes a row, which has to exist.
    pub(super) fn remove(&mut self, score: Score, entry: Entry, people: &People) {
        let Some(at) = self.within(score, entry, people) else { return };
        self.counts.of_each(entry.who, |counts| counts.remove(score));
        let bucket = &mut self.buckets[index_of(score)];
        bucket.remove(at);
        if bucket.len() < bucket.capacity() / 2 {
            bucket.shrink_to(bucket.len() + bucket.len() / 8);
        }
    }

    /// The number on a board, from 0, of a row that exists.
    pub(super) fn number(&self, board: Board, score: Score, entry: Entry, people: &People) -> Option<usize> {
        let at = self.within(score, entry, people)?;
        let bucket = self.buckets.get(index_of(score))?;
        Some(self.counts(board).above(score) + count(&bucket[..at], board))
    }

    /// The index in its bucket of a row that exists.
    fn within(&self, score: Score, wanted: Entry, people: &People) -> Option<usize> {
        let bucket = self.buckets.get(index_of(score))?;
        let at = bucket.partition_point(|entry| entry.is_before(wanted, people));
        bucket.get(at).filter(|entry| { entry.who } == { wanted.who }).map(|_| at)
    }

    /// The range of a board's rows that have a score and an instant, the end excluded.
    pub(super) fn span(&self, board: Board, score: Score, at_ms: i64) -> (usize, usize) {
        if score > Score::FULL {
            return (0, 0);
        }
        let Some(bucket) = self.buckets.get(index_of(score)).filter(|_| score >= Score::ZERO) else {
            return (self.counts(board).len(), self.counts(board).len());
        };
        let above = self.counts(board).above(score);
        let first = bucket.partition_point(|entry| { entry.at_ms } < at_ms);
        let behind = bucket.partition_point(|entry| { entry.at_ms } <= at_ms);
        (above + count(&bucket[..first], board), above + count(&bucket[..behind], board))
    }

    /// The rows of a board from a number on.
    pub(super) fn rows(&self, board: Board, from: usize) -> impl Iterator<Item = Row> + '_ {
        let mut next = from;
        let mut found: Option<(Score, std::slice::Iter<'_, Entry>)> = None;
        std::iter::from_fn(move || {
            loop {
                if let Some((score, entries)) = &mut found
                    && let Some(entry) = entries.find(|entry| entry.stands_on(board))
                {
                    next += 1;
                    return Some(Row { id: { entry.who }.id(), score: *score, at_ms: entry.at_ms });
                }
                let (score, entries) = self.rest_of(board, next)?;
                found = Some((score, entries.iter()));
            }
        })
    }

    /// The score of a board's row, and its bucket from that row on.
    fn rest_of(&self, board: Board, number: usize) -> Option<(Score, &[Entry])> {
        if number >= self.counts(board).len() {
            return None;
        }
        let (index, before) = self.counts(board).find(number);
        let bucket = self.buckets.get(index)?;
        let (at, _) = (0..).zip(bucket).filter(|(_, entry)| entry.stands_on(board)).nth(before)?;
        let points = Score::FULL.hundredths() - i32::try_from(index).ok()?;
        Some((Score::from_hundredths(points), &bucket[at..]))
    }

    /// The memory it uses.
    pub(super) fn bytes(&self) -> usize {
        let entries: usize = self.buckets.iter().map(Vec::capacity).sum();
        let counts: usize = self.counts.0.iter().map(Counts::bytes).sum();
        counts + self.buckets.capacity() * size_of::<Vec<Entry>>() + entries * size_of::<Entry>()
    }
}

/// How many of these are on a board.
fn count(entries: &[Entry], board: Board) -> usize {
    if board == Board::Overall {
        entries.len()
    } else {
        entries.iter().filter(|entry| entry.stands_on(board)).count()
    }
}

#[derive(Debug, Clone, Default)]
pub(super) struct ByBoard<T>(pub [T; 3]);

impl<T> ByBoard<T> {
    pub(super) fn on(&self, board: Board) -> &T {
        &self.0[at(board)]
    }

    /// Calls a function for each board that somebody is on.
    pub(super) fn of_each(&mut self, who: PackedPerson, mut act: impl FnMut(&mut T)) {
        for board in who.boards() {
            act(&mut self.0[at(board)]);
        }
    }
}

const fn at(board: Board) -> usize {
    match board {
        Board::Overall => 0,
        Board::Male => 1,
        Board::Female => 2,
    }
}
