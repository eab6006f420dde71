//! The program: its commands, the server with its router and background jobs, and the demo.

/// Prints a line on standard output ([`print_line`]).
macro_rules! say {
    ($($text:tt)*) => { $crate::app::print_line(format_args!($($text)*)) };
}

pub mod accounts;
pub mod copy;
pub mod demo;
pub mod error;
pub mod jobs;
pub mod key_rotation;
mod listen;
mod logs;
pub mod metrics;
pub mod middleware;
pub mod router;
pub mod run;
pub mod serve;
mod server;
mod tls;
mod traces;

/// A reader that has gone, or a full disk, stops nothing.
fn print_line(line: std::fmt::Arguments<'_>) {
    use std::io::Write as _;
    writeln!(std::io::stdout(), "{line}").ok();
}
