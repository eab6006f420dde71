//! Rate limits that the store has reported as exhausted. For a few seconds calls are refused from memory, so that a flood of
//! refused calls costs the store next to nothing. Then the store is asked again: an attempt that proved right may have been given
//! back.

use moka::sync::Cache;

use crate::db::upkeep::throttle::Limit;

/// The most subjects remembered; for an evicted one the store is asked again.
const SUBJECTS: u64 = 20_000;

/// How long the store is not asked again, in milliseconds.
const KEPT_MS: i64 = 5_000;

/// When the store refused a subject, and until when, in milliseconds.
#[derive(Debug, Clone, Copy)]
struct Refusal {
    at_ms: i64,
    window_ends_ms: i64,
}

/// The last refusal, by scope and subject.
#[derive(Debug, Clone)]
pub struct Exhausted(Cache<(&'static str, String), Refusal>);

impl Default for Exhausted {
    fn default() -> Self {
        Self(Cache::new(SUBJECTS))
    }
}

impl Exhausted {
    /// The seconds until this subject's window ends; `None` if the store has to be asked.
    pub fn seconds_left(&self, limit: Limit, subject: &str, now_ms: i64) -> Option<u64> {
        let Refusal { at_ms, window_ends_ms } = self.0.get(&(limit.scope, subject.to_owned()))?;
        // A clock that was set back shows a moment before `at_ms`.
        let is_fresh = (0..KEPT_MS).contains(&(now_ms - at_ms));
        let left_ms = window_ends_ms - now_ms;
        (is_fresh && left_ms > 0).then(|| u64::try_from(left_ms / 1_000).unwrap_or(0).max(1))
    }

    /// Remembers that the limit is exhausted for the next `seconds`.
    pub fn remember(&self, limit: Limit, subject: &str, seconds: u64, now_ms: i64) {
        let window_ends_ms = now_ms.saturating_add_unsigned(seconds.saturating_mul(1_000));
        self.0.insert((limit.scope, subject.to_owned()), Refusal { at_ms: now_ms, window_ends_ms });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Limit = Limit { scope: "test", attempts: 3, window_ms: 60_000 };

    #[test]
    fn a_subject_is_refused_for_a_few_seconds_and_never_beyond_its_window() {
        let exhausted = Exhausted::default();
        assert_eq!(exhausted.seconds_left(LIMIT, "a", 0), None);
        exhausted.remember(LIMIT, "a", 30, 1_000);
        assert_eq!(exhausted.seconds_left(LIMIT, "a", 1_000), Some(30));
        assert_eq!(exhausted.seconds_left(LIMIT, "a", 5_999), Some(25));
        assert_eq!(exhausted.seconds_left(LIMIT, "a", 6_000), None, "an attempt may have been given back");
        assert_eq!(exhausted.seconds_left(LIMIT, "b", 1_000), None);
        assert_eq!(exhausted.seconds_left(LIMIT, "a", 999), None, "the clock was set back");
        exhausted.remember(LIMIT, "a", 2, 60_000);
        assert_eq!(exhausted.seconds_left(LIMIT, "a", 61_999), Some(1));
        assert_eq!(exhausted.seconds_left(LIMIT, "a", 62_000), None);
    }
}
