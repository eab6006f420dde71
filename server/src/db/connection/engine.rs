//! The two engines.

/// The engine that the store runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// A file, used by one node.
    Sqlite,
    /// A server that several nodes share.
    Postgres,
}
