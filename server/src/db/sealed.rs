//! Every sealed column of the store, in one list, and how its values are sealed anew.

use sqlx::FromRow;

use super::{Conn, Result, params};
use crate::db::field_encryption::{Vault, VaultError};

/// A column whose values a [`Vault`] seals. `id` is the row's key, `more` its second part where it has one.
#[derive(Debug, Clone, Copy)]
pub struct SealedColumn {
    /// The table, as the vault binds it.
    pub table: &'static str,
    /// The column, as the vault binds it.
    pub column: &'static str,
    find: &'static str,
    write: &'static str,
}

/// Rows of one column that another key sealed, after a row, in the order of their keys.
macro_rules! column {
    ($table:literal, $id:literal, $column:literal) => {
        SealedColumn {
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

/// The list. Whoever adds a sealed column adds it here; a test holds the list against the schema.
pub const COLUMNS: &[SealedColumn] = &[
    column!("account", "uaid", "emergency_name_sealed"),
    column!("account", "uaid", "emergency_number_sealed"),
    column!("account", "uaid", "medical_issues_sealed"),
    column!("eligibility", "uaid", "parq_sealed"),
    column!("eligibility", "uaid", "clearance_basis_sealed"),
    column!("booking", "booking_id", "assistance_type_sealed"),
    column!("session", "session_id", "id_token_sealed"),
    column!("second_factor", "uaid", "secret_sealed"),
    column!("mail_outbox", "mail_id", "body_sealed"),
    SealedColumn {
        table: "idempotency_key",
        column: "answer",
        find: "SELECT owner AS id, key AS more, answer AS sealed FROM idempotency_key WHERE answer IS NOT NULL \
            AND answer NOT LIKE $1 AND (owner, key) > ($2, $3) ORDER BY owner, key LIMIT $4",
        write: "UPDATE idempotency_key SET answer = $4 WHERE owner = $1 AND key = $2 AND answer = $3",
    },
];

/// One value that another key sealed.
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

    /// Opens it and seals it with the newest key.
    fn renewed(&self, of: &SealedColumn, vault: &Vault) -> Result<String, VaultError> {
        let row = self.row();
        let plain = vault.open(of.table, &row, of.column, &self.sealed)?;
        vault.seal(of.table, &row, of.column, &plain)
    }

    /// Whether the vault opens it.
    pub fn opens(&self, of: &SealedColumn, vault: &Vault) -> bool {
        vault.open(of.table, &self.row(), of.column, &self.sealed).is_ok()
    }
}

/// What became of one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Renewed {
    /// It is sealed with the newest key now.
    Done,
    /// It was written or erased meanwhile, by a server that seals with the newest key itself.
    Changed,
    /// None of the secrets opens it; it was left as it is.
    Shut,
}

/// At most `limit` values that another key than the newest sealed, after the row `after`.
pub async fn list_old(
    conn: &mut Conn<'_>,
    of: &SealedColumn,
    vault: &Vault,
    after: (&str, &str),
    limit: i64,
) -> Result<Vec<Value>> {
    let newest = format!("{}%", vault.prefix());
    conn.all(of.find, params![newest, after.0, after.1, limit]).await
}

/// Seals one value anew, unless it has changed since it was listed.
pub async fn renew(conn: &mut Conn<'_>, of: &SealedColumn, vault: &Vault, value: &Value) -> Result<Renewed> {
    let Ok(renewed) = value.renewed(of, vault) else { return Ok(Renewed::Shut) };
    let rows = conn.affected(of.write, params![value.id, value.more, value.sealed, renewed]).await?;
    Ok(if rows == 1 { Renewed::Done } else { Renewed::Changed })
}
