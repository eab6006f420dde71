//! The versions of topics that this process knows of: what it has raised itself, and what it has heard of others.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

/// The versions that this process knows of. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct KnownVersions(Arc<Mutex<HashMap<String, watch::Sender<i64>>>>);

impl KnownVersions {
    /// The version of a topic, now and whenever it rises; 0 until one is known.
    pub fn watch(&self, name: &str) -> watch::Receiver<i64> {
        self.lock().entry(name.to_owned()).or_insert_with(|| watch::channel(0).0).subscribe()
    }

    /// The version of a topic that is known now; 0 until one is.
    pub fn get(&self, name: &str) -> i64 {
        self.lock().get(name).map_or(0, |sender| *sender.borrow())
    }

    /// Records a version, unless a later one is known.
    pub fn rise(&self, name: &str, version: i64) {
        let mut known = self.lock();
        let Some(sender) = known.get(name) else {
            known.insert(name.to_owned(), watch::channel(version).0);
            return;
        };
        sender.send_if_modified(|known| {
            let risen = version > *known;
            if risen {
                *known = version;
            }
            risen
        });
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, watch::Sender<i64>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
