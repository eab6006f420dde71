//! The event calls.

mod availability;
mod booking;
mod keys;
mod moving;
mod race;
mod refusals;
pub(crate) mod stage;
mod waitlist;
