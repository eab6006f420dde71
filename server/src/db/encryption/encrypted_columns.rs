//! Every encrypted column of the store, and the re-encryption of its values with the newest key.

use sqlx::FromRow;

use super::field_encryption::{CipherError, FieldCipher};
use crate::db::{Conn, Result, params};

/// A column whose values a [`FieldCipher`] encrypts. In its statements `id` is the row's key, `more` the second part of a composite key.
#[derive(Debug, Clone, Copy)]
pub struct EncryptedColumn {
    pub table: &'static str,
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
                " AS encrypted FROM ",
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

/// Every encrypted column; a test compares the list with the schema.
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
    column!("crew", "crew_id", "link_sealed"),
    column!("apple_pass_device", "registration_id", "push_token_sealed"),
    column!("push_device", "device_id", "subscription_sealed"),
    column!("push_message", "message_id", "content_sealed"),
    column!("text_message", "text_id", "content_sealed"),
    EncryptedColumn {
        table: "idempotency_key",
        column: "answer",
        find: "SELECT owner AS id, key AS more, answer AS encrypted FROM idempotency_key WHERE answer IS NOT NULL \
            AND answer NOT LIKE $1 AND (owner, key) > ($2, $3) ORDER BY owner, key LIMIT $4",
        write: "UPDATE idempotency_key SET answer = $4 WHERE owner = $1 AND key = $2 AND answer = $3",
    },
];

/// A value that was encrypted with an older key.
#[derive(Debug, Clone, FromRow)]
pub struct Value {
    pub id: String,
    /// Its second part; empty if there is none.
    pub more: String,
    encrypted: String,
}

impl Value {
    /// The row that the cipher binds the value to.
    fn row(&self) -> String {
        if self.more.is_empty() { self.id.clone() } else { format!("{}\u{1f}{}", self.id, self.more) }
    }

    /// The value, encrypted with the newest key.
    fn reencrypted(&self, of: &EncryptedColumn, cipher: &FieldCipher) -> Result<String, CipherError> {
        let row = self.row();
        let plain = cipher.decrypt(of.table, &row, of.column, &self.encrypted)?;
        cipher.encrypt(of.table, &row, of.column, &plain)
    }

    /// Whether one of the cipher's keys decrypts it.
    pub fn is_readable(&self, of: &EncryptedColumn, cipher: &FieldCipher) -> bool {
        cipher.decrypt(of.table, &self.row(), of.column, &self.encrypted).is_ok()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reencryption {
    /// It is now encrypted with the newest key.
    Done,
    /// A server that uses the newest key has changed or erased it meanwhile.
    Changed,
    /// No configured secret decrypts it; it was left unchanged.
    Undecryptable,
}

/// At most `limit` values that are not encrypted with the newest key, after the row `after`.
pub async fn list_old(
    conn: &mut Conn,
    of: &EncryptedColumn,
    cipher: &FieldCipher,
    after: (&str, &str),
    limit: i64,
) -> Result<Vec<Value>> {
    let newest = format!("{}%", cipher.prefix());
    conn.all(of.find, params![newest, after.0, after.1, limit]).await
}

/// Encrypts one value again with the newest key, unless it has changed since it was listed.
pub async fn reencrypt(
    conn: &mut Conn,
    of: &EncryptedColumn,
    cipher: &FieldCipher,
    value: &Value,
) -> Result<Reencryption> {
    let Ok(renewed) = value.reencrypted(of, cipher) else { return Ok(Reencryption::Undecryptable) };
    let rows = conn.affected(of.write, params![value.id, value.more, value.encrypted, renewed]).await?;
    Ok(if rows == 1 { Reencryption::Done } else { Reencryption::Changed })
}
