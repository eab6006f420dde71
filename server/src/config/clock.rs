//! The only place that reads the time. Everything else gets a [`Clock`] or an instant.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use sixfold_domain::time::{Date, TimeError, london_date_time};

/// A clock in milliseconds since the Unix epoch: the machine's own, shifted by an offset or stopped by hand.
#[derive(Debug, Clone)]
pub struct Clock(Arc<Inner>);

#[derive(Debug)]
enum Inner {
    /// The machine's clock plus a fixed shift.
    Running { shift_ms: i64 },
    /// Stopped until it is moved.
    Manual(AtomicI64),
}

/// An instant as in JSON: ISO in UTC, to the millisecond, with `Z`. Fails outside jiff's years.
pub fn iso(at_ms: i64) -> Result<String, jiff::Error> {
    jiff::Timestamp::from_millisecond(at_ms).map(|at| format!("{at:.3}"))
}

impl Clock {
    /// The machine's clock.
    pub fn system() -> Self {
        Self(Arc::new(Inner::Running { shift_ms: 0 }))
    }

    /// A clock that shows `start_ms` now and runs on from there (`--test-clock`).
    pub fn starting_at(start_ms: i64) -> Self {
        Self(Arc::new(Inner::Running { shift_ms: start_ms - machine_ms() }))
    }

    /// A clock that stays at `start_ms` until [`Clock::set`] or [`Clock::advance`] moves it.
    pub fn manual(start_ms: i64) -> Self {
        Self(Arc::new(Inner::Manual(AtomicI64::new(start_ms))))
    }

    /// Milliseconds since the Unix epoch.
    pub fn now_ms(&self) -> i64 {
        match &*self.0 {
            Inner::Running { shift_ms } => machine_ms() + shift_ms,
            Inner::Manual(at) => at.load(Ordering::SeqCst),
        }
    }

    /// London's date now. Fails outside the years 1 to 9999.
    pub fn today(&self) -> Result<Date, TimeError> {
        Ok(london_date_time(self.now_ms())?.date)
    }

    /// Moves a manual clock to `at_ms`; does nothing to a running clock.
    pub fn set(&self, at_ms: i64) {
        if let Inner::Manual(at) = &*self.0 {
            at.store(at_ms, Ordering::SeqCst);
        }
    }

    /// Moves a manual clock by `by_ms`; does nothing to a running clock.
    pub fn advance(&self, by_ms: i64) {
        if let Inner::Manual(at) = &*self.0 {
            at.fetch_add(by_ms, Ordering::SeqCst);
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the only reader of the machine's clock")]
fn machine_ms() -> i64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manual_clock_stands_still_until_it_is_moved() {
        let clock = Clock::manual(1_000);
        assert_eq!(clock.now_ms(), 1_000);
        clock.advance(58);
        assert_eq!(clock.clone().now_ms(), 1_058);
        clock.set(5);
        assert_eq!(clock.now_ms(), 5);
    }

    #[test]
    fn a_started_clock_runs_on_from_its_start() {
        let clock = Clock::starting_at(1_000_000);
        let first = clock.now_ms();
        assert!((1_000_000..1_060_000).contains(&first));
    }
}
