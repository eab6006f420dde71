//! `GET /api/event/admin/coaches`: the coaches, and how many teams they have.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::super::payload::search;
use crate::auth::require::{ReadCoaches, Require};
use crate::db::DbError;
use crate::db::bookings::team::{self, Coach, CoachPosition};
use crate::db::people::search::SearchTerms;
use crate::http::{ApiError, ApiQuery, Envelope, ErrorEnvelope};
use crate::routes::page;
use crate::routes::refusals::{Malformed, SignedIn};
use crate::state::AppState;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Params {
    search: Option<String>,
    cursor: Option<String>,
}

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
    /// At most a hundred, by last name.
    coaches: Vec<CoachView>,
    /// Whether there are more than these.
    more: bool,
    /// Pass it to get the next page; null on the last.
    cursor: Option<String>,
}

/// The coaches by name, with how many teams each has.
#[utoipa::path(
    get, path = "/api/event/admin/coaches", tag = "people", operation_id = "coaches",
    params(
        ("search" = Option<String>, Query, description = "Parts of a name, an address or a uaid, all of which have to match"),
        ("cursor" = Option<String>, Query, description = "Where the previous page ended"),
        ("token" = Option<String>, Query, description = "The session, when no cookie and no bearer carries it"),
    ),
    responses(
        (status = 200, description = "A page of the coaches", body = Envelope<CoachesAnswer>),
        (status = 403, description = "Neither programme delivery nor coach", body = ErrorEnvelope),
        Malformed, SignedIn,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    _: Require<ReadCoaches>,
    ApiQuery(params): ApiQuery<Params>,
) -> Result<Envelope<CoachesAnswer>, ApiError> {
    let today = state.today()?.to_string();
    let words = SearchTerms::read(search(params.search.as_deref())?);
    let after = match page::read_cursor::<3>(params.cursor.as_deref())? {
        Some([last_name, first_name, uaid]) => (last_name, first_name, uaid),
        None => CoachPosition::default(),
    };
    let mut coaches = state
        .db
        .read(async |conn| team::coaches(conn, &today, &words, &after).await)
        .await
        .map_err(|error: DbError| ApiError::from(error))?;
    let cursor = page::cut_at_cursor(&mut coaches, team::PAGE, |last| {
        let (last_name, first_name, uaid) = last.position();
        page::write_cursor([&last_name, &first_name, &uaid])
    });
    let coaches = coaches.into_iter().map(CoachView::from).collect();
    Ok(Envelope(CoachesAnswer { coaches, more: cursor.is_some(), cursor }))
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
