//! `GET /api/event/livescreen/reveal`: whose result the screens show.

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use sixfold_domain::role::Capability;
use utoipa::IntoParams;

use super::super::payload::{Succeeded, id};
use crate::auth::MaybeUser;
use crate::board::live::{RevealSnapshot, RevealState};
use crate::booking::event::find_event;
use crate::http::{ApiError, ApiQuery, Envelope};
use crate::routes::refusals::{CredentialsMixed, Malformed, NoSuchEvent};
use crate::state::AppState;

/// Which event.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(in crate::routes::event) struct OfEvent {
    /// The event; the academy's own when absent.
    #[serde(alias = "eventID", alias = "eventid", deserialize_with = "id")]
    #[param(value_type = Option<String>)]
    pub(in crate::routes::event) event_id: Option<String>,
}

impl OfEvent {
    /// The event's id; 404 if there is no such event.
    pub(in crate::routes::event) async fn find(self, state: &AppState) -> Result<String, ApiError> {
        let read = state.db.read(async |conn| find_event(conn, self.event_id.as_deref()).await);
        read.await.map(|event| event.event_id)
    }
}

/// Whose result the screens show: the athlete of the newest step of the reveal, with score and position, and the progress of
/// the ceremony. Of later steps it discloses only their number. Public; somebody who may reveal also gets the uaid and the full
/// name.
#[utoipa::path(
    get, path = "/api/event/livescreen/reveal", tag = "live", operation_id = "reveal",
    params(OfEvent),
    responses(
        (status = 200, description = "What the screens show", body = Succeeded<RevealState>),
        Malformed, CredentialsMixed, NoSuchEvent,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    MaybeUser(user): MaybeUser,
    ApiQuery(of): ApiQuery<OfEvent>,
) -> Result<Response, ApiError> {
    let full = user.is_some_and(|user| user.require(Capability::Reveal).is_ok());
    let event_id = of.find(&state).await?;
    let snapshot = RevealSnapshot::read(&state, &event_id).await?;
    let mut response = Envelope(snapshot.shown(&event_id, &state.boards, full)?).into_response();
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("cookie, authorization"));
    Ok(response)
}
