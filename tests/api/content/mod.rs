//! Content: delivery from our own store and from a remote hub, and authoring.

mod authoring;
mod delivery;
mod images;
mod nodes;
mod remote;
