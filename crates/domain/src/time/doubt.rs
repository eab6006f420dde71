//! Whether the clock can be trusted for actions that cannot be undone (RULES 1.3).

use super::{DAY_MS, MINUTE_MS};

/// A clock further ahead than this of the newest time seen is doubted: servers are rarely down for longer.
const AHEAD_MS: i64 = 7 * DAY_MS;
/// A clock further behind than this is doubted: the clocks of several nodes differ less.
const BEHIND_MS: i64 = 10 * MINUTE_MS;

/// The direction in which a clock has jumped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockDoubt {
    /// More than seven days ahead.
    Ahead,
    /// More than ten minutes behind.
    Behind,
}

impl ClockDoubt {
    /// The word on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ahead => "ahead",
            Self::Behind => "behind",
        }
    }
}

/// Why `now` is doubted, given the newest time seen before; `None` if it is not.
pub const fn clock_doubt(newest_ms: i64, now_ms: i64) -> Option<ClockDoubt> {
    let moved = now_ms.saturating_sub(newest_ms);
    if moved > AHEAD_MS {
        Some(ClockDoubt::Ahead)
    } else if moved < -BEHIND_MS {
        Some(ClockDoubt::Behind)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // RULES 1.3
    #[test]
    fn a_clock_is_believed_from_ten_minutes_behind_to_seven_days_ahead() {
        let newest = 1_772_442_000_000;
        let (minutes, days) = (10 * 60 * 1000, 7 * 24 * 60 * 60 * 1000);
        for (moved, expected) in [
            (0, None),
            (-minutes, None),
            (-minutes - 1, Some(ClockDoubt::Behind)),
            (days, None),
            (days + 1, Some(ClockDoubt::Ahead)),
            (400 * DAY_MS, Some(ClockDoubt::Ahead)),
        ] {
            assert_eq!(clock_doubt(newest, newest + moved), expected, "{moved}");
        }
        assert_eq!(clock_doubt(i64::MIN, i64::MAX), Some(ClockDoubt::Ahead));
    }
}
