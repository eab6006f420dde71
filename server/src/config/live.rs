//! How live pages are served.

use std::time::Duration;

/// How live pages are served.
#[derive(Debug, Clone, Copy)]
pub struct LiveSettings {
    /// How many streams may be open at once (`--live-streams`).
    pub streams: usize,
    /// How many of them one address may have (`--streams-per-address`).
    pub per_address: usize,
    /// How long nothing is said before a comment is.
    pub beat: Duration,
    /// How long boards are gathered before the next goes out; the first of a burst goes at once.
    pub gather: Duration,
}

impl LiveSettings {
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
