//! Why a passkey is not accepted, and what is answered then.

use axum::http::StatusCode;
use webauthn_rs::prelude::WebauthnError;

use crate::http::ApiError;

/// Why a passkey was not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasskeyError {
    /// The public address has an IP number instead of a name, and browsers have no passkeys for those.
    #[error("this site has no name that a passkey could belong to")]
    Unavailable,
    /// The challenge is unknown, for something else, too old, or was answered before.
    #[error("the challenge is not valid any more")]
    Challenge,
    /// No account has it.
    #[error("no account has this passkey")]
    Unknown,
    /// The answer does not have the shape that browsers send.
    #[error("the answer does not read")]
    Malformed,
    /// Its authenticator's counter went backwards: there may be a copy.
    #[error("the signature counter went backwards")]
    Counter,
    /// Something that was signed is not as it has to be; the word is for the audit log.
    #[error("not accepted: {0}")]
    Refused(&'static str),
}

impl PasskeyError {
    /// The reason, as a word for the audit log.
    pub fn reason(self) -> &'static str {
        match self {
            Self::Unavailable => "unavailable",
            Self::Challenge => "challenge",
            Self::Unknown => "unknown",
            Self::Malformed => "malformed",
            Self::Counter => "counter",
            Self::Refused(word) => word,
        }
    }

    /// The refusal of a sign-in.
    pub fn at_sign_in(self) -> ApiError {
        self.refusal(StatusCode::UNAUTHORIZED)
    }

    /// The refusal of a new passkey.
    pub fn while_adding(self) -> ApiError {
        self.refusal(StatusCode::UNPROCESSABLE_ENTITY)
    }

    fn refusal(self, status: StatusCode) -> ApiError {
        match self {
            Self::Unavailable => ApiError::rule(
                "PASSKEY_UNAVAILABLE",
                "Passkeys need an address with a name, and this site has none.",
            ),
            Self::Malformed => {
                let message = "We could not read that passkey. Try again, or choose another way.";
                ApiError::invalid("credential", message)
            }
            Self::Challenge => ApiError::new(
                status,
                "PASSKEY_EXPIRED",
                "That took too long, or was done already. Try again.",
            ),
            Self::Unknown => ApiError::new(
                status,
                "PASSKEY_UNKNOWN",
                "That passkey is not in use here any more. Sign in another way.",
            ),
            Self::Counter | Self::Refused(_) => ApiError::new(
                status,
                "PASSKEY_REFUSED",
                "We could not accept that passkey. Try again, or choose another way.",
            ),
        }
    }
}

impl From<WebauthnError> for PasskeyError {
    /// A refusal of the library, with a word for the audit log.
    fn from(error: WebauthnError) -> Self {
        let word = match error {
            WebauthnError::CredentialPossibleCompromise => return Self::Counter,
            WebauthnError::MismatchedChallenge => "challenge",
            WebauthnError::InvalidRPOrigin => "origin",
            WebauthnError::InvalidRPIDHash => "rp-id",
            WebauthnError::UserNotPresent => "not-present",
            WebauthnError::UserNotVerified => "not-verified",
            WebauthnError::InvalidClientDataType => "type",
            WebauthnError::AuthenticationFailure => "signature",
            WebauthnError::CredentialBackupEligibilityInconsistent
            | WebauthnError::CredentialMayNotBeHardwareBound => "backup",
            WebauthnError::CredentialCrossOrigin => "cross-origin",
            _ => "invalid",
        };
        Self::Refused(word)
    }
}
