//! Finding the team that a call is about.

use sixfold_domain::role::{Capability, Grant};

use crate::auth::CurrentUser;
use crate::db::Conn;
use crate::db::team::{self, Team};
use crate::http::error::ApiError;

/// Locks a team for somebody who may change it: a coach their own, programme delivery any.
pub(in crate::routes::event) async fn lock_own(
    conn: &mut Conn<'_>,
    user: &CurrentUser,
    id: &str,
) -> Result<Team, ApiError> {
    let found = team::lock(conn, id).await?.ok_or_else(no_team)?;
    let grant = user.require(Capability::WriteTeams)?;
    if grant == Grant::Own && found.coach.as_deref() != Some(user.uaid.as_str()) {
        return Err(ApiError::forbidden());
    }
    Ok(found)
}

/// The answer to an id that is no team.
pub(super) fn no_team() -> ApiError {
    ApiError::not_found().message("There is no such team.").field("teamBookingId")
}

/// The answer to a call that names no team.
pub(super) fn which_team() -> ApiError {
    ApiError::required("teamBookingId", "Say which team.")
}
