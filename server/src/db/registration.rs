//! The progress of a registration: whether the profile is filled in, the screening answered, a password set. And the country that
//! somebody registered from.

use sqlx::FromRow;

use super::{Conn, DbError, Result, params};

const FIND: &str = "SELECT role, registered_at, password_hash IS NOT NULL AS has_password, \
     EXISTS (SELECT 1 FROM eligibility e WHERE e.uaid = account.uaid) AS screened \
     FROM account WHERE uaid = $1 AND deleted_at IS NULL";
const SET_REGION: &str = "UPDATE account SET region = $2 WHERE uaid = $1 AND deleted_at IS NULL";

/// The progress of a registration.
#[derive(Debug, Clone, Copy, FromRow)]
pub struct Progress {
    /// 1 to 4.
    pub role: i64,
    /// When the profile was first filled in, ms.
    pub registered_at: Option<i64>,
    /// Whether it has a password; without one its owner signs in through a provider.
    pub has_password: bool,
    /// Whether eligibility is stored.
    pub screened: bool,
}

/// The progress of an account; [`DbError::NotFound`] without one.
pub async fn progress(conn: &mut Conn<'_>, uaid: &str) -> Result<Progress> {
    let found: Option<Progress> = conn.optional(FIND, params![uaid]).await?;
    found.ok_or(DbError::NotFound)
}

/// Stores the country that somebody registered from.
pub async fn set_region(conn: &mut Conn<'_>, uaid: &str, country: &str) -> Result<()> {
    conn.execute(SET_REGION, params![uaid, country]).await
}
