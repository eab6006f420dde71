//! What one date offers to one query, and the order in which reasons against a time apply.

use super::quarters::Quarters;
use super::refusal::Refusal;
use super::special::Special;
use crate::time::SlotTime;

/// What one date offers to one query, whatever seats are left.
pub(super) struct Plan {
    /// Why no time of the date can be booked, whatever it offers.
    pub(super) refusal: Option<Refusal>,
    /// The sessions of the date, and whether it is a bank holiday.
    pub(super) special: Special,
    /// The times of the weekly lists and those that sessions add.
    pub(super) listed: Quarters,
    pub(super) retest_too_soon: bool,
    pub(super) past: Quarters,
}

impl Plan {
    /// What can be booked, fullness aside.
    pub(super) fn open(&self) -> Quarters {
        if self.refusal.is_some() || self.retest_too_soon {
            return Quarters::NONE;
        }
        self.offered()
    }

    /// What is listed, not closed by a session, and not past.
    pub(super) fn offered(&self) -> Quarters {
        self.listed.without(self.special.shut()).without(self.past)
    }

    pub(super) fn refusal_at(&self, time: SlotTime, remaining: u16) -> Option<Refusal> {
        if self.refusal.is_some() {
            return self.refusal;
        }
        if !self.listed.has(time) {
            return Some(self.nothing_listed());
        }
        if let Some(reason) = self.special.shut_by(Quarters::NONE.with(time)) {
            return Some(reason);
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
        if self.special.bank_holiday { Refusal::BankHoliday } else { Refusal::NotOffered }
    }

    /// Why the whole date is not open.
    pub(super) fn day_refusal(&self) -> Option<Refusal> {
        if self.refusal.is_some() || !self.open().is_empty() {
            return self.refusal;
        }
        if self.listed.is_empty() {
            return Some(self.nothing_listed());
        }
        // The reason of its times if they all have the same; else the one that lapses with time.
        let left = self.listed.without(self.special.shut());
        if left.is_empty() {
            return self.special.shut_by(self.listed);
        }
        Some(if self.retest_too_soon { Refusal::RetestTooSoon } else { Refusal::TimePast })
    }
}
