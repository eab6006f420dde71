//! Background jobs: send mail, write reminders, results and what an 18th birthday changes, pass on lapsed offers, send alerts
//! about times that have opened, close missed bookings, erase expired health data, delete what is no longer needed, notify
//! phones with a ticket, send notifications and text messages, back up.
//!
//! Each job reads first and writes only if there is something to do, and is safe to run on several nodes at once. What
//! cannot be undone waits while the clock is in doubt ([`crate::db::upkeep::clock_guard`]). A job that stops by itself is
//! restarted ([`supervise`]); when the server stops, each finishes its current step.

mod alerts;
mod backups;
mod birthday_letters;
mod missed;
mod notifications;
mod offers;
mod outbox;
mod photos;
mod reminders;
mod retention;
mod supervise;
mod ticks;
mod tidy;
mod timetable;
mod wallets;

use std::sync::Arc;
use std::time::Duration;

pub use alerts::{AlertRounds, tell_of_opened};
pub use backups::back_up_if_due;
pub use birthday_letters::write_birthday_letters;
pub use missed::close_missed;
pub use notifications::{send_pushes, send_texts};
pub use offers::{pass_on_lapsed, write_offers};
pub use outbox::send_due;
pub use photos::forget_photos;
pub use reminders::{follow_up, remind};
pub use retention::{Erased, erase_expired};
pub use supervise::Jobs;
pub use tidy::{fold_names, tidy};
pub use timetable::{enter_bank_holidays, enter_years, take_over_schedule};
pub use wallets::notify_phones;

use self::ticks::{Ticks, clock_in_doubt};
use crate::booking::event_snapshot::EventSnapshot;
use crate::db::DbError;
use crate::mail::deliver::Transport;
use crate::notification::{PushService, TextService};
use crate::state::AppState;
use crate::wallet::apple::Apns;

const OUTBOX_EVERY: Duration = Duration::from_secs(1);
/// How often lapsed offers are looked for.
const OFFERS_EVERY: Duration = Duration::from_secs(5);
/// How often times are looked for that have opened.
const ALERTS_EVERY: Duration = Duration::from_secs(30);
/// How often phones are looked for whose tickets have changed.
const PHONES_EVERY: Duration = Duration::from_secs(5);
/// How often notifications and text messages are looked for that are due.
const NOTIFICATIONS_EVERY: Duration = Duration::from_secs(2);
/// How often missed bookings are looked for: soon after midnight in London, since looking is cheap.
const MISSED_EVERY: Duration = Duration::from_secs(20);
/// How often tomorrow's tests, revealed finals and coming birthdays are looked for.
const LETTERS_EVERY: Duration = Duration::from_secs(30);

/// How often a remote hub is asked for the schedule, and missing bank holidays are looked for.
const SCHEDULE_EVERY: Duration = Duration::from_secs(30);

/// How often expired health data is looked for.
const RETENTION_EVERY: Duration = Duration::from_hours(1);
/// How often expired rows are deleted.
const TIDY_EVERY: Duration = Duration::from_hours(1);
/// How often photographs without a card are deleted.
const PHOTOS_EVERY: Duration = Duration::from_mins(1);
/// How often a scheduled backup is looked for that is due, and the pause after one that failed.
const BACKUPS_EVERY: Duration = Duration::from_secs(30);
const BACKUP_PAUSE: Duration = Duration::from_mins(10);
/// How often the clock is compared with the newest time in the store.
const CLOCK_EVERY: Duration = Duration::from_secs(10);
/// How often nodes tell each other about their waiting rooms.
const WAITING_ROOM_EVERY: Duration = Duration::from_secs(1);

/// Starts the jobs; on a node without jobs (`--jobs off`) only those that are about itself: its clock and its waiting room.
pub fn start(state: &AppState, transport: Transport) -> Jobs {
    let mut jobs = Jobs::new(state);
    run(&mut jobs, state, ("clock", CLOCK_EVERY), watch_the_clock);
    run(&mut jobs, state, ("waiting room", WAITING_ROOM_EVERY), keep_the_waiting_room);
    if !state.config.jobs {
        tracing::info!("background jobs are off: another node of this database has to run them");
        return jobs;
    }
    let transport = Arc::new(transport);
    run(&mut jobs, state, ("mail", OUTBOX_EVERY), move |state, ticks| {
        send_mail(state, ticks, transport.clone())
    });
    run(&mut jobs, state, ("offers", OFFERS_EVERY), pass_offers_on);
    run(&mut jobs, state, ("alerts", ALERTS_EVERY), tell_alerts);
    run(&mut jobs, state, ("missed bookings", MISSED_EVERY), close_the_missed);
    run(&mut jobs, state, ("letters", LETTERS_EVERY), write_letters);
    run(&mut jobs, state, ("retention", RETENTION_EVERY), erase_the_expired);
    run(&mut jobs, state, ("schedule", SCHEDULE_EVERY), keep_the_schedule);
    run(&mut jobs, state, ("tidying", TIDY_EVERY), forget);
    run(&mut jobs, state, ("photographs", PHOTOS_EVERY), delete_photos);
    if let Some(wallet) = &state.config.wallets.apple {
        match Apns::new(&wallet.push, &wallet.pass_type) {
            Ok(apns) => run(&mut jobs, state, ("phones", PHONES_EVERY), move |state, ticks| {
                notify_waiting_phones(state, ticks, apns.clone())
            }),
            Err(error) => tracing::error!(%error, "phones cannot be notified of their tickets"),
        }
    }
    if let Some(settings) = &state.config.notifications.push {
        match PushService::new(settings.clone(), None) {
            Ok(service) => {
                run(&mut jobs, state, ("notifications", NOTIFICATIONS_EVERY), move |state, ticks| {
                    send_notifications(state, ticks, service.clone())
                });
            }
            Err(error) => tracing::error!(%error, "notifications cannot be sent"),
        }
    }
    if let Some(gateway) = &state.config.notifications.texts {
        match TextService::new(gateway.clone()) {
            Ok(service) => {
                run(&mut jobs, state, ("text messages", NOTIFICATIONS_EVERY), move |state, ticks| {
                    send_text_messages(state, ticks, service.clone())
                });
            }
            Err(error) => tracing::error!(%error, "text messages cannot be sent"),
        }
    }
    if state.config.backups.is_some() {
        run(&mut jobs, state, ("backups", BACKUPS_EVERY), make_backups);
    }
    jobs
}

fn run<R>(
    jobs: &mut Jobs,
    state: &AppState,
    (name, period): (&'static str, Duration),
    job: impl Fn(AppState, Ticks) -> R + Send + Sync + 'static,
) where
    R: Future<Output = ()> + Send + 'static,
{
    let state = state.clone();
    jobs.run(name, move || job(state.clone(), Ticks::of(&state, name, period)));
}

async fn send_mail(state: AppState, mut ticks: Ticks, transport: Arc<Transport>) {
    while ticks.next().await {
        if let Err(error) = send_due(&state, &transport).await {
            ticks.failed();
            tracing::error!(%error, "the outbox could not be processed");
        }
    }
}

async fn notify_waiting_phones(state: AppState, mut ticks: Ticks, apns: Apns) {
    while ticks.next().await {
        let outcome = notify_phones(&state, &apns).await;
        ticks.log(
            outcome,
            "notified phones of their tickets",
            "phones could not be notified of their tickets",
        );
    }
}

// Both drop what is of no use any more, which a wrong clock must not decide.
async fn send_notifications(state: AppState, mut ticks: Ticks, service: PushService) {
    while ticks.next_unless_clock_in_doubt(&state).await {
        let outcome = send_pushes(&state, &service).await;
        ticks.log(outcome, "sent notifications", "notifications could not be sent");
    }
}

async fn send_text_messages(state: AppState, mut ticks: Ticks, service: TextService) {
    while ticks.next_unless_clock_in_doubt(&state).await {
        let outcome = send_texts(&state, &service).await;
        ticks.log(outcome, "sent text messages", "text messages could not be sent");
    }
}

async fn pass_offers_on(state: AppState, mut ticks: Ticks) {
    while ticks.next_unless_clock_in_doubt(&state).await {
        ticks.log(
            pass_on_lapsed(&state).await,
            "passed lapsed offers on",
            "lapsed offers could not be passed on",
        );
        ticks.log(
            write_offers(&state).await,
            "sent letters about places freed overnight",
            "letters about places freed overnight could not be sent",
        );
    }
}

async fn tell_alerts(state: AppState, mut ticks: Ticks) {
    let mut rounds = AlertRounds::default();
    while ticks.next_unless_clock_in_doubt(&state).await {
        ticks.log(tell_of_opened(&state, &mut rounds).await, "sent alerts", "alerts could not be sent");
    }
}

async fn close_the_missed(state: AppState, mut ticks: Ticks) {
    while ticks.next_unless_clock_in_doubt(&state).await {
        ticks.log(
            close_missed(&state).await,
            "closed missed bookings",
            "missed bookings could not be closed",
        );
    }
}

async fn write_letters(state: AppState, mut ticks: Ticks) {
    while ticks.next_unless_clock_in_doubt(&state).await {
        ticks.log(remind(&state).await, "wrote reminders", "reminders could not be written");
        ticks.log(
            follow_up(&state).await,
            "wrote letters about revealed finals",
            "letters about revealed finals could not be written",
        );
        ticks.log(
            write_birthday_letters(&state).await,
            "wrote birthday letters",
            "birthday letters could not be written",
        );
    }
}

async fn erase_the_expired(state: AppState, mut ticks: Ticks) {
    while ticks.next_unless_clock_in_doubt(&state).await {
        match erase_expired(&state).await {
            Ok(Erased { health: 0, screenings: 0 }) => {}
            Ok(Erased { health, screenings }) => {
                tracing::info!(health, screenings, "erased expired health data");
            }
            Err(error) => {
                ticks.failed();
                tracing::error!(%error, "expired health data could not be erased");
            }
        }
    }
}

async fn keep_the_schedule(state: AppState, mut ticks: Ticks) {
    while ticks.next().await {
        if !clock_in_doubt(&state).await {
            match enter_bank_holidays(&state).await {
                Ok(false) => {}
                Ok(true) => tracing::info!("entered the bank holidays of the years ahead"),
                Err(error) => {
                    ticks.failed();
                    tracing::error!(%error, "bank holidays could not be entered");
                }
            }
        }
        match take_over_schedule(&state).await {
            Ok(false) => {}
            Ok(true) => tracing::info!("took over the schedule from the hub"),
            Err(error) => {
                ticks.failed();
                error.log();
                tracing::warn!(code = error.code(), "the hub did not return the schedule");
            }
        }
    }
}

async fn forget(state: AppState, mut ticks: Ticks) {
    let mut warned_on = None;
    while ticks.next_unless_clock_in_doubt(&state).await {
        let today = state.today().ok();
        if warned_on != today {
            warned_on = today;
            warn_of_the_certificate(&state);
        }
        if let Err(error) = tidy(&state).await {
            ticks.failed();
            tracing::warn!(%error, "tidying failed");
        }
        if let Err(error) = fold_names(&state).await {
            ticks.failed();
            tracing::warn!(%error, "names could not be indexed for search");
        }
        // A long read, such as a backup, prevents the log from being truncated, so this is retried.
        while let Err(error) = state.db.forget_pages().await {
            ticks.failed();
            tracing::warn!(%error, "what was erased is still in the database's log");
            let pause = tokio::time::sleep(Duration::from_mins(1));
            if state.stop.run_until_cancelled(pause).await.is_none() {
                return;
            }
        }
    }
}

/// Warns once a day of a certificate for Apple Wallet that expires soon or has expired: the warning at the start may be months old.
fn warn_of_the_certificate(state: &AppState) {
    let wallet = state.config.wallets.apple.as_ref();
    if let Some(warning) = wallet.and_then(|wallet| wallet.expiry_warning(state.clock.now_ms())) {
        tracing::warn!("{warning}");
    }
}

async fn delete_photos(state: AppState, mut ticks: Ticks) {
    while ticks.next_unless_clock_in_doubt(&state).await {
        ticks.log(
            forget_photos(&state).await,
            "deleted photographs without a card",
            "photographs without a card could not be deleted",
        );
    }
}

async fn make_backups(state: AppState, mut ticks: Ticks) {
    while ticks.next().await {
        match state.stop.run_until_cancelled(back_up_if_due(&state)).await {
            None | Some(Ok(None)) => {}
            Some(Ok(Some(file))) => tracing::info!(file = %file.display(), "made the scheduled backup"),
            Some(Err(reason)) => {
                ticks.failed();
                tracing::error!(reason, "the scheduled backup failed");
                state.stop.run_until_cancelled(tokio::time::sleep(BACKUP_PAUSE)).await;
            }
        }
    }
}

async fn watch_the_clock(state: AppState, mut ticks: Ticks) {
    while ticks.next().await {
        clock_in_doubt(&state).await;
    }
}

/// When booking opens, in milliseconds since 1970.
fn opening_times(event: &EventSnapshot) -> impl Iterator<Item = i64> {
    event.config.openings.iter().map(|opening| opening.opens_at)
}

/// What a node has to know of the waiting room before its first request.
pub async fn prepare_the_waiting_room(state: &AppState) -> Result<(), DbError> {
    know_openings(state).await;
    state.waiting_room.join(&state.db, state.clock.now_ms()).await
}

/// Tells the waiting room when booking opens; false if that is not known.
async fn know_openings(state: &AppState) -> bool {
    match state.events.known(&state.db).await {
        Ok(event) => {
            state.waiting_room.set_openings(event.iter().flat_map(|event| opening_times(event)));
            true
        }
        Err(error) => {
            tracing::warn!(%error, "the waiting room does not know when booking opens");
            false
        }
    }
}

async fn keep_the_waiting_room(state: AppState, mut ticks: Ticks) {
    while ticks.next().await {
        if !know_openings(&state).await {
            ticks.failed();
        }
        if let Err(error) = state.waiting_room.exchange(&state.db, state.clock.now_ms()).await {
            ticks.failed();
            tracing::warn!(%error, "the waiting room's state could not be exchanged");
        }
    }
}
