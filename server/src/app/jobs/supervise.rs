//! Supervises the background jobs: one that ends or panics makes `/readyz` fail with its name and is restarted, after
//! longer and longer pauses.

use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt as _;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::state::AppState;
use crate::state::Readiness;

/// The first pause before a restart; it doubles each time.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_mins(1);
/// A job that has run for this long counts as healthy again.
const WELL_AFTER: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub struct Jobs {
    tasks: JoinSet<()>,
    readiness: Arc<Readiness>,
    stop: CancellationToken,
}

impl Jobs {
    pub fn new(state: &AppState) -> Self {
        Self { tasks: JoinSet::new(), readiness: state.readiness.clone(), stop: state.stop.clone() }
    }

    /// Runs a job that ends by itself soon after the server's token is cancelled.
    pub fn run<R>(&mut self, name: &'static str, job: impl Fn() -> R + Send + Sync + 'static)
    where
        R: Future<Output = ()> + Send + 'static,
    {
        self.tasks.spawn(supervise(name, job, self.readiness.clone(), self.stop.clone()));
    }

    /// Runs a job that may be aborted when the server stops.
    pub fn follow<R>(&mut self, name: &'static str, job: impl Fn() -> R + Send + Sync + 'static)
    where
        R: Future<Output = ()> + Send + 'static,
    {
        let stop = self.stop.clone();
        let supervised = supervise(name, job, self.readiness.clone(), stop.clone());
        self.tasks.spawn(async move {
            stop.run_until_cancelled(supervised).await;
        });
    }

    /// Stops every job and waits for them, at most for `grace`.
    pub async fn stop(mut self, grace: Duration) {
        self.stop.cancel();
        let all = async { while self.tasks.join_next().await.is_some() {} };
        if tokio::time::timeout(grace, all).await.is_err() {
            tracing::warn!(jobs = self.tasks.len(), "some background jobs were cut off");
        }
        self.tasks.shutdown().await;
    }
}

async fn supervise<R>(
    name: &'static str,
    job: impl Fn() -> R + Send + Sync,
    readiness: Arc<Readiness>,
    stop: CancellationToken,
) where
    R: Future<Output = ()> + Send,
{
    let mut pause = FIRST_PAUSE;
    loop {
        let started = Instant::now();
        let mut running = pin!(AssertUnwindSafe(async { job().await }).catch_unwind());
        let ended = tokio::select! {
            ended = &mut running => ended,
            () = tokio::time::sleep(WELL_AFTER) => {
                readiness.running(name);
                running.await
            }
        };
        if stop.is_cancelled() {
            return;
        }
        readiness.ended(name);
        if started.elapsed() >= WELL_AFTER {
            pause = FIRST_PAUSE;
        }
        let how = if ended.is_err() { "panicked" } else { "ended" };
        tracing::error!(
            job = name,
            how,
            pause_s = pause.as_secs(),
            "a background job has stopped; starting it again"
        );
        if stop.run_until_cancelled(tokio::time::sleep(pause)).await.is_none() {
            return;
        }
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    /// A job that panics, then ends, and only then keeps running.
    #[tokio::test(start_paused = true)]
    async fn a_job_that_stops_is_named_and_started_again_with_longer_pauses() {
        let (readiness, stop) = (Arc::new(Readiness::default()), CancellationToken::new());
        let starts = Arc::new(AtomicU32::new(0));
        let counted = starts.clone();
        let job = move || {
            let start = counted.fetch_add(1, Ordering::SeqCst);
            async move {
                match start {
                    0 => panic!("on purpose"),
                    1 => {}
                    _ => std::future::pending().await,
                }
            }
        };
        let task = tokio::spawn(supervise("letters", job, readiness.clone(), stop.clone()));
        let count = || starts.load(Ordering::SeqCst);
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert_eq!((count(), readiness.names()), (1, vec!["letters"]));
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!((count(), readiness.names()), (2, vec!["letters"]), "after a second");
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!(count(), 2, "the next pause is longer");
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!((count(), readiness.names()), (3, vec!["letters"]), "not well at once");
        tokio::time::sleep(WELL_AFTER).await;
        assert!(readiness.names().is_empty());
        assert!(!task.is_finished());
    }

    #[tokio::test(start_paused = true)]
    async fn a_job_that_stops_when_it_is_told_to_is_not_started_again() {
        let (readiness, stop) = (Arc::new(Readiness::default()), CancellationToken::new());
        let stopped = stop.clone();
        let job = move || {
            let stopped = stopped.clone();
            async move { stopped.cancelled().await }
        };
        let task = tokio::spawn(supervise("letters", job, readiness.clone(), stop.clone()));
        tokio::time::sleep(Duration::from_secs(1)).await;
        stop.cancel();
        task.await.expect("it ends");
        assert!(readiness.names().is_empty());
    }
}
