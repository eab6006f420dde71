//! How people sign in, and their sessions: mailed links, passkeys, second factors, single sign-on.

pub mod device;
pub mod email;
pub mod identity;
pub mod passkey;
pub mod password;
pub mod second_factor;
pub mod session;
pub mod session_cache;
pub mod token;
