//! Authentication: secrets and keys, passwords, sessions, credentials, and the next-auth protocol.

pub mod audit;
pub mod cookie;
pub mod credentials;
pub mod current_user;
pub mod exhausted;
pub mod extract;
pub mod identify;
pub mod keys;
pub mod known_sessions;
pub mod mode;
pub mod oidc;
pub mod passkey;
pub mod password;
pub mod proof;
pub mod protocol;
pub mod require;
pub mod second_factor;
pub mod sign_in;

pub use current_user::CurrentUser;
pub use extract::MaybeUser;
pub use keys::Keys;
pub use password::Hasher;
