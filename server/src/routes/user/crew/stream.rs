//! `GET /api/user/crew/{crewId}/stream`: says when a crew's board has changed, as server-sent events.

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;

use super::{member_of, no_crew};
use crate::auth::CurrentUser;
use crate::auth::credentials::Credentials;
use crate::auth::extract;
use crate::board::crew::Listener;
use crate::http::origin::Origin;
use crate::http::server_sent;
use crate::http::{ApiError, ErrorEnvelope, Own};
use crate::routes::refusals::{CrewNotFound, Malformed, SignedIn, StreamsFull};
use crate::state::AppState;

/// Says when the crew's board of today, its name or its link has changed: server-sent events `changed` with `{version}`, first at
/// once, unless `Last-Event-ID` is that version. A comment every 15 seconds keeps the connection open. The stream ends when the caller
/// may not see the crew any more, when the crew ends, and with the session.
#[utoipa::path(
    get, path = "/api/user/crew/{crewId}/stream", tag = "user", operation_id = "crewStream",
    params(
        ("crewId" = String, Path, description = "The crew's id"),
        ("last-event-id" = Option<String>, Header, description = "The id of the last event received"),
    ),
    responses(
        (status = 200, description = "An endless stream of events", body = String, content_type = "text/event-stream"),
        (status = 403, description = "Somebody else's `uaid`", body = ErrorEnvelope),
        (status = 422, description = "DATE_OF_BIRTH_REQUIRED, or GUARDIAN_REQUIRED", body = ErrorEnvelope),
        Malformed, SignedIn, CrewNotFound, StreamsFull,
    )
)]
pub(in crate::routes::user) async fn get(
    State(state): State<AppState>,
    Own(user): Own,
    origin: Origin,
    Path(crew_id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let permit = state.live.permit(origin.counted())?;
    let today = state.today()?;
    let uaid = user.uaid.as_str();
    state.db.read(async |conn| member_of(conn, &crew_id, uaid, today).await.map(drop)).await?;
    let last = server_sent::last_id(&headers).map(str::to_owned);
    let listener = Listener { uaid: uaid.to_owned(), signed_in: signed_in(&state, &user), permit };
    let events = state.crews.listen(&state, &crew_id, listener, last).await?.ok_or_else(no_crew)?;
    Ok(server_sent::answer(events))
}

/// Whether the caller's session still lasts; a store that does not answer ends nothing.
fn signed_in(state: &AppState, user: &CurrentUser) -> crate::board::crew::SignedIn {
    let (state, token) = (state.clone(), user.token.clone());
    Box::new(move || {
        let (state, tokens) = (state.clone(), vec![token.clone()]);
        Box::pin(async move {
            let found = extract::check(&Credentials { cookie: None, tokens }, &state).await;
            !matches!(found, Ok((None, _)))
        })
    })
}
