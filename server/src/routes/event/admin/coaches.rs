//! `GET /api/event/admin/coaches`: the coaches, and how many teams they have.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::auth::require::{ReadCoaches, Require};
use crate::db::DbError;
use crate::db::bookings::team::{self, Coach, LIST_LIMIT};
use crate::http::error::{ApiError, Envelope, ErrorEnvelope};
use crate::routes::page;
use crate::routes::refusals::SignedIn;
use crate::state::AppState;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CoachView {
    uaid: String,
    first_name: String,
    last_name: String,
    email_address: String,
    /// All teams, past ones too.
    teams: i64,
    /// Teams of today and later.
    upcoming: i64,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CoachesAnswer {
    /// At most five hundred, by last name.
    coaches: Vec<CoachView>,
    /// Whether there are more than these.
    more: bool,
}

/// The coaches by name, with how many teams each has.
#[utoipa::path(
    get, path = "/api/event/admin/coaches", tag = "people", operation_id = "coaches",
    params(("token" = Option<String>, Query, description = "The session, when no cookie and no bearer carries it")),
    responses(
        (status = 200, description = "The coaches", body = Envelope<CoachesAnswer>),
        (status = 403, description = "Neither programme delivery nor coach", body = ErrorEnvelope),
        SignedIn,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    _: Require<ReadCoaches>,
) -> Result<Envelope<CoachesAnswer>, ApiError> {
    let today = state.clock.today().map_err(ApiError::internal)?.to_string();
    let mut coaches = state
        .db
        .read(move |conn| Box::pin(async move { team::coaches(conn, &today).await }))
        .await
        .map_err(|error: DbError| ApiError::from(error))?;
    let more = page::cut(&mut coaches, LIST_LIMIT);
    Ok(Envelope(CoachesAnswer { coaches: coaches.into_iter().map(CoachView::from).collect(), more }))
}

impl From<Coach> for CoachView {
    fn from(coach: Coach) -> Self {
        Self {
            uaid: coach.uaid,
            first_name: coach.first_name,
            last_name: coach.last_name,
            email_address: coach.email,
            teams: coach.teams,
            upcoming: coach.upcoming,
        }
    }
}
