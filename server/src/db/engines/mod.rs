//! SQLite and PostgreSQL: how the store is opened, migrated and backed up, and how jobs are run on each.

pub mod backup;
pub(in crate::db) mod file;
pub(in crate::db) mod guard;
pub(in crate::db) mod job;
pub(in crate::db) mod lease;
pub mod migrate;
pub(crate) mod one_core;
pub mod open;
pub(in crate::db) mod pooled;
pub mod postgres;
pub(in crate::db) mod readers;
pub(in crate::db) mod replica;
pub mod store_metadata;
pub mod writer;
