//! The boards of one event and season: overall, men and women, each with the positions of the last midnight in London beside
//! those of now.
//!
//! A competitor stands there with their best final alone. A position is one more than have a better score, so that equal
//! scores share it (1, 1, 3), and is a sum along a Fenwick tree; a row's number and a number's row are found in it too.

use hashbrown::HashTable;
use sixfold_domain::leaderboard::Board;
use sixfold_domain::profile::Gender;
use sixfold_domain::score::Score;

use super::counts::Counts;
use super::people::{Id, People};
use super::ranking::{Ranking, Row};

/// In place of a score: was not ranked.
const NEVER: u16 = u16::MAX;
/// Where in a [`Place`] the scores end and the board by gender begins.
const SCORE_BITS: u32 = 14;

/// A competitor's best final of a season, and the best that could be seen at the last midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Best {
    /// The score.
    pub score: Score,
    /// When it was reached, ms.
    pub at_ms: i64,
    /// The score of then; none of who was not ranked then.
    pub before: Option<Score>,
}

impl Best {
    /// The best of one final, reached at `at_ms` and to be seen since `since_ms`.
    pub fn new(score: Score, at_ms: i64, since_ms: i64, midnight_ms: i64) -> Self {
        Self { score, at_ms, before: Some(score).filter(|_| since_ms < midnight_ms) }
    }

    /// The best of two: the higher score, of equals the earlier.
    pub fn or(self, other: Self) -> Self {
        let other_is_better = (other.score, -other.at_ms) > (self.score, -self.at_ms);
        let best = if other_is_better { other } else { self };
        Self { before: self.before.max(other.before), ..best }
    }
}

/// Where a competitor stands on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rank {
    /// From 1; equal scores share it.
    pub position: usize,
    /// At the last midnight in London; none of who was not ranked then.
    pub previous: Option<usize>,
    /// The row.
    pub row: Row,
}

/// Where a competitor stands, by their small number. Sixteen bytes.
#[derive(Debug, Clone, Copy)]
#[repr(Rust, packed(4))]
struct Place {
    at_ms: i64,
    id: u32,
    /// The score in hundredths, and above it the board by gender: 0 for none.
    standing: u16,
    /// The score at the last midnight, or [`NEVER`].
    before: u16,
}

/// Numbers run on: an odd constant spreads them over the low bits without two of them meeting, and over the high ones.
fn hash(id: u32) -> u64 {
    u64::from(id).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// A score as it is kept. The store holds none beyond the scale.
fn hundredths(score: Score) -> u16 {
    u16::try_from(score.hundredths().clamp(0, Score::FULL.hundredths())).unwrap_or(0)
}

impl Place {
    fn new(id: Id, best: Best, gender: Gender) -> Self {
        let side: u16 = match gender {
            Gender::Male => 1,
            Gender::Female => 2,
            Gender::Other | Gender::None => 0,
        };
        Self {
            at_ms: best.at_ms,
            id: id.0,
            standing: hundredths(best.score) | (side << SCORE_BITS),
            before: best.before.map_or(NEVER, hundredths),
        }
    }

    fn row(self) -> Row {
        let points = self.standing & ((1 << SCORE_BITS) - 1);
        Row { id: Id(self.id), score: Score::from_hundredths(i32::from(points)), at_ms: self.at_ms }
    }

    fn before(self) -> Option<Score> {
        (self.before != NEVER).then(|| Score::from_hundredths(i32::from(self.before)))
    }

    /// The board by gender that they stand on beside the overall one.
    fn side(self) -> Option<Board> {
        match self.standing >> SCORE_BITS {
            1 => Some(Board::Male),
            2 => Some(Board::Female),
            _ => None,
        }
    }

    fn boards(self) -> impl Iterator<Item = Board> {
        std::iter::once(Board::Overall).chain(self.side())
    }

    fn stands_on(self, board: Board) -> bool {
        board == Board::Overall || self.side() == Some(board)
    }
}

/// Three boards of an event and a season.
#[derive(Debug, Clone, Default)]
pub struct Index {
    boards: [Ranking; 3],
    /// The scores of the last midnight.
    before: [Counts; 3],
    places: HashTable<Place>,
}

impl Index {
    /// Boards on which nobody stands.
    pub fn new() -> Self {
        Self::default()
    }

    /// The boards of these finals, in whatever order they come; of several of one competitor the best counts.
    pub fn build(people: &People, finals: impl Iterator<Item = (Id, Best)>) -> Self {
        let mut places: HashTable<Place> = HashTable::with_capacity(finals.size_hint().0);
        for (id, best) in finals {
            let gender = people.get(id).gender();
            match places.find_mut(hash(id.0), |place| { place.id } == id.0) {
                Some(place) => *place = Place::new(id, best_of(*place).or(best), gender),
                None => {
                    places.insert_unique(hash(id.0), Place::new(id, best, gender), |place| hash(place.id));
                }
            }
        }
        places.shrink_to_fit(|place| hash(place.id));
        let mut index = Self { places, ..Self::default() };
        for board in [Board::Overall, Board::Male, Board::Female] {
            let rows = index.places.iter().filter(|place| place.stands_on(board)).map(|place| place.row());
            index.boards[at(board)] = Ranking::build(rows, people);
        }
        for place in &index.places {
            if let Some(score) = place.before() {
                for board in place.boards() {
                    index.before[at(board)].add(score);
                }
            }
        }
        index
    }

    /// Puts a competitor where their best final has its place, by the gender that they have now.
    pub fn set(&mut self, people: &People, id: Id, best: Best) {
        self.remove(people, id);
        let place = Place::new(id, best, people.get(id).gender());
        self.places.insert_unique(hash(id.0), place, |place| hash(place.id));
        for board in place.boards() {
            self.boards[at(board)].insert(place.row(), people);
            if let Some(score) = place.before() {
                self.before[at(board)].add(score);
            }
        }
    }

    /// Takes a competitor off every board, those of the last midnight too. False if they stood on none.
    pub fn remove(&mut self, people: &People, id: Id) -> bool {
        let Ok(found) = self.places.find_entry(hash(id.0), |place| { place.id } == id.0) else {
            return false;
        };
        let (place, _) = found.remove();
        for board in place.boards() {
            self.boards[at(board)].remove(place.row(), people);
            if let Some(score) = place.before() {
                self.before[at(board)].remove(score);
            }
        }
        true
    }

    /// Midnight has struck: what stands now is what positions are compared with from here on.
    pub fn turn_day(&mut self) {
        for place in &mut self.places {
            place.before = hundredths(place.row().score);
        }
        for (before, board) in self.before.iter_mut().zip(&self.boards) {
            before.clone_from(board.counts());
        }
    }

    /// How many stand on a board.
    pub fn len(&self, board: Board) -> usize {
        self.boards[at(board)].counts().len()
    }

    /// Whether nobody stands on any.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Where a competitor stands on a board; none if they do not.
    pub fn rank(&self, board: Board, id: Id) -> Option<Rank> {
        let place = self.place(id).filter(|place| place.stands_on(board))?;
        Some(self.ranked(board, place))
    }

    /// The number of a competitor's row on a board, from 0.
    pub fn number(&self, people: &People, board: Board, id: Id) -> Option<usize> {
        let place = self.place(id).filter(|place| place.stands_on(board))?;
        self.boards[at(board)].number(place.row(), people)
    }

    /// The position that a score has, or would have, on a board.
    pub fn position_of(&self, board: Board, score: Score) -> usize {
        self.boards[at(board)].counts().above(score) + 1
    }

    /// The rows of a board from a number on, best first, as far as it goes.
    pub fn rows(&self, board: Board, from: usize) -> impl Iterator<Item = Rank> + '_ {
        self.boards[at(board)].rows(from).filter_map(move |row| Some(self.ranked(board, self.place(row.id)?)))
    }

    /// The numbers of the rows that have a score and a moment: from the first on, up to before the second.
    pub fn span(&self, board: Board, score: Score, at_ms: i64) -> (usize, usize) {
        self.boards[at(board)].span(score, at_ms)
    }

    /// The memory behind it.
    pub fn bytes(&self) -> usize {
        self.places.allocation_size()
            + self.boards.iter().map(Ranking::bytes).sum::<usize>()
            + self.before.iter().map(Counts::bytes).sum::<usize>()
    }

    fn place(&self, id: Id) -> Option<Place> {
        self.places.find(hash(id.0), |place| { place.id } == id.0).copied()
    }

    fn ranked(&self, board: Board, place: Place) -> Rank {
        let row = place.row();
        Rank {
            position: self.position_of(board, row.score),
            previous: place.before().map(|score| self.before[at(board)].above(score) + 1),
            row,
        }
    }
}

/// Where a board lies among the three.
const fn at(board: Board) -> usize {
    match board {
        Board::Overall => 0,
        Board::Male => 1,
        Board::Female => 2,
    }
}

fn best_of(place: Place) -> Best {
    let Row { score, at_ms, .. } = place.row();
    Best { score, at_ms, before: place.before() }
}

#[cfg(test)]
mod tests;
