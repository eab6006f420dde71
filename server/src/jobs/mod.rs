//! What the server does by itself: sends mail, writes the letters that nobody asks for, passes lapsed offers on, closes the
//! bookings of those who did not come, erases health data whose time is over.
//!
//! Each job looks first and writes only when there is something to do; each is safe on several nodes at once. All of them end
//! when the server stops.

mod letters;
mod missed;
mod offers;
mod outbox;
mod retention;
mod timetable;

use std::time::Duration;

use tokio::task::JoinSet;

pub use letters::{follow_up, remind};
pub use missed::{close_if_missed, close_missed};
pub use offers::pass_on_lapsed;
pub use outbox::send_due;
pub use retention::{Erased, erase_expired};
pub use timetable::{enter_bank_holidays, enter_years, take_over_schedule};

use crate::mail::deliver::Transport;
use crate::state::AppState;

/// How often the outbox is looked at.
const OUTBOX_EVERY: Duration = Duration::from_secs(1);
/// How often lapsed offers are looked for.
const OFFERS_EVERY: Duration = Duration::from_secs(5);
/// How often missed bookings are looked for; cheap, so that London's midnight is never far away.
const MISSED_EVERY: Duration = Duration::from_secs(20);
/// How often tomorrow's tests and revealed finals are looked for.
const LETTERS_EVERY: Duration = Duration::from_secs(30);

/// How often a hub elsewhere is asked what it holds of the schedule, and bank holidays are looked for.
const SCHEDULE_EVERY: Duration = Duration::from_secs(30);

/// How often expired health data is looked for.
const RETENTION_EVERY: Duration = Duration::from_hours(1);

/// Starts the jobs. They run until the set is dropped or shut down.
pub fn start(state: &AppState, transport: Transport) -> JoinSet<()> {
    let mut jobs = JoinSet::new();
    jobs.spawn(send_mail(state.clone(), transport));
    jobs.spawn(pass_offers_on(state.clone()));
    jobs.spawn(close_the_missed(state.clone()));
    jobs.spawn(write_letters(state.clone()));
    jobs.spawn(erase_the_expired(state.clone()));
    jobs.spawn(keep_the_schedule(state.clone()));
    jobs
}

async fn send_mail(state: AppState, transport: Transport) {
    let mut ticks = ticks(OUTBOX_EVERY);
    loop {
        ticks.tick().await;
        if let Err(error) = send_due(&state, &transport).await {
            tracing::error!(%error, "the outbox could not be worked through");
        }
    }
}

async fn pass_offers_on(state: AppState) {
    let mut ticks = ticks(OFFERS_EVERY);
    loop {
        ticks.tick().await;
        match pass_on_lapsed(&state).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "passed lapsed offers on"),
            Err(error) => tracing::error!(%error, "lapsed offers could not be passed on"),
        }
    }
}

async fn close_the_missed(state: AppState) {
    let mut ticks = ticks(MISSED_EVERY);
    loop {
        ticks.tick().await;
        match close_missed(&state).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "closed missed bookings"),
            Err(error) => tracing::error!(%error, "missed bookings could not be closed"),
        }
    }
}

async fn write_letters(state: AppState) {
    let mut ticks = ticks(LETTERS_EVERY);
    loop {
        ticks.tick().await;
        match remind(&state).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "wrote reminders"),
            Err(error) => tracing::error!(%error, "reminders could not be written"),
        }
        match follow_up(&state).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "told of revealed finals"),
            Err(error) => tracing::error!(%error, "revealed finals could not be told of"),
        }
    }
}

async fn erase_the_expired(state: AppState) {
    let mut ticks = ticks(RETENTION_EVERY);
    loop {
        ticks.tick().await;
        match erase_expired(&state).await {
            Ok(Erased { health: 0, screenings: 0 }) => {}
            Ok(Erased { health, screenings }) => {
                tracing::info!(health, screenings, "erased expired health data");
            }
            Err(error) => tracing::error!(%error, "expired health data could not be erased"),
        }
    }
}

async fn keep_the_schedule(state: AppState) {
    let mut ticks = ticks(SCHEDULE_EVERY);
    loop {
        ticks.tick().await;
        match enter_bank_holidays(&state).await {
            Ok(false) => {}
            Ok(true) => tracing::info!("entered the bank holidays of the years ahead"),
            Err(error) => tracing::error!(%error, "bank holidays could not be entered"),
        }
        match take_over_schedule(&state).await {
            Ok(false) => {}
            Ok(true) => tracing::info!("took over the schedule from the hub"),
            Err(error) => {
                error.log();
                tracing::warn!(code = error.code(), "the hub does not tell the schedule");
            }
        }
    }
}

fn ticks(period: Duration) -> tokio::time::Interval {
    let mut ticks = tokio::time::interval(period);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    ticks
}
