//! What the server does by itself: sends mail, passes lapsed offers on, closes the bookings of those who did not come.
//!
//! Each job looks first and writes only when there is something to do; each is safe on several nodes at once. All of them end
//! when the server stops.

mod missed;
mod offers;
mod outbox;

use std::time::Duration;

use tokio::task::JoinSet;

pub use missed::close_missed;
pub use offers::pass_on_lapsed;
pub use outbox::send_due;

use crate::app::AppState;
use crate::mail::deliver::Transport;

/// How often the outbox is looked at.
const OUTBOX_EVERY: Duration = Duration::from_secs(1);
/// How often lapsed offers are looked for.
const OFFERS_EVERY: Duration = Duration::from_secs(5);
/// How often missed bookings are looked for; cheap, so that London's midnight is never far away.
const MISSED_EVERY: Duration = Duration::from_secs(20);

/// Starts the jobs. They run until the set is dropped or shut down.
pub fn start(state: &AppState, transport: Transport) -> JoinSet<()> {
    let mut jobs = JoinSet::new();
    let outbox = state.clone();
    jobs.spawn(async move {
        every(OUTBOX_EVERY, async || match send_due(&outbox, &transport).await {
            Ok(_) => {}
            Err(error) => tracing::error!(%error, "the outbox could not be read"),
        })
        .await;
    });
    let offers = state.clone();
    jobs.spawn(async move {
        every(OFFERS_EVERY, async || match pass_on_lapsed(&offers).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "passed lapsed offers on"),
            Err(error) => tracing::error!(%error, "lapsed offers could not be passed on"),
        })
        .await;
    });
    let missed = state.clone();
    jobs.spawn(async move {
        every(MISSED_EVERY, async || match close_missed(&missed).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "closed missed bookings"),
            Err(error) => tracing::error!(%error, "missed bookings could not be closed"),
        })
        .await;
    });
    jobs
}

async fn every(period: Duration, mut work: impl AsyncFnMut()) {
    let mut ticks = tokio::time::interval(period);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        work().await;
    }
}
