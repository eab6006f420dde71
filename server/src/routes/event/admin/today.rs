//! `GET /api/event/admin/today`: the day at a glance.

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use sixfold_domain::arrival::{Arrival, arrival};
use sixfold_domain::booking::BookingType;
use sixfold_domain::slot::{Schedule, SlotQuery};
use sixfold_domain::time::{Date, LocalDateTime, SlotTime, TimeOfDay, london_date_time};
use utoipa::ToSchema;

use super::super::livescreen::OfEvent;
use super::clock::ClockWarning;
use super::setup::{self, SetupCheck};
use super::stuck_mail::StuckLetters;
use crate::auth::require::{ReadAllBookings, Require};
use crate::booking::closed_times;
use crate::config::Config;
use crate::config::clock::iso;
use crate::db::Conn;
use crate::db::boards::reveal;
use crate::db::boards::statistics::{self, Arrivals};
use crate::db::calendar::slot::Occupancy;
use crate::db::calendar::{schedule, slot};
use crate::db::upkeep::take_over::{self, TakeOverFailure};
use crate::http::{ApiError, ApiQuery, Envelope};
use crate::routes::refusals::{DeliveryOnly, Malformed, NoSuchEvent};
use crate::state::AppState;

/// Today, in London.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Today {
    /// `YYYY-MM-DD`.
    #[schema(value_type = String)]
    date: Date,
    /// The server's clock, ISO with `Z`.
    now: String,
    places: Places,
    counts: DayCounts,
    /// The quarter hours with bookings, in order.
    arrivals: Vec<ArrivalsAt>,
    /// Closed dates that still have bookings, which somebody has to move or cancel: the dates were closed in a remote hub. Absent if
    /// there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    closed_dates: Vec<BookedClosedDate>,
    /// Other dates with bookings at times that a remote hub has closed, which somebody has to move, cancel or keep. Absent if there
    /// are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    closed_times: Vec<BookedClosedDate>,
    /// Finals of earlier days that are still held for a reveal; null if there are none.
    held_finals: Option<HeldFinals>,
    /// Letters that could not be sent.
    stuck_letters: StuckLetters,
    /// What the academy needs before its first day, and whether it is done; empty in a demo.
    setup: Vec<SetupCheck>,
    /// Why the server's clock is not trusted; null while it is.
    clock_warning: Option<ClockWarning>,
    /// Why the schedule of a remote hub is not taken over, or not all of it; null while it is.
    schedule_warning: Option<ScheduleWarning>,
}

/// The places of the day.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
struct Places {
    /// Offered today, over all times.
    capacity: i64,
    /// Booked, or held for an offer.
    taken: i64,
    /// Free, and at a time that is still to come.
    left: i64,
}

/// The progress of the day's athletes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DayCounts {
    /// Bookings that were not cancelled.
    expected: i64,
    /// Of these, how many athletes have arrived.
    arrived: i64,
    /// Of these, how many athletes the desk has onboarded.
    onboarded: i64,
    /// Of these, how many have a final, with a score or without.
    finished: i64,
    /// How many athletes are late (RULES 4.13) and have not arrived; without those who ended as `dnt`.
    no_shows: i64,
    /// How many athletes wait for a place today.
    waiting: i64,
}

#[derive(Debug, Serialize, ToSchema)]
struct ArrivalsAt {
    /// `HH:MM`.
    #[schema(value_type = String)]
    time: SlotTime,
    booked: i64,
    arrived: i64,
    onboarded: i64,
    finished: i64,
    /// How many ended as `dnt` without having arrived; absent if none did.
    #[serde(skip_serializing_if = "Option::is_none")]
    missed: Option<i64>,
}

#[derive(Debug, Serialize, ToSchema)]
struct BookedClosedDate {
    /// `YYYY-MM-DD`.
    #[schema(value_type = String)]
    date: Date,
    /// Its open bookings that wait for a decision.
    bookings: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ScheduleWarning {
    /// Since when, ISO with `Z`.
    since: String,
    /// The item of the hub that could not be read, and why.
    cause: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct HeldFinals {
    count: i64,
    /// The test date of the earliest, `YYYY-MM-DD`.
    #[schema(value_type = String)]
    earliest: Date,
}

/// Who is expected, has arrived, is onboarded or done today, how many did not come, and which places are left.
#[utoipa::path(
    get, path = "/api/event/admin/today", tag = "people", operation_id = "today",
    params(OfEvent),
    responses(
        (status = 200, description = "The day", body = Envelope<Today>), Malformed, DeliveryOnly, NoSuchEvent,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    _: Require<ReadAllBookings>,
    ApiQuery(of): ApiQuery<OfEvent>,
) -> Result<Envelope<Today>, ApiError> {
    let now_ms = state.clock.now_ms();
    let event_id = of.find(&state).await?;
    let config = Arc::clone(&state.config);
    let today = state.db.read(async |conn| read(conn, &event_id, &config, now_ms).await);
    let today = today.await?;
    Ok(Envelope(Today { clock_warning: ClockWarning::of(&state.clock_guard, now_ms)?, ..today }))
}

async fn read(conn: &mut Conn, event_id: &str, settings: &Config, now_ms: i64) -> Result<Today, ApiError> {
    let now = london_date_time(now_ms).map_err(ApiError::internal)?;
    let config = schedule::config(conn, event_id, now.date).await?;
    let schedule = Schedule::new(&config).map_err(ApiError::internal)?;
    let slots = slot::list(conn, event_id, now.date, now.date).await?;
    let arrivals = statistics::day(conn, event_id, now.date).await?;
    let undecided = closed_times::undecided(conn, event_id, &schedule, now).await?.into_iter();
    let (closed_dates, closed_times) = undecided
        .map(|(date, bookings)| BookedClosedDate { date, bookings })
        .partition(|day| config.closed_dates.contains(&day.date));
    let held = reveal::held_before(conn, event_id, now.date).await?;
    Ok(Today {
        date: now.date,
        now: iso(now_ms).map_err(ApiError::internal)?,
        places: places(&schedule, now, &slots),
        counts: DayCounts::of(&arrivals, now, statistics::waiting(conn, event_id, now.date).await?),
        arrivals: arrivals.into_iter().map(ArrivalsAt::from).collect(),
        closed_dates,
        closed_times,
        held_finals: held.map(|(count, earliest)| HeldFinals { count, earliest }),
        stuck_letters: StuckLetters::read(conn).await?,
        setup: setup::list(conn, settings, now_ms).await?,
        clock_warning: None,
        schedule_warning: ScheduleWarning::read(conn, settings).await?,
    })
}

impl ScheduleWarning {
    /// The present warning, if a remote hub keeps the schedule.
    async fn read(conn: &mut Conn, settings: &Config) -> Result<Option<Self>, ApiError> {
        if settings.content.is_none() {
            return Ok(None);
        }
        let Some(TakeOverFailure { since_ms, cause }) = take_over::failure(conn).await? else {
            return Ok(None);
        };
        Ok(Some(Self { since: iso(since_ms).map_err(ApiError::internal)?, cause }))
    }
}

/// The places of all times that today offers, past ones too. A time that is no longer offered counts only the places taken.
fn places(schedule: &Schedule, now: LocalDateTime, slots: &[(Date, SlotTime, Occupancy)]) -> Places {
    let dawn = LocalDateTime { date: now.date, time: TimeOfDay::MIDNIGHT };
    let offered = |time: SlotTime| {
        [BookingType::Test, BookingType::Retest].into_iter().any(|booking_type| {
            let query = SlotQuery { now: dawn, booking_type, last_completed: None, bypass: true };
            schedule.check(&query, now.date, time, 1).is_ok()
        })
    };
    let unasked = Occupancy { capacity: i64::from(schedule.slot_capacity()), taken: 0 };
    SlotTime::all().fold(Places::default(), |sum, time| {
        let row = slots.iter().find(|(_, at, _)| *at == time).map(|(_, _, fill)| *fill);
        let offered = offered(time);
        let Occupancy { capacity, taken } = row.unwrap_or(unasked);
        let capacity = if offered { capacity } else { taken };
        let ahead = time.time_of_day() > now.time;
        Places {
            capacity: sum.capacity + capacity,
            taken: sum.taken + taken,
            left: sum.left + if ahead { (capacity - taken).max(0) } else { 0 },
        }
    })
}

impl DayCounts {
    fn of(arrivals: &[Arrivals], now: LocalDateTime, waiting: i64) -> Self {
        let sum = |count: fn(&Arrivals) -> i64| arrivals.iter().map(count).sum();
        let late = arrivals.iter().filter(|at| arrival(at.time, now.time) == Arrival::Late);
        Self {
            expected: sum(|at| at.booked),
            arrived: sum(|at| at.arrived),
            onboarded: sum(|at| at.onboarded),
            finished: sum(|at| at.finished),
            no_shows: late.map(|at| at.booked - at.arrived - at.missed).sum(),
            waiting,
        }
    }
}

impl From<Arrivals> for ArrivalsAt {
    fn from(at: Arrivals) -> Self {
        let Arrivals { time, booked, arrived, onboarded, finished, missed } = at;
        Self { time, booked, arrived, onboarded, finished, missed: (missed > 0).then_some(missed) }
    }
}
