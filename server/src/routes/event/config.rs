//! `GET /api/event/config`: the public settings that every page starts from.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::payload::Succeeded;
use crate::http::error::{ApiError, json_response};
use crate::site::event_config::{self, EventConfig};
use crate::state::AppState;

/// The public settings: event, seasons, booking session config, the server's clock, library, links and site.
#[utoipa::path(
    get, path = "/api/event/config", tag = "booking", operation_id = "eventConfig",
    responses((status = 200, description = "The settings", body = Succeeded<EventConfig>))
)]
pub(super) async fn get(State(state): State<AppState>) -> Result<Response, ApiError> {
    let settings = event_config::current(&state).await?;
    Ok(json_response(StatusCode::OK, settings.answer(state.clock.now_ms())?))
}
