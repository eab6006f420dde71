//! Makes the states of live pages, and sends them when something changes.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::body::Body;
use serde_json::json;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior};

use super::channels::{Channel, Live, stopping};
use super::client::{self, Newest, StreamPermit};
use super::frames::{Frames, Versions};
use super::reveal_state::{CONFIG_TOPICS, RevealSnapshot};
use crate::db::topic;
use crate::http::ApiError;
use crate::state::AppState;

/// How often everything is checked without a notification: for midnight in London, and in case the store did not
/// answer.
const CHECK_EVERY: Duration = Duration::from_secs(1);

/// Whether a new board waits for others to follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pace {
    /// After an operator's command: sent at once.
    AtOnce,
    /// At most one board in [`LiveSettings::gather`].
    Gathered,
}

impl Live {
    /// Listens to an event: first what differs from `last`, the last event id that the listener received, then every
    /// change.
    pub async fn listen(
        &self,
        state: &AppState,
        event_id: &str,
        permit: StreamPermit,
        last: Option<Versions>,
    ) -> Result<Body, ApiError> {
        let mut newest = self.channel(state, event_id).await?;
        let mut frames = newest.borrow_and_update().clone().ok_or_else(stopping)?;
        // Another node has shown the listener more than this one has heard of: an older state would take them back.
        if last.is_some_and(|last| last.is_ahead_of(frames.versions())) {
            self.refresh(state, Pace::AtOnce).await?;
            frames = newest.borrow_and_update().clone().ok_or_else(stopping)?;
        }
        Ok(Body::from_stream(client::listen(newest, &frames, last, self.settings.beat, permit)))
    }

    /// Sends at once what an operator has just changed. It is stored already: if this fails, [`follow`] sends it.
    pub async fn send_now(&self, state: &AppState) {
        if let Err(error) = self.refresh(state, Pace::AtOnce).await {
            error.log();
            tracing::warn!(code = error.code(), "live pages will be updated later");
        }
    }

    /// The state of an event, made now if nobody was listening.
    async fn channel(&self, state: &AppState, event_id: &str) -> Result<Newest, ApiError> {
        // A state without listeners may be out of date.
        let found = || {
            let channels = self.channels();
            let channel = channels.get(event_id).filter(|channel| channel.newest.receiver_count() > 0);
            channel.map(|channel| channel.newest.subscribe())
        };
        if let Some(newest) = found() {
            return Ok(newest);
        }
        let _turn = self.turn.lock().await;
        if let Some(newest) = found() {
            return Ok(newest);
        }
        if self.stopped.load(Ordering::Acquire) {
            return Err(stopping());
        }
        let snapshot = RevealSnapshot::read(state, event_id).await?;
        let (frames, _) = frames(state, event_id, &snapshot, None, false)?;
        let frames = Arc::new(frames);
        let (newest, listener) = watch::channel(Some(frames));
        self.channels().insert(event_id.to_owned(), Channel { newest, board_at: Instant::now() });
        Ok(listener)
    }

    /// Makes the states with listeners again. Returns when a waiting board may be sent.
    async fn refresh(&self, state: &AppState, pace: Pace) -> Result<Option<Instant>, ApiError> {
        let _turn = self.turn.lock().await;
        let mut due = None;
        for (event_id, board_at) in self.heard() {
            let next = board_at + self.settings.gather;
            let hold = pace == Pace::Gathered && Instant::now() < next;
            let snapshot = RevealSnapshot::read(state, &event_id).await?;
            if self.publish(state, &event_id, &snapshot, hold)? {
                due = Some(due.map_or(next, |due: Instant| due.min(next)));
            }
        }
        Ok(due)
    }

    /// Sends an event's listeners the state of a snapshot, which only one task at a time may have read: an older one must
    /// not follow a newer. True if a newer board waits: with `hold` the previous one stays.
    pub(crate) fn publish(
        &self,
        state: &AppState,
        event_id: &str,
        snapshot: &RevealSnapshot,
        hold: bool,
    ) -> Result<bool, ApiError> {
        let Some(before) = self.newest(event_id) else { return Ok(false) };
        let (frames, waits) = frames(state, event_id, snapshot, Some(&before), hold)?;
        if frames.says_more_than(&before) {
            self.put(event_id, frames);
        }
        Ok(waits)
    }
}

/// The state of an event from a snapshot and the boards, and whether a newer board waits.
fn frames(
    state: &AppState,
    event_id: &str,
    snapshot: &RevealSnapshot,
    before: Option<&Frames>,
    hold: bool,
) -> Result<(Frames, bool), ApiError> {
    // The older of the two: what is read may be newer than its version, never older.
    let version = state.boards.version().min(snapshot.versions.board);
    let day = i64::from(snapshot.today.day_number());
    let mut versions = Versions {
        board: version + snapshot.versions.schedule + day,
        reveal: snapshot.versions.reveal,
        config: snapshot.versions.config + day,
        season: snapshot.season().season,
    };
    let held = before.map(Frames::versions);
    let is_new = held.is_none_or(|held| !held.is_same_board(versions));
    let waits = is_new && hold;
    let board = match held {
        Some(held) if waits || !is_new => {
            (versions.board, versions.season) = (held.board, held.season);
            None
        }
        _ => Some(leaderboard(state, event_id, snapshot, version)?),
    };
    // Names and positions in a reveal come from the board, so the reveal must not get ahead of it.
    let shown = if waits && held.is_some_and(|held| held.reveal == versions.reveal) {
        None
    } else {
        let shown = snapshot.shown(event_id, &state.boards, false)?;
        Some(serde_json::to_string(&shown).map_err(ApiError::internal)?)
    };
    let config = json!({ "version": versions.config }).to_string();
    let data = [board, shown, Some(config)];
    Ok((Frames::new(before, versions, snapshot.is_set(), data), waits))
}

/// The public board, with its version.
fn leaderboard(
    state: &AppState,
    event_id: &str,
    snapshot: &RevealSnapshot,
    version: i64,
) -> Result<String, ApiError> {
    let mut board = state.boards.public_top(event_id, snapshot.season())?;
    board["version"] = json!(version);
    Ok(board.to_string())
}

/// Waits until `due`, or for ever if there is none.
pub(in crate::board) async fn until(due: Option<Instant>) {
    match due {
        Some(due) => tokio::time::sleep_until(due).await,
        None => std::future::pending().await,
    }
}

/// Sends every change to the listeners, whichever process or node made it, until the task ends.
pub async fn follow(state: AppState) {
    let mut boards = state.boards.watch();
    let mut reveals = state.topics.watch(topic::REVEAL);
    let [mut content, mut schedule] = CONFIG_TOPICS.map(|topic| state.topics.watch(topic));
    let mut ticks = tokio::time::interval(CHECK_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut due: Option<Instant> = None;
    loop {
        tokio::select! {
            _ = boards.changed() => {}
            _ = reveals.changed() => {}
            _ = content.changed() => {}
            _ = schedule.changed() => {}
            _ = ticks.tick() => {}
            () = until(due) => {}
        }
        match state.live.refresh(&state, Pace::Gathered).await {
            Ok(next) => due = next,
            Err(error) => {
                due = None;
                error.log();
                tracing::warn!(code = error.code(), "the live pages could not be rebuilt");
            }
        }
    }
}
