//! `GET /api/content/{libraryId}/authoring/v1/hub`: the state of the content hub, for staff.

use axum::extract::{Path, State};

use crate::auth::require::{Require, WriteContent};
use crate::content::hub::HubState;
use crate::db::content::LIBRARY;
use crate::http::{ApiError, Envelope, ErrorEnvelope};
use crate::routes::event::Succeeded;
use crate::routes::refusals::{NoSuchLibrary, SignedIn};
use crate::state::AppState;

/// Where the content comes from, whether visitors are served cached copies of it, and any fault. Role 3.
#[utoipa::path(
    get, path = "/api/content/{libraryId}/authoring/v1/hub", tag = "content", operation_id = "hubState",
    params(("libraryId" = String, Path, description = "The library")),
    responses(
        (status = 200, description = "The state of the hub", body = Succeeded<HubState>),
        (status = 403, description = "The role may not", body = ErrorEnvelope),
        SignedIn, NoSuchLibrary,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    _: Require<WriteContent>,
    Path(library_id): Path<String>,
) -> Result<Envelope<HubState>, ApiError> {
    if library_id == LIBRARY { Ok(Envelope(state.hub.state())) } else { Err(ApiError::not_found()) }
}
