//! The queries of a schedule and its answers.

use serde::Serialize;

use super::refusal::Refusal;
use crate::booking::{BookingType, HistoryEntry, booking_type, last_completed};
use crate::time::{Date, LocalDateTime, SlotTime};

/// Who asks, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlotQuery {
    /// The date and time in London now.
    pub now: LocalDateTime,
    /// Test or retest, each of which has its own lists.
    pub booking_type: BookingType,
    /// The date of the athlete's latest completed test, if there is one.
    pub last_completed: Option<Date>,
    /// `bypassBookingRule`: ignore `daysAhead`, `startDate`, `windowDays`, openings and `retestDelay`, nothing else (RULES
    /// 4.10). Whether the caller may use it depends on their role.
    pub bypass: bool,
}

impl SlotQuery {
    /// For the next booking of an athlete with these so far.
    pub fn after(history: &[HistoryEntry], now: LocalDateTime, bypass: bool) -> Self {
        let (booking_type, last_completed) = (booking_type(history), last_completed(history));
        Self { now, booking_type, last_completed, bypass }
    }
}

/// One quarter hour of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Slot {
    /// When it starts.
    pub time: SlotTime,
    /// Free seats, whether or not they can be booked now.
    pub remaining: u16,
    /// Whether it can be booked now.
    pub available: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Refusal>,
}

/// One date with its slots.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Day {
    /// The date.
    pub date: Date,
    /// Whether any of its times can be booked, fullness aside.
    pub open: bool,
    /// Why it is not open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Refusal>,
    /// The times of its lists and mop-up sessions; those that cannot be booked have a reason. Empty on a closed date.
    pub slots: Vec<Slot>,
}
