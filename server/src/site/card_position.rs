//! What the boards add to a card: the position of its result, and the percentile (RULES 13.16).

use super::card::{CardData, Loaded, Position};
use crate::http::ApiError;
use crate::state::AppState;

/// The content of a card with the position of its result as the boards have it now.
pub async fn with_position(state: &AppState, loaded: Loaded) -> Result<CardData, ApiError> {
    let Loaded { mut data, stands, .. } = loaded;
    if let Some(stands) = stands {
        let board = (stands.event_id.as_str(), stands.season);
        let found = state.boards.season_position(&state.db, board, &stands.uaid, stands.score).await?;
        let rank = found.position.map(|(position, of)| Position { position, of });
        (data.rank, data.better_than) = (rank, found.better_than);
    }
    Ok(data)
}
