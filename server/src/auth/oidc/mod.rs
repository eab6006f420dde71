//! OpenID Connect sign-in. [`provider`] talks to a provider, [`checks`] protects the redirect, [`claims`] verifies and
//! reads what the provider returns, [`account`] decides whose session that opens.

pub mod account;
pub mod checks;
pub mod claims;
mod http;
pub mod provider;

use std::sync::Arc;

use openidconnect::reqwest;

pub use provider::Provider;

use crate::config::clock::Clock;
use crate::config::oidc::OidcProvider;

/// Why a request to a provider failed. Safe to log: it contains no personal data and no token.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{0}")]
pub struct ProviderError(pub String);

impl ProviderError {
    /// An error with its chain of causes, in one line.
    pub fn because(what: &str, error: &(dyn std::error::Error + 'static)) -> Self {
        let mut text = format!("{what}: {error}");
        let mut cause = error.source();
        while let Some(inner) = cause {
            let reason = inner.to_string();
            if !text.ends_with(&reason) {
                text = format!("{text}: {reason}");
            }
            cause = inner.source();
        }
        Self(text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(600).collect())
    }
}

/// A provider's word for what went wrong, without what could spoil our log.
pub fn word(text: &str) -> String {
    text.chars().filter(char::is_ascii_graphic).take(60).collect()
}

#[derive(Debug, Clone, Default)]
pub struct Providers(Arc<Vec<Provider>>);

impl Providers {
    /// Sets them up without sending a request.
    pub fn new(settings: &[OidcProvider], public_url: &str) -> Result<Self, reqwest::Error> {
        let all = settings.iter().map(|one| Provider::new(one.clone(), public_url));
        Ok(Self(Arc::new(all.collect::<Result<_, _>>()?)))
    }

    /// Fetches the metadata of each; the error names the provider that failed.
    pub async fn discover(&self, clock: &Clock) -> Result<(), (String, ProviderError)> {
        for provider in self.all() {
            provider.discover(clock).await.map_err(|error| (provider.settings.id.clone(), error))?;
        }
        Ok(())
    }

    pub fn find(&self, id: &str) -> Option<&Provider> {
        self.all().iter().find(|provider| provider.settings.id == id)
    }

    /// All providers, ordered by id.
    pub fn all(&self) -> &[Provider] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_provider_s_word_stays_one_word_of_a_line() {
        assert_eq!(word("invalid_grant"), "invalid_grant");
        assert_eq!(word("no\r\nlevel=INFO all is well\u{1b}[2J"), "nolevel=INFOalliswell[2J");
        assert_eq!(word(&"x".repeat(1_000)).len(), 60);
    }
}
