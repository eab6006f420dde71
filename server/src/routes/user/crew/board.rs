//! `GET /api/user/crew/{crewId}/board`: the members of a crew and what they share.

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;

use super::member_of;
use crate::board::BoardLookup;
use crate::board::crew::{CrewBoard, CrewReading, season};
use crate::db::sharing::crew::is_id;
use crate::http::etag;
use crate::http::{ApiError, ApiQuery, Envelope, ErrorEnvelope, Own};
use crate::routes::refusals::{CrewNotFound, Malformed, SignedIn};
use crate::routes::user::leaderboard::query::SeasonParams;
use crate::routes::user::leaderboard::{no_event, no_season};
use crate::state::AppState;

/// A crew's board: the same bytes for every member, so the caller's own row is that of `me.memberId` in the crew.
#[utoipa::path(
    get, path = "/api/user/crew/{crewId}/board", tag = "user", operation_id = "crewBoard",
    params(("crewId" = String, Path, description = "The crew's id"), SeasonParams),
    responses(
        (status = 200, description = "The board", body = Envelope<CrewBoard>),
        (status = 304, description = "Unchanged"),
        (status = 403, description = "Somebody else's `uaid`", body = ErrorEnvelope),
        (status = 422, description = "DATE_OF_BIRTH_REQUIRED, or GUARDIAN_REQUIRED", body = ErrorEnvelope),
        Malformed, SignedIn, CrewNotFound,
    )
)]
pub(in crate::routes::user) async fn get(
    State(state): State<AppState>,
    Own(user): Own,
    Path(crew_id): Path<String>,
    headers: HeaderMap,
    ApiQuery(params): ApiQuery<SeasonParams>,
) -> Result<Response, ApiError> {
    let at = params.read()?;
    let season = season(&state, &at).await?;
    if let BoardLookup::Season(season) = &season
        && is_id(&crew_id)
        && let Some(reading) = state.crews.board(&state, &crew_id, season).await?
        && reading.admits(user.uaid.as_str())
    {
        return Ok(answer(&headers, &reading));
    }
    // Somebody who is no member gets that answer first.
    let today = state.today()?;
    let member =
        state.db.read(async |conn| member_of(conn, &crew_id, user.uaid.as_str(), today).await.map(drop));
    member.await?;
    Err(match season {
        BoardLookup::NoEvent => no_event(),
        BoardLookup::NoSeason | BoardLookup::Window(..) => no_season(),
        // They have joined since the reading.
        BoardLookup::Season(_) => ApiError::unavailable(1),
    })
}

/// The board, or 304 if the caller has it.
fn answer(request: &HeaderMap, reading: &CrewReading) -> Response {
    // Other people's data is in no browser's cache; a page that still has the board compares by itself.
    etag::json(request, &reading.tag, "no-store", || reading.body.clone())
}
