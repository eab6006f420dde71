//! Identities at single sign-on providers, and the sessions that were signed in through them.

use sqlx::FromRow;

use crate::db::{Conn, Result, params};

const FIND: &str = "SELECT uaid FROM identity WHERE issuer = $1 AND subject = $2";
const LINK: &str = "INSERT INTO identity (issuer, subject, uaid, provider_id, email, linked_at, last_used_at) \
     VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT DO NOTHING";
const USED: &str = "UPDATE identity SET last_used_at = $3, provider_id = $4, email = COALESCE($5, email) \
     WHERE issuer = $1 AND subject = $2";
const LIST: &str =
    "SELECT provider_id, email, linked_at FROM identity WHERE uaid = $1 ORDER BY linked_at, issuer, subject";
const UNLINK: &str = "DELETE FROM identity WHERE uaid = $1 AND provider_id = $2";
const UNLINK_SINCE: &str = "DELETE FROM identity WHERE uaid = $1 AND linked_at >= $2";
const ERASE: &str = "DELETE FROM identity WHERE uaid = $1";
const LOCK: &str = "UPDATE account SET updated_at = updated_at WHERE uaid = $1 AND deleted_at IS NULL";
const UNCLAIMED: &str = "SELECT COUNT(*) FROM account a WHERE a.uaid = $1 AND a.email_lookup = $2 AND a.deleted_at IS NULL \
     AND a.password_hash IS NULL AND NOT EXISTS (SELECT 1 FROM identity i WHERE i.uaid = a.uaid) \
     AND NOT EXISTS (SELECT 1 FROM passkey p WHERE p.uaid = a.uaid) \
     AND NOT EXISTS (SELECT 1 FROM second_factor f WHERE f.uaid = a.uaid)";
const SESSION: &str = "SELECT session_id, provider_id, id_token_sealed FROM session \
     WHERE cookie_hash = $1 AND provider_id IS NOT NULL AND revoked_at IS NULL";
const SESSION_BY_ID: &str = "SELECT session_id, provider_id, id_token_sealed FROM session \
     WHERE session_id = $1 AND provider_id IS NOT NULL AND revoked_at IS NULL";
const FORGET_TOKEN: &str = "UPDATE session SET id_token_sealed = NULL WHERE session_id = $1";
const REVOKE_PROVIDER: &str = "UPDATE session SET revoked_at = $4, id_token_sealed = NULL \
     WHERE uaid = $1 AND provider_id = $2 AND session_id <> $3 AND revoked_at IS NULL";

#[derive(Debug)]
pub struct NewIdentity<'a> {
    /// Compared exactly.
    pub issuer: &'a str,
    pub subject: &'a str,
    pub uaid: &'a str,
    /// The provider's id in the configuration.
    pub provider_id: &'a str,
    /// The address that the provider sent.
    pub email: &'a str,
}

/// A linked identity, as its owner sees it.
#[derive(Debug, Clone, FromRow)]
pub struct IdentityRow {
    /// The provider's id in the configuration.
    pub provider_id: String,
    /// The address that the provider sent last.
    pub email: String,
    pub linked_at: i64,
}

/// A live session that was signed in through a provider.
#[derive(Debug, FromRow)]
pub struct FederatedSession {
    pub session_id: String,
    /// The provider's id in the configuration.
    pub provider_id: String,
    /// The provider's ID token, encrypted for this row.
    pub id_token_sealed: Option<String>,
}

/// The account of an identity, which may have been deleted.
pub async fn find(conn: &mut Conn, issuer: &str, subject: &str) -> Result<Option<String>> {
    conn.optional_scalar(FIND, params![issuer, subject]).await
}

/// Links an identity; false if it already belongs to an account.
pub async fn link(conn: &mut Conn, new: &NewIdentity<'_>, now_ms: i64) -> Result<bool> {
    conn.affected_one(LINK, params![new.issuer, new.subject, new.uaid, new.provider_id, new.email, now_ms])
        .await
}

/// Records a sign-in, and the address that came with it.
pub async fn used(
    conn: &mut Conn,
    (issuer, subject): (&str, &str),
    provider_id: &str,
    email: Option<&str>,
    now_ms: i64,
) -> Result<()> {
    conn.execute(USED, params![issuer, subject, now_ms, provider_id, email]).await
}

/// The identities of an account, oldest first.
pub async fn list(conn: &mut Conn, uaid: &str) -> Result<Vec<IdentityRow>> {
    conn.all(LIST, params![uaid]).await
}

/// Unlinks every identity at a provider; returns how many there were.
pub async fn unlink(conn: &mut Conn, uaid: &str, provider_id: &str) -> Result<u64> {
    conn.affected(UNLINK, params![uaid, provider_id]).await
}

/// Unlinks the identities that were linked at or after an instant.
pub async fn unlink_since(conn: &mut Conn, uaid: &str, since_ms: i64) -> Result<()> {
    conn.execute(UNLINK_SINCE, params![uaid, since_ms]).await
}

/// Deletes every identity of an account that is being deleted.
pub async fn erase(conn: &mut Conn, uaid: &str) -> Result<()> {
    conn.execute(ERASE, params![uaid]).await
}

/// Locks an account's ways to sign in, passkeys included, until the end of the job.
pub async fn lock(conn: &mut Conn, uaid: &str) -> Result<()> {
    conn.execute(LOCK, params![uaid]).await
}

/// Whether an account that has this address has no password, provider, passkey or second factor: nothing but a mailed link can
/// open it. The caller has locked it ([`lock`]).
pub async fn is_unclaimed(conn: &mut Conn, uaid: &str, lookup: &str) -> Result<bool> {
    conn.any(UNCLAIMED, params![uaid, lookup]).await
}

/// The live session of a cookie, if it was signed in through a provider.
pub async fn session_of(conn: &mut Conn, cookie_hash: &str) -> Result<Option<FederatedSession>> {
    conn.optional(SESSION, params![cookie_hash]).await
}

/// A live session, if it was signed in through a provider.
pub async fn federated(conn: &mut Conn, session_id: &str) -> Result<Option<FederatedSession>> {
    conn.optional(SESSION_BY_ID, params![session_id]).await
}

pub async fn forget_token(conn: &mut Conn, session_id: &str) -> Result<()> {
    conn.execute(FORGET_TOKEN, params![session_id]).await
}

pub async fn revoke_sessions(
    conn: &mut Conn,
    uaid: &str,
    provider_id: &str,
    keep: &str,
    now_ms: i64,
) -> Result<()> {
    conn.execute(REVOKE_PROVIDER, params![uaid, provider_id, keep, now_ms]).await
}
