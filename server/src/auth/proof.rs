//! How a user authenticated.

/// How a user authenticated.
#[derive(Debug, Clone, Default)]
pub struct Proof {
    /// Whether a one-time code was used.
    pub second_factor: bool,
    /// The provider, with single sign-on; `None` for a password.
    pub provider: Option<ProviderProof>,
}

/// A sign-in at a provider.
#[derive(Clone)]
pub struct ProviderProof {
    /// The provider's id in the configuration.
    pub provider_id: String,
    /// The provider's session id, if it gives one.
    pub sid: Option<String>,
    /// The ID token, the hint with which the provider's session is ended.
    pub id_token: String,
}

impl std::fmt::Debug for ProviderProof {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Vouched").field("provider_id", &self.provider_id).finish_non_exhaustive()
    }
}
