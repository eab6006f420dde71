//! Mailed links: tokens that serve once and for a while. Only hashes are stored.

use super::{Conn, DbError, on};

const INSERT: &str = "INSERT INTO one_time_token (token_hash, purpose, uaid, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)";
const CANCEL: &str =
    "UPDATE one_time_token SET used_at = $3 WHERE uaid = $1 AND purpose = $2 AND used_at IS NULL";
const USE: &str = "UPDATE one_time_token SET used_at = $3 \
     WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3 RETURNING uaid";
const LIVE: &str = "SELECT COUNT(*) FROM one_time_token \
     WHERE uaid = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3";
const OWNER: &str = "SELECT uaid FROM one_time_token \
     WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3";
const PRUNE: &str = "DELETE FROM one_time_token WHERE expires_at < $1";

/// What a mailed link is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// A new password.
    Forgot,
    /// The first password of an account that staff opened.
    Invitation,
    /// A guardian's yes.
    Guardian,
}

impl Purpose {
    fn word(self) -> &'static str {
        match self {
            Self::Forgot => "forgot",
            Self::Invitation => "invitation",
            Self::Guardian => "guardian",
        }
    }

    /// How long such a link lives, in ms: 30 minutes for a password (`api.md`), seven days for the first one, which nobody asked
    /// for, 14 days for a guardian.
    pub fn lifetime_ms(self) -> i64 {
        match self {
            Self::Forgot => 30 * 60_000,
            Self::Invitation => 7 * 24 * 60 * 60_000,
            Self::Guardian => 14 * 24 * 60 * 60_000,
        }
    }
}

/// Stores a token; older ones of the same purpose stop serving.
pub async fn insert(
    conn: &mut Conn<'_>,
    purpose: Purpose,
    uaid: &str,
    token_hash: &str,
    now_ms: i64,
) -> Result<(), DbError> {
    cancel(conn, purpose, uaid, now_ms).await?;
    on!(conn, c => sqlx::query(INSERT)
        .bind(token_hash).bind(purpose.word()).bind(uaid).bind(now_ms).bind(now_ms + purpose.lifetime_ms())
        .execute(&mut **c).await.map(drop)?);
    Ok(())
}

/// Makes the open tokens of a purpose useless.
pub async fn cancel(conn: &mut Conn<'_>, purpose: Purpose, uaid: &str, now_ms: i64) -> Result<(), DbError> {
    on!(conn, c => sqlx::query(CANCEL)
        .bind(uaid).bind(purpose.word()).bind(now_ms).execute(&mut **c).await.map(drop)?);
    Ok(())
}

/// Whether somebody has a link of a purpose that still serves.
pub async fn is_open(
    conn: &mut Conn<'_>,
    purpose: Purpose,
    uaid: &str,
    now_ms: i64,
) -> Result<bool, DbError> {
    let open: i64 = on!(conn, c => sqlx::query_scalar(LIVE)
        .bind(uaid).bind(purpose.word()).bind(now_ms).fetch_one(&mut **c).await?);
    Ok(open > 0)
}

/// Whose token it is, without using it up; none when it is unknown, used or too old.
pub async fn owner(
    conn: &mut Conn<'_>,
    purpose: Purpose,
    token_hash: &str,
    now_ms: i64,
) -> Result<Option<String>, DbError> {
    Ok(on!(conn, c => sqlx::query_scalar(OWNER)
        .bind(token_hash).bind(purpose.word()).bind(now_ms).fetch_optional(&mut **c).await?))
}

/// Uses a token up and says whose it was; none when it is unknown, used or too old.
pub async fn take(
    conn: &mut Conn<'_>,
    purpose: Purpose,
    token_hash: &str,
    now_ms: i64,
) -> Result<Option<String>, DbError> {
    Ok(on!(conn, c => sqlx::query_scalar(USE)
        .bind(token_hash).bind(purpose.word()).bind(now_ms).fetch_optional(&mut **c).await?))
}

/// Forgets tokens that ended before `before_ms`.
pub async fn prune(conn: &mut Conn<'_>, before_ms: i64) -> Result<u64, DbError> {
    Ok(on!(conn, c => sqlx::query(PRUNE).bind(before_ms).execute(&mut **c).await?.rows_affected()))
}
