//! Rate limits that the store has reported as exhausted. Until their window ends, calls are refused from memory, so
//! that a flood of refused calls costs the store nothing. Windows are fixed, so nothing is refused that the store would
//! have allowed.

use moka::sync::Cache;

use crate::db::upkeep::throttle::Limit;

/// The most subjects remembered; for an evicted one the store is asked again.
const SUBJECTS: u64 = 20_000;

/// When each window ends, in milliseconds, by scope and subject.
#[derive(Debug, Clone)]
pub struct Exhausted(Cache<(&'static str, String), i64>);

impl Default for Exhausted {
    fn default() -> Self {
        Self(Cache::new(SUBJECTS))
    }
}

impl Exhausted {
    /// The seconds until this subject's window ends; `None` if the store has to be asked.
    pub fn seconds_left(&self, limit: Limit, subject: &str, now_ms: i64) -> Option<u64> {
        let left_ms = self.0.get(&(limit.scope, subject.to_owned()))? - now_ms;
        // If the clock was set back, the window would seem longer than it is.
        (1..=limit.window_ms).contains(&left_ms).then(|| u64::try_from(left_ms / 1_000).unwrap_or(0).max(1))
    }

    /// Remembers that the limit is exhausted for the next `seconds`.
    pub fn remember(&self, limit: Limit, subject: &str, seconds: u64, now_ms: i64) {
        let until_ms = now_ms.saturating_add_unsigned(seconds.saturating_mul(1_000));
        self.0.insert((limit.scope, subject.to_owned()), until_ms);
    }

    /// Forgets a subject whose attempts have been reset.
    pub fn forget(&self, limit: Limit, subject: &str) {
        self.0.invalidate(&(limit.scope, subject.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Limit = Limit { scope: "test", attempts: 3, window_ms: 60_000 };

    #[test]
    fn a_subject_is_refused_until_its_window_ends_and_no_longer() {
        let exhausted = Exhausted::default();
        assert_eq!(exhausted.seconds_left(LIMIT, "a", 0), None);
        exhausted.remember(LIMIT, "a", 30, 1_000);
        assert_eq!(exhausted.seconds_left(LIMIT, "a", 1_000), Some(30));
        assert_eq!(exhausted.seconds_left(LIMIT, "a", 30_999), Some(1));
        assert_eq!(exhausted.seconds_left(LIMIT, "a", 31_000), None);
        assert_eq!(exhausted.seconds_left(LIMIT, "b", 1_000), None);
        assert_eq!(exhausted.seconds_left(LIMIT, "a", -60_000), None, "the clock was set back");
        exhausted.forget(LIMIT, "a");
        assert_eq!(exhausted.seconds_left(LIMIT, "a", 1_000), None);
    }
}
