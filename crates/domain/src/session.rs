//! How long a sign-in lasts.
//!
//! Defines the 58 minutes and the warning before their end (RULES 10.1, 10.2). Knows nothing of cookies, tokens or revocation:
//! the server decides, the page follows the same rule.

/// How long a session lasts after signing in, in milliseconds: 58 minutes (RULES 10.1).
pub const LIFETIME_MS: i64 = 58 * 60_000;

/// How long before the end the page warns and offers to sign in again, in milliseconds: five minutes.
pub const WARNING_MS: i64 = 5 * 60_000;

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

/// Whether the page should warn now: in the last five minutes of a session that has not ended.
pub fn should_warn(stamp_ms: i64, now_ms: i64) -> bool {
    let left = remaining_ms(stamp_ms, now_ms);
    left > 0 && left <= WARNING_MS
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

    // RULES 10.2
    #[test]
    fn warns_in_the_last_five_minutes_only() {
        assert!(!should_warn(STAMP, STAMP + 53 * 60_000 - 1));
        assert!(should_warn(STAMP, STAMP + 53 * 60_000));
        assert!(should_warn(STAMP, STAMP + LIFETIME_MS - 1));
        assert!(!should_warn(STAMP, STAMP + LIFETIME_MS));
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
