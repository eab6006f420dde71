//! The live screen: the acts of a reveal, what everybody and what only its operators see of it, and the stream.

mod acts;
mod desk;
mod listener;
mod nodes;
mod refusals;
pub(super) mod stage;
mod stream;
mod streams;
mod withdrawn;
