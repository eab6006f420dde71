//! What one date offers to one query, and the order of the reasons why not.

use super::quarters::Quarters;
use super::refusal::Refusal;
use crate::time::SlotTime;

/// What one date offers to one query, before places are counted.
pub(super) struct Plan {
    /// Why no time of that date can be booked, whatever it offers.
    pub(super) refusal: Option<Refusal>,
    pub(super) bank_holiday: bool,
    /// The week's times and mop-up sessions.
    pub(super) listed: Quarters,
    pub(super) closed_session: Quarters,
    pub(super) training: Quarters,
    pub(super) retest_too_soon: bool,
    pub(super) past: Quarters,
}

impl Plan {
    /// What can be booked but for fullness.
    pub(super) fn open(&self) -> Quarters {
        if self.refusal.is_some() || self.retest_too_soon {
            return Quarters::NONE;
        }
        self.listed.without(self.closed_session).without(self.training).without(self.past)
    }

    pub(super) fn refusal_at(&self, time: SlotTime, remaining: u16) -> Option<Refusal> {
        if self.refusal.is_some() {
            return self.refusal;
        }
        if !self.listed.has(time) {
            return Some(self.nothing_listed());
        }
        if self.closed_session.has(time) {
            return Some(Refusal::ClosedSession);
        }
        if self.training.has(time) {
            return Some(Refusal::TrainingSession);
        }
        if self.retest_too_soon {
            return Some(Refusal::RetestTooSoon);
        }
        if self.past.has(time) {
            return Some(Refusal::TimePast);
        }
        (remaining == 0).then_some(Refusal::SlotFull)
    }

    const fn nothing_listed(&self) -> Refusal {
        if self.bank_holiday { Refusal::BankHoliday } else { Refusal::NotOffered }
    }

    /// Why the whole date is not open.
    pub(super) fn day_refusal(&self) -> Option<Refusal> {
        if self.refusal.is_some() || !self.open().is_empty() {
            return self.refusal;
        }
        if self.listed.is_empty() {
            return Some(self.nothing_listed());
        }
        // The reason of its times, where they are of one mind; else the one that time alone will lift.
        let left = self.listed.without(self.closed_session).without(self.training);
        Some(if left.is_empty() {
            if self.listed.and(self.closed_session).is_empty() {
                Refusal::TrainingSession
            } else {
                Refusal::ClosedSession
            }
        } else if self.retest_too_soon {
            Refusal::RetestTooSoon
        } else {
            Refusal::TimePast
        })
    }
}
