//! What the boards add to a card: the place of its result, and the percentile (RULES 13.16).

use super::card::{CardData, Loaded, Place};
use crate::http::error::ApiError;
use crate::state::AppState;

/// The content of a card with the place of its result as the boards have it now.
pub async fn placed(state: &AppState, loaded: Loaded) -> Result<CardData, ApiError> {
    let Loaded { mut data, stands, .. } = loaded;
    if let Some(stands) = stands {
        let board = (stands.event_id.as_str(), stands.season);
        let place = state.boards.place(&state.db, board, &stands.uaid, stands.score).await?;
        let rank = place.position.map(|(position, of)| Place { position, of });
        data.standing(rank, place.percentile);
    }
    Ok(data)
}
