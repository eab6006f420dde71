//! Times that the schedule no longer offers: their waiting lists end, however the times were closed (RULES 3.11).

use std::collections::{BTreeMap, BTreeSet};

use sixfold_domain::booking::BookingType;
use sixfold_domain::slot::Schedule;
use sixfold_domain::time::{Date, LocalDateTime};

use super::event_snapshot::EventSnapshots;
use crate::db::bookings::waitlist::{self, Entry};
use crate::db::calendar::slot::{self, SlotKey};
use crate::db::calendar::{schedule, timetable};
use crate::db::{Conn, DbError};
use crate::mail::{self, letters};

/// The slots of a range of days that somebody waits for although the schedule does not offer them, neither for tests nor
/// for retests.
pub(crate) async fn waited_for(
    conn: &mut Conn,
    event_id: &str,
    schedule: &Schedule,
    (first, last): (Date, Date),
) -> Result<BTreeSet<SlotKey>, DbError> {
    let waited_for = timetable::waited_for(conn, event_id, first, last).await?;
    let offered = |slot: &SlotKey| {
        [BookingType::Test, BookingType::Retest]
            .into_iter()
            .any(|kind| schedule.not_offered(kind, slot.date, slot.time).is_none())
    };
    Ok(waited_for.into_iter().filter(|slot| !offered(slot)).collect())
}

/// Marks the open bookings that a change made elsewhere leaves at times that are no longer offered, so that staff are asked about
/// them. Returns how many there are on each day. The caller locks no slot afterwards: elsewhere slots are locked before bookings.
pub(crate) async fn leave_undecided(
    conn: &mut Conn,
    event_id: &str,
    (before, after): (&Schedule, &Schedule),
    now: LocalDateTime,
) -> Result<BTreeMap<Date, usize>, DbError> {
    let (mut ids, mut days) = (Vec::new(), BTreeMap::new());
    for booking in timetable::open_bookings(conn, event_id, now.date, Date::MAX).await? {
        let (date, time) = booking.slot;
        if !booking.has_begun(now) && before.lost(after, booking.booking_type, date, time).is_some() {
            *days.entry(date).or_default() += 1;
            ids.push(booking.booking_id);
        }
    }
    timetable::mark_undecided(conn, &ids).await?;
    Ok(days)
}

/// How many open bookings of each day are at a time that the schedule does not offer and wait for a decision.
pub(crate) async fn undecided(
    conn: &mut Conn,
    event_id: &str,
    schedule: &Schedule,
    now: LocalDateTime,
) -> Result<BTreeMap<Date, i64>, DbError> {
    let mut days = BTreeMap::new();
    for (date, time, booking_type) in timetable::undecided(conn, event_id, now).await? {
        if schedule.not_offered(booking_type, date, time).is_some() {
            *days.entry(date).or_default() += 1;
        }
    }
    Ok(days)
}

/// Ends the waiting lists of closed slots, which the caller has locked. Returns the offers that ended, for
/// [`tell_of_ended_offers`].
pub(crate) async fn end_waiting_lists(
    conn: &mut Conn,
    closed: &BTreeSet<SlotKey>,
    capacity: u16,
) -> Result<Vec<Entry>, DbError> {
    let mut ended = Vec::new();
    for slot in closed {
        ended.extend(waitlist::close(conn, slot, capacity).await?);
    }
    Ok(ended)
}

/// Writes the letters about offers that ended because their times were closed.
pub(crate) async fn tell_of_ended_offers(
    conn: &mut Conn,
    events: &EventSnapshots,
    ended: &[Entry],
    now_ms: i64,
) -> Result<(), DbError> {
    for Entry { uaid, slot, .. } in ended {
        let event = events.in_job(conn, Some(&slot.event_id)).await?;
        let to = mail::recipient(conn, uaid).await?;
        if let (Some(event), Some(to)) = (event, to) {
            let letter = letters::offer_closed(&event.outbox.site_info, &to, slot.date, slot.time);
            event.outbox.enqueue(conn, letter, now_ms).await?;
        }
    }
    Ok(())
}

/// Ends the waiting lists of every time from `today` on that an event's stored schedule does not offer. The caller has
/// locked and changed the schedule, and locks no slot of its own. Returns the offers that ended, for
/// [`tell_of_ended_offers`].
pub(crate) async fn end_all_waiting_lists(
    conn: &mut Conn,
    event_id: &str,
    today: Date,
) -> Result<Vec<Entry>, DbError> {
    let config = schedule::config(conn, event_id, today).await?;
    let schedule = Schedule::new(&config).map_err(|_| DbError::broken("schedule"))?;
    let closed = waited_for(conn, event_id, &schedule, (today, Date::MAX)).await?;
    for slot in &closed {
        slot::lock_existing(conn, slot).await?;
    }
    end_waiting_lists(conn, &closed, schedule.slot_capacity()).await
}
