//! How long a sign-in lasts.
//!
//! Defines the 58 minutes (RULES 10.1). Knows nothing of cookies, tokens or revocation: the server decides, the page follows the
//! same rule.

/// How long a session lasts after signing in, in milliseconds: 58 minutes (RULES 10.1).
pub const LIFETIME_MS: i64 = 58 * 60_000;

/// When a session that began at `stamp_ms` ends.
pub const fn expires_at(stamp_ms: i64) -> i64 {
    stamp_ms.saturating_add(LIFETIME_MS)
}

/// Whether a session that began at `stamp_ms` has ended: at 58 minutes exactly, and after.
pub const fn is_expired(stamp_ms: i64, now_ms: i64) -> bool {
    now_ms.saturating_sub(stamp_ms) >= LIFETIME_MS
}

/// Milliseconds left, from [`LIFETIME_MS`] down to 0. A start in the future, from a clock that is ahead, gives no more than one
/// lifetime.
pub fn remaining_ms(stamp_ms: i64, now_ms: i64) -> i64 {
    LIFETIME_MS.saturating_sub(now_ms.saturating_sub(stamp_ms)).clamp(0, LIFETIME_MS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const STAMP: i64 = 1_795_000_000_000;

    // RULES 10.1
    #[test]
    fn ends_at_fifty_eight_minutes_sharp() {
        assert!(!is_expired(STAMP, STAMP));
        assert!(!is_expired(STAMP, STAMP + 58 * 60_000 - 1));
        assert!(is_expired(STAMP, STAMP + 58 * 60_000));
        assert_eq!(expires_at(STAMP), STAMP + 3_480_000);
    }

    #[test]
    fn a_stamp_from_a_fast_clock_gives_one_lifetime() {
        assert_eq!(remaining_ms(STAMP + 600_000, STAMP), LIFETIME_MS);
    }

    proptest! {
        #[test]
        fn nothing_remains_exactly_when_expired(stamp: i64, now: i64) {
            prop_assert_eq!(remaining_ms(stamp, now) == 0, is_expired(stamp, now));
            prop_assert!((0..=LIFETIME_MS).contains(&remaining_ms(stamp, now)));
        }
    }
}
