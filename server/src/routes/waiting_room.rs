//! `GET /api/waiting-room`: how somebody stands who may have to wait (RULES 13.11).

use axum::extract::State;
use axum::http::header;
use axum::http::request::Parts;
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::event::Succeeded;
use crate::config::clock::iso;
use crate::http::{ApiError, Envelope};
use crate::site::waiting_room::gate::{Admission, cookie, decide, visitor};
use crate::state::AppState;

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(get))
}

/// How somebody stands.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WaitingRoomStanding {
    state: WaitingRoomState,
    /// How many people are let in before them; null unless they wait and have a place.
    ahead: Option<u64>,
    /// How many people wait, or take part in the draw.
    waiting: u64,
    /// About how long they wait, in seconds; null while that is not known.
    wait_seconds: Option<u64>,
    /// When booking opens, ISO with `Z`; null unless its draw is open.
    opens_at: Option<String>,
    /// The server's clock, ISO with `Z`.
    now: String,
    /// When to ask again, in seconds.
    poll_seconds: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum WaitingRoomState {
    /// Nobody has to wait.
    Open,
    /// Booking opens soon: they take part in the draw of its order.
    Draw,
    /// They wait.
    Waiting,
    /// They have waited and are let in.
    Admitted,
}

/// How the caller stands: whether they are let in, and if not, how many people are before them and how long it takes. Keeps
/// their place in a cookie. While people wait, other calls of somebody who has not been let in are answered with 503
/// `WAITING_ROOM`; staff and athletes with an open booking never wait.
#[utoipa::path(
    get, path = "/api/waiting-room", tag = "operations", operation_id = "waitingRoom",
    responses((status = 200, description = "How the caller stands", body = Succeeded<WaitingRoomStanding>))
)]
async fn get(State(state): State<AppState>, parts: Parts) -> Result<Response, ApiError> {
    let now_ms = state.clock.now_ms();
    let sender = visitor(&parts, &state);
    let mut standing = WaitingRoomStanding {
        state: WaitingRoomState::Open,
        ahead: None,
        waiting: 0,
        wait_seconds: None,
        opens_at: None,
        now: iso(now_ms).map_err(ApiError::internal)?,
        poll_seconds: 60,
    };
    let pass = if let Some((draw, pass)) = state.waiting_room.draw(&sender, now_ms) {
        standing.state = WaitingRoomState::Draw;
        standing.waiting = draw.people;
        standing.opens_at = Some(iso(draw.opens_at_ms).map_err(ApiError::internal)?);
        standing.poll_seconds = draw.pause_s;
        Some(pass)
    } else {
        match decide(&sender, &parts, &state).await {
            Admission::In(pass) => {
                if sender.pass.is_some_and(|pass| pass.place().is_some()) {
                    standing.state = WaitingRoomState::Admitted;
                }
                pass
            }
            Admission::Waits(pass, found) => {
                standing.state = WaitingRoomState::Waiting;
                standing.ahead = pass.map(|_| found.ahead);
                standing.waiting = found.waiting;
                standing.wait_seconds = pass.and(found.wait_s);
                standing.poll_seconds = found.pause_s;
                pass
            }
        }
    };
    let mut response = Envelope(standing).into_response();
    if let Some(pass) = pass {
        response.headers_mut().append(header::SET_COOKIE, cookie(pass, &parts.headers, &state));
    }
    Ok(response)
}
