//! Who is calling: the person behind a live session, and what their role lets them do.

use axum::http::StatusCode;
use sixfold_domain::identity::Uaid;
use sixfold_domain::role::{Capability, Grant, Role};

use crate::config::Config;
use crate::db::health_access::Reader;
use crate::db::session::SessionRow;
use crate::http::error::ApiError;

/// The person behind a live session.
#[derive(Clone)]
pub struct CurrentUser {
    pub uaid: Uaid,
    /// Their role, as it is now.
    pub role: Role,
    pub session_id: String,
    /// When they signed in, ms.
    pub stamp: i64,
    /// When the session ends, ms.
    pub expires_at: i64,
    /// The API token of the session.
    pub token: String,
    pub email: String,
    /// First and last name; may be empty.
    pub name: String,
    /// How strongly they proved who they are.
    pub strength: Strength,
    /// Whether staff rights wait for a second factor (`--require-second-factor`).
    awaiting_second_factor: bool,
}

/// What stands behind a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// A password, or a mailed link.
    Password,
    /// A password and a one-time code.
    SecondFactor,
    /// A provider; whether it asks for a second factor is its matter.
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
    /// How far the role may use the capability; 403 when not at all. Where staff need a second factor, what an athlete may
    /// not do as far waits for it; the own account does not, so that they can enrol.
    pub fn require(&self, capability: Capability) -> Result<Grant, ApiError> {
        let grant = self.role.can(capability);
        if !grant.allowed() {
            return Err(ApiError::forbidden());
        }
        if self.awaiting_second_factor && grant != Role::Athlete.can(capability) {
            return Err(ApiError::new(
                StatusCode::FORBIDDEN,
                "SECOND_FACTOR_NEEDED",
                "Your role needs two-step sign-in. Turn it on in My Profile, then come back.",
            ));
        }
        Ok(grant)
    }

    /// Whether `uaid` is this person's own.
    pub fn is(&self, uaid: &Uaid) -> bool {
        self.uaid == *uaid
    }

    /// The role as its number.
    pub fn role_number(&self) -> i64 {
        i64::from(self.role.number())
    }

    /// Them as a reader of health data.
    pub fn reads(&self) -> Reader<'_> {
        Reader { uaid: self.uaid.as_str(), role: self.role }
    }

    /// How the audit log names them.
    pub fn actor(&self) -> (&str, i64) {
        (self.uaid.as_str(), self.role_number())
    }

    pub(crate) fn from_row(row: &SessionRow, token: String, config: &Config) -> Result<Self, ApiError> {
        let uaid = row.uaid.parse().map_err(|_| ApiError::internal("a stored uaid does not read"))?;
        let role = u8::try_from(row.role).ok().and_then(|number| Role::from_number(number).ok());
        let role = role.ok_or_else(|| ApiError::internal("a stored role does not read"))?;
        let strength = match (row.auth_method.as_str(), row.second_factor) {
            ("sso", _) => Strength::Provider,
            (_, true) => Strength::SecondFactor,
            (_, false) => Strength::Password,
        };
        Ok(Self {
            uaid,
            role,
            session_id: row.session_id.clone(),
            stamp: row.created_at,
            expires_at: row.expires_at,
            token,
            email: row.email.clone(),
            name: format!("{} {}", row.first_name, row.last_name).trim().to_owned(),
            strength,
            awaiting_second_factor: config.require_second_factor
                && role.is_staff()
                && strength == Strength::Password,
        })
    }
}
