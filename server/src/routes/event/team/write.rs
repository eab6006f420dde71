//! `POST /api/event/booking/team`: make a team, or change one.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use serde_json::json;
use sixfold_domain::booking::BookingType;
use sixfold_domain::role::{Capability, Grant, Role};
use sixfold_domain::slot::{Schedule, SlotQuery};
use sixfold_domain::team::{check_move, roster};
use sixfold_domain::time::{Date, SlotTime, london_date_time};
use utoipa::ToSchema;

use super::super::payload::Succeeded;
use super::command::{CoachChoice, TeamBody, TeamCommand, invalid_team, read};
use super::edit::{MemberRefusal, TeamEdit, leaves, refuse, too_large};
use super::lookup::no_team;
use super::view::SavedTeam;
use crate::auth::CurrentUser;
use crate::auth::require::{Require, WriteTeams};
use crate::booking::event::find_event;
use crate::db::bookings::booking::{self, Booking};
use crate::db::bookings::team::{self, Team};
use crate::db::bookings::waitlist;
use crate::db::calendar::schedule;
use crate::db::calendar::slot::{self, SlotKey};
use crate::db::people::{coach, role};
use crate::db::{Conn, new_id};
use crate::http::idempotency::stored;
use crate::http::{Answer, ApiError, ApiJson, ErrorEnvelope, Idempotency, once};
use crate::routes::coach::look_up;
use crate::routes::refusals::{NotFound, SignedIn, TooManyRequests};
use crate::state::{AppState, BookingChange};

/// The answer to making or changing a team.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TeamAnswer {
    team_booking_id: String,
    /// The revision for the next change.
    rev: i64,
    /// The athletes whom this call placed, and their times: all of a new team; in a change, those who joined or moved.
    members: Vec<PlacedAthlete>,
}

/// An athlete's time in a team.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Placed)]
struct PlacedAthlete {
    uaid: String,
    /// `YYYY-MM-DD`.
    #[schema(value_type = String)]
    test_date: Date,
    /// `HH:MM`.
    #[schema(value_type = String)]
    test_time: SlotTime,
}

/// Makes a team, or changes one: all of its athletes get a place, or nothing happens. If the quarter hour of `testTime` cannot
/// take them all, they are spread over the following ones, in the order of the list, as long as there is no gap.
///
/// In a change, members who are left out are cancelled, new ones are booked, and a new date or time moves everybody. Members
/// who have been tested in the team, or did not come, are left as they are; a team of no others is not moved. Everybody gets an
/// e-mail, which asks those who have not accepted the team's coach to do so. A coach makes and changes their own teams,
/// programme delivery any.
#[utoipa::path(
    post, path = "/api/event/booking/team", tag = "booking", operation_id = "saveTeam",
    request_body = TeamBody,
    responses(
        (status = 200, description = "Made or changed", body = Succeeded<TeamAnswer>),
        (status = 403, description = "Neither coach nor programme delivery, another coach's team, or `noCoach` from a coach", body = ErrorEnvelope),
        (status = 409, description = "TEAM_TOO_LARGE: `error.remaining` places are left without a gap and the team needs `error.needed`; TEAM_CHANGED: it has been changed since, or has other members than `opened`; `error.current` is how it is now", body = ErrorEnvelope),
        (status = 422, description = "TEAM_MEMBERS: `error.members` cannot be placed, each with a code (to a coach NOT_BOOKABLE, unless the \
            athlete has accepted them); TEAM_DONE, TEAM_EMPTY, TEAM_LIMIT, TEAM_NAME_INVALID, COACH_UNKNOWN, or a rule of slots", body = ErrorEnvelope),
        SignedIn, NotFound, TooManyRequests,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Require { user, .. }: Require<WriteTeams>,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<TeamBody>,
) -> Result<Answer, ApiError> {
    let command = read(&user, body)?;
    if user.require(Capability::WriteTeams)? == Grant::Own {
        // A repeated request reveals nothing new about anybody.
        if let Some(answer) = stored(&state, &idempotency).await? {
            return Ok(answer);
        }
        count_strangers(&state, user.uaid.as_str(), command.named.clone()).await?;
    }
    let (actor, job_state) = (Arc::new(user), state.clone());
    let answer =
        once(&state, &idempotency, async move |conn| run(conn, job_state, actor, command).await).await?;
    if answer.is_new() {
        state.metrics.booking(BookingChange::Team);
    }
    Ok(answer)
}

async fn run(
    conn: &mut Conn,
    state: AppState,
    actor: Arc<CurrentUser>,
    command: TeamCommand,
) -> Result<TeamAnswer, ApiError> {
    let now_ms = state.clock.now_ms();
    require_room(conn, &command, now_ms).await?;
    schedule::lock_shared(conn).await?;
    let before = match &command.id {
        Some(id) => {
            let stored = super::lock_own(conn, &actor, id).await?;
            Some(require_unchanged(conn, stored, &command).await?)
        }
        None => None,
    };
    let event_id = before.as_ref().map(|team| team.event_id.as_str()).or(command.event_id.as_deref());
    let edit = TeamEdit::begin(conn, state, actor, event_id, command.bypass).await?;
    let team = changed_team(conn, &edit, before.as_ref(), &command).await?;
    let open = lock(conn, &edit, &team, &command).await?;
    // Waiting for the locks may have cost the last seats.
    require_room(conn, &command, now_ms).await?;
    let done = team::done(conn, &team.id).await?;
    let holding: Vec<String> = open.iter().map(|booking| booking.uaid.clone()).collect();
    if let Some(opened) = command.opened.as_ref().filter(|_| before.is_some())
        && !is_as_opened(opened, &holding, &done)
    {
        return Err(changed_meanwhile(conn, &team.id).await?);
    }
    let change = roster(&command.named, &holding, &done);

    let moves = before.as_ref().is_some_and(|before| before.slot != team.slot);
    let of = |uaid: &String| open.iter().find(|booking| booking.uaid == *uaid);
    let leaving: Vec<Booking> =
        open.iter().filter(|booking| change.leaving.contains(&&booking.uaid)).cloned().collect();
    let keeping: Vec<Booking> =
        if moves { Vec::new() } else { change.staying.iter().copied().filter_map(of).cloned().collect() };
    let mut refusals: Vec<MemberRefusal> =
        leaving.iter().filter_map(|booking| leaves(booking).err()).collect();
    let mut placements = Vec::with_capacity(command.named.len());
    let mut to_place = 0;
    for uaid in &command.named {
        let placed = if change.joining.contains(&uaid) {
            edit.joins(conn, uaid, &team).await?
        } else if let Some(current) = of(uaid).filter(|_| moves) {
            edit.moves(conn, current, &team).await?
        } else {
            continue;
        };
        to_place += 1;
        placed.map_or_else(|refusal| refusals.push(refusal), |placement| placements.push(placement));
    }
    refuse(to_place, edit.visible_to_actor(conn, refusals).await?)?;
    if moves {
        check_move(to_place).map_err(|error| invalid_team(error, "testDate"))?;
    }
    let placements = edit.spread(conn, &team, placements, (&keeping, &leaving)).await?;

    match &before {
        Some(_) => team::update(conn, &team, edit.now_ms).await?,
        None => team::insert(conn, &team, edit.actor.uaid.as_str(), edit.now_ms).await?,
    }
    edit.settle(conn, &team, &placements, &leaving).await?;
    if before.as_ref().is_some_and(|before| before.coach == team.coach) {
        edit.tell_coach(conn, &team, &placements, &leaving).await?;
    } else if before.is_some() {
        // Members who stay are asked to accept the new coach. The letter names their time, which may have changed just now.
        for booking in team::open(conn, &team.id).await? {
            if change.staying.contains(&&booking.uaid) {
                edit.ask_access(conn, &team, &booking).await?;
            }
        }
    }
    let detail = json!({
        "date": team.slot.0, "time": team.slot.1, "coach": team.coach.is_some(),
        "joined": change.joining.len(), "moved": placements.len() - change.joining.len(), "left": leaving.len(),
    });
    let action = if before.is_some() { "team.update" } else { "team.create" };
    // When a team loses its coach, the log line is about the former coach.
    let whose = team.coach.as_deref().or_else(|| before.as_ref().and_then(|before| before.coach.as_deref()));
    edit.record(conn, action, whose, &team.id, detail).await?;
    let members = placements
        .into_iter()
        .map(|placement| PlacedAthlete {
            uaid: placement.uaid,
            test_date: placement.slot.date,
            test_time: placement.slot.time,
        })
        .collect();
    Ok(TeamAnswer { team_booking_id: team.id, rev: team.rev, members })
}

/// Counts the strangers among the athletes whom a coach names against the rate limit: naming somebody discloses as much as
/// looking them up.
async fn count_strangers(state: &AppState, coach: &str, named: Vec<String>) -> Result<(), ApiError> {
    let own = state.db.read(async |conn| coach::people(conn, coach).await).await?;
    let strangers: Vec<String> = named.into_iter().filter(|uaid| !own.contains(uaid)).collect();
    look_up(state, coach, &strangers).await
}

/// Refuses a new team that does not fit into the seats left, before it locks anything: a request that cannot succeed neither
/// waits nor makes others wait. The seats are counted again under the slots' locks.
async fn require_room(conn: &mut Conn, command: &TeamCommand, now_ms: i64) -> Result<(), ApiError> {
    let Some((date, start)) = command.slot.filter(|_| command.id.is_none()) else { return Ok(()) };
    let event_id = find_event(conn, command.event_id.as_deref()).await?.event_id;
    let now = london_date_time(now_ms).map_err(ApiError::internal)?;
    let config = schedule::config(conn, &event_id, now.date).await?;
    let schedule = Schedule::new(&config).map_err(ApiError::internal)?;
    let open = |time| {
        [BookingType::Test, BookingType::Retest].into_iter().any(|booking_type| {
            let query = SlotQuery { now, booking_type, last_completed: None, bypass: command.bypass };
            schedule.check(&query, date, time, 1).is_ok()
        })
    };
    if !open(start) {
        // The rules give the reason later.
        return Ok(());
    }
    let first = SlotKey { event_id, date, time: start };
    let mut left = 0;
    for uaid in &command.named {
        let waiting = waitlist::find(conn, uaid, &first).await?;
        left += usize::from(
            waiting.is_some_and(|entry| entry.offer_expires_at.is_some_and(|until| until > now_ms)),
        );
    }
    for time in SlotTime::all().skip(start.index()).take_while(|time| open(*time)) {
        let key = SlotKey { time, ..first.clone() };
        // A slot without a row has all of its seats.
        let remaining =
            slot::find(conn, &key).await?.map_or(schedule.slot_capacity(), slot::Occupancy::remaining);
        if remaining == 0 && (time != start || left == 0) {
            break;
        }
        left += usize::from(remaining);
        if left >= command.named.len() {
            return Ok(());
        }
    }
    Err(too_large(left, command.named.len()))
}

/// The stored team, refused if it is not the revision that the change was made on.
async fn require_unchanged(conn: &mut Conn, stored: Team, command: &TeamCommand) -> Result<Team, ApiError> {
    if command.event_id.as_ref().is_some_and(|event| *event != stored.event_id) {
        return Err(ApiError::invalid("eventId", "A team stays at its event."));
    }
    if command.rev.is_none_or(|rev| rev == stored.rev) {
        return Ok(stored);
    }
    Err(changed_meanwhile(conn, &stored.id).await?)
}

/// Whether a team still has the members that it had when the change was begun (RULES 12.4). Its revision does not
/// rise when an athlete cancels their own place, nor when somebody is booked into the team alone.
pub(super) fn is_as_opened(opened: &[String], open: &[String], done: &[String]) -> bool {
    opened.iter().all(|uaid| open.contains(uaid) || done.contains(uaid))
        && open.iter().all(|uaid| opened.contains(uaid))
}

/// The refusal of a change that was made on an older version of the team.
pub(super) async fn changed_meanwhile(conn: &mut Conn, id: &str) -> Result<ApiError, ApiError> {
    let team = team::row(conn, id).await?.ok_or_else(no_team)?;
    let members = team::members(conn, id).await?;
    let current =
        SavedTeam { team: team.into(), uaids: members.into_iter().map(|member| member.uaid).collect() };
    let message = "Somebody else has changed this team meanwhile.";
    Ok(ApiError::conflict("TEAM_CHANGED", message).with("current", current))
}

async fn changed_team(
    conn: &mut Conn,
    edit: &TeamEdit,
    before: Option<&Team>,
    command: &TeamCommand,
) -> Result<Team, ApiError> {
    let coach = match &command.coach {
        CoachChoice::Of(coach) => Some(coach.clone()),
        CoachChoice::Same => before.and_then(|team| team.coach.clone()),
        CoachChoice::Nobody => None,
    };
    let named = coach.as_ref().filter(|_| coach.as_ref() != before.and_then(|team| team.coach.as_ref()));
    if let Some(named) = named
        && role::find(conn, named).await? != Some(Role::Coach)
    {
        return Err(ApiError::rule("COACH_UNKNOWN", "There is no coach with that number.").field("coachUaid"));
    }
    let slot = command.slot.or_else(|| before.map(|team| team.slot));
    let name = command.name.clone().or_else(|| before.map(|team| team.name.clone()));
    Ok(Team {
        id: before.map_or_else(|| new_id(edit.now_ms), |team| team.id.clone()),
        event_id: edit.snapshot.event.event_id.clone(),
        name: name.ok_or_else(|| ApiError::required("teamName", "Give the team a name."))?,
        slot: slot.ok_or_else(|| ApiError::required("testDate", "Pick a day."))?,
        coach,
        rev: before.map_or(1, |team| team.rev + 1),
    })
}

/// Locks every athlete whom the change may touch, then returns the team's open bookings.
async fn lock(
    conn: &mut Conn,
    edit: &TeamEdit,
    team: &Team,
    command: &TeamCommand,
) -> Result<Vec<Booking>, ApiError> {
    let before = team::open(conn, &team.id).await?;
    let touched: BTreeSet<String> =
        before.into_iter().map(|booking| booking.uaid).chain(command.named.iter().cloned()).collect();
    booking::lock_athletes(conn, &touched, edit.now_ms).await?;
    Ok(team::open(conn, &team.id).await?)
}
