//! Live pages: one state for each event, made again when the store reports a change and shared by every listener.
//!
//! A listener costs a reference to that state, a timer and its connection. There are no queues: what changes while a
//! client is away or reads slowly reaches it only as the newest state.

mod channels;
mod client;
mod frames;
mod publish;
mod reveal_state;

pub use channels::Live;
pub use client::StreamPermit;
pub use frames::Versions;
pub use publish::follow;
pub(in crate::board) use publish::until;
pub use reveal_state::{RevealSnapshot, RevealState, StoredVersions, speed, stated};
