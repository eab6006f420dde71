//! How long a booking would have to wait for those ahead of it: their number times the recent time for each.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// With fewer in progress nothing is measured and nobody is refused: the time of a few says little about that of many.
const MANY: usize = 32;
/// The weight of the moving average: a new value counts for one part in this many.
const LATEST: u64 = 16;

#[derive(Debug, Default)]
pub struct Backlog {
    inside: AtomicUsize,
    /// Nanoseconds that each of many in progress adds to the wait.
    each: AtomicU64,
}

/// A booking in progress.
#[derive(Debug)]
pub struct Inside<'a> {
    backlog: &'a Backlog,
    ahead: usize,
    since: Instant,
}

impl Backlog {
    pub fn enter(&self) -> Inside<'_> {
        let ahead = self.inside.fetch_add(1, Ordering::Relaxed);
        Inside { backlog: self, ahead, since: Instant::now() }
    }

    /// How long a booking that arrives now would wait.
    pub fn wait(&self) -> Duration {
        let inside = self.inside.load(Ordering::Relaxed);
        if inside < MANY {
            return Duration::ZERO;
        }
        let each = self.each.load(Ordering::Relaxed);
        Duration::from_nanos(each.saturating_mul(u64::try_from(inside).unwrap_or(u64::MAX)))
    }

    /// Updates the average from a booking that had `ahead` others before it.
    fn learn(&self, ahead: usize, took: Duration) {
        let Ok(ahead) = u64::try_from(ahead) else { return };
        let each = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX) / ahead.max(1);
        let average = |old: u64| if old == 0 { each } else { old - old / LATEST + each / LATEST };
        self.each.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |old| Some(average(old))).ok();
    }
}

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        self.backlog.inside.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Inside<'_> {
    /// Measures how long it took. A booking whose client hangs up is dropped instead and not measured.
    pub fn ended(self) {
        if self.ahead >= MANY {
            self.backlog.learn(self.ahead, self.since.elapsed());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_is_the_number_in_progress_times_what_each_takes() {
        let backlog = Backlog::default();
        let mut inside: Vec<Inside<'_>> = (0..100).map(|_| backlog.enter()).collect();
        assert_eq!(backlog.wait(), Duration::ZERO, "nothing is known yet");
        backlog.learn(100, Duration::from_secs(2));
        assert_eq!(backlog.wait(), Duration::from_secs(2));
        inside.truncate(50);
        assert_eq!(backlog.wait(), Duration::from_secs(1));
        inside.truncate(MANY - 1);
        assert_eq!(backlog.wait(), Duration::ZERO, "a few never wait long");
    }

    #[test]
    fn what_each_takes_follows_the_latest() {
        let backlog = Backlog::default();
        backlog.learn(100, Duration::from_secs(10));
        for _ in 0..200 {
            backlog.learn(100, Duration::from_millis(100));
        }
        let _inside: Vec<Inside<'_>> = (0..100).map(|_| backlog.enter()).collect();
        assert!(backlog.wait() < Duration::from_millis(110), "{:?}", backlog.wait());
    }
}
