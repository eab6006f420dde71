//! `/api/user/notifications`: what the caller is notified of, when, and on which devices (RULES 16.1 to 16.7).

pub(super) mod devices;
pub(super) mod settings;
