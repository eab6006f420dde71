//! Reads the crews that have listeners again when something may have changed, and notifies the listeners if it has.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::body::Body;
use sixfold_domain::time::Date;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior};

use super::answer::season_today;
use super::channels::{Channel, Crews};
use super::listener::{self, Listener};
use super::reading::{CrewReading, CrewSeason};
use crate::board::live::until;
use crate::db::boards::board::{self, Changes};
use crate::db::sharing::crew;
use crate::db::{Conn, topic};
use crate::http::ApiError;
use crate::state::AppState;

/// How often everything is checked without a notification: for midnight in London, and in case the store did not answer.
const CHECK_EVERY: Duration = Duration::from_secs(1);

/// What may have changed since the readings that listeners know.
struct Hints {
    /// The present version of the topic `leaderboard`.
    finals: i64,
    /// The athletes whose finals, names or ages may have changed; none if too many to say.
    athletes: Option<HashSet<String>>,
    /// The revisions of the crews; one that is gone has none.
    revisions: HashMap<String, i64>,
}

impl Hints {
    async fn read(conn: &mut Conn, crew_ids: &[String], known: i64) -> Result<Self, ApiError> {
        let changes = board::changes_since(conn, known).await?;
        let (athletes, finals) = match changes {
            Changes::Of(athletes, finals) => (Some(athletes.into_iter().collect()), finals),
            Changes::Lost => (None, topic::version(conn, topic::BOARD).await?),
        };
        let revisions = crew::revisions(conn, crew_ids).await?.into_iter().collect();
        Ok(Self { finals, athletes, revisions })
    }

    /// Whether a crew has to be read again.
    fn concern(&self, crew_id: &str, known: &CrewReading, today: Date) -> bool {
        let touched =
            |athletes: &HashSet<String>| athletes.iter().any(|uaid| known.members.contains_key(uaid));
        self.revisions.get(crew_id) != Some(&known.rev)
            || known.today != today
            || self.athletes.as_ref().is_none_or(touched)
    }
}

impl Crews {
    /// Listens to a crew: first its version, unless that is the `last` one that the listener has heard of, then every change. None
    /// if they are no member who may take part.
    pub async fn listen(
        &self,
        state: &AppState,
        crew_id: &str,
        listener: Listener,
        last: Option<String>,
    ) -> Result<Option<Body>, ApiError> {
        if self.stopped.load(Ordering::Acquire) {
            return Err(ApiError::unavailable(1));
        }
        let Some(newest) = self.channel(state, crew_id).await? else { return Ok(None) };
        let admitted = || newest.borrow().as_ref().is_some_and(|reading| reading.admits(&listener.uaid));
        if !admitted() {
            // They may have joined a moment ago, on another node.
            self.refresh(state, true).await?;
            if !admitted() {
                return Ok(None);
            }
        }
        Ok(Some(Body::from_stream(listener::listen(newest, listener, last, self.settings.beat))))
    }

    /// Notifies the listeners at once of a write of this process. It is stored already: if this fails, [`follow`] does it.
    pub async fn send_now(&self, state: &AppState) {
        if let Err(error) = self.refresh(state, true).await {
            error.log();
            tracing::warn!(code = error.code(), "the members of a crew are notified later");
        }
    }

    /// The readings of a crew, the first made now if nobody was listening; none if there is no such crew.
    async fn channel(
        &self,
        state: &AppState,
        crew_id: &str,
    ) -> Result<Option<watch::Receiver<Option<Arc<CrewReading>>>>, ApiError> {
        // A reading without listeners may be out of date.
        let found = || {
            let channels = self.channels();
            let channel = channels.get(crew_id).filter(|channel| channel.newest.receiver_count() > 0);
            channel.map(|channel| channel.newest.subscribe())
        };
        if let Some(newest) = found() {
            return Ok(Some(newest));
        }
        let _turn = self.turn.lock().await;
        if let Some(newest) = found() {
            return Ok(Some(newest));
        }
        let finals = state.db.read(async |conn| topic::version(conn, topic::BOARD).await);
        // Read first: the reading may be newer than this, never older.
        let finals = finals.await?;
        let Some(reading) = self.board(state, crew_id, &shown_today(state).await?).await? else {
            return Ok(None);
        };
        let (newest, receiver) = watch::channel(Some(reading));
        self.channels().insert(crew_id.to_owned(), Channel { newest, finals, notified_at: Instant::now() });
        Ok(Some(receiver))
    }

    /// Reads the crews again that something may have changed for. Unless `at_once`, one whose listeners were notified a moment ago
    /// waits; returns when the first of those is due.
    async fn refresh(&self, state: &AppState, at_once: bool) -> Result<Option<Instant>, ApiError> {
        let _turn = self.turn.lock().await;
        let followed = self.followed();
        let Some(known) = followed.iter().map(|(.., finals, _)| *finals).min() else { return Ok(None) };
        let crew_ids: Vec<String> = followed.iter().map(|(crew_id, ..)| crew_id.clone()).collect();
        let hints = state.db.read(async |conn| Hints::read(conn, &crew_ids, known).await);
        let hints = hints.await?;
        let today = state.today()?;
        let season = shown_today(state).await?;
        let mut due: Option<Instant> = None;
        for (crew_id, reading, _, notified_at) in followed {
            if !hints.concern(&crew_id, &reading, today) {
                self.checked(&crew_id, hints.finals);
                continue;
            }
            let next = notified_at + self.settings.gather;
            if !at_once && Instant::now() < next {
                due = Some(due.map_or(next, |due| due.min(next)));
                continue;
            }
            let reading = self.board(state, &crew_id, &season).await?;
            self.put(&crew_id, reading, hints.finals);
        }
        Ok(due)
    }

    /// The crews with listeners: the reading that these know, up to which version it is known to be true, and when they were
    /// notified. The others are dropped.
    fn followed(&self) -> Vec<(String, Arc<CrewReading>, i64, Instant)> {
        let mut channels = self.channels();
        channels.retain(|_, channel| channel.newest.receiver_count() > 0);
        channels
            .iter()
            .filter_map(|(crew_id, channel)| {
                let reading = channel.newest.borrow().clone()?;
                Some((crew_id.clone(), reading, channel.finals, channel.notified_at))
            })
            .collect()
    }

    fn checked(&self, crew_id: &str, finals: i64) {
        if let Some(channel) = self.channels().get_mut(crew_id) {
            channel.finals = finals;
        }
    }

    /// Stores a reading, and wakes the listeners if it differs in what they see or in who may see it.
    fn put(&self, crew_id: &str, reading: Option<Arc<CrewReading>>, finals: i64) {
        let mut channels = self.channels();
        let Some(channel) = channels.get_mut(crew_id) else { return };
        channel.finals = finals;
        let notified = channel.newest.send_if_modified(|newest| {
            // Once none, always none: the crew or the server has ended.
            let Some(before) = newest else { return false };
            let differs = reading
                .as_ref()
                .is_none_or(|reading| reading.version != before.version || reading.members != before.members);
            newest.clone_from(&reading);
            differs
        });
        if notified {
            channel.notified_at = Instant::now();
        }
    }
}

async fn shown_today(state: &AppState) -> Result<CrewSeason, ApiError> {
    season_today(state).await?.ok_or_else(|| ApiError::not_found().message("There is no season yet."))
}

/// Notifies the members of crews of every change, whichever process or node made it, until the task ends.
pub async fn follow(state: AppState) {
    let (mut finals, mut crews) = (state.topics.watch(topic::BOARD), state.topics.watch(topic::CREW));
    let mut ticks = tokio::time::interval(CHECK_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut due: Option<Instant> = None;
    loop {
        tokio::select! {
            _ = finals.changed() => {}
            _ = crews.changed() => {}
            _ = ticks.tick() => {}
            () = until(due) => {}
        }
        match state.crews.refresh(&state, false).await {
            Ok(next) => due = next,
            Err(error) => {
                due = None;
                error.log();
                tracing::warn!(code = error.code(), "the boards of crews could not be read again");
            }
        }
    }
}
