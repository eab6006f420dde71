//! One request at a time for each key: a caller holds the key's turn.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Mutex as Turn, OwnedMutexGuard};

type Map = Arc<Mutex<HashMap<String, Arc<Turn<()>>>>>;

/// The turns that are held or waited for.
#[derive(Debug, Default)]
pub(super) struct SingleFlight(Map);

/// The turn of a key. Removed with the last caller who uses it.
pub(super) struct Flight {
    key: String,
    turn: Arc<Turn<()>>,
    map: Map,
}

impl SingleFlight {
    pub(super) fn flight(&self, key: &str) -> Flight {
        let turn = lock(&self.0).entry(key.to_owned()).or_default().clone();
        Flight { key: key.to_owned(), turn, map: self.0.clone() }
    }
}

impl Flight {
    /// Takes the turn if it is free.
    pub(super) fn try_acquire(&self) -> Option<OwnedMutexGuard<()>> {
        self.turn.clone().try_lock_owned().ok()
    }

    /// Waits for the turn.
    pub(super) async fn acquire(&self) -> OwnedMutexGuard<()> {
        self.turn.clone().lock_owned().await
    }
}

impl Drop for Flight {
    fn drop(&mut self) {
        let mut map = lock(&self.map);
        // The map's and this one; a guard that is still held has a reference of its own.
        if Arc::strong_count(&self.turn) <= 2 {
            map.remove(&self.key);
        }
    }
}

fn lock(map: &Mutex<HashMap<String, Arc<Turn<()>>>>) -> MutexGuard<'_, HashMap<String, Arc<Turn<()>>>> {
    map.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_turn_is_one_persons_and_is_forgotten_after() {
        let turns = SingleFlight::default();
        let first = turns.flight("a");
        let permit = first.try_acquire().unwrap();
        let second = turns.flight("a");
        assert!(second.try_acquire().is_none() && turns.flight("b").try_acquire().is_some());
        drop(permit);
        drop(first);
        drop(second.acquire().await);
        assert_eq!(lock(&turns.0).len(), 1);
        drop(second);
        assert!(lock(&turns.0).is_empty());
    }
}
