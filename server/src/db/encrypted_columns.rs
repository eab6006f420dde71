//! Every encrypted column of the store, and the re-encryption of its values with the newest key.

use sqlx::FromRow;

use super::{Conn, Result, params};
use crate::db::field_encryption::{Vault, VaultError};

/// A column whose values a [`Vault`] seals. In its statements `id` is the row's key, `more` the second part of a composite key.
#[derive(Debug, Clone, Copy)]
pub struct EncryptedColumn {
    /// The table, as the vault binds it.
    pub table: &'static str,
    /// The column, as the vault binds it.
    pub column: &'static str,
    find: &'static str,
    write: &'static str,
}

/// A column of a table with a single key.
macro_rules! column {
    ($table:literal, $id:literal, $column:literal) => {
        EncryptedColumn {
            table: $table,
            column: $column,
            find: concat!(
                "SELECT ",
                $id,
                " AS id, '' AS more, ",
                $column,
                " AS sealed FROM ",
                $table,
                " WHERE ",
                $column,
                " IS NOT NULL AND ",
                $column,
                " NOT LIKE $1 AND ",
                $id,
                " > $2 AND $3 = '' ORDER BY ",
                $id,
                " LIMIT $4"
            ),
            write: concat!(
                "UPDATE ",
                $table,
                " SET ",
                $column,
                " = $4 WHERE ",
                $id,
                " = $1 AND $2 = '' AND ",
                $column,
                " = $3"
            ),
        }
    };
}

/// Every sealed column; a test compares the list with the schema.
pub const COLUMNS: &[EncryptedColumn] = &[
    column!("account", "uaid", "emergency_name_sealed"),
    column!("account", "uaid", "emergency_number_sealed"),
    column!("account", "uaid", "medical_issues_sealed"),
    column!("eligibility", "uaid", "parq_sealed"),
    column!("eligibility", "uaid", "clearance_basis_sealed"),
    column!("booking", "booking_id", "assistance_type_sealed"),
    column!("session", "session_id", "id_token_sealed"),
    column!("second_factor", "uaid", "secret_sealed"),
    column!("mail_outbox", "mail_id", "body_sealed"),
    EncryptedColumn {
        table: "idempotency_key",
        column: "answer",
        find: "SELECT owner AS id, key AS more, answer AS sealed FROM idempotency_key WHERE answer IS NOT NULL \
            AND answer NOT LIKE $1 AND (owner, key) > ($2, $3) ORDER BY owner, key LIMIT $4",
        write: "UPDATE idempotency_key SET answer = $4 WHERE owner = $1 AND key = $2 AND answer = $3",
    },
];

/// A value that an older key sealed.
#[derive(Debug, Clone, FromRow)]
pub struct Value {
    /// The row's key.
    pub id: String,
    /// Its second part; empty where there is none.
    pub more: String,
    sealed: String,
}

impl Value {
    /// The row, as the vault binds it.
    fn row(&self) -> String {
        if self.more.is_empty() { self.id.clone() } else { format!("{}\u{1f}{}", self.id, self.more) }
    }

    /// The value, sealed with the newest key.
    fn resealed(&self, of: &EncryptedColumn, vault: &Vault) -> Result<String, VaultError> {
        let row = self.row();
        let plain = vault.open(of.table, &row, of.column, &self.sealed)?;
        vault.seal(of.table, &row, of.column, &plain)
    }

    /// Whether one of the vault's keys opens it.
    pub fn opens(&self, of: &EncryptedColumn, vault: &Vault) -> bool {
        vault.open(of.table, &self.row(), of.column, &self.sealed).is_ok()
    }
}

/// The outcome for one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reencryption {
    /// It is now sealed with the newest key.
    Done,
    /// It was written or erased meanwhile by a server that uses the newest key itself.
    Changed,
    /// No configured secret opens it; it was left as it is.
    Undecryptable,
}

/// At most `limit` values that are not sealed with the newest key, after the row `after`.
pub async fn list_old(
    conn: &mut Conn<'_>,
    of: &EncryptedColumn,
    vault: &Vault,
    after: (&str, &str),
    limit: i64,
) -> Result<Vec<Value>> {
    let newest = format!("{}%", vault.prefix());
    conn.all(of.find, params![newest, after.0, after.1, limit]).await
}

/// Seals one value with the newest key, unless it has changed since it was listed.
pub async fn reencrypt(
    conn: &mut Conn<'_>,
    of: &EncryptedColumn,
    vault: &Vault,
    value: &Value,
) -> Result<Reencryption> {
    let Ok(renewed) = value.resealed(of, vault) else { return Ok(Reencryption::Undecryptable) };
    let rows = conn.affected(of.write, params![value.id, value.more, value.sealed, renewed]).await?;
    Ok(if rows == 1 { Reencryption::Done } else { Reencryption::Changed })
}
