//! The calls of staff: people, the desk on a test day, results.

mod assistance;
mod audit;
mod bookings;
mod clearance;
mod correct;
mod create_user;
mod day;
mod desk;
mod export;
mod final_;
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
mod sync;
mod test;
mod update_user;
mod users;
