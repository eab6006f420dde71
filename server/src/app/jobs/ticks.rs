//! The rounds of a job.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::config::clock::Clock;
use crate::db::DbError;
use crate::state::{AppState, Metrics};

/// Whether work that cannot be undone has to wait. An error of the store counts as yes.
pub(super) async fn clock_in_doubt(state: &AppState) -> bool {
    match state.clock_guard.compare(&state.db, state.clock.now_ms()).await {
        Ok(doubt) => doubt.is_some(),
        Err(error) => {
            tracing::warn!(%error, "the clock could not be compared with the store");
            true
        }
    }
}

/// The rounds of a job, until the server stops.
pub(super) struct Ticks {
    name: &'static str,
    interval: tokio::time::Interval,
    stop: CancellationToken,
    metrics: Arc<Metrics>,
    clock: Clock,
    /// Whether a round is under way.
    running: bool,
}

impl Ticks {
    pub(super) fn of(state: &AppState, name: &'static str, period: Duration) -> Self {
        let mut interval = tokio::time::interval(period);
        interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let (stop, metrics, clock) = (state.stop.clone(), state.metrics.clone(), state.clock.clone());
        Self { name, interval, stop, metrics, clock, running: false }
    }

    /// Ends the present round and waits for the next; false if the server is stopping.
    pub(super) async fn next(&mut self) -> bool {
        if std::mem::take(&mut self.running) {
            self.metrics.ran(self.name, self.clock.now_ms());
        }
        let ticked = self.stop.run_until_cancelled(self.interval.tick()).await.is_some();
        self.running = ticked && !self.stop.is_cancelled();
        self.running
    }

    /// As [`Self::next`], leaving out the rounds in which what cannot be undone has to wait.
    pub(super) async fn next_unless_clock_in_doubt(&mut self, state: &AppState) -> bool {
        while self.next().await {
            if !clock_in_doubt(state).await {
                return true;
            }
            self.running = false;
        }
        false
    }

    /// Logs what a round has done, if anything, or that it failed.
    pub(super) fn log(&self, outcome: Result<usize, DbError>, done: &str, failed: &str) {
        match outcome {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "{done}"),
            Err(error) => {
                self.failed();
                tracing::error!(%error, "{failed}");
            }
        }
    }

    pub(super) fn failed(&self) {
        self.metrics.failed(self.name);
    }
}
