//! The crews whose boards are requested or followed in this process.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;
use tokio::time::Instant;

use super::reading::{CrewReading, CrewSeason};
use crate::config::LiveSettings;
use crate::http::shared_answer::SharedAnswer;

/// The newest reading of a crew, which its listeners follow; none once the crew or the server has ended.
pub(super) type Newest = watch::Sender<Option<Arc<CrewReading>>>;

#[derive(Debug)]
pub(super) struct Channel {
    pub(super) newest: Newest,
    /// The version of the topic `leaderboard` up to which the reading is known to be true.
    pub(super) finals: i64,
    pub(super) notified_at: Instant,
}

/// The reading of a crew's board that concurrent requests share.
type Reading = Arc<SharedAnswer<Option<Arc<CrewReading>>>>;

#[derive(Debug)]
pub struct Crews {
    pub(super) settings: LiveSettings,
    readings: Mutex<HashMap<(String, CrewSeason), Reading>>,
    channels: Mutex<HashMap<String, Channel>>,
    pub(super) stopped: AtomicBool,
    /// Readings for listeners are made one after the other, so that none is replaced by an older one.
    pub(super) turn: tokio::sync::Mutex<()>,
}

impl Crews {
    pub fn new(settings: LiveSettings) -> Self {
        Self {
            settings,
            readings: Mutex::default(),
            channels: Mutex::default(),
            stopped: AtomicBool::new(false),
            turn: tokio::sync::Mutex::default(),
        }
    }

    /// Ends every stream and refuses new ones.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Release);
        for channel in self.channels().values() {
            channel.newest.send_replace(None);
        }
    }

    /// The reading that concurrent requests for a board share; dropped once there are none.
    pub(super) fn reading(&self, key: &(String, CrewSeason)) -> Reading {
        let mut readings = self.readings.lock().unwrap_or_else(PoisonError::into_inner);
        readings.retain(|_, reading| Arc::strong_count(reading) > 1);
        readings.entry(key.clone()).or_default().clone()
    }

    pub(super) fn channels(&self) -> MutexGuard<'_, HashMap<String, Channel>> {
        self.channels.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
