//! A season's boards as counts, without names: what "What would it take?" compares with (RULES 7.12). Made once per version of
//! the boards.

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::http::HeaderValue;
use serde::Serialize;
use sixfold_domain::season::Season;
use sixfold_domain::time::Date;
use sixfold_domain::what_if::ScoreCounts;
use tokio::sync::Mutex;
use utoipa::ToSchema;

use super::state::Key;
use crate::http::etag;
use crate::http::{ApiError, Envelope};

/// The finals of a season, without names, numbers or times.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeasonFinals {
    /// The number of the season.
    season: u32,
    /// Another number for other finals. It is made of what follows alone: a held final does not change it (RULES 8.7).
    version: i64,
    /// The best final of each competitor on the overall board.
    board: ScoreTally,
    /// For each of the six tests, in their order, how many people on its overall board have each number of whole points, 0 to 100.
    points: Vec<Vec<u32>>,
}

impl SeasonFinals {
    pub(super) fn new(season: u32, board: ScoreTally, points: Vec<Vec<u32>>) -> Result<Self, ApiError> {
        let shown = serde_json::to_vec(&(season, &board, &points)).map_err(ApiError::internal)?;
        Ok(Self { season, version: etag::number(shown), board, points })
    }
}

/// Scores and how many have each, the lowest first.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ScoreTally {
    /// The differences between successive scores, in hundredths; the first from 0.
    gaps: Vec<u16>,
    /// How many have each.
    counts: Vec<u32>,
}

impl ScoreTally {
    pub(super) fn of(scores: &ScoreCounts) -> Self {
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
    /// A season's answer, made by `make` unless it is known. Those who ask while it is made wait for it.
    pub(super) async fn get(
        &self,
        key: Key,
        moment: Moment,
        make: impl Future<Output = Result<SeasonFinals, ApiError>> + Send,
    ) -> Result<Arc<EncodedFinals>, ApiError> {
        let mut kept = self.0.lock().await;
        if let Some((_, known)) = kept.get(&key).filter(|(of, _)| *of == moment) {
            return Ok(known.clone());
        }
        let made = Arc::new(EncodedFinals::new(&make.await?)?);
        kept.insert(key, (moment, made.clone()));
        Ok(made)
    }
}
