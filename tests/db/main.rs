//! The store, the same contract on both engines: schema, statements, group commit, idempotency, migrations.

mod constraints;
mod migrations;
mod once;
mod schema;
mod statements;
mod writer;
