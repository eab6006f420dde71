//! OpenID Connect: signing in with a provider from the configuration. [`provider`] speaks with it, [`checks`] keeps what a
//! browser has to bring back, [`claims`] reads what the provider vouches for, [`account`] decides whose session that opens.

pub mod account;
pub mod checks;
pub mod claims;
pub mod provider;

use std::sync::Arc;

use openidconnect::reqwest;

pub use provider::Provider;

use crate::config::clock::Clock;
use crate::config::oidc::OidcProvider;

/// Why a provider did not do its part. For the log: it names no person and holds no token.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ProviderError(pub String);

impl ProviderError {
    /// An error with everything that caused it, in one line.
    pub fn because(what: &str, error: &(dyn std::error::Error + 'static)) -> Self {
        let mut text = format!("{what}: {error}");
        let mut cause = error.source();
        while let Some(inner) = cause {
            let told = inner.to_string();
            if !text.ends_with(&told) {
                text = format!("{text}: {told}");
            }
            cause = inner.source();
        }
        Self(text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(600).collect())
    }
}

/// The configured providers.
#[derive(Debug, Clone, Default)]
pub struct Providers(Arc<Vec<Provider>>);

impl Providers {
    /// Puts them together; asks nothing of them yet.
    pub fn new(settings: &[OidcProvider], public_url: &str) -> Result<Self, reqwest::Error> {
        let all = settings.iter().map(|one| Provider::new(one.clone(), public_url));
        Ok(Self(Arc::new(all.collect::<Result<_, _>>()?)))
    }

    /// Asks each who it is; says which one does not answer as it should.
    pub async fn discover(&self, clock: &Clock) -> Result<(), (String, ProviderError)> {
        for provider in self.all() {
            provider.discover(clock).await.map_err(|error| (provider.settings.id.clone(), error))?;
        }
        Ok(())
    }

    /// The provider of an id.
    pub fn find(&self, id: &str) -> Option<&Provider> {
        self.all().iter().find(|provider| provider.settings.id == id)
    }

    /// Every one, ordered by id.
    pub fn all(&self) -> &[Provider] {
        &self.0
    }
}
