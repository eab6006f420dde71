//! What writing a team and taking one away have in common: what is loaded for either, and who of the team may be placed. Every
//! function here runs inside one write job, after the team and its athletes have been locked.

use std::sync::Arc;

use serde::Serialize;
use sixfold_domain::booking::{BookingType, booking_type, last_completed, retest_eligibility};
use sixfold_domain::eligibility::{EligibilityRules, may_book};
use sixfold_domain::role::Role;
use sixfold_domain::slot::{BookingSessionConfig, Refusal, Schedule, SlotQuery};
use sixfold_domain::time::{Date, LocalDateTime, london_date_time};

use super::super::act::{find_event, refused};
use crate::auth::CurrentUser;
use crate::db::booking::{self, Booking};
use crate::db::team::Team;
use crate::db::{Conn, eligibility, role, schedule};
use crate::error::ApiError;
use crate::mail;
use crate::mail::letters::House;
use crate::state::AppState;

/// One act on a team, at its event.
pub(super) struct Squad {
    pub state: AppState,
    pub actor: Arc<CurrentUser>,
    pub event_id: String,
    pub now_ms: i64,
    pub schedule: Schedule,
    pub house: House,
    /// `bypassBookingRule`, already allowed.
    pub bypass: bool,
    now: LocalDateTime,
    config: BookingSessionConfig,
}

/// Somebody who is to be placed.
pub(super) struct Want {
    pub uaid: String,
    /// The booking that moves; none for somebody who joins.
    pub current: Option<Booking>,
    pub kind: BookingType,
}

/// Why somebody cannot be placed, or let go.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct No {
    uaid: String,
    /// The word of the refusal.
    code: &'static str,
    /// The first day of a retest, where it is too soon for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    opens_on: Option<Date>,
    #[serde(skip)]
    slot: Option<Refusal>,
}

impl No {
    pub(super) fn new(uaid: &str, code: &'static str) -> Self {
        Self { uaid: uaid.to_owned(), code, opens_on: None, slot: None }
    }
}

impl Squad {
    /// Loads what every act on a team needs.
    pub(super) async fn begin(
        conn: &mut Conn<'_>,
        state: AppState,
        actor: Arc<CurrentUser>,
        event_id: Option<&str>,
        bypass: bool,
    ) -> Result<Self, ApiError> {
        let now_ms = state.clock.now_ms();
        let now = london_date_time(now_ms).map_err(ApiError::internal)?;
        let event = find_event(conn, event_id).await?;
        let config = schedule::config(conn, &event.event_id, now.date).await?;
        let schedule = Schedule::new(&config).map_err(ApiError::internal)?;
        let house = mail::house(conn, &event, &state.config).await?;
        Ok(Self { state, actor, event_id: event.event_id, now_ms, schedule, house, bypass, now, config })
    }

    /// Whether somebody may join the team on its place.
    pub(super) async fn joins(
        &self,
        conn: &mut Conn<'_>,
        uaid: &str,
        team: &Team,
    ) -> Result<Result<Want, No>, ApiError> {
        if role::find(conn, uaid).await? != Some(i64::from(Role::Athlete.number())) {
            return Ok(Err(No::new(uaid, "UNKNOWN_UAID")));
        }
        // A missed booking is closed on the way, so that a no-show can join without waiting for the job.
        if booking::find_open(conn, uaid).await?.is_some()
            && crate::jobs::close_if_missed(conn, uaid, self.now.date, &self.state.config, self.now_ms)
                .await?
                .is_none()
        {
            return Ok(Err(No::new(uaid, "BOOKING_OPEN_EXISTS")));
        }
        self.fits(conn, uaid, None, team).await
    }

    /// Whether somebody of the team may move with it to its new place; none where they stand there already.
    pub(super) async fn moves(
        &self,
        conn: &mut Conn<'_>,
        current: &Booking,
        team: &Team,
    ) -> Result<Option<Result<Want, No>>, ApiError> {
        if current.held_slot().is_some_and(|slot| slot == team.slot()) {
            return Ok(None);
        }
        if let Err(no) = leaves(current) {
            return Ok(Some(Err(no)));
        }
        self.fits(conn, &current.uaid, Some(current), team).await.map(Some)
    }

    /// Whether eligibility and the slot rules let somebody stand on the team's place; how many places there are is for all of
    /// them together to ask.
    async fn fits(
        &self,
        conn: &mut Conn<'_>,
        uaid: &str,
        current: Option<&Booking>,
        team: &Team,
    ) -> Result<Result<Want, No>, ApiError> {
        let standing = eligibility::standing(conn, uaid).await?;
        if let Err(refusal) =
            may_book(&standing.record, standing.born, &EligibilityRules::default(), self.now.date)
        {
            return Ok(Err(No::new(uaid, refusal.code())));
        }
        let history = booking::history(conn, uaid).await?;
        let query = SlotQuery {
            now: self.now,
            booking_type: booking_type(&history),
            last_completed: last_completed(&history),
            bypass: self.bypass,
        };
        if let Err(refusal) = self.schedule.check(&query, team.place.0, team.place.1, 1) {
            let too_soon =
                retest_eligibility(query.last_completed, self.config.retest_delay, self.now.date).err();
            let opens_on =
                too_soon.filter(|_| refusal == Refusal::RetestTooSoon).map(|too_soon| too_soon.opens_on);
            let uaid = uaid.to_owned();
            return Ok(Err(No { uaid, code: refusal.code(), opens_on, slot: Some(refusal) }));
        }
        Ok(Ok(Want { uaid: uaid.to_owned(), current: current.cloned(), kind: query.booking_type }))
    }
}

/// Whether somebody may be let out of the team: once the desk has taken them on, their booking is the desk's.
pub(super) fn leaves(booking: &Booking) -> Result<(), No> {
    if booking.onboarded_at.is_some() { Err(No::new(&booking.uaid, "STATUS_CONFLICT")) } else { Ok(()) }
}

/// The refusal of a team whose athletes cannot all be placed or let go: what stands in everybody's way as a booking has it, else
/// each one's own word. `asked` is how many were to be placed.
pub(super) fn refuse(asked: usize, no: Vec<No>) -> Result<(), ApiError> {
    let Some(first) = no.first() else { return Ok(()) };
    let of_all = first.slot.filter(|slot| {
        *slot != Refusal::RetestTooSoon
            && no.len() == asked
            && no.iter().all(|other| other.slot.as_ref() == Some(slot))
    });
    Err(match of_all {
        Some(refusal) => refused(refusal),
        None => ApiError::rule("TEAM_MEMBERS", "Not every one of them can be booked. Nothing was changed.")
            .field("uaids")
            .with("members", no),
    })
}
