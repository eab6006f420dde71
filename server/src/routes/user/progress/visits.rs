//! The visits of an answer: points, measurements, personal bests, gains.

use serde::Serialize;
use sixfold_domain::attempt::Raw;
use sixfold_domain::progress::{Outcome, gains, personal_best};
use sixfold_domain::protocol::{Protocol, Protocols, Unit};
use sixfold_domain::score::Score;
use sixfold_domain::season::SeasonTable;
use sixfold_domain::test_type::TestType;
use sixfold_domain::time::Date;
use utoipa::ToSchema;

use crate::db::results::history::{Completed, ScoredTest};
use crate::http::ApiError;

/// One finished visit.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::routes) struct Visit {
    event_booking_id: String,
    #[schema(value_type = String)]
    event_test_date: Date,
    /// Null outside every season.
    season: Option<u32>,
    /// The final score.
    #[schema(value_type = f64)]
    score: Score,
    /// The points gained on the visit before; below zero if lost, null for the first.
    #[schema(value_type = Option<f64>)]
    gain: Option<Score>,
    /// Whether it is the personal best.
    best: bool,
    /// The tests taken, in their order.
    tests: Vec<VisitTest>,
}

/// One test of a visit.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::routes) struct VisitTest {
    /// Cognitive, Strength, Power, Speed, Agility or Endurance.
    #[serde(rename = "TestType")]
    #[schema(value_type = String)]
    test_type: TestType,
    /// Its points.
    #[schema(value_type = f64)]
    score: Score,
    /// The best measurement, in the test's unit.
    #[schema(value_type = Option<f64>)]
    mark: Option<Raw>,
    /// hits, N/kg, cm, s or level.
    #[schema(value_type = String)]
    unit: Unit,
    /// The points gained on the last visit that had the test.
    #[schema(value_type = Option<f64>)]
    gain: Option<Score>,
    /// Whether it is the personal best in this test.
    best: bool,
}

/// The visits, oldest first, as `completed` has them.
pub(super) fn of(
    completed: &[Completed],
    seasons: &SeasonTable,
    protocols: &[Protocols],
) -> Result<Vec<Visit>, ApiError> {
    let finals: Vec<Option<Outcome<'_>>> =
        completed.iter().map(|visit| Some(Outcome { score: visit.score, mark: None })).collect();
    let final_best = personal_best(&finals);
    let final_gains = gains(&scores(&finals));
    let mut visits = Vec::with_capacity(completed.len());
    for ((index, visit), gain) in completed.iter().enumerate().zip(final_gains) {
        visits.push(Visit {
            event_booking_id: visit.booking_id.clone(),
            event_test_date: visit.date,
            season: seasons.on(visit.date).map(|season| season.season),
            score: visit.score,
            gain,
            best: final_best == Some(index),
            tests: Vec::new(),
        });
    }
    for test_type in TestType::ALL {
        let mut taken: Vec<Option<Taken<'_>>> = Vec::with_capacity(completed.len());
        for visit in completed {
            let test = visit.tests.iter().find(|test| test.test_type == test_type);
            taken.push(test.map(|test| Taken::of(test, visit, protocols)).transpose()?);
        }
        let outcomes: Vec<Option<Outcome<'_>>> =
            taken.iter().map(|taken| taken.map(|taken| taken.outcome)).collect();
        let best = personal_best(&outcomes);
        for (index, (taken, gain)) in taken.iter().zip(gains(&scores(&outcomes))).enumerate() {
            let Some(Taken { outcome, protocol }) = *taken else { continue };
            visits[index].tests.push(VisitTest {
                test_type,
                score: outcome.score,
                mark: outcome.mark.map(|(raw, _)| raw),
                unit: protocol.unit,
                gain,
                best: best == Some(index),
            });
        }
    }
    Ok(visits)
}

/// A test that was taken, and the protocol that scored it.
#[derive(Clone, Copy)]
struct Taken<'a> {
    outcome: Outcome<'a>,
    protocol: &'a Protocol,
}

impl<'a> Taken<'a> {
    fn of(test: &ScoredTest, visit: &Completed, protocols: &'a [Protocols]) -> Result<Self, ApiError> {
        let version = u32::try_from(visit.protocol_version.unwrap_or(1)).map_err(ApiError::internal)?;
        let set = protocols.iter().find(|set| set.version() == version);
        let set = set.ok_or_else(|| ApiError::internal("a booking's protocols are not there"))?;
        let protocol = set.of(test.test_type);
        let best = protocol.best(&test.attempts).map(|index| test.attempts[index]);
        Ok(Self { outcome: Outcome { score: test.score, mark: best.map(|raw| (raw, protocol)) }, protocol })
    }
}

fn scores(outcomes: &[Option<Outcome<'_>>]) -> Vec<Option<Score>> {
    outcomes.iter().map(|outcome| outcome.map(|outcome| outcome.score)).collect()
}
