//! The staff sessions that this process has seen lately. They are only used to let staff in while the server is too busy; the
//! session is still checked like any other.

use std::time::Duration;

use moka::sync::Cache;

use super::credentials::Credentials;
use super::keys::stored_hash;

/// The most sessions in memory.
const SESSIONS: u64 = 10_000;
/// No session lasts longer (RULES 10.1).
const LASTS: Duration = Duration::from_mins(58);

/// By the hash of the secret or token that was presented.
#[derive(Debug, Clone)]
pub struct KnownStaff(Cache<String, ()>);

impl Default for KnownStaff {
    fn default() -> Self {
        Self(Cache::builder().max_capacity(SESSIONS).time_to_live(LASTS).build())
    }
}

impl KnownStaff {
    pub fn remember(&self, secret: &str) {
        self.0.insert(stored_hash(secret), ());
    }

    /// Whether any of the credentials is of a staff session.
    pub fn includes(&self, credentials: &Credentials) -> bool {
        let mut secrets = credentials.cookie.iter().chain(&credentials.tokens);
        secrets.any(|secret| self.0.contains_key(&stored_hash(secret)))
    }
}
