//! Times that the schedule no longer offers: their waiting lists end, however the times were closed (RULES 3.11).

use std::collections::BTreeSet;

use sixfold_domain::booking::BookingType;
use sixfold_domain::slot::Schedule;
use sixfold_domain::time::Date;

use crate::db::bookings::waitlist;
use crate::db::calendar::slot::{self, SlotKey};
use crate::db::calendar::{schedule, timetable};
use crate::db::{Conn, DbError};

/// The slots of a range of days that somebody waits for although the schedule does not offer them, neither for tests nor
/// for retests.
pub(crate) async fn waited_for(
    conn: &mut Conn<'_>,
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

/// Ends the waiting lists of closed slots, which the caller has locked.
pub(crate) async fn end_waiting_lists(
    conn: &mut Conn<'_>,
    closed: &BTreeSet<SlotKey>,
    capacity: u16,
) -> Result<(), DbError> {
    for slot in closed {
        waitlist::close(conn, slot, capacity).await?;
    }
    Ok(())
}

/// Ends the waiting lists of every time from `today` on that an event's stored schedule does not offer. The caller has
/// claimed and changed the schedule, and locks no slot of its own.
pub(crate) async fn end_all_waiting_lists(
    conn: &mut Conn<'_>,
    event_id: &str,
    today: Date,
) -> Result<(), DbError> {
    let config = schedule::config(conn, event_id, today).await?;
    let schedule = Schedule::new(&config).map_err(|_| DbError::broken("schedule"))?;
    let closed = waited_for(conn, event_id, &schedule, (today, Date::MAX)).await?;
    for slot in &closed {
        slot::lock_existing(conn, slot).await?;
    }
    end_waiting_lists(conn, &closed, schedule.slot_capacity()).await
}
