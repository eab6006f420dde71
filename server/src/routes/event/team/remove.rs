//! `DELETE /api/event/booking/team`: remove a team and free its seats.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sixfold_domain::identity::Uaid;
use utoipa::ToSchema;

use super::super::payload::{Succeeded, id};
use super::edit::{MemberRefusal, TeamEdit, leaves, refuse};
use super::lookup::which_team;
use super::write::{changed_meanwhile, is_as_opened};
use crate::auth::CurrentUser;
use crate::auth::require::{Require, WriteTeams};
use crate::db::Conn;
use crate::db::bookings::{booking, team};
use crate::db::calendar::schedule;
use crate::http::{Answer, ApiError, ApiJson, ErrorEnvelope, Idempotency, once};
use crate::routes::refusals::{NotFound, TeamsOnly};
use crate::state::AppState;

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
#[schema(as = RemoveTeamBody)]
pub(super) struct RemoveBody {
    #[serde(alias = "teamBookingID", deserialize_with = "id")]
    #[schema(value_type = String)]
    team_booking_id: Option<String>,
    /// The revision that the caller has seen; an outdated one is refused. Not checked when absent.
    rev: Option<i64>,
    /// Everybody whom the caller has seen in the team; refused if somebody has left or joined since, which need not raise `rev`.
    /// Not checked when absent.
    #[schema(value_type = Option<Vec<String>>)]
    opened: Option<Vec<Uaid>>,
}

/// The team to remove, and what the caller has seen of it.
#[derive(Clone)]
struct Removal {
    id: String,
    rev: Option<i64>,
    opened: Option<Vec<String>>,
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
        (status = 409, description = "TEAM_CHANGED: it has been changed since, or has other members than `opened`; \
            `error.current` is how it is now", body = ErrorEnvelope),
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
    let removal = Removal {
        id: body.team_booking_id.ok_or_else(which_team)?,
        rev: body.rev,
        opened: body.opened.map(|opened| opened.into_iter().map(String::from).collect()),
    };
    let (actor, job_state) = (Arc::new(user), state.clone());
    once(&state, &idempotency, async move |conn| run(conn, job_state, actor, removal).await).await
}

async fn run(
    conn: &mut Conn,
    state: AppState,
    actor: Arc<CurrentUser>,
    Removal { id, rev, opened }: Removal,
) -> Result<RemoveAnswer, ApiError> {
    schedule::lock_shared(conn).await?;
    let team = super::lock_own(conn, &actor, &id).await?;
    if rev.is_some_and(|rev| rev != team.rev) {
        return Err(changed_meanwhile(conn, &id).await?);
    }
    let edit = TeamEdit::begin(conn, state, actor, Some(&team.event_id), false).await?;
    let people = team::people(conn, &id).await?.into_iter().collect();
    booking::lock_athletes(conn, &people, edit.now_ms).await?;
    let open = team::open(conn, &id).await?;
    if let Some(opened) = &opened {
        let holding: Vec<String> = open.iter().map(|booking| booking.uaid.clone()).collect();
        if !is_as_opened(opened, &holding, &team::done(conn, &id).await?) {
            return Err(changed_meanwhile(conn, &id).await?);
        }
    }
    let no: Vec<MemberRefusal> = open.iter().filter_map(|booking| leaves(booking).err()).collect();
    refuse(0, no)?;
    edit.settle(conn, &team, &[], &open).await?;
    edit.tell_coach(conn, &team, &[], &open).await?;
    for uaid in &people {
        team::leave(conn, uaid, &id).await?;
    }
    team::remove(conn, &id, edit.now_ms).await?;
    let detail = json!({ "cancelled": open.len(), "date": team.slot.0, "time": team.slot.1 });
    edit.record(conn, "team.delete", team.coach.as_deref(), &id, detail).await?;
    Ok(RemoveAnswer { team_booking_id: id, cancelled: open.len() })
}
