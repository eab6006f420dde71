//! `DELETE /api/event/booking/team`: remove a team and free its seats.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::super::payload::{Succeeded, id};
use super::edit::{MemberRefusal, TeamEdit, leaves, refuse};
use super::lookup::which_team;
use crate::auth::CurrentUser;
use crate::auth::require::{Require, WriteTeams};
use crate::db::Conn;
use crate::db::bookings::{booking, team};
use crate::db::calendar::schedule;
use crate::http::error::{ApiError, ErrorEnvelope};
use crate::http::extract::ApiJson;
use crate::http::idempotency::{Answer, Idempotency, once};
use crate::routes::refusals::{NotFound, TeamsOnly};
use crate::state::AppState;

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
#[schema(as = RemoveTeamBody)]
pub(super) struct RemoveBody {
    #[serde(alias = "teamBookingID", deserialize_with = "id")]
    #[schema(value_type = String)]
    team_booking_id: Option<String>,
}

/// The answer to removing a team.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RemoveAnswer {
    team_booking_id: String,
    /// How many bookings were cancelled.
    cancelled: usize,
}

/// Removes a team: each of its open bookings is cancelled, with an e-mail, and its seat freed or offered to the next on the
/// waiting list. Completed tests stay in their athletes' history. A coach may remove their own teams, programme delivery any.
#[utoipa::path(
    delete, path = "/api/event/booking/team", tag = "booking", operation_id = "deleteTeam",
    request_body = RemoveBody,
    responses(
        (status = 200, description = "Removed", body = Succeeded<RemoveAnswer>),
        (status = 422, description = "TEAM_MEMBERS: somebody is checked in already", body = ErrorEnvelope),
        TeamsOnly, NotFound,
    )
)]
pub(super) async fn delete(
    State(state): State<AppState>,
    Require { user, .. }: Require<WriteTeams>,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<RemoveBody>,
) -> Result<Answer, ApiError> {
    let id = body.team_booking_id.ok_or_else(which_team)?;
    let (actor, job_state) = (Arc::new(user), state.clone());
    once(&state, &idempotency, move |conn| Box::pin(run(conn, job_state, actor, id))).await
}

async fn run(
    conn: &mut Conn<'_>,
    state: AppState,
    actor: Arc<CurrentUser>,
    id: String,
) -> Result<RemoveAnswer, ApiError> {
    schedule::hold(conn).await?;
    let team = super::lock_own(conn, &actor, &id).await?;
    let edit = TeamEdit::begin(conn, state, actor, Some(&team.event_id), false).await?;
    let people = team::people(conn, &id).await?.into_iter().collect();
    booking::lock_athletes(conn, &people, edit.now_ms).await?;
    let open = team::open(conn, &id).await?;
    let no: Vec<MemberRefusal> = open.iter().filter_map(|booking| leaves(booking).err()).collect();
    refuse(0, no)?;
    edit.settle(conn, &team, &[], &open).await?;
    for uaid in &people {
        team::leave(conn, uaid, &id).await?;
    }
    team::remove(conn, &id, edit.now_ms).await?;
    let detail = json!({ "cancelled": open.len(), "date": team.place.0, "time": team.place.1 });
    edit.record(conn, "team.delete", team.coach.as_deref(), &id, detail).await?;
    Ok(RemoveAnswer { team_booking_id: id, cancelled: open.len() })
}
