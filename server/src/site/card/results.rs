//! Results as cards have them.

use serde::Serialize;
use sixfold_domain::progress::Outcome;
use sixfold_domain::protocol::Protocols;
use sixfold_domain::score::Score;
use sixfold_domain::time::Date;

use crate::content::measures::measure;
use crate::db::results::history::{Completed, ScoredTest};
use crate::http::ApiError;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Final {
    pub date: Date,
    pub score: Score,
}

/// The best of some results, the first of equals.
pub(super) fn best(finals: &[Final]) -> &Final {
    finals.iter().rev().max_by_key(|result| result.score).unwrap_or(&finals[0])
}

pub(super) fn final_of(visit: &Completed) -> Final {
    Final { date: visit.date, score: visit.score }
}

/// What a score gained on another (RULES 7.9).
pub(super) fn minus(score: Score, earlier: Score) -> Score {
    Score::from_hundredths(score.hundredths() - earlier.hundredths())
}

/// A test as the rules compare it (RULES 7.8), with its best measurement by the protocol that scored it.
pub(super) fn outcome<'a>(
    taken: &ScoredTest,
    visit: &Completed,
    protocols: &'a [Protocols],
) -> Result<Outcome<'a>, ApiError> {
    let version = u32::try_from(visit.protocol_version.unwrap_or(1)).map_err(ApiError::internal)?;
    let set = protocols.iter().find(|set| set.version() == version);
    let protocol =
        set.ok_or_else(|| ApiError::internal("a booking's protocols are not there"))?.of(taken.test_type);
    let best = protocol.best(&taken.attempts);
    Ok(Outcome { score: taken.score, mark: best.map(|index| (taken.attempts[index], protocol)) })
}

/// The measurement of a test in words.
pub(super) fn mark(outcome: &Outcome<'_>) -> Option<String> {
    outcome.mark.map(|(raw, protocol)| measure(raw, protocol.unit))
}
