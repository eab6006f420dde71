//! Passkeys, and the challenges that have been answered. The statement that stores a passkey's new counter also refuses one
//! that did not rise, so that of two sign-ins at once with one count only one succeeds.

use sqlx::FromRow;

use crate::db::{Conn, Result, params};

const FIND: &str = "SELECT passkey_id, uaid, user_handle, credential, sign_count, backed_up FROM passkey \
     WHERE credential_id = $1";
const LIST: &str = "SELECT passkey_id, name, backed_up, created_at, last_used_at FROM passkey WHERE uaid = $1 \
     ORDER BY created_at, passkey_id";
const ONE: &str = "SELECT passkey_id, name, backed_up, created_at, last_used_at FROM passkey \
     WHERE passkey_id = $1 AND uaid = $2";
const CREDENTIALS: &str =
    "SELECT credential_id, user_handle FROM passkey WHERE uaid = $1 ORDER BY created_at, passkey_id";
const COUNT: &str = "SELECT COUNT(*) FROM passkey WHERE uaid = $1";
const INSERT: &str = "INSERT INTO passkey \
     (passkey_id, uaid, credential_id, user_handle, credential, sign_count, backed_up, name, created_at) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING";
/// An authenticator that does not count says 0 every time.
const USED: &str = "UPDATE passkey SET sign_count = $2, backed_up = $3, last_used_at = $4 \
     WHERE passkey_id = $1 AND (sign_count < $2 OR (sign_count = 0 AND $2 = 0))";
const RENAME: &str = "UPDATE passkey SET name = $3 WHERE passkey_id = $1 AND uaid = $2";
const REMOVE: &str = "DELETE FROM passkey WHERE passkey_id = $1 AND uaid = $2";
const REMOVE_ALL: &str = "DELETE FROM passkey WHERE uaid = $1";
const REVOKE: &str = "UPDATE session SET revoked_at = $3 \
     WHERE uaid = $1 AND auth_method = 'passkey' AND session_id <> $2 AND revoked_at IS NULL";
const ANSWERED: &str = "INSERT INTO used_passkey_challenge (challenge_id, expires_at) VALUES ($1, $2) \
     ON CONFLICT DO NOTHING";
const PRUNE: &str = "DELETE FROM used_passkey_challenge WHERE expires_at < $1";

/// What a sign-in is verified against.
#[derive(Debug, Clone, FromRow)]
pub struct PasskeyRow {
    pub passkey_id: String,
    pub uaid: String,
    pub user_handle: String,
    /// JSON, with the public key.
    pub credential: String,
    pub sign_count: i64,
    pub backed_up: bool,
}

#[derive(Debug, Clone, FromRow)]
pub struct ListedPasskey {
    pub passkey_id: String,
    pub name: String,
    /// Whether it is synchronised between devices or backed up.
    pub backed_up: bool,
    pub created_at: i64,
    pub last_used_at: Option<i64>,
}

/// By what authenticators know a passkey and its owner.
#[derive(Debug, Clone, FromRow)]
pub struct CredentialOf {
    /// base64url.
    pub credential_id: String,
    pub user_handle: String,
}

#[derive(Debug)]
pub struct NewRow<'a> {
    pub passkey_id: &'a str,
    pub uaid: &'a str,
    pub credential_id: &'a str,
    pub user_handle: &'a str,
    pub credential: &'a str,
    pub sign_count: i64,
    pub backed_up: bool,
    pub name: &'a str,
}

pub async fn find(conn: &mut Conn, credential_id: &str) -> Result<Option<PasskeyRow>> {
    conn.optional(FIND, params![credential_id]).await
}

/// A person's passkeys, the oldest first.
pub async fn list(conn: &mut Conn, uaid: &str) -> Result<Vec<ListedPasskey>> {
    conn.all(LIST, params![uaid]).await
}

pub async fn one(conn: &mut Conn, uaid: &str, passkey_id: &str) -> Result<Option<ListedPasskey>> {
    conn.optional(ONE, params![passkey_id, uaid]).await
}

/// By what authenticators know a person's passkeys, the oldest first.
pub async fn credentials(conn: &mut Conn, uaid: &str) -> Result<Vec<CredentialOf>> {
    conn.all(CREDENTIALS, params![uaid]).await
}

/// How many passkeys a person has. The caller has locked the account ([`super::identity::lock`]), so that the number stays true.
pub async fn count(conn: &mut Conn, uaid: &str) -> Result<usize> {
    let count: i64 = conn.scalar(COUNT, params![uaid]).await?;
    Ok(usize::try_from(count).unwrap_or(usize::MAX))
}

/// Stores a passkey; false if its credential id is stored already.
pub async fn insert(conn: &mut Conn, new: &NewRow<'_>, now_ms: i64) -> Result<bool> {
    let NewRow { passkey_id, uaid, credential_id, user_handle, credential, sign_count, backed_up, name } =
        new;
    let params = params![
        passkey_id,
        uaid,
        credential_id,
        user_handle,
        credential,
        sign_count,
        backed_up,
        name,
        now_ms
    ];
    conn.affected_one(INSERT, params).await
}

/// Notes a sign-in with a passkey; false if its count did not rise, or the passkey was removed meanwhile.
pub async fn used(
    conn: &mut Conn,
    passkey_id: &str,
    sign_count: i64,
    backed_up: bool,
    now_ms: i64,
) -> Result<bool> {
    conn.affected_one(USED, params![passkey_id, sign_count, backed_up, now_ms]).await
}

/// Renames one of a person's passkeys; false if they have no such passkey.
pub async fn rename(conn: &mut Conn, uaid: &str, passkey_id: &str, name: &str) -> Result<bool> {
    conn.affected_one(RENAME, params![passkey_id, uaid, name]).await
}

/// Removes one of a person's passkeys; false if they have no such passkey.
pub async fn remove(conn: &mut Conn, uaid: &str, passkey_id: &str) -> Result<bool> {
    conn.affected_one(REMOVE, params![passkey_id, uaid]).await
}

/// Ends the sessions of a person that a passkey signed in, but for this one.
pub async fn revoke_sessions(conn: &mut Conn, uaid: &str, except_session: &str, now_ms: i64) -> Result<()> {
    conn.execute(REVOKE, params![uaid, except_session, now_ms]).await
}

pub async fn remove_all(conn: &mut Conn, uaid: &str) -> Result<()> {
    conn.execute(REMOVE_ALL, params![uaid]).await
}

/// Marks a challenge as answered; false if it was answered before.
pub async fn answer(conn: &mut Conn, challenge_id: &str, expires_at: i64) -> Result<bool> {
    conn.affected_one(ANSWERED, params![challenge_id, expires_at]).await
}

/// Forgets the challenges that ended before `before_ms`.
pub async fn prune(conn: &mut Conn, before_ms: i64) -> Result<u64> {
    conn.affected(PRUNE, params![before_ms]).await
}
