//! A season as one athlete meets it: everybody else's finals.

use super::cost::Costs;
use super::counts::ScoreCounts;
use crate::leaderboard::{TOP_ROWS, position_behind};
use crate::percentile::{FieldStanding, field_standing};
use crate::score::Score;

/// A goal of RULES 7.14.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// It is reached already.
    Met,
    /// The least final that reaches it.
    Final(Score),
    /// No final reaches it: it would take more than 100.00.
    Beyond,
}

impl Goal {
    /// The least final better than a score.
    fn better_than(score: Score) -> Self {
        let least = Score::from_hundredths(score.hundredths() + 1);
        if least > Score::FULL { Self::Beyond } else { Self::Final(least) }
    }
}

/// The overall board of a season without one athlete's own row.
#[derive(Debug, Clone)]
pub struct OtherFinals {
    /// The best final of each other competitor.
    board: ScoreCounts,
    /// The athlete's row on the board.
    own: Option<Score>,
    costs: Costs,
}

impl OtherFinals {
    /// Of the whole board, from which the athlete's row, if they have one, is taken away.
    pub fn new(mut board: ScoreCounts, own: Option<Score>, costs: Costs) -> Self {
        if let Some(own) = own {
            board.remove(own);
        }
        Self { board, own, costs }
    }

    /// The position that a final would have on the board (RULES 7.12).
    pub fn position(&self, score: Score) -> usize {
        position_behind(self.board.above(score) as usize)
    }

    /// How many would be on the board.
    pub fn ranked(&self) -> u32 {
        self.board.len() + 1
    }

    /// How a final would compare with the field; none with fewer than ten people (RULES 7.10, 7.12).
    pub fn field_standing(&self, score: Score) -> Option<FieldStanding> {
        let [below, equal, others] =
            [self.board.below(score), self.board.at(score), self.board.len()].map(|count| count as usize);
        field_standing(below, equal, others)
    }

    /// To be among the first fifteen rows of the board, where a later final is behind those that equal it (RULES 8.1).
    pub fn top(&self, visit: Score) -> Goal {
        match self.board.row(TOP_ROWS) {
            Some(last) if self.standing(visit) <= last => Goal::better_than(last),
            Some(_) | None => Goal::Met,
        }
    }

    /// To pass the competitor who is next above.
    pub fn next_up(&self, visit: Score) -> Goal {
        self.board.next_above(self.standing(visit)).map_or(Goal::Met, Goal::better_than)
    }

    /// To beat the athlete's best final, of any season. By today's protocols the visit may be above it.
    pub fn own_best(visit: Score, best: Score) -> Goal {
        if visit > best { Goal::Met } else { Goal::better_than(best) }
    }

    /// What gains cost in this season.
    pub fn costs(&self) -> &Costs {
        &self.costs
    }

    /// What the athlete's present standing rests on.
    fn standing(&self, visit: Score) -> Score {
        self.own.map_or(visit, |own| own.max(visit))
    }
}
