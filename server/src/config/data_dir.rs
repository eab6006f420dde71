//! What a command does about the data directory and the secret in it.

/// A command that finds neither must not begin a second, empty site because of a slip in `--data-dir`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DataDir {
    /// Both are made if they are missing, as at a first start.
    Made,
    /// Both are a server's: the command ends if they are missing.
    Found,
    /// The command works on files of databases, without the secret.
    Unused,
}
