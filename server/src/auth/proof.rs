//! How a user authenticated.

/// How a user authenticated.
#[derive(Clone, Default)]
pub struct Proof {
    pub method: Method,
    /// Whether a one-time code was used as well, or a provider vouches for several factors.
    pub second_factor: bool,
    /// The hash that the password was compared with; none if there was no password.
    pub password_hash: Option<String>,
}

impl std::fmt::Debug for Proof {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { method, second_factor, password_hash: _ } = self;
        f.debug_struct("Proof")
            .field("method", method)
            .field("second_factor", second_factor)
            .finish_non_exhaustive()
    }
}

/// What a sign-in rests on.
#[derive(Debug, Clone, Default)]
pub enum Method {
    #[default]
    Password,
    /// A mailed link (RULES 10.10).
    Link,
    /// A passkey whose authenticator has verified its user (RULES 10.9).
    Passkey,
    /// Single sign-on.
    Provider(ProviderProof),
}

impl Method {
    /// The word in the column of sessions and in the audit log.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Password => "credentials",
            Self::Link => "link",
            Self::Passkey => "passkey",
            Self::Provider(_) => "sso",
        }
    }

    pub fn provider(&self) -> Option<&ProviderProof> {
        match self {
            Self::Password | Self::Link | Self::Passkey => None,
            Self::Provider(provider) => Some(provider),
        }
    }
}

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
