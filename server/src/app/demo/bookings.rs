//! The demo's bookings: past results, and those of the next days.

use sixfold_domain::booking::{BookingStatus, BookingType};
use sixfold_domain::season::Season;
use sixfold_domain::slot::BookingSessionConfig;
use sixfold_domain::time::{DAY_MS, Date, SlotTime, london_date_time, london_to_millis};

use super::people::DemoPeople;
use super::results::{Dice, six_tests};
use super::timetable::{CAPACITY, UpcomingDays, days_times};
use crate::db::bookings::booking::{self, Booking, NewBooking, PastBooking, Seat};
use crate::db::calendar::schedule;
use crate::db::calendar::slot::{self, SlotKey};
use crate::db::{Conn, DbError};

/// How many athletes have a final in the current season from before today. With those of today and of two sign-ins this
/// stays within 35 finals, the held one included, so that one answer holds every row.
const FINALS_THIS_SEASON: usize = 29;
/// The athlete whose final today is their first of the season.
pub(super) const NEWCOMER: usize = 16;
/// The visits of the sign-in that is ready for a retest, oldest first: days ago, level. They reach over several seasons, with
/// one that went worse.
const RETESTS: [(i32, i64); 7] = [(512, 41), (430, 50), (333, 47), (247, 56), (158, 61), (66, 63), (24, 71)];
/// How many days before the current season finals go back: enough for the last three seasons to have winners.
const PAST_DAYS: u64 = 340;
/// Bookings of the next days: bookable day, time as an index into the day's times, and how many.
const FILLED: [(usize, usize, usize); 8] =
    [(0, 2, 6), (0, 9, 5), (0, 11, 2), (1, 4, 6), (1, 8, 3), (2, 6, 5), (2, 1, 2), (3, 3, 4)];

pub(super) async fn add_past(
    conn: &mut Conn,
    people: &DemoPeople,
    season: Option<&Season>,
    now_ms: i64,
) -> Result<(), DbError> {
    let today = london_date_time(now_ms).map_err(|error| DbError::Other(error.to_string()))?.date;
    past(conn, &people.athletes, season, today, now_ms).await?;
    if let Some(uaid) = &people.retest {
        for (nth, (days_ago, level)) in RETESTS.into_iter().enumerate() {
            let kind = if nth == 0 { BookingType::Test } else { BookingType::Retest };
            final_of(conn, uaid, level, today.add_days(-days_ago), kind, now_ms).await?;
        }
    }
    Ok(())
}

/// Adds future bookings, except those of teams.
pub(super) async fn add_future(
    conn: &mut Conn,
    people: &DemoPeople,
    config: &BookingSessionConfig,
    now_ms: i64,
) -> Result<(), DbError> {
    future(conn, &people.athletes, people.booked.as_deref(), config, now_ms).await
}

/// Finals of the current and earlier seasons, some no-shows and some cancelled bookings.
async fn past(
    conn: &mut Conn,
    athletes: &[String],
    season: Option<&Season>,
    today: Date,
    now_ms: i64,
) -> Result<(), DbError> {
    let season_start = season.map_or(today, |season| season.start);
    let days_in = season_start.days_until(today);
    for (index, uaid) in athletes.iter().enumerate() {
        let mut dice = Dice::new(u64::try_from(index).unwrap_or(0) + 500);
        let level = 28 + i64::try_from(dice.roll(56)).unwrap_or(0);
        let back = |dice: &mut Dice, most: u64| i32::try_from(dice.roll(most)).unwrap_or(0);
        let mut kind = BookingType::Test;
        if index % 3 != 2 {
            let before = season_start.add_days(-20 - back(&mut dice, PAST_DAYS));
            final_of(conn, uaid, level - 4, before, kind, now_ms).await?;
            kind = BookingType::Retest;
        }
        // Yesterday at the latest, so that no athlete's retest is unexpectedly too soon.
        let room = u64::try_from(days_in - 1).unwrap_or(0);
        if index < FINALS_THIS_SEASON && index != NEWCOMER && room > 0 {
            let on = today.add_days(-2 - back(&mut dice, room)).max(season_start);
            final_of(conn, uaid, level, on, kind, now_ms).await?;
        } else if index % 10 == 7 {
            ended(conn, uaid, BookingStatus::Dnt, today.add_days(-9), kind, now_ms).await?;
        } else if index % 10 == 9 {
            ended(conn, uaid, BookingStatus::Cancelled, today.add_days(-6), kind, now_ms).await?;
        }
    }
    Ok(())
}

async fn final_of(
    conn: &mut Conn,
    uaid: &str,
    level: i64,
    on: Date,
    booking_type: BookingType,
    now_ms: i64,
) -> Result<(), DbError> {
    let mut dice = Dice::new(u64::from(on.day_number().unsigned_abs()) ^ u64::try_from(level).unwrap_or(0));
    let (tests, score) = six_tests(level, &mut dice);
    let slot = taken_slot(conn, on, &mut dice).await?;
    let ended_at = moment(slot).map_or(now_ms, |start| start + 2 * 3_600_000);
    let past = PastBooking {
        uaid,
        event_id: schedule::ACADEMY,
        status: BookingStatus::Completed,
        booking_type,
        slot,
        created_at: ended_at - 6 * DAY_MS,
        ended_at,
        score: Some(score),
        tests,
    };
    booking::insert_past(conn, &past).await
}

async fn ended(
    conn: &mut Conn,
    uaid: &str,
    status: BookingStatus,
    on: Date,
    booking_type: BookingType,
    now_ms: i64,
) -> Result<(), DbError> {
    let mut dice = Dice::new(u64::from(on.day_number().unsigned_abs()));
    // A cancelled booking takes no seat.
    let slot =
        if status.frees_place() { a_slot(on, &mut dice) } else { taken_slot(conn, on, &mut dice).await? };
    let ended_at = moment(slot).unwrap_or(now_ms);
    let past = PastBooking {
        uaid,
        event_id: schedule::ACADEMY,
        status,
        booking_type,
        slot,
        created_at: ended_at - 4 * DAY_MS,
        ended_at,
        score: None,
        tests: Vec::new(),
    };
    booking::insert_past(conn, &past).await
}

/// Open bookings: some slots full, some nearly full, and that of the sign-in with a booking.
async fn future(
    conn: &mut Conn,
    athletes: &[String],
    booked: Option<&str>,
    config: &BookingSessionConfig,
    now_ms: i64,
) -> Result<(), DbError> {
    let ahead = UpcomingDays::of(config, now_ms)?;
    // In reverse, so that those without a final this season book first and the page shows first tests and retests.
    let mut free = athletes.iter().enumerate().rev();
    for (day, nth, count) in FILLED {
        let Some(slot) = ahead.slot(BookingType::Test, day, nth) else { continue };
        for (index, uaid) in free.by_ref().take(count) {
            let first_test = index % 3 == 2 && index >= FINALS_THIS_SEASON;
            let kind = if first_test { BookingType::Test } else { BookingType::Retest };
            open_booking(conn, uaid, kind, slot, config.slot_capacity, now_ms).await?;
        }
    }
    if let (Some(uaid), Some(slot)) = (booked, ahead.slot(BookingType::Test, 1, 5)) {
        open_booking(conn, uaid, BookingType::Test, slot, config.slot_capacity, now_ms).await?;
    }
    Ok(())
}

/// Books a seat; `None` if the slot is full.
pub(super) async fn open_booking(
    conn: &mut Conn,
    uaid: &str,
    booking_type: BookingType,
    slot: (Date, SlotTime),
    capacity: u16,
    now_ms: i64,
) -> Result<Option<Booking>, DbError> {
    in_slot(conn, (uaid, booking_type), BookingStatus::Booked, slot, capacity, now_ms).await
}

/// A request for assistance in a slot; `None` if it is full.
pub(super) async fn hold(
    conn: &mut Conn,
    uaid: &str,
    booking_type: BookingType,
    slot: (Date, SlotTime),
    now_ms: i64,
) -> Result<Option<Booking>, DbError> {
    in_slot(conn, (uaid, booking_type), BookingStatus::Assistance, slot, CAPACITY, now_ms).await
}

async fn in_slot(
    conn: &mut Conn,
    (uaid, booking_type): (&str, BookingType),
    status: BookingStatus,
    slot: (Date, SlotTime),
    capacity: u16,
    now_ms: i64,
) -> Result<Option<Booking>, DbError> {
    let key = SlotKey { event_id: schedule::ACADEMY.to_owned(), date: slot.0, time: slot.1 };
    slot::lock(conn, &key, capacity).await?;
    if !slot::take(conn, &key).await? {
        return Ok(None);
    }
    let new = NewBooking {
        uaid,
        event_id: schedule::ACADEMY,
        status,
        booking_type,
        slot: Some(slot),
        seat: Seat::Lowest,
        team_booking_id: None,
        created_by: uaid,
        bypass: false,
    };
    booking::insert(conn, &new, now_ms).await
}

/// A day and time of a past day; the following day if the academy was closed.
pub(super) fn a_slot(on: Date, dice: &mut Dice) -> (Date, SlotTime) {
    let on = if days_times(on).is_empty() { on.add_days(1) } else { on };
    let times = days_times(on);
    let count = u64::try_from(times.len()).unwrap_or(1);
    let nth = usize::try_from(dice.roll(count)).unwrap_or(0);
    (on, times.get(nth).copied().unwrap_or_else(|| unreachable!("two closed days follow each other nowhere")))
}

/// The same, taken in its slot.
async fn taken_slot(conn: &mut Conn, on: Date, dice: &mut Dice) -> Result<(Date, SlotTime), DbError> {
    loop {
        let (date, time) = a_slot(on, dice);
        let key = SlotKey { event_id: schedule::ACADEMY.to_owned(), date, time };
        slot::lock(conn, &key, CAPACITY).await?;
        if slot::take(conn, &key).await? {
            return Ok((date, time));
        }
    }
}

pub(super) fn moment((date, time): (Date, SlotTime)) -> Option<i64> {
    london_to_millis(date, time.time_of_day()).ok()
}
