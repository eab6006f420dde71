//! The live sessions that this process has seen lately. They only decide who is let in while the server is busy; the session is
//! still checked like any other.

use std::hash::{BuildHasher as _, RandomState};
use std::time::Duration;

use moka::sync::Cache;

use super::credentials::Credentials;
use super::keys::stored_hash;

/// The most sessions in memory.
const SESSIONS: u64 = 200_000;
/// No session lasts longer (RULES 10.1).
const LASTS: Duration = Duration::from_mins(58);

#[derive(Debug, Clone)]
pub struct KnownSessions {
    /// Whether each is of staff, by its key.
    live: Cache<u64, bool>,
    hasher: RandomState,
}

impl Default for KnownSessions {
    fn default() -> Self {
        let live = Cache::builder().max_capacity(SESSIONS).time_to_live(LASTS).build();
        Self { live, hasher: RandomState::new() }
    }
}

impl KnownSessions {
    /// The key of a secret or token, from its hash as stored. It means nothing to another process.
    pub fn key(&self, stored: &str) -> u64 {
        self.hasher.hash_one(stored)
    }

    /// Records that a session is live.
    pub fn remember(&self, key: u64, is_staff: bool) {
        if self.live.get(&key) != Some(is_staff) {
            self.live.insert(key, is_staff);
        }
    }

    pub fn includes(&self, key: u64) -> bool {
        self.live.contains_key(&key)
    }

    /// Whether any of the credentials is of a staff session.
    pub fn has_staff(&self, credentials: &Credentials) -> bool {
        let mut secrets = credentials.cookie.iter().chain(&credentials.tokens);
        secrets.any(|secret| self.live.get(&self.key(&stored_hash(secret))) == Some(true))
    }
}
