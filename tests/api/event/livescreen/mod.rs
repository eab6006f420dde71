//! The live screen: the actions of a reveal, what the public and the operators see of it, and the stream.

mod acts;
mod desk;
mod listener;
mod nodes;
mod refusals;
pub(super) mod stage;
mod stream;
mod streams;
mod withdrawn;
