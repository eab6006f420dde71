//! Live pages: one state for each event, made anew when the store tells of a change and shared by everybody who listens.
//!
//! A listener costs a place in that state, a timer and its connection. Nobody has a queue: what changes while somebody reads
//! slowly, or was away, reaches them as the newest state alone.

mod channels;
mod client;
mod frames;
mod publish;
mod shown;

pub use channels::Live;
pub use client::Seat;
pub use frames::Versions;
pub use publish::follow;
pub use shown::{Shown, Stage, speed, stated};
