//! Live pages: one state for each event, made anew when the store tells of a change and shared by everybody who listens.
//!
//! A listener costs a place in that state, a timer and its connection. Nobody has a queue: what changes while somebody reads
//! slowly, or was away, reaches them as the newest state alone.

mod client;
mod frames;
mod shown;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Body;
use serde_json::json;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior};

use client::Newest;
pub use client::Seat;
use frames::Frames;

pub use frames::Versions;
pub use shown::{Shown, Stage, speed, stated};

use crate::db::topic;
use crate::http::count::{Counts, Rate};
use crate::http::error::ApiError;
use crate::state::AppState;

/// The topics whose changes pages see in `event/config`: content and site settings, schedule and seasons.
const CONFIG_TOPICS: [&str; 2] = ["content", "schedule"];
/// How often everything is looked at without any news: for London's midnight, and when the store did not answer.
const LOOK: Duration = Duration::from_secs(1);
/// When somebody may come again who found every stream taken, in seconds.
const FULL_RETRY_S: u64 = 10;
/// How many streams an address may open in [`OPENING`] for each that it may have: everybody behind it comes back at once when
/// the network does, and again.
const OPENINGS: usize = 4;
/// See [`OPENINGS`].
const OPENING: Duration = Duration::from_secs(10);

/// How live pages are served.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// How many streams may be open at once (`--live-streams`).
    pub streams: usize,
    /// How many of them one address may have (`--streams-per-address`).
    pub per_address: usize,
    /// How long nothing is said before a comment is.
    pub beat: Duration,
    /// How long boards are gathered before the next goes out; the first of a burst goes at once.
    pub gather: Duration,
}

impl Settings {
    /// As the wire has it (`api.md`, "Live"), for so many streams, of whichever address.
    pub fn new(streams: usize) -> Self {
        Self {
            streams,
            per_address: streams,
            beat: Duration::from_secs(15),
            gather: Duration::from_millis(100),
        }
    }
}

/// Whether a new board waits for those that follow it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pace {
    /// An operator's act: it goes out at once.
    AtOnce,
    /// One board in [`Settings::gather`].
    Gathered,
}

/// The state of one event and those who listen to it.
#[derive(Debug)]
struct Channel {
    newest: watch::Sender<Option<Arc<Frames>>>,
    /// When its last board went out.
    board_at: Instant,
}

/// The live pages of this process.
#[derive(Debug)]
pub struct Live {
    settings: Settings,
    taken: Arc<AtomicUsize>,
    of_address: Counts<String>,
    opened: Rate<String>,
    stopped: AtomicBool,
    channels: Mutex<HashMap<String, Channel>>,
    /// States are made one after the other, so that none is replaced by an older one.
    turn: tokio::sync::Mutex<()>,
}

impl Live {
    /// Nobody listens yet.
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            taken: Arc::default(),
            of_address: Counts::default(),
            opened: Rate::new(OPENING),
            stopped: AtomicBool::new(false),
            channels: Mutex::default(),
            turn: tokio::sync::Mutex::default(),
        }
    }

    /// How many streams are open.
    pub fn open(&self) -> usize {
        self.taken.load(Ordering::Acquire)
    }

    /// A seat for a listener from an address.
    pub fn seat(&self, address: String) -> Result<Seat, ApiError> {
        let most = self.settings.per_address;
        if !self.opened.hit(address.clone(), most.saturating_mul(OPENINGS)) {
            return Err(full_here());
        }
        let counted = self.of_address.take(address, most).ok_or_else(full_here)?;
        Seat::take(&self.taken, self.settings.streams, counted).ok_or_else(full)
    }

    /// Listens to an event: what is another than at `last`, the id that the listener heard last, then every change.
    pub async fn listen(
        &self,
        state: &AppState,
        event_id: &str,
        seat: Seat,
        last: Option<Versions>,
    ) -> Result<Body, ApiError> {
        let mut newest = self.channel(state, event_id).await?;
        let frames = newest.borrow_and_update().clone().ok_or_else(stopping)?;
        Ok(Body::from_stream(client::listen(newest, &frames, last, self.settings.beat, seat)))
    }

    /// Tells everybody at once what an operator has just done. The store has it already: whoever is not told now is told by
    /// [`follow`].
    pub async fn tell(&self, state: &AppState) {
        if let Err(error) = self.refresh(state, Pace::AtOnce).await {
            error.log();
            tracing::warn!(code = error.code(), "the live pages are told later");
        }
    }

    /// Ends every stream, and begins none any more.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Release);
        for channel in self.channels().values() {
            channel.newest.send_replace(None);
        }
    }

    /// The state of an event, made now if nobody has been listening.
    async fn channel(&self, state: &AppState, event_id: &str) -> Result<Newest, ApiError> {
        // Whom nobody follows may be old.
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
        let (frames, _) = load(state, event_id, None, false).await?;
        let frames = Arc::new(frames);
        let (newest, listener) = watch::channel(Some(frames));
        self.channels().insert(event_id.to_owned(), Channel { newest, board_at: Instant::now() });
        Ok(listener)
    }

    /// Makes the states anew that somebody listens to. Gives the moment from which a board that waits may go out.
    async fn refresh(&self, state: &AppState, pace: Pace) -> Result<Option<Instant>, ApiError> {
        let _turn = self.turn.lock().await;
        let mut due = None;
        for (event_id, before, board_at) in self.heard() {
            let next = board_at + self.settings.gather;
            let hold = pace == Pace::Gathered && Instant::now() < next;
            let (frames, waits) = load(state, &event_id, Some(&before), hold).await?;
            if waits {
                due = Some(due.map_or(next, |due: Instant| due.min(next)));
            }
            if frames.says_more_than(&before) {
                self.put(&event_id, frames);
            }
        }
        Ok(due)
    }

    /// The states that somebody listens to; the others are let go.
    fn heard(&self) -> Vec<(String, Arc<Frames>, Instant)> {
        let mut channels = self.channels();
        channels.retain(|_, channel| channel.newest.receiver_count() > 0);
        channels
            .iter()
            .filter_map(|(event_id, channel)| {
                let frames = channel.newest.borrow().clone()?;
                Some((event_id.clone(), frames, channel.board_at))
            })
            .collect()
    }

    fn put(&self, event_id: &str, frames: Frames) {
        if let Some(channel) = self.channels().get_mut(event_id) {
            let board = frames.versions().board;
            channel.newest.send_if_modified(|newest| {
                // None stays none: the server stops.
                let Some(before) = newest else { return false };
                if before.versions().board != board {
                    channel.board_at = Instant::now();
                }
                *newest = Some(Arc::new(frames));
                true
            });
        }
    }

    fn channels(&self) -> MutexGuard<'_, HashMap<String, Channel>> {
        self.channels.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn full_here() -> ApiError {
    ApiError::too_many(FULL_RETRY_S)
        .renamed("STREAMS_OF_ADDRESS")
        .message("Too many live boards are open from your network. Close one and try again.")
}

fn full() -> ApiError {
    ApiError::unavailable(FULL_RETRY_S)
        .renamed("STREAMS_FULL")
        .message("Every seat at the live board is taken. Please try again in a moment.")
}

fn stopping() -> ApiError {
    ApiError::unavailable(1)
}

/// The state of an event as the store and the boards have it, and whether a newer board waits: with `hold` the one of before
/// stays.
async fn load(
    state: &AppState,
    event_id: &str,
    before: Option<&Frames>,
    hold: bool,
) -> Result<(Frames, bool), ApiError> {
    let stage = Stage::read(state, event_id).await?;
    // The older of the two: what is read may be newer than it is said to be, never older.
    let version = state.boards.version().min(stage.board_version);
    let day = i64::from(stage.today.day_number());
    let mut versions =
        Versions { board: version + day, reveal: stage.reveal_version, config: stage.config_version + day };
    let held = before.map(Frames::versions);
    let is_new = held.is_none_or(|held| held.board != versions.board);
    let waits = is_new && hold;
    let board = match held {
        Some(held) if waits || !is_new => {
            versions.board = held.board;
            None
        }
        _ => Some(leaderboard(state, event_id, &stage, version)?),
    };
    // Name and position of who is shown come from the board: they do not run ahead of it.
    let shown = if waits && held.is_some_and(|held| held.reveal == versions.reveal) {
        None
    } else {
        let shown = stage.shown(event_id, &state.boards, false)?;
        Some(serde_json::to_string(&shown).map_err(ApiError::internal)?)
    };
    let config = json!({ "version": versions.config }).to_string();
    let data = [board, shown, Some(config)];
    Ok((Frames::new(before, versions, stage.is_set(), data), waits))
}

/// The running season's board as anybody gets it, with its version.
fn leaderboard(state: &AppState, event_id: &str, stage: &Stage, version: i64) -> Result<String, ApiError> {
    let season = stage.seasons.shown_on(stage.today);
    let mut board = state.boards.public_top(event_id, season)?;
    board["version"] = json!(version);
    Ok(board.to_string())
}

/// Tells those who listen of every change, whichever process or node made it, until the task ends.
pub async fn follow(state: AppState) {
    let mut boards = state.boards.watch();
    let mut reveals = state.topics.watch(topic::REVEAL);
    let [mut content, mut schedule] = CONFIG_TOPICS.map(|topic| state.topics.watch(topic));
    let mut looks = tokio::time::interval(LOOK);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut due: Option<Instant> = None;
    loop {
        let waiting = due;
        let ripe = async move {
            match waiting {
                Some(due) => tokio::time::sleep_until(due).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = boards.changed() => {}
            _ = reveals.changed() => {}
            _ = content.changed() => {}
            _ = schedule.changed() => {}
            _ = looks.tick() => {}
            () = ripe => {}
        }
        match state.live.refresh(&state, Pace::Gathered).await {
            Ok(next) => due = next,
            Err(error) => {
                due = None;
                error.log();
                tracing::warn!(code = error.code(), "the live pages could not be made anew");
            }
        }
    }
}
