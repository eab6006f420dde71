//! Results as cards have them.

use serde::Serialize;
use sixfold_domain::protocol::Protocols;
use sixfold_domain::score::Score;
use sixfold_domain::time::Date;

use crate::content::measures::measure;
use crate::db::results::history::{Completed, ScoredTest};
use crate::http::error::ApiError;

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

/// The best measurement of a test, by the protocol that scored it.
pub(super) fn mark(
    taken: &ScoredTest,
    visit: &Completed,
    protocols: &[Protocols],
) -> Result<Option<String>, ApiError> {
    let version = u32::try_from(visit.protocol_version.unwrap_or(1)).map_err(ApiError::internal)?;
    let set = protocols.iter().find(|set| set.version() == version);
    let protocol =
        set.ok_or_else(|| ApiError::internal("a booking's protocols are not there"))?.of(taken.test_type);
    Ok(protocol.best(&taken.attempts).map(|index| measure(taken.attempts[index], protocol.unit)))
}
