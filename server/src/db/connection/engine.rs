//! The two engines.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// A file, used by one node.
    Sqlite,
    /// A server that several nodes share.
    Postgres,
}
