//! What the three cards of a season's recap are about (RULES 13.17).

use serde::Serialize;
use sixfold_domain::progress::{Outcome, personal_best};
use sixfold_domain::protocol::Protocols;
use sixfold_domain::score::Score;
use sixfold_domain::test_type::TestType;

use super::results::{Final, best, final_of, mark, minus, outcome};
use crate::db::results::history::Completed;
use crate::http::ApiError;

/// The visits of a season, up to the one that the card is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Recap {
    /// Oldest first; never empty.
    pub visits: Vec<Final>,
    /// The best points in each test, and the measurement that they were for.
    pub tests: [Option<Score>; 6],
    pub marks: [Option<String>; 6],
    /// The test whose best gained most on the first time that it was taken in the season; none if no test gained.
    pub grown: Option<(TestType, Score)>,
}

impl Recap {
    /// Of a season's visits, oldest first; none without any.
    pub(super) fn new(visits: &[&Completed], protocols: &[Protocols]) -> Result<Option<Self>, ApiError> {
        if visits.is_empty() {
            return Ok(None);
        }
        let (mut tests, mut marks) = ([None; 6], <[Option<String>; 6]>::default());
        let mut grown: Option<(TestType, Score)> = None;
        for test in TestType::ALL {
            let taken = visits
                .iter()
                .filter_map(|visit| Some((visit, visit.tests.iter().find(|taken| taken.test_type == test)?)));
            let outcomes: Vec<Option<Outcome<'_>>> = taken
                .map(|(visit, taken)| outcome(taken, visit, protocols).map(Some))
                .collect::<Result<_, _>>()?;
            // As My progress names the personal best (RULES 7.8), but among the season's visits.
            let best = personal_best(&outcomes).and_then(|index| outcomes[index]);
            let (Some(best), Some(Some(first))) = (best, outcomes.first()) else { continue };
            tests[test.index()] = Some(best.score);
            marks[test.index()] = mark(&best);
            let gain = minus(best.score, first.score);
            if gain > grown.map_or(Score::ZERO, |(_, most)| most) {
                grown = Some((test, gain));
            }
        }
        Ok(Some(Self { visits: visits.iter().map(|visit| final_of(visit)).collect(), tests, marks, grown }))
    }

    /// The best final of the season, the first of equals.
    pub fn best(&self) -> &Final {
        best(&self.visits)
    }

    /// What the best final gained on the first.
    pub(super) fn gain(&self) -> Score {
        minus(self.best().score, self.visits[0].score)
    }
}
