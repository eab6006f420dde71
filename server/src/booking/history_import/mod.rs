//! Results from elsewhere: reading a CSV file, checking it whole, and storing all of it or nothing. The call and the command
//! both come here.

mod check;
mod file;
mod from_file;
mod import;
mod problem;

pub use file::{File, Row, read};
pub use from_file::{FileError, from_file};
pub use import::{By, Outcome, SeasonVisits, run};
pub use problem::Problem;

/// The most bytes that a file may have.
pub const BYTES: usize = 1024 * 1024;
/// The most rows that a file may have, its header not counted.
pub const ROWS: usize = 5_000;
