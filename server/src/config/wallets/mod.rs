//! The wallets of phones that a ticket can be put into: Apple's needs a certificate for passes, Google's the key of a service
//! account. Each is offered only if it is configured, and what does not fit stops the start. An expired certificate does not: the
//! rest of the site works without it.

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
    /// Its certificate may have expired: [`Wallets::apple_at`].
    pub apple: Option<Arc<AppleWallet>>,
    pub google: Option<Arc<GoogleWallet>>,
}

impl Wallets {
    /// Apple Wallet while its certificate is valid.
    pub fn apple_at(&self, now_ms: i64) -> Option<&Arc<AppleWallet>> {
        self.apple.as_ref().filter(|apple| now_ms < apple.end_ms())
    }
}

/// Reads and checks the settings; adds a warning about a certificate that is about to expire, or has expired.
pub(super) fn read(
    flags: &WalletFlags,
    now_ms: i64,
    warnings: &mut Vec<String>,
) -> Result<Wallets, ConfigError> {
    let apple = apple::read(flags)?;
    warnings.extend(apple.as_ref().and_then(|apple| apple.expiry_warning(now_ms)));
    Ok(Wallets { apple: apple.map(Arc::new), google: google::read(flags)?.map(Arc::new) })
}
