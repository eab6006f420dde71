//! The program: its commands, the server with its router and background jobs, and the demo.

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
mod traces;
