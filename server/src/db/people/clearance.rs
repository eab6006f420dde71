//! A person's screening as programme delivery sees it: when it was answered, and the clearance that covers a yes. The
//! answers themselves are not read here. The basis of a clearance is health data, and encrypted.

use sqlx::FromRow;

use crate::db::encryption::field_encryption::FieldCipher;
use crate::db::{Conn, DbError, Result, params};

const FIND: &str = "SELECT e.clearance_by, e.clearance_at, e.clearance_expires_at, e.clearance_basis_sealed, \
     a.first_name, a.last_name FROM eligibility e LEFT JOIN account a ON a.uaid = e.clearance_by \
     WHERE e.uaid = $1 AND e.clearance_at IS NOT NULL";
const RECORD: &str = "UPDATE eligibility SET clearance_by = $2, clearance_basis_sealed = $3, clearance_at = $4, \
     clearance_expires_at = $5 WHERE uaid = $1";
const WITHDRAW: &str = "UPDATE eligibility SET clearance_by = NULL, clearance_basis_sealed = NULL, clearance_at = NULL, \
     clearance_expires_at = NULL WHERE uaid = $1";
/// The table and column that the cipher binds the basis to.
const TABLE: &str = "eligibility";
const COLUMN: &str = "clearance_basis_sealed";

#[derive(Debug, Clone, FromRow)]
pub struct Row {
    /// Who recorded it.
    pub clearance_by: Option<String>,
    pub clearance_at: i64,
    /// The end of its last day, ms.
    pub clearance_expires_at: Option<i64>,
    /// What the decision is based on, encrypted.
    pub clearance_basis_sealed: Option<String>,
    first_name: Option<String>,
    last_name: Option<String>,
}

impl Row {
    /// The name of the person who recorded it; empty if their account has been deleted.
    pub fn by_name(&self) -> String {
        let name = |part: &Option<String>| part.clone().unwrap_or_default();
        format!("{} {}", name(&self.first_name), name(&self.last_name)).trim().to_owned()
    }
}

/// The clearance of a person, expired or not.
pub async fn find(conn: &mut Conn, uaid: &str) -> Result<Option<Row>> {
    conn.optional(FIND, params![uaid]).await
}

/// Records a clearance in place of an earlier one; [`DbError::NotFound`] if the person was never screened.
pub async fn record(
    conn: &mut Conn,
    cipher: &FieldCipher,
    uaid: &str,
    (by, basis): (&str, &str),
    (now_ms, expires_ms): (i64, i64),
) -> Result<()> {
    let encrypted = cipher.encrypt(TABLE, uaid, COLUMN, basis)?;
    let rows = conn.affected(RECORD, params![uaid, by, encrypted, now_ms, expires_ms]).await?;
    if rows == 1 { Ok(()) } else { Err(DbError::NotFound) }
}

pub async fn withdraw(conn: &mut Conn, uaid: &str) -> Result<()> {
    conn.execute(WITHDRAW, params![uaid]).await
}
