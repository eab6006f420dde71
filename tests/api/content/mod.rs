//! Content: delivery from our own store and from a remote hub, and authoring.

mod authoring;
mod delivery;
pub(crate) mod images;
mod nodes;
mod remote;
