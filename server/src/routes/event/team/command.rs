//! The body of `POST /api/event/booking/team`, parsed and authorised as far as that needs no store.

use serde::Deserialize;
use sixfold_domain::identity::Uaid;
use sixfold_domain::role::{Capability, Grant};
use sixfold_domain::slot::Refusal;
use sixfold_domain::team::{TeamError, check_size, named_twice, team_name};
use sixfold_domain::time::{Date, SlotTime, TimeOfDay};
use utoipa::ToSchema;

use super::super::payload::{date, id, time, uaid};
use super::edit::{MemberRefusal, refuse};
use crate::auth::CurrentUser;
use crate::booking::refusals::refused;
use crate::http::ApiError;

/// A team to make or change.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct TeamBody {
    /// The team to change; absent for a new one.
    #[serde(alias = "teamBookingID", deserialize_with = "id")]
    team_booking_id: Option<String>,
    /// 1 to 60 characters; unchanged when absent.
    team_name: Option<String>,
    /// The event; the academy's own when absent. A team cannot change it.
    #[serde(alias = "eventID", alias = "eventid", deserialize_with = "id")]
    event_id: Option<String>,
    /// `YYYY-MM-DD`; unchanged when absent.
    #[serde(deserialize_with = "date")]
    #[schema(value_type = Option<String>, example = "2026-11-24")]
    test_date: Option<Date>,
    /// `HH:MM`; unchanged when absent.
    #[serde(deserialize_with = "time")]
    #[schema(value_type = Option<String>, example = "14:15")]
    test_time: Option<TimeOfDay>,
    /// Every athlete of the team, 1 to 60; the booking of a member who is left out is cancelled.
    #[schema(value_type = Vec<String>)]
    uaids: Option<Vec<Uaid>>,
    /// Programme delivery: the team's coach; unchanged when absent. A coach's teams are their own.
    #[serde(deserialize_with = "uaid")]
    #[schema(value_type = Option<String>)]
    coach_uaid: Option<Uaid>,
    /// Programme delivery: removes the coach, so that programme delivery looks after the team. An empty `coachUaid` counts as
    /// absent and does not remove anybody.
    no_coach: Option<bool>,
    /// The revision that the change was made on; an outdated one is refused.
    rev: Option<i64>,
    /// Everybody who was in the team when the change was begun; refused if somebody has left or joined since, which need not
    /// raise `rev`. Not checked when absent.
    #[schema(value_type = Option<Vec<String>>)]
    opened: Option<Vec<Uaid>>,
    /// Lifts daysAhead, startDate, windowDays and retestDelay.
    bypass_booking_rule: Option<bool>,
}

/// The request, parsed and authorised.
#[derive(Clone)]
pub(super) struct TeamCommand {
    pub(super) id: Option<String>,
    pub(super) name: Option<String>,
    pub(super) event_id: Option<String>,
    pub(super) slot: Option<(Date, SlotTime)>,
    pub(super) named: Vec<String>,
    pub(super) coach: CoachChoice,
    pub(super) rev: Option<i64>,
    /// Who was in the team when the change was begun; none if that does not matter.
    pub(super) opened: Option<Vec<String>>,
    pub(super) bypass: bool,
}

/// The team's coach after the command.
#[derive(Clone)]
pub(super) enum CoachChoice {
    Same,
    Of(String),
    /// None: programme delivery looks after the team.
    Nobody,
}

/// Parses the body and checks what needs no store.
pub(super) fn read(user: &CurrentUser, body: TeamBody) -> Result<TeamCommand, ApiError> {
    let own = user.require(Capability::WriteTeams)? == Grant::Own;
    if own && body.coach_uaid.as_ref().is_some_and(|coach| !user.is(coach)) {
        return Err(ApiError::forbidden());
    }
    let coach = match (body.coach_uaid, body.no_coach.unwrap_or(false)) {
        (_, true) if own => return Err(ApiError::forbidden()),
        (Some(_), true) => {
            return Err(ApiError::invalid("noCoach", "Name a coach, or say that there is none."));
        }
        (None, true) => CoachChoice::Nobody,
        (Some(coach), false) => CoachChoice::Of(coach.into()),
        (None, false) if own => CoachChoice::Of(user.uaid.to_string()),
        (None, false) => CoachChoice::Same,
    };
    let bypass = body.bypass_booking_rule.unwrap_or(false);
    if bypass {
        user.require(Capability::BypassBookingRule)?;
    }
    let name = body
        .team_name
        .as_deref()
        .map(team_name)
        .transpose()
        .map_err(|error| invalid_team(error, "teamName"))?;
    let new = body.team_booking_id.is_none();
    if new && name.is_none() {
        return Err(ApiError::required("teamName", "Give the team a name."));
    }
    let slot = match (body.test_date, body.test_time) {
        (Some(date), Some(time)) => {
            Some((date, SlotTime::try_from(time).map_err(|_| refused(Refusal::TimeOffGrid))?))
        }
        (None, None) if !new => None,
        (None, _) => return Err(ApiError::required("testDate", "Pick a day.")),
        (Some(_), None) => return Err(ApiError::required("testTime", "Pick a time.")),
    };
    let uaids = body.uaids.ok_or_else(|| ApiError::required("uaids", "Say who is in the team."))?;
    check_size(uaids.len()).map_err(|error| invalid_team(error, "uaids"))?;
    refuse(
        0,
        named_twice(&uaids)
            .into_iter()
            .map(|twice| MemberRefusal::new(twice.as_str(), "DUPLICATE"))
            .collect(),
    )?;
    Ok(TeamCommand {
        id: body.team_booking_id,
        name,
        event_id: body.event_id,
        slot,
        named: uaids.into_iter().map(String::from).collect(),
        coach,
        rev: body.rev,
        opened: body.opened.map(|opened| opened.into_iter().map(String::from).collect()),
        bypass,
    })
}

/// The refusal of a team by the rules of its name and size.
pub(in crate::routes::event) fn invalid_team(error: TeamError, field: &'static str) -> ApiError {
    ApiError::rule(error.code(), error.to_string()).field(field)
}
