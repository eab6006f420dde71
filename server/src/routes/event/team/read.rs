//! `GET /api/event/booking/team` and `GET /api/event/booking/team/users`: teams, and a team's athletes.

use axum::extract::State;
use serde::Deserialize;
use sixfold_domain::identity::Uaid;
use sixfold_domain::role::{Capability, Grant};
use sixfold_domain::time::Date;

use super::super::payload::{date, id, in_order, uaid};
use super::lookup::{no_team, which_team};
use super::view::{MemberView, MembersAnswer, TeamsAnswer};
use crate::auth::CurrentUser;
use crate::auth::require::{ReadTeams, Require};
use crate::db::bookings::team::{self, Position, TeamRow};
use crate::db::{Conn, DbError};
use crate::http::{ApiError, ApiQuery, Envelope};
use crate::routes::coach::Coach;
use crate::routes::page;
use crate::routes::refusals::{Malformed, NotFound, TeamsOnly};
use crate::state::AppState;

/// How many days programme delivery sees when no last day is given.
const AHEAD_DAYS: i32 = 30;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Params {
    #[serde(rename = "teamBookingId", alias = "teamBookingID", deserialize_with = "id")]
    team: Option<String>,
    /// Whose teams; the caller's own for a coach.
    #[serde(deserialize_with = "uaid")]
    uaid: Option<Uaid>,
    #[serde(deserialize_with = "date")]
    from: Option<Date>,
    #[serde(deserialize_with = "date")]
    to: Option<Date>,
    cursor: Option<String>,
}

/// Teams, listed in one of two ways. By coach (`uaid`, a coach's own when absent): upcoming ones first, by date, then past
/// ones, newest first. Between two days (`from`, `to`; today and the next thirty days when both are absent): by date, then
/// time. A coach sees only their own teams. With `teamBookingId`, only that team.
#[utoipa::path(
    get, path = "/api/event/booking/team", tag = "booking", operation_id = "teams",
    params(
        ("teamBookingId" = Option<String>, Query, description = "Only this team"),
        ("uaid" = Option<String>, Query, description = "Whose teams; a coach may ask for their own only"),
        ("from" = Option<String>, Query, description = "First day, `YYYY-MM-DD`"),
        ("to" = Option<String>, Query, description = "Last day, `YYYY-MM-DD`"),
        ("cursor" = Option<String>, Query, description = "Where the previous page ended"),
        ("token" = Option<String>, Query, description = "The session, when no cookie and no bearer carries it"),
    ),
    responses(
        (status = 200, description = "A page of the teams", body = Envelope<TeamsAnswer>),
        Malformed, TeamsOnly, NotFound,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    Require { user, .. }: Require<ReadTeams>,
    ApiQuery(which): ApiQuery<Params>,
) -> Result<Envelope<TeamsAnswer>, ApiError> {
    let today = state.today()?;
    let own = user.require(Capability::ReadTeams)? == Grant::Own;
    if own && which.uaid.as_ref().is_some_and(|uaid| !user.is(uaid)) {
        return Err(ApiError::forbidden());
    }
    if let Some(id) = which.team {
        let team = state.db.read(async |conn| readable_team(conn, &user, &id).await).await?;
        return Ok(Envelope(TeamsAnswer { teams: vec![team.into()], more: false, cursor: None }));
    }
    let (today, after) = read_cursor(which.cursor.as_deref())?.unwrap_or((today, Position::default()));
    let coach = which.uaid.or_else(|| own.then(|| user.uaid.clone())).map(|uaid| uaid.to_string());
    let from = which.from.unwrap_or(today);
    let to = which.to.unwrap_or_else(|| from.add_days(AHEAD_DAYS));
    in_order(Some(from), Some(to))?;
    let by_days = which.from.is_some() || which.to.is_some();
    let mut teams = state
        .db
        .read(async |conn| match &coach {
            Some(coach) if !by_days => team::list_of_coach(conn, coach, &today.to_string(), &after).await,
            coach => {
                let (from, to) = (from.to_string(), to.to_string());
                team::list_between(conn, &from, &to, coach.as_deref(), &after).await
            }
        })
        .await
        .map_err(|error: DbError| ApiError::from(error))?;
    let cursor = page::cut_at_cursor(&mut teams, team::PAGE, |last| write_cursor(today, last));
    let teams = teams.into_iter().map(Into::into).collect();
    Ok(Envelope(TeamsAnswer { teams, more: cursor.is_some(), cursor }))
}

/// Starts with the day on which the first page was read: what is upcoming stays so if a day begins between two pages.
fn write_cursor(today: Date, last: &TeamRow) -> String {
    page::write_cursor([
        &today.to_string(),
        &last.test_date,
        &last.test_time,
        &last.name,
        &last.team_booking_id,
    ])
}

/// The day on which the first page was read, and where the last one ended; none for the first page.
fn read_cursor(cursor: Option<&str>) -> Result<Option<(Date, Position)>, ApiError> {
    let Some([today, date, time, name, id]) = page::read_cursor::<5>(cursor)? else { return Ok(None) };
    let today = today.parse().map_err(|_| page::cursor_invalid())?;
    Ok(Some((today, (date, time, name, id))))
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct MembersParams {
    #[serde(alias = "teamBookingID", deserialize_with = "id")]
    team_booking_id: Option<String>,
}

/// A team's athletes, each with their booking in it, without health data. A coach may read their own teams, programme delivery
/// any.
#[utoipa::path(
    get, path = "/api/event/booking/team/users", tag = "booking", operation_id = "teamUsers",
    params(
        ("teamBookingId" = String, Query, description = "The team"),
        ("token" = Option<String>, Query, description = "The session, when no cookie and no bearer carries it"),
    ),
    responses(
        (status = 200, description = "The athletes", body = Envelope<MembersAnswer>),
        Malformed, TeamsOnly, NotFound,
    )
)]
pub(super) async fn get_users(
    State(state): State<AppState>,
    Require { user, .. }: Require<ReadTeams>,
    ApiQuery(query): ApiQuery<MembersParams>,
) -> Result<Envelope<MembersAnswer>, ApiError> {
    let id = query.team_booking_id.ok_or_else(which_team)?;
    let today = state.today()?;
    let users = state.db.read(async |conn| members(conn, &user, &id, today).await).await?;
    Ok(Envelope(MembersAnswer { users }))
}

async fn members(
    conn: &mut Conn,
    user: &CurrentUser,
    id: &str,
    today: Date,
) -> Result<Vec<MemberView>, ApiError> {
    readable_team(conn, user, id).await?;
    let rows = team::members(conn, id).await?;
    if user.require(Capability::ReadTeams)? != Grant::Own {
        return Ok(rows.into_iter().map(MemberView::of).collect());
    }
    let own = Coach::read(conn, user.uaid.as_str(), today).await?;
    Ok(rows.into_iter().map(|row| MemberView::for_coach(row, &own)).collect())
}

/// Finds a team, refusing anybody who may not read it: a coach may read their own, programme delivery any.
async fn readable_team(conn: &mut Conn, user: &CurrentUser, id: &str) -> Result<TeamRow, ApiError> {
    let team = team::row(conn, id).await?.ok_or_else(no_team)?;
    let grant = user.require(Capability::ReadTeams)?;
    if grant == Grant::Own && team.coach_uaid.as_deref() != Some(user.uaid.as_str()) {
        return Err(ApiError::forbidden());
    }
    Ok(team)
}
