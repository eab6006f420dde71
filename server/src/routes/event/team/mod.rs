//! The calls of teams: read by their coach and by programme delivery, and written whole: all places or none.

mod decline;
mod edit;
mod places;
mod read;
mod remove;
mod view;
mod write;

pub(in crate::routes) use decline::call_off;
use sixfold_domain::role::{Capability, Grant};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::auth::CurrentUser;
use crate::db::Conn;
use crate::db::team::{self, Team};
use crate::http::error::ApiError;
use crate::state::AppState;

/// The routes of this folder.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(read::get, write::post, remove::delete))
        .routes(routes!(read::get_users))
}

/// Locks a team for somebody who may change it: a coach their own, programme delivery any.
pub(super) async fn lock_own(conn: &mut Conn<'_>, user: &CurrentUser, id: &str) -> Result<Team, ApiError> {
    let found = team::lock(conn, id).await?.ok_or_else(no_team)?;
    let grant = user.require(Capability::WriteTeams)?;
    if grant == Grant::Own && found.coach.as_deref() != Some(user.uaid.as_str()) {
        return Err(ApiError::forbidden());
    }
    Ok(found)
}

/// The answer to an id that is no team.
fn no_team() -> ApiError {
    ApiError::not_found().message("There is no such team.").field("teamBookingId")
}

/// The answer to a call that names no team.
fn which_team() -> ApiError {
    ApiError::required("teamBookingId", "Say which team.")
}
