//! What writing and removing a team have in common: the data that both load, and the checks of its members. Every function here
//! runs inside one write job, after the team and its athletes have been locked.

use std::sync::Arc;

use serde::Serialize;
use sixfold_domain::booking::{BookingType, may_book_retest};
use sixfold_domain::eligibility::{EligibilityRules, may_book};
use sixfold_domain::role::Role;
use sixfold_domain::slot::{Refusal, SlotQuery};
use sixfold_domain::team::spread::{Room, order, spread};
use sixfold_domain::time::{Date, LocalDateTime, SlotTime, london_date_time};

use crate::auth::CurrentUser;
use crate::booking::event::found;
use crate::booking::event_snapshot::EventSnapshot;
use crate::booking::missed::close_if_missed;
use crate::booking::refusals::refused;
use crate::db::Conn;
use crate::db::bookings::booking::{self, Booking};
use crate::db::bookings::team::Team;
use crate::db::bookings::waitlist;
use crate::db::calendar::slot::{self, SlotKey};
use crate::db::people::coach::{self, Access};
use crate::db::people::{eligibility, role};
use crate::http::ApiError;
use crate::state::AppState;

/// A change of a team, with the schedule of its event.
pub(super) struct TeamEdit {
    pub state: AppState,
    pub actor: Arc<CurrentUser>,
    pub snapshot: Arc<EventSnapshot>,
    pub now_ms: i64,
    /// `bypassBookingRule`, checked against the role.
    pub bypass: bool,
    now: LocalDateTime,
}

/// A member who is to get a seat in a slot.
pub(super) struct Placement {
    pub uaid: String,
    /// The booking to move; none for a new member.
    pub current: Option<Booking>,
    pub kind: BookingType,
    /// The slot to place them in.
    pub slot: SlotKey,
    query: SlotQuery,
}

/// Why a member cannot be placed in a team, or removed from it.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct MemberRefusal {
    uaid: String,
    code: &'static str,
    /// The first day of a retest, if it is too early for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    opens_on: Option<Date>,
    #[serde(skip)]
    slot: Option<Refusal>,
    /// Whether the calendar refuses it to anybody, whatever their history.
    #[serde(skip)]
    of_calendar: bool,
}

impl MemberRefusal {
    pub(super) fn new(uaid: &str, code: &'static str) -> Self {
        Self { uaid: uaid.to_owned(), code, opens_on: None, slot: None, of_calendar: false }
    }
}

impl TeamEdit {
    /// Loads what every change of a team needs.
    pub(super) async fn begin(
        conn: &mut Conn,
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

    /// Checks that somebody may join the team at its time.
    pub(super) async fn joins(
        &self,
        conn: &mut Conn,
        uaid: &str,
        team: &Team,
    ) -> Result<Result<Placement, MemberRefusal>, ApiError> {
        if role::find(conn, uaid).await? != Some(Role::Athlete) {
            return Ok(Err(MemberRefusal::new(uaid, "UNKNOWN_UAID")));
        }
        if self.actor.role == Role::Coach && coach::has_declined(conn, self.actor.uaid.as_str(), uaid).await?
        {
            return Ok(Err(MemberRefusal::new(uaid, "NOT_BOOKABLE")));
        }
        // A missed booking is closed first, so that a no-show need not wait for the job.
        if let Some(open) = booking::find_open(conn, uaid).await?
            && !close_if_missed(conn, &open, self.now.date, &self.state, self.now_ms).await?
        {
            return Ok(Err(MemberRefusal::new(uaid, "BOOKING_OPEN_EXISTS")));
        }
        self.fits(conn, uaid, None, team).await
    }

    /// Checks that a member may move with the team to its new time.
    pub(super) async fn moves(
        &self,
        conn: &mut Conn,
        current: &Booking,
        team: &Team,
    ) -> Result<Result<Placement, MemberRefusal>, ApiError> {
        if let Err(refusal) = leaves(current) {
            return Ok(Err(refusal));
        }
        self.fits(conn, &current.uaid, Some(current), team).await
    }

    /// Checks somebody's eligibility and the slot rules at the team's time. Capacity is checked for the whole team later.
    async fn fits(
        &self,
        conn: &mut Conn,
        uaid: &str,
        current: Option<&Booking>,
        team: &Team,
    ) -> Result<Result<Placement, MemberRefusal>, ApiError> {
        let facts = eligibility::find(conn, uaid, &self.state.hub.consent_version()).await?;
        if let Err(refusal) = may_book(&facts.record, facts.born, &EligibilityRules::default(), self.now.date)
        {
            return Ok(Err(MemberRefusal::new(uaid, refusal.code())));
        }
        let history = booking::history(conn, uaid).await?;
        let query = SlotQuery::after(&history, self.now, self.bypass);
        if let Err(refusal) = self.snapshot.schedule.check(&query, team.slot.0, team.slot.1, 1) {
            let too_soon =
                may_book_retest(query.last_completed, self.snapshot.config.retest_delay, self.now.date).err();
            let opens_on =
                too_soon.filter(|_| refusal == Refusal::RetestTooSoon).map(|too_soon| too_soon.opens_on);
            let uaid = uaid.to_owned();
            let of_calendar = self.refused_to_anybody(refusal, team);
            return Ok(Err(MemberRefusal {
                uaid,
                code: refusal.code(),
                opens_on,
                slot: Some(refusal),
                of_calendar,
            }));
        }
        let (kind, slot) = (query.booking_type, team.slot_key());
        Ok(Ok(Placement { uaid: uaid.to_owned(), current: current.cloned(), kind, slot, query }))
    }

    /// Whether anybody without a history would be refused in the same way, for a test and for a retest.
    fn refused_to_anybody(&self, refusal: Refusal, team: &Team) -> bool {
        [BookingType::Test, BookingType::Retest].into_iter().all(|booking_type| {
            let query = SlotQuery { now: self.now, booking_type, last_completed: None, bypass: self.bypass };
            self.snapshot.schedule.check(&query, team.slot.0, team.slot.1, 1) == Err(refusal)
        })
    }

    /// The refusals that a coach may see: the actual code for athletes who have accepted them, for everybody else no more than
    /// a search discloses.
    pub(super) async fn visible_to_actor(
        &self,
        conn: &mut Conn,
        refusals: Vec<MemberRefusal>,
    ) -> Result<Vec<MemberRefusal>, ApiError> {
        if self.actor.role != Role::Coach {
            return Ok(refusals);
        }
        let answers = coach::answers(conn, self.actor.uaid.as_str()).await?;
        let visible = refusals.into_iter().map(|refusal| {
            let open = answers.get(&refusal.uaid) == Some(&Access::Accepted);
            if open || refusal.of_calendar || matches!(refusal.code, "UNKNOWN_UAID" | "STATUS_CONFLICT") {
                refusal
            } else {
                MemberRefusal::new(&refusal.uaid, "NOT_BOOKABLE")
            }
        });
        Ok(visible.collect())
    }

    /// Assigns a slot to each placement, from the team's time on. `keeping` are the team's bookings that stay where they are,
    /// `leaving` those that are cancelled. Returns the placements that change a booking's slot.
    pub(super) async fn spread(
        &self,
        conn: &mut Conn,
        team: &Team,
        mut placements: Vec<Placement>,
        (keeping, leaving): (&[Booking], &[Booking]),
    ) -> Result<Vec<Placement>, ApiError> {
        let on_the_day = |booking: &Booking| {
            booking.held_slot().filter(|slot| slot.date == team.slot.0 && slot.event_id == team.event_id)
        };
        let mut offered = 0;
        let mut first = Vec::with_capacity(placements.len());
        for placement in &placements {
            let offer = waitlist::find(conn, &placement.uaid, &team.slot_key()).await?;
            let holds =
                offer.is_some_and(|entry| entry.offer_expires_at.is_some_and(|until| until > self.now_ms));
            offered += u16::from(holds);
            first.push(holds);
        }
        let freed: Vec<SlotKey> = placements
            .iter()
            .filter_map(|placement| placement.current.as_ref())
            .chain(leaving)
            .filter_map(on_the_day)
            .collect();
        let taken: Vec<Option<SlotTime>> =
            keeping.iter().filter_map(on_the_day).map(|slot| Some(slot.time)).collect();
        let mut room: Room = [None; SlotTime::COUNT];
        let (mut seats_found, needed) = (0, placements.len());
        for time in SlotTime::all().skip(team.slot.1.index()) {
            let key = SlotKey { time, ..team.slot_key() };
            let schedule = &self.snapshot.schedule;
            let open = placements
                .iter()
                .all(|placement| schedule.check(&placement.query, key.date, time, 1).is_ok());
            if seats_found >= needed || !open {
                break;
            }
            let left =
                slot::find(conn, &key).await?.map_or(schedule.slot_capacity(), slot::Occupancy::remaining);
            let freed =
                u16::try_from(freed.iter().filter(|slot| slot.time == time).count()).unwrap_or(u16::MAX);
            let offered = if time == team.slot.1 { offered } else { 0 };
            let places = left.saturating_add(freed).saturating_add(offered);
            room[time.index()] = Some(places);
            seats_found += usize::from(places);
        }
        // An athlete with an offer for the team's own time gets that time.
        let current_times: Vec<Option<SlotTime>> = placements
            .iter()
            .map(|placement| {
                placement.current.as_ref().and_then(|booking| booking.slot).map(|(_, time)| time)
            })
            .collect();
        let mut order = order(&current_times);
        order.sort_by_key(|index| !first[*index]);
        let everybody: Vec<Option<SlotTime>> =
            taken.iter().copied().chain(order.iter().map(|_| None)).collect();
        let times =
            spread(&everybody, team.slot.1, &room).map_err(|short| too_large(short.room, short.needed))?;
        for (index, time) in order.into_iter().zip(times.into_iter().skip(taken.len())) {
            placements[index].slot.time = time;
        }
        placements.retain(|placement| {
            placement.current.as_ref().and_then(Booking::held_slot).as_ref() != Some(&placement.slot)
        });
        Ok(placements)
    }
}

/// Checks that somebody may be removed from the team: not once the desk has onboarded them.
pub(super) fn leaves(booking: &Booking) -> Result<(), MemberRefusal> {
    if booking.onboarded_at.is_some() {
        Err(MemberRefusal::new(&booking.uaid, "STATUS_CONFLICT"))
    } else {
        Ok(())
    }
}

/// Refuses a team if not all of its athletes can be placed or removed: with the slot's own refusal if it applies to everybody,
/// otherwise with each member's code. `to_place` is how many were to be placed.
pub(super) fn refuse(to_place: usize, refusals: Vec<MemberRefusal>) -> Result<(), ApiError> {
    let Some(first) = refusals.first() else { return Ok(()) };
    let of_all = first.slot.filter(|slot| {
        *slot != Refusal::RetestTooSoon
            && refusals.len() == to_place
            && refusals.iter().all(|other| other.slot.as_ref() == Some(slot))
    });
    Err(match of_all {
        Some(refusal) => refused(refusal),
        None => ApiError::rule("TEAM_MEMBERS", "Not every one of them can be booked. Nothing was changed.")
            .field("uaids")
            .with("members", refusals),
    })
}

/// The refusal of a team that needs more seats than there are without a gap.
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
