//! The calls of staff: people, the desk on a test day, results.

mod assistance;
mod audit;
mod bookings;
mod clearance;
mod correct;
mod correction_request;
mod create_user;
mod day;
pub(crate) mod desk;
mod export;
mod finish;
mod import;
mod lite;
mod numbers;
mod onboard;
mod profile;
mod protocols;
mod role;
mod schedule;
mod seasons;
mod settings;
mod setup;
mod sign_in;
mod sync;
mod test;
mod update_user;
mod users;
