//! The boards of one event and season: overall, men and women, each with the positions of the last midnight in London
//! beside the present ones.
//!
//! A competitor is ranked by their best final. A position is one more than the number of better scores, so equal scores
//! share it (1, 1, 3); it is a sum in a tree of counts, which also maps rows to row numbers and back.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry as Slot;
use sixfold_domain::leaderboard::{Board, position_behind};
use sixfold_domain::percentile::{FieldStanding, field_standing};
use sixfold_domain::profile::Gender;
use sixfold_domain::protocol::Measurement;
use sixfold_domain::score::{Score, median};

use super::counts::Counts;
use super::marks::Marks;
use super::people::{Id, People};
use super::ranking::{ByBoard, Entry, PackedPerson, Ranking, Row};

/// In place of a score: not ranked.
const NEVER: u16 = u16::MAX;

/// A competitor's best final of a season, and the best that was visible at the last midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Best {
    pub score: Score,
    /// The mark of this very result, if it is of one test (RULES 8.11).
    pub mark: Option<Measurement>,
    /// When it was reached, ms.
    pub at_ms: i64,
    /// The score at the last midnight; none if not ranked then.
    pub before: Option<Score>,
}

impl Best {
    /// The best of a single final, reached at `at_ms` and visible since `since_ms`.
    pub fn new(score: Score, at_ms: i64, since_ms: i64, midnight_ms: i64) -> Self {
        Self { score, mark: None, at_ms, before: Some(score).filter(|_| since_ms < midnight_ms) }
    }

    /// The better of two: the higher score, or the earlier of equals.
    pub fn or(self, other: Self) -> Self {
        let other_is_better = (other.score, -other.at_ms) > (self.score, -self.at_ms);
        let best = if other_is_better { other } else { self };
        Self { before: self.before.max(other.before), ..best }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rank {
    /// From 1; equal scores share it.
    pub position: usize,
    /// At the last midnight in London; none if not ranked then (RULES 8.3).
    pub previous: Option<usize>,
    pub row: Row,
}

/// A competitor's [`Best`] without its mark, packed into sixteen bytes.
#[derive(Debug, Clone, Copy)]
#[repr(Rust, packed(4))]
struct PackedBest {
    at_ms: i64,
    who: PackedPerson,
    /// The score in hundredths.
    score: u16,
    /// The score at the last midnight, or [`NEVER`].
    before: u16,
}

/// A score as stored here; the database allows none beyond the scale.
fn hundredths(score: Score) -> u16 {
    u16::try_from(score.hundredths().clamp(0, Score::FULL.hundredths())).unwrap_or(0)
}

impl PackedBest {
    fn new(id: Id, best: Best, gender: Gender) -> Self {
        Self {
            at_ms: best.at_ms,
            who: PackedPerson::new(id, gender),
            score: hundredths(best.score),
            before: best.before.map_or(NEVER, hundredths),
        }
    }

    fn hash(&self) -> u64 {
        { self.who }.id().hash()
    }

    fn is_of(&self, id: Id) -> bool {
        { self.who }.id() == id
    }

    fn entry(self) -> Entry {
        Entry { at_ms: self.at_ms, who: self.who }
    }

    fn score(self) -> Score {
        Score::from_hundredths(i32::from(self.score))
    }

    fn before(self) -> Option<Score> {
        (self.before != NEVER).then(|| Score::from_hundredths(i32::from(self.before)))
    }

    fn best(self, mark: Option<Measurement>) -> Best {
        Best { score: self.score(), mark, at_ms: self.at_ms, before: self.before() }
    }
}

/// The three boards of an event and season.
#[derive(Debug, Clone, Default)]
pub struct Index {
    rows: Ranking,
    /// The scores of the last midnight.
    before: ByBoard<Counts>,
    places: HashTable<PackedBest>,
    /// Beside the places, so that a board of finals pays nothing for them.
    marks: Marks,
}

impl Index {
    pub fn new() -> Self {
        Self::default()
    }

    /// The boards of these finals, in any order; of several of one competitor the best counts.
    pub fn build(people: &People, finals: impl Iterator<Item = (Id, Best)>) -> Self {
        let mut places: HashTable<PackedBest> = HashTable::with_capacity(finals.size_hint().0);
        let mut marks = Marks::default();
        for (id, best) in finals {
            let gender = people.get(id).gender();
            match places.entry(id.hash(), |place| place.is_of(id), PackedBest::hash) {
                Slot::Occupied(mut known) => {
                    let best = known.get().best(marks.get(id)).or(best);
                    *known.get_mut() = PackedBest::new(id, best, gender);
                    marks.set(id, best.mark);
                }
                Slot::Vacant(free) => {
                    free.insert(PackedBest::new(id, best, gender));
                    marks.set(id, best.mark);
                }
            }
        }
        places.shrink_to_fit(PackedBest::hash);
        marks.shrink();
        let rows = Ranking::build(places.iter().map(|place| (place.score(), place.entry())), people);
        let mut before = ByBoard::<Counts>::default();
        for place in &places {
            if let Some(score) = place.before() {
                before.of_each(place.who, |counts| counts.add(score));
            }
        }
        Self { rows, before, places, marks }
    }

    /// Inserts or moves a competitor by their best final and present gender.
    pub fn set(&mut self, people: &People, id: Id, best: Best) {
        let place = PackedBest::new(id, best, people.get(id).gender());
        let known = match self.places.entry(id.hash(), |place| place.is_of(id), PackedBest::hash) {
            Slot::Occupied(mut known) => Some(std::mem::replace(known.get_mut(), place)),
            Slot::Vacant(free) => {
                free.insert(place);
                None
            }
        };
        if let Some(known) = known {
            self.rows.remove(known.score(), known.entry(), people);
        }
        self.rows.insert(place.score(), place.entry(), people);
        self.marks.set(id, best.mark);
        // The value at midnight rarely changes.
        if known.is_none_or(|known| (known.before, known.who) != (place.before, place.who)) {
            self.uncount(known);
            if let Some(score) = place.before() {
                self.before.of_each(place.who, |counts| counts.add(score));
            }
        }
    }

    /// Removes a competitor from every board, those of the last midnight too. False if they were on none.
    pub fn remove(&mut self, people: &People, id: Id) -> bool {
        let Ok(found) = self.places.find_entry(id.hash(), |place| place.is_of(id)) else {
            return false;
        };
        let (known, _) = found.remove();
        self.rows.remove(known.score(), known.entry(), people);
        self.marks.set(id, None);
        self.uncount(Some(known));
        true
    }

    /// Removes a competitor from the boards of the last midnight.
    fn uncount(&mut self, known: Option<PackedBest>) {
        if let Some(known) = known
            && let Some(score) = known.before()
        {
            self.before.of_each(known.who, |counts| counts.remove(score));
        }
    }

    /// At midnight the present ranks become those that positions are compared with.
    pub fn turn_day(&mut self) {
        for place in &mut self.places {
            place.before = place.score;
        }
        self.before.clone_from(self.rows.all_counts());
    }

    pub fn len(&self, board: Board) -> usize {
        self.rows.counts(board).len()
    }

    /// Whether no board has anybody.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    pub fn rank(&self, board: Board, id: Id) -> Option<Rank> {
        Some(self.ranked(board, self.place(board, id)?))
    }

    /// The mark of a competitor's result, if this is the board of a test.
    pub fn mark(&self, id: Id) -> Option<Measurement> {
        self.marks.get(id)
    }

    /// The number of a competitor's row on a board, from 0.
    pub fn number(&self, people: &People, board: Board, id: Id) -> Option<usize> {
        let place = self.place(board, id)?;
        self.rows.number(board, place.score(), place.entry(), people)
    }

    /// The position that a score has, or would have, on a board.
    pub fn position_of(&self, board: Board, score: Score) -> usize {
        position_behind(self.rows.counts(board).above(score))
    }

    /// The standing of a person's score among the others on a board (RULES 7.10); none if there are too few. The person need
    /// not be on it.
    pub fn field_standing(&self, board: Board, own: Option<Id>, score: Score) -> Option<FieldStanding> {
        let counts = self.rows.counts(board);
        let own = own.and_then(|id| self.place(board, id)).map(PackedBest::score);
        let (equal, above) = (counts.at(score), counts.above(score));
        let below = counts.len() - above - equal;
        let is = |holds: bool| usize::from(holds);
        field_standing(
            below - is(own.is_some_and(|own| own < score)),
            equal - is(own == Some(score)),
            counts.len() - is(own.is_some()),
        )
    }

    /// The median score of a board (RULES 7.11).
    pub fn median(&self, board: Board) -> Option<Score> {
        median(self.len(board), |number| self.rows.rows(board, number).next().map(|row| row.score))
    }

    /// The scores of a board, best first, with how many have each.
    pub fn scores(&self, board: Board) -> impl Iterator<Item = (Score, u32)> + '_ {
        self.rows.counts(board).each()
    }

    /// The rows of a board from a number on, best first.
    pub fn rows(&self, board: Board, from: usize) -> impl Iterator<Item = Rank> + '_ {
        self.rows
            .rows(board, from)
            .filter_map(move |row| Some(self.ranked(board, self.place(board, row.id)?)))
    }

    /// The range of the rows that have a score and an instant, the end excluded.
    pub fn span(&self, board: Board, score: Score, at_ms: i64) -> (usize, usize) {
        self.rows.span(board, score, at_ms)
    }

    /// The memory it uses.
    pub fn bytes(&self) -> usize {
        let before: usize = self.before.0.iter().map(Counts::bytes).sum();
        self.places.allocation_size() + self.marks.bytes() + self.rows.bytes() + before
    }

    fn place(&self, board: Board, id: Id) -> Option<PackedBest> {
        let place = self.places.find(id.hash(), |place| place.is_of(id)).copied();
        place.filter(|place| { place.who }.stands_on(board))
    }

    fn ranked(&self, board: Board, place: PackedBest) -> Rank {
        Rank {
            position: self.position_of(board, place.score()),
            previous: place.before().map(|score| position_behind(self.before.on(board).above(score))),
            row: Row { id: { place.who }.id(), score: place.score(), at_ms: place.at_ms },
        }
    }
}

#[cfg(test)]
mod tests;
