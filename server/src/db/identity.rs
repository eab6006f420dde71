//! Who a provider says somebody is, and the sessions that a provider vouched for.

use sqlx::FromRow;

use super::{Conn, DbError, on};

const FIND: &str = "SELECT uaid FROM identity WHERE issuer = $1 AND subject = $2";
const LINK: &str = "INSERT INTO identity (issuer, subject, uaid, provider_id, email, linked_at, last_used_at) \
     VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT DO NOTHING";
const USED: &str = "UPDATE identity SET last_used_at = $3, provider_id = $4, email = COALESCE($5, email) \
     WHERE issuer = $1 AND subject = $2";
const LIST: &str =
    "SELECT provider_id, email, linked_at FROM identity WHERE uaid = $1 ORDER BY linked_at, issuer, subject";
const UNLINK: &str = "DELETE FROM identity WHERE uaid = $1 AND provider_id = $2";
const ERASE: &str = "DELETE FROM identity WHERE uaid = $1";
const HOLD: &str = "UPDATE account SET updated_at = updated_at WHERE uaid = $1 AND deleted_at IS NULL";
const SESSION: &str = "SELECT session_id, provider_id, id_token_sealed FROM session \
     WHERE cookie_hash = $1 AND provider_id IS NOT NULL AND revoked_at IS NULL";
const FORGET_TOKEN: &str = "UPDATE session SET id_token_sealed = NULL WHERE session_id = $1";
const REVOKE_PROVIDER: &str = "UPDATE session SET revoked_at = $4, id_token_sealed = NULL \
     WHERE uaid = $1 AND provider_id = $2 AND session_id <> $3 AND revoked_at IS NULL";

/// An identity to be linked.
#[derive(Debug)]
pub struct NewIdentity<'a> {
    /// The provider, to the letter.
    pub issuer: &'a str,
    /// The person there.
    pub subject: &'a str,
    /// Whose account it opens.
    pub uaid: &'a str,
    /// The provider's id in the configuration.
    pub provider_id: &'a str,
    /// The address that the provider told.
    pub email: &'a str,
}

/// One way in, as its owner sees it.
#[derive(Debug, Clone, FromRow)]
pub struct IdentityRow {
    /// The provider's id in the configuration.
    pub provider_id: String,
    /// The address that the provider told last.
    pub email: String,
    /// When it was linked, ms.
    pub linked_at: i64,
}

/// A live session for which a provider vouched.
#[derive(Debug, FromRow)]
pub struct FederatedSession {
    pub session_id: String,
    /// The provider's id in the configuration.
    pub provider_id: String,
    /// The provider's ID token, sealed for this row.
    pub id_token_sealed: Option<String>,
}

/// Whose account an identity opens; the account may be deleted.
pub async fn find(conn: &mut Conn<'_>, issuer: &str, subject: &str) -> Result<Option<String>, DbError> {
    Ok(on!(conn, c => sqlx::query_scalar(FIND).bind(issuer).bind(subject).fetch_optional(&mut **c).await?))
}

/// Links an identity; false when it belongs to an account already.
pub async fn link(conn: &mut Conn<'_>, new: &NewIdentity<'_>, now_ms: i64) -> Result<bool, DbError> {
    let rows = on!(conn, c => sqlx::query(LINK)
        .bind(new.issuer).bind(new.subject).bind(new.uaid).bind(new.provider_id).bind(new.email).bind(now_ms)
        .execute(&mut **c).await?.rows_affected());
    Ok(rows == 1)
}

/// Notes a sign-in, and the address that came with it.
pub async fn used(
    conn: &mut Conn<'_>,
    (issuer, subject): (&str, &str),
    provider_id: &str,
    email: Option<&str>,
    now_ms: i64,
) -> Result<(), DbError> {
    on!(conn, c => sqlx::query(USED).bind(issuer).bind(subject).bind(now_ms).bind(provider_id).bind(email)
        .execute(&mut **c).await.map(drop)?);
    Ok(())
}

/// The identities of an account, oldest first.
pub async fn list(conn: &mut Conn<'_>, uaid: &str) -> Result<Vec<IdentityRow>, DbError> {
    Ok(on!(conn, c => sqlx::query_as(LIST).bind(uaid).fetch_all(&mut **c).await?))
}

/// Unlinks whatever one provider opens; how many there were.
pub async fn unlink(conn: &mut Conn<'_>, uaid: &str, provider_id: &str) -> Result<u64, DbError> {
    Ok(on!(conn, c => sqlx::query(UNLINK).bind(uaid).bind(provider_id)
        .execute(&mut **c).await?.rows_affected()))
}

/// Forgets every identity of an account that is being deleted.
pub async fn erase(conn: &mut Conn<'_>, uaid: &str) -> Result<(), DbError> {
    on!(conn, c => sqlx::query(ERASE).bind(uaid).execute(&mut **c).await.map(drop)?);
    Ok(())
}

/// Lets nobody else change how this account is signed in to until the job ends.
pub async fn hold(conn: &mut Conn<'_>, uaid: &str) -> Result<(), DbError> {
    on!(conn, c => sqlx::query(HOLD).bind(uaid).execute(&mut **c).await.map(drop)?);
    Ok(())
}

/// The live session of a cookie, when a provider vouched for it.
pub async fn session_of(conn: &mut Conn<'_>, cookie_hash: &str) -> Result<Option<FederatedSession>, DbError> {
    Ok(on!(conn, c => sqlx::query_as(SESSION).bind(cookie_hash).fetch_optional(&mut **c).await?))
}

/// Forgets a session's ID token.
pub async fn forget_token(conn: &mut Conn<'_>, session_id: &str) -> Result<(), DbError> {
    on!(conn, c => sqlx::query(FORGET_TOKEN).bind(session_id).execute(&mut **c).await.map(drop)?);
    Ok(())
}

/// Ends a person's sessions for which one provider vouched, but one.
pub async fn revoke_sessions(
    conn: &mut Conn<'_>,
    uaid: &str,
    provider_id: &str,
    keep: &str,
    now_ms: i64,
) -> Result<(), DbError> {
    on!(conn, c => sqlx::query(REVOKE_PROVIDER).bind(uaid).bind(provider_id).bind(keep).bind(now_ms)
        .execute(&mut **c).await.map(drop)?);
    Ok(())
}
