//! The edge: what is decided about a request before any handler sees it.

pub mod origin;
