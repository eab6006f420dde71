//! A server from its start to its end: what has to be ready before it listens, its jobs, and how it stops.

use std::time::Duration;

use crate::app::error::{RunError, other};
use crate::app::key_rotation;
use crate::app::listen::Listeners;
use crate::app::router;
use crate::app::{demo, jobs, metrics, serve};
use crate::board::{crew, live};
use crate::config::ConfigError;
use crate::content;
use crate::content::seed::CONSENT;
use crate::db::DbError;
use crate::db::content::LIBRARY;
use crate::db::topic::topics;
use crate::mail::deliver::{ATTEMPT_WITHIN, Transport};
use crate::state::AppState;

/// How long open requests may continue after the signal to stop.
const GRACE: Duration = Duration::from_secs(10);
/// How often the start retries while the store is busy, a second apart: another node may be filling it.
const START_TRIES: u32 = 30;

/// How long letters that are being sent may take: one attempt at the relay, and storing what came of it.
const LAST_LETTERS: Duration = ATTEMPT_WITHIN.saturating_add(Duration::from_secs(5));

/// Serves until a signal stops it.
pub(super) async fn run(state: &AppState, listeners: Listeners) -> Result<(), RunError> {
    discover(state).await?;
    if key_rotation::follow(state).await? {
        tracing::warn!("the secret is a new one: everybody signs in again");
    }
    patiently(|| seed_content(state)).await?;
    if state.config.demo {
        patiently(|| seed_demo(state)).await?;
    }
    patiently(|| async { Ok(jobs::fold_names(state).await?) }).await?;
    let transport = Transport::from_config(state.config.smtp_url.as_deref(), &state.config.data_dir)
        .map_err(|reason| RunError::Config(ConfigError { setting: "--smtp-url".into(), reason }))?;
    // Requests are accepted only once the boards are built and the content is read.
    state.boards.current(&state.db).await?;
    state.hub.generation().await.map_err(other)?;
    // The server also starts without its remote hub: until that answers, the version that ships with the program counts.
    if let Err(error) = state.hub.item(LIBRARY, CONSENT).await {
        tracing::warn!(%error, "the text of the consents cannot be read");
    }
    patiently(|| async { Ok(jobs::prepare_the_waiting_room(state).await?) }).await?;
    // Jobs that close or erase something run only once the clock has been compared with the store.
    state.clock_guard.compare(&state.db, state.clock.now_ms()).await?;
    let Listeners { public: listener, metrics: scraped, tls } = listeners;
    let address = listener.local_addr().map_err(other)?;
    let mut jobs = jobs::start(state, transport);
    let topics = state.topics.clone();
    jobs.follow("news", move || topics.clone().follow(topics::EVERY));
    let db = state.db.clone();
    jobs.follow("replica", move || {
        let db = db.clone();
        async move { db.follow_replica().await }
    });
    let follower = state.clone();
    jobs.follow("content", move || {
        let state = follower.clone();
        async move { state.hub.follow(&state.topics).await }
    });
    let follower = state.clone();
    jobs.follow("events", move || {
        let state = follower.clone();
        async move { state.events.follow(&state.db, &state.topics).await }
    });
    let follower = state.clone();
    jobs.follow("boards", move || {
        let state = follower.clone();
        async move { state.boards.follow(&state.db, &state.topics).await }
    });
    let follower = state.clone();
    jobs.follow("live screen", move || live::follow(follower.clone()));
    let follower = state.clone();
    jobs.follow("crews", move || crew::follow(follower.clone()));
    // Listens for signals before the line below is printed: its reader may stop the server at once.
    let mut signals = Signals::listen();
    if let Some(scraped) = scraped {
        say!("Metrics are at http://{}/metrics.", scraped.local_addr().map_err(other)?);
        let (app, config, stop) = (metrics::router(state.clone()), state.config.clone(), state.stop.clone());
        tokio::spawn(
            async move { serve::serve((scraped, None), app, &config, stop.cancelled_owned()).await },
        );
    }
    say!("Sixfold is open at {} (listening on {address}).", state.config.public_url);
    tracing::info!(%address, "listening");

    let (stop, stopping) = tokio::sync::oneshot::channel::<()>();
    let stopping = async move {
        stopping.await.ok();
    };
    let (app, config) = (router::router(state.clone()), state.config.clone());
    let mut server = tokio::spawn(async move { serve::serve((listener, tls), app, &config, stopping).await });
    tokio::select! {
        ended = &mut server => return ended.map_err(other),
        () = signals.next() => tracing::info!("stopping"),
    }
    state.readiness.drain();
    let drain = state.config.operations.drain();
    if !drain.is_zero() {
        tracing::info!(seconds = drain.as_secs(), "draining; another signal ends it");
        tokio::select! {
            ended = &mut server => return ended.map_err(other),
            () = tokio::time::sleep(drain) => {}
            () = signals.next() => {}
        }
    }
    // Streams never end by themselves.
    state.live.stop();
    state.crews.stop();
    stop.send(()).ok();
    if tokio::time::timeout(GRACE, &mut server).await.is_err() {
        tracing::warn!("some requests were cut off");
        server.abort();
    }
    jobs.stop(GRACE).await;
    // Letters that the relay has accepted must be marked as sent, or they would be sent again.
    if tokio::time::timeout(LAST_LETTERS, state.sending.write()).await.is_err() {
        tracing::warn!("a mail relay did not answer; what was being sent to it is sent again");
    }
    Ok(())
}

/// Every provider must answer when the server starts; one that fails later only keeps its own users out.
async fn discover(state: &AppState) -> Result<(), RunError> {
    state.auth.providers.discover(&state.clock).await.map_err(|(id, error)| {
        let setting = format!("SIXFOLD_OIDC_{}_ISSUER", id.to_ascii_uppercase());
        RunError::Other(format!("{setting}: {error}"))
    })
}

/// Stores the content that ships with the program, where the database has none.
pub(super) async fn seed_content(state: &AppState) -> Result<(), RunError> {
    let seeds = content::seed::items().map_err(other)?;
    let now_ms = state.clock.now_ms();
    state
        .db
        .write(async move |conn| content::seed::run(conn, &seeds, now_ms).await)
        .await
        .map_err(|error: DbError| error.into())
}

async fn seed_demo(state: &AppState) -> Result<(), RunError> {
    demo::seed(state).await.map_err(|error| match error {
        demo::DemoError::Db(error) => error.into(),
        error => other(error),
    })
}

/// Runs a step of the start, retrying while the store is busy.
async fn patiently<R>(step: impl Fn() -> R) -> Result<(), RunError>
where
    R: Future<Output = Result<(), RunError>>,
{
    for _ in 1..START_TRIES {
        match step().await {
            Err(RunError::Db(DbError::Busy(reason) | DbError::Undone(reason))) => {
                tracing::info!(reason, "the store is busy; trying again");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
            done => return done,
        }
    }
    step().await
}

/// SIGINT, SIGTERM and SIGHUP.
struct Signals {
    #[cfg(unix)]
    ends: [Option<tokio::signal::unix::Signal>; 3],
}

impl Signals {
    fn listen() -> Self {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            let ends = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()].map(|kind| {
                signal(kind)
                    .inspect_err(|error| tracing::warn!(%error, "a signal handler could not be installed"))
                    .ok()
            });
            Self { ends }
        }
        #[cfg(not(unix))]
        Self {}
    }

    /// Waits for the next of them.
    async fn next(&mut self) {
        #[cfg(unix)]
        {
            let heard = self.ends.iter_mut().flatten().map(|end| Box::pin(end.recv()));
            futures::future::select_all(heard).await;
        }
        #[cfg(not(unix))]
        tokio::signal::ctrl_c().await.ok();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documents_say_how_long_a_server_takes_to_stop() {
        let page = include_str!("../../../docs/OPERATIONS.md");
        let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
        let (grace, letters) = (GRACE.as_secs(), LAST_LETTERS.as_secs());
        let all = 2 * grace + letters;
        for said in [
            format!("open requests up to {grace} seconds"),
            format!("background jobs up to {grace} seconds"),
            format!("being sent up to {letters} seconds"),
            format!("at most {all} seconds"),
        ] {
            assert!(page.contains(&said), "{said}");
        }
        let unit = include_str!("../../../deploy/sixfold.service");
        assert!(unit.contains(&format!("the {all} seconds")), "{all}");
        let limit = unit.lines().find_map(|line| line.strip_prefix("TimeoutStopSec=")).unwrap();
        assert!(limit.parse::<u64>().unwrap() > all, "{limit}");
    }
}
