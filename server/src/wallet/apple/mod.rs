//! Apple Wallet's passes: a zip of a description, pictures, a list of their digests, and a signature of that list.

mod package;
mod pass;
mod pictures;
mod push;
mod signature;

pub use package::package;
pub use push::{Apns, Notified};

/// The type of a pass on the wire.
pub const CONTENT_TYPE: &str = "application/vnd.apple.pkpass";

/// A pass could not be made, which is a bug.
#[derive(Debug, thiserror::Error)]
pub enum PassError {
    #[error("a pass cannot be written: {0}")]
    Json(#[from] serde_json::Error),
    #[error("a pass cannot be packed: {0}")]
    Zip(#[from] zip::result::ZipError),
    #[error("a pass cannot be packed: {0}")]
    Io(#[from] std::io::Error),
    #[error("a pass cannot be signed: {0}")]
    Encoding(#[from] cms::cert::x509::der::Error),
    #[error("a pass cannot be signed: {0}")]
    Sign(#[from] crate::config::wallets::SignError),
    #[error("the pictures of a pass cannot be drawn")]
    Pictures,
}
