//! The free seats of an event's slots, as the rules want to know them.

use std::collections::HashMap;

use sixfold_domain::time::{Date, SlotTime};

use super::event_snapshot::EventSnapshot;
use crate::db::calendar::slot;
use crate::db::{Conn, DbError};

/// The free seats at each time of a range of dates, read once.
#[derive(Debug, Clone)]
pub struct FreeSeats {
    left: HashMap<(Date, SlotTime), u16>,
    /// Those of a slot that nobody has ever booked.
    capacity: u16,
}

impl FreeSeats {
    pub async fn read(conn: &mut Conn, event: &EventSnapshot, from: Date, to: Date) -> Result<Self, DbError> {
        let slots = slot::list(conn, &event.event.event_id, from, to).await?;
        let left = slots.into_iter().map(|(date, time, fill)| ((date, time), fill.remaining()));
        Ok(Self { left: left.collect(), capacity: event.schedule.slot_capacity() })
    }

    pub fn at(&self, date: Date, time: SlotTime) -> u16 {
        self.left.get(&(date, time)).copied().unwrap_or(self.capacity)
    }
}
