//! The settings of live pages.

use std::time::Duration;

#[derive(Debug, Clone, Copy)]
pub struct LiveSettings {
    /// How many streams may be open at once (`--live-streams`).
    pub streams: usize,
    /// How many of them one address may have (`--streams-per-address`).
    pub per_address: usize,
    /// How long a stream is silent before a comment is sent.
    pub beat: Duration,
    /// How long changes of a board are gathered before the next one is sent; the first of a burst is sent at once.
    pub gather: Duration,
}

impl LiveSettings {
    /// The intervals in production (docs/LIVE.md), for a number of streams, from any addresses.
    pub fn new(streams: usize) -> Self {
        Self {
            streams,
            per_address: streams,
            beat: Duration::from_secs(15),
            gather: Duration::from_millis(100),
        }
    }
}
