//! `/api/user/crew`: crews, private boards of the people who have joined them (RULES 15.1 to 15.8).

pub(super) mod board;
pub(super) mod create;
pub(super) mod join;
pub(super) mod link;
pub(super) mod list;
pub(super) mod member;
pub(super) mod membership;
pub(super) mod one;
pub(super) mod stream;

use axum::http::StatusCode;
use serde::Serialize;
use sixfold_domain::crew::{self, CrewRefusal, Visit};
use sixfold_domain::score::Score;
use sixfold_domain::time::Date;
use utoipa::ToSchema;

use crate::board::crew::{CrewSeason, season_today};
use crate::config::clock::iso;
use crate::db::Conn;
use crate::db::sharing::crew as store;
use crate::db::sharing::crew::board::Corners;
use crate::db::sharing::crew::{Crew, Membership};
use crate::http::ApiError;
use crate::state::AppState;

/// A crew, as one of its members sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Crew)]
pub(super) struct CrewView {
    crew_id: String,
    name: String,
    /// Whether it is the caller's.
    is_owner: bool,
    /// The whole address of the crew link, by which others join.
    link: String,
    /// How many members are shown, the caller included.
    members: usize,
    /// When the caller joined, ISO.
    joined_at: String,
    me: CrewSelf,
}

/// The caller in a crew.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CrewSelf {
    /// The caller's row on the board.
    member_id: String,
    first_name: String,
    last_name: String,
    /// Whether the others see the caller's best final of a season.
    share_final: bool,
    /// Whether they also see the six test scores of that visit; only together with the final.
    share_corners: bool,
    /// The best final of the season shown today, shared or not. One that is held is left out.
    #[schema(value_type = Option<f64>)]
    score: Option<Score>,
    /// The six test scores of the same visit: Cognitive, Strength, Power, Speed, Agility, Endurance. Null where an old result has none.
    #[schema(value_type = Option<Vec<Option<f64>>>)]
    corners: Option<Corners>,
    /// The visit's booking, for a challenge card of it.
    booking_id: Option<String>,
}

/// A crew that the caller is no longer in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrewLeft)]
pub(super) struct LeftView {
    crew_id: String,
}

/// What a view of a crew depends on besides the store.
#[derive(Debug, Clone)]
struct Viewing {
    state: AppState,
    today: Date,
    now_ms: i64,
    /// None while no event is set up.
    season: Option<CrewSeason>,
}

impl Viewing {
    async fn now(state: &AppState) -> Result<Self, ApiError> {
        let season = season_today(state).await?;
        let today = state.today()?;
        Ok(Self { state: state.clone(), today, now_ms: state.clock.now_ms(), season })
    }

    /// The crew as the caller sees it.
    async fn load(&self, conn: &mut Conn, crew_id: &str, uaid: &str) -> Result<CrewView, ApiError> {
        let membership = member_of(conn, crew_id, uaid, self.today).await?;
        let best = match &self.season {
            Some(season) => own(conn, uaid, season).await?,
            None => None,
        };
        let (score, corners, booking_id) = match best {
            Some((score, corners, booking_id)) => (Some(score), Some(corners), Some(booking_id)),
            None => (None, None, None),
        };
        let sharing = membership.sharing();
        let secret = membership.link(&self.state.cipher)?;
        Ok(CrewView {
            is_owner: membership.crew.owner.as_str() == uaid,
            link: format!("{}/en-gb/crew#{secret}", self.state.config.public_url.trim_end_matches('/')),
            members: store::in_view(conn, crew_id, self.today).await?,
            joined_at: iso(membership.joined_at).map_err(ApiError::internal)?,
            me: CrewSelf {
                member_id: membership.member_id,
                first_name: membership.first_name,
                last_name: membership.last_name,
                share_final: sharing.final_score,
                share_corners: sharing.corners,
                score,
                corners,
                booking_id,
            },
            crew_id: membership.crew.id,
            name: membership.crew.name,
        })
    }
}

/// The caller's best final that is not held, its corners and its booking.
async fn own(
    conn: &mut Conn,
    uaid: &str,
    season: &CrewSeason,
) -> Result<Option<(Score, Corners, String)>, ApiError> {
    let (mut booking_ids, visits): (Vec<String>, Vec<Visit>) =
        store::board::visits_of(conn, uaid, &season.window).await?.into_iter().unzip();
    let Some(best) = crew::own(&visits) else { return Ok(None) };
    let booking_id = booking_ids.swap_remove(best);
    let corners = store::board::corners(conn, std::slice::from_ref(&booking_id)).await?.remove(&booking_id);
    Ok(Some((visits[best].final_score.score, corners.unwrap_or_default(), booking_id)))
}

/// The caller's membership; 404 without one, 422 if they may not take part today.
async fn member_of(conn: &mut Conn, crew_id: &str, uaid: &str, today: Date) -> Result<Membership, ApiError> {
    let found = if store::is_id(crew_id) { store::membership(conn, crew_id, uaid).await? } else { None };
    let membership = found.ok_or_else(no_crew)?;
    membership.facts.takes_part(today).map_err(|refusal| refused(CrewRefusal::Eligibility(refusal)))?;
    Ok(membership)
}

/// Locks the crew, and makes sure that the caller is a member who may take part and the owner.
async fn own_crew(conn: &mut Conn, crew_id: &str, uaid: &str, today: Date) -> Result<Crew, ApiError> {
    let crew = locked(conn, crew_id).await?;
    member_of(conn, crew_id, uaid, today).await?;
    crew::may_manage(&crew.owner.as_str(), &uaid).map_err(refused)?;
    Ok(crew)
}

async fn locked(conn: &mut Conn, crew_id: &str) -> Result<Crew, ApiError> {
    let found = if store::is_id(crew_id) { store::lock(conn, crew_id).await? } else { None };
    found.ok_or_else(no_crew)
}

fn no_crew() -> ApiError {
    ApiError::not_found().renamed("CREW_NOT_FOUND").message("You are in no such crew.")
}

fn refused(refusal: CrewRefusal) -> ApiError {
    let (code, sentence) = (refusal.code(), refusal.to_string());
    match refusal {
        CrewRefusal::AlreadyMember | CrewRefusal::Full => ApiError::conflict(code, sentence),
        CrewRefusal::OwnerOnly => ApiError::new(StatusCode::FORBIDDEN, code, sentence),
        CrewRefusal::Name => ApiError::rule(code, sentence).field("name"),
        CrewRefusal::Eligibility(_) | CrewRefusal::TooManyCrews | CrewRefusal::RemoveSelf => {
            ApiError::rule(code, sentence)
        }
    }
}
