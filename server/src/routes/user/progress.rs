//! `GET /api/user/progress`: the caller's finished visits over time, and the field in which one of them stands.

mod field;
mod visits;

use axum::extract::State;
use field::SeasonField;
use serde::{Deserialize, Serialize};
use sixfold_domain::season::{Season, SeasonTable};
use sixfold_domain::time::Date;
use utoipa::{IntoParams, ToSchema};
use visits::Visit;

use crate::db::calendar::schedule;
use crate::db::results::{history, protocol};
use crate::http::{ApiError, ApiQuery, Envelope, Own};
use crate::routes::event::id;
use crate::routes::refusals::{Malformed, NotFound, OwnOnly};
use crate::state::AppState;

#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// The visit that `field` is about; the newest when absent.
    #[serde(deserialize_with = "id")]
    #[param(value_type = Option<String>)]
    event_booking_id: Option<String>,
}

/// The caller's visits, and the field of one of them.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::routes) struct Progress {
    /// Oldest first. A final that is held is not among them.
    visits: Vec<Visit>,
    /// The seasons from the first visit to the last, also those without a visit.
    seasons: Vec<SeasonSpan>,
    /// Null without a visit, and for a visit outside every season.
    field: Option<SeasonField>,
}

/// A season's number and days.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::routes) struct SeasonSpan {
    season: u32,
    /// The first day.
    #[schema(value_type = String)]
    start: Date,
    /// The last day.
    #[schema(value_type = String)]
    end: Date,
}

/// The caller's finished visits with points, best measurements, personal bests and gains, and the field of a visit: where its
/// final stands among everybody of that season, those of the caller's gender and those of the age group, and what the median of
/// the field and of its top 15 is. With fewer than ten people nothing is shown.
#[utoipa::path(
    get, path = "/api/user/progress", tag = "user", operation_id = "progress",
    params(Params),
    responses(
        (status = 200, description = "The visits", body = Envelope<Progress>),
        Malformed, OwnOnly, NotFound,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    Own(user): Own,
    ApiQuery(params): ApiQuery<Params>,
) -> Result<Envelope<Progress>, ApiError> {
    let uaid = user.uaid.as_str();
    let read = state.db.read(async |conn| {
        let completed = history::completed(conn, uaid).await?;
        let divisions = history::divisions(conn, uaid).await?;
        let seasons = schedule::seasons(conn).await?;
        Ok::<_, ApiError>((completed, divisions, seasons, protocol::all(conn).await?))
    });
    let (mut completed, divisions, seasons, protocols) = read.await?;
    let seasons = SeasonTable::new(seasons).map_err(ApiError::internal)?;
    // RULES 8.7: what waits for its reveal is no visit yet, and moves no personal best.
    completed.retain(|booking| !booking.held);
    completed.reverse();
    let chosen = match params.event_booking_id.as_deref() {
        None => completed.last(),
        Some(id) => {
            let found = completed.iter().find(|booking| booking.booking_id == id);
            Some(found.ok_or_else(no_visit)?)
        }
    };
    let season = chosen.and_then(|visit| Some((visit, seasons.on(visit.date)?)));
    let field = match season {
        None => None,
        Some((visit, season)) => field::load(&state, &user.uaid, divisions, visit, season.season).await?,
    };
    let shown = completed.first().zip(completed.last()).map(|(first, last)| (first.date, last.date));
    let touched = |season: &&Season| shown.is_some_and(|(from, to)| season.end >= from && season.start <= to);
    let spans = seasons.seasons().iter().filter(touched);
    Ok(Envelope(Progress {
        visits: visits::of(&completed, &seasons, &protocols)?,
        seasons: spans
            .map(|season| SeasonSpan { season: season.season, start: season.start, end: season.end })
            .collect(),
        field,
    }))
}

fn no_visit() -> ApiError {
    ApiError::not_found().message("There is no such visit of yours.").field("eventBookingId")
}
