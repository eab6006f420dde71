//! Decides who has to wait: everybody who arrives while the site is full, except staff, athletes with an open booking, and
//! reports of cards, which have a limit of their own (RULES 13.14).

use std::hash::{BuildHasher as _, RandomState};
use std::sync::LazyLock;

use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::pass::Pass;
use super::{Entry, QueuePosition, Visitor};
use crate::auth::CurrentUser;
use crate::auth::credentials::Credentials;
use crate::auth::extract::check;
use crate::auth::keys::stored_hash;
use crate::db::bookings::booking;
use crate::http::ApiError;
use crate::http::origin;
use crate::site::{files, maintenance, share};
use crate::state::AppState;

/// The call that answers with the caller's position.
pub const CALL: &str = "/api/waiting-room";
/// The page's own address, which works even while nobody has to wait.
const ADDRESS: &str = "/en-gb/waiting-room";
/// The page: a file of the site that needs nothing else from the server.
const PAGE: &str = "waiting-room.html";

/// The hashes are never compared with those of another process.
static HASHER: LazyLock<RandomState> = LazyLock::new(RandomState::new);

/// Middleware inside of [`crate::auth::identify::identify`].
pub async fn gate(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if path == CALL
        || maintenance::is_open(request.method(), path, request.uri().query())
        || share::is_report(request.method(), path)
        || (reads && files::find(path.trim_start_matches('/')).is_some())
    {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    if reads && parts.uri.path() == ADDRESS {
        return page(&parts.headers, StatusCode::OK);
    }
    let visitor = visitor(&parts, &state);
    let (pass, position) = match decide(&visitor, &parts, &state).await {
        Admission::In(pass) if reads && !parts.uri.path().starts_with("/api/") => {
            (with_place_in_draw(&visitor, &state, pass), None)
        }
        Admission::In(pass) => (pass, None),
        Admission::Waits(pass, position) => (pass, Some(position)),
    };
    let cookie = pass.map(|pass| cookie(pass, &parts.headers, &state));
    let mut response = match position {
        None => {
            let response = next.run(Request::from_parts(parts, body)).await;
            // Most calls check the session.
            let is_live = visitor.session.is_some_and(|session| state.auth.sessions.includes(session));
            if is_live && !visitor.is_live {
                state.waiting_room.vouch(&visitor);
            }
            response
        }
        Some(position) => turn_away(&parts, pass, position),
    };
    if let Some(cookie) = cookie {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

/// The pass to give to somebody who is let in to a page: before an opening, a place in its draw (RULES 13.12).
fn with_place_in_draw(visitor: &Visitor, state: &AppState, given: Option<Pass>) -> Option<Pass> {
    let let_in = Visitor { pass: given.or(visitor.pass), ..*visitor };
    let Some((_, drawn)) = state.waiting_room.draw(&let_in, state.clock.now_ms()) else { return given };
    Some(drawn).filter(|drawn| visitor.pass != Some(*drawn))
}

/// The answer to a sender who has to wait.
fn turn_away(parts: &Parts, pass: Option<Pass>, position: QueuePosition) -> Response {
    let sentence = if pass.is_some() {
        "A lot of people are here right now. Your place is kept in the waiting room."
    } else {
        "A lot of people are here right now. Please try again in a moment."
    };
    let error = ApiError::unavailable(0).renamed("WAITING_ROOM").message(sentence);
    let code = error.counted_code();
    let mut response = if parts.uri.path().starts_with("/api/") {
        error.into_response()
    } else {
        page(&parts.headers, StatusCode::SERVICE_UNAVAILABLE)
    };
    response.extensions_mut().insert(code);
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(position.pause_s));
    response
}

/// Whether the sender of a request is let in.
#[derive(Debug, Clone, Copy)]
pub enum Admission {
    /// With the pass to give them, if they need a new one.
    In(Option<Pass>),
    /// With their place, unless their address has as many as it may have, and their position in the queue.
    Waits(Option<Pass>, QueuePosition),
}

/// Decides about the sender of a request.
pub async fn decide(visitor: &Visitor, parts: &Parts, state: &AppState) -> Admission {
    let (room, now_ms) = (&state.waiting_room, state.clock.now_ms());
    let mut visitor = *visitor;
    let mut entry = room.enter(&visitor, now_ms);
    if !matches!(entry, Entry::In(_))
        && let Some(user) = look_up(&visitor, parts, state).await
    {
        if is_always_let_in(&user, state).await {
            return Admission::In(Some(Pass::always(now_ms.div_euclid(1_000))));
        }
        if !visitor.is_live {
            visitor.is_live = true;
            entry = room.enter(&visitor, now_ms);
        }
    }
    let pass = match entry {
        Entry::In(pass) => return Admission::In(pass),
        Entry::Wait(pass) => pass.or_else(|| room.place(&visitor, now_ms)),
        Entry::AddressFull => None,
    };
    let position = match pass.and_then(|pass| pass.place()) {
        Some(place) => room.queue_position(place, now_ms),
        None => room.queue_position_without_place(now_ms),
    };
    Admission::Waits(pass, position)
}

pub fn visitor(parts: &Parts, state: &AppState) -> Visitor {
    let pass = Pass::read(&parts.headers, &state.auth.keys, state.config.https());
    let session = parts.extensions.get::<Credentials>().and_then(|credentials| {
        let secret = credentials.cookie.as_ref().or(credentials.tokens.first())?;
        Some(state.auth.sessions.key(&stored_hash(secret)))
    });
    let is_live = session.is_some_and(|session| state.auth.sessions.includes(session));
    let address = HASHER.hash_one(origin::caller(parts, state).map(origin::network));
    Visitor { pass, session, is_live, address }
}

/// Who somebody is whose session is live; none if too many people are looked up in this second.
async fn look_up(visitor: &Visitor, parts: &Parts, state: &AppState) -> Option<CurrentUser> {
    let credentials = parts.extensions.get::<Credentials>().filter(|_| visitor.session.is_some())?;
    // Made-up sessions use up the look-ups of a second, so staff do not depend on them.
    let may_look_up = state.auth.sessions.has_staff(credentials)
        || state.waiting_room.may_look_up(visitor.address, state.clock.now_ms());
    if !may_look_up {
        return None;
    }
    check(credentials, state).await.ok()?.0
}

/// Whether somebody is staff or has an open booking; false while the store does not answer.
async fn is_always_let_in(user: &CurrentUser, state: &AppState) -> bool {
    if user.role.is_staff() {
        return true;
    }
    let open = state.db.read(async |conn| booking::find_open(conn, user.uaid.as_str()).await);
    matches!(open.await, Ok(Some(_)))
}

/// The `Set-Cookie` value of a pass for the browser that sent these headers.
pub fn cookie(pass: Pass, headers: &HeaderMap, state: &AppState) -> HeaderValue {
    pass.cookie(headers, &state.auth.keys, state.config.https())
}

fn page(headers: &HeaderMap, status: StatusCode) -> Response {
    let Some(file) = files::find(PAGE) else { return ApiError::unavailable(5).into_response() };
    let mut response = file.answer(headers, status);
    response.headers_mut().remove(header::ETAG);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
