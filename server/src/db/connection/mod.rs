//! One connection of either engine: its statements, their parameters and columns, and its errors.

pub mod column;
pub mod conn;
pub(in crate::db) mod engine;
pub(in crate::db) mod error;
pub mod param;
