//! `GET /api/user/leaderboard/field`: a season's boards without names, from which "What would it take?" computes places and
//! percentiles (RULES 7.12).

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::Response;

use super::query::SeasonParams;
use super::{no_event, no_season};
use crate::board::{BoardLookup, SeasonFinals};
use crate::http::etag;
use crate::http::{ApiError, ApiQuery, Envelope, Own};
use crate::routes::refusals::{Malformed, NotFound, OwnOnly};
use crate::state::AppState;

/// The finals of a season as counts, without names, numbers or times: only what its boards show. The same for everybody who is
/// signed in; its tag changes with the boards.
#[utoipa::path(
    get, path = "/api/user/leaderboard/field", tag = "user", operation_id = "seasonFinals",
    params(SeasonParams),
    responses(
        (status = 200, description = "The finals", body = Envelope<SeasonFinals>),
        (status = 304, description = "Unchanged"),
        Malformed, OwnOnly, NotFound,
    )
)]
pub(in crate::routes) async fn get(
    State(state): State<AppState>,
    _: Own,
    request: HeaderMap,
    ApiQuery(params): ApiQuery<SeasonParams>,
) -> Result<Response, ApiError> {
    let at = params.read()?;
    let finals = match state.boards.field(&state.db, &at).await? {
        BoardLookup::Season(finals) => finals,
        BoardLookup::NoEvent => return Err(no_event()),
        BoardLookup::NoSeason | BoardLookup::Window(..) => return Err(no_season()),
    };
    let body = || finals.body.clone();
    let mut response = etag::json(&request, &finals.tag, "private, no-cache", body);
    response.headers_mut().insert(header::VARY, etag::BY_SESSION);
    Ok(response)
}
