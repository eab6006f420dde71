//! How far an account has come: whether its profile was filled in, whether its owner was screened, whether it has a password
//! of ours; and the country noted when the profile is filled in.

use sqlx::FromRow;

use super::{Conn, DbError, Result, params};

const FIND: &str = "SELECT role, registered_at, password_hash IS NOT NULL AS has_password, \
     EXISTS (SELECT 1 FROM eligibility e WHERE e.uaid = account.uaid) AS screened \
     FROM account WHERE uaid = $1 AND deleted_at IS NULL";
const SET_REGION: &str = "UPDATE account SET region = $2 WHERE uaid = $1 AND deleted_at IS NULL";

/// How far an account has come.
#[derive(Debug, Clone, Copy, FromRow)]
pub struct Progress {
    /// 1 to 4.
    pub role: i64,
    /// When the profile was first filled in, ms.
    pub registered_at: Option<i64>,
    /// Whether it has a password of ours; without one its owner signs in elsewhere.
    pub has_password: bool,
    /// Whether eligibility is stored.
    pub screened: bool,
}

/// How far an account has come; [`DbError::NotFound`] when there is none.
pub async fn progress(conn: &mut Conn<'_>, uaid: &str) -> Result<Progress> {
    let found: Option<Progress> = conn.optional(FIND, params![uaid]).await?;
    found.ok_or(DbError::NotFound)
}

/// Notes the country that somebody registered from.
pub async fn set_region(conn: &mut Conn<'_>, uaid: &str, country: &str) -> Result<()> {
    conn.execute(SET_REGION, params![uaid, country]).await
}
