//! The bookings that a change of the schedule affects: open ones at a time that it no longer offers.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Serialize;
use sixfold_domain::slot::{BookingSessionConfig, Refusal, Schedule};
use sixfold_domain::time::{Date, LocalDateTime, SlotTime};
use utoipa::ToSchema;

use crate::db::calendar::slot;
use crate::db::calendar::timetable::{self, OpenBooking, Timetable};
use crate::db::{Conn, DbError};
use crate::http::ApiError;

/// The most alternatives that are suggested for a booking.
const ALTERNATIVES: usize = 8;
/// How many days after the last affected booking to look for alternatives; the domain looks no further.
const SEARCH_DAYS: i32 = 14;

/// The schedule before a change and after it.
pub(in crate::routes) struct Plans {
    /// In force.
    pub before: Schedule,
    /// With the change.
    pub after: Schedule,
}

impl Plans {
    /// Compiles both, each from its settings and timetable.
    pub(in crate::routes) fn new(
        before: (&BookingSessionConfig, &Timetable),
        after: (&BookingSessionConfig, &Timetable),
    ) -> Result<Self, ApiError> {
        let compiled = |(base, timetable): (_, &Timetable)| {
            Schedule::new(&timetable.config(base)).map_err(ApiError::internal)
        };
        Ok(Self { before: compiled(before)?, after: compiled(after)? })
    }
}

/// The days that a change touches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::routes) enum Reach {
    /// These days, whose dates or sessions change.
    Days(BTreeSet<Date>),
    /// Every day from this one on, since the weekly lists change.
    From(Date),
}

impl Reach {
    /// The first and the last day; none if no day is touched.
    pub(super) fn span(&self) -> Option<(Date, Date)> {
        match self {
            Self::Days(days) => Some((*days.first()?, *days.last()?)),
            Self::From(first) => Some((*first, Date::MAX)),
        }
    }

    pub(super) fn contains(&self, day: Date) -> bool {
        match self {
            Self::Days(days) => days.contains(&day),
            Self::From(first) => *first <= day,
        }
    }

    /// Why a booking would lose its time to a change with this reach, if it would; or has lost it to a remote hub, until somebody
    /// decides about it.
    fn lost(&self, plans: &Plans, booking: &OpenBooking) -> Option<Refusal> {
        let Plans { before, after } = plans;
        let (kind, (date, time)) = (booking.booking_type, booking.slot);
        match self {
            Self::Days(_) if booking.needs_decision => after.not_offered(kind, date, time),
            Self::Days(_) => before.lost(after, kind, date, time),
            Self::From(_) => before.unlisted(after, kind, date, time),
        }
    }
}

#[derive(Debug, Clone)]
pub(in crate::routes) struct AffectedBooking {
    pub row: OpenBooking,
    /// Why its time is no longer offered.
    pub reason: Refusal,
}

/// The bookings that a change affects, by date, then time. Bookings whose time has begun are left alone.
pub(in crate::routes) async fn find(
    conn: &mut Conn,
    event_id: &str,
    plans: &Plans,
    reach: &Reach,
    now: LocalDateTime,
) -> Result<Vec<AffectedBooking>, DbError> {
    let Some((first, last)) = reach.span() else { return Ok(Vec::new()) };
    let rows = timetable::open_bookings(conn, event_id, first, last).await?;
    let mut affected = Vec::new();
    for row in rows {
        if row.has_begun(now) || !reach.contains(row.slot.0) {
            continue;
        }
        if let Some(reason) = reach.lost(plans, &row) {
            affected.push(AffectedBooking { row, reason });
        }
    }
    Ok(affected)
}

/// The bookings that a change affects, for the person who decides about them.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = HitList)]
pub(in crate::routes) struct Impact {
    /// Open bookings at times that would no longer be offered, by date, then time.
    pub bookings: Vec<ImpactBooking>,
    /// The teams that some of them were made for.
    pub teams: Vec<ImpactTeam>,
}

/// An affected booking.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HitBooking)]
pub(in crate::routes) struct ImpactBooking {
    uaid: String,
    first_name: String,
    last_name: String,
    event_booking_id: String,
    /// The code on the ticket.
    event_test_code: String,
    /// `YYYY-MM-DD`.
    #[schema(value_type = String)]
    booking_date: Date,
    /// `HH:MM`.
    #[schema(value_type = String)]
    booking_time: SlotTime,
    /// `booked` or `assistance`.
    event_test_status: String,
    /// `test` or `retest`.
    event_test_type: &'static str,
    /// XXS to XXXL.
    t_shirt_size: String,
    /// The team it was made for.
    team_booking_id: Option<String>,
    /// What that team is called.
    team_name: Option<String>,
    /// Whether help was asked for.
    assistance_required: bool,
    /// Why its time is no longer offered: the code with which booking it would be refused.
    #[schema(value_type = String, example = "DATE_CLOSED")]
    reason: Refusal,
    /// Whether it may stay where it is.
    keepable: bool,
    /// Times with free places over the coming days, the nearest first; at most eight.
    alternatives: Vec<Alternative>,
}

/// A time to which a booking could move.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(in crate::routes) struct Alternative {
    /// `YYYY-MM-DD`.
    #[schema(value_type = String)]
    date: Date,
    /// `HH:MM`.
    #[schema(value_type = String)]
    time: SlotTime,
    /// Places left there.
    remaining: u16,
}

/// A team with affected bookings.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HitTeam)]
pub(in crate::routes) struct ImpactTeam {
    team_booking_id: String,
    team_name: String,
    /// How many of its bookings are affected.
    bookings: usize,
}

impl Impact {
    /// Finds alternatives for each booking, with one statement whatever their number.
    pub(in crate::routes) async fn of(
        conn: &mut Conn,
        event_id: &str,
        plans: &Plans,
        affected: &[AffectedBooking],
        now: LocalDateTime,
    ) -> Result<Self, DbError> {
        let days = || affected.iter().map(|booking| booking.row.slot.0);
        let (first, last) = (days().min().unwrap_or(now.date), days().max().unwrap_or(now.date));
        let left: HashMap<_, _> = slot::list(conn, event_id, first, last.add_days(SEARCH_DAYS))
            .await?
            .into_iter()
            .map(|(date, time, fill)| ((date, time), fill.remaining()))
            .collect();
        let capacity = plans.after.slot_capacity();
        let remaining = |date, time| left.get(&(date, time)).copied().unwrap_or(capacity);
        let mut teams: BTreeMap<&str, ImpactTeam> = BTreeMap::new();
        for row in affected.iter().map(|booking| &booking.row) {
            if let Some(id) = &row.team_booking_id {
                let team = teams.entry(id).or_insert_with(|| ImpactTeam {
                    team_booking_id: id.clone(),
                    team_name: row.team_name.clone().unwrap_or_default(),
                    bookings: 0,
                });
                team.bookings += 1;
            }
        }
        let listed = |booking: &AffectedBooking| ImpactBooking {
            uaid: booking.row.uaid.clone(),
            first_name: booking.row.first_name.clone(),
            last_name: booking.row.last_name.clone(),
            event_booking_id: booking.row.booking_id.clone(),
            event_test_code: booking.row.code.clone(),
            booking_date: booking.row.slot.0,
            booking_time: booking.row.slot.1,
            event_test_status: booking.row.status.clone(),
            event_test_type: booking.row.booking_type.as_str(),
            t_shirt_size: booking.row.t_shirt_size.clone(),
            team_booking_id: booking.row.team_booking_id.clone(),
            team_name: booking.row.team_name.clone(),
            assistance_required: booking.row.assistance_required,
            reason: booking.reason,
            keepable: booking.reason.may_keep(),
            alternatives: plans
                .after
                .nearest(booking.row.booking_type, booking.row.slot, now, remaining, ALTERNATIVES)
                .into_iter()
                .map(|(date, time, remaining)| Alternative { date, time, remaining })
                .collect(),
        };
        Ok(Self { bookings: affected.iter().map(listed).collect(), teams: teams.into_values().collect() })
    }
}

/// The refusal of a change while affected bookings have no decision.
pub(super) fn refused(impact: &Impact) -> ApiError {
    let count = impact.bookings.len();
    let message = if count == 1 {
        "This change affects a booking. Say first what to do with it.".to_owned()
    } else {
        format!("This change affects {count} bookings. Say first what to do with each.")
    };
    ApiError::conflict("BOOKINGS_HIT", message)
        .with("bookings", &impact.bookings)
        .with("teams", &impact.teams)
}
