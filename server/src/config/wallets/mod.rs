//! The wallets of phones that a ticket can be put into: Apple's needs a certificate for passes, Google's the key of a service
//! account. Each is offered only if it is configured, and what does not fit stops the start.

mod apple;
mod flags;
mod google;
mod key;

use std::sync::Arc;

use super::error::ConfigError;

pub use apple::{AppleWallet, Push};
pub use flags::WalletFlags;
pub use google::GoogleWallet;
pub use key::{SignError, SigningKey};

/// The wallets that are configured.
#[derive(Debug, Clone, Default)]
pub struct Wallets {
    pub apple: Option<Arc<AppleWallet>>,
    pub google: Option<Arc<GoogleWallet>>,
}

/// Reads and checks the settings; adds a warning about a certificate that is about to expire.
pub(super) fn read(
    flags: &WalletFlags,
    now_ms: i64,
    warnings: &mut Vec<String>,
) -> Result<Wallets, ConfigError> {
    let apple = apple::read(flags, now_ms)?;
    warnings.extend(apple.as_ref().and_then(|apple| apple.expires_soon(now_ms)));
    Ok(Wallets { apple: apple.map(Arc::new), google: google::read(flags)?.map(Arc::new) })
}
