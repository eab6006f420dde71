//! The event calls.

mod absent_ids;
pub(crate) mod admin;
mod alerts;
mod arrivals;
mod assistance;
mod availability;
mod booking;
mod calendar;
mod cost;
mod deadlock;
mod decline;
mod for_somebody;
mod keys;
mod livescreen;
mod moving;
mod openings;
mod race;
mod refusals;
mod repeats;
mod retest;
pub(crate) mod stage;
mod team;
pub(crate) mod ticket;
mod waitlist;
mod waitlist_offers;
mod waitlist_race;
