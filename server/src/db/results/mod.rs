//! The results of tests: recorded, corrected, imported, looked back on.

pub mod correction_request;
pub mod history;
pub mod history_import;
pub(in crate::db) mod mark;
pub mod protocol;
pub mod result;
