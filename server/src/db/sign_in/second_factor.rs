//! Second factors: the encrypted secret behind a person's one-time codes, the last time step used, and recovery codes.
//! The statement that uses a code also marks it as used, so that of two sign-ins with one code only one succeeds.

use sqlx::FromRow;

use crate::db::{Conn, Result, params};

const FIND: &str = "SELECT secret_sealed, confirmed_at, \
     (SELECT COUNT(*) FROM recovery_code r WHERE r.uaid = second_factor.uaid AND r.used_at IS NULL) AS codes_left \
     FROM second_factor WHERE uaid = $1";
const BEGIN: &str = "INSERT INTO second_factor (uaid, secret_sealed, created_at, last_step) VALUES ($1, $2, $3, 0) \
     ON CONFLICT (uaid) DO UPDATE SET secret_sealed = excluded.secret_sealed, created_at = excluded.created_at, \
     last_step = 0 WHERE second_factor.confirmed_at IS NULL";
const MAIL_CODE: &str = "INSERT INTO second_factor_code (uaid, code_hash, expires_at) VALUES ($1, $2, $3) \
     ON CONFLICT (uaid) DO UPDATE SET code_hash = excluded.code_hash, expires_at = excluded.expires_at";
const TAKE_MAILED: &str =
    "DELETE FROM second_factor_code WHERE uaid = $1 AND code_hash = $2 AND expires_at > $3";
const PRUNE_MAILED: &str = "DELETE FROM second_factor_code WHERE expires_at < $1";
const CONFIRM: &str = "UPDATE second_factor SET confirmed_at = $4, last_step = $3 \
     WHERE uaid = $1 AND secret_sealed = $2 AND confirmed_at IS NULL";
const USE_STEP: &str = "UPDATE second_factor SET last_step = $2 \
     WHERE uaid = $1 AND confirmed_at IS NOT NULL AND last_step < $2";
const USE_CODE: &str =
    "UPDATE recovery_code SET used_at = $3 WHERE uaid = $1 AND code_hash = $2 AND used_at IS NULL";
const ADD_CODE: &str = "INSERT INTO recovery_code (uaid, code_hash) VALUES ($1, $2)";
const REMOVE_CODES: &str = "DELETE FROM recovery_code WHERE uaid = $1";
const REMOVE: &str = "DELETE FROM second_factor WHERE uaid = $1";
const ADDED_SINCE: &str =
    "SELECT COUNT(*) FROM second_factor WHERE uaid = $1 AND COALESCE(confirmed_at, created_at) >= $2";
const FORGET_MAILED: &str = "DELETE FROM second_factor_code WHERE uaid = $1";

#[derive(Debug, Clone, FromRow)]
pub struct SecondFactorRow {
    pub secret_sealed: String,
    /// When the first code was given, ms; none until the enrolment is finished.
    pub confirmed_at: Option<i64>,
    /// Recovery codes that have not been used.
    pub codes_left: i64,
}

/// The second factor of a person, finished or not.
pub async fn find(conn: &mut Conn, uaid: &str) -> Result<Option<SecondFactorRow>> {
    conn.optional(FIND, params![uaid]).await
}

/// Begins an enrolment, in place of an unfinished one; false if there is a finished one.
pub async fn begin(conn: &mut Conn, uaid: &str, encrypted: &str, now_ms: i64) -> Result<bool> {
    conn.affected_one(BEGIN, params![uaid, encrypted, now_ms]).await
}

/// Stores the hash of a mailed code, in place of an earlier one.
pub async fn mail_code(conn: &mut Conn, uaid: &str, code_hash: &str, expires_ms: i64) -> Result<()> {
    conn.execute(MAIL_CODE, params![uaid, code_hash, expires_ms]).await
}

/// Uses a mailed code; false if it is another one, or expired.
pub async fn take_mailed(conn: &mut Conn, uaid: &str, code_hash: &str, now_ms: i64) -> Result<bool> {
    conn.affected_one(TAKE_MAILED, params![uaid, code_hash, now_ms]).await
}

pub async fn prune_mailed(conn: &mut Conn, before_ms: i64) -> Result<u64> {
    conn.affected(PRUNE_MAILED, params![before_ms]).await
}

/// Finishes the enrolment with the secret that the code was checked against; false if the stored one has changed
/// meanwhile.
pub async fn confirm(conn: &mut Conn, uaid: &str, encrypted: &str, step: i64, now_ms: i64) -> Result<bool> {
    conn.affected_one(CONFIRM, params![uaid, encrypted, step, now_ms]).await
}

/// Uses a time step; false if it, or a later one, was used before.
pub async fn use_step(conn: &mut Conn, uaid: &str, step: i64) -> Result<bool> {
    conn.affected_one(USE_STEP, params![uaid, step]).await
}

/// Uses a recovery code; false if there is no such code, or it was used before.
pub async fn use_code(conn: &mut Conn, uaid: &str, hash: &str, now_ms: i64) -> Result<bool> {
    conn.affected_one(USE_CODE, params![uaid, hash, now_ms]).await
}

pub async fn set_codes(conn: &mut Conn, uaid: &str, hashes: &[String]) -> Result<()> {
    conn.execute(REMOVE_CODES, params![uaid]).await?;
    for hash in hashes {
        conn.execute(ADD_CODE, params![uaid, hash]).await?;
    }
    Ok(())
}

/// Deletes the second factor and its recovery codes.
pub async fn remove(conn: &mut Conn, uaid: &str) -> Result<()> {
    conn.execute(REMOVE_CODES, params![uaid]).await?;
    conn.execute(REMOVE, params![uaid]).await
}

/// Deletes a second factor that was enrolled, or begun, at or after an instant.
pub async fn remove_since(conn: &mut Conn, uaid: &str, since_ms: i64) -> Result<()> {
    if conn.any(ADDED_SINCE, params![uaid, since_ms]).await? {
        remove(conn, uaid).await?;
    }
    Ok(())
}

pub async fn forget_mailed(conn: &mut Conn, uaid: &str) -> Result<()> {
    conn.execute(FORGET_MAILED, params![uaid]).await
}
