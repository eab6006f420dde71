//! How somebody proved who they are.

/// How somebody proved who they are.
#[derive(Debug, Clone, Default)]
pub struct Proof {
    /// Whether a one-time code stood behind it.
    pub second_factor: bool,
    /// The provider that vouched for them; none for our own passwords.
    pub provider: Option<Vouched>,
}

/// What a provider said when it vouched for somebody.
#[derive(Clone)]
pub struct Vouched {
    /// The provider's id in the configuration.
    pub provider_id: String,
    /// The provider's own session, when it names one.
    pub sid: Option<String>,
    /// Its ID token, the hint with which its session is ended.
    pub id_token: String,
}

impl std::fmt::Debug for Vouched {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Vouched").field("provider_id", &self.provider_id).finish_non_exhaustive()
    }
}
