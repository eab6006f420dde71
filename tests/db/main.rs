//! The store, the same contract on both engines: schema, statements, group commit, idempotency, migrations.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod constraints;
mod migrations;
mod once;
mod schema;
mod statements;
mod writer;
