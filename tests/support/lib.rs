//! What the tests stand on: throw-away stores of both engines.

pub mod postgres;
pub mod store;

pub use store::TestStore;
