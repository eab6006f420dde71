//! The live streams of this process: a channel for each event that somebody listens to, and the limits on streams.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use super::client::StreamPermit;
use super::frames::Frames;
use crate::config::LiveSettings;
use crate::http::ApiError;
use crate::http::count::{Counts, Rate};

/// When a client may try again that found every stream taken, in seconds.
const FULL_RETRY_S: u64 = 10;
/// How many streams an address may open within [`OPENING`] for each that it may have: everybody behind it reconnects at
/// once when the network returns, perhaps repeatedly.
const OPENINGS: usize = 4;
const OPENING: Duration = Duration::from_secs(10);

/// The state of an event and its listeners.
#[derive(Debug)]
pub(super) struct Channel {
    pub(super) newest: watch::Sender<Option<Arc<Frames>>>,
    pub(super) board_at: Instant,
}

#[derive(Debug)]
pub struct Live {
    pub(super) settings: LiveSettings,
    taken: Arc<AtomicUsize>,
    of_address: Counts<String>,
    opened: Rate<String>,
    pub(super) stopped: AtomicBool,
    channels: Mutex<HashMap<String, Channel>>,
    /// States are made one after the other, so that none is replaced by an older one.
    pub(super) turn: tokio::sync::Mutex<()>,
}

impl Live {
    pub fn new(settings: LiveSettings) -> Self {
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

    /// A stream for a listener from an address, if one is free.
    pub fn permit(&self, address: String) -> Result<StreamPermit, ApiError> {
        let most = self.settings.per_address;
        if !self.opened.hit(address.clone(), most.saturating_mul(OPENINGS)) {
            return Err(full_here());
        }
        let counted = self.of_address.acquire(address, most).ok_or_else(full_here)?;
        StreamPermit::acquire(&self.taken, self.settings.streams, counted).ok_or_else(full)
    }

    /// Ends every stream and refuses new ones.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Release);
        for channel in self.channels().values() {
            channel.newest.send_replace(None);
        }
    }

    /// The events that somebody listens to, with the time of their last board; the states of the others are dropped.
    pub(super) fn heard(&self) -> Vec<(String, Instant)> {
        let mut channels = self.channels();
        channels.retain(|_, channel| channel.newest.receiver_count() > 0);
        channels.iter().map(|(event_id, channel)| (event_id.clone(), channel.board_at)).collect()
    }

    /// The state of an event; none if nobody listens, or the server is stopping.
    pub(super) fn newest(&self, event_id: &str) -> Option<Arc<Frames>> {
        self.channels().get(event_id)?.newest.borrow().clone()
    }

    pub(super) fn put(&self, event_id: &str, frames: Frames) {
        if let Some(channel) = self.channels().get_mut(event_id) {
            let versions = frames.versions();
            channel.newest.send_if_modified(|newest| {
                // Once none, always none: the server is stopping.
                let Some(before) = newest else { return false };
                if !before.versions().is_same_board(versions) {
                    channel.board_at = Instant::now();
                }
                *newest = Some(Arc::new(frames));
                true
            });
        }
    }

    pub(super) fn channels(&self) -> MutexGuard<'_, HashMap<String, Channel>> {
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

pub(super) fn stopping() -> ApiError {
    ApiError::unavailable(1)
}
