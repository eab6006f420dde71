//! What can be booked and when: events, seasons, the schedule and the fill of its slots.

pub mod calendar_feed;
pub mod schedule;
pub mod season;
pub mod settings;
pub mod slot;
pub mod timetable;
