//! `GET /api/event/config`: the public settings that every page starts from.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use super::payload::Succeeded;
use crate::http::ApiError;
use crate::site::event_config::{self, EventConfig};
use crate::state::AppState;

/// The public settings: event, seasons, booking session config, the server's clock, library, links and site. The tag
/// leaves out the clock.
#[utoipa::path(
    get, path = "/api/event/config", tag = "booking", operation_id = "eventConfig",
    responses(
        (status = 200, description = "The settings", body = Succeeded<EventConfig>),
        (status = 304, description = "Unchanged"),
    )
)]
pub(super) async fn get(State(state): State<AppState>, headers: HeaderMap) -> Result<Response, ApiError> {
    let settings = event_config::current(&state).await?;
    settings.answer(&headers, state.clock.now_ms())
}
