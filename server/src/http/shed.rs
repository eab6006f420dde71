//! Bookings that would wait too long are refused at once, before their body is read and their session is checked
//! (RULES 14.3): those that are taken are then answered in time. Staff and the desk are always let in.

use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::error::ApiError;
use crate::auth::identify::presented;
use crate::db;
use crate::state::AppState;

/// What athletes write when booking opens. Only calls that do nothing but write to the store: what they take then says how long
/// the store makes others wait. Giving a place back is never refused.
const CALLS: [&str; 7] = [
    "/api/user/event/booking",
    "/api/event/booking/waitlist",
    "/api/event/booking/waitlist/accept",
    "/api/event/booking/team",
    "/api/user/register",
    "/api/user/profile",
    "/api/user/consent",
];
/// `Retry-After` is this many seconds, and up to three more by chance, so that not all come back at once.
const COME_BACK: u64 = 2;

fn is_shed(request: &Request) -> bool {
    matches!(*request.method(), Method::POST | Method::PUT)
        && request.extensions().get::<MatchedPath>().is_some_and(|path| CALLS.contains(&path.as_str()))
}

/// Middleware outside of [`crate::auth::identify::identify`]: refuses.
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

/// Middleware inside of it, where the body has arrived: measures.
pub async fn measure(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if !is_shed(&request) {
        return next.run(request).await;
    }
    let inside = state.backlog.enter();
    let response = next.run(request).await;
    inside.ended();
    response
}

/// Whether the request bears a session of staff that this process has seen. Nothing is asked of the store.
fn is_known_staff(state: &AppState, request: &Request) -> bool {
    let credentials = presented(request.headers(), request.uri(), state.config.https());
    credentials.cookie.iter().chain(&credentials.tokens).any(|secret| state.auth.staff.knows(secret))
}
