//! Bookings beyond a single call: what a change of a booking reads and writes, results imported from files, the staff's calendar.

pub mod closed_times;
pub mod context;
pub mod event;
pub mod event_snapshot;
pub mod history_import;
pub mod ical_feed;
pub mod missed;
pub mod offers;
pub mod protocol_body;
pub mod refusals;
pub mod seats;
mod slot_changes;
