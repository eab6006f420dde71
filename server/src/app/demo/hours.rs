//! The hours of the demo's test day, in quarter hours from now.

use sixfold_domain::time::{LocalDateTime, SlotTime};

/// The first and last quarter hours that the demo needs, relative to the current one.
pub(super) const FIRST: i32 = -12;
pub(super) const LAST: i32 = 8;

/// Quarter hours needed near midnight, where there are no earlier or no later ones.
const ROOM: i32 = 4;

pub(super) struct Hours(i32);

impl Hours {
    pub(super) fn around(now: LocalDateTime) -> Self {
        let since = i32::from(now.time.minutes()) - i32::from(SlotTime::FIRST_MINUTE);
        Self(since.div_euclid(i32::from(SlotTime::STEP_MINUTES)))
    }

    pub(super) fn of(time: SlotTime) -> Self {
        Self(i32::try_from(time.index()).unwrap_or(0))
    }

    /// The quarter hour this many after the current one, within the day. The last of the day is left out, so that a
    /// session can end after it.
    pub(super) fn at(&self, quarters: i32) -> SlotTime {
        let index = (self.0 + quarters).clamp(0, 58);
        let time = u8::try_from(index).ok().and_then(SlotTime::from_index);
        time.unwrap_or_else(|| unreachable!("every index up to 58 is a slot"))
    }

    /// The first and last quarter hours needed: enough for everybody even at the start or end of the day.
    pub(super) fn needed(&self) -> (SlotTime, SlotTime) {
        let at = |time: SlotTime, more: i32| Self::of(time).at(more);
        let (first, last) = (self.at(FIRST), self.at(LAST));
        (first.min(at(last, -ROOM)), last.max(at(first, ROOM)))
    }

    pub(super) const fn has(&self, quarters: i32) -> bool {
        self.0 + quarters >= 0
    }
}
