//! `GET /api/user/crew`: the caller's crews.

use axum::extract::State;
use serde::Serialize;
use sixfold_domain::crew::CREWS_MAX;
use utoipa::ToSchema;

use super::Viewing;
use crate::board::crew::Position;
use crate::config::clock::iso;
use crate::db::sharing::crew;
use crate::http::{ApiError, Envelope, Own};
use crate::routes::refusals::OwnOnly;
use crate::state::AppState;

/// The crews of a person.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Crews)]
pub(in crate::routes::user) struct CrewsView {
    /// In the order in which they were joined.
    crews: Vec<ListedCrew>,
    /// How many crews one person may be in.
    most: usize,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ListedCrew {
    crew_id: String,
    name: String,
    /// Whether it is the caller's.
    is_owner: bool,
    /// How many members are shown.
    members: i64,
    /// When the caller joined, ISO.
    joined_at: String,
    /// Whether the others see the caller's final.
    share_final: bool,
    /// The caller's place in the season shown today; null without a final that is shared.
    place: Option<Position>,
}

/// The crews that the caller is in. Somebody under 18 whose guardian has not confirmed sees them here too, to be able to leave.
#[utoipa::path(
    get, path = "/api/user/crew", tag = "user", operation_id = "crews",
    responses((status = 200, description = "The crews", body = Envelope<CrewsView>), OwnOnly)
)]
pub(in crate::routes::user) async fn get(
    State(state): State<AppState>,
    Own(user): Own,
) -> Result<Envelope<CrewsView>, ApiError> {
    let Viewing { today, season, .. } = Viewing::now(&state).await?;
    let read = state.db.read(async |conn| crew::of_person(conn, user.uaid.as_str(), today).await);
    let mut crews = Vec::new();
    for listed in read.await? {
        let board = match &season {
            Some(season) => state.crews.board(&state, &listed.crew_id, season).await?,
            None => None,
        };
        crews.push(ListedCrew {
            place: board.and_then(|board| board.position(user.uaid.as_str())),
            crew_id: listed.crew_id,
            name: listed.name,
            is_owner: listed.owner == user.uaid,
            members: listed.members,
            joined_at: iso(listed.joined_at).map_err(ApiError::internal)?,
            share_final: listed.share_final,
        });
    }
    Ok(Envelope(CrewsView { crews, most: CREWS_MAX }))
}
