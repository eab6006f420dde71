//! The event calls.

mod admin;
mod availability;
mod booking;
mod cost;
mod keys;
mod livescreen;
mod moving;
mod race;
mod refusals;
pub(crate) mod stage;
mod waitlist;
