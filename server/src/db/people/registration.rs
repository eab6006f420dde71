//! The progress of a registration: profile completed, screening answered, password set. Also the country somebody
//! registered from.

use sqlx::FromRow;

use crate::db::{Conn, DbError, Result, params};

const FIND: &str = "SELECT role, registered_at, password_hash IS NOT NULL AS has_password, \
     EXISTS (SELECT 1 FROM eligibility e WHERE e.uaid = account.uaid) AS screened \
     FROM account WHERE uaid = $1 AND deleted_at IS NULL";
const SET_REGION: &str = "UPDATE account SET region = $2 WHERE uaid = $1 AND deleted_at IS NULL";

#[derive(Debug, Clone, Copy, FromRow)]
pub struct Progress {
    /// 1 to 4.
    pub role: i64,
    /// When the profile was first completed, ms.
    pub registered_at: Option<i64>,
    /// Without a password its owner signs in through a provider.
    pub has_password: bool,
    pub screened: bool,
}

/// The progress of an account; [`DbError::NotFound`] if there is none.
pub async fn progress(conn: &mut Conn, uaid: &str) -> Result<Progress> {
    let found: Option<Progress> = conn.optional(FIND, params![uaid]).await?;
    found.ok_or(DbError::NotFound)
}

pub async fn set_region(conn: &mut Conn, uaid: &str, country: &str) -> Result<()> {
    conn.execute(SET_REGION, params![uaid, country]).await
}
