//! The content hub: what it delivers, from this store and from a hub elsewhere, and how it is written.

mod authoring;
mod delivery;
mod images;
mod nodes;
mod remote;
