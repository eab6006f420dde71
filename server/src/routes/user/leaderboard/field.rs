//! `GET /api/user/leaderboard/field`: a season's boards without names, from which "What would it take?" computes places and
//! percentiles (RULES 7.12).

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use super::query::Params;
use super::{no_event, no_season};
use crate::board::{BoardLookup, SeasonFinals};
use crate::http::error::{ApiError, Envelope};
use crate::http::etag;
use crate::http::extract::{ApiQuery, Own};
use crate::routes::event::id;
use crate::routes::refusals::{Malformed, NotFound, OwnOnly};
use crate::state::AppState;

#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(in crate::routes) struct FieldParams {
    /// The event; the academy's own when absent.
    #[serde(alias = "eventID", alias = "eventid", deserialize_with = "id")]
    #[param(value_type = Option<String>)]
    event_id: Option<String>,
    /// A season's number; the current one when absent, between seasons the latest.
    season: Option<String>,
}

/// The finals of a season as counts, without names, numbers or times: only what its boards show. The same for everybody who is
/// signed in; its tag changes with the boards.
#[utoipa::path(
    get, path = "/api/user/leaderboard/field", tag = "user", operation_id = "seasonFinals",
    params(FieldParams),
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
    ApiQuery(params): ApiQuery<FieldParams>,
) -> Result<Response, ApiError> {
    let at = Params::of_season(params.event_id, params.season).read()?.at;
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
