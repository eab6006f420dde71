//! `GET /api/event/livescreen/stream`: what changes, as it changes (server-sent events).

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};

use super::reveal::OfEvent;
use crate::http::error::{ApiError, ErrorEnvelope};
use crate::http::extract::ApiQuery;
use crate::http::origin::Origin;
use crate::routes::refusals::{Malformed, NoSuchEvent};
use crate::state::AppState;

/// The id of the last event that a client heard, as browsers send it when they come back.
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// Tells proxies that know it to pass on each event as it comes.
const BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// The board and the reveal, live: server-sent events `leaderboard` (as `GET user/leaderboard?groupBy=gender&top=15` answers
/// anybody for the running season, with its `version`), `reveal` (as `GET event/livescreen/reveal` answers anybody) and
/// `config` (`{version}`: read `event/config` anew). Each is the whole state, so that only the newest matters; all three come
/// at the beginning. The id means the same on every node: with it in `Last-Event-ID` only what is another comes. A comment
/// every 15 seconds keeps the connection.
#[utoipa::path(
    get, path = "/api/event/livescreen/stream", tag = "live", operation_id = "liveStream",
    params(
        OfEvent,
        ("last-event-id" = Option<String>, Header, description = "The id of the last event that was heard"),
    ),
    responses(
        (status = 200, description = "Events without end", body = String, content_type = "text/event-stream"),
        (status = 429, description = "STREAMS_OF_ADDRESS: the caller's address has as many open as it may, or opens them too fast; `Retry-After` tells when",
            body = ErrorEnvelope),
        (status = 503, description = "STREAMS_FULL: as many streams are open as the server serves; `Retry-After` tells when",
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
    let seat = state.live.seat(origin.counted())?;
    let event_id = of.find(&state).await?;
    // What is no id of ours is as none: everything comes.
    let last = headers.get(LAST_EVENT_ID).and_then(|value| value.to_str().ok()?.parse().ok());
    let events = state.live.listen(&state, &event_id, seat, last).await?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (BUFFERING, HeaderValue::from_static("no")),
    ];
    Ok((headers, events).into_response())
}
