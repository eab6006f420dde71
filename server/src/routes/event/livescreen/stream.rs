//! `GET /api/event/livescreen/stream`: changes of the live screen, as server-sent events.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};

use super::reveal::OfEvent;
use crate::http::error::{ApiError, ErrorEnvelope};
use crate::http::extract::ApiQuery;
use crate::http::origin::Origin;
use crate::routes::refusals::{Malformed, NoSuchEvent};
use crate::state::AppState;

/// The id of the last event that a client received, which browsers send when they reconnect.
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// Makes proxies that support it pass on each event at once.
const BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// The board and the reveal, live: server-sent events `leaderboard` (the public answer of `GET
/// user/leaderboard?groupBy=gender&top=15` for the current season, with its `version`), `reveal` (the public answer of `GET
/// event/livescreen/reveal`) and `config` (`{version}`: fetch `event/config` again). Each is the whole state, so only the
/// newest matters; all three are sent at the start. Ids are the same on every node: with one in `Last-Event-ID`, only what has
/// changed since is sent. A comment every 15 seconds keeps the connection open.
#[utoipa::path(
    get, path = "/api/event/livescreen/stream", tag = "live", operation_id = "liveStream",
    params(
        OfEvent,
        ("last-event-id" = Option<String>, Header, description = "The id of the last event received"),
    ),
    responses(
        (status = 200, description = "An endless stream of events", body = String, content_type = "text/event-stream"),
        (status = 429, description = "STREAMS_OF_ADDRESS: the caller's address has too many open, or opens them too fast; see `Retry-After`",
            body = ErrorEnvelope),
        (status = 503, description = "STREAMS_FULL: too many streams are open; see `Retry-After`",
            body = ErrorEnvelope),
        Malformed, NoSuchEvent,
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
    let last = headers.get(LAST_EVENT_ID).and_then(|value| value.to_str().ok()?.parse().ok());
    let events = state.live.listen(&state, &event_id, seat, last).await?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (BUFFERING, HeaderValue::from_static("no")),
    ];
    Ok((headers, events).into_response())
}
