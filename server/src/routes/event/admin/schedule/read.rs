//! `GET /api/event/admin/schedule`: the data of a schedule calendar.

use std::collections::{BTreeMap, HashMap};

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sixfold_domain::bank_holiday;
use sixfold_domain::booking::BookingType;
use sixfold_domain::slot::{Refusal, Schedule, SessionKind, SlotQuery, WeeklySlots};
use sixfold_domain::time::{Date, LocalDateTime, SlotTime, TimeOfDay, london_date_time};
use utoipa::ToSchema;

use crate::auth::require::{ManageSchedule, Require};
use crate::booking::closed_times;
use crate::booking::event::find_event;
use crate::db::calendar::slot::Occupancy;
use crate::db::calendar::timetable::{self, Timetable};
use crate::db::calendar::{schedule, slot};
use crate::db::topic;
use crate::http::{ApiError, ApiQuery, Envelope};
use crate::routes::event::payload::id;
use crate::routes::parameter;
use crate::routes::refusals::{DeliveryOnly, Malformed, NoSuchEvent};
use crate::state::AppState;

/// The most days of one answer: two months.
const DAYS_MOST: i32 = 62;
/// The most days for which single times are listed.
const TIMED_DAYS: i32 = 7;
/// The name of a bank holiday that staff added.
const ADDED: &str = "Bank holiday";

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// The event; the academy's own when absent.
    #[serde(alias = "eventID", alias = "eventid", deserialize_with = "id")]
    #[param(value_type = Option<String>)]
    event_id: Option<String>,
    /// First day, `YYYY-MM-DD`.
    from: Option<String>,
    /// Last day, at most 61 days later.
    to: Option<String>,
}

/// The schedule of a range of days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Calendar {
    event_id: String,
    /// First day.
    #[schema(value_type = String)]
    from: Date,
    /// Last day.
    #[schema(value_type = String)]
    to: Date,
    /// Dates that offer nothing.
    #[schema(value_type = Vec<String>)]
    closed_dates: Vec<Date>,
    /// The bank holidays in force.
    bank_holidays: Vec<Holiday>,
    /// Sessions of every kind, by date, then start.
    sessions: Vec<SessionItem>,
    days: Vec<Day>,
    /// Every time of every day; empty for more than seven days.
    times: Vec<TimePlaces>,
    /// The times that a week offers.
    weekly: Weekly,
    /// The capacity of a time that has no slot of its own yet.
    slot_capacity: u16,
    /// Changes whenever the schedule changes.
    rev: i64,
}

#[derive(Debug, Serialize, ToSchema)]
struct Holiday {
    /// `YYYY-MM-DD`.
    #[schema(value_type = String)]
    date: Date,
    name: String,
    /// Whether it is a computed bank holiday; otherwise staff added it.
    computed: bool,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ScheduleSession)]
struct SessionItem {
    /// Its item's id.
    id: String,
    /// Its kind, as in `typeId` of its item.
    #[schema(value_type = String)]
    kind: SessionKind,
    /// `YYYY-MM-DD`.
    #[schema(value_type = String)]
    date: Date,
    /// `HH:MM`.
    #[schema(value_type = String)]
    start: TimeOfDay,
    /// `HH:MM`; 23:59 is the end of the day.
    #[schema(value_type = String)]
    end: TimeOfDay,
    /// The revision, which a change has to send.
    rev: i64,
}

/// The figures of a day.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ScheduleDay)]
struct Day {
    /// `YYYY-MM-DD`.
    #[schema(value_type = String)]
    date: Date,
    /// Places at all times that it offers.
    capacity: u32,
    /// Places taken, including at times that it no longer offers.
    taken: u32,
    /// How many of its open bookings are at times that were closed without a decision about them, as a remote hub closes times;
    /// absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    undecided: Option<u32>,
    /// Whether it offers anything.
    open: bool,
    /// Why it offers nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    reason: Option<Refusal>,
}

/// A time at which places are offered or taken.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Place)]
struct TimePlaces {
    /// `YYYY-MM-DD`.
    #[schema(value_type = String)]
    date: Date,
    /// `HH:MM`.
    #[schema(value_type = String)]
    time: SlotTime,
    /// Whether first tests can start then.
    test: bool,
    /// Whether retests can.
    retest: bool,
    /// Places.
    capacity: u32,
    /// Places taken.
    taken: u32,
}

/// The weekly lists.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Weekly {
    /// Times of first tests by weekday.
    #[schema(value_type = Object)]
    test_slots: WeeklySlots,
    /// Times of retests by weekday.
    #[schema(value_type = Object)]
    retest_slots: WeeklySlots,
}

/// The data of a schedule calendar: closed dates, bank holidays, sessions, and how full each day is. Role 3.
#[utoipa::path(
    get, path = "/api/event/admin/schedule", tag = "schedule", operation_id = "schedule",
    params(Params),
    responses(
        (status = 200, description = "The schedule of these days", body = Envelope<Calendar>),
        Malformed, DeliveryOnly, NoSuchEvent,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    _: Require<ManageSchedule>,
    ApiQuery(query): ApiQuery<Params>,
) -> Result<Envelope<Calendar>, ApiError> {
    let (from, to) = (day(query.from.as_deref(), "from")?, day(query.to.as_deref(), "to")?);
    if to < from || from.days_until(to) >= DAYS_MOST {
        let message = format!("Give a range of 1 to {DAYS_MOST} days, the first day first.");
        return Err(ApiError::bad_request("RANGE_INVALID", message).field("to"));
    }
    let now = london_date_time(state.clock.now_ms()).map_err(ApiError::internal)?;
    let calendar = state
        .db
        .read(async |conn| {
            let event_id = find_event(conn, query.event_id.as_deref()).await?.event_id;
            // The version is read first: the data may be newer than its version but never older.
            let rev = topic::version(conn, topic::SCHEDULE).await?;
            let base = schedule::config(conn, &event_id, Date::MAX).await?;
            let timetable = timetable::load(conn, &event_id).await?;
            let compiled = Schedule::new(&timetable.config(&base)).map_err(ApiError::internal)?;
            let fills = slot::list(conn, &event_id, from, to).await?;
            let undecided = closed_times::undecided(conn, &event_id, &compiled, now).await?;
            let (days, times) = draw(&compiled, &fills, &undecided, (from, to));
            Ok::<_, ApiError>(Calendar {
                event_id,
                from,
                to,
                closed_dates: timetable.closed_dates.range(from..=to).copied().collect(),
                bank_holidays: timetable.bank_holidays.range(from..=to).map(|date| holiday(*date)).collect(),
                sessions: sessions(&timetable, from, to),
                days,
                times: if from.days_until(to) < TIMED_DAYS { times } else { Vec::new() },
                weekly: Weekly { test_slots: base.test_slots, retest_slots: base.retest_slots },
                slot_capacity: base.slot_capacity,
                rev,
            })
        })
        .await?;
    Ok(Envelope(calendar))
}

/// The days and times of a range, with the places offered and taken.
fn draw(
    schedule: &Schedule,
    fills: &[(Date, SlotTime, Occupancy)],
    undecided: &BTreeMap<Date, i64>,
    (from, to): (Date, Date),
) -> (Vec<Day>, Vec<TimePlaces>) {
    let mut by_day: HashMap<Date, BTreeMap<SlotTime, Occupancy>> = HashMap::new();
    for (date, time, fill) in fills {
        by_day.entry(*date).or_default().insert(*time, *fill);
    }
    let (mut days, mut times) = (Vec::new(), Vec::new());
    for date in (0..=from.days_until(to)).map(|step| from.add_days(step)) {
        let fills = by_day.remove(&date).unwrap_or_default();
        let offered = |booking_type| {
            // As of midnight of that day, for somebody who has never booked: what the schedule itself offers.
            let now = LocalDateTime { date, time: TimeOfDay::MIDNIGHT };
            let query = SlotQuery { now, booking_type, last_completed: None, bypass: true };
            schedule.day(&query, date, |_| 1)
        };
        let (tests, retests) = (offered(BookingType::Test), offered(BookingType::Retest));
        let mut of_day: BTreeMap<SlotTime, TimePlaces> = BTreeMap::new();
        let starts = |time| {
            let fill = fills.get(&time).copied();
            let none = Occupancy { capacity: i64::from(schedule.slot_capacity()), taken: 0 };
            let Occupancy { capacity, taken } = fill.unwrap_or(none);
            TimePlaces {
                date,
                time,
                test: false,
                retest: false,
                capacity: count(capacity),
                taken: count(taken),
            }
        };
        for slot in tests.slots.iter().filter(|slot| slot.available) {
            of_day.entry(slot.time).or_insert_with(|| starts(slot.time)).test = true;
        }
        for slot in retests.slots.iter().filter(|slot| slot.available) {
            of_day.entry(slot.time).or_insert_with(|| starts(slot.time)).retest = true;
        }
        let capacity = of_day.values().map(|time| time.capacity).sum();
        for (time, _) in fills.iter().filter(|(_, fill)| fill.taken > 0) {
            of_day.entry(*time).or_insert_with(|| TimePlaces { capacity: 0, ..starts(*time) });
        }
        let open = tests.open || retests.open;
        days.push(Day {
            date,
            capacity,
            taken: of_day.values().map(|time| time.taken).sum(),
            undecided: undecided.get(&date).copied().map(count),
            open,
            reason: tests.reason.filter(|_| !open),
        });
        times.extend(of_day.into_values());
    }
    (days, times)
}

fn count(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(0)
}

fn holiday(date: Date) -> Holiday {
    let known = bank_holiday::on_date(date);
    let name = known.map_or_else(|| ADDED.to_owned(), |known| known.title());
    Holiday { date, name, computed: known.is_some() }
}

fn sessions(timetable: &Timetable, from: Date, to: Date) -> Vec<SessionItem> {
    let within =
        timetable.sessions.iter().filter(|session| (from..=to).contains(&session.window.session_date));
    within
        .map(|session| SessionItem {
            id: session.id.clone(),
            kind: session.kind,
            date: session.window.session_date,
            start: session.window.session_start,
            end: session.window.session_end,
            rev: session.rev,
        })
        .collect()
}

fn day(text: Option<&str>, field: &'static str) -> Result<Date, ApiError> {
    parameter::date(text, field)?.ok_or_else(|| ApiError::missing(field))
}
