//! The store, with the same contract on both engines: schema, statements, group commit, idempotency, migrations.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod bookings;
mod constraints;
mod copy;
mod earlier_version;
mod files;
mod limits;
mod messages;
mod migrations;
mod once;
mod people;
mod plan;
mod readers;
mod schema;
mod statements;
mod statistics;
mod teams;
mod writer;
