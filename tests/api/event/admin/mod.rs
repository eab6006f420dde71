//! The calls of staff: people, the desk on a test day, results.

mod correct;
mod day;
mod desk;
mod final_;
mod import;
mod lite;
mod onboard;
mod profile;
mod protocols;
mod role;
mod sync;
mod test;
