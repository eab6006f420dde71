//! `POST /api/event/booking/team`: make a team, or change one.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sixfold_domain::identity::Uaid;
use sixfold_domain::role::{Capability, Grant, Role};
use sixfold_domain::slot::Refusal;
use sixfold_domain::team::{TeamError, TeamName, check_size, named_twice, roster};
use sixfold_domain::time::{Date, SlotTime, TimeOfDay};
use utoipa::ToSchema;

use super::super::act::{find_event, refused};
use super::super::payload::{Succeeded, date, id, time, uaid};
use super::places::too_large;
use super::squad::{No, Squad, leaves, refuse};
use super::view::Current;
use crate::auth::CurrentUser;
use crate::auth::may::{May, WriteTeams};
use crate::db::booking::{self, Booking};
use crate::db::slot::{self, SlotKey};
use crate::db::team::{self, Team};
use crate::db::{Answer, Conn, Idempotency, new_id, once, role, schedule, waitlist};
use crate::error::{ApiError, ErrorEnvelope};
use crate::extract::ApiJson;
use crate::state::AppState;

/// A team to be made or changed.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct TeamBody {
    /// The team that is changed; absent for a new one.
    #[serde(alias = "teamBookingID", deserialize_with = "id")]
    team_booking_id: Option<String>,
    /// 1 to 60 characters; kept when absent.
    team_name: Option<String>,
    /// The event; the academy's own when absent. A team stays at its event.
    #[serde(alias = "eventID", alias = "eventid", deserialize_with = "id")]
    event_id: Option<String>,
    /// `YYYY-MM-DD`; kept when absent.
    #[serde(deserialize_with = "date")]
    #[schema(value_type = Option<String>, example = "2026-11-24")]
    test_date: Option<Date>,
    /// `HH:MM`; kept when absent.
    #[serde(deserialize_with = "time")]
    #[schema(value_type = Option<String>, example = "14:15")]
    test_time: Option<TimeOfDay>,
    /// Every athlete of the team, 1 to 60: who is not named any more is called off.
    #[schema(value_type = Vec<String>)]
    uaids: Option<Vec<Uaid>>,
    /// Programme delivery: whose team it is; kept when absent. A coach's teams are their own.
    #[serde(deserialize_with = "uaid")]
    #[schema(value_type = Option<String>)]
    coach_uaid: Option<Uaid>,
    /// Programme delivery: the team has no coach from now on, and programme delivery looks after it. An empty `coachUaid` means
    /// an absent one, so it takes nobody away.
    no_coach: Option<bool>,
    /// The revision that the change was made on; with an older one than the stored it is refused.
    rev: Option<i64>,
    /// Lifts daysAhead, startDate, windowDays and retestDelay.
    bypass_booking_rule: Option<bool>,
}

/// What making or changing a team answers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TeamAnswer {
    team_booking_id: String,
    /// The revision for the next change.
    rev: i64,
}

/// What the body asks for, once it has been read and is allowed.
struct Wish {
    id: Option<String>,
    name: Option<TeamName>,
    event_id: Option<String>,
    place: Option<(Date, SlotTime)>,
    named: Vec<String>,
    coach: CoachWish,
    rev: Option<i64>,
    bypass: bool,
}

/// Whose team it shall be.
enum CoachWish {
    /// Whose it is already.
    Same,
    /// This coach's.
    Of(String),
    /// Nobody's: programme delivery looks after it.
    Nobody,
}

/// Makes a team, or changes one: all of its athletes get a place, or nothing happens.
///
/// In a change, who is not named any more is called off, who is new is booked, and another date or time moves everybody. Who was
/// tested in the team, or did not come, stays as they are. Everybody gets the mail of a booking. A coach makes and changes their
/// own teams, programme delivery any.
#[utoipa::path(
    post, path = "/api/event/booking/team", tag = "booking", operation_id = "saveTeam",
    request_body = TeamBody,
    responses(
        (status = 200, description = "Made or changed", body = Succeeded<TeamAnswer>),
        (status = 400, description = "Malformed, a field is missing, or a coach is named beside `noCoach`", body = ErrorEnvelope),
        (status = 401, description = "No session", body = ErrorEnvelope),
        (status = 403, description = "Neither coach nor programme delivery, another coach's team, or `noCoach` from a coach", body = ErrorEnvelope),
        (status = 404, description = "No such team or event", body = ErrorEnvelope),
        (status = 409, description = "TEAM_TOO_LARGE: `error.remaining` places are left and the team needs `error.needed`; TEAM_CHANGED: somebody else has changed it, `error.current` is theirs", body = ErrorEnvelope),
        (status = 422, description = "TEAM_MEMBERS: `error.members` cannot be placed, each with the word why; TEAM_EMPTY, TEAM_LIMIT, TEAM_NAME_INVALID, COACH_UNKNOWN, or a rule of slots", body = ErrorEnvelope),
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    May { user, .. }: May<WriteTeams>,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<TeamBody>,
) -> Result<Answer, ApiError> {
    let wish = read(&user, body)?;
    let (actor, job_state) = (Arc::new(user), state.clone());
    once(&state, &idempotency, move |conn| Box::pin(run(conn, job_state, actor, wish))).await
}

/// Reads the body and decides what can be decided without the store.
fn read(user: &CurrentUser, body: TeamBody) -> Result<Wish, ApiError> {
    let own = user.require(Capability::WriteTeams)? == Grant::Own;
    if own && body.coach_uaid.as_ref().is_some_and(|coach| !user.is(coach)) {
        return Err(ApiError::forbidden());
    }
    let coach = match (body.coach_uaid, body.no_coach.unwrap_or(false)) {
        (_, true) if own => return Err(ApiError::forbidden()),
        (Some(_), true) => {
            let message = "Name a coach, or say that there is none.";
            return Err(ApiError::bad_request("FIELD_INVALID", message).field("noCoach"));
        }
        (None, true) => CoachWish::Nobody,
        (Some(coach), false) => CoachWish::Of(coach.into()),
        (None, false) if own => CoachWish::Of(user.uaid.to_string()),
        (None, false) => CoachWish::Same,
    };
    let bypass = body.bypass_booking_rule.unwrap_or(false);
    if bypass {
        user.require(Capability::BypassBookingRule)?;
    }
    let name =
        body.team_name.as_deref().map(TeamName::new).transpose().map_err(|error| no(error, "teamName"))?;
    let new = body.team_booking_id.is_none();
    if new && name.is_none() {
        return Err(missing("teamName", "Give the team a name."));
    }
    let place = match (body.test_date, body.test_time) {
        (Some(date), Some(time)) => {
            Some((date, SlotTime::try_from(time).map_err(|_| refused(Refusal::TimeOffGrid))?))
        }
        (None, None) if !new => None,
        (None, _) => return Err(missing("testDate", "Pick a day.")),
        (Some(_), None) => return Err(missing("testTime", "Pick a time.")),
    };
    let uaids = body.uaids.ok_or_else(|| missing("uaids", "Say who is in the team."))?;
    check_size(uaids.len()).map_err(|error| no(error, "uaids"))?;
    refuse(0, named_twice(&uaids).into_iter().map(|twice| No::new(twice.as_str(), "DUPLICATE")).collect())?;
    Ok(Wish {
        id: body.team_booking_id,
        name,
        event_id: body.event_id,
        place,
        named: uaids.into_iter().map(String::from).collect(),
        coach,
        rev: body.rev,
        bypass,
    })
}

async fn run(
    conn: &mut Conn<'_>,
    state: AppState,
    actor: Arc<CurrentUser>,
    wish: Wish,
) -> Result<TeamAnswer, ApiError> {
    let now_ms = state.clock.now_ms();
    could_fit(conn, &wish, now_ms).await?;
    schedule::hold(conn).await?;
    let before = match &wish.id {
        Some(id) => {
            let stored = super::lock_own(conn, &actor, id).await?;
            Some(unchanged(conn, stored, &wish).await?)
        }
        None => None,
    };
    let event_id = before.as_ref().map(|team| team.event_id.as_str()).or(wish.event_id.as_deref());
    let squad = Squad::begin(conn, state, actor, event_id, wish.bypass).await?;
    let team = wanted(conn, &squad, before.as_ref(), &wish).await?;
    let open = lock(conn, &squad, &team, &wish).await?;
    // Those who were waited for may have taken what was left.
    could_fit(conn, &wish, now_ms).await?;
    let done = team::done(conn, &team.id).await?;
    let holding: Vec<String> = open.iter().map(|booking| booking.uaid.clone()).collect();
    let change = roster(&wish.named, &holding, &done);

    let moves = before.as_ref().is_some_and(|before| before.place != team.place);
    let leaving: Vec<Booking> =
        open.iter().filter(|booking| change.leaving.contains(&&booking.uaid)).cloned().collect();
    let mut no: Vec<No> = leaving.iter().filter_map(|booking| leaves(booking).err()).collect();
    let mut wants = Vec::with_capacity(wish.named.len());
    let mut asked = 0;
    for booking in open.iter().filter(|booking| moves && change.staying.contains(&&booking.uaid)) {
        let Some(told) = squad.moves(conn, booking, &team).await? else { continue };
        asked += 1;
        told.map_or_else(|refusal| no.push(refusal), |want| wants.push(want));
    }
    for uaid in &change.joining {
        asked += 1;
        squad
            .joins(conn, uaid, &team)
            .await?
            .map_or_else(|refusal| no.push(refusal), |want| wants.push(want));
    }
    refuse(asked, no)?;

    match &before {
        Some(_) => team::update(conn, &team, squad.now_ms).await?,
        None => team::insert(conn, &team, squad.actor.uaid.as_str(), squad.now_ms).await?,
    }
    squad.settle(conn, &team, &wants, &leaving).await?;
    let detail = json!({
        "date": team.place.0, "time": team.place.1, "coach": team.coach.is_some(),
        "joined": change.joining.len(), "moved": wants.len() - change.joining.len(), "left": leaving.len(),
    });
    let action = if before.is_some() { "team.update" } else { "team.create" };
    // A team that loses its coach is told about in the log of that coach.
    let whose = team.coach.as_deref().or_else(|| before.as_ref().and_then(|before| before.coach.as_deref()));
    squad.record(conn, action, whose, &team.id, detail).await?;
    Ok(TeamAnswer { team_booking_id: team.id, rev: team.rev })
}

/// Refuses a new team that the places left cannot hold, before its athletes are looked at: who asks for a time that has gone
/// waits for nobody, and nobody for them. What is left when it comes to it is counted again under the slot's lock.
async fn could_fit(conn: &mut Conn<'_>, wish: &Wish, now_ms: i64) -> Result<(), ApiError> {
    let Some((date, time)) = wish.place.filter(|_| wish.id.is_none()) else { return Ok(()) };
    let event_id = find_event(conn, wish.event_id.as_deref()).await?.event_id;
    let key = SlotKey { event_id, date, time };
    // A time that nobody has asked for yet has all of its places.
    let Some(fill) = slot::find(conn, &key).await? else { return Ok(()) };
    let left = usize::from(fill.remaining());
    if left >= wish.named.len() {
        return Ok(());
    }
    let mut held = 0;
    for uaid in &wish.named {
        let waiting = waitlist::find(conn, uaid, &key).await?;
        held += usize::from(
            waiting.is_some_and(|entry| entry.offer_expires_at.is_some_and(|until| until > now_ms)),
        );
    }
    let needed = wish.named.len() - held;
    if needed > left { Err(too_large(left, needed)) } else { Ok(()) }
}

/// The stored team, which must be the one that the change was made on.
async fn unchanged(conn: &mut Conn<'_>, stored: Team, wish: &Wish) -> Result<Team, ApiError> {
    if wish.event_id.as_ref().is_some_and(|event| *event != stored.event_id) {
        return Err(ApiError::bad_request("FIELD_INVALID", "A team stays at its event.").field("eventId"));
    }
    if wish.rev.is_none_or(|rev| rev == stored.rev) {
        return Ok(stored);
    }
    let team = team::row(conn, &stored.id).await?.ok_or_else(super::no_team)?;
    let members = team::members(conn, &stored.id).await?;
    let current =
        Current { team: team.into(), uaids: members.into_iter().map(|member| member.uaid).collect() };
    Err(ApiError::conflict("TEAM_CHANGED", "Somebody else has changed this team meanwhile.")
        .with("current", current))
}

/// The team as it shall be.
async fn wanted(
    conn: &mut Conn<'_>,
    squad: &Squad,
    before: Option<&Team>,
    wish: &Wish,
) -> Result<Team, ApiError> {
    let coach = match &wish.coach {
        CoachWish::Of(coach) => Some(coach.clone()),
        CoachWish::Same => before.and_then(|team| team.coach.clone()),
        CoachWish::Nobody => None,
    };
    let named = coach.as_ref().filter(|_| coach.as_ref() != before.and_then(|team| team.coach.as_ref()));
    if let Some(named) = named
        && role::find(conn, named).await? != Some(i64::from(Role::Coach.number()))
    {
        return Err(ApiError::rule("COACH_UNKNOWN", "There is no coach with that number.").field("coachUaid"));
    }
    let place = wish.place.or_else(|| before.map(|team| team.place));
    let name = wish.name.as_ref().map(ToString::to_string).or_else(|| before.map(|team| team.name.clone()));
    Ok(Team {
        id: before.map_or_else(|| new_id(squad.now_ms), |team| team.id.clone()),
        event_id: squad.event_id.clone(),
        name: name.ok_or_else(|| missing("teamName", "Give the team a name."))?,
        place: place.ok_or_else(|| missing("testDate", "Pick a day."))?,
        coach,
        rev: before.map_or(1, |team| team.rev + 1),
    })
}

/// Locks everybody whom the change may touch, and gives the team's open bookings as they then stand.
async fn lock(
    conn: &mut Conn<'_>,
    squad: &Squad,
    team: &Team,
    wish: &Wish,
) -> Result<Vec<Booking>, ApiError> {
    let held = team::open(conn, &team.id).await?;
    let touched: BTreeSet<String> =
        held.into_iter().map(|booking| booking.uaid).chain(wish.named.iter().cloned()).collect();
    booking::lock_athletes(conn, &touched, squad.now_ms).await?;
    Ok(team::open(conn, &team.id).await?)
}

fn no(error: TeamError, field: &'static str) -> ApiError {
    ApiError::rule(error.code(), error.to_string()).field(field)
}

fn missing(field: &'static str, message: &'static str) -> ApiError {
    ApiError::bad_request("FIELD_REQUIRED", message).field(field)
}
