//! Idempotency keys and the answers stored under them (RULES 11.4). Answers are encrypted, since they may contain a
//! token or health data.

use sqlx::FromRow;

use crate::db::encryption::field_encryption::FieldCipher;
use crate::db::engines::store_metadata::{self, ADDRESSES_FROM};
use crate::db::{Conn, DbError, Result, params};

const INSERT: &str = "INSERT INTO idempotency_key \
     (owner, key, method, path, body_hash, created_at, subject_uaid, status, answer) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (owner, key) DO NOTHING";
const FIND: &str =
    "SELECT method, path, body_hash, status, answer FROM idempotency_key WHERE owner = $1 AND key = $2";
const TABLE: &str = "idempotency_key";
const COLUMN: &str = "answer";
const PRUNE: &str = "DELETE FROM idempotency_key WHERE created_at < $1";

/// Answers that name an address which its owner need not have confirmed: those about an address, and profiles.
macro_rules! with_address {
    ($and:literal) => {
        concat!(
            "DELETE FROM idempotency_key WHERE (path LIKE '/api/user/email%' OR path LIKE '/api/user/profile%' \
             OR path IN ('/api/event/admin/user/update', '/api/event/admin/clearance'))",
            $and
        )
    };
}

const PRUNE_ADDRESSES: &str = with_address!(" AND created_at >= $1 AND created_at < $2");
const FORGET_ADDRESSES: &str = with_address!(" AND (owner = $1 OR subject_uaid = $1)");

#[derive(Debug, Clone, Default)]
pub struct Claim {
    /// The user's id, or `staff` for roles 2 and 3, who share a queue.
    pub owner: String,
    pub method: String,
    /// The request's path without its query.
    pub path: String,
    /// SHA-256 of the canonical body without `token`, `iv` and signature.
    pub body_hash: String,
    /// The person whom the answer is about, if not its owner.
    pub subject: Option<String>,
}

/// What is stored under a key that has been used before.
#[derive(Debug)]
pub enum StoredAnswer {
    /// The key belongs to a request with another method, path or body.
    OtherRequest,
    Answer {
        status: u16,
        body: String,
    },
}

#[derive(FromRow)]
struct Row {
    method: String,
    path: String,
    body_hash: String,
    status: i64,
    answer: String,
}

pub async fn prune(conn: &mut Conn, before_ms: i64) -> Result<u64> {
    conn.affected(PRUNE, params![before_ms]).await
}

/// Deletes the answers stored before an instant that may name an address which nobody has confirmed. Reads only those that were
/// stored since the instant of the last call.
pub async fn prune_addresses(conn: &mut Conn, before_ms: i64) -> Result<()> {
    let mark = store_metadata::find(conn, ADDRESSES_FROM).await?;
    let from_ms: i64 = mark.and_then(|ms| ms.parse().ok()).unwrap_or(0);
    conn.execute(PRUNE_ADDRESSES, params![from_ms, before_ms]).await?;
    // Back too, if the clock has been set back: else answers stored since would never be read.
    store_metadata::replace(conn, ADDRESSES_FROM, &before_ms.to_string()).await
}

/// Deletes the answers to somebody, and about them, that may name an address which is not theirs any more.
pub async fn forget_addresses(conn: &mut Conn, uaid: &str) -> Result<()> {
    conn.execute(FORGET_ADDRESSES, params![uaid]).await
}

/// What is stored under a key; none if it has not been used.
pub async fn find(
    conn: &mut Conn,
    cipher: &FieldCipher,
    claim: &Claim,
    key: &str,
) -> Result<Option<StoredAnswer>> {
    let row: Option<Row> = conn.optional(FIND, params![claim.owner, key]).await?;
    let Some(row) = row else { return Ok(None) };
    if (&row.method, &row.path, &row.body_hash) != (&claim.method, &claim.path, &claim.body_hash) {
        return Ok(Some(StoredAnswer::OtherRequest));
    }
    let body = cipher.decrypt(TABLE, &row_id(&claim.owner, key), COLUMN, &row.answer)?;
    let status = u16::try_from(row.status).map_err(|_| DbError::broken("status of a stored answer"))?;
    Ok(Some(StoredAnswer::Answer { status, body }))
}

/// Stores the answer to a request under its key; false if the key has been used.
pub async fn insert(
    conn: &mut Conn,
    cipher: &FieldCipher,
    claim: &Claim,
    key: &str,
    (status, body): (u16, &str),
    now_ms: i64,
) -> Result<bool> {
    let Claim { owner, method, path, body_hash, subject } = claim;
    let encrypted = cipher.encrypt(TABLE, &row_id(owner, key), COLUMN, body)?;
    let values = params![owner, key, method, path, body_hash, now_ms, subject, status, encrypted];
    Ok(conn.insert(INSERT, values).await? == 1)
}

fn row_id(owner: &str, key: &str) -> String {
    format!("{owner}\u{1f}{key}")
}
