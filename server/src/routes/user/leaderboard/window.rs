//! A window that is no season's: its finals are read and ranked for each answer, and nothing of it has a history.

use sixfold_domain::identity::Uaid;
use sixfold_domain::leaderboard::{self, Board, Final, Standing, is_public};
use sixfold_domain::score::Score;
use sixfold_domain::time::Date;

use crate::board::{self, Named, Source};
use crate::db::leaderboard::Entry;

/// The finals of a window, ranked.
pub(super) struct Ranking {
    entries: Vec<Entry>,
    overall: Vec<Standing>,
    male: Vec<Standing>,
    female: Vec<Standing>,
}

impl Ranking {
    /// Ranks those who may be shown.
    pub(super) fn new(mut entries: Vec<Entry>, today: Date) -> Self {
        entries.retain(|entry| is_public(entry.date_of_birth, today, entry.opted_in));
        let finals: Vec<Final> = entries.iter().map(|entry| entry.ranked.clone()).collect();
        let rank = |board| leaderboard::rank(&finals, board);
        let (overall, male, female) = (rank(Board::Overall), rank(Board::Male), rank(Board::Female));
        Self { entries, overall, male, female }
    }

    fn standings(&self, board: Board) -> &[Standing] {
        match board {
            Board::Overall => &self.overall,
            Board::Male => &self.male,
            Board::Female => &self.female,
        }
    }

    fn ranked(&self, standing: &Standing) -> &Final {
        &self.entries[standing.index].ranked
    }
}

impl Source for Ranking {
    fn total(&self, board: Board) -> usize {
        self.standings(board).len()
    }

    fn number(&self, board: Board, uaid: &Uaid) -> Option<usize> {
        self.standings(board).iter().position(|standing| self.ranked(standing).uaid == *uaid)
    }

    fn span(&self, board: Board, score: Score, at_ms: i64) -> (usize, usize) {
        let standings = self.standings(board);
        let key = |standing: &Standing| {
            let ranked = self.ranked(standing);
            (std::cmp::Reverse(ranked.score), ranked.at_ms)
        };
        let at = (std::cmp::Reverse(score), at_ms);
        let first = standings.partition_point(|standing| key(standing) < at);
        (first, standings.partition_point(|standing| key(standing) <= at))
    }

    fn rows(&self, board: Board, from: usize, to: usize) -> Vec<(Option<Uaid>, board::Standing<'_>)> {
        let standings = self.standings(board).iter().skip(from).take(to.saturating_sub(from));
        standings
            .map(|standing| {
                let entry = &self.entries[standing.index];
                let row = board::Standing {
                    named: Named { first: &entry.first_name, last: &entry.last_name },
                    gender: entry.ranked.gender,
                    score: entry.ranked.score,
                    at_ms: entry.ranked.at_ms,
                    position: standing.position,
                    previous: None,
                };
                (Some(entry.ranked.uaid.clone()), row)
            })
            .collect()
    }
}
