//! Sessions: one row for a cookie and the API token derived from it. Only hashes are stored.

use sixfold_domain::role::Role;
use sqlx::FromRow;

use crate::db::connection::column::Number;
use crate::db::connection::conn::Conn;
use crate::db::connection::error::Result;
use crate::db::params;

const BY_COOKIE: &str = "SELECT s.session_id, s.uaid, s.created_at, s.expires_at, s.revoked_at, s.auth_method, s.second_factor, s.client_data, a.role, \
     a.email, a.first_name, a.last_name FROM session s JOIN account a ON a.uaid = s.uaid \
     WHERE s.cookie_hash = $1 AND a.deleted_at IS NULL";
const BY_TOKEN: &str = "SELECT s.session_id, s.uaid, s.created_at, s.expires_at, s.revoked_at, s.auth_method, s.second_factor, s.client_data, a.role, \
     a.email, a.first_name, a.last_name FROM session s JOIN account a ON a.uaid = s.uaid \
     WHERE s.token_hash = $1 AND a.deleted_at IS NULL";
const INSERT: &str = "INSERT INTO session \
     (session_id, uaid, cookie_hash, token_hash, created_at, expires_at, auth_method, user_agent, idp_sid, \
     provider_id, id_token_sealed, second_factor) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
const REVOKE: &str = "UPDATE session SET revoked_at = $2 WHERE session_id = $1 AND revoked_at IS NULL";
const REVOKE_COOKIE: &str =
    "UPDATE session SET revoked_at = $2 WHERE cookie_hash = $1 AND revoked_at IS NULL";
const REVOKE_TOKEN: &str = "UPDATE session SET revoked_at = $2 WHERE token_hash = $1 AND revoked_at IS NULL";
const REVOKE_ALL: &str = "UPDATE session SET revoked_at = $2 WHERE uaid = $1 AND revoked_at IS NULL";
const REVOKE_OTHERS: &str =
    "UPDATE session SET revoked_at = $3 WHERE uaid = $1 AND session_id <> $2 AND revoked_at IS NULL";
const REVOKE_EVERYBODY: &str = "UPDATE session SET revoked_at = $1 WHERE revoked_at IS NULL";
const PROVED: &str = "UPDATE session SET second_factor = $2 WHERE session_id = $1";
const KEEP: &str = "UPDATE session SET client_data = $2 WHERE session_id = $1";
const PRUNE: &str = "DELETE FROM session WHERE expires_at < $1";

/// A session with what the session call returns about its owner.
#[derive(Debug, Clone, FromRow)]
pub struct SessionRow {
    /// Never leaves the server.
    pub session_id: String,
    pub uaid: String,
    /// When its owner signed in, ms.
    pub created_at: i64,
    pub expires_at: i64,
    pub revoked_at: Option<i64>,
    /// `credentials`, `link`, `passkey` or `sso`.
    pub auth_method: String,
    pub second_factor: bool,
    /// What the client stores with the session: a JSON object.
    pub client_data: Option<String>,
    /// The owner's present role.
    #[sqlx(try_from = "Number<Role>")]
    pub role: Role,
    pub email: String,
    /// May be empty.
    pub first_name: String,
    /// May be empty.
    pub last_name: String,
}

#[derive(Debug, Clone)]
pub struct NewSession {
    pub session_id: String,
    pub uaid: String,
    /// SHA-256 of the cookie secret, hex.
    pub cookie_hash: String,
    /// SHA-256 of the API token, hex.
    pub token_hash: String,
    /// When its owner signed in, ms.
    pub created_at: i64,
    pub expires_at: i64,
    /// `credentials`, `link`, `passkey` or `sso`.
    pub auth_method: &'static str,
    /// The browser's user agent, truncated.
    pub user_agent: Option<String>,
    /// The id of the provider's own session, if the provider sent one.
    pub idp_sid: Option<String>,
    /// The provider, by its id in the configuration.
    pub provider_id: Option<String>,
    /// The provider's ID token, encrypted for this row.
    pub id_token_sealed: Option<String>,
    pub second_factor: bool,
}

/// The session of a cookie, whatever its state.
pub async fn find_by_cookie(conn: &mut Conn, cookie_hash: &str) -> Result<Option<SessionRow>> {
    conn.optional(BY_COOKIE, params![cookie_hash]).await
}

/// The session of an API token, whatever its state.
pub async fn find_by_token(conn: &mut Conn, token_hash: &str) -> Result<Option<SessionRow>> {
    conn.optional(BY_TOKEN, params![token_hash]).await
}

pub async fn insert(conn: &mut Conn, new: &NewSession) -> Result<()> {
    conn.execute(
        INSERT,
        params![
            new.session_id,
            new.uaid,
            new.cookie_hash,
            new.token_hash,
            new.created_at,
            new.expires_at,
            new.auth_method,
            new.user_agent,
            new.idp_sid,
            new.provider_id,
            new.id_token_sealed,
            new.second_factor
        ],
    )
    .await
}

pub async fn revoke(conn: &mut Conn, session_id: &str, now_ms: i64) -> Result<()> {
    conn.execute(REVOKE, params![session_id, now_ms]).await
}

/// Revokes the session of a cookie, if there is one.
pub async fn revoke_cookie(conn: &mut Conn, cookie_hash: &str, now_ms: i64) -> Result<()> {
    conn.execute(REVOKE_COOKIE, params![cookie_hash, now_ms]).await
}

/// Revokes the session of an API token, if there is one.
pub async fn revoke_token(conn: &mut Conn, token_hash: &str, now_ms: i64) -> Result<()> {
    conn.execute(REVOKE_TOKEN, params![token_hash, now_ms]).await
}

pub async fn revoke_all(conn: &mut Conn, uaid: &str, now_ms: i64) -> Result<()> {
    conn.execute(REVOKE_ALL, params![uaid, now_ms]).await
}

pub async fn revoke_everybody(conn: &mut Conn, now_ms: i64) -> Result<()> {
    conn.execute(REVOKE_EVERYBODY, params![now_ms]).await
}

pub async fn revoke_others(conn: &mut Conn, uaid: &str, keep: &str, now_ms: i64) -> Result<()> {
    conn.execute(REVOKE_OTHERS, params![uaid, keep, now_ms]).await
}

/// Stores whether a second factor was given in a session.
pub async fn set_second_factor(conn: &mut Conn, session_id: &str, proved: bool) -> Result<()> {
    conn.execute(PROVED, params![session_id, proved]).await
}

pub async fn set_client_data(conn: &mut Conn, session_id: &str, data: &str) -> Result<()> {
    conn.execute(KEEP, params![session_id, data]).await
}

pub async fn prune(conn: &mut Conn, before_ms: i64) -> Result<u64> {
    conn.affected(PRUNE, params![before_ms]).await
}
