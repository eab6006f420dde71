//! Who is calling: secrets and keys, passwords, sessions, the credentials in a request, and the auth client's protocol.

pub mod cookie;
pub mod exhausted;
pub mod extract;
pub mod keys;
pub mod line;
pub mod mode;
pub mod oidc;
pub mod password;
pub mod presented;
pub mod protocol;
pub mod require;
pub mod second_factor;
pub mod sign_in;

pub use extract::{CurrentUser, MaybeUser};
pub use keys::Keys;
pub use password::Hasher;
