//! A season's finals as counts, without names: what "What would it take?" compares with (RULES 7.12). Made once per version of
//! the boards.

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::http::HeaderValue;
use serde::Serialize;
use sixfold_domain::score::Score;
use sixfold_domain::season::Season;
use sixfold_domain::time::Date;
use sixfold_domain::what_if::{Costs, ScoreCounts};
use tokio::sync::Mutex;
use utoipa::ToSchema;

use super::state::Key;
use crate::db::{Db, history};
use crate::http::error::{ApiError, Envelope};
use crate::http::etag;

/// The finals of a season, without names, numbers or times.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeasonFinals {
    /// The number of the season.
    season: u32,
    /// The version of the boards; it rises with every change.
    version: i64,
    /// The best final of each competitor on the overall board.
    board: ScoreTally,
    /// Every final of the season that is not held: the field of percentiles.
    finals: ScoreTally,
    /// For each of the six tests, in their order, how many of those finals have each number of whole points, 0 to 100.
    points: Vec<Vec<u32>>,
}

/// Scores and how many have each, the lowest first.
#[derive(Debug, Serialize, ToSchema)]
struct ScoreTally {
    /// The differences between successive scores, in hundredths; the first from 0.
    gaps: Vec<u16>,
    /// How many have each.
    counts: Vec<u32>,
}

impl ScoreTally {
    fn of(scores: &ScoreCounts) -> Self {
        let (gaps, counts) = scores.gaps();
        Self { gaps, counts }
    }
}

/// The answer, encoded.
#[derive(Debug)]
pub struct EncodedFinals {
    pub body: Bytes,
    pub tag: HeaderValue,
}

impl EncodedFinals {
    fn new(finals: &SeasonFinals) -> Result<Self, ApiError> {
        let body = Bytes::from(Envelope(finals).to_json().map_err(ApiError::internal)?);
        Ok(Self { tag: etag::strong(&body).map_err(ApiError::internal)?, body })
    }
}

/// What an answer depends on: the version of the boards, the day, which decides who is of age, and the season's dates.
type Moment = (i64, Date, Season);

type Kept = (Moment, Arc<EncodedFinals>);

/// The answers of the latest version of each season.
#[derive(Debug, Default)]
pub(super) struct Fields(Mutex<HashMap<Key, Kept>>);

impl Fields {
    /// A season's answer. Those who ask while it is made wait for it.
    pub(super) async fn get(
        &self,
        db: &Db,
        key: Key,
        moment: Moment,
        board: impl FnOnce() -> ScoreCounts + Send,
    ) -> Result<Arc<EncodedFinals>, ApiError> {
        let mut kept = self.0.lock().await;
        if let Some((_, known)) = kept.get(&key).filter(|(of, _)| *of == moment) {
            return Ok(known.clone());
        }
        let (version, _, season) = moment;
        let scores =
            db.read(move |conn| Box::pin(async move { history::season_scores(conn, &season).await })).await?;
        let each = |scores: &[Score]| ScoreCounts::of(scores.iter().map(|score| (*score, 1)));
        let finals = SeasonFinals {
            season: season.season,
            version,
            board: ScoreTally::of(&board()),
            finals: ScoreTally::of(&each(&scores.finals)),
            points: scores.tests.iter().map(|scores| Costs::whole_points(scores).to_vec()).collect(),
        };
        let made = Arc::new(EncodedFinals::new(&finals)?);
        kept.insert(key, (moment, made.clone()));
        Ok(made)
    }
}
