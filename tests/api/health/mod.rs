//! Health data from consent to erasure: who may store and read it, for how long, under which key, and what a copy of the
//! database reveals.

mod canaries;
mod consent;
pub(crate) mod dump;
mod erasure;
mod guardian;
mod reading;
mod retention;
mod rotation;
mod secret;
