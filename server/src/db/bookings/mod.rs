//! Bookings of athletes and teams, from the waiting list to the desk.

pub mod alert;
pub mod arrival;
pub mod booking;
pub mod csv_export;
pub mod desk;
pub mod kiosk;
pub mod team;
pub mod waitlist;
