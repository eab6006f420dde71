//! Reading the boards of one event and season: ranks, and encoded answers.

use std::sync::Arc;

use sixfold_domain::identity::Uaid;
use sixfold_domain::leaderboard::Board;
use sixfold_domain::percentile::{FIELD_MIN, FieldStanding};
use sixfold_domain::score::Score;
use sixfold_domain::season::Season;

use super::answer::{
    Caller, FullName, Leaderboard, LeaderboardRow, RankedRow, RowQuery, Source, Window, every_row,
};
use super::encoded::Encoded;
use super::index::{Index, Rank};
use super::state::{BoardState, Key};
use crate::http::ApiError;

/// The boards of an event and a season at one version.
pub struct SeasonBoards<'a> {
    pub(super) state: &'a BoardState,
    pub(super) key: Key,
    pub(super) index: &'a Index,
    pub(super) season: Season,
}

impl SeasonBoards<'_> {
    pub fn event_id(&self) -> &str {
        &self.state.calendar().events[self.key.event]
    }

    pub fn number(&self) -> u32 {
        self.season.season
    }

    pub fn window(&self) -> Window {
        Window { season: Some(self.season), from: self.season.start, to: self.season.end }
    }

    pub fn rank(&self, board: Board, uaid: &Uaid) -> Option<Rank> {
        self.index.rank(board, self.state.people.id(uaid)?)
    }

    /// Where a final of a person stands among everybody else, or those of their gender (RULES 7.10).
    pub fn field_standing(&self, board: Board, uaid: &Uaid, score: Score) -> Option<FieldStanding> {
        self.index.field_standing(board, self.state.people.id(uaid), score)
    }

    /// The median of everybody; none if they are too few (RULES 7.10, 7.11).
    pub fn median(&self) -> Option<Score> {
        self.index.median(Board::Overall).filter(|_| self.index.len(Board::Overall) >= FIELD_MIN)
    }

    /// The scores of the overall board, best first, with how many have each.
    pub fn scores(&self) -> impl Iterator<Item = (Score, u32)> + '_ {
        self.index.scores(Board::Overall)
    }

    /// The first `count` people of the overall board, with their scores.
    pub fn first(&self, count: usize) -> Vec<(Option<Uaid>, Score)> {
        let rows = self.index.rows(Board::Overall, 0).take(count);
        rows.map(|rank| (self.state.people.get(rank.row.id).uaid(), rank.row.score)).collect()
    }

    /// The scores that people have on this overall board; somebody who is not on it is left out.
    pub fn scores_of(&self, people: &[(Option<Uaid>, Score)]) -> Vec<Score> {
        let ranks = people.iter().filter_map(|(uaid, _)| self.rank(Board::Overall, uaid.as_ref()?));
        ranks.map(|rank| rank.row.score).collect()
    }

    /// The requested rows, as the caller may see them.
    pub fn answer(&self, query: &RowQuery, caller: Caller<'_>, timestamp: String) -> Leaderboard {
        let before = self.state.season_before(self.key);
        Leaderboard::build(self, query, caller, &self.window(), before, timestamp)
    }

    /// Every row of a board, as the caller may see it.
    pub fn every_row(&self, board: Board, caller: Caller<'_>) -> Vec<LeaderboardRow> {
        every_row(self, board, (0, self.index.len(board)), caller)
    }

    /// The public answer, encoded when it is first requested. Later pages are not cached.
    pub fn encoded(&self, query: RowQuery) -> Result<Arc<Encoded>, ApiError> {
        let make = || Encoded::new(&self.answer(&query, Caller::default(), String::new()));
        if query.cursor.is_some() {
            return make().map(Arc::new);
        }
        self.state.answer((self.key, query), make)
    }
}

impl Source for SeasonBoards<'_> {
    fn total(&self, board: Board) -> usize {
        self.index.len(board)
    }

    fn number(&self, board: Board, uaid: &Uaid) -> Option<usize> {
        self.index.number(&self.state.people, board, self.state.people.id(uaid)?)
    }

    fn span(&self, board: Board, score: Score, at_ms: i64) -> (usize, usize) {
        self.index.span(board, score, at_ms)
    }

    fn rows(&self, board: Board, from: usize, to: usize) -> Vec<(Option<Uaid>, RankedRow<'_>)> {
        let ranks = self.index.rows(board, from).take(to.saturating_sub(from));
        ranks
            .map(|rank| {
                let person = self.state.people.get(rank.row.id);
                let standing = RankedRow {
                    named: FullName { first: person.first_name(), last: person.last_name() },
                    gender: person.gender(),
                    score: rank.row.score,
                    mark: self.index.mark(rank.row.id),
                    at_ms: rank.row.at_ms,
                    position: rank.position,
                    previous: rank.previous,
                };
                (person.uaid(), standing)
            })
            .collect()
    }
}
