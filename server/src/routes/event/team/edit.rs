//! What writing a team and taking one away have in common: what is loaded for either, and who of the team may be placed. Every
//! function here runs inside one write job, after the team and its athletes have been locked.

use std::sync::Arc;

use serde::Serialize;
use sixfold_domain::booking::{BookingType, booking_type, last_completed, retest_eligibility};
use sixfold_domain::eligibility::{EligibilityRules, may_book};
use sixfold_domain::role::Role;
use sixfold_domain::slot::{Refusal, SlotQuery};
use sixfold_domain::team::spread::{Room, order, spread};
use sixfold_domain::time::{Date, LocalDateTime, SlotTime, london_date_time};

use crate::auth::CurrentUser;
use crate::booking::context::refused;
use crate::booking::event::found;
use crate::booking::event_snapshot::EventSnapshot;
use crate::booking::missed::close_if_missed;
use crate::db::booking::{self, Booking};
use crate::db::coach::{self, Access};
use crate::db::slot::{self, SlotKey};
use crate::db::team::Team;
use crate::db::{Conn, eligibility, role, waitlist};
use crate::http::error::ApiError;
use crate::state::AppState;

/// A change to a team, with the schedule of its event.
pub(super) struct TeamEdit {
    pub state: AppState,
    pub actor: Arc<CurrentUser>,
    pub snapshot: Arc<EventSnapshot>,
    pub now_ms: i64,
    /// `bypassBookingRule`, already allowed.
    pub bypass: bool,
    now: LocalDateTime,
}

/// A member who is to be placed in a slot.
pub(super) struct Placement {
    pub uaid: String,
    /// The booking that moves; none for somebody who joins.
    pub current: Option<Booking>,
    pub kind: BookingType,
    /// Where they are to stand.
    pub slot: SlotKey,
    /// What the slot rules ask of them.
    query: SlotQuery,
}

/// Why a member cannot be placed in a team, or removed from it.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct MemberRefusal {
    uaid: String,
    /// The word of the refusal.
    code: &'static str,
    /// The first day of a retest, where it is too soon for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    opens_on: Option<Date>,
    #[serde(skip)]
    slot: Option<Refusal>,
    /// Whether the calendar says so to everybody, whoever they are.
    #[serde(skip)]
    of_calendar: bool,
}

impl MemberRefusal {
    pub(super) fn new(uaid: &str, code: &'static str) -> Self {
        Self { uaid: uaid.to_owned(), code, opens_on: None, slot: None, of_calendar: false }
    }
}

impl TeamEdit {
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
        let snapshot = found(state.events.in_job(conn, event_id).await?)?;
        Ok(Self { state, actor, snapshot, now_ms, bypass, now })
    }

    /// Whether somebody may join the team on its place.
    pub(super) async fn joins(
        &self,
        conn: &mut Conn<'_>,
        uaid: &str,
        team: &Team,
    ) -> Result<Result<Placement, MemberRefusal>, ApiError> {
        if role::find(conn, uaid).await? != Some(i64::from(Role::Athlete.number())) {
            return Ok(Err(MemberRefusal::new(uaid, "UNKNOWN_UAID")));
        }
        // A missed booking is closed on the way, so that a no-show can join without waiting for the job.
        if let Some(open) = booking::find_open(conn, uaid).await?
            && (self.state.clock_guard.holds(self.now_ms)
                || !close_if_missed(conn, &open, self.now.date, &self.state.events, self.now_ms).await?)
        {
            return Ok(Err(MemberRefusal::new(uaid, "BOOKING_OPEN_EXISTS")));
        }
        self.fits(conn, uaid, None, team).await
    }

    /// Whether somebody of the team may move with it to its new place.
    pub(super) async fn moves(
        &self,
        conn: &mut Conn<'_>,
        current: &Booking,
        team: &Team,
    ) -> Result<Result<Placement, MemberRefusal>, ApiError> {
        if let Err(no) = leaves(current) {
            return Ok(Err(no));
        }
        self.fits(conn, &current.uaid, Some(current), team).await
    }

    /// Whether eligibility and the slot rules let somebody stand on the team's place; how many places there are is for all of
    /// them together to ask.
    async fn fits(
        &self,
        conn: &mut Conn<'_>,
        uaid: &str,
        current: Option<&Booking>,
        team: &Team,
    ) -> Result<Result<Placement, MemberRefusal>, ApiError> {
        let standing = eligibility::standing(conn, uaid).await?;
        if let Err(refusal) =
            may_book(&standing.record, standing.born, &EligibilityRules::default(), self.now.date)
        {
            return Ok(Err(MemberRefusal::new(uaid, refusal.code())));
        }
        let history = booking::history(conn, uaid).await?;
        let query = SlotQuery {
            now: self.now,
            booking_type: booking_type(&history),
            last_completed: last_completed(&history),
            bypass: self.bypass,
        };
        if let Err(refusal) = self.snapshot.schedule.check(&query, team.place.0, team.place.1, 1) {
            let too_soon =
                retest_eligibility(query.last_completed, self.snapshot.config.retest_delay, self.now.date)
                    .err();
            let opens_on =
                too_soon.filter(|_| refusal == Refusal::RetestTooSoon).map(|too_soon| too_soon.opens_on);
            let uaid = uaid.to_owned();
            let of_calendar = self.says_to_everybody(refusal, team);
            return Ok(Err(MemberRefusal {
                uaid,
                code: refusal.code(),
                opens_on,
                slot: Some(refusal),
                of_calendar,
            }));
        }
        let (kind, slot) = (query.booking_type, team.slot());
        Ok(Ok(Placement { uaid: uaid.to_owned(), current: current.cloned(), kind, slot, query }))
    }

    /// Whether somebody without a past would be refused likewise, for a test and for a retest.
    fn says_to_everybody(&self, refusal: Refusal, team: &Team) -> bool {
        [BookingType::Test, BookingType::Retest].into_iter().all(|booking_type| {
            let query = SlotQuery { now: self.now, booking_type, last_completed: None, bypass: self.bypass };
            self.snapshot.schedule.check(&query, team.place.0, team.place.1, 1) == Err(refusal)
        })
    }

    /// What a coach may learn of why somebody cannot be booked: of those who let them see their results each one's own word, of
    /// everybody else no more than a search tells.
    pub(super) async fn told(
        &self,
        conn: &mut Conn<'_>,
        no: Vec<MemberRefusal>,
    ) -> Result<Vec<MemberRefusal>, ApiError> {
        if self.actor.role != Role::Coach {
            return Ok(no);
        }
        let answers = coach::answers(conn, self.actor.uaid.as_str()).await?;
        let told = no.into_iter().map(|no| {
            let open = answers.get(&no.uaid) == Some(&Access::Accepted);
            if open || no.of_calendar || matches!(no.code, "UNKNOWN_UAID" | "STATUS_CONFLICT") {
                no
            } else {
                MemberRefusal::new(&no.uaid, "NOT_BOOKABLE")
            }
        });
        Ok(told.collect())
    }

    /// Gives everybody who is wanted a slot from the team's time on. `keeping` are the bookings of the team that stay where they
    /// are, `leaving` those that are called off.
    pub(super) async fn spread(
        &self,
        conn: &mut Conn<'_>,
        team: &Team,
        mut wants: Vec<Placement>,
        (keeping, leaving): (&[Booking], &[Booking]),
    ) -> Result<Vec<Placement>, ApiError> {
        let on_the_day = |booking: &Booking| {
            booking.held_slot().filter(|slot| slot.date == team.place.0 && slot.event_id == team.event_id)
        };
        let mut offered = 0;
        let mut first = Vec::with_capacity(wants.len());
        for want in &wants {
            let offer = waitlist::find(conn, &want.uaid, &team.slot()).await?;
            let holds =
                offer.is_some_and(|entry| entry.offer_expires_at.is_some_and(|until| until > self.now_ms));
            offered += u16::from(holds);
            first.push(holds);
        }
        let own: Vec<SlotKey> = wants
            .iter()
            .filter_map(|want| want.current.as_ref())
            .chain(leaving)
            .filter_map(on_the_day)
            .collect();
        let kept: Vec<Option<SlotTime>> =
            keeping.iter().filter_map(on_the_day).map(|slot| Some(slot.time)).collect();
        let mut room: Room = [None; SlotTime::COUNT];
        let (mut found, needed) = (0, wants.len());
        for time in SlotTime::all().skip(team.place.1.index()) {
            let here = SlotKey { time, ..team.slot() };
            let open = wants
                .iter()
                .all(|want| self.snapshot.schedule.check(&want.query, here.date, time, 1).is_ok());
            if found >= needed || !open {
                break;
            }
            let left = slot::find(conn, &here)
                .await?
                .map_or(self.snapshot.schedule.slot_capacity(), slot::Fill::remaining);
            let own = u16::try_from(own.iter().filter(|slot| slot.time == time).count()).unwrap_or(u16::MAX);
            let offered = if time == team.place.1 { offered } else { 0 };
            let places = left.saturating_add(own).saturating_add(offered);
            room[time.index()] = Some(places);
            found += usize::from(places);
        }
        // Who is offered a place at the team's own time takes that one.
        let standing: Vec<Option<SlotTime>> = wants
            .iter()
            .map(|want| want.current.as_ref().and_then(|booking| booking.place).map(|(_, time)| time))
            .collect();
        let mut order = order(&standing);
        order.sort_by_key(|index| !first[*index]);
        let everybody: Vec<Option<SlotTime>> =
            kept.iter().copied().chain(order.iter().map(|_| None)).collect();
        let times =
            spread(&everybody, team.place.1, &room).map_err(|short| too_large(short.room, short.needed))?;
        for (index, time) in order.into_iter().zip(times.into_iter().skip(kept.len())) {
            wants[index].slot.time = time;
        }
        wants.retain(|want| want.current.as_ref().and_then(Booking::held_slot).as_ref() != Some(&want.slot));
        Ok(wants)
    }
}

/// Whether somebody may be let out of the team: once the desk has taken them on, their booking is the desk's.
pub(super) fn leaves(booking: &Booking) -> Result<(), MemberRefusal> {
    if booking.onboarded_at.is_some() {
        Err(MemberRefusal::new(&booking.uaid, "STATUS_CONFLICT"))
    } else {
        Ok(())
    }
}

/// The refusal of a team whose athletes cannot all be placed or let go: what stands in everybody's way as a booking has it, else
/// each one's own word. `asked` is how many were to be placed.
pub(super) fn refuse(asked: usize, no: Vec<MemberRefusal>) -> Result<(), ApiError> {
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

/// The refusal of a team that needs more places than there are in a row.
pub(super) fn too_large(remaining: usize, needed: usize) -> ApiError {
    let message = match remaining {
        0 => "No place is left at that time.".to_owned(),
        1 => format!("One place is left from that time on without a gap, and the team needs {needed}."),
        _ => format!(
            "{remaining} places are left from that time on without a gap, and the team needs {needed}."
        ),
    };
    ApiError::conflict("TEAM_TOO_LARGE", message)
        .field("uaids")
        .with("remaining", remaining)
        .with("needed", needed)
}
