//! How people are notified on their devices and by text message. Each is off without its settings, and what does not fit stops
//! the start.

mod flags;
mod push;
mod text;

use std::sync::Arc;

use super::error::ConfigError;

pub use flags::NotificationFlags;
pub use push::{PushKey, PushSettings, make_key, random_key};
pub use text::TextGateway;

/// The ways that are configured.
#[derive(Debug, Clone, Default)]
pub struct Notifications {
    pub push: Option<Arc<PushSettings>>,
    pub texts: Option<Arc<TextGateway>>,
}

pub(super) fn read(flags: &NotificationFlags) -> Result<Notifications, ConfigError> {
    Ok(Notifications { push: push::read(flags)?.map(Arc::new), texts: text::read(flags)?.map(Arc::new) })
}
