//! `GET /api/event/livescreen/stream`: changes of the live screen, as server-sent events.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use super::reveal::OfEvent;
use crate::http::origin::Origin;
use crate::http::server_sent;
use crate::http::{ApiError, ApiQuery};
use crate::routes::refusals::{Malformed, NoSuchEvent, StreamsFull};
use crate::state::AppState;

/// The board and the reveal, live: server-sent events `leaderboard` (the public answer of `GET
/// user/leaderboard?groupBy=gender&top=15` for the season of the reveal's steps, or without steps for the current one, with its
/// `version`), `reveal` (the public answer of `GET event/livescreen/reveal`) and `config` (`{version}`: fetch `event/config`
/// again). Each is the whole state, so only the newest matters; all three are sent at the start. Ids are the same on every node:
/// with one in `Last-Event-ID`, only what has changed since is sent. A comment every 15 seconds keeps the connection open.
#[utoipa::path(
    get, path = "/api/event/livescreen/stream", tag = "live", operation_id = "liveStream",
    params(
        OfEvent,
        ("last-event-id" = Option<String>, Header, description = "The id of the last event received"),
    ),
    responses(
        (status = 200, description = "An endless stream of events", body = String, content_type = "text/event-stream"),
        Malformed, NoSuchEvent, StreamsFull,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    origin: Origin,
    headers: HeaderMap,
    ApiQuery(of): ApiQuery<OfEvent>,
) -> Result<Response, ApiError> {
    let seat = state.live.permit(origin.counted())?;
    let event_id = of.find(&state).await?;
    // An unknown id counts as none: everything is sent.
    let last = server_sent::last_id(&headers).and_then(|id| id.parse().ok());
    let events = state.live.listen(&state, &event_id, seat, last).await?;
    Ok(server_sent::answer(events))
}
