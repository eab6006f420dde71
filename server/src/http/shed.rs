//! Load shedding: bookings that would have to wait too long are refused before their body is read and their session checked
//! (RULES 14.3), so that the others are answered in time. Staff and the desk are never refused.

use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::error::ApiError;
use crate::auth::identify::presented;
use crate::db;
use crate::state::AppState;

/// The calls that athletes make when booking opens. Each of them only writes to the store, so the time that it takes shows how long
/// the next one would wait for the store. Calls that give a place back are not among them.
pub const CALLS: [&str; 7] = [
    "/api/user/event/booking",
    "/api/event/booking/waitlist",
    "/api/event/booking/waitlist/accept",
    "/api/event/booking/team",
    "/api/user/register",
    "/api/user/profile",
    "/api/user/consent",
];
/// The least `Retry-After`, in seconds. Up to three are added at random, so that not everybody comes back at once.
const COME_BACK: u64 = 2;

fn is_shed(request: &Request) -> bool {
    matches!(*request.method(), Method::POST | Method::PUT)
        && request.extensions().get::<MatchedPath>().is_some_and(|path| CALLS.contains(&path.as_str()))
}

/// Middleware outside of [`crate::auth::identify::identify`]: refuses before anything is read.
pub async fn refuse(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if is_shed(&request)
        && state.backlog.wait() > state.config.operations.longest_wait()
        && !is_known_staff(&state, &request)
    {
        let [chance] = db::random_bytes();
        return ApiError::unavailable(COME_BACK + u64::from(chance % 4)).into_response();
    }
    next.run(request).await
}

/// Middleware inside of it, once the body has arrived: measures how long the call takes.
pub async fn measure(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if !is_shed(&request) {
        return next.run(request).await;
    }
    let inside = state.backlog.enter();
    let response = next.run(request).await;
    inside.ended();
    response
}

/// Whether the request has a staff session that this process has seen. The store is not read.
fn is_known_staff(state: &AppState, request: &Request) -> bool {
    state.auth.sessions.has_staff(&presented(request.headers(), request.uri(), state.config.https()))
}
