//! Finding the team that a call is about, and whether it takes one more.

use sixfold_domain::role::{Capability, Grant};
use sixfold_domain::team::{TeamError, check_size};

use crate::auth::CurrentUser;
use crate::db::bookings::team::{self, Team};
use crate::db::{Conn, DbError};
use crate::http::ApiError;

/// Locks a team, refusing anybody who may not change it: a coach may change their own, programme delivery any.
pub(in crate::routes::event) async fn lock_own(
    conn: &mut Conn,
    user: &CurrentUser,
    id: &str,
) -> Result<Team, ApiError> {
    let team = team::lock(conn, id).await?.ok_or_else(no_team)?;
    let grant = user.require(Capability::WriteTeams)?;
    if grant == Grant::Own && team.coach.as_deref() != Some(user.uaid.as_str()) {
        return Err(ApiError::forbidden());
    }
    Ok(team)
}

/// Whether one more athlete may join a team, which the caller has locked (RULES 12.4).
pub(in crate::routes::event) async fn takes_one_more(
    conn: &mut Conn,
    team: &Team,
    uaid: &str,
) -> Result<Result<(), TeamError>, DbError> {
    let others = team::others(conn, &team.id, uaid).await?;
    Ok(check_size(others.saturating_add(1)))
}

/// 404 for an unknown team.
pub(super) fn no_team() -> ApiError {
    ApiError::not_found().message("There is no such team.").field("teamBookingId")
}

/// 400 for a call that names no team.
pub(super) fn which_team() -> ApiError {
    ApiError::required("teamBookingId", "Say which team.")
}
