//! The signed-in caller and what their role allows.

use axum::http::StatusCode;
use sixfold_domain::identity::Uaid;
use sixfold_domain::role::{Capability, Grant, Role};

use crate::config::Config;
use crate::db::people::health_access::Reader;
use crate::db::sign_in::session::SessionRow;
use crate::http::ApiError;

/// The signed-in caller.
#[derive(Clone)]
pub struct CurrentUser {
    pub uaid: Uaid,
    /// The account's current role, not the one at sign-in.
    pub role: Role,
    pub session_id: String,
    /// When they signed in, ms.
    pub stamp: i64,
    pub expires_at: i64,
    pub token: String,
    pub email: String,
    /// First and last name, possibly empty.
    pub name: String,
    pub strength: Strength,
    /// Staff rights are withheld until a second factor is set up (`--require-second-factor`).
    pub awaiting_second_factor: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// A password or a mailed link.
    Password,
    /// The same and a one-time code.
    SecondFactor,
    /// A passkey: both factors at once (RULES 10.9).
    Passkey,
    /// Single sign-on; the provider decides about second factors.
    Provider,
}

impl std::fmt::Debug for CurrentUser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CurrentUser")
            .field("uaid", &self.uaid)
            .field("role", &self.role)
            .finish_non_exhaustive()
    }
}

impl CurrentUser {
    /// The extent to which the role has the capability; 403 if not at all. While a required second factor is missing,
    /// staff are limited to what an athlete may do; their own account stays open so that they can enrol.
    pub fn require(&self, capability: Capability) -> Result<Grant, ApiError> {
        let grant = self.role.can(capability);
        if !grant.allowed() {
            return Err(ApiError::forbidden());
        }
        if self.awaiting_second_factor && grant != Role::Athlete.can(capability) {
            return Err(ApiError::new(
                StatusCode::FORBIDDEN,
                "SECOND_FACTOR_NEEDED",
                "Your role needs two-step sign-in or a passkey. Set one up in My Profile, then come back.",
            ));
        }
        Ok(grant)
    }

    pub fn is(&self, uaid: &Uaid) -> bool {
        self.uaid == *uaid
    }

    pub fn role_number(&self) -> i64 {
        i64::from(self.role.number())
    }

    /// The caller as a reader of health data, for the audit log.
    pub fn reads(&self) -> Reader<'_> {
        Reader { uaid: self.uaid.as_str(), role: self.role }
    }

    /// The caller's uaid and role number, for the audit log.
    pub fn actor(&self) -> (&str, i64) {
        (self.uaid.as_str(), self.role_number())
    }

    pub(crate) fn from_row(row: &SessionRow, token: String, config: &Config) -> Result<Self, ApiError> {
        let uaid = row.uaid.parse().map_err(|_| ApiError::internal("a stored uaid does not read"))?;
        let strength = match (row.auth_method.as_str(), row.second_factor) {
            ("sso", _) => Strength::Provider,
            ("passkey", _) => Strength::Passkey,
            (_, true) => Strength::SecondFactor,
            (_, false) => Strength::Password,
        };
        Ok(Self {
            uaid,
            role: row.role,
            session_id: row.session_id.clone(),
            stamp: row.created_at,
            expires_at: row.expires_at,
            token,
            email: row.email.clone(),
            name: format!("{} {}", row.first_name, row.last_name).trim().to_owned(),
            strength,
            awaiting_second_factor: config.require_second_factor
                && row.role.is_staff()
                && strength == Strength::Password,
        })
    }
}
