//! The tokens of mailed links, each valid once and for a limited time. Only hashes are stored.

use crate::db::{Conn, Result, params};

const INSERT: &str = "INSERT INTO one_time_token (token_hash, purpose, uaid, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)";
const CANCEL: &str =
    "UPDATE one_time_token SET used_at = $3 WHERE uaid = $1 AND purpose = $2 AND used_at IS NULL";
const USE: &str = "UPDATE one_time_token SET used_at = $3 \
     WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3 RETURNING uaid";
const MADE: &str =
    "SELECT MAX(created_at) FROM one_time_token WHERE uaid = $1 AND purpose = $2 AND used_at IS NULL";
const OWNER: &str = "SELECT uaid FROM one_time_token \
     WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3";
const PRUNE: &str = "DELETE FROM one_time_token WHERE expires_at < $1 OR used_at < $1";

/// What a mailed link is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(const_into_str, serialize_all = "kebab-case")]
pub enum Purpose {
    /// A new password.
    Forgot,
    /// The first password of an account that staff opened.
    Invitation,
    /// A guardian's confirmation.
    Guardian,
    /// Signing in without a password (RULES 10.10).
    SignIn,
}

impl Purpose {
    /// How long such a link is valid, in ms: 30 minutes for a password, seven days for a first password, which its
    /// owner did not ask for, 14 days for a guardian, 15 minutes for signing in.
    pub fn lifetime_ms(self) -> i64 {
        match self {
            Self::Forgot => 30 * 60_000,
            Self::Invitation => 7 * 24 * 60 * 60_000,
            Self::Guardian => 14 * 24 * 60 * 60_000,
            Self::SignIn => 15 * 60_000,
        }
    }
}

/// Stores a token; older ones of the same purpose become invalid.
pub async fn insert(
    conn: &mut Conn,
    purpose: Purpose,
    uaid: &str,
    token_hash: &str,
    now_ms: i64,
) -> Result<()> {
    cancel(conn, purpose, uaid, now_ms).await?;
    conn.execute(
        INSERT,
        params![token_hash, purpose.into_str(), uaid, now_ms, now_ms + purpose.lifetime_ms()],
    )
    .await
}

/// Invalidates an account's unused tokens for a purpose.
pub async fn cancel(conn: &mut Conn, purpose: Purpose, uaid: &str, now_ms: i64) -> Result<()> {
    conn.execute(CANCEL, params![uaid, purpose.into_str(), now_ms]).await
}

/// Invalidates an account's unused links that set a password or sign in.
pub async fn cancel_sign_in(conn: &mut Conn, uaid: &str, now_ms: i64) -> Result<()> {
    for purpose in [Purpose::Forgot, Purpose::Invitation, Purpose::SignIn] {
        cancel(conn, purpose, uaid, now_ms).await?;
    }
    Ok(())
}

/// When an account's unused link for a purpose was made, ms.
pub async fn made_at(conn: &mut Conn, purpose: Purpose, uaid: &str) -> Result<Option<i64>> {
    conn.scalar(MADE, params![uaid, purpose.into_str()]).await
}

/// The owner of a token, without using it; none if it is unknown, used or expired.
pub async fn owner(
    conn: &mut Conn,
    purpose: Purpose,
    token_hash: &str,
    now_ms: i64,
) -> Result<Option<String>> {
    conn.optional_scalar(OWNER, params![token_hash, purpose.into_str(), now_ms]).await
}

/// Uses a token and returns its owner; none if it is unknown, used or expired.
pub async fn redeem(
    conn: &mut Conn,
    purpose: Purpose,
    token_hash: &str,
    now_ms: i64,
) -> Result<Option<String>> {
    conn.optional_scalar(USE, params![token_hash, purpose.into_str(), now_ms]).await
}

/// Deletes tokens that were used, cancelled or expired before an instant.
pub async fn prune(conn: &mut Conn, before_ms: i64) -> Result<u64> {
    conn.affected(PRUNE, params![before_ms]).await
}
