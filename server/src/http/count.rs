//! Counts by key: how many of something are open, and how many were opened lately.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How many are open for each key that has any. Cheap to clone.
#[derive(Debug)]
pub struct Counts<K>(Arc<Mutex<HashMap<K, usize>>>);

impl<K> Clone for Counts<K> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<K> Default for Counts<K> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

/// Counted until it is dropped.
#[derive(Debug)]
pub struct Counted<K: Eq + Hash>(Counts<K>, K);

impl<K: Eq + Hash + Clone> Counts<K> {
    /// Counts one more; `None` if the key has `most` already.
    pub fn acquire(&self, key: K, most: usize) -> Option<Counted<K>> {
        {
            let mut counts = self.lock();
            let count = counts.get(&key).copied().unwrap_or_default();
            if count >= most {
                return None;
            }
            counts.insert(key.clone(), count + 1);
        }
        Some(Counted(self.clone(), key))
    }
}

impl<K: Eq + Hash> Counts<K> {
    fn lock(&self) -> MutexGuard<'_, HashMap<K, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash> Counted<K> {
    pub fn key(&self) -> &K {
        &self.1
    }
}

impl<K: Eq + Hash> Drop for Counted<K> {
    fn drop(&mut self) {
        let mut counts = self.0.lock();
        match counts.get_mut(&self.1) {
            Some(count) if *count > 1 => *count -= 1,
            _ => {
                counts.remove(&self.1);
            }
        }
    }
}

/// How often each key was counted in the current window of time.
#[derive(Debug)]
pub struct Rate<K> {
    window: Duration,
    running: Mutex<(Instant, HashMap<K, usize>)>,
}

impl<K: Eq + Hash> Rate<K> {
    pub fn new(window: Duration) -> Self {
        Self { window, running: Mutex::new((Instant::now(), HashMap::new())) }
    }

    /// Counts once more; false if that exceeds `most`.
    pub fn hit(&self, key: K, most: usize) -> bool {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if running.0.elapsed() >= self.window {
            *running = (Instant::now(), HashMap::new());
        }
        let count = running.1.entry(key).or_default();
        *count += 1;
        *count <= most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_its_own_rate_and_a_window_ends() {
        let rate = Rate::new(Duration::from_hours(1));
        assert_eq!([1, 2, 3].map(|_| rate.hit("a", 2)), [true, true, false]);
        assert!(rate.hit("b", 2));
        let ended = Rate::new(Duration::ZERO);
        assert!((0..5).all(|_| ended.hit("a", 1)));
    }

    #[test]
    fn each_address_has_its_own_count_and_none_is_remembered() {
        let counts = Counts::default();
        let first: Vec<_> = (0..3).map(|_| counts.acquire("a", 3).unwrap()).collect();
        assert!(counts.acquire("a", 3).is_none());
        let other = counts.acquire("b", 3).unwrap();
        drop(first);
        assert!(counts.acquire("a", 1).is_some());
        drop(other);
        assert!(counts.lock().is_empty());
    }
}
