//! The screening of a person as programme delivery sees it: when it was answered, and the clearance that covers a yes. What the
//! answers were is not told here. The basis of a clearance is health data and sealed.

use sqlx::FromRow;

use super::{Conn, DbError, Result, params};
use crate::db::field_encryption::{Vault, VaultError};

const FIND: &str = "SELECT e.clearance_by, e.clearance_at, e.clearance_expires_at, e.clearance_basis_sealed, \
     a.first_name, a.last_name FROM eligibility e LEFT JOIN account a ON a.uaid = e.clearance_by \
     WHERE e.uaid = $1 AND e.clearance_at IS NOT NULL";
const RECORD: &str = "UPDATE eligibility SET clearance_by = $2, clearance_basis_sealed = $3, clearance_at = $4, \
     clearance_expires_at = $5 WHERE uaid = $1";
const WITHDRAW: &str = "UPDATE eligibility SET clearance_by = NULL, clearance_basis_sealed = NULL, clearance_at = NULL, \
     clearance_expires_at = NULL WHERE uaid = $1 AND clearance_at IS NOT NULL";
/// Where the basis stands, as the vault binds it.
const TABLE: &str = "eligibility";
const COLUMN: &str = "clearance_basis_sealed";

/// A clearance as it is stored.
#[derive(Debug, Clone, FromRow)]
pub struct Row {
    /// Who recorded it.
    pub clearance_by: Option<String>,
    /// When, ms.
    pub clearance_at: i64,
    /// The end of the last day that it holds, ms.
    pub clearance_expires_at: Option<i64>,
    clearance_basis_sealed: Option<String>,
    first_name: Option<String>,
    last_name: Option<String>,
}

impl Row {
    /// Who recorded it, by name; empty when they are gone.
    pub fn by_name(&self) -> String {
        let name = |part: &Option<String>| part.clone().unwrap_or_default();
        format!("{} {}", name(&self.first_name), name(&self.last_name)).trim().to_owned()
    }

    /// What it is based on.
    pub fn basis(&self, vault: &Vault, uaid: &str) -> Result<Option<String>, VaultError> {
        vault.open_option(TABLE, uaid, COLUMN, self.clearance_basis_sealed.as_deref())
    }
}

/// The clearance of a person, whether it still holds or not.
pub async fn find(conn: &mut Conn<'_>, uaid: &str) -> Result<Option<Row>> {
    conn.optional(FIND, params![uaid]).await
}

/// Records a clearance in the place of an earlier one; [`DbError::NotFound`] when the person was never screened.
pub async fn record(
    conn: &mut Conn<'_>,
    vault: &Vault,
    uaid: &str,
    (by, basis): (&str, &str),
    (now_ms, expires_ms): (i64, i64),
) -> Result<()> {
    let sealed = vault.seal(TABLE, uaid, COLUMN, basis).map_err(|error| DbError::Other(error.to_string()))?;
    let rows = conn.affected(RECORD, params![uaid, by, sealed, now_ms, expires_ms]).await?;
    if rows == 1 { Ok(()) } else { Err(DbError::NotFound) }
}

/// Takes a clearance back; says whether there was one.
pub async fn withdraw(conn: &mut Conn<'_>, uaid: &str) -> Result<bool> {
    conn.affected_one(WITHDRAW, params![uaid]).await
}
